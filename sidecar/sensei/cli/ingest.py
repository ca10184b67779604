"""``sensei ingest``: trace files into the database."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from sensei.cli.project import add_database, add_project, open_project_store, project_root

EXAMPLE = "sensei ingest --traces .lake/build/sensei/trace"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_project(parser, alone=True)
    parser.add_argument(
        "--traces",
        metavar="FOLDER",
        help="folder of trace files (default: the project's .lake/build/sensei/trace)",
    )
    add_database(parser)


def run(args: argparse.Namespace) -> int:
    """Ingests, and prints what is there now."""
    from sensei.cli.progress import Reporter
    from sensei.ingest import default_traces, ingest

    root = project_root(args)
    folder = Path(args.traces) if args.traces else default_traces(root)
    with open_project_store(args, root) as store, Reporter("ingest") as reporter:
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
