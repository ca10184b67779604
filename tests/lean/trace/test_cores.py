"""The tracer counts the cores that it may use."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import LeanLibrary

PROGRAM = """\
import Sensei.Trace.Driver

def main : IO Unit := do
  for line in ["Cpus_allowed_list:\\t0-3,8", "0-1", "5", "0,2,4-5"] do
    IO.println (Sensei.Trace.coresIn line)
"""


def test_a_list_of_cores_is_counted(library: LeanLibrary) -> None:
    told = subprocess.run(
        [library.toolchain.lean, "--run", "/dev/stdin"],
        input=PROGRAM,
        env=library.env(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["5", "2", "1", "4"]
