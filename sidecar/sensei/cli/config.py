"""``sensei config show``: each setting, its value, and where it came from."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from sensei.cli.project import add_project, project_folder
from sensei.core.errors import ProjectError
from sensei.settings import PROVIDERS, load_provider, load_settings
from sensei.toolchain.root import find_root

EXAMPLE = "sensei config show"
_SHOWN = ("lean", "cache_dir", "database", "jobs")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    verbs = parser.add_subparsers(dest="what", metavar="WHAT", required=True)
    show = verbs.add_parser("show", help="print every setting", epilog=f"example: {EXAMPLE}")
    add_project(show, alone=True)


def run(args: argparse.Namespace) -> int:
    """Prints the settings."""
    start = project_folder(args)
    if not start.exists():
        raise ProjectError(f"no such folder: {start}", "name the folder of a Lean project")
    root = find_root(start.resolve())
    rows = _rows(root)
    if args.json:
        print(json.dumps({name: {"value": v, "source": source} for name, v, source in rows}))
        return 0
    print(f"{root / 'sensei.toml' if root else 'no project here, so no sensei.toml'}")
    width = max(len(name) for name, _, _ in rows)
    for name, value, source in rows:
        print(f"  {name:{width}}  {value if value != '' else '-'}  ({source})")
    return 0


def _rows(root: Path | None) -> list[tuple[str, str | int | float | bool | None, str]]:
    """Name, value and source; a key is only said to be there."""
    settings = load_settings(root)
    rows: list[tuple[str, str | int | float | bool | None, str]] = []
    for name in _SHOWN:
        value = getattr(settings, name)
        shown = str(value) if isinstance(value, Path) else value
        rows.append((name, shown, settings.sources[name]))
    for provider in PROVIDERS:
        found = load_provider(provider, root)
        for name, source in found.sources.items():
            value = getattr(found, name) if name != "key" else "set" if found.key else ""
            rows.append((f"{provider}.{name}", value, source))
    return rows
