"""``sensei selfplay``: a prover that makes its own problems (docs/selfplay.md)."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sensei.cli.numbers import count
from sensei.cli.project import add_database, add_project, open_project_store, project_root

if TYPE_CHECKING:
    from sensei.cli.progress import Reporter
    from sensei.loop.selfplay.config import SelfPlayConfig
    from sensei.loop.selfplay.play import SelfPlay
    from sensei.loop.selfplay.report import Measured, RoundReport, SelfPlayReport
    from sensei.store import Store

EXAMPLE = "sensei selfplay selfplay.toml --project lean/samples/Kata"
COLUMNS = (
    *("round", "tried", "proved", "total", "written", "conjectures", "proved", "kept"),
    *("samples", "checked", "verdicts", "held out", "write s", "Lean s", "train s"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("config", metavar="CONFIG.toml", help="what to do (docs/selfplay.md)")
    add_project(parser)
    add_database(parser)
    parser.add_argument(
        "--restart", action="store_true", help="begin anew; the folder of an earlier run of the "
        "name is kept beside",
    )  # fmt: skip
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="have a Ray cluster do Lean's work: HOST:PORT, or local"
    )
    parser.add_argument(
        "--workers", type=count, metavar="N",
        help="with --ray: Lean's places (default: one for each processor of the cluster)",
    )  # fmt: skip
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be taught and tried, and end"
    )


def run(args: argparse.Namespace) -> int:
    """Does what is not done yet; 0 when all rounds are there."""
    from sensei.cli.progress import Reporter
    from sensei.loop.selfplay.config import read_config

    root = project_root(args)
    config = read_config(Path(args.config))
    with open_project_store(args, root) as store, Reporter("selfplay") as reporter:
        play = _play(args, config, store, root, reporter)
        if args.dry_run:
            return _dry_run(args, config, play)
        store.check_writable()
        report = play.run(restart=args.restart)
    if args.json:
        print(json.dumps(report.to_json(), ensure_ascii=False))
    else:
        _print(report)
    return 0


def _play(
    args: argparse.Namespace,
    config: SelfPlayConfig,
    store: Store,
    root: Path,
    reporter: Reporter,
) -> SelfPlay:
    from sensei.loop.selfplay.play import SelfPlay
    from sensei.loop.selfplay.shop import LeanShop
    from sensei.settings import load_settings
    from sensei.toolchain.workspace import LeanWorkspace, open_workspace

    snapshot = store.snapshot(store.split(config.data.split).snapshot_id)
    settings = load_settings(root)
    opened: list[LeanWorkspace] = []

    def workspace() -> LeanWorkspace:
        if not opened:
            opened.append(open_workspace(root, settings))
        return opened[0]

    def finished(made: RoundReport) -> None:
        reporter.say(
            f"{config.name} round {made.round}: {made.proved} of {made.statements} proved, "
            f"{made.total} in all; {made.conjectures_proved} of {made.conjectures} conjectures"
        )

    return SelfPlay(
        store=store,
        config=config,
        root=root,
        shop=LeanShop(
            config=config,
            root=root,
            workspace=workspace,
            jobs=settings.jobs,
            identity_of=(snapshot.toolchain_kind, snapshot.lean_version, snapshot.lean_commit),
            say=reporter.say,
            ray=args.ray,
            ray_workers=args.workers,
        ),
        say=reporter.say,
        progress=lambda phase, done, total, kept: reporter.update(
            phase, done, total, f"{kept} right"
        ),
        finished=finished,
    )


def _dry_run(args: argparse.Namespace, config: SelfPlayConfig, play: SelfPlay) -> int:
    sources = play.sources()
    about: dict[str, Any] = {
        "rounds": config.rounds,
        "taught": [theorem.statement.name for theorem in sources.taught],
        "tried": [statement.id for statement in sources.tried],
        "measured": [statement.id for statement in sources.measured],
        "left_out": sources.left_out,
        "folder": str(play.folder),
    }
    if args.json:
        print(json.dumps(about, ensure_ascii=False))
        return 0
    made = "with" if config.conjectures.enabled else "without"
    print(f"first model: taught {len(sources.taught)} theorems")
    print(f"{config.rounds} rounds: {len(sources.tried)} statements, {made} conjectures")
    print(f"measured: {len(sources.measured)} held-out theorems")
    if sources.left_out:
        print(f"{sources.left_out} are left out: they say what a held-out theorem says")
    print(f"folder: {play.folder}")
    return 0


def _print(report: SelfPlayReport) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in COLUMNS:
        table.add_column(column, justify="right", overflow="fold")
    for made in report.rounds:
        table.add_row(*map(str, _row(made)))
    # As wide as it is: a table in a file is not cut.
    Console(width=200, highlight=False).print(table)
    rejected: dict[str, int] = {}
    for made in report.rounds:
        for reason, number in made.rejected.items():
            rejected[reason] = rejected.get(reason, 0) + number
    if rejected:
        print("rejected: " + ", ".join(f"{n} {reason}" for reason, n in sorted(rejected.items())))
    if report.measured is not None:
        print(f"held out, with the last model: {_measured(report.measured)}")
    print(f"model: {report.final} (run {report.run}, {report.folder})")


def _row(made: RoundReport) -> list[object]:
    return [
        made.round, made.statements, made.proved, made.total, made.asked, made.conjectures,
        made.conjectures_proved, made.kept, made.samples, made.checks, _judged(made),
        "-" if made.measured is None else _measured(made.measured), made.write_seconds,
        made.lean_seconds, made.train_seconds,
    ]  # fmt: skip


def _judged(made: RoundReport) -> str:
    """How many verdicts, and how many proofs are more than tier A (docs/verification.md)."""
    refused = f", {made.refused} REFUSED" if made.refused else ""
    second = f" ({made.tier_b} B{refused})" if made.tier_b or made.refused else ""
    return f"{made.verdicts}{second}"


def _measured(measured: Measured) -> str:
    return ", ".join(
        f"pass@{each.k} {each.value:.1%} ({each.low:.1%} to {each.high:.1%})"
        for each in measured.pass_at
    )
