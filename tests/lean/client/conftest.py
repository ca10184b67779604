"""A Lean process that makes calls (calls.lean), and a grpcio server to call."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sidecar_stub import StubServer

HERE = Path(__file__).parent
TOKEN = "a-token"


@dataclass(frozen=True)
class Outcome:
    """How a call ended: ``text`` is the answer or the error."""

    ok: bool
    text: str
    milliseconds: int


class Caller:
    """Makes calls from one Lean process."""

    def __init__(self, answers: Any) -> None:
        self.answers = answers

    def __call__(self, *words: object) -> Outcome:
        answer = self.answers.ask(*words)
        found = re.fullmatch(r"(\d+) (ok|error) ?(.*)", answer)
        assert found, answer
        return Outcome(found[2] == "ok", found[3], int(found[1]))


@pytest.fixture(scope="session")
def call(library: Any) -> Iterator[Caller]:
    """The Lean process. It ends with all connections it has, which nothing may keep alive."""
    answers = library.run(HERE / "calls.lean", SENSEI_SIDECAR_TOKEN=TOKEN, SENSEI_SIDECAR="")
    yield Caller(answers)
    assert answers.close() == 0


@pytest.fixture
def server() -> Iterator[StubServer]:
    """A server on a free port."""
    server = StubServer()
    yield server
    server.stop()
