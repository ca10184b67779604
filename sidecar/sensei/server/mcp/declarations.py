"""Declarations by words of their names and statements."""

from __future__ import annotations

from typing import Any

from sensei.core.types import Premise
from sensei.store import Store


def search_declarations(
    store: Store, snapshot_id: int, query: str, limit: int
) -> tuple[list[dict[str, Any]], int]:
    """Those that have every word of the query in their name or statement, and how many there are.

    Names that are the query come first, then names that end with it, have it, have each word;
    then by the length of the name. Letters' case does not count.
    """
    words = query.lower().split()
    found: list[tuple[tuple[int, int, str], Premise]] = []
    for premise in store.corpus(snapshot_id).premises:
        rank = _rank(premise, query.strip().lower(), words)
        if rank is not None:
            found.append(((rank, len(premise.name), premise.name), premise))
    found.sort(key=lambda pair: pair[0])
    shown = [
        {
            "name": premise.name,
            "module": premise.module,
            "statement": premise.statement,
            "doc": premise.doc,
        }
        for _, premise in found[:limit]
    ]
    return shown, len(found)


def _rank(premise: Premise, whole: str, words: list[str]) -> int | None:
    name = premise.name.lower()
    if name == whole:
        return 0
    if name.endswith("." + whole):
        return 1
    if whole in name:
        return 2
    if all(word in name for word in words):
        return 3
    text = f"{name} {premise.statement.lower()}"
    return 4 if all(word in text for word in words) else None
