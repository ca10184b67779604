"""Every promise of the page on security names tests, and they are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "security.md"
PROMISES = [
    tuple(cell.strip() for cell in line.strip("|").split("|"))
    for line in PAGE.read_text("utf-8").split("## What is not promised")[0].splitlines()
    if line.startswith("|") and not line.startswith(("|---", "| promise"))
]


def test_there_are_promises() -> None:
    assert len(PROMISES) > 15
    assert all(len(cells) == 2 for cells in PROMISES), "a promise and its tests"


@pytest.mark.parametrize("promise", PROMISES, ids=lambda cells: cells[0][:40])
def test_a_promise_names_tests_that_are_there(promise: tuple[str, str]) -> None:
    what, tests = promise
    named = re.findall(r"`([^`]+)`", tests)
    assert named, f"no test holds: {what}"
    for one in named:
        path, _, function = one.partition("::")
        text = (ROOT / path).read_text("utf-8")
        assert f"def {function or 'test_'}" in text, f"{one} holds: {what}"
        # The rest of the cell is commas: no promise is held by words.
    assert not re.sub(r"`[^`]+`|[, ]", "", tests)
