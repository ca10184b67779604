"""What tracing costs beside elaborating: each module of Kata, traced by a worker and elaborated by
the same Lean, in turn; and how much faster two workers are than one.

    python tests/bench/overhead.py [--rounds N] [--modules N] [--threads N]

The worker is the one that ``sensei trace`` starts: compiled, where there is a C compiler, else (or
with ``SENSEI_CC=none``) interpreted. Both have the cores that there are: Lean elaborates proofs in
threads, the tracer records in threads what is elaborated (``--threads``, by default one more than
cores, up to 4: one elaborates, and mostly waits). ``overhead_ratio`` is of wall clock, which
tells something only where nothing else runs; ``overhead_cpu_ratio`` of processor time. Each is the
least of the rounds; memory is the most that a process held. Ratios are medians over the modules. Of
``speedup_2``, each worker has ``speedup_threads`` threads. Prints the figures, and as its last line
one line of JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from replaying import kata

from sensei.core.cores import usable_cores
from sensei.settings import load_settings
from sensei.toolchain.native import WORKER_VARIABLE, with_compiled_worker, worker_command
from sensei.toolchain.workspace import LeanWorkspace, open_workspace

CORES = usable_cores()


class Cost(NamedTuple):
    """Of one process."""

    wall_s: float
    cpu_s: float
    rss_mb: float


def cost_of(words: Sequence[str], workspace: LeanWorkspace) -> Cost:
    """Runs it; what it took."""
    started = time.perf_counter()
    child = subprocess.Popen(
        words,
        cwd=workspace.root,
        env=dict(workspace.env),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    try:
        _, status, used = os.wait4(child.pid, 0)
    except BaseException:
        child.kill()
        child.wait()
        raise
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{' '.join(words)} ended with {child.returncode}")
    wall_s = time.perf_counter() - started
    return Cost(wall_s, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def least(costs: Sequence[Cost]) -> Cost:
    """The least of each."""
    return Cost(*(min(of_one) for of_one in zip(*costs, strict=True)))


def module_costs(
    workspace: LeanWorkspace, source: Path, out: Path, rounds: int, threads: int
) -> tuple[Cost, Cost]:
    """Of elaborating a module, and of tracing it."""
    file = source.relative_to(workspace.root).as_posix()
    options = [
        f"-D{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in workspace.options.items()
    ]
    elaborate = [str(workspace.lean), *options, str(source)]
    words = (
        *("--module", file.removesuffix(".lean").replace("/", ".")),
        *("--file", str(source), "--relative", file, "--options", workspace.options_json()),
        *("--kind", workspace.toolchain_kind, "--threads", str(threads), "--out", str(out)),
    )
    trace = worker_command(workspace, *words)
    pairs = [(cost_of(elaborate, workspace), cost_of(trace, workspace)) for _ in range(rounds)]
    return least([plain for plain, _ in pairs]), least([traced for _, traced in pairs])


def seconds_of(workspace: LeanWorkspace, out: Path, jobs: int, threads: int) -> float:
    """Wall clock of the tracer over all modules."""
    words = ("--force", "--jobs", str(jobs), "--threads", str(threads))
    command = workspace.program("Trace", *words, "--events", "--out", str(out))
    return cost_of(command, workspace).wall_s


def cost_figures(
    costs: Sequence[tuple[Cost, Cost]], workspace: LeanWorkspace, threads: int
) -> dict[str, Any]:
    """Of modules that were elaborated and traced."""

    def ratio(field: str) -> float:
        return round(statistics.median(getattr(t, field) / getattr(p, field) for p, t in costs), 2)

    return {
        "cores": CORES,
        "trace_threads": threads,
        "compiled": WORKER_VARIABLE in workspace.env,
        "traced_modules": len(costs),
        "elaborate_s": round(sum(plain.wall_s for plain, _ in costs), 2),
        "trace_s": round(sum(traced.wall_s for _, traced in costs), 2),
        "elaborate_cpu_s": round(sum(plain.cpu_s for plain, _ in costs), 2),
        "trace_cpu_s": round(sum(traced.cpu_s for _, traced in costs), 2),
        "overhead_ratio": ratio("wall_s"),
        "overhead_cpu_ratio": ratio("cpu_s"),
        "memory_ratio": ratio("rss_mb"),
        "worker_rss_mb": round(max(traced.rss_mb for _, traced in costs)),
    }


def parts(
    project: Path,
    measured: dict[str, Any],
    rounds: int = 3,
    modules: int = 100,
    threads: int | None = None,
) -> Iterator[dict[str, Any]]:
    """The figures as they come, of a copy of Kata; it is traced at the end. Those of the modules so
    far are in ``measured``."""
    threads = threads or min(4, CORES + 1)
    settings = load_settings(project)
    workspace = with_compiled_worker(open_workspace(project, settings), settings)
    sources = sorted((project / "Kata").rglob("*.lean"))[:modules]
    costs: list[tuple[Cost, Cost]] = []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "record.json"
        for source in sources:
            costs.append(module_costs(workspace, source, out, rounds, threads))
            measured |= cost_figures(costs, workspace, threads)
    yield cost_figures(costs, workspace, threads)
    speedup_threads = max(1, min(4, CORES // 2))
    with tempfile.TemporaryDirectory() as folder:
        pairs = [
            [seconds_of(workspace, Path(folder), jobs, speedup_threads) for jobs in (1, 2)]
            for _ in range(rounds)
        ]
    one, two = (min(of_one) for of_one in zip(*pairs, strict=True))
    yield {
        "speedup_threads": speedup_threads,
        "one_worker_s": round(one, 1),
        "speedup_2": round(one / two, 2),
    }


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--modules", type=int, default=100)
    parser.add_argument("--threads", type=int)
    options = parser.parse_args()
    figures: dict[str, Any] = {}
    with kata() as project:
        for some in parts(project, figures, options.rounds, options.modules, options.threads):
            for name, value in some.items():
                print(f"{name:<24} {value}", flush=True)
            figures |= some
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
