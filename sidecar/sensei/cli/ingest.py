"""``sensei ingest``: trace files into the database."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

EXAMPLE = "sensei ingest . --traces .lake/build/sensei/trace"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("dir", nargs="?", default=".", metavar="DIR", help="the Lean project")
    parser.add_argument(
        "--traces",
        metavar="FOLDER",
        help="folder of trace files (default: DIR/.lake/build/sensei/trace)",
    )
    parser.add_argument(
        "--database", metavar="URL", help="database to fill (default: the project's)"
    )


def run(args: argparse.Namespace) -> int:
    """Ingests, and prints what is there now."""
    from sensei.cli.progress import Reporter
    from sensei.cli.stores import open_project_store, project_root
    from sensei.ingest import default_traces, ingest
    from sensei.ingest.identity import package_name

    root = project_root(args.dir)
    package_name(root)  # a folder that is no project is refused before a database is made in it
    folder = Path(args.traces) if args.traces else default_traces(root)
    with open_project_store(root, args.database) as store, Reporter("ingest") as reporter:
        report = ingest(folder, store, root, reporter.update)
        where = store.where
    counts = report.counts
    if args.json:
        answer = {
            "database": where,
            "snapshot": report.snapshot.identity,
            "package": report.snapshot.package,
            "lean_version": report.snapshot.lean_version,
            "added": report.added,
            "replaced": report.replaced,
            "unchanged": report.unchanged,
            "modules": counts.modules,
            "declarations": counts.declarations,
            "theorems": counts.theorems,
            "steps": counts.steps,
            "premises": counts.premises,
            "failures": dict(counts.failures),
        }
        json.dump(answer, sys.stdout, ensure_ascii=False)
        print()
        return 0
    print(f"snapshot {report.snapshot.identity[:12]} of {report.snapshot.package} in {where}")
    print(
        f"modules      {counts.modules} ({report.added} new, {report.replaced} replaced, "
        f"{report.unchanged} as before)"
    )
    print(f"declarations {counts.declarations} ({counts.theorems} theorems)")
    print(f"steps        {counts.steps}")
    print(f"premises     {counts.premises}")
    failures = ", ".join(f"{number} {reason}" for reason, number in counts.failures.items())
    print(f"failures     {failures or 'none'}")
    return 0
