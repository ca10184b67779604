"""Traces to data: what ingestion.py and replaying.py measure, in the words of the targets.

    python tests/bench/trace.py [--modules N]

Prints the figures, and as its last line one line of JSON.
"""

from __future__ import annotations

import argparse
import json

import ingestion
import replaying

import corpus

FIGURES = ("ingest_steps_per_s", "db_mb", "export_s", "export_rss_mb", "replayed_share")


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--modules", type=int, default=corpus.MODULES)
    measured = ingestion.measure(parser.parse_args().modules) | replaying.measure()
    for name, value in measured.items():
        print(f"{name:<24} {value}")
    print(json.dumps({name: measured[name] for name in FIGURES}))


if __name__ == "__main__":
    main()
