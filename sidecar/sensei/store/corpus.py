"""The premises of a snapshot, with their statements, and which of them a scope lets in.

What the project declares, and the constants outside of it that the trace met.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlalchemy import select
from sqlalchemy.orm import Session

from sensei.core.types import Premise
from sensei.store.records import ConstantRecord
from sensei.store.schema import ModuleRow, PremiseRow
from sensei.store.trace_reader import read_constants, read_declarations

# What no proof names.
_NEVER_NAMED = ("example", "recursor")


@dataclass(frozen=True, slots=True)
class Corpus:
    """The premises of a snapshot, by module and name; a premise's number is its place.

    Args:
        imports: of each traced module, direct ones.
    """

    premises: tuple[Premise, ...]
    imports: dict[str, tuple[str, ...]]
    _numbers: dict[tuple[str, str], int] = field(init=False)
    _of_module: dict[str, list[int]] = field(init=False)

    def __post_init__(self) -> None:
        numbers = {(p.module, p.name): number for number, p in enumerate(self.premises)}
        of_module: dict[str, list[int]] = {}
        for number, premise in enumerate(self.premises):
            of_module.setdefault(premise.module, []).append(number)
        object.__setattr__(self, "_numbers", numbers)
        object.__setattr__(self, "_of_module", of_module)

    def number(self, module: str, name: str) -> int | None:
        """A premise's number."""
        return self._numbers.get((module, name))

    def own(self, module: str, before_byte: int | None = None) -> frozenset[int]:
        """What a module itself declares, if given only what ends before a place in it."""
        return frozenset(
            number
            for number in self._of_module.get(module, ())
            if before_byte is None or (self.premises[number].end_byte or 0) <= before_byte
        )

    def brought(self, modules: tuple[str, ...] | frozenset[str]) -> frozenset[int]:
        """What these modules let others name."""
        return frozenset(
            number
            for module in modules
            for number in self._of_module.get(module, ())
            if not self.premises[number].private
        )


def read_corpus(session: Session, snapshot_id: int) -> Corpus:
    """The corpus of a snapshot."""
    found: dict[tuple[str, str], Premise] = {}
    for declaration in read_declarations(session, snapshot_id):
        if declaration.kind not in _NEVER_NAMED and declaration.range is not None:
            found[declaration.module, declaration.name] = Premise(
                declaration.name,
                declaration.module,
                declaration.type or declaration.signature,
                declaration.doc,
                declaration.range.end_byte,
                declaration.is_private,
            )
    modules = session.execute(
        select(ModuleRow.name, ModuleRow.imports, ModuleRow.constants).where(
            ModuleRow.snapshot_id == snapshot_id
        )
    ).all()
    traced = {row.name for row in modules}
    met = {number for row in modules for number in row.constants}
    for constant in read_constants(session, met).values():
        if constant.defined_in not in traced and constant.kind not in _NEVER_NAMED:
            found.setdefault((constant.defined_in, constant.name), _outside(constant))
    used = (
        select(PremiseRow.defined_in, PremiseRow.name)
        .join(ModuleRow, ModuleRow.id == PremiseRow.module_id)
        .where(ModuleRow.snapshot_id == snapshot_id, PremiseRow.step.is_not(None))
        .distinct()
    )
    for module, name in session.execute(used):
        if module not in traced:
            found.setdefault((module, name), Premise(name, module))
    return Corpus(
        tuple(found[key] for key in sorted(found)),
        {row.name: tuple(row.imports) for row in modules},
    )


def _outside(constant: ConstantRecord) -> Premise:
    return Premise(constant.name, constant.defined_in, constant.statement, constant.doc)
