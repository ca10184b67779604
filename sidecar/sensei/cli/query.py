"""``sensei query``: read-only SQL on the database."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from sensei.cli.numbers import count, seconds
from sensei.cli.project import add_database, add_project, project_root

if TYPE_CHECKING:
    from sensei.store.query import QueryResult

EXAMPLE = 'sensei query "SELECT kind, count(*) FROM declarations GROUP BY kind"'
_WIDTH = 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("sql", metavar="SQL", help="one SELECT; docs/data.md has the tables")
    add_project(parser)
    add_database(parser)
    parser.add_argument("--limit", type=count, default=100, metavar="N", help="rows (default: 100)")
    parser.add_argument(
        "--timeout", type=seconds, default=10.0, metavar="S", help="seconds (default: 10)"
    )


def run(args: argparse.Namespace) -> int:
    """Asks, and prints the rows."""
    from sensei.core.errors import UsageError
    from sensei.settings import load_settings
    from sensei.store import default_database
    from sensei.store.query import run_query

    if args.limit < 1 or args.timeout <= 0:
        raise UsageError("--limit and --timeout must be more than 0")
    if args.database:
        database = args.database
    else:
        root = project_root(args)
        database = load_settings(root).database or default_database(root)
    result = run_query(database, args.sql, timeout_s=args.timeout, max_rows=args.limit)
    if args.json:
        answer = {
            "columns": result.columns,
            "rows": result.rows,
            "truncated": result.truncated,
        }
        json.dump(answer, sys.stdout, ensure_ascii=False, default=str)
        print()
        return 0
    _print_table(result)
    if result.truncated:
        print(f"more than {args.limit} rows; --limit shows more", file=sys.stderr)
    return 0


def _print_table(result: QueryResult) -> None:
    lines = [[_shown(value) for value in row] for row in (result.columns, *result.rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(result.columns))]
    for line in lines:
        cells = (text.ljust(width) for text, width in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())


def _shown(value: Any) -> str:
    text = "" if value is None else str(value).replace("\n", "⏎")
    return text if len(text) <= _WIDTH else text[: _WIDTH - 1] + "…"
