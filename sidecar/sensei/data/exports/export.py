"""One entry to every export of a frozen split."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sensei.core.errors import UsageError
from sensei.core.memory import no_garbage_collection
from sensei.data.assign import PARTS, row_hash
from sensei.data.exports.leandojo import Strategies, write_leandojo
from sensei.data.exports.parquet import write_parquet
from sensei.data.exports.proofs import parts_of
from sensei.data.exports.retrieval import write_retrieval
from sensei.data.exports.rows import (
    PlacedStep,
    Row,
    leanprogress_row,
    placed_steps,
    sft_row,
)
from sensei.data.exports.writing import Files, to_line, whole_folder
from sensei.data.split import STRATEGIES, members_of, select
from sensei.store import Store
from sensei.store.records import DeclarationRecord, SplitRecord

_LINES: dict[str, Callable[[PlacedStep], Row]] = {"leanprogress": leanprogress_row, "sft": sft_row}
FORMATS = ("leandojo", "leanprogress", "parquet", "sft", "retrieval")
# As many of a theorem's own file as ReProver's training uses of negatives.
NEGATIVES = 3


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What an export wrote, by kind, and what it could not, with why."""

    counts: Mapping[str, int]
    left_out: Mapping[str, str]


def export(store: Store, split: SplitRecord, kind: str, out: Path) -> ExportReport:
    """Writes the folder ``out`` in one of the formats, whole or not at all.

    ``leanprogress`` and ``sft`` are ``{train,val,test}.jsonl``, ``parquet`` the same with all
    columns, without the parts that are empty.
    ``leandojo`` has the split under its own strategy and, with the same seed and ratios, under the
    other one, where that can be had.

    Raises:
        UsageError: no such format, the folder is there already, or a theorem of the split is no
            longer what was frozen.
        MissingExtraError: Parquet without the package that writes it.
    """
    if kind not in FORMATS:
        raise UsageError(f"no format {kind!r}", f"they are {', '.join(FORMATS)}")
    ids = dict.fromkeys([split.snapshot_id, *sorted({m.snapshot_id for m in split.members})])
    snapshots = [store.snapshot(number) for number in ids]
    with no_garbage_collection():
        theorems = [theorem for snapshot in snapshots for theorem in store.theorems(snapshot.id)]
    _check_unchanged(theorems, split)
    with no_garbage_collection(), whole_folder(out) as folder:
        if kind == "leandojo":
            strategies, left_out = _strategies(store, theorems, split)
            return ExportReport(write_leandojo(store, snapshots, strategies, folder), left_out)
        if kind == "retrieval":
            counts = write_retrieval(store, snapshots, split, folder, negatives=NEGATIVES)
            return ExportReport(counts, {})
        if kind == "parquet":
            return ExportReport(write_parquet(store, split, folder), {})
        return ExportReport(_write_lines(store, split, folder, _LINES[kind]), {})


def _check_unchanged(theorems: Sequence[DeclarationRecord], split: SplitRecord) -> None:
    there = {(t.snapshot_id, row_hash(t)) for t in theorems}
    lost = [m for m in split.members if (m.snapshot_id, m.row_hash) not in there]
    if lost:
        raise UsageError(
            f"{lost[0].theorem} ({lost[0].module}) is not what it was when the split "
            f"{split.name!r} was frozen ({len(lost)} changed)",
            f"split again: sensei data split --seed {split.seed} --name {split.name} --replace",
        )


def _strategies(
    store: Store, theorems: Sequence[DeclarationRecord], split: SplitRecord
) -> tuple[Strategies, dict[str, str]]:
    found: Strategies = {}
    left_out = {}
    selection = select(theorems)
    for strategy in STRATEGIES:
        if strategy == split.strategy:
            found[strategy] = parts_of(split)
            continue
        try:
            members = members_of(store, selection.theorems, strategy, split.seed, split.ratios)
        except UsageError as error:
            left_out[strategy] = str(error)
            continue
        found[strategy] = {(m.snapshot_id, m.row_hash): m.part for m in members}
    return found, left_out


def _write_lines(
    store: Store, split: SplitRecord, folder: Path, row: Callable[[PlacedStep], Row]
) -> dict[str, int]:
    with Files() as files:
        for part in PARTS:
            files.open(folder / f"{part}.jsonl")
        for placed in placed_steps(store, split):
            files.write(folder / f"{placed.part}.jsonl", to_line(row(placed)))
        return {part: files.counts[folder / f"{part}.jsonl"] for part in PARTS}
