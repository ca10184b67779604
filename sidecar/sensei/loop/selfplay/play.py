"""Self-play: a first model, rounds of conjecturing and proving, and a final model.

Everything a run has done is in its folder, line by line, and each step asks there whether it is
done; so the same command goes on wherever it was ended, and comes to what it would have come to.
What writes, trains and asks Lean is behind ``shop.Shop``.

Source: Dong and Ma 2025 (arXiv:2502.00212).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sensei import __version__
from sensei.core.errors import SenseiError, UsageError
from sensei.data.stp import read_stp_examples
from sensei.loop.rounds import only_loop
from sensei.loop.selfplay.config import SelfPlayConfig
from sensei.loop.selfplay.folder import read_json, write_json, write_lines
from sensei.loop.selfplay.goals import GoalTheorem, checked_goals, goal_theorems
from sensei.loop.selfplay.lessons import (
    Taught,
    check_held_out,
    conjecture_lesson,
    first_lessons,
    proof_lesson,
)
from sensei.loop.selfplay.matching import costs, exact_weights, greedy_weights
from sensei.loop.selfplay.pool import Pool
from sensei.loop.selfplay.report import Measured, RoundReport, SelfPlayReport, measured_of
from sensei.loop.selfplay.selection import (
    Weighted,
    final_proofs,
    pick_conjectures,
    pick_seeds,
    replayed,
    samples_each,
    to_try,
)
from sensei.loop.selfplay.shop import Shop, Writer
from sensei.loop.selfplay.sources import Sources, read_sources, taught_as_tried, text_key
from sensei.loop.selfplay.statements import read_library
from sensei.loop.selfplay.values import NOT_JUDGED, Conjecture, Statement, Tried, TriedProof
from sensei.loop.selfplay.writing import Conjectures, Desks, Writing
from sensei.models.checkpoint import MANIFEST, Manifest, read_manifest
from sensei.models.statement_prompt import Lesson, statement_prompt_hash
from sensei.provers.benchmark import evaluation_key
from sensei.store import Store
from sensei.store.records import RunRecord, SplitRecord

KIND = "selfplay"


@dataclass(slots=True)
class _State:
    """What the rounds so far have come to."""

    model: str
    latest: dict[str, Tried] = field(default_factory=dict)
    replay: list[list[Tried]] = field(default_factory=list)
    all_rounds: list[list[Tried]] = field(default_factory=list)
    statements: dict[str, Statement] = field(default_factory=dict)
    proofs: dict[str, dict[str, TriedProof]] = field(default_factory=dict)
    proved: set[str] = field(default_factory=set)


@dataclass(slots=True)
class SelfPlay:
    """Self-play over the theorems of one project.

    Args:
        store: where traces are, and where runs, rounds and verdicts are kept.
        config: what to do.
        root: the project.
        shop: models, trainings, Lean.
        say: told in words what is begun.
        progress: told (phase, done, total, kept) within a round.
        finished: told of each round at its end.
    """

    store: Store
    config: SelfPlayConfig
    root: Path
    shop: Shop
    say: Callable[[str], None] = lambda text: None
    progress: Callable[[str, int, int, int], None] = lambda phase, done, total, kept: None
    finished: Callable[[RoundReport], None] = lambda made: None
    _split: SplitRecord = field(init=False)
    _sources: Sources = field(init=False)
    _first: list[Taught] = field(init=False, default_factory=list)
    # One for all rounds: what it keeps warm costs seconds to start.
    _pool: Pool | None = field(init=False, default=None)
    _pools: ExitStack = field(init=False, default_factory=ExitStack)

    @property
    def folder(self) -> Path:
        """The folder of the run."""
        return self.root / ".lake" / "sensei" / KIND / self.config.name

    def sources(self) -> Sources:
        """The theorems, by what they are for; without what only Lean can say of them."""
        self._split = self.store.split(self.config.data.split)
        return read_sources(self.store, self._split, self.config, self.shop.imports(), {})

    def run(self, *, restart: bool = False) -> SelfPlayReport:
        """Does what is not done yet.

        Args:
            restart: begin anew even if a run of this name is there; its folder is kept beside.

        Raises:
            UsageError: the run of this name has another configuration, or runs at this moment.
            SenseiError: a training failed, or Lean cannot be worked with.
        """
        self._split = self.store.split(self.config.data.split)
        self._pool, self._pools = None, ExitStack()
        with only_loop(self.root, self.config.name, KIND):
            run = self._open(restart)
            try:
                with self._pools:
                    report = self._play(run)
            except BaseException as error:
                status = "failed" if isinstance(error, SenseiError) else "interrupted"
                known = {**self.store.run(run.id).metrics, "error": str(error)[:500]}
                self.store.finish_run(run.id, status=status, metrics=known)
                raise
            self.store.finish_run(run.id, metrics=_metrics(report.rounds, report))
        return report

    def _open(self, restart: bool) -> RunRecord:
        """The run in the store, and its folder."""
        config = self.config.model_dump(mode="json")
        lasting = {key: value for key, value in config.items() if key != "rounds"}
        identity = {
            "config": lasting,
            "split": self._split.dataset_hash,
            "shop": list(self.shop.identity()),
            "prompt": statement_prompt_hash(),
        }
        key = evaluation_key(identity)
        about = self.folder / "run.json"
        known = read_json(about)
        if known is not None and not restart and known["key"] != key:
            raise UsageError(
                f"the self-play {self.config.name} was begun with another configuration, split, "
                "model or Lean",
                "give it another name, or --restart to begin anew",
            )
        if known is not None and restart:
            number = 1
            while self.folder.with_name(f"{self.config.name}.{number}").exists():
                number += 1
            self.folder.rename(self.folder.with_name(f"{self.config.name}.{number}"))
            known = None
        if known is None:
            run_id = self.store.add_run(
                KIND,
                split_id=self._split.id,
                dataset_hash=self._split.dataset_hash,
                seed=self.config.seed,
                config=config | {"key": key},
                code_version=__version__,
            )
            known = {"key": key, "run": run_id, "code_version": __version__, **identity}
        write_json(about, {**known, "config": config})
        return self.store.run(int(known["run"]))

    def _play(self, run: RunRecord) -> SelfPlayReport:
        self._sources = self._with_types()
        first = self._first_model()
        state = _State(str(first))
        state.statements = {each.id: each for each in self._sources.tried}
        rounds: list[RoundReport] = []
        every = self.config.final.every
        for number in range(1, self.config.rounds + 1):
            made = self._round(number, state, str(first))
            rounds.append(made)
            self.store.finish_run(run.id, status="running", metrics=_metrics(rounds, None))
            self.finished(made)
            if every is not None and number % every == 0 and number < self.config.rounds:
                refreshed = self._final(f"refreshed-{number:03}", state)
                if refreshed is not None:
                    state.model, state.replay = str(refreshed), []
        final = self._final("final", state) if self.config.final.enabled else None
        last = str(final) if final is not None else state.model
        measured = self._measured(f"final-{self.config.rounds:03}", last)
        return SelfPlayReport(
            run.id,
            str(self.folder),
            tuple(rounds),
            last,
            measured,
            self._sources.left_out,
            self.config.model_dump(mode="json"),
        )

    def _with_types(self) -> Sources:
        """The theorems with hashes of what Lean prints of them, asked once a run."""
        path = self.folder / "types.json"
        library = read_library(self.store, self._split.snapshot_id, self.shop.imports())
        printed = read_json(path)
        if printed is None:
            self.say(f"{self.config.name}: Lean prints {len(library.theorems)} statements")
            printed = self.shop.printed([t.statement.name for t in library.theorems])
            write_json(path, printed)
        return read_sources(
            self.store, self._split, self.config, self.shop.imports(), printed, library
        )

    # Models.

    def _first_model(self) -> Path:
        data = self.config.data
        if data.goals:
            self._sources = self._sources.with_goals(self._goals())
        self._first = first_lessons(
            self._sources.library,
            self._sources.taught,
            self._sources.held_out,
            tuples=self.config.conjectures.tuples,
            header=data.header,
            conjectures=self.config.conjectures.taught,
            goals=self._sources.goals,
            neighbours=self.config.conjectures.neighbours,
        )
        for path in data.examples:
            for example in read_stp_examples(Path(path)):
                key = text_key(example.statement)
                if key not in self._sources.held_out:
                    about = f"{path}, example {example.number}"
                    self._first.append(Taught(example.lesson, about, (key,)))
        model, _, _ = self._trained("first", self.config.model, self._first, first=True)
        return model

    def _goals(self) -> list[GoalTheorem]:
        """The goals of the taught proofs that Lean reads back."""
        sources = self._sources
        goals = goal_theorems(self.store, self._split.snapshot_id, sources.library, sources.taught)
        self.say(f"{self.config.name}: {len(goals)} goals of taught proofs")
        return checked_goals(
            goals,
            sources.held_out,
            sorted(sources.held_out_names),
            self.folder / "goals",
            self._lean,
            lambda done, total, kept: self.progress("goals", done, total, kept),
        )

    def _trained(
        self, name: str, model: str, taught: Sequence[Taught], *, first: bool
    ) -> tuple[Path, int, Manifest]:
        """A checkpoint, trained if it is not there; how many lessons were checked; its manifest.

        Raises:
            HeldOutError: a lesson is about a held-out statement.
        """
        checked = check_held_out(taught, self._sources.held_out, f"{self.config.name} {name}")
        output = self.folder / "models" / name
        lessons = [each.lesson for each in taught]
        if not (output / MANIFEST).is_file():
            write_lines(self.folder / "lessons" / f"{name}.jsonl", lessons)
            self.say(f"{self.config.name}: training {name} on {len(lessons)} lessons")
            train = self.config.train
            self.shop.train(
                model,
                lessons,
                output,
                epochs=train.epochs if first else train.round_epochs,
                lr=None if first else train.round_lr,
            )
        manifest = read_manifest(output, None)
        if all(known.path != str(output.resolve()) for known in self.store.checkpoints()):
            self.store.add_checkpoint(
                f"{self.config.name}-{name}",
                run_id=None,
                kind=manifest.kind,
                path=str(output.resolve()),
                manifest=manifest.model_dump(mode="json"),
            )
        return output, checked, manifest

    def _final(self, name: str, state: _State) -> Path | None:
        """A model from the base on all that was proved and the first lessons; None where nothing
        was proved."""
        settings = self.config.final
        rng = random.Random(f"{self.config.seed} {name}")
        proofs = final_proofs(state.all_rounds, settings, rng)
        if not proofs:
            return None
        taught = [*self._first, *self._proof_lessons(proofs, state)]
        name = f"{name}-{len(state.all_rounds):03}" if name == "final" else name
        return self._trained(name, self.config.model, taught, first=True)[0]

    # Rounds.

    def _round(self, number: int, state: _State, first: str) -> RoundReport:
        config = self.config
        label = f"round-{number:03}"
        model = state.model
        measured = self._measured(label, model)
        with ExitStack() as stack:
            writing = self._writing(label, model, stack)
            rng = random.Random(f"{config.seed} {label} chosen")
            chosen = to_try(self._sources.tried, state.latest, config.proofs, rng)
            made = self._conjectures(writing, state, len(chosen), rng)
            targets = [*chosen, *(each.statement for each in made.tried)]
            state.statements |= {each.statement.id: each.statement for each in made.tried}
            done = writing.proofs(
                targets,
                samples_each(len(targets), number, config.proofs),
                {key: list(known.values()) for key, known in state.proofs.items()},
                config.proofs.verified,
            )
            tried = {each.statement: each for each in done.tried}
            own = [tried[each.id] for each in chosen if each.id in tried]
            self._remember(state, own, done.tried)
            pairs = [(c, tried[c.statement.id]) for c in made.tried if c.statement.id in tried]
            kept = pick_conjectures(pairs, config.select)
            weights = self._weights(label, kept, state, writing.desks)
        proofs = replayed(state.replay, config.replay)
        lessons = self._proof_lessons(proofs, state)
        lessons += [
            self._conjecture_lesson(conjecture, weight, state)
            for conjecture, weight in zip(kept, weights, strict=True)
            if weight > 0
        ]
        checked, seconds = 0, 0.0
        if lessons:
            start = model if config.replay.from_previous else first
            output, checked, manifest = self._trained(
                label, start, [*lessons, *self._repeated_first(lessons)], first=False
            )
            state.model, seconds = str(output), manifest.metrics.get("seconds", 0.0)
        else:
            self.say(f"{config.name} {label}: nothing to learn from")
        refused = sum(each.refused for each in done.tried)
        if refused:
            self.say(
                f"WARNING: {config.name} {label}: a second checker refused {refused} proofs that "
                "Lean accepted; they are not right, and not learned from"
            )
        return RoundReport(
            round=number,
            model=Path(model).name,
            statements=len(own),
            proved=sum(bool(each.right) for each in own),
            total=len(state.proved),
            asked=made.asked,
            conjectures=len(made.tried),
            rejected=made.rejected,
            conjectures_proved=sum(bool(each.right) for _, each in pairs),
            kept=len(kept),
            proofs=len(proofs),
            samples=sum(each.samples for each in done.tried),
            checks=sum(each.checks for each in done.tried),
            verdicts=sum(each.verdicts for each in done.tried),
            lessons_checked=checked,
            write_seconds=round(made.write_seconds + done.write_seconds, 1),
            lean_seconds=round(made.lean_seconds + done.lean_seconds, 1),
            train_seconds=round(seconds, 1),
            measured=measured,
            tier_b=sum(each.tier_b for each in done.tried),
            refused=refused,
        )

    def _writing(self, label: str, model: str, stack: ExitStack) -> Writing:
        writers: list[Writer] = []

        def writer() -> Writer:
            if not writers:
                writers.append(stack.enter_context(self.shop.writer(Path(model))))
            return writers[0]

        return Writing(
            config=self.config,
            sources=self._sources,
            folder=self.folder / label,
            label=label,
            desks=Desks(writer, self._lean),
            store=self.store,
            snapshot_id=self._split.snapshot_id,
            progress=self.progress,
        )

    def _lean(self) -> Pool:
        if self._pool is None:
            self._pool = self._pools.enter_context(self.shop.pool())
        return self._pool

    def _conjectures(
        self, writing: Writing, state: _State, statements: int, rng: random.Random
    ) -> Conjectures:
        settings = self.config.conjectures
        if not settings.enabled:
            return Conjectures((), 0, {}, 0.0, 0.0)
        proved = [
            (each, state.latest[each.id]) for each in self._sources.tried if each.id in state.latest
        ]
        if settings.taught_seeds:
            proved += taught_as_tried(self._sources)
        seeds = pick_seeds(proved, self._sources.lemmas, settings, rng)
        return writing.conjectures(seeds, round(settings.multiplier * statements))

    def _remember(self, state: _State, own: Sequence[Tried], tried: Sequence[Tried]) -> None:
        state.latest |= {each.statement: each for each in own}
        state.proved |= {each.statement for each in own if each.right}
        state.replay.append(list(tried))
        state.all_rounds.append(list(tried))
        for each in tried:
            known = state.proofs.setdefault(each.statement, {})
            known |= {p.proof: p for p in each.proofs if p.outcome != NOT_JUDGED}

    def _weights(
        self, label: str, kept: Sequence[Conjecture], state: _State, desks: Desks
    ) -> list[float]:
        """A weight for each conjecture that is learned."""
        settings = self.config.select
        unproved = [each for each in self._sources.tried if each.id not in state.proved]
        if settings.matching == "none" or not kept or not unproved:
            return [1.0] * len(kept)
        path = self.folder / label / "weights.json"
        known = read_json(path)
        if known is None or set(known) != {each.statement.id for each in kept}:
            texts = [each.statement.text for each in kept] + [each.text for each in unproved]
            vectors = desks.writer().embed(texts)
            cost = costs(vectors[: len(kept)], vectors[len(kept) :])
            weigh = exact_weights if settings.matching == "exact" else greedy_weights
            found = weigh(cost, settings.capacity).tolist()
            known = {c.statement.id: round(w, 9) for c, w in zip(kept, found, strict=True)}
            write_json(path, known)
        return [float(known[each.statement.id]) for each in kept]

    def _proof_lessons(self, proofs: Sequence[Weighted], state: _State) -> list[Taught]:
        header = self.config.data.header
        return [
            proof_lesson(state.statements[each.statement], each.proof, each.weight, header)
            for each in proofs
        ]

    def _conjecture_lesson(self, made: Conjecture, weight: float, state: _State) -> Taught:
        seed = self._taught_statements().get(made.seed.statement)
        if seed is None:
            seed = state.statements[made.seed.statement]
        lemma = self._sources.lemmas[made.seed.lemma].text if made.seed.lemma else ""
        header = self.config.data.header
        return conjecture_lesson(lemma, seed, made.seed.proof, made.statement, weight, header)

    def _taught_statements(self) -> dict[str, Statement]:
        own = [each.statement for each in self._sources.taught]
        own += [each.statement for each in self._sources.goals]
        return {each.id: each for each in own}

    def _repeated_first(self, lessons: Sequence[Taught]) -> list[Taught]:
        """The first lessons with their share of the weight."""
        share = self.config.replay.taught_share
        if not share or not self._first:
            return []
        total = sum(each.lesson.weight for each in lessons)
        weight = share / (1 - share) * total / len(self._first)
        return [
            Taught(
                Lesson(each.lesson.prompt, each.lesson.completion, weight), each.about, each.keys
            )
            for each in self._first
        ]

    def _measured(self, label: str, model: str) -> Measured | None:
        """pass@k of a model on the held-out theorems that are measured."""
        settings = self.config.measure
        if not self._sources.measured:
            return None
        with ExitStack() as stack:
            done = self._writing(label, model, stack).proofs(
                self._sources.measured,
                [settings.samples] * len(self._sources.measured),
                {},
                settings.samples,
                what="measured",
            )
        measured = measured_of(done.tried, settings.samples, settings.k, self.config.seed)
        write_json(self.folder / label / "measured.json", asdict(measured))
        return measured


def _metrics(rounds: Sequence[RoundReport], report: SelfPlayReport | None) -> dict[str, Any]:
    made: dict[str, Any] = {"rounds": [each.to_json() for each in rounds]}
    if report is not None:
        whole = report.to_json()
        made |= {key: whole[key] for key in ("final", "folder", "measured", "left_out")}
    return made
