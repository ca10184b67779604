"""Texts kept once: writing by content, reading by id, both in batches."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from sqlalchemy.orm import Session

from sensei.store.bulk import insert_rows, select_in


def sha256(text: str) -> str:
    """SHA-256 of a text's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def store_texts(session: Session, contents: Iterable[str]) -> dict[str, int]:
    """Stores the texts that are not there yet; returns the id of each."""
    by_hash = {hashlib.sha256(c.encode()).digest(): c for c in dict.fromkeys(contents)}
    by_hash = dict(sorted(by_hash.items()))  # the index is walked once, from one end to the other
    if session.get_bind().dialect.name == "sqlite":
        found = _store_alone(session, by_hash)
        return {content: found[digest] for digest, content in by_hash.items()}
    # Most are new, and another process may store the same text at the same time (PostgreSQL).
    insert_rows(session, "texts", ("sha256", "content"), by_hash.items(), unless_same="sha256")
    found = _ids(session, by_hash)
    return {content: found[digest] for digest, content in by_hash.items()}


def _store_alone(session: Session, by_hash: Mapping[bytes, str]) -> dict[bytes, int]:
    """Nobody else writes in a transaction of SQLite's that writes: the ids of new texts are known
    before they are stored, and need not be read."""
    found = _ids(session, by_hash)
    new = [digest for digest in by_hash if digest not in found]
    last = session.connection().exec_driver_sql("SELECT max(id) FROM texts").scalar() or 0
    ids = dict(zip(new, range(last + 1, last + 1 + len(new)), strict=True))
    rows = ((number, digest, by_hash[digest]) for digest, number in ids.items())
    insert_rows(session, "texts", ("id", "sha256", "content"), rows)
    return found | ids


def load_texts(session: Session, ids: Iterable[int]) -> Mapping[int, str]:
    """The texts of these ids."""
    return dict(select_in(session, ("id", "content"), "texts", "id", sorted(set(ids))))


def _ids(session: Session, hashes: Iterable[bytes]) -> dict[bytes, int]:
    rows = select_in(session, ("sha256", "id"), "texts", "sha256", hashes)
    return {bytes(digest): number for digest, number in rows}
