"""Texts kept once: writing by content, reading by id, both in batches."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from sensei.store.schema import TextRow

_T = TypeVar("_T")
# Under SQLite's smallest limit on the variables of a statement (999).
BATCH = 400


def batches(values: Iterable[_T], size: int = BATCH) -> Iterator[list[_T]]:
    """The values in lists of at most ``size``."""
    batch: list[_T] = []
    for value in values:
        batch.append(value)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def sha256(text: str) -> str:
    """SHA-256 of a text's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def store_texts(session: Session, contents: Iterable[str]) -> dict[str, int]:
    """Stores the texts that are not there yet; returns the id of each."""
    by_hash = {sha256(content): content for content in contents}
    ids: dict[str, int] = {}
    for hashes in batches(sorted(by_hash)):
        found = _ids(session, hashes)
        missing = [h for h in hashes if h not in found]
        if missing:
            rows = [{"sha256": h, "content": by_hash[h]} for h in missing]
            session.execute(_insert_new(session), rows)
            found |= _ids(session, missing)
        ids |= {by_hash[h]: found[h] for h in hashes}
    return ids


def load_texts(session: Session, ids: Iterable[int]) -> Mapping[int, str]:
    """The texts of these ids."""
    texts: dict[int, str] = {}
    for batch in batches(sorted(set(ids))):
        rows = session.execute(select(TextRow.id, TextRow.content).where(TextRow.id.in_(batch)))
        texts.update((row.id, row.content) for row in rows)
    return texts


def _ids(session: Session, hashes: list[str]) -> dict[str, int]:
    rows = session.execute(select(TextRow.sha256, TextRow.id).where(TextRow.sha256.in_(hashes)))
    return {row.sha256: row.id for row in rows}


def _insert_new(session: Session) -> Any:
    # Another process may store the same text between our look and our insert (PostgreSQL).
    dialect = session.get_bind().dialect.name
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    return insert(TextRow).on_conflict_do_nothing(index_elements=["sha256"])
