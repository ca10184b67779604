"""What a snapshot is: the hash that says which repository, at which content and toolchain."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from sensei.core.errors import ProjectError
from sensei.ingest.repository import repository_of
from sensei.store import Store
from sensei.store.records import SnapshotRecord

_PACKAGE = re.compile(r"^\s*package\s+(?:«([^»]+)»|\"([^\"]+)\"|([\w.-]+))", re.MULTILINE)


def package_name(project_root: Path) -> str:
    """The name of the project's package, from its Lake file.

    Raises:
        ProjectError: the folder is missing, has no Lake file or one that does not parse.
    """
    if not project_root.is_dir():
        raise ProjectError(f"no such folder: {project_root}", "name the folder of a Lean project")
    in_toml, in_lean = project_root / "lakefile.toml", project_root / "lakefile.lean"
    if in_toml.is_file():
        try:
            name = tomllib.loads(in_toml.read_text(encoding="utf-8")).get("name")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ProjectError(f"{in_toml}: {error}", "mend the file") from None
        return str(name) if name else project_root.resolve().name
    if in_lean.is_file():
        found = _PACKAGE.search(in_lean.read_text(encoding="utf-8", errors="replace"))
        return found[found.lastindex or 0] if found else project_root.resolve().name
    raise ProjectError(
        f"{project_root} is not a Lean project: it has no lakefile.toml or lakefile.lean",
        "name the folder of a Lean project",
    )


def content_hash(files: Iterable[tuple[str, str]]) -> str:
    """SHA-256 over (file, SHA-256 of its source, or "" if it could not be traced at all)."""
    return _digest(sorted(files))


def snapshot_identity(
    *,
    repository: str,
    commit: str | None,
    package: str,
    content: str,
    lean_version: str,
    lean_commit: str,
    toolchain_kind: str,
) -> str:
    """SHA-256 over the repository, the commit, the package, the content and the toolchain."""
    return _digest(
        [repository, commit or "", package, content, lean_version, lean_commit, toolchain_kind]
    )


def project_snapshot(store: Store, project_root: Path, wanted: str | None = None) -> SnapshotRecord:
    """The newest snapshot of the project in this folder, or the one whose identity starts as
    ``wanted``.

    Raises:
        NotFoundError: there is none, or ``wanted`` is the start of several.
        ProjectError: the folder is no Lean project.
    """
    package = package_name(project_root)
    repository = repository_of(project_root)
    where = repository.url if repository is not None else package
    return store.snapshot(wanted, package=package, repository=where)


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()
