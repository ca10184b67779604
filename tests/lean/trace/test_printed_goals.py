"""What is recorded of a goal's parts, which are read from the printed goal where they can be."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from sensei.toolchain.workspace import LeanWorkspace


def test_parts_are_as_printed_by_themselves(kata: LeanWorkspace) -> None:
    source = Path(__file__).with_name("goal_text.lean")
    text = source.read_text("utf-8")
    assert (text.count("\n  alone\n"), text.count("\n  watched\n")) == (7, 13)
    done = subprocess.run(
        [kata.lean, source],
        cwd=kata.root,
        env=dict(kata.env),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    remembered = [int(n) for n in re.findall(r"remembered (\d+)", done.stdout)]
    assert len(remembered) == 13
    assert all(remembered[:8])
    # Names with daggers, too.
    assert all(remembered[-3:])
