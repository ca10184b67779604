"""Which project a verb works on, and its database: the same two options for every verb.

``--project DIR`` names the project or a folder in it; without it, it is the one around the current
folder. A verb that takes nothing else on its command line takes DIR without ``--project`` as well.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sensei.core.errors import NotFoundError, UsageError

if TYPE_CHECKING:
    from sensei.store import Store

_HELP = "the Lean project, or a folder in it (default: the one around the current folder)"


def add_project(parser: argparse.ArgumentParser, *, alone: bool = False) -> None:
    """Adds ``--project DIR``; with ``alone``, DIR may also stand by itself."""
    if alone:
        parser.add_argument("folder", nargs="?", metavar="DIR", help="the same as --project DIR")
    parser.add_argument("--project", metavar="DIR", help=_HELP)


def add_database(parser: argparse.ArgumentParser) -> None:
    """Adds ``--database URL``."""
    parser.add_argument("--database", metavar="URL", help="the database (default: the project's)")


def project_folder(args: argparse.Namespace) -> Path:
    """The folder that the command line names, else the current one.

    Raises:
        UsageError: it names two.
    """
    alone: str | None = getattr(args, "folder", None)
    if alone is not None and args.project is not None:
        raise UsageError(f"two projects: {alone} and {args.project}", "give one of them")
    return Path(next((name for name in (alone, args.project) if name is not None), "."))


def project_root(args: argparse.Namespace) -> Path:
    """The root of the project at hand, absolute.

    Raises:
        ProjectError: there is no such folder, or it is in no Lean project.
    """
    from sensei.toolchain.workspace import project_root as root_around

    return root_around(project_folder(args))


def open_project_store(args: argparse.Namespace, root: Path) -> Store:
    """The store named on the command line, else in the settings, else the project's own.

    Raises:
        StoreError: it cannot be opened.
        UsageError: the settings are off.
    """
    from sensei.settings import load_settings
    from sensei.store import default_database, open_store

    named = args.database or load_settings(root).database
    return open_store(named or default_database(root))


def file_within(root: Path, file: str) -> str:
    """A Lean file as traces name it, given from the project's root or from here.

    Raises:
        NotFoundError: there is none in the project.
    """
    for path in (root / file, Path(file)):
        if path.is_file() and path.suffix == ".lean" and path.resolve().is_relative_to(root):
            return path.resolve().relative_to(root).as_posix()
    raise NotFoundError(f"{file} is no .lean file in {root}", "name it from the project's root")
