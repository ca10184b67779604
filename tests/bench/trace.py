"""Traces to data: what overhead.py, ingestion.py and replaying.py measure, in the words of the
targets.

    python tests/bench/trace.py [--modules N]

Prints the figures as they come, and as its last line one line of JSON. ``--modules`` is the size of
the synthetic corpus. Each module of Kata is elaborated and traced once (processor time; overhead.py
alone takes the least of several rounds): under 10 minutes on two cores that do nothing else.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

import ingestion
import overhead
import replaying

import corpus

FIGURES = (
    *("overhead_ratio", "memory_ratio", "worker_rss_mb", "speedup_2", "ingest_steps_per_s"),
    *("db_mb", "export_s", "export_rss_mb", "replayed_share"),
)


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--modules", type=int, default=corpus.MODULES)
    modules = parser.parse_args().modules
    measured: dict[str, Any] = {}
    with replaying.kata() as project:
        for part in (
            lambda: overhead.measure(project, rounds=1),
            lambda: replaying.measure(project),
            lambda: ingestion.measure(modules),
        ):
            figures = part()
            for name, value in figures.items():
                print(f"{name:<24} {value}", flush=True)
            measured |= figures
    print(json.dumps({name: measured[name] for name in FIGURES}))


if __name__ == "__main__":
    main()
