"""Constants kept once: what a trace says of those that its modules use, by content.

Most modules of a project use the same few hundred; a row is never changed, so that a module that is
traced again finds its constants there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from sqlalchemy.orm import Session

from sensei.store.bulk import insert_rows, select_in, span_text, texts_json
from sensei.store.texts import store_texts
from sensei.wire.traced import Constant, TracedModule, encode

_COLUMNS = (
    *("sha256", "name", "kind", "defined_in", "origin", "range", "name_range"),
    *("doc_text_id", "statement_text_id", "attributes"),
)


def store_constants(session: Session, modules: Sequence[TracedModule]) -> list[list[int]]:
    """Stores the constants that are not there yet; of each module the ids, in its table's order."""
    tables = [[_digest(constant) for constant in module.constants] for module in modules]
    by_digest = {
        digest: constant
        for module, table in zip(modules, tables, strict=True)
        for digest, constant in zip(table, module.constants, strict=True)
    }
    known = _ids(session, by_digest)
    new = {digest: c for digest, c in sorted(by_digest.items()) if digest not in known}
    if new:
        texts = store_texts(session, (t for c in new.values() for t in (c.doc, c.statement)))
        rows = [
            (
                digest,
                c.name,
                c.kind,
                c.module,
                c.origin,
                span_text(c.range),
                span_text(c.name_range),
                texts[c.doc],
                texts[c.statement],
                texts_json(c.attributes),
            )
            for digest, c in new.items()
        ]
        # Another process may store the same constant at the same time (PostgreSQL).
        insert_rows(session, "constants", _COLUMNS, rows, unless_same="sha256")
        known |= _ids(session, new)
    return [[known[digest] for digest in table] for table in tables]


def _ids(session: Session, digests: dict[bytes, Constant]) -> dict[bytes, int]:
    rows = select_in(session, ("sha256", "id"), "constants", "sha256", digests)
    return {bytes(digest): number for digest, number in rows}


def _digest(c: Constant) -> bytes:
    return hashlib.sha256(encode(c)).digest()
