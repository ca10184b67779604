"""``sensei trace``: ``lake exe trace`` from outside a project. Same tracer, same output."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from sensei.cli.progress import Reporter
from sensei.cli.project import add_project, project_folder
from sensei.core.errors import UsageError
from sensei.settings import load_settings

EXAMPLE = "sensei trace lean/samples/Kata --timeout 60"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the verb."""
    add_project(parser, alone=True)
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="MODULE",
        help="this module, those of a pattern with *, or this file of the project; repeatable",
    )
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="workers (default: as cores and memory allow)"
    )
    parser.add_argument(
        "--timeout", type=int, default=300, metavar="S", help="a module (default: 300)"
    )
    parser.add_argument(
        "--memory", type=int, default=8192, metavar="MIB", help="a module (default: 8192)"
    )
    parser.add_argument(
        "--build-timeout", type=float, default=1800, metavar="S", help="lake build (default: 1800)"
    )
    parser.add_argument("--force", action="store_true", help="trace what has not changed, too")
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        help="folder of the records (default: the project's .lake/build/sensei/trace)",
    )


def run(args: argparse.Namespace) -> int:
    """Traces; 1 if a module failed."""
    from sensei.toolchain.limited import run_in_front
    from sensei.toolchain.workspace import open_workspace, project_root

    place = project_folder(args)
    only = list(args.only)
    if place.suffix == ".lean" and place.is_file():
        root = project_root(place.parent)
        only.append(place.resolve().relative_to(root).as_posix())
    else:
        root = project_root(place)
    for name in ("jobs", "timeout", "memory"):
        if getattr(args, name) is not None and getattr(args, name) < 1:
            raise UsageError(f"--{name} must be at least 1", EXAMPLE)
    settings = load_settings(root)
    jobs = args.jobs
    if jobs is None and settings.sources.get("jobs", "default") != "default":
        jobs = settings.jobs
    workspace = open_workspace(root, settings, build_timeout_s=args.build_timeout)
    out = Path(args.out).resolve() if args.out else root / ".lake" / "build" / "sensei" / "trace"
    limits = ["--timeout", str(args.timeout), "--memory", str(args.memory)]
    command = workspace.program(
        "Trace",
        *(["--jobs", str(jobs)] if jobs is not None else []),
        *limits,
        *("--kind", workspace.toolchain_kind, "--out", str(out), "--events"),
        *(["--force"] if args.force else []),
        *(word for pattern in only for word in ("--only", pattern)),
    )
    with Reporter("trace") as reporter:
        shown = _Shown(reporter, as_json=args.json)
        exit_code = run_in_front(command, cwd=root, env=workspace.env, on_line=shown.take)
    if exit_code in (0, 1):
        shown.finish(out)
    return exit_code


class _Shown:
    """Shows the tracer's events: lines on stderr, or as they are on stdout."""

    def __init__(self, reporter: Reporter, *, as_json: bool) -> None:
        self._reporter = reporter
        self._as_json = as_json
        self._started_at = time.monotonic()
        self._modules: list[str] = []
        self._failures: list[dict[str, Any]] = []
        self._reused = 0
        self._peak_bytes = 0

    def take(self, line: str) -> None:
        """One line of the tracer's."""
        event = json.loads(line)
        if self._as_json and event["event"] != "end":
            print(line, end="", flush=True)
        if event["event"] != "module":
            return
        name, done, total = event["module"], event["done"], event["total"]
        self._modules.append(name)
        self._reused += event["reused"]
        self._peak_bytes = max(self._peak_bytes, event["peakRssBytes"])
        if "reason" in event:
            self._failures.append(event)
            how = f"FAILED {event['reason']}: {event['message']}"
        else:
            how = "as before" if event["reused"] else f"{event['seconds']} s"
        print(f"[{done}/{total}] {name} {how}", file=sys.stderr, flush=True)
        self._reporter.update("modules", done, total, self._note(done, total))

    def _note(self, done: int, total: int) -> str:
        seconds = max(time.monotonic() - self._started_at, 1e-3)
        left = seconds / done * (total - done)
        return (
            f"{done / seconds:.1f}/s, {left:.0f} s left, {len(self._failures)} failed, "
            f"{self._peak_bytes >> 20} MiB"
        )

    def finish(self, out: Path) -> None:
        """The summary."""
        if self._as_json:
            failures = [
                json.loads((out / f"{failure['module']}.json").read_text("utf-8"))["failure"]
                for failure in sorted(self._failures, key=lambda failure: str(failure["module"]))
            ]
            print(
                json.dumps(
                    {
                        "records": str(out),
                        "modules": len(self._modules),
                        "reused": self._reused,
                        "failures": failures,
                    }
                )
            )
        else:
            print(
                f"{len(self._modules)} modules, {len(self._failures)} failed, "
                f"{self._reused} as before, records in {out}",
                file=sys.stderr,
            )
