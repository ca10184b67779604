"""Which premises a theorem's proof can name: those of the modules that its own reaches, and those
that stand before it in its own, or with it in a mutual block.

What a module reaches is kept compactly: its imports, and beside them only the modules outside the
project that none of the project's modules among them brings. Outside of the project only constants
that the trace met are known.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from sensei.store.bulk import batches
from sensei.store.mutual import block_of
from sensei.store.records import DeclarationRecord, Span
from sensei.store.schema import ConstantRow, DeclarationRow, ModuleRow, TextRow

# What no proof names.
_NEVER_NAMED = ("example", "recursor")


@dataclass(frozen=True, slots=True, order=True)
class ScopedPremise:
    """A premise; ``origin`` is module (the theorem's own), project, dependency or toolchain."""

    module: str
    name: str
    kind: str
    origin: str


@dataclass(frozen=True, slots=True)
class Scope:
    """What is in scope at every step of a theorem's proof, local names aside.

    Args:
        modules: that its module reaches, sorted; not its own.
        before_byte: of its own module, what ends before this is in scope.
        with_it: the places of the others in its mutual block, which are in scope as well.
        premises: by module and name.
    """

    modules: tuple[str, ...]
    before_byte: int
    with_it: tuple[Span, ...]
    premises: tuple[ScopedPremise, ...]


def read_scope(session: Session, declaration: DeclarationRecord) -> Scope:
    """The scope of a declaration's proof."""
    rows = session.execute(
        select(
            ModuleRow.name, ModuleRow.id, ModuleRow.imports, TextRow.content, ModuleRow.constants
        )
        .outerjoin(TextRow, TextRow.id == ModuleRow.brings_text_id)
        .where(ModuleRow.snapshot_id == declaration.snapshot_id)
    ).all()
    imports = {row.name: list(row.imports) for row in rows}
    brings = {row.name: json.loads(row.content) if row.content else [] for row in rows}
    inside = _reached(declaration.module, imports)
    modules = inside | {
        name for module in (*inside, declaration.module) for name in brings.get(module, ())
    }
    before = declaration.range.start_byte if declaration.range else 0
    own = list(_declarations(session, [declaration.module_id]))
    with_it = _mutual(session, declaration, own)
    ids = {row.id: row.name for row in rows if row.name in modules}
    premises = [
        ScopedPremise(ids[row.module_id], row.name, row.kind, "project")
        for row in _declarations(session, ids)
        if not row.is_private
    ]
    premises += [
        ScopedPremise(declaration.module, row.name, row.kind, "module")
        for row in own
        if row.range is not None and (row.range.end_byte <= before or row.range in with_it)
    ]
    met = {number for row in rows for number in row.constants}
    premises += [
        ScopedPremise(row.defined_in, row.name, row.kind, row.origin)
        for batch in batches(sorted(met))
        for row in session.execute(
            select(
                ConstantRow.name, ConstantRow.kind, ConstantRow.defined_in, ConstantRow.origin
            ).where(ConstantRow.id.in_(batch), ConstantRow.origin.in_(("dependency", "toolchain")))
        )
        if row.defined_in in modules
    ]
    return Scope(tuple(sorted(modules)), before, with_it, tuple(sorted(set(premises))))


def _mutual(
    session: Session, declaration: DeclarationRecord, own: Iterable[DeclarationRow]
) -> tuple[Span, ...]:
    source = session.scalar(
        select(TextRow.content)
        .join(ModuleRow, ModuleRow.source_text_id == TextRow.id)
        .where(ModuleRow.id == declaration.module_id)
    )
    if declaration.range is None or not source or "mutual" not in source:
        return ()
    spans = [row.range for row in own if row.range is not None]
    return tuple(block_of(source, spans, declaration.range))


def _reached(module: str, imports: dict[str, list[str]]) -> set[str]:
    found: set[str] = set()
    todo = list(imports.get(module, ()))
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += imports.get(name, ())
    return found


def _declarations(session: Session, modules: Iterable[int]) -> Iterable[DeclarationRow]:
    for batch in batches(modules):
        yield from session.scalars(
            select(DeclarationRow).where(
                DeclarationRow.module_id.in_(batch), DeclarationRow.kind.not_in(_NEVER_NAMED)
            )
        )
