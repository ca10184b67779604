"""Traces to data: what overhead.py, ingestion.py and replaying.py measure, in the words of the
targets.

    python tests/bench/trace.py [--modules N] [--rounds N] [--minutes M]

Prints the figures as they come, and as its last line one line of JSON, also when it is ended by
SIGTERM or after ``--minutes``; what was not measured is null. ``--modules`` is the size of the
synthetic corpus, ``--rounds`` how often each module of Kata is elaborated and traced. Where there
are four cores, the corpus is ingested while the rest is measured: about 6 minutes there, 12 on two
cores that do nothing else, our programs not built yet.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import ingestion
import overhead
import replaying

import corpus
from sensei.core.cores import usable_cores

FIGURES = (
    *("overhead_ratio", "overhead_cpu_ratio", "memory_ratio", "worker_rss_mb", "speedup_2"),
    *("ingest_steps_per_s", "db_mb", "export_s", "export_rss_mb", "replayed_share"),
)


class Ended(BaseException):
    """SIGTERM came, or the time is over."""


def end(number: int, frame: object) -> None:
    """Ends what is measured."""
    raise Ended


def show(figures: dict[str, Any], measured: dict[str, Any]) -> None:
    """Prints figures and keeps them."""
    for name, value in figures.items():
        print(f"{name:<24} {value}", flush=True)
    measured |= figures


def measure(measured: dict[str, Any], modules: int, rounds: int) -> None:
    """Measures everything; what is there so far is in ``measured``."""
    beside = None
    if usable_cores() >= 4:
        words = [sys.executable, ingestion.__file__, "--modules", str(modules)]
        beside = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        with replaying.kata() as project:
            for figures in overhead.parts(project, measured, rounds):
                show(figures, measured)
            show(replaying.measure(project), measured)
        if beside is None:
            show(ingestion.measure(modules), measured)
        else:
            said, _ = beside.communicate()
            if beside.returncode != 0:
                raise SystemExit(f"{Path(ingestion.__file__).name} ended with {beside.returncode}")
            show(json.loads(said.splitlines()[-1]), measured)
    finally:
        if beside is not None and beside.poll() is None:
            beside.terminate()
            beside.wait()


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--modules", type=int, default=corpus.MODULES)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--minutes", type=float, help="end after so long")
    options = parser.parse_args()
    measured: dict[str, Any] = dict.fromkeys(FIGURES)
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGALRM, end)
    if options.minutes is not None:
        signal.setitimer(signal.ITIMER_REAL, 60 * options.minutes)
    try:
        measure(measured, options.modules, options.rounds)
    except Ended:
        print("ended early", file=sys.stderr, flush=True)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        print(json.dumps({name: measured[name] for name in FIGURES}), flush=True)


if __name__ == "__main__":
    main()
