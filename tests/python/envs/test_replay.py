"""Steps run again by a step server that misbehaves: each step gets its own outcome."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from sensei.core.errors import LeanProcessError
from sensei.envs.process import GymLimits, LeanCommand
from sensei.envs.replay import PrintedGoal, WrittenStep, replay_steps

# Answers what a step's text says; `die` ends it.
SERVER = """\
import json, os, sys
print("ready.", flush=True)
for line in sys.stdin:
    command = json.loads(line)
    if command["cmd"] == "gym.replay":
        steps = command["payload"]["steps"]
        if any(step["text"] == "die" for step in steps):
            os._exit(7)
        if steps[0]["text"] == "short":
            steps = steps[1:]
        print(json.dumps({"results": [json.loads(step["text"]) for step in steps]}), flush=True)
    else:
        print("{}", flush=True)
"""
DONE = '{"goals": []}'


@pytest.fixture
def command(tmp_path: Path) -> LeanCommand:
    program = tmp_path / "server.py"
    program.write_text(SERVER, "utf-8")
    return LeanCommand((sys.executable, str(program)), dict(os.environ), tmp_path)


def step(text: str, *after: str) -> WrittenStep:
    goals = tuple(PrintedGoal("", pretty) for pretty in after)
    return WrittenStep((1, 0), (1, 1), "kind", text, "", (), goals)


def reasons(command: LeanCommand, *steps: WrittenStep) -> list[str | None]:
    return [found and found.reason for found in replay_steps(command, GymLimits(), steps)]


def test_only_the_step_that_kills_the_server_fails_by_it(command: LeanCommand) -> None:
    steps = [step(DONE), step(DONE), step("die"), step(DONE, "⊢ p"), step(DONE)]
    assert reasons(command, *steps) == [None, None, "crash", "goals_after", None]


def test_metavariables_are_compared_up_to_their_numbers(command: LeanCommand) -> None:
    answer = '{"goals": [{"pretty": "⊢ ?m.7 = ?m.9", "userName": ""}, {"pretty": "⊢ ?u.7"}]}'
    assert reasons(
        command,
        step(answer, "⊢ ?m.1 = ?m.2", "⊢ ?u.1"),
        step(answer, "⊢ ?m.1 = ?m.1", "⊢ ?u.1"),
        step(answer, "⊢ ?m.1 = ?m.2", "⊢ ?m.1"),
        step(answer, "⊢ ?u.1", "⊢ ?m.1 = ?m.2"),
    ) == [None, "goals_after", "goals_after", "goals_after"]


def test_many_steps_keep_their_order(command: LeanCommand) -> None:
    steps = [step(DONE, *["⊢ p"] * (number % 3 == 0)) for number in range(100)]
    steps[50] = step("die")
    found = reasons(command, *steps)
    assert found[50] == "crash"
    del found[50]
    numbers = [number for number in range(100) if number != 50]
    assert found == ["goals_after" if number % 3 == 0 else None for number in numbers]


def test_an_answer_without_all_results_is_an_error(command: LeanCommand) -> None:
    with pytest.raises(LeanProcessError, match="results that are none"):
        reasons(command, step("short"), step(DONE))
