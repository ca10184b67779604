"""The loss of a model on examples, apart from training: before, after, and on held-out ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from sensei.models.encoding import IGNORED, EncodedExample, Encoder
from sensei.models.loading import quiet_libraries
from sensei.trainers.batches import Example, encode_all

EVALUATED = 256  # examples the loss before and after is measured on


def mean_loss(model: Any, rows: Sequence[EncodedExample], pad_id: int) -> float:
    """Mean negative log-likelihood of a target token (nats), without dropout."""
    was_training = model.training
    model.eval()
    total, count = 0.0, 0
    ordered = sorted(rows, key=lambda row: len(row.tokens))
    with torch.inference_mode(), quiet_libraries():
        for at in range(0, len(ordered), 32):
            ids, mask, labels = _padded(ordered[at : at + 32], pad_id)
            device = next(model.parameters()).device
            logits = model(input_ids=ids.to(device), attention_mask=mask.to(device)).logits
            total += float(
                torch.nn.functional.cross_entropy(
                    logits[:, :-1].flatten(0, 1).float(),
                    labels[:, 1:].flatten().to(device),
                    ignore_index=IGNORED,
                    reduction="sum",
                )
            )
            count += int((labels[:, 1:] != IGNORED).sum())
    model.train(was_training)
    return total / max(1, count)


def log_probs(
    model: Any, rows: Sequence[tuple[Sequence[int], Sequence[int]]], pad_id: int
) -> Tensor:
    """The log-probability (nats) of each continuation behind its prompt, [N], without dropout."""
    was_training = model.training
    model.eval()
    sums = torch.zeros(len(rows))
    with torch.inference_mode(), quiet_libraries():
        for at in range(0, len(rows), 32):
            part = [
                EncodedExample([*prompt, *tail], [IGNORED] * len(prompt) + list(tail), 0)
                for prompt, tail in rows[at : at + 32]
            ]
            ids, mask, labels = _padded(part, pad_id)
            device = next(model.parameters()).device
            logits = model(input_ids=ids.to(device), attention_mask=mask.to(device)).logits
            losses = torch.nn.functional.cross_entropy(
                logits[:, :-1].transpose(1, 2).float(),
                labels[:, 1:].to(device),
                ignore_index=IGNORED,
                reduction="none",
            )
            sums[at : at + 32] = -losses.sum(dim=1).cpu()
    model.train(was_training)
    return sums


def _padded(rows: Sequence[EncodedExample], pad_id: int) -> tuple[Tensor, Tensor, Tensor]:
    """ids, mask and labels, each [rows, longest]."""
    width = max(len(row.tokens) for row in rows)
    ids = torch.full((len(rows), width), pad_id)
    mask = torch.zeros((len(rows), width), dtype=torch.long)
    labels = torch.full((len(rows), width), IGNORED)
    for index, row in enumerate(rows):
        size = len(row.tokens)
        ids[index, :size] = torch.tensor(row.tokens)
        mask[index, :size] = 1
        labels[index, :size] = torch.tensor(row.labels)
    return ids, mask, labels


def evaluation_sample(
    examples: Sequence[Example], encoder: Encoder, max_seq_len: int
) -> list[EncodedExample]:
    """At most EVALUATED examples, evenly spread, under their own names."""
    stride = max(1, math.ceil(len(examples) / EVALUATED))
    encoded = encode_all(examples[::stride], encoder, max_seq_len)
    found = [row for row in encoded if row is not None]
    return found or [row for row in encode_all(examples, encoder, max_seq_len) if row is not None]
