"""What a round has its model write: conjectures to be judged, and proofs to be checked.

Both are written in batches that depend on the round, the seed and what is asked alone, and go to
Lean as soon as they are there, while the next batch is written. A batch that was kept is not
written again.
"""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from sensei.loop.selfplay.config import SelfPlayConfig
from sensei.loop.selfplay.desk import said_key
from sensei.loop.selfplay.folder import Journal
from sensei.loop.selfplay.normal import normal
from sensei.loop.selfplay.pool import (
    Answer,
    Checked,
    Job,
    JudgeJob,
    Judgement,
    Pool,
    ProofJob,
    overlapped,
)
from sensei.loop.selfplay.selection import repeated
from sensei.loop.selfplay.shop import Writer
from sensei.loop.selfplay.sources import Sources, text_key
from sensei.loop.selfplay.values import Conjecture, Seed, Statement, Tried, TriedProof
from sensei.models.statement_prompt import (
    conjecture_prompt,
    proof_prompt,
    read_conjecture,
    read_proof,
)
from sensei.store import Store

UNFINISHED, DUPLICATE, NOT_DRAWN = "unfinished", "duplicate", "not_drawn"
# As Lean's judgement has them, for what the text alone says.
RESTATED, HELD_OUT = "restated", "held_out"


@dataclass(frozen=True, slots=True)
class Batch:
    """Texts that were written at a time."""

    id: str
    texts: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class Conjectures:
    """What came of a round's conjecturing."""

    tried: tuple[Conjecture, ...]
    asked: int
    rejected: dict[str, int]
    write_seconds: float
    lean_seconds: float


@dataclass(frozen=True, slots=True)
class Proofs:
    """What came of a round's proofs, in the order of what was tried."""

    tried: tuple[Tried, ...]
    write_seconds: float
    lean_seconds: float


@dataclass(frozen=True, slots=True)
class Desks:
    """A round's model and Lean, each opened when it is first needed."""

    writer: Callable[[], Writer]
    pool: Callable[[], Pool]


