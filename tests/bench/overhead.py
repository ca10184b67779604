"""What tracing costs beside elaborating: each module of Kata, traced by a worker and elaborated by
the same Lean, in turn; and how much faster two workers are than one.

    python tests/bench/overhead.py [--rounds N] [--modules N]

Time is processor time, each the least of the rounds; memory is the most that a process held. Ratios
are medians over the modules. Prints the figures, and as its last line one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from replaying import kata, sensei

from sensei.settings import load_settings
from sensei.toolchain.workspace import LeanWorkspace, open_workspace


class Cost(NamedTuple):
    """Of one process."""

    cpu_s: float
    rss_mb: float


def cost_of(words: Sequence[str], workspace: LeanWorkspace) -> Cost:
    """Runs it; what it took."""
    child = subprocess.Popen(
        words,
        cwd=workspace.root,
        env=dict(workspace.env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{' '.join(words)} ended with {child.returncode}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def least(costs: Sequence[Cost]) -> Cost:
    """The least of each."""
    return Cost(min(c.cpu_s for c in costs), min(c.rss_mb for c in costs))


def module_costs(workspace: LeanWorkspace, source: Path, out: Path, rounds: int) -> list[Cost]:
    """Of elaborating a module, and of tracing it."""
    file = source.relative_to(workspace.root).as_posix()
    options = [
        f"-D{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in workspace.options.items()
    ]
    elaborate = [str(workspace.lean), *options, str(source)]
    trace = workspace.program(
        *("Trace", "worker", "--module", file.removesuffix(".lean").replace("/", ".")),
        *("--file", str(source), "--relative", file, "--options", workspace.options_json()),
        *("--kind", workspace.toolchain_kind, "--out", str(out)),
    )
    pairs = [(cost_of(elaborate, workspace), cost_of(trace, workspace)) for _ in range(rounds)]
    return [least([pair[place] for pair in pairs]) for place in (0, 1)]


def seconds_of(project: Path, jobs: int) -> float:
    """Wall clock of tracing all modules."""
    started = time.perf_counter()
    sensei(project, "trace", "--force", "--jobs", str(jobs))
    return time.perf_counter() - started


def measure(project: Path, rounds: int = 3, modules: int = 100) -> dict[str, Any]:
    """All figures, of a copy of Kata; it is traced at the end."""
    workspace = open_workspace(project, load_settings(project))
    sources = sorted((project / "Kata").rglob("*.lean"))[:modules]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "record.json"
        costs = [module_costs(workspace, source, out, rounds) for source in sources]
    seconds = [seconds_of(project, jobs) for jobs in (1, 2)]
    return {
        "traced_modules": len(costs),
        "elaborate_cpu_s": round(sum(plain.cpu_s for plain, _ in costs), 2),
        "trace_cpu_s": round(sum(traced.cpu_s for _, traced in costs), 2),
        "overhead_ratio": round(statistics.median(t.cpu_s / p.cpu_s for p, t in costs), 2),
        "memory_ratio": round(statistics.median(t.rss_mb / p.rss_mb for p, t in costs), 2),
        "worker_rss_mb": round(max(traced.rss_mb for _, traced in costs)),
        "one_worker_s": round(seconds[0], 1),
        "speedup_2": round(seconds[0] / seconds[1], 2),
    }


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--modules", type=int, default=100)
    options = parser.parse_args()
    with kata() as project:
        figures = measure(project, options.rounds, options.modules)
    for name, value in figures.items():
        print(f"{name:<24} {value}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
