"""Holding a trace to what its steps do: every step run again, and the share that is reproduced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from sensei.core.types import TheoremRef
from sensei.envs.pool import gym_launch
from sensei.envs.process import GymLimits
from sensei.envs.replay import Departure, PrintedGoal, WrittenStep, replay_steps
from sensei.store import Store
from sensei.store.records import GoalRecord, ModuleContents, ModuleRecord
from sensei.store.texts import sha256
from sensei.toolchain.workspace import LeanWorkspace

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class NotReproduced:
    """A step that is not reproduced, and why (``envs.replay.Departure``). Further reasons are
    ``source_changed`` (the file is not the one that was traced) and ``text`` (the recorded text is
    not what stands in the file)."""

    module: str
    declaration: str
    line: int
    text: str
    reason: str
    message: str


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What became of the steps of a snapshot, in the order of modules and places."""

    steps: int
    exceptions: tuple[NotReproduced, ...]

    @property
    def reproduced(self) -> int:
        """How many steps do what was recorded."""
        return self.steps - len(self.exceptions)

    @property
    def share(self) -> float:
        """Their share; 1 where there are none."""
        return self.reproduced / self.steps if self.steps else 1.0

    @property
    def reasons(self) -> Mapping[str, int]:
        """How many exceptions there are of each reason, the most frequent first."""
        return dict(Counter(e.reason for e in self.exceptions).most_common())


def check_steps(
    store: Store,
    modules: Sequence[ModuleRecord],
    workspace: LeanWorkspace,
    *,
    limits: GymLimits,
    jobs: int = 1,
    progress: Progress = lambda module, done, total: None,
) -> CheckReport:
    """Runs every stored step of the modules again.

    Args:
        workspace: the project, built, with the Lean that traced it.
        limits: of each server; ``tactic_s`` is that of a step.
        jobs: servers at a time, one a module.
        progress: told (module, modules done, modules).

    Raises:
        LeanProcessError: a step server does not start.
    """
    steps, exceptions = 0, []
    with ThreadPoolExecutor(jobs) as threads:
        # The store is read by this thread alone.
        contents = (store.contents(module) for module in modules)
        found = threads.map(lambda one: (one, _check(one, workspace, limits)), contents)
        for done, (module, missed) in enumerate(found, 1):
            steps += len(module.steps)
            exceptions += missed
            progress(module.module.name, done, len(modules))
    return CheckReport(steps, tuple(exceptions))


def _check(
    contents: ModuleContents, workspace: LeanWorkspace, limits: GymLimits
) -> list[NotReproduced]:
    names = {declaration.id: declaration.name for declaration in contents.declarations}
    found = _departures(contents, workspace, limits)
    return [
        NotReproduced(
            module=contents.module.name,
            declaration=names.get(step.declaration_id or 0, ""),
            line=step.range.start_line if step.range else 0,
            text=step.text,
            reason=found[number].reason,
            message=found[number].message,
        )
        for number, step in enumerate(contents.steps)
        if number in found
    ]


def _departures(
    contents: ModuleContents, workspace: LeanWorkspace, limits: GymLimits
) -> dict[int, Departure]:
    """By the number of the step."""
    module = contents.module
    if not _is_unchanged(module, workspace):
        changed = Departure("source_changed", f"{module.file} is not as it was traced")
        return dict.fromkeys(range(len(contents.steps)), changed)
    source = contents.source.encode()
    found: dict[int, Departure] = {}
    written: dict[int, WrittenStep] = {}
    for number, step in enumerate(contents.steps):
        place = step.range
        if place is None or source[place.start_byte : place.end_byte] != step.text.encode():
            found[number] = Departure("text", "the file has another text there")
            continue
        written[number] = WrittenStep(
            start=(place.start_line, place.start_column),
            stop=(place.end_line, place.end_column),
            kind=step.kind,
            text=step.text,
            around="" if step.parent is None else contents.steps[step.parent].text,
            before=_printed(contents.goals, step.goals_before),
            after=_printed(contents.goals, step.goals_after),
        )
    if written:
        command = gym_launch(workspace)(TheoremRef("", module.name, module.file))
        outcomes = replay_steps(command, limits, list(written.values()))
        for number, departure in zip(written, outcomes, strict=True):
            if departure is not None:
                found[number] = departure
    return found


def _is_unchanged(module: ModuleRecord, workspace: LeanWorkspace) -> bool:
    try:
        text = (workspace.root / module.file).read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return sha256(text) == module.source_hash


def _printed(goals: Sequence[GoalRecord], positions: Sequence[int]) -> tuple[PrintedGoal, ...]:
    return tuple(PrintedGoal(goals[at].user_name, goals[at].pretty) for at in positions)
