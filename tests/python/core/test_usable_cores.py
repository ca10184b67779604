"""How many cores there are to work with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sensei.core.cores import usable_cores

BOUND = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
CODE = """
import os, sys
os.sched_setaffinity(0, {int(sys.argv[1])})
from sensei.core.cores import usable_cores
from sensei.settings import load_settings
print(usable_cores(), load_settings().jobs)
"""


@pytest.mark.skipif(not BOUND, reason="no processes bound to cores on this system")
def test_a_process_bound_to_one_core_has_one() -> None:
    env = {name: value for name, value in os.environ.items() if name != "SENSEI_JOBS"}
    told = subprocess.run(
        [sys.executable, "-c", CODE, str(BOUND[-1])],
        env=env | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == ["1", "1"]


@pytest.mark.parametrize(
    ("quota", "at_most"),
    [("150000 100000\n", 2), ("100000 100000\n", 1), ("max 100000\n", None), ("nonsense", None)],
)
def test_a_groups_share_of_time(tmp_path: Path, quota: str, at_most: int | None) -> None:
    file = tmp_path / "cpu.max"
    unbounded = usable_cores(tmp_path / "none")
    file.write_text(quota, "utf-8")
    assert usable_cores(file) == (min(at_most, unbounded) if at_most else unbounded)
