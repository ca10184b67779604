"""Whether memory stays as it is while many files pass through one run of the tracer.

    python tests/bench/steady.py [--files N] [--jobs N]

Traces a project of small modules (500) and looks at the tracer itself, and the most that each
worker held, after every module. Growth is from the median of the second tenth to that of the last.
Prints the figures, and as its last line one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil

from sensei.core.cores import usable_cores

MODULE = """\
theorem fine{n} (p q : Prop) (hp : p) (hq : q) : p ∧ q := by
  constructor
  · exact hp
  · exact hq

theorem sum{n} (a b : Nat) : a + b = b + a := by
  omega
"""


def write_project(root: Path, files: int) -> Path:
    """A Lean project of so many modules."""
    (root / "Many").mkdir(parents=True)
    (root / "lakefile.toml").write_text(
        'name = "many"\n\n[[lean_lib]]\nname = "Many"\nglobs = ["Many.+"]\n', "utf-8"
    )
    (root / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n", "utf-8")
    for n in range(files):
        (root / "Many" / f"M{n}.lean").write_text(MODULE.replace("{n}", str(n)), "utf-8")
    return root


def driver_of(process: int) -> psutil.Process | None:
    """The tracer that a command has started."""
    for child in psutil.Process(process).children(recursive=True):
        program, *words = child.cmdline() or [""]
        if Path(program).name == "lean" and any(Path(w).name == "Trace.lean" for w in words):
            return child
    return None


def passed(project: Path, jobs: int) -> tuple[list[float], list[float]]:
    """After each module: the memory of the tracer, and the most that its worker held, MB."""
    words = ("trace", "--project", str(project), "--jobs", str(jobs), "--json")
    own, workers = [], []
    with subprocess.Popen(
        [sys.executable, "-m", "sensei", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=dict(os.environ),
        text=True,
    ) as running:
        assert running.stdout is not None
        driver: psutil.Process | None = None
        for line in running.stdout:
            event = json.loads(line)
            if event.get("event") != "module":
                continue
            workers.append(event["peakRssBytes"] / 1e6)
            driver = driver or driver_of(running.pid)
            try:
                if driver is not None:
                    own.append(driver.memory_info().rss / 1e6)
            except psutil.NoSuchProcess:
                pass  # the last module is told of at the end
    if running.returncode != 0:
        raise SystemExit(f"sensei trace ended with {running.returncode}")
    return own, workers


def growth(samples: Sequence[float]) -> float:
    """From the median of the second tenth to that of the last."""
    tenth = max(1, len(samples) // 10)
    return statistics.median(samples[-tenth:]) - statistics.median(samples[tenth : 2 * tenth])


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=usable_cores())
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        project = write_project(Path(folder) / "many", options.files)
        own, workers = passed(project, options.jobs)
    figures: dict[str, Any] = {
        "files": len(workers),
        "tracer_mb": round(max(own), 1),
        "tracer_growth_mb": round(growth(own), 1),
        "worker_mb": round(max(workers), 1),
        "worker_growth_mb": round(growth(workers), 1),
    }
    for name, value in figures.items():
        print(f"{name:<24} {value}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
