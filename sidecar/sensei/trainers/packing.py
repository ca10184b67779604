"""Several short examples in one row, each blind to the others: less padding, the same loss.

Their positions count from 0 anew; transformers makes of that a mask in which a token sees its own
example only (5.24: ``masking_utils.find_packed_sequence_indices``, where no attention mask is
given). A layer that is no attention would see over the borders, so models with one are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from sensei.core.errors import UsageError
from sensei.models.encoding import IGNORED, EncodedExample

# Rows that are filled side by side: more leave less room, fewer keep the order better.
OPEN_ROWS = 32


@dataclass(slots=True)
class PackedRow:
    """Examples one after the other.

    Args:
        tokens, labels: of all of them.
        positions: each token's place in its own example.
    """

    tokens: list[int] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)

    def add(self, example: EncodedExample) -> None:
        """Puts an example behind the others. Its first label must carry no loss."""
        assert example.labels[0] == IGNORED
        self.tokens += example.tokens
        self.labels += example.labels
        self.positions += range(len(example.tokens))


def pack(examples: Sequence[EncodedExample], limit: int) -> list[PackedRow]:
    """Rows of at most ``limit`` tokens with all examples: each goes into the fullest open row that
    has room for it."""
    rows: list[PackedRow] = []
    opened: list[PackedRow] = []
    for example in examples:
        size = len(example.tokens)
        fitting = [row for row in opened if len(row.tokens) + size <= limit]
        if fitting:
            row = max(fitting, key=lambda each: len(each.tokens))
        else:
            row = PackedRow()
            rows.append(row)
            opened.append(row)
            if len(opened) > OPEN_ROWS:
                opened.remove(max(opened[:-1], key=lambda each: len(each.tokens)))
        row.add(example)
    return rows


def check_packs(model: Any) -> None:
    """Refuses a model whose layers are not all attention.

    Raises:
        UsageError: it has others.
    """
    kinds = set(getattr(model.config, "layer_types", None) or ["full_attention"])
    others = sorted(kinds - {"full_attention", "sliding_attention"})
    if others:
        raise UsageError(
            f"this model cannot be trained on packed rows: its layers are also {', '.join(others)}",
            "leave --packing out",
        )


class PackedCollator:
    """Rows to a batch: ``input_ids``, ``labels`` and ``position_ids``, each [rows, width].

    Padding is an example of its own at the end of a row. All batches are of one width: little of a
    packed row is padding, and a compiled model need not be compiled again.
    """

    def __init__(self, pad_id: int, width: int) -> None:
        self._pad_id, self._width = pad_id, width

    def __call__(self, rows: Sequence[dict[str, list[int]]]) -> dict[str, Tensor]:
        """One batch."""
        width = self._width

        def padded(name: str, filler: int) -> Tensor:
            made = torch.full((len(rows), width), filler)
            for at, row in enumerate(rows):
                made[at, : len(row[name])] = torch.tensor(row[name])
            return made

        positions = padded("position_ids", 0)
        for at, row in enumerate(rows):
            size = len(row["input_ids"])
            positions[at, size:] = torch.arange(width - size)
        return {
            "input_ids": padded("input_ids", self._pad_id),
            "labels": padded("labels", IGNORED),
            "position_ids": positions,
        }
