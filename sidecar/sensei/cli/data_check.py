"""``sensei data check``: runs every traced step again and says which do not do what was traced."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from sensei.cli.numbers import count, seconds
from sensei.core.errors import NotFoundError, UsageError

if TYPE_CHECKING:
    from sensei.provers.check import CheckReport
    from sensei.store import Store
    from sensei.store.records import ModuleRecord, SnapshotRecord
    from sensei.toolchain.workspace import LeanWorkspace

SUMMARY = "run every traced step again in the step server, from the state it was traced at"
EXAMPLE = "sensei data check --at-least 0.99"
# What is printed of a text.
_SHOWN = 300


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its own arguments; those of the project and the database are there."""
    parser.add_argument(
        "--at-least",
        type=float,
        default=0.99,
        metavar="SHARE",
        help="exit code 1 below this share of reproduced steps (default: 0.99)",
    )
    parser.add_argument(
        "--only", action="append", metavar="MODULE", help="these modules; * stands for anything"
    )
    parser.add_argument("--snapshot", metavar="HASH", help="start of a snapshot (default: newest)")
    parser.add_argument(
        "--timeout", type=seconds, default=60.0, metavar="SECONDS", help="of a step (default: 60)"
    )
    parser.add_argument("--jobs", type=count, metavar="N", help="step servers at a time")
    parser.add_argument(
        "--build-timeout",
        type=seconds,
        default=1800,
        metavar="S",
        help="lake build (default: 1800)",
    )


def run(args: argparse.Namespace, root: Path, store: Store) -> int:
    """Checks and prints; 1 if too few steps are reproduced."""
    from sensei.envs.process import GymLimits
    from sensei.ingest.identity import project_snapshot
    from sensei.provers.check import check_steps
    from sensei.settings import load_settings
    from sensei.toolchain.workspace import open_workspace

    if not 0 <= args.at_least <= 1:
        raise UsageError(f"--at-least {args.at_least:g} is no share", "give one from 0 to 1")
    if args.timeout <= 0 or (args.jobs is not None and args.jobs < 1):
        raise UsageError("--timeout and --jobs are more than 0", EXAMPLE)
    snapshot = project_snapshot(store, root, args.snapshot)
    modules = _modules(store, snapshot.id, args.only)
    settings = load_settings(root)
    workspace = open_workspace(root, settings, build_timeout_s=args.build_timeout)
    _check_same_lean(snapshot, workspace)

    def progress(module: str, done: int, total: int) -> None:
        print(f"[{done}/{total}] {module}", file=sys.stderr, flush=True)

    report = check_steps(
        store,
        modules,
        workspace,
        limits=GymLimits(tactic_s=args.timeout),
        jobs=args.jobs or settings.jobs,
        progress=progress,
    )
    _print(args, snapshot, report)
    return 0 if report.share >= args.at_least else 1


def _modules(store: Store, snapshot_id: int, only: list[str] | None) -> list[ModuleRecord]:
    modules = store.modules(snapshot_id)
    if not only:
        return modules
    found = [module for module in modules if any(fnmatchcase(module.name, o) for o in only)]
    if not found:
        raise NotFoundError(f"no traced module is called {' or '.join(only)}", "sensei data show")
    return found


def _check_same_lean(snapshot: SnapshotRecord, workspace: LeanWorkspace) -> None:
    traced = (snapshot.lean_version, snapshot.lean_commit)
    if traced != (workspace.lean_version, workspace.lean_commit):
        raise UsageError(
            f"traced by Lean {snapshot.lean_version}, and the project's is "
            f"{workspace.lean_version} now",
            "trace it again: sensei trace && sensei ingest",
        )


def _print(args: argparse.Namespace, snapshot: SnapshotRecord, report: CheckReport) -> None:
    if args.json:
        said = {
            "snapshot": snapshot.identity,
            "steps": report.steps,
            "reproduced": report.reproduced,
            "share": report.share,
            "at_least": args.at_least,
            "reasons": dict(report.reasons),
            "exceptions": [asdict(exception) for exception in report.exceptions],
        }
        print(json.dumps(said, ensure_ascii=False))
        return
    for one in report.exceptions:
        where = f"{one.module}:{one.line} {one.declaration}".rstrip()
        text, message = (" ".join(t.split())[:_SHOWN] for t in (one.text, one.message))
        print(f"{where}: `{text}` {one.reason}: {message}")
    reasons = ", ".join(f"{number} {reason}" for reason, number in report.reasons.items())
    print(
        f"{report.reproduced} of {report.steps} steps reproduced ({report.share:.2%})"
        + (f"; {reasons}" if reasons else "")
    )
