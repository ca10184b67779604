"""Writing traced modules, each whole or not at all: part of a transaction that the caller opens.

Several at once cost less: their texts are looked for in one go and their rows fill pages together.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

import msgspec
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from sensei.store.bulk import insert_rows, numbers_text, span_text, texts_json
from sensei.store.constants import store_constants
from sensei.store.goal_text import printed_parts
from sensei.store.schema import DeclarationRow, ModuleRow
from sensei.store.texts import sha256, store_texts
from sensei.wire.traced import Link, Range, TracedModule, encode

PROOF_KINDS = {
    "PROOF_KIND_UNSPECIFIED": "none",
    "PROOF_KIND_TERM": "term",
    "PROOF_KIND_TACTIC": "tactic",
    "PROOF_KIND_ALTERNATIVES": "alternatives",
}


def record_hash(module: TracedModule) -> str:
    """SHA-256 of a record without what differs from run to run (time and memory)."""
    timeless = msgspec.structs.replace(module, seconds=0.0, peak_rss_bytes=0)
    return hashlib.sha256(encode(timeless)).hexdigest()


def write_modules(session: Session, snapshot_id: int, modules: Sequence[TracedModule]) -> list[str]:
    """Stores modules of different names; says of each ``added``, ``replaced`` or ``unchanged``."""
    digests = [record_hash(module) for module in modules]
    there = {
        row.name: row
        for row in session.execute(
            select(ModuleRow.name, ModuleRow.id, ModuleRow.record_hash).where(
                ModuleRow.snapshot_id == snapshot_id,
                ModuleRow.name.in_([module.name for module in modules]),
            )
        )
    }
    outcomes, changed = [], []
    for module, digest in zip(modules, digests, strict=True):
        old = there.get(module.name)
        if old is not None and old.record_hash == digest:
            outcomes.append("unchanged")
            continue
        if old is not None:
            session.execute(delete(ModuleRow).where(ModuleRow.id == old.id))
        outcomes.append("added" if old is None else "replaced")
        changed.append((module, digest))
    if changed:
        _write(session, snapshot_id, changed)
    return outcomes


def _write(session: Session, snapshot_id: int, changed: Sequence[tuple[TracedModule, str]]) -> None:
    modules = [module for module, _ in changed]
    goals = [_goals(module) for module in modules]
    pairs = list(zip(modules, goals, strict=True))
    texts = store_texts(session, (text for module, of in pairs for text in _texts(module, of)))
    tables = store_constants(session, modules)
    columns = (
        *("snapshot_id", "name", "file", "source_text_id", "source_hash", "record_hash"),
        *("format_version", "tracer_version", "options", "imports", "plugins", "constants"),
        *("brings_text_id", "seconds", "peak_rss_bytes"),
    )
    rows = [
        (
            snapshot_id,
            module.name,
            module.file,
            texts[module.source],
            sha256(module.source),
            digest,
            module.format_version,
            module.tracer_version,
            texts_json(module.options),
            texts_json(module.imports),
            texts_json(module.plugins),
            numbers_text(sorted(set(table))),
            texts[_brings(module)] if module.brings else None,
            module.seconds,
            module.peak_rss_bytes,
        )
        for (module, digest), table in zip(changed, tables, strict=True)
    ]
    insert_rows(session, "modules", columns, rows)
    ids = {
        row.name: row.id
        for row in session.execute(
            select(ModuleRow.name, ModuleRow.id).where(
                ModuleRow.snapshot_id == snapshot_id,
                ModuleRow.name.in_([module.name for module in modules]),
            )
        )
    }
    numbered = [(ids[module.name], module) for module in modules]
    constants = {ids[module.name]: t for module, t in zip(modules, tables, strict=True)}
    _write_declarations(session, numbered, texts, constants)
    positions: dict[int, list[int]] = {number: [] for number, _ in numbered}
    for row in session.execute(
        select(DeclarationRow.module_id, DeclarationRow.id)
        .where(DeclarationRow.module_id.in_(positions))
        .order_by(DeclarationRow.module_id, DeclarationRow.position)
    ):
        positions[row.module_id].append(row.id)
    owners = {number: _Owners(module, positions[number]) for number, module in numbered}
    _write_goals(session, zip(positions, goals, strict=True), texts)
    _write_steps(session, numbered, texts, owners, constants)
    _write_premises(session, numbered, owners)
    _write_messages(session, numbered, texts)


# Of a goal: mvar_id, user_name, whether it parses back, pretty, and target and hypotheses unless
# pretty says them.
_Goal = tuple[str, str, bool, str, str | None, str | None]
_Numbered = Sequence[tuple[int, TracedModule]]


def _goals(module: TracedModule) -> list[_Goal]:
    goals = []
    for goal in module.goals:
        pretty, said = goal.pretty, goal.target
        hypotheses = [(h.name, h.type, h.value) for h in goal.hypotheses]
        printed, target = printed_parts(pretty)
        goals.append(
            (
                goal.mvar_id,
                goal.user_name,
                goal.parses_back,
                pretty,
                None if target == said else said,
                None if printed == hypotheses else texts_json(hypotheses),
            )
        )
    return goals


def _texts(module: TracedModule, goals: Iterable[_Goal]) -> Iterable[str]:
    yield module.source
    if module.brings:
        yield _brings(module)
    for declaration in module.declarations:
        yield from (declaration.signature, declaration.type, declaration.doc)
    for goal in goals:
        yield from (text for text in goal[3:] if text is not None)
    for step in module.steps:
        yield step.text
    for message in module.messages:
        yield message.text


def _brings(module: TracedModule) -> str:
    return texts_json(module.brings)


def _words(words: list[str]) -> str:
    """Few declarations have any."""
    return texts_json(words) if words else "[]"


def _write_declarations(
    session: Session,
    modules: _Numbered,
    texts: Mapping[str, int],
    constants: Mapping[int, Sequence[int]],
) -> None:
    columns = (
        *("module_id", "position", "name", "kind", "range", "name_range", "proof_range"),
        *("signature_text_id", "type_text_id", "doc_text_id", "type_hash"),
        *("proof_kind", "proof_hash", "has_sorry", "has_error", "is_private", "is_prop"),
        *("axioms", "attributes", "attributes_in_force", "env_name", "level_params", "modifiers"),
        *("type_constants", "value_constants"),
    )
    rows = []
    for module_id, module in modules:
        table = [str(number) for number in constants[module_id]]
        source = module.source.encode()
        errors = [
            message.range.start_byte
            for message in module.messages
            if message.severity == "error" and message.range is not None
        ]
        for position, d in enumerate(module.declarations):
            whole, proof = d.range, d.proof_range
            has_error = whole is not None and any(
                whole.start_byte <= at < whole.end_byte for at in errors
            )
            body = b"" if proof is None else source[proof.start_byte : proof.end_byte]
            rows.append(
                (
                    module_id,
                    position,
                    d.name,
                    d.kind,
                    span_text(whole),
                    span_text(d.name_range),
                    span_text(proof),
                    texts[d.signature],
                    texts[d.type],
                    texts[d.doc],
                    d.type_hash,
                    PROOF_KINDS[d.proof_kind],
                    sha256(body.decode(errors="replace")),
                    d.has_sorry,
                    has_error,
                    d.is_private,
                    d.is_prop,
                    texts_json(sorted(d.axioms)) if d.axioms else "[]",
                    _words(d.attributes),
                    _words(d.attributes_in_force),
                    d.env_name or None,
                    _words(d.level_params),
                    _words(d.modifiers),
                    _ids_of(table, d.type_constants),
                    _ids_of(table, d.value_constants),
                )
            )
    insert_rows(session, "declarations", columns, rows)


_NOWHERE = Range()


class _Owners:
    """Finds the declaration that a step or premise names; of several, the one around it."""

    def __init__(self, module: TracedModule, ids: Sequence[int]) -> None:
        self._by_name: dict[str, list[tuple[int, int, int]]] = {}
        for declaration, number in zip(module.declarations, ids, strict=True):
            whole = declaration.range or _NOWHERE
            place = (whole.start_byte, whole.end_byte, number)
            self._by_name.setdefault(declaration.name, []).append(place)

    def find(self, name: str, at: Range | None) -> int | None:
        """The id of the declaration; None if it has no record."""
        places = self._by_name.get(name)
        if places is None:
            return None
        if at is not None and len(places) > 1:
            around = [p for p in places if p[0] <= at.start_byte and at.end_byte <= p[1]]
            places = around or places
        return places[0][2]


def _write_goals(
    session: Session, modules: Iterable[tuple[int, Iterable[_Goal]]], texts: Mapping[str, int]
) -> None:
    columns = (
        *("module_id", "position", "mvar_id", "user_name", "parses_back"),
        *("pretty_text_id", "target_text_id", "hypotheses_text_id"),
    )
    rows = [
        (module_id, position, *head, texts[pretty], _of(texts, target), _of(texts, hyps))
        for module_id, goals in modules
        for position, (*head, pretty, target, hyps) in enumerate(goals)
    ]
    insert_rows(session, "goals", columns, rows)


def _of(texts: Mapping[str, int], text: str | None) -> int | None:
    return None if text is None else texts[text]


def _write_steps(
    session: Session,
    modules: _Numbered,
    texts: Mapping[str, int],
    owners: Mapping[int, _Owners],
    constants: Mapping[int, Sequence[int]],
) -> None:
    columns = (
        *("module_id", "declaration_id", "position", "parent", "text_id", "range"),
        *("kind", "elaborator", "goals_before", "goals_after", "closed", "opened", "links"),
        "constants",
    )
    rows = []
    for module_id, module in modules:
        table = [str(number) for number in constants[module_id]]
        find = owners[module_id].find
        for position, step in enumerate(module.steps):
            where = step.range
            before, after = numbers_text(step.goals_before), numbers_text(step.goals_after)
            closed, opened = step.closed, step.opened
            rows.append(
                (
                    module_id,
                    find(step.declaration, where),
                    position,
                    None if step.parent < 0 else step.parent,
                    texts[step.text],
                    span_text(where),
                    step.kind,
                    step.elaborator,
                    before,
                    after,
                    before if closed == step.goals_before else numbers_text(closed),
                    after if opened == step.goals_after else numbers_text(opened),
                    _links(step.links) if step.links else "[]",
                    _ids_of(table, step.term_constants),
                )
            )
    insert_rows(session, "steps", columns, rows)


def _ids_of(table: Sequence[str], indices: Sequence[int]) -> str:
    """The ids of constants of a module's table, as ``numbers_text`` has them; a tracer of before
    has none."""
    return f"[{','.join([table[i] for i in indices])}]" if table and indices else "[]"


def _links(links: Iterable[Link]) -> str:
    return f"[{','.join(f'[{link.goal},{numbers_text(link.subgoals)}]' for link in links)}]"


def _write_premises(session: Session, modules: _Numbered, owners: Mapping[int, _Owners]) -> None:
    columns = ("module_id", "declaration_id", "step", "name", "defined_in", "definition", "use")
    rows = []
    for module_id, module in modules:
        find = owners[module_id].find
        for premise in module.premises:
            use = premise.use
            rows.append(
                (
                    module_id,
                    find(premise.declaration, use),
                    None if premise.step < 0 else premise.step,
                    premise.name,
                    premise.module,
                    span_text(premise.definition),
                    span_text(use),
                )
            )
    insert_rows(session, "premises", columns, rows)


def _write_messages(session: Session, modules: _Numbered, texts: Mapping[str, int]) -> None:
    rows = [
        (
            module_id,
            message.severity,
            texts[message.text],
            span_text(message.range),
        )
        for module_id, module in modules
        for message in module.messages
    ]
    insert_rows(session, "messages", ("module_id", "severity", "text_id", "range"), rows)
