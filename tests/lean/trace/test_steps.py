"""The steps of each kind of structured tactic, against golden files.

Set SENSEI_UPDATE_GOLDEN=1 to write the golden files anew, and read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tracing import GOLDEN, check_places, steps_text, trace_file

from sensei.toolchain.workspace import LeanWorkspace

SOURCES = sorted(GOLDEN.glob("*.lean"))


def test_there_are_golden_files() -> None:
    assert len(SOURCES) == 7


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_steps_are_those_written(source: Path, kata: LeanWorkspace, tmp_path: Path) -> None:
    record = trace_file(kata, source, tmp_path / "record.json")
    assert not record.HasField("failure"), record.failure.message
    check_places(record.module)
    text = steps_text(record.module)
    golden = source.with_suffix(".txt")
    if os.environ.get("SENSEI_UPDATE_GOLDEN"):
        golden.write_text(text, "utf-8")
    assert text == golden.read_text("utf-8")
