"""``sensei loop``: evaluate, train on what was verified, evaluate again (expert iteration)."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.project import add_database, add_project, open_project_store, project_root

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sensei.cli.progress import Reporter
    from sensei.loop.config import LoopConfig
    from sensei.loop.rounds import Loop, LoopReport, Round
    from sensei.store import Store

EXAMPLE = "sensei loop loop.toml --project lean/samples/Kata"
COLUMNS = ("round", "tried", "claimed", "verified", "tier", "new", "proved", "held out", "seconds",
           "model", "tactics", "training")  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("config", metavar="CONFIG.toml", help="what to do (docs/loop.md)")
    add_project(parser)
    add_database(parser)
    parser.add_argument(
        "--restart", action="store_true", help="begin anew; what an earlier loop of the name left "
        "stays in the database",
    )  # fmt: skip
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be tried and trained, and end"
    )


def run(args: argparse.Namespace) -> int:
    """Does what is not done yet; 0 when all rounds are there."""
    from sensei.cli.progress import Reporter
    from sensei.loop.config import read_config

    root = project_root(args)
    config = read_config(Path(args.config))
    with open_project_store(args, root) as store, Reporter("loop") as reporter:
        loop = _loop(args, config, store, root, reporter)
        if args.dry_run:
            return _dry_run(args, config, loop)
        store.check_writable()
        report = loop.run(restart=args.restart)
    if args.json:
        answer = {
            "loop": config.name,
            "run": report.run,
            "generator": report.generator,
            "rounds": [asdict(made) for made in report.rounds],
        }
        print(json.dumps(answer, ensure_ascii=False))
    else:
        _print(report)
    return 0


def _loop(
    args: argparse.Namespace, config: LoopConfig, store: Store, root: Path, reporter: Reporter
) -> Loop:
    from sensei.loop.rounds import Loop
    from sensei.loop.workshop import LeanWorkshop
    from sensei.settings import load_settings
    from sensei.toolchain.workspace import LeanWorkspace, open_workspace

    snapshot = store.snapshot(store.split(config.split).snapshot_id)
    settings = load_settings(root)
    opened: list[LeanWorkspace] = []

    def workspace() -> LeanWorkspace:
        if not opened:
            opened.append(open_workspace(root, settings))
        return opened[0]

    def finished(made: Round) -> None:
        if not made.trained:
            reporter.say(
                f"{config.name} round {made.round}: {made.verified} of {made.tried} verified, "
                f"{made.new} new"
            )

    return Loop(
        store=store,
        config=config,
        root=root,
        workshop=LeanWorkshop(
            store=store,
            config=config,
            snapshot_id=snapshot.id,
            root=root,
            workspace=workspace,
            jobs=settings.jobs,
            identity_of=(snapshot.toolchain_kind, snapshot.lean_version, snapshot.lean_commit),
            loading=lambda what: reporter.say(f"sensei: loading {what}"),
        ),
        database=args.database or "",
        say=reporter.say,
        progress=lambda phase, done, total, verified: reporter.update(
            phase, done, total, f"{verified} verified"
        ),
        finished=finished,
    )


def _dry_run(args: argparse.Namespace, config: LoopConfig, loop: Loop) -> int:
    names = list(loop.theorems())
    commands = [f"sensei {command.command}" for command in config.train]
    if args.json:
        print(
            json.dumps(
                {"rounds": config.rounds, "theorems": names, "commands": commands},
                ensure_ascii=False,
            )
        )
        return 0
    print(f"{config.rounds} rounds of {len(names)} theorems with {config.generator}")
    for command in commands:
        print(f"then {command}")
    return 0


def _print(report: LoopReport) -> None:
    rows: list[Sequence[str]] = [COLUMNS]
    rows += [[str(cell) for cell in _row(made)] for made in report.rounds]
    widths = [max(len(row[place]) for row in rows) for place in range(len(COLUMNS))]
    for row in rows:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))
    print(f"generator: {report.generator} (run {report.run})")
    sys.stdout.flush()


def _row(made: Round) -> list[Any]:
    measured = f"{made.measured_verified}/{made.measured}" if made.measured else "-"
    return [
        made.round, made.tried, made.claimed, made.verified, _tier(made), made.new, made.proved,
        measured,
        f"{made.seconds:.1f}", made.model_calls, made.tactic_calls, f"{made.train_seconds:.1f}",
    ]  # fmt: skip


def _tier(made: Round) -> str:
    """What ``verified`` means in a round (docs/verification.md): how many are more than tier A."""
    refused = f", {made.refused} REFUSED" if made.refused else ""
    return f"A, {made.tier_b} B{refused}" if made.tier_b or made.refused else "A"
