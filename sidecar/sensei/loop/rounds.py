"""The rounds of a loop: evaluate, train, evaluate with what was trained.

Nothing is kept but what the database and the checkpoint folders hold, and each step says by itself
whether it is done: a result by its row, an evaluation when it has all its results, a training when
its checkpoint is whole. So a loop that was ended in any way, at any moment, goes on where it was
and finds what it would have found. What evaluates and what trains are behind ``Workshop``.
"""

from __future__ import annotations

import fcntl
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Protocol

from sensei import __version__
from sensei.core.errors import CheckpointError, SenseiError, UsageError
from sensei.core.protocols import Environment
from sensei.core.types import Claim, TheoremRef, Verdict
from sensei.data.found import held_out_statements
from sensei.loop.config import LoopConfig, TrainCommand
from sensei.loop.second import SecondLook, look_again
from sensei.models.checkpoint import CRITIC, GENERATORS, MANIFEST, PROGRESS, Manifest, read_manifest
from sensei.provers.benchmark import evaluation_key, run_evaluation
from sensei.provers.prover import Prover
from sensei.search.options import ASK_CRITICS
from sensei.store import Store
from sensei.store.records import EvaluationResult, RunRecord, SplitMember, SplitRecord

KIND = "loop"
#: What may be changed of a loop that is gone on with.
_FREE = ("rounds", "second_share")
#: Trainings that are told evaluations and what is held out. The others read the split's own part
#: of what is in the store.
LEARN_FROM_FOUND = ("sft", "dpo", "ilql", "critic")
#: The models of a round, by their role.
Models = dict[str, str]
_KINDS = {"generator": GENERATORS, "critic": (CRITIC, PROGRESS), "progress": (PROGRESS,)}


class Bench(Protocol):
    """Provers with certain models, and where they run."""

    @property
    def workers(self) -> int:
        """Theorems at a time."""
        ...

    def prover(self, seed: int) -> Prover:
        """The prover of one sample."""
        ...

    def environment(self) -> Environment:
        """An environment for one worker."""
        ...

    def interrupt(self) -> None:
        """Makes the environments fail."""
        ...


class Workshop(Protocol):
    """What a loop needs: provers, and trainings."""

    def identity(self) -> Sequence[str]:
        """What results depend on beside the configuration: the Lean, for one."""
        ...

    def weights(self, generator: str) -> str:
        """A hash of a generator's weights; "" for one that has none.

        Raises:
            CheckpointError: there is no such generator.
        """
        ...

    def bench(self, generator: str, critic: str = "") -> AbstractContextManager[Bench]:
        """Provers with this generator, and this critic or progress model if there is one."""
        ...

    def second(self, claims: Sequence[Claim]) -> Sequence[Verdict | SenseiError] | None:
        """What the verifier says of claims with a second checker; None where there is none."""
        ...

    def train(self, words: Sequence[str]) -> None:
        """Runs one training command to its end.

        Raises:
            SenseiError: it ended without a checkpoint.
        """
        ...


@dataclass(frozen=True, slots=True)
class Round:
    """What one round came to.

    Args:
        round: from 1.
        generator: what it evaluated with.
        evaluation: its number in the store.
        tried: theorems.
        claimed, verified: theorems with a claim, and with a proof that Lean accepted.
        new: verified ones that no earlier round proved.
        proved: theorems proved in this round or before.
        errors: samples for which something outside the search failed.
        sampled: proofs that a second checker was to judge as well.
        tier_b, refused: of them, accepted by it, and refused: not verified, not learned from.
        measured, measured_verified: held-out theorems tried, and proved.
        seconds: of searches and verdicts, summed over the theorems.
        model_calls, tactic_calls: summed over all that was tried.
        train_seconds: of the trainings after it.
        trained: names of their checkpoints.
        critic: the critic or progress model it evaluated with, or "".
    """

    round: int
    generator: str
    evaluation: int
    tried: int
    claimed: int
    verified: int
    new: int
    proved: int
    errors: int
    measured: int
    measured_verified: int
    seconds: float
    model_calls: int
    tactic_calls: int
    train_seconds: float = 0.0
    trained: tuple[str, ...] = ()
    critic: str = ""
    sampled: int = 0
    tier_b: int = 0
    refused: int = 0


