"""Self-play without Lean and torch: a model is a list of tactics, and theorem N is proved by one.

``Sample.comm_N`` and a conjecture about N are closed by ``tN % rungs`` alone. A model that has
learned ``tK`` also writes ``t(K+1)``, so every round brings more within reach.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sensei.core.errors import LeanProcessError
from sensei.core.types import Claim, TheoremRef, Verdict, VerdictReason
from sensei.loop.selfplay.pool import (
    Answer,
    Checked,
    Job,
    JudgeJob,
    Judgement,
    LocalPool,
    Pool,
    ProofJob,
)
from sensei.loop.selfplay.values import Tried, TriedProof
from sensei.models.checkpoint import WRITER, Manifest, read_manifest, write_checkpoint
from sensei.models.statement_prompt import HARD, Lesson, statement_prompt_hash

Watch = Callable[[str], None]
RUNGS = 4


def number_of(statement: str) -> int:
    """The number that a statement is about."""
    return int(re.findall(r"\d+", statement)[0])


@dataclass
class FakeWriter:
    """Writes the tactics that it knows, and conjectures about numbers that nothing is about yet."""

    tactics: Sequence[str]
    watch: Watch

    def write(self, prompts: Sequence[str], temperature: float, seed: int) -> list[str]:
        self.watch("writing")
        return [self._text(prompt, f"{seed} {at}") for at, prompt in enumerate(prompts)]

    def _text(self, prompt: str, what: str) -> str:
        draw = int.from_bytes(hashlib.sha256(f"{what} {prompt}".encode()).digest()[:4], "big")
        if f"{HARD}\n" not in prompt:
            return f"  {self.tactics[draw % len(self.tactics)]}\n```"
        if draw % 11 == 0:
            return " never ends"
        number = 100 + draw % 60
        return f" made (n : Nat) : n + {number} = {number} + n\n</hard theorem>"

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.watch("embedding")
        return [[1.0, number_of(text) % 7, number_of(text) % 3] for text in texts]


@dataclass
class FakeDesk:
    """Judges by number. ``held_out`` are numbers that a held-out theorem is about."""

    watch: Watch
    held_out: frozenset[int] = frozenset()

    def do(self, job: Job) -> Answer:
        return self.judge(job) if isinstance(job, JudgeJob) else self.check(job)

    def close(self) -> None:
        pass

    def judge(self, job: JudgeJob) -> Judgement:
        self.watch("judging")
        number = number_of(job.statement.text)
        reason = "trivial" if number % 5 == 0 else "does_not_elaborate" if number % 7 == 0 else ""
        if number in self.held_out:
            reason = "held_out"
        return Judgement(job.statement.id, reason, "", f"∀ n, n + {number} = {number} + n", 0.5)

    def check(self, job: ProofJob) -> Checked:
        self.watch("checking")
        number = number_of(job.statement.id if job.statement.place else job.statement.text)
        known = {proof.proof for proof in job.known}
        proofs, verdicts = [], []
        for proof, times in job.proofs:
            right = proof == f"t{number % RUNGS}"
            uses = tuple(sorted(job.lemmas)[:2]) if right else ()
            proofs.append(
                TriedProof(proof, times, right, "verified" if right else "tactic", 0.25, uses)
            )
            if right and proof not in known:
                place = job.statement.place or TheoremRef("made", "P0", "P0.lean")
                verdicts.append(
                    (Claim(place, f"by\n  {proof}"), Verdict(True, VerdictReason.VERIFIED, ""))
                )
        new = sum(proof not in known for proof, _ in job.proofs)
        tried = Tried(job.statement.id, job.samples, tuple(proofs), new, len(verdicts), 0.75)
        return Checked(tried, tuple(verdicts))


@dataclass
class FakeShop:
    """See ``shop.Shop``.

    Args:
        watch: told what is about to happen.
        trained: name and lessons of each training.
    """

    watch: Watch = lambda what: None
    lean: str = "4.35.0"
    held_out: frozenset[int] = frozenset()
    trained: list[tuple[str, list[Lesson]]] = field(default_factory=list)
    workers: int = 1

    def identity(self) -> Sequence[str]:
        return [self.lean]

    def imports(self) -> str:
        return "import Sample"

    def printed(self, names: Sequence[str]) -> dict[str, str]:
        return {name: f"∀ x, x = {name}" for name in names}

    @contextmanager
    def writer(self, checkpoint: Path) -> Iterator[FakeWriter]:
        known = set(json.loads((checkpoint / "model.safetensors").read_text())) | {"t0"}
        offered = sorted(known | {f"t{int(tactic[1:]) + 1}" for tactic in known})
        yield FakeWriter(offered, self.watch)

    def train(
        self, model: str, lessons: Sequence[Lesson], output: Path, *, epochs: int, lr: float | None
    ) -> Manifest:
        self.watch("training begins")
        self.trained.append((output.name, list(lessons)))
        learned = {found for each in lessons for found in re.findall(r"\bt\d\b", each.completion)}

        def save(folder: Path) -> None:
            (folder / "model.safetensors").write_text(json.dumps(sorted(learned)))

        manifest = Manifest(
            kind=WRITER, base_model=model, data_set_hash="", prompt_hash=statement_prompt_hash(),
            config={}, code_version="0", seed=0, metrics={"seconds": 1.5}, max_prompt_tokens=64,
            created_at="2026-01-01T00:00:00+00:00",
        )  # fmt: skip
        write_checkpoint(output, manifest, save)
        self.watch("training ends")
        return read_manifest(output, None)

    @contextmanager
    def pool(self) -> Iterator[Pool]:
        with LocalPool(lambda: FakeDesk(self.watch, self.held_out), self.workers) as pool:
            yield pool


def open_desk(about: dict[str, str]) -> DyingDesk:
    """For actors of a cluster: a desk whose process dies once over one statement."""
    return DyingDesk(lambda what: None, mark=Path(about["folder"]) / "died")


@dataclass
class DyingDesk(FakeDesk):
    """Dies over ``dies 3`` the first time; cannot work with Lean over ``broken 5``."""

    mark: Path = Path()

    def do(self, job: Job) -> Answer:
        if job.statement.id == "dies 3" and not self.mark.exists():
            self.mark.touch()
            os._exit(1)
        if job.statement.id == "broken 5":
            raise LeanProcessError("Lean is gone", "find it")
        return super().do(job)
