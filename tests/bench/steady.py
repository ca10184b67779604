"""Whether memory stays as it is while many files pass through one run of the tracer, and what is
traced again after an edit.

    python tests/bench/steady.py [--files N] [--jobs N]

Traces a project of small modules (500) and looks at the tracer itself, and the most that each
worker held, after every module. Growth is from the median of the second tenth to that of the last.
The last module imports the first, whose proof is edited, then its statement, and each time the
project is traced again. Prints the figures, and as its last line one line of JSON, of the
modules so far if it is ended by SIGTERM.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

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
    """A Lean project of so many modules, the last of which imports the first."""
    (root / "Many").mkdir(parents=True)
    (root / "lakefile.toml").write_text(
        'name = "many"\n\n[[lean_lib]]\nname = "Many"\nglobs = ["Many.+"]\n', "utf-8"
    )
    (root / "lean-toolchain").write_text("leanprover/lean4:v4.35.0\n", "utf-8")
    for n in range(files):
        header = "import Many.M0\n" if n == files - 1 else ""
        text = header + MODULE.replace("{n}", str(n))
        (root / "Many" / f"M{n}.lean").write_text(text, "utf-8")
    return root


def driver_of(process: int) -> psutil.Process | None:
    """The tracer that a command has started."""
    for child in psutil.Process(process).children(recursive=True):
        program, *words = child.cmdline() or [""]
        if Path(program).name == "lean" and any(Path(w).name == "Trace.lean" for w in words):
            return child
    return None


class Passed(NamedTuple):
    """Of each module that was traced: the memory of the tracer after it, the most that its worker
    held, MB, and its name."""

    own: list[float]
    workers: list[float]
    modules: list[str]


class Ended(BaseException):
    """SIGTERM came."""


def end(number: int, frame: object) -> None:
    """Ends what is measured."""
    raise Ended


def passed(project: Path, jobs: int, so_far: Passed | None = None) -> Passed:
    """What one run of the tracer did; ``so_far`` is filled while it runs."""
    sensei = (sys.executable, "-m", "sensei")
    subprocess.run(
        (*sensei, "lake", "build", "Many.M0"), cwd=project, check=True, stdout=sys.stderr
    )
    words = ("trace", "--project", str(project), "--jobs", str(jobs), "--json")
    traced = so_far or Passed([], [], [])
    with subprocess.Popen(
        (*sensei, *words),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=dict(os.environ),
        text=True,
    ) as running:
        assert running.stdout is not None
        driver: psutil.Process | None = None
        try:
            for line in running.stdout:
                event = json.loads(line)
                if event.get("event") != "module" or event["reused"]:
                    continue
                traced.modules.append(event["module"])
                traced.workers.append(event["peakRssBytes"] / 1e6)
                driver = driver or driver_of(running.pid)
                try:
                    if driver is not None:
                        traced.own.append(driver.memory_info().rss / 1e6)
                except psutil.NoSuchProcess:
                    pass  # the last module is told of at the end
        except Ended:
            running.terminate()
            raise
    if running.returncode != 0:
        raise SystemExit(f"sensei trace ended with {running.returncode}")
    return traced


def growth(samples: Sequence[float]) -> float:
    """From the median of the second tenth to that of the last."""
    tenth = max(1, len(samples) // 10)
    if len(samples) < 3 * tenth:
        return 0.0
    return statistics.median(samples[-tenth:]) - statistics.median(samples[tenth : 2 * tenth])


def edited(project: Path, jobs: int, old: str, new: str) -> int:
    """How many modules are traced again after an edit of the first."""
    source = project / "Many" / "M0.lean"
    text = source.read_text("utf-8")
    assert old in text
    source.write_text(text.replace(old, new), "utf-8")
    return len(passed(project, jobs).modules)


def measure(project: Path, jobs: int, so_far: Passed, again: dict[str, int]) -> None:
    """Everything; what is there so far is in ``so_far`` and ``again``."""
    passed(project, jobs, so_far)
    again["again_after_proof"] = edited(project, jobs, "exact hp", "apply hp")
    again["again_after_statement"] = edited(project, jobs, "(hp : p)", "(hp : p) (_ : q)")


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=usable_cores())
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, end)
    so_far = Passed([], [], [])
    again: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        project = write_project(Path(folder) / "many", options.files)
        try:
            measure(project, options.jobs, so_far, again)
        except Ended:
            print("ended early", file=sys.stderr, flush=True)
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
    figures: dict[str, Any] = {
        "files": len(so_far.workers),
        "tracer_mb": round(max(so_far.own, default=0.0), 1),
        "tracer_growth_mb": round(growth(so_far.own), 1),
        "worker_mb": round(max(so_far.workers, default=0.0), 1),
        "worker_growth_mb": round(growth(so_far.workers), 1),
        "again_after_proof": again.get("again_after_proof"),
        "again_after_statement": again.get("again_after_statement"),
    }
    for name, value in figures.items():
        print(f"{name:<24} {value}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
