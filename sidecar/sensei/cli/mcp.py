"""``sensei mcp``: the project's tools for coding agents, by the Model Context Protocol."""

from __future__ import annotations

import argparse
import contextlib
import sys

from sensei.cli.project import add_database, add_project, open_project_store, project_root
from sensei.core.errors import MissingExtraError

EXAMPLE = "sensei mcp --project path/to/project"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    add_project(parser, alone=True)
    add_database(parser)
    parser.add_argument(
        "--generator",
        metavar="G",
        help="a checkpoint's folder or name, PROVIDER:MODEL, 'fixed' (ten tactics) or 'untrained' "
        "(default: the newest checkpoint, else 'fixed')",
    )
    parser.add_argument(
        "--retriever",
        default="bm25",
        metavar="R",
        help="what selects premises: a retriever's checkpoint (folder or name), "
        "'hybrid:CHECKPOINT', or 'bm25' (default)",
    )
    parser.add_argument("--seed", type=int, default=0, help="of the generator's sampling")


def run(args: argparse.Namespace) -> int:
    """Answers on stdin and stdout until stdin ends."""
    try:
        import mcp  # noqa: F401
    except ImportError:
        raise MissingExtraError("sensei mcp", "mcp") from None
    from sensei.server.audit import AuditLog, audit_file
    from sensei.server.mcp.app import create_server
    from sensei.server.mcp.project_tools import ProjectTools

    root = project_root(args)
    with open_project_store(args, root) as store, contextlib.ExitStack() as ends:
        tools = ProjectTools(
            root,
            store,
            generator=args.generator,
            retriever=args.retriever,
            seed=args.seed,
            say=lambda line: print(f"sensei: {line}", file=sys.stderr, flush=True),
        )
        ends.callback(tools.close)
        audit = AuditLog(audit_file(root))
        ends.callback(audit.close)
        create_server(tools, audit.note).run("stdio")
    return 0
