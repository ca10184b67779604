"""Traces to data: what overhead.py, ingestion.py and replaying.py measure, in the words of the
targets.

    python tests/bench/trace.py [--modules N]

Prints the figures, and as its last line one line of JSON. ``--modules`` is the size of the
synthetic corpus.
"""

from __future__ import annotations

import argparse
import json

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
    measured = overhead.measure() | ingestion.measure(modules) | replaying.measure()
    for name, value in measured.items():
        print(f"{name:<24} {value}")
    print(json.dumps({name: measured[name] for name in FIGURES}))


if __name__ == "__main__":
    main()
