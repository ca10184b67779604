"""The premises of a project as LeanDojo's corpus has them: what a file defines, and where.

Lines and columns count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sensei.store.records import DeclarationRecord, ModuleContents, PremiseRecord, Span

# Parts of another declaration's command, and what has no name.
_NO_PREMISE = {"example", "constructor", "recursor"}


class Paths:
    """Where the files of modules are. With several repositories, each is a folder."""

    def __init__(self, files: Mapping[tuple[int, str], str], folders: Mapping[int, str]) -> None:
        self._files = files
        self._folders = folders

    def of(self, snapshot_id: int, module: str) -> str:
        """A module's file; of one that was not traced, what its name says."""
        file = self._files.get((snapshot_id, module))
        if file is None:
            return module.replace(".", "/") + ".lean"
        return self._folders.get(snapshot_id, "") + file


def start(span: Span) -> list[int]:
    """[line, column]."""
    return [span.start_line, span.start_column + 1]


def end(span: Span) -> list[int]:
    """[line, column]."""
    return [span.end_line, span.end_column + 1]


def premises_of(contents: ModuleContents) -> list[tuple[DeclarationRecord, Span]]:
    """The declarations that others can use, with their ranges."""
    return [
        (declaration, declaration.range)
        for declaration in contents.declarations
        if declaration.range is not None and declaration.kind not in _NO_PREMISE
    ]


def file_entry(contents: ModuleContents, paths: Paths) -> dict[str, Any]:
    """A line of ``corpus.jsonl``."""
    module = contents.module
    source = contents.source.encode()
    return {
        "path": paths.of(module.snapshot_id, module.name),
        "imports": [paths.of(module.snapshot_id, name) for name in module.imports],
        "premises": [
            {
                "full_name": declaration.name,
                "code": source[span.start_byte : span.end_byte].decode(errors="replace"),
                "start": start(span),
                "end": end(span),
                "kind": "commanddeclaration",
            }
            for declaration, span in premises_of(contents)
        ],
    }


def provenance(premise: PremiseRecord, snapshot_id: int, paths: Paths) -> dict[str, Any] | None:
    """Where a premise is defined; None if Lean has no place for it."""
    place = premise.definition
    if place is None:
        return None
    return {
        "full_name": premise.name,
        "def_path": paths.of(snapshot_id, premise.defined_in),
        "def_pos": start(place),
        "def_end_pos": end(place),
    }
