"""Proofs into the files that left them open.

A file is compiled as it is and as it would be, both in a scratch folder, and written only if both
go well; the old one is kept. What is written is whole or not at all.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from sensei.core.errors import LeanProcessError, StoreError
from sensei.core.types import TheoremRef
from sensei.store.records import DeclarationRecord
from sensei.toolchain.limited import Limits
from sensei.toolchain.workspace import LeanWorkspace
from sensei.verify.judge import compile_source
from sensei.verify.verifier import splice


@dataclass(frozen=True, slots=True)
class Written:
    """A file with proofs in it.

    Args:
        file: its path, relative to the project's root.
        backup: the file as it was.
        theorems: those that were filled in.
    """

    file: str
    backup: Path
    theorems: tuple[str, ...]


def write_back(
    workspace: LeanWorkspace,
    declaration_of: Mapping[TheoremRef, DeclarationRecord],
    source_of: Mapping[str, str],
    proofs: Mapping[TheoremRef, str],
    limits: Limits,
) -> list[Written]:
    """Writes each proof in the place of its theorem's traced proof.

    Args:
        declaration_of: the theorems, as traced.
        source_of: by file, the source that was traced.
        proofs: verified texts, from ``by`` on.

    Raises:
        StoreError: a file is not as it was traced; no file is written then.
        LeanProcessError: a file does not compile, before or after; it stays as it is, and so do
            those that would have come after it.
    """
    by_file: dict[str, list[TheoremRef]] = {}
    for theorem in sorted(proofs, key=lambda t: (t.file, t.name)):
        by_file.setdefault(theorem.file, []).append(theorem)
    texts = {file: _present(workspace.root / file, source_of[file]) for file in by_file}
    written = []
    for file, theorems in by_file.items():
        old = texts[file]
        new = old.replace(b"\r\n", b"\n")
        spans = []
        for theorem in theorems:
            span = declaration_of[theorem].proof_range
            assert span is not None
            spans.append((span.start_byte, span.end_byte, proofs[theorem].encode()))
        for start, end, proof in sorted(spans, reverse=True):
            new = splice(new, start, end, proof)
        if b"\r\n" in old:
            new = new.replace(b"\n", b"\r\n")
        module = theorems[0].module
        for text, when in ((old, "as it is"), (new, "with the proofs in it")):
            _compile(workspace, module, text, f"{file}, {when}", limits)
        backup = _keep(workspace.root, file)
        _replace(workspace.root / file, new)
        written.append(Written(file, backup, tuple(t.name for t in theorems)))
    return written


def check_unchanged(root: Path, source_of: Mapping[str, str]) -> None:
    """Refuses if a file is not as it was traced.

    Raises:
        StoreError: it is not.
    """
    for file, source in source_of.items():
        _present(root / file, source)


def _present(path: Path, traced: str) -> bytes:
    text = path.read_bytes()
    if text.replace(b"\r\n", b"\n") != traced.encode().replace(b"\r\n", b"\n"):
        raise StoreError(f"{path} has changed since it was traced", "sensei trace && sensei ingest")
    return text


def _compile(workspace: LeanWorkspace, module: str, text: bytes, what: str, limits: Limits) -> None:
    with tempfile.TemporaryDirectory(prefix="sensei-write-") as folder:
        root = Path(folder)
        path = root.joinpath(*module.split("."))
        path = path.with_name(path.name + ".lean")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)
        refusal = compile_source(
            workspace, path, source_root=root, olean=root / "made.olean", limits=limits
        )
    if refusal is not None:
        raise LeanProcessError(f"{what}, does not compile: {refusal.detail}", "lake build")


def _keep(root: Path, file: str) -> Path:
    """A copy of the file in ``.lake/sensei/backups``, under the first number that is free."""
    folder = root / ".lake" / "sensei" / "backups" / Path(file).parent
    folder.mkdir(parents=True, exist_ok=True)
    number = 1
    while (backup := folder / f"{Path(file).name}.{number}").exists():
        number += 1
    shutil.copy2(root / file, backup)
    return backup


def _replace(path: Path, text: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(text)
        shutil.copymode(path, name)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
