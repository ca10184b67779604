"""A Lean process that makes calls (calls.lean)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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


@contextmanager
def calling(library: Any, way: str, **variables: str) -> Iterator[Caller]:
    """A process whose calls go out that way. It ends with all that it has, which nothing may keep
    alive."""
    given = {
        "SENSEI": str(Path(sys.executable).with_name("sensei")),
        "SENSEI_TRANSPORT": way,
        "SENSEI_SIDECAR_TOKEN": TOKEN,
        "SENSEI_SIDECAR": "",
    }
    answers = library.run(HERE / "calls.lean", **{**given, **variables})
    try:
        yield Caller(answers)
    finally:
        code = answers.close()
    assert code == 0
