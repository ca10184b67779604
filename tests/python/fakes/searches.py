"""Searches of the theorems of tests/e2e/project by a Lean that is a table, kept in its store."""

from __future__ import annotations

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from fakes.verifier import RuleVerifier
from sensei.core.types import FailureKind
from sensei.provers.prover import Prover, StoreRecorder
from sensei.store import Store
from sensei.store.records import SplitMember

PAIR = "p q : Prop\nhp : p\nhq : q\n⊢ p ∧ q"
LEFT = "case left\np q : Prop\nhp : p\nhq : q\n⊢ p"
RIGHT = "case right\np q : Prop\nhp : p\nhq : q\n⊢ q"
LESS = "a b : Nat\nh : a < b\n⊢ a ≤ b + 1"
SUM = "n : Nat\n⊢ 2 * sum n = n * (n + 1)"
CHECKPOINT = "/checkpoints/first"
_MOVES = {
    (PAIR,): {"constructor": (LEFT, RIGHT), "exact ⟨hp, hq⟩": (), "simp": FailureKind.TIMEOUT},
    (LEFT,): {"exact hp": ()},
    (RIGHT,): {"exact hq": ()},
    (LESS,): {"omega": (), "exact h": ()},
}
_TABLE = {
    PAIR: [("simp", -0.4), ("constructor", -0.9)],
    LEFT: [("exact hp", -0.1)],
    RIGHT: [("exact hp", -0.3), ("exact hq", -0.6)],
    LESS: [("exact h", -0.2)],
    SUM: [("rfl", -0.2), ("simp", -0.7)],
}


def search_all(store: Store) -> None:
    """Freezes a split, and keeps three provers' attempts: verified, rejected and failed ones."""
    snapshot = store.snapshots()[-1].id
    theorems = {found.name: found.ref for found in store.theorems(snapshot)}
    members = [
        SplitMember(snapshot, part, ref.name, ref.module, ref.file, "0" * 16, str(at) * 64)
        for at, (part, ref) in enumerate(
            zip(("train", "train", "val", "test"), theorems.values(), strict=True)
        )
    ]
    store.put_split(
        name="default",
        snapshot_id=snapshot,
        seed=0,
        ratios=(0.5, 0.25, 0.25),
        dataset_hash="d" * 64,
        manifest="{}",
        members=members,
    )
    roots = {"E2E.two_ways": (PAIR,), "E2E.weaken": (LESS,), "E2E.sum_eq": (SUM,)}
    verifier = RuleVerifier(lambda claim: "exact h\n" not in claim.proof + "\n")
    quick = {**_TABLE, PAIR: [("exact ⟨hp, hq⟩", -0.1)], LESS: [("omega", -0.1)]}
    for name, checkpoint, table in (("fixed", None, _TABLE), ("checkpoint", CHECKPOINT, quick)):
        prover = Prover(
            TableGenerator(table),
            verifier,
            recorder=StoreRecorder(store, snapshot, name, checkpoint, 0),
        )
        for theorem in roots:
            parts = {(LEFT, RIGHT): [(LEFT,), (RIGHT,)]}
            prover.prove(theorems[theorem], TableEnvironment(roots, _MOVES, parts))