@dataclass(eq=False, slots=True)
class Writing:
    """The writing of one round.

    Args:
        config: the run's.
        sources: its theorems.
        folder: the round's.
        label: of the round, what its random numbers are drawn from.
        desks: model and Lean.
        store: where verdicts about the project's theorems are kept; None for nowhere.
        snapshot_id: what these theorems are of.
        progress: told (phase, done, total, kept).
    """

    config: SelfPlayConfig
    sources: Sources
    folder: Path
    label: str
    desks: Desks
    store: Store | None = None
    snapshot_id: int | None = None
    progress: Callable[[str, int, int, int], None] = lambda phase, done, total, kept: None
    _statements: dict[str, Statement] = field(default_factory=dict)

    def conjectures(self, seeds: Sequence[Seed], wanted: int) -> Conjectures:
        """Asks for conjectures and has them judged.

        Args:
            seeds: in the order in which they are used.
            wanted: most of them to try.
        """
        settings = self.config.conjectures
        asked = repeated(seeds, round(settings.oversample * wanted))
        written = Journal(self.folder / "written.jsonl", Batch, lambda batch: batch.id)
        judged = Journal(self.folder / "judged.jsonl", Judgement, lambda made: made.statement)
        made: dict[str, Conjecture] = {}
        rejected: Counter[str] = Counter()

        def jobs() -> Iterator[Job]:
            prompts = [self._conjecture_prompt(seed) for seed in asked]
            done = self._batches("conjectures", prompts, written, settings.temperature)
            for seed, text in zip(asked, done, strict=True):
                conjecture, reason = self._read(seed, text)
                if conjecture is None:
                    rejected[reason] += 1
                elif conjecture.statement.id in made:
                    rejected[DUPLICATE] += 1
                else:
                    made[conjecture.statement.id] = conjecture
                    if conjecture.statement.id not in judged.values:
                        yield self._judge_job(conjecture.statement)

        def keep(answer: Answer) -> None:
            assert isinstance(answer, Judgement)
            judged.add(answer)
            good = sum(not each.rejected for each in judged.values.values())
            self.progress(f"{self.label} conjectures", len(judged.values), len(asked), good)

        self._run(jobs(), keep)
        accepted: dict[str, Conjecture] = {}
        for conjecture in made.values():
            judgement = judged.values[conjecture.statement.id]
            if judgement.rejected:
                rejected[judgement.rejected] += 1
                continue
            said = said_key(judgement.printed)
            if said in accepted:
                rejected[DUPLICATE] += 1
                continue
            statement = conjecture.statement
            statement = replace(statement, keys=(*statement.keys, said))
            accepted[said] = replace(conjecture, statement=statement)
        chosen = list(accepted.values())
        if len(chosen) > wanted:
            rejected[NOT_DRAWN] += len(chosen) - wanted
            places = sorted(self._rng("drawn").sample(range(len(chosen)), wanted))
            chosen = [chosen[place] for place in places]
        return Conjectures(
            tuple(chosen),
            len(asked),
            dict(sorted(rejected.items())),
            _seconds(written),
            sum(each.seconds for each in judged.values.values()),
        )

    def proofs(
        self,
        targets: Sequence[Statement],
        samples: Sequence[int],
        known: Mapping[str, Sequence[TriedProof]],
        verified: int,
        what: str = "proofs",
    ) -> Proofs:
        """Samples proofs and has them checked.

        Args:
            samples: of each target; none of 0 is tried.
            known: what is known of proofs of targets, by id.
            verified: most proofs of a target to have judged.
            what: name of the files, and of the random numbers.
        """
        places = [target.id for target in targets]
        # File by file: theorems of one file share what Lean keeps of it.
        order = sorted(range(len(targets)), key=lambda at: _file_of(targets[at]))
        targets, samples = [targets[at] for at in order], [samples[at] for at in order]
        written = Journal(self.folder / f"{what}-written.jsonl", Batch, lambda batch: batch.id)
        checked = Journal(self.folder / f"{what}.jsonl", Tried, lambda tried: tried.statement)
        owners = [at for at, count in enumerate(samples) for _ in range(count)]
        lemmas = frozenset(self.sources.lemmas)
        total = sum(count > 0 for count in samples)

        def jobs() -> Iterator[Job]:
            prompts = [self._proof_prompt(targets[at]) for at in owners]
            needed = [targets[at].id not in checked.values for at in owners]
            texts = self._batches(what, prompts, written, self.config.proofs.temperature, needed)
            found: dict[int, list[str]] = defaultdict(list)
            for at, text in zip(owners, texts, strict=True):
                found[at].append(read_proof(text))
                if len(found[at]) < samples[at]:
                    continue
                target, own = targets[at], Counter(text for text in found.pop(at) if text)
                if target.id not in checked.values:
                    mine = [proof for proof in known.get(target.id, ()) if proof.proof in own]
                    yield ProofJob(
                        target, samples[at], tuple(own.items()), verified, lemmas, tuple(mine)
                    )

        def keep(answer: Answer) -> None:
            assert isinstance(answer, Checked)
            if self.store is not None:
                for claim, verdict in answer.verdicts:
                    self.store.add_verdict(
                        claim, verdict, attempt_id=None, snapshot_id=self.snapshot_id
                    )
            checked.add(answer.tried)
            right = sum(bool(each.right) for each in checked.values.values())
            self.progress(f"{self.label} {what}", len(checked.values), total, right)

        self._run(jobs(), keep)
        asked = {target.id for target, count in zip(targets, samples, strict=True) if count}
        tried = tuple(checked.values[name] for name in places if name in asked)
        return Proofs(tried, _seconds(written), sum(each.seconds for each in tried))

    def _run(self, jobs: Iterator[Job], keep: Callable[[Answer], None]) -> None:
        """Opens no pool where no job comes."""
        first = next(jobs, None)
        if first is not None:
            pool = self.desks.pool()
            # As many as keep Lean busy while the next batch is written.
            overlapped(pool, chain([first], jobs), keep, ahead=32 * pool.workers)

    def _batches(
        self,
        what: str,
        prompts: Sequence[str],
        written: Journal[Batch],
        temperature: float,
        needed: Sequence[bool] | None = None,
    ) -> Iterator[str]:
        """The text below each prompt, as it is written; "" of batches that nobody needs."""
        size = self.config.write_batch
        for number, at in enumerate(range(0, len(prompts), size)):
            part = prompts[at : at + size]
            digest = hashlib.sha256(json.dumps(part).encode()).hexdigest()[:16]
            key = f"{number} {digest}"
            if key not in written.values:
                if needed is not None and not any(needed[at : at + size]):
                    yield from [""] * len(part)
                    continue
                writer = self.desks.writer()
                started = time.monotonic()
                texts = tuple(writer.write(part, temperature, self._seed(f"{what} {number}")))
                written.add(Batch(key, texts, round(time.monotonic() - started, 3)))
            yield from written.values[key].texts

    def _conjecture_prompt(self, seed: Seed) -> str:
        statement = self._statement(seed.statement)
        lemma = self.sources.lemmas[seed.lemma].text if seed.lemma else ""
        header = statement.header if self.config.data.header else ""
        return conjecture_prompt(lemma, statement.text, seed.proof, header)

    def _proof_prompt(self, statement: Statement) -> str:
        return proof_prompt(statement.text, statement.header if self.config.data.header else "")

    def _statement(self, name: str) -> Statement:
        if not self._statements:
            known = [theorem.statement for theorem in self.sources.library.theorems]
            known += [goal.statement for goal in self.sources.goals]
            self._statements = {each.id: each for each in [*known, *self.sources.tried]}
        return self._statements[name]

    def _read(self, seed: Seed, text: str) -> tuple[Conjecture | None, str]:
        """The conjecture in a text, or why there is none."""
        said = read_conjecture(text)
        plain = normal(said) if said else ""
        if not plain:
            return None, UNFINISHED
        known = self.sources.texts.get(plain)
        if known is not None:
            return None, HELD_OUT if known in self.sources.held_out_names else RESTATED
        parent = self._statement(seed.statement)
        digest = hashlib.sha256(f"{parent.header}\0{plain}".encode()).hexdigest()
        statement = Statement(
            id=f"conjecture-{digest[:16]}",
            name="",
            text=said,
            base=parent.base,
            scope=parent.scope,
            keys=(text_key(said),),
        )
        return Conjecture(statement, seed), ""

    def _judge_job(self, statement: Statement) -> JudgeJob:
        held_out = self.sources.held_out | self.sources.held_out_names
        return JudgeJob(statement, self._alike(statement.text), held_out)

    def _alike(self, text: str) -> tuple[str, ...]:
        """The theorems to compare with: all, or those that share most words; held-out ones are
        the first."""
        theorems = self.sources.library.theorems
        most = self.config.judge.known
        names = [theorem.statement.name for theorem in theorems]
        if len(theorems) > most:
            words = set(normal(text).split())
            shared = [len(words & set(normal(t.statement.text).split())) for t in theorems]
            best = sorted(range(len(theorems)), key=lambda at: (-shared[at], at))
            apart = self.sources.held_out_names
            names = [names[at] for at in best[:most]] + [n for n in names if n in apart]
        first = [name for name in names if name in self.sources.held_out_names]
        return tuple(dict.fromkeys([*first, *names]))

    def _seed(self, what: str) -> int:
        digest = hashlib.sha256(f"{self.config.seed} {self.label} {what}".encode()).digest()
        return int.from_bytes(digest[:7], "big")

    def _rng(self, what: str) -> random.Random:
        return random.Random(f"{self.config.seed} {self.label} {what}")


def _file_of(statement: Statement) -> str:
    return "" if statement.place is None else statement.place.file


def _seconds(written: Journal[Batch]) -> float:
    return sum(batch.seconds for batch in written.values.values())
