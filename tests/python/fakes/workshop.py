"""A loop's provers and trainings without Lean and torch: a model is a list of tactics."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from fakes.verifier import RuleVerifier
from sensei.core.errors import SenseiError
from sensei.core.protocols import Environment
from sensei.core.types import Claim, Verdict, VerdictReason
from sensei.data.found import finished_searches, found_steps, held_out_statements
from sensei.models.checkpoint import (
    CRITIC,
    KIND,
    PROGRESS,
    Manifest,
    read_manifest,
    write_checkpoint,
)
from sensei.provers.prover import Prover, StoreRecorder
from sensei.store import Store

#: What happened, told before it does: a tactic, or a moment of a training.
Watch = Callable[[str], None]


@dataclass
class LadderWorkshop:
    """Theorem ``Sample.comm_N`` is closed by ``tN % rungs`` alone, and a model that has learned
    ``tK`` also offers ``t(K+1)``: every round one more kind of theorem is within reach.

    Args:
        split: the split's name, by which held-out statements are known.
        rejected: theorems whose claims the verifier rejects.
        second_refuses: theorems that the second checker refuses; None where there is none.
        watch: told what is about to happen.
        trained: the words of each training, as they came.
        asked_again: the claims that the second checker was shown.
        benches: generator and critic of each bench, as they were opened.
    """

    store: Store
    split: str
    rungs: int = 4
    rejected: frozenset[str] = frozenset()
    second_refuses: frozenset[str] | None = None
    watch: Watch = lambda what: None
    lean: str = "4.35.0"
    trained: list[list[str]] = field(default_factory=list)
    asked_again: list[Claim] = field(default_factory=list)
    benches: list[tuple[str, str]] = field(default_factory=list)

    def identity(self) -> Sequence[str]:
        return [self.lean]

    def weights(self, generator: str) -> str:
        return "" if generator == "fixed" else read_manifest(Path(generator), None).weights_hash()

    @contextmanager
    def bench(self, generator: str, critic: str = "") -> Iterator[LadderBench]:
        self.benches.append((generator, critic))
        known = {"t0"}
        if generator != "fixed":
            known |= set(json.loads((Path(generator) / "model.safetensors").read_text()))
        offered = sorted(known | {f"t{int(tactic[1:]) + 1}" for tactic in known - {"t0"}} | {"t1"})
        if generator == "fixed":
            offered = ["t0"]
        yield LadderBench(self, generator, [(tactic, -1.0) for tactic in offered])

    def second(self, claims: Sequence[Claim]) -> Sequence[Verdict | SenseiError] | None:
        refuses = self.second_refuses
        if refuses is None:
            return None
        self.asked_again += claims
        judge = RuleVerifier(lambda claim: claim.theorem.name not in refuses)
        verdicts = [judge.verify(claim) for claim in claims]
        return [
            replace(verdict, checkers=("other",))
            if verdict.accepted
            else replace(verdict, reason=VerdictReason.KERNEL_REJECTED)
            for verdict in verdicts
        ]

    def train(self, words: Sequence[str]) -> None:
        """Keeps the tactics of verified proofs, as ``sensei train sft --only-found`` would."""
        self.watch("training begins")
        self.trained.append(list(words))
        at = list(words).index
        begin = at("--from-evaluations") + 1 if "--from-evaluations" in words else len(words)
        numbers = []
        for word in words[begin:]:
            if not word.isdigit():
                break
            numbers.append(int(word))
        held_out = held_out_statements(self.store.split(self.split), ["test"])
        steps = found_steps(finished_searches(self.store, numbers, held_out, verified_only=True))
        known = sorted({step.tactic for step in steps})
        manifest = Manifest(
            kind={"critic": CRITIC, "progress": PROGRESS}.get(words[1], KIND),
            base_model="configuration", data_set_hash="", prompt_hash="", config={},
            code_version="0", seed=0, metrics={"seconds": 1.0}, max_prompt_tokens=64,
            max_new_tokens=64, created_at="2026-01-01T00:00:00+00:00",
        )  # fmt: skip
        write_checkpoint(
            Path(words[at("--output") + 1]),
            manifest,
            lambda draft: (draft / "model.safetensors").write_text(json.dumps(known)) and None,
        )
        self.watch("training ends")


@dataclass
class LadderBench:
    """See ``LadderWorkshop``."""

    shop: LadderWorkshop
    generator: str
    offered: list[tuple[str, float]]
    workers: int = 2

    def prover(self, seed: int) -> Prover:
        snapshot = self.shop.store.split(self.shop.split).snapshot_id
        return Prover(
            TableGenerator({}, default=self.offered),
            RuleVerifier(lambda claim: claim.theorem.name not in self.shop.rejected),
            recorder=StoreRecorder(self.shop.store, snapshot, self.generator, None, seed),
        )

    def environment(self) -> Environment:
        names = [f"Sample.comm_{number}" for number in range(30)]
        rung = {name: f"t{int(name.rpartition('_')[2]) % self.shop.rungs}" for name in names}
        return TableEnvironment(
            {name: (name,) for name in names},
            {(name,): {tactic: ()} for name, tactic in rung.items()},
            on_apply=lambda tactics: self.shop.watch(tactics[0]),
        )

    def interrupt(self) -> None:
        pass
