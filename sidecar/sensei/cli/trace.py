"""``sensei trace``: ``lake exe trace`` from outside a project. Same tracer, same output."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from sensei.cli.numbers import count, seconds
from sensei.cli.project import add_project
from sensei.core.errors import SenseiError, UsageError

EXAMPLE = "sensei trace lean/samples/Kata --timeout 60"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the verb."""
    parser.add_argument(
        "what",
        nargs="*",
        metavar="WHAT",
        help="a project's folder, .lean files, modules or patterns with *, the address of a Git"
        " repository, or a .toml list of repositories (default: the project around the current"
        " folder)",
    )
    add_project(parser)
    parser.add_argument(
        "--commit", metavar="REV", help="of the repository: a whole commit, a branch or a tag"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="MODULE",
        help="this module, those of a pattern with *, or this file of the project; repeatable",
    )
    parser.add_argument(
        "--jobs", type=count, metavar="N", help="workers (default: as cores and memory allow)"
    )
    parser.add_argument(
        "--threads", type=count, metavar="N", help="of each worker (default: as cores allow)"
    )
    parser.add_argument(
        "--timeout", type=count, default=300, metavar="S", help="a module (default: 300)"
    )
    parser.add_argument(
        "--memory", type=count, default=8192, metavar="MIB", help="a module (default: 8192)"
    )
    parser.add_argument(
        "--build-timeout",
        type=seconds,
        default=1800,
        metavar="S",
        help="lake build (default: 1800)",
    )
    parser.add_argument("--force", action="store_true", help="trace what has not changed, too")
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        help="folder of the records (default: the project's .lake/build/sensei/trace); for a list,"
        " of a folder for each",
    )
    parser.add_argument(
        "--sidecar",
        metavar="ADDR",
        help="stream records to the sidecar at HOST:PORT as modules finish; `auto`: the project's",
    )


def run(args: argparse.Namespace) -> int:
    """Traces; 1 if a module failed."""
    from dataclasses import replace

    from sensei.cli.trace_targets import target_of
    from sensei.cli.tracing import say, summary_line, trace_target

    for name in ("jobs", "threads", "timeout", "memory"):
        if getattr(args, name) is not None and getattr(args, name) < 1:
            raise UsageError(f"--{name} must be at least 1", EXAMPLE)
    out = Path(args.out).resolve() if args.out else None
    lists = [word for word in args.what if word.endswith(".toml") and Path(word).is_file()]
    if lists:
        if len(args.what) > 1 or args.project is not None or args.only or args.commit is not None:
            raise UsageError(f"{lists[0]} says by itself what to trace", "give the list alone")
        return _run_list(args, Path(lists[0]), out)
    target = target_of(args.what, args.project, args.commit)
    target = replace(target, only=(*target.only, *args.only))
    result = trace_target(args, target, out)
    if "modules" in result:
        if args.json:
            print(json.dumps({k: v for k, v in result.items() if k != "exit"}))
        else:
            say(summary_line(result))
    return int(result["exit"])


def _run_list(args: argparse.Namespace, path: Path, out: Path | None) -> int:
    """Traces each of a list, whatever becomes of the others."""
    from sensei.cli.trace_targets import read_list
    from sensei.cli.tracing import say, summary_line, trace_target

    results: list[dict[str, Any]] = []
    for target in read_list(path):
        say(f"sensei: tracing {target.name}")
        try:
            result = trace_target(args, target, out / target.name if out else None)
        except SenseiError as error:
            said = {"error": error.what, "next": error.next_step, "exit": error.exit_code}
            result = {"name": target.name, **said}
        results.append(result)
        if "modules" in result:
            say(f"{target.name}: {summary_line(result)}")
        else:
            say(f"{target.name}: FAILED {result.get('error', 'see above')}")
    if args.json:
        print(json.dumps({"repositories": results}))
    return 0 if all(result["exit"] == 0 for result in results) else 1
