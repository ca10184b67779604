"""An evaluation's theorems, tried by a cluster's provers and recorded in the store here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sensei.core.protocols import Generator
from sensei.core.types import TheoremRef
from sensei.distributed.cluster import RayCluster
from sensei.distributed.wire import Done, Plan, Task
from sensei.provers.generators import NamedGenerator, make_generator
from sensei.provers.prover import Attempt, Recorder
from sensei.search.driver import SearchRun
from sensei.search.events import from_records


def model_plan(
    wanted: str, *, temperature: float | None, project: Path, load_in_4bit: bool = False
) -> Plan:
    """The model of a name, as ``provers.generators.make_generator`` takes it."""
    return Plan(
        "sensei.distributed.evaluation:seeded_generators",
        {
            "wanted": wanted,
            "temperature": temperature,
            "project": str(project),
            "load_in_4bit": load_in_4bit,
        },
    )


def seeded_generators(config: dict[str, Any]) -> Callable[[int], Generator]:
    """A function from a seed to its generator; the model is loaded once."""
    named: NamedGenerator = make_generator(
        config["wanted"],
        seed=0,
        temperature=config["temperature"],
        project=Path(config["project"]),
        load_in_4bit=config["load_in_4bit"],
    )
    return lambda seed: named.seeded(seed).generator


def evaluate_on(
    cluster: RayCluster,
    theorems: Sequence[TheoremRef],
    sample: int,
    recorder: Recorder | None,
    progress: Callable[[int, int, Attempt], None] = lambda done, total, attempt: None,
) -> list[Attempt]:
    """Tries every theorem once (provers.evaluate.evaluate), each recorded as it comes.

    Returns:
        The attempts, in the order of ``theorems``.
    """
    by_theorem: dict[TheoremRef, Attempt] = {}

    def keep(done: int, total: int, one: Done) -> None:
        attempt = by_theorem[one.theorem] = recorded(one, recorder)
        progress(done, total, attempt)

    cluster.prove([Task(theorem, sample) for theorem in theorems], progress=keep)
    return [by_theorem[theorem] for theorem in theorems]


def recorded(done: Done, recorder: Recorder | None) -> Attempt:
    """The attempt that a worker made, kept."""
    kept = None
    if recorder is not None and done.kept is not None:
        search = done.kept
        run = SearchRun(search.result, from_records(search.events))
        kept = recorder.keep(run, done.theorem, search.budget, search.proof)
        for claim, verdict in done.judged:
            recorder.judge(kept, claim, verdict)
    return Attempt(done.theorem, done.result, done.proof, done.verdict, done.error, kept)
