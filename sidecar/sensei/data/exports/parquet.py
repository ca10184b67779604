"""Parquet by the datasets library: one row a tactic, with all columns."""

from __future__ import annotations

from pathlib import Path

from sensei.core.errors import MissingExtraError
from sensei.data.assign import PARTS
from sensei.data.exports.rows import Row, placed_steps, wide_row
from sensei.store import Store
from sensei.store.records import SplitRecord

_ROWS_AT_ONCE = 10_000


def write_parquet(store: Store, split: SplitRecord, folder: Path) -> dict[str, int]:
    """A file for every part that is not empty; returns how many rows each part has.

    Raises:
        MissingExtraError: datasets is not installed.
    """
    try:
        import datasets
    except ImportError:
        raise MissingExtraError("Parquet", "train") from None
    tables: dict[str, list[datasets.Dataset]] = {part: [] for part in PARTS}
    waiting: dict[str, list[Row]] = {part: [] for part in PARTS}

    def flush(part: str) -> None:
        if waiting[part]:
            tables[part].append(datasets.Dataset.from_list(waiting[part]))
            waiting[part] = []

    for placed in placed_steps(store, split, with_terms=True):
        waiting[placed.part].append(wide_row(placed))
        if len(waiting[placed.part]) >= _ROWS_AT_ONCE:
            flush(placed.part)
    counts = {}
    for part in PARTS:
        flush(part)
        if tables[part]:
            table = datasets.concatenate_datasets(tables[part])
            table.to_parquet(str(folder / f"{part}.parquet"))
        counts[part] = sum(map(len, tables[part]))
    return counts
