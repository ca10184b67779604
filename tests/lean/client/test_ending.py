"""A program that made calls ends cleanly, whatever its connections were doing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sidecar_stub import StubServer

CALLS = Path(__file__).parent / "calls.lean"


def test_no_end_is_a_crash(library: Any, server: StubServer) -> None:
    for _ in range(10):
        answers = library.run(CALLS, SENSEI_SIDECAR_TOKEN="a-token", SENSEI_SIDECAR="")
        answers.ask("parallel", server.port, 8, 5)
        answers.ask("cancel", server.port, 50, "forever")
        assert answers.close() == 0
