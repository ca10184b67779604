"""Lean's own tactics with the sidecar behind them, and without one."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

Elaborate = Callable[..., list[dict[str, Any]]]

FILE = """\
opaque P : Nat → Prop
axiom p3 : P 3
theorem bar : P 3 := p3
theorem unused : P 3 := p3
set_library_suggestions Sensei.senseiSelector
"""


def texts(messages: list[dict[str, Any]], severity: str = "information") -> list[str]:
    return [m["data"] for m in messages if m["severity"] == severity]


def test_premises_for_other_tactics(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.premises = ["nowhere", "bar"]
    messages = elaborate(
        FILE + "example : P 3 := by\n  suggestions\n  simp? +suggestions\n"
        "example : P 3 := by\n  grind +suggestions\nexample : P 3 := by\n  try?\n"
    )
    assert texts(messages, "error") == texts(messages, "warning") == []
    suggestions, simp, tried = texts(messages)
    assert suggestions == "Library suggestions:\n  bar"
    assert simp == "Try this:\n  [apply] simp only [bar]"
    assert "grind only [bar]" in tried
    assert sidecar.requests[0].goal.pretty == "⊢ P 3"


def test_tactics_for_try(sidecar: Any, elaborate: Elaborate) -> None:
    sidecar.offers = ["exact hidden", "run_tac Lean.logInfo 1", "no", "skip\nexact hidden"]
    messages = elaborate(
        "opaque Q : Nat → Nat → Prop\naxiom hidden : Q 3 5\nexample : Q 3 5 := by\n  try?\n"
    )
    assert texts(messages, "error") == []
    (tried,) = texts(messages)
    assert "exact hidden" in tried
    assert "run_tac" not in tried


def test_quiet_without_a_sidecar(elaborate: Elaborate, tmp_path: Path) -> None:
    """Also where something listens that never answers: it is not asked every time, and waited
    for 100 ms (tests/bench/editor.py measures it)."""
    several = (
        "open Lean Meta Elab Tactic in\n"
        'elab "ask_ten_times" : tactic => do\n'
        "  for _ in [0:10] do\n"
        "    unless (← LibrarySuggestions.select (← getMainGoal)).isEmpty do\n"
        '      throwError "something was selected"\n'
    )
    ask = FILE + several + "example : P 3 := by\n  ask_ten_times\n  exact p3\n"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.setblocking(False)
        port = silent.getsockname()[1]
        known = {"host": "127.0.0.1", "port": port, "token": "x"}
        for written in (None, known | {"port": 1}, known):
            if written is not None:
                file = tmp_path / ".lake" / "sensei" / "sidecar.json"
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(json.dumps(written))
            assert elaborate(ask) == []
        asked = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                silent.accept()[0].close()
                asked += 1
        assert 1 <= asked < 10
    messages = elaborate(FILE + "example : P 3 := by\n  try?\n  exact p3\n", SENSEI_SIDECAR="off")
    assert not any("sidecar" in m["data"] for m in messages)