@dataclass(frozen=True, slots=True)
class LoopReport:
    """A finished loop: its run in the store, its rounds, and the generator that came out of it."""

    run: int
    rounds: tuple[Round, ...]
    generator: str


@dataclass(slots=True)
class Loop:
    """A loop over the theorems of one project.

    Args:
        store: where everything is kept.
        config: what to do.
        root: the project.
        workshop: provers and trainings.
        database: what training commands are told of the database; "" for nothing.
        say: told in words what is begun.
        progress: told (phase, done, total, verified) within an evaluation.
        finished: told of each round when its evaluation is over, and again after its trainings.
    """

    store: Store
    config: LoopConfig
    root: Path
    workshop: Workshop
    database: str = ""
    say: Callable[[str], None] = lambda text: None
    progress: Callable[[str, int, int, int], None] = lambda phase, done, total, verified: None
    finished: Callable[[Round], None] = lambda made: None
    _split: SplitRecord = field(init=False)
    _key: str = field(init=False, default="")
    _evaluations: list[int] = field(init=False, default_factory=list)
    _proved: set[str] = field(init=False, default_factory=set)

    def run(self, *, restart: bool = False) -> LoopReport:
        """Does what is not done yet.

        Args:
            restart: begin anew even if a loop of this name is there; what it left stays.

        Raises:
            UsageError: the loop of this name has another configuration, or runs at this moment.
            SenseiError: a training failed.
        """
        self._split = self.store.split(self.config.split)
        theorems = self.theorems()
        with only_loop(self.root, self.config.name):
            run = self._open(theorems, restart)
            try:
                report = self._rounds(run, theorems)
            except BaseException as error:
                status = "failed" if isinstance(error, SenseiError) else "interrupted"
                self.store.finish_run(run.id, status=status, metrics={"error": str(error)[:500]})
                raise
            rounds = [asdict(made) for made in report.rounds]
            self.store.finish_run(run.id, metrics={"rounds": rounds, "generator": report.generator})
        return report

    def theorems(self) -> dict[str, TheoremRef]:
        """What is tried, by name, in order.

        Raises:
            UsageError: there is nothing to try.
        """
        self._split = self.store.split(self.config.split)
        held_out = held_out_statements(self._split, self.config.held_out)
        chosen = self._members(self.config.part, self.config.limit)
        leaks = [member for member in chosen if member.type_hash in held_out]
        if leaks:
            raise UsageError(
                f"{leaks[0].theorem} of the part {self.config.part!r} has the statement of a "
                "theorem that is held out",
                "split again: sensei data split",
            )
        if not chosen:
            raise UsageError(
                f"the split {self._split.name} has no {self.config.part} theorems to try",
                "sensei data show",
            )
        return _by_name(chosen)

    def _members(self, part: str, limit: int | None) -> list[SplitMember]:
        """Theorems of the split's own project, shuffled by the seed."""
        own = [m for m in self._split.part(part) if m.snapshot_id == self._split.snapshot_id]
        if self.config.shuffle:
            random.Random(f"{self.config.seed} {part}").shuffle(own)
        return own[:limit]

    def _open(self, theorems: dict[str, TheoremRef], restart: bool) -> RunRecord:
        """The loop's run in the store, made if there is none."""
        config = self.config.model_dump(mode="json")
        identity = {
            "config": {key: value for key, value in config.items() if key not in _FREE},
            "split": self._split.dataset_hash,
            "theorems": [asdict(theorem) for theorem in theorems.values()],
            "weights": self.workshop.weights(self.config.generator),
            "workshop": list(self.workshop.identity()),
        }
        key = evaluation_key(identity)
        mine = [
            run
            for run in self.store.runs()
            if run.kind == KIND and run.config.get("name") == self.config.name
        ]
        self._key = key
        repetition = mine[-1].config["repetition"] if mine else 0
        if mine and not restart:
            if mine[-1].config["key"] != key:
                raise UsageError(
                    f"the loop {self.config.name} was begun with another configuration, split, "
                    "Lean or generator",
                    "give it another name, or --restart to begin anew",
                )
        else:
            repetition += bool(mine)
            self.store.add_run(
                KIND,
                split_id=self._split.id,
                dataset_hash=self._split.dataset_hash,
                seed=self.config.seed,
                config=config | {"key": key, "repetition": repetition},
                code_version=__version__,
            )
            mine = [run for run in self.store.runs() if run.kind == KIND]
        self._key = evaluation_key({"key": key, "repetition": repetition})
        return mine[-1]

    def _rounds(self, run: RunRecord, theorems: dict[str, TheoremRef]) -> LoopReport:
        self._evaluations, self._proved = [], set()
        models = {"generator": self.config.generator, "critic": self.config.search.critic}
        self._train(0, models, before=True)
        rounds = []
        for number in range(1, self.config.rounds + 1):
            made = self._evaluate(run, number, models, theorems)
            self.finished(made)
            if number < self.config.rounds or self.config.train_after_last:
                trained = self._train(number, models)
                spent = sum(manifest.metrics.get("seconds", 0.0) for _, manifest in trained)
                made = _with(made, spent, tuple(name for name, _ in trained))
                if trained:
                    self.finished(made)
            rounds.append(made)
        return LoopReport(run.id, tuple(rounds), models["generator"])

    def _evaluate(
        self, run: RunRecord, number: int, models: Models, theorems: dict[str, TheoremRef]
    ) -> Round:
        """One round's evaluations; what they learn is kept in this object too."""
        generator = models["generator"]
        critic = models["critic"] or models.get("progress", "")
        if self.config.search.algorithm not in ASK_CRITICS:
            critic = ""
        tried = {
            name: theorem
            for name, theorem in theorems.items()
            if not (self.config.skip_proved and name in self._proved)
        }
        measured = _by_name(self._members(self.config.measure_part, self.config.measure or None))
        if not self.config.measure:
            measured = {}
        with ExitStack() as stack:
            opened: list[Bench] = []

            def bench() -> Bench:
                """One for both; none where nothing is left to do."""
                if not opened:
                    opened.append(stack.enter_context(self.workshop.bench(generator, critic)))
                return opened[0]

            told = {"generator": generator, "weights": self.workshop.weights(generator)}
            if critic:
                told |= {"critic": critic, "critic_weights": self.workshop.weights(critic)}
            evaluation, results = self._results(run, number, "", told, tried, bench)
            self._evaluations.append(evaluation)
            _, others = self._results(run, number, " held out", told, measured, bench)
        again = self._second_look(number, results, tried)
        verified = {r.problem for r in results if r.verified and r not in again.refused}
        new = verified - self._proved
        self._proved |= verified
        both = [*results, *others]
        return Round(
            round=number,
            generator=generator,
            evaluation=evaluation,
            tried=len(tried),
            claimed=len({r.problem for r in results if r.proof is not None}),
            verified=len(verified),
            new=len(new),
            proved=len(self._proved),
            errors=sum(result.outcome == "error" for result in both),
            measured=len(measured),
            measured_verified=len({r.problem for r in others if r.verified}),
            seconds=round(sum(r.seconds + r.verify_seconds for r in both), 3),
            model_calls=sum(result.model_calls for result in both),
            tactic_calls=sum(result.tactic_calls for result in both),
            critic=critic,
            sampled=again.sampled,
            tier_b=again.accepted,
            refused=len(again.refused),
        )

    def _second_look(
        self, number: int, results: Sequence[EvaluationResult], theorems: dict[str, TheoremRef]
    ) -> SecondLook:
        """Some of a round's proofs, judged by a second checker."""
        share, seed = self.config.second_share, self.config.seed
        again = look_again(self.store, results, theorems, share, seed, self.workshop.second)
        for line in again.told(f"{self.config.name} round {number}"):
            self.say(line)
        return again

    def _results(
        self,
        run: RunRecord,
        number: int,
        what: str,
        told: dict[str, str],
        theorems: dict[str, TheoremRef],
        open_bench: Callable[[], Bench],
    ) -> tuple[int, list[EvaluationResult]]:
        """All results of an evaluation, and its number; done as far as it is not."""
        title = f"{self.config.name} round {number}{what}"
        config = {"loop": run.id, "key": self._key, "round": number, "what": what.strip()}
        evaluation = self.store.open_evaluation(
            evaluation_key(config),
            benchmark=title,
            config=config | told,
            snapshot_id=self._split.snapshot_id,
        )
        samples = self.config.search.samples
        kept = self.store.evaluation_results(evaluation.id)
        if evaluation.finished_at is not None or not theorems:
            return evaluation.id, kept
        self.say(f"{title}: {len(theorems)} theorems with {Path(told['generator']).name}")
        first_seed = self.config.seed + number * samples
        bench = open_bench()
        return evaluation.id, run_evaluation(
            self.store,
            evaluation,
            list(theorems),
            list(theorems.values()),
            samples,
            lambda sample: bench.prover(first_seed + sample),
            bench.environment,
            workers=bench.workers,
            progress=lambda done, total, verified: self.progress(title, done, total, verified),
            interrupt=bench.interrupt,
        )

    def _train(
        self, number: int, models: Models, *, before: bool = False
    ) -> list[tuple[str, Manifest]]:
        """The trainings after a round, each with the models that those before it made; gives the
        checkpoints."""
        made = []
        for place, command in enumerate(self.config.train):
            if before and not command.before_first:
                continue
            if not before and not self._proved:
                self.say("nothing is verified yet: there is nothing to learn from")
                break
            folder, manifest = self._trained(number, place, command, models)
            made.append((folder.name, manifest))
            if command.role is not None:
                if manifest.kind not in _KINDS[command.role]:
                    raise UsageError(
                        f"sensei {command.command} makes a {manifest.kind}, which cannot take the "
                        f"place of the {command.role}",
                        "leave updates out, or name what it trains",
                    )
                models[command.role] = str(folder)
        return made

    def _trained(
        self, number: int, place: int, command: TrainCommand, models: Models
    ) -> tuple[Path, Manifest]:
        """The checkpoint of one training, trained if it is not there."""
        which = f"-{place + 1}" if len(self.config.train) > 1 else ""
        name = f"{self.config.name}-{self._key[:8]}-round{number}{which}"
        folder = self.root / ".lake" / "sensei" / "checkpoints" / name
        if not (folder / MANIFEST).is_file():
            words = [*command.words, "--project", str(self.root), "--split", self.config.split]
            if self.database:
                words += ["--database", self.database]
            if command.words[1] in LEARN_FROM_FOUND:
                words += ["--held-out", *self.config.held_out]
                if self._evaluations:
                    words += ["--from-evaluations", *map(str, self._evaluations)]
            previous = models.get(command.role or "generator", "")
            if command.from_previous and previous and Path(previous).is_dir():
                words += ["--model", previous]
            if command.words[1] == "grpo" and models.get("progress") and _wants_progress(words):
                words += ["--progress", models["progress"]]
            words += ["--seed", str(self.config.seed), "--output", str(folder), "--resume"]
            self.say(f"{self.config.name} round {number}: sensei {command.command}")
            self.workshop.train(words)
        manifest = read_manifest(folder, None)
        if all(known.path != str(folder.resolve()) for known in self.store.checkpoints()):
            # The training was ended between writing the checkpoint and saying so.
            self.store.add_checkpoint(
                folder.name,
                run_id=None,
                kind=manifest.kind,
                path=str(folder.resolve()),
                manifest=manifest.model_dump(mode="json"),
            )
        return folder, manifest


