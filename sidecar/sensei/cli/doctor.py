"""`sensei doctor`: which Lean serves this folder, what else is there, and what is missing."""

from __future__ import annotations

import argparse
import dataclasses
import json

from sensei import __version__
from sensei.cli.project import add_project, project_folder
from sensei.core.errors import ProjectError, ToolchainError
from sensei.settings import load_settings
from sensei.toolchain.doctor import Report, examine
from sensei.toolchain.root import find_root

EXAMPLE = "sensei doctor --json"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the verb."""
    add_project(parser, alone=True)
    parser.add_argument(
        "--torch", action="store_true", help="also ask torch whether it sees a GPU (seconds)"
    )


def run(args: argparse.Namespace) -> int:
    """Prints the report; 0 when a Lean runs, 3 when none does."""
    start = project_folder(args)
    if not start.exists():
        raise ProjectError(f"no such folder: {start}", "name the folder of a Lean project")
    settings = load_settings(find_root(start.resolve()))
    report = examine(start, settings, __version__, ask_torch=args.torch)
    if args.json:
        print(json.dumps({**dataclasses.asdict(report), "healthy": report.healthy}))
    else:
        print(text_of(report))
    return 0 if report.healthy else ToolchainError.exit_code


def text_of(report: Report) -> str:
    """The report for people: one fact a line, a missing part with the command that brings it."""
    lean, cache, project = report.lean, report.cache, report.project
    rows = [
        ("sensei", f"{report.sensei}, Python {report.python}"),
        ("machine", report.machine),
        ("project", project.error or f"{project.name}, {project.modules} modules, {project.root}"),
    ]
    if project.wants:
        rows.append(("", f"wants {project.wants}"))
    if project.note:
        rows.append(("", project.note))
    if lean.error:
        rows += [("lean", f"none: {lean.error}"), ("", f"to fix: {lean.next_step}")]
    else:
        rows += [
            ("lean", f"{lean.version} ({lean.kind}), commit {lean.commit}"),
            ("", lean.lean),
            ("lake", lean.lake or "none; sensei lake uses the stand-in"),
        ]
        if lean.note:
            rows.append(("", f"note: {lean.note}"))
    size = f", {cache.size_bytes / 1e6:.1f} MB" if cache.size_bytes else ""
    rows.append(("embedded", f"{cache.state}{size}: {cache.detail}"))
    rows.append(("", f"{cache.prefix or cache.folder} ({cache.free_bytes / 1e9:.1f} GB free)"))
    lines = [f"{name:<11} {text}" for name, text in rows]
    lines += ["", "parts"]
    for part in report.parts:
        mark = "yes" if part.present else "no "
        lines.append(f"  {mark} {part.name:<11} {part.detail or part.needed_for}".rstrip())
        if not part.present:
            why = f"for {part.needed_for}: " if part.detail else ""
            lines.append(f"      {'':<11} {why}{part.fix}")
    return "\n".join(lines)
