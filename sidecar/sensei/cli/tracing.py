"""One run of the tracer from outside a project, with its progress.

On a terminal: a bar with rate, time left, failures and memory, and a line for each failure.
Elsewhere a line an interval instead of the bar. With ``--json``: the tracer's events as they come.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sensei.cli.progress import Reporter
from sensei.cli.trace_targets import Target
from sensei.core.errors import LeanProcessError, UnsupportedToolchainError
from sensei.settings import load_settings
from sensei.toolchain.limited import run_in_front
from sensei.toolchain.native import with_compiled_worker
from sensei.toolchain.workspace import open_workspace


def trace_target(args: argparse.Namespace, target: Target, out: Path | None) -> dict[str, Any]:
    """Traces it; what came of it, with the tracer's exit code as ``exit``.

    Raises:
        SenseiError: nothing could be traced.
    """
    root = target.root(load_settings(None))
    settings = load_settings(root)
    jobs = args.jobs
    if jobs is None and settings.sources.get("jobs", "default") != "default":
        jobs = settings.jobs
    out = out or root / ".lake" / "build" / "sensei" / "trace"
    try:
        workspace = open_workspace(
            root,
            settings,
            build_timeout_s=args.build_timeout,
            use_mathlib_cache=target.url is not None,
        )
        workspace = with_compiled_worker(workspace, settings)
    except UnsupportedToolchainError as error:
        return _unsupported(target, root, out, error)
    command = workspace.program(
        "Trace",
        *(["--jobs", str(jobs)] if jobs is not None else []),
        *(["--threads", str(args.threads)] if args.threads is not None else []),
        *("--timeout", str(args.timeout), "--memory", str(args.memory)),
        *("--kind", workspace.toolchain_kind, "--out", str(out), "--events"),
        *(["--force"] if args.force else []),
        *(["--sidecar", args.sidecar] if args.sidecar else []),
        *(word for pattern in target.only for word in ("--only", pattern)),
    )
    with Reporter("trace") as reporter:
        shown = Shown(reporter, as_json=args.json)
        exit_code = run_in_front(command, cwd=root, env=workspace.env, on_line=shown.take)
    if not shown.ended:
        if exit_code in (2, 3):  # the tracer has said why
            return {"name": target.name, "project": str(root), "exit": exit_code}
        raise LeanProcessError(
            f"{target.name}: the tracer ended with exit code {exit_code}",
            "run the same command again: it goes on from there",
        )
    about = {"name": target.name, "project": str(root)}
    if target.url is not None:
        about |= {"url": target.url, "commit": target.commit or ""}
    return about | shown.summary(out) | {"exit": exit_code}


def _unsupported(
    target: Target, root: Path, out: Path, error: UnsupportedToolchainError
) -> dict[str, Any]:
    """Leaves a failure of every module, by name, and says what came of it."""
    from sensei.ingest.unsupported import write_unsupported

    names = write_unsupported(root, out, error.what, target.only)
    say(f"sensei: {error}")
    return {
        "name": target.name,
        "project": str(root),
        "records": str(out),
        "modules": len(names),
        "reused": 0,
        "failures": _failures(out, names),
        "exit": 1,
    }


def _failures(out: Path, modules: Iterable[str]) -> list[dict[str, Any]]:
    return [
        json.loads((out / f"{name}.json").read_text("utf-8"))["failure"] for name in sorted(modules)
    ]


class Shown:
    """Shows the tracer's events, and sums them up."""

    def __init__(self, reporter: Reporter, *, as_json: bool) -> None:
        self._reporter = reporter
        self._as_json = as_json
        self._started_at = time.monotonic()
        self._modules = 0
        self._failed: list[str] = []
        self._reused = 0
        self._peak_bytes = 0
        self._ingested: dict[str, Any] = {}
        self.ended = False

    def take(self, line: str) -> None:
        """One line of the tracer's."""
        event = json.loads(line)
        kind = event["event"]
        if self._as_json and kind != "end":
            print(line, end="", flush=True)
        self.ended = self.ended or kind == "end"
        if kind == "sidecar":
            self._ingested = {k: v for k, v in event.items() if k != "event"}
        if kind != "module":
            return
        name, done, total = event["module"], event["done"], event["total"]
        self._modules += 1
        self._reused += event["reused"]
        self._peak_bytes = max(self._peak_bytes, event["peakRssBytes"])
        if "reason" in event:
            self._failed.append(name)
            self._reporter.say(
                f"[{done}/{total}] {name} FAILED {event['reason']}: {event['message']}"
            )
        self._reporter.update("modules", done, total, self._note(done, total))

    def _note(self, done: int, total: int) -> str:
        seconds = max(time.monotonic() - self._started_at, 1e-3)
        left = seconds / done * (total - done)
        return (
            f"{done / seconds:.1f}/s, {left:.0f} s left, {len(self._failed)} failed, "
            f"{self._peak_bytes >> 20} MiB"
        )

    def summary(self, out: Path) -> dict[str, Any]:
        """What was traced: numbers, the failures' records, and what the sidecar stored."""
        failures = _failures(out, self._failed)
        counts = {"modules": self._modules, "reused": self._reused, "failures": failures}
        stored = {"sidecar": self._ingested} if self._ingested else {}
        return {"records": str(out), **counts, **stored}


def summary_line(result: dict[str, Any]) -> str:
    """The summary for people."""
    stored = result.get("sidecar")
    return (
        f"{result['modules']} modules, {len(result['failures'])} failed, "
        f"{result['reused']} as before, records in {result['records']}"
        + (f", {stored['modules']} modules in the sidecar's store" if stored else "")
    )


def say(text: str) -> None:
    """A line for people."""
    print(text, file=sys.stderr, flush=True)