def _wants_progress(words: Sequence[str]) -> bool:
    """Whether a training asks for a progress model, and names none itself."""
    rewards = {part for word in words for part in word.removeprefix("--reward=").split("=")[:1]}
    return "progress" in rewards and all(not word.startswith("--progress") for word in words)


def _with(made: Round, seconds: float, trained: tuple[str, ...]) -> Round:
    values = asdict(made) | {"train_seconds": round(seconds, 1), "trained": trained}
    return Round(**values)


def _by_name(members: Sequence[SplitMember]) -> dict[str, TheoremRef]:
    """Theorems by name; where several have one, with their module."""
    names = Counter(member.theorem for member in members)
    return {
        m.theorem if names[m.theorem] == 1 else f"{m.theorem} ({m.module})": m.ref for m in members
    }


@contextmanager
def only_loop(root: Path, name: str, what: str = "loop") -> Iterator[None]:
    """Holds the loop of this name; the system lets go however it ends.

    Args:
        what: loops of another kind have names of their own.

    Raises:
        UsageError: it runs already.
        CheckpointError: nothing can be kept in the project.
    """
    folder = root / ".lake" / "sensei" / f"{what}s"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / f"{name}.lock").open("a")
    except OSError as error:
        raise CheckpointError(
            f"nothing can be kept in {folder}: {error.strerror}", "make the folder writable"
        ) from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(
                f"the {what} {name} is running already", "wait for it to end"
            ) from None
        yield
