"""Running the tactics of a file again, each from the state it was written for.

The step server finds that state in its own elaboration of the file (``gym.replay``, docs/gym.md). A
step is reproduced if it runs there and leaves the goals that were recorded: the same number in the
same order, with the same case names, printed the same up to the numbers of metavariables, which
differ from one elaboration to the next. Names that users cannot write keep their daggers and their
numbers: the context decides those.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sensei.core.errors import LeanProcessError
from sensei.envs.process import GymDied, GymLimits, GymProcess, LeanCommand

# What is sent at once; a server that dies over them gets them one by one.
_TOGETHER = 24
_METAVARIABLE = re.compile(r"\?([mu])\.\d+")


@dataclass(frozen=True, slots=True)
class PrintedGoal:
    """A goal as recorded: its case name, or "", and its text."""

    user_name: str
    pretty: str


@dataclass(frozen=True, slots=True)
class WrittenStep:
    """A tactic of a file, as recorded.

    Args:
        start, stop: line, from 1, and column, from 0 in code points.
        kind: its syntax kind.
        around: the text of the step around it, or "".
    """

    start: tuple[int, int]
    stop: tuple[int, int]
    kind: str
    text: str
    around: str
    before: tuple[PrintedGoal, ...]
    after: tuple[PrintedGoal, ...]


@dataclass(frozen=True, slots=True)
class Departure:
    """How a step was not reproduced.

    Args:
        reason: ``goals_after`` (it leaves others), ``goals_before`` (it runs from others),
            ``absent`` (no tactic stands there), ``parse``, ``tactic`` (it fails), ``timeout``,
            ``heartbeats``, ``crash``, ``memory``.
    """

    reason: str
    message: str


def replay_steps(
    command: LeanCommand, limits: GymLimits, steps: Sequence[WrittenStep]
) -> Iterator[Departure | None]:
    """Runs the steps of one file in order; None for each that is reproduced.

    Raises:
        LeanProcessError: the server does not start, or does not speak the protocol.
    """
    server: GymProcess | None = None
    todo = [steps[at : at + _TOGETHER] for at in range(0, len(steps), _TOGETHER)]
    todo.reverse()
    try:
        while todo:
            batch = todo.pop()
            if server is None:
                server = GymProcess.start(command, limits)
            try:
                results = _ask(server, limits, batch)
            except GymDied as died:
                server = None
                if len(batch) == 1:
                    yield Departure(died.kind.value, died.what)
                else:
                    todo += [[step] for step in reversed(batch)]
                continue
            for step, result in zip(batch, results, strict=True):
                yield _departure(step, result)
    finally:
        if server is not None:
            server.close()


def _ask(server: GymProcess, limits: GymLimits, batch: Sequence[WrittenStep]) -> list[Any]:
    asked = [
        {
            "start": step.start,
            "stop": step.stop,
            "kind": step.kind,
            "text": step.text,
            "around": step.around,
            "goals": [{"userName": goal.user_name, "pretty": goal.pretty} for goal in step.before],
        }
        for step in batch
    ]
    # The server elaborates its file up to the last of them, and the commands around them again.
    wait_s = limits.start_s + len(batch) * limits.kill_s
    answer = server.request("gym.replay", {"steps": asked}, wait_s)
    results = answer.get("results")
    if not isinstance(results, list) or len(results) != len(batch):
        raise LeanProcessError("Lean's step server sent results that are none")
    return results


def _departure(step: WrittenStep, result: dict[str, Any]) -> Departure | None:
    failure = result.get("failure")
    if failure is not None:
        reason = "goals_before" if failure == "goals" else str(failure)
        return Departure(reason, str(result.get("message", "")))
    found = [
        PrintedGoal(str(goal.get("userName", "")), str(goal["pretty"])) for goal in result["goals"]
    ]
    if _numbered(found) == _numbered(step.after):
        return None
    return Departure("goals_after", f"it leaves {_shown(found)}, not {_shown(step.after)}")


def _numbered(goals: Sequence[PrintedGoal]) -> list[tuple[str, str]]:
    """The goals with metavariables numbered in order of appearance."""
    numbers: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        return f"?{found[1]}.{numbers.setdefault(found[0], len(numbers))}"

    return [(goal.user_name, _METAVARIABLE.sub(number, goal.pretty)) for goal in goals]


def _shown(goals: Sequence[PrintedGoal]) -> str:
    texts = [
        (f"case {goal.user_name}: " if goal.user_name else "") + " ".join(goal.pretty.split())
        for goal in goals
    ]
    return " | ".join(texts) or "no goals"
