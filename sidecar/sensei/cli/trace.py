"""``sensei trace``: ``lake exe trace`` from outside a project. Same tracer, same output."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from sensei.cli.project import add_project, project_root
from sensei.settings import load_settings

EXAMPLE = "sensei trace lean/samples/Kata --timeout 60"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the verb."""
    add_project(parser, alone=True)
    parser.add_argument(
        "--only", action="append", default=[], metavar="MODULE", help="this module; repeatable"
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
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        help="folder of the records (default: the project's .lake/build/sensei/trace)",
    )


def run(args: argparse.Namespace) -> int:
    """Traces; 1 if a module failed."""
    from sensei.toolchain.workspace import open_workspace

    root = project_root(args)
    settings = load_settings(root)
    workspace = open_workspace(root, settings, build_timeout_s=args.build_timeout)
    out = Path(args.out).resolve() if args.out else root / ".lake" / "build" / "sensei" / "trace"
    command = workspace.program(
        "Trace",
        "--jobs",
        str(settings.jobs),
        "--timeout",
        str(args.timeout),
        "--memory",
        str(args.memory),
        "--kind",
        workspace.toolchain_kind,
        "--out",
        str(out),
        *(word for module in args.only for word in ("--only", module)),
    )
    done = subprocess.run(
        command,
        cwd=root,
        env=workspace.env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if args.json else sys.stderr,
        check=False,
    )
    if args.json and done.returncode in (0, 1):
        traced = [out / f"{module}.json" for module in dict.fromkeys(args.only)]
        records = sorted(traced or out.glob("*.json"))
        failures = [
            failure
            for path in records
            if (failure := json.loads(path.read_text("utf-8")).get("failure")) is not None
        ]
        print(json.dumps({"records": str(out), "modules": len(records), "failures": failures}))
    return done.returncode
