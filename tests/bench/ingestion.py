"""How fast traces become data, and at what size: a synthetic corpus of 300,000 steps in 120,000
declarations is ingested, split and exported, each in a process of its own, one core each.

    python tests/bench/ingestion.py [--modules N]

Prints the figures, and as its last line one line of JSON. Rates are by the wall clock; processor
seconds stand beside them, for a machine that others use too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import corpus


def ingest_corpus(project: Path, database: Path) -> dict[str, Any]:
    """Trace files into SQLite."""
    from sensei.ingest import default_traces, ingest
    from sensei.store import open_store

    with open_store(database) as store:
        report = ingest(default_traces(project), store, project)
    return {"steps": report.counts.steps, "declarations": report.counts.declarations}


def export_corpus(project: Path, database: Path) -> dict[str, Any]:
    """A random split, frozen, and LeanDojo's folder with both strategies."""
    from sensei.data import freeze_split
    from sensei.data.exports import export
    from sensei.store import open_store

    with open_store(database) as store:
        split, _ = freeze_split(store, project, seed=0)
        report = export(store, split, "leandojo", project / "leandojo")
    return {"theorems": report.counts["theorems"], "tactics": report.counts["tactics"]}


PHASES: dict[str, Callable[[Path, Path], dict[str, Any]]] = {
    "ingest": ingest_corpus,
    "export": export_corpus,
}


def child(phase: str, project: Path, database: Path) -> None:
    """Runs one phase and says what it took."""
    import resource

    started, cpu = time.perf_counter(), time.process_time()
    said = PHASES[phase](project, database)
    took = {"seconds": time.perf_counter() - started, "cpu_s": time.process_time() - cpu}
    rss_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps(said | took | {"rss_mb": rss_mb}))


def measure(modules: int = corpus.MODULES) -> dict[str, Any]:
    """All figures."""
    figures: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        project = corpus.write_project(Path(folder) / "corpus", modules)
        database = Path(folder) / "sensei.db"
        for phase in PHASES:
            words = [sys.executable, __file__, "--phase", phase, str(project), str(database)]
            done = subprocess.run(words, check=True, stdout=subprocess.PIPE, env=dict(os.environ))
            figures[phase] = json.loads(done.stdout)
        size = sum(path.stat().st_size for path in Path(folder).glob("sensei.db*"))
    ingested, exported = figures["ingest"], figures["export"]
    return {
        "steps": ingested["steps"],
        "declarations": ingested["declarations"],
        "ingest_s": round(ingested["seconds"], 1),
        "ingest_cpu_s": round(ingested["cpu_s"], 1),
        "ingest_steps_per_s": round(ingested["steps"] / ingested["seconds"]),
        "ingest_steps_per_cpu_s": round(ingested["steps"] / ingested["cpu_s"]),
        "ingest_rss_mb": round(ingested["rss_mb"]),
        "db_mb": round(size / 1e6, 1),
        "export_s": round(exported["seconds"], 1),
        "export_cpu_s": round(exported["cpu_s"], 1),
        "export_rss_mb": round(exported["rss_mb"]),
    }


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--modules", type=int, default=corpus.MODULES)
    parser.add_argument("--phase", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.phase:
        phase, project, database = options.phase
        child(phase, Path(project), Path(database))
        return
    figures = measure(options.modules)
    for name, value in figures.items():
        print(f"{name:<24} {value}")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
