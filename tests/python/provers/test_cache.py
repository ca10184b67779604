"""Scripts of proved goals: learned from verified proofs only, offered first, never believed."""

from __future__ import annotations

from pathlib import Path

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from fakes.problems import random_problem
from fakes.verifier import RuleVerifier
from sensei.core.types import Budget, FailureKind, SearchStatus, TheoremRef
from sensei.provers.cache import environment_key, proved_scripts
from sensei.provers.prover import Prover
from sensei.search.driver import search
from sensei.store import open_store

THEOREM = TheoremRef("t", "M", "M.lean")
MOVES: dict[tuple[str, ...], dict[str, tuple[str, ...] | FailureKind]] = {
    ("a",): {"split": ("b", "c")},
    ("b",): {"left": (), "left\nnow": ()},
    ("c",): {"right": ("b",), "right\nleft": ()},
}
GENERATOR = TableGenerator(
    {
        "a": [("split", -1.0)],
        "b": [("no", -1.0), ("left", -3.0)],
        "c": [("no", -1.0), ("right", -2.0)],
    }
)
PARTS = {("b", "c"): (("b",), ("c",))}
KEY = environment_key("r", "4.35.0", "c")


def environment(root: str) -> TableEnvironment:
    return TableEnvironment({"t": (root,)}, MOVES, parts=PARTS)


def prover(store: object, accepts: bool = True, key: str = KEY) -> Prover:
    verifier = RuleVerifier(lambda claim: accepts)
    return Prover(GENERATOR, verifier, Budget(), cache=store, environment=key)  # type: ignore[arg-type]


def test_goals_of_a_verified_proof_are_tried_first(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        assert prover(store).prove(THEOREM, environment("a")).verified
        assert store.proved_goals(KEY, ["a", "b", "c", "d"]) == {
            "a": "split\n· left\n· right\n  left", "b": "left", "c": "right\nleft",
        }  # fmt: skip
        # The whole script of c closes it in one step; without the cache it takes two states.
        again = prover(store).prove(THEOREM, environment("c"))
        assert again.result is not None
        assert again.result.tactics == ("right\nleft",)
        assert again.result.spent.model_calls == 1
        other = prover(store, key=environment_key("s", "4.35.0", "c"))
        assert other.prove(THEOREM, environment("c")).result.spent.model_calls == 2  # type: ignore[union-attr]


def test_nothing_is_learned_from_what_is_not_verified(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        assert not prover(store, accepts=False).prove(THEOREM, environment("a")).verified
        assert store.proved_goals(KEY, ["a", "b", "c"]) == {}


def test_a_wrong_entry_costs_one_tactic(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        store.add_proved_goals(KEY, {"b": "no such tactic"})
        attempt = prover(store).prove(THEOREM, environment("b"))
        assert attempt.verified
        assert attempt.proof == "by\n  left"


def test_the_shorter_script_stays(tmp_path: Path) -> None:
    with open_store(tmp_path / "s.db") as store:
        assert store.add_proved_goals(KEY, {"g": "simp; omega", "h": "rfl"}) == 2
        assert store.add_proved_goals(KEY, {"g": "omega", "h": "exact rfl"}) == 1
        assert store.proved_goals(KEY, ["g", "h", "g"]) == {"g": "omega", "h": "rfl"}


def test_every_script_closes_its_goal() -> None:
    """On random problems: what is learned of a goal proves it, as the problem's rules say."""
    learned = 0
    for seed in range(200):
        problem = random_problem(seed)
        run = search(
            TheoremRef("T", "M", "M.lean"), problem.generator(), problem.environment(),
            Budget(None, None, None), clock=lambda: 0.0,
        )  # fmt: skip
        scripts = proved_scripts(run.events)
        assert bool(scripts) == (run.result.status is SearchStatus.CLAIMED and bool(run.events))
        if scripts:
            assert problem.runs(run.result.tactics)
            assert scripts["g0"] == "\n".join(run.result.tactics)
            learned += len(scripts)
    assert learned > 150
