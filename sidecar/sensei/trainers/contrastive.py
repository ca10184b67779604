"""Contrastive batches: which goals meet which premises, what is right for each, and the loss.

Everything is laid out before the first step, as in trainers/batches.py: the order depends on the
queries, the settings and the seed alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from sensei.data.retrieval import RetrievalQuery

POSITIVE, NEGATIVE, IGNORED = 1, 0, -1


@dataclass(frozen=True, slots=True)
class ContrastiveBatch:
    """One step.

    Args:
        queries: numbers of the queries, B.
        premises: numbers of the candidates in the corpus, sorted, each once, C.
        labels: B rows of C: POSITIVE, NEGATIVE, or IGNORED for what only the terms have.
    """

    queries: tuple[int, ...]
    premises: tuple[int, ...]
    labels: tuple[tuple[int, ...], ...]


def lay_out(
    queries: Sequence[RetrievalQuery],
    *,
    epochs: int,
    batch_size: int,
    negatives: int,
    in_file_negatives: int,
    seed: int,
) -> list[list[ContrastiveBatch]]:
    """Lays out a run: for each epoch its batches.

    Every query brings one of its positives, ``in_file_negatives`` unused premises of its own file
    and as many others from its scope as make ``negatives`` in all; fewer where there are fewer.
    What one query brings, the others of the batch are compared with too.
    """
    rng = random.Random(seed)
    scopes = {id(query.allowed): sorted(query.allowed) for query in queries}
    laid = []
    for _ in range(epochs):
        order = list(range(len(queries)))
        rng.shuffle(order)
        batches = []
        for start in range(0, len(order), batch_size):
            numbers = tuple(order[start : start + batch_size])
            brought: set[int] = set()
            for number in numbers:
                query = queries[number]
                brought.add(rng.choice(query.positives))
                hard = rng.sample(query.in_file, min(in_file_negatives, len(query.in_file)))
                brought.update(hard)
                scope = scopes[id(query.allowed)]
                brought.update(rng.choice(scope) for _ in range(negatives - len(hard)))
            premises = tuple(sorted(brought))
            labels = tuple(labels_of(queries[number], premises) for number in numbers)
            batches.append(ContrastiveBatch(numbers, premises, labels))
        laid.append(batches)
    return laid


def labels_of(query: RetrievalQuery, premises: Sequence[int]) -> tuple[int, ...]:
    """What each premise is to a query: every one of its positives is right, not only its own."""
    positives = frozenset(query.positives)
    return tuple(
        POSITIVE if number in positives else IGNORED if number in query.ignored else NEGATIVE
        for number in premises
    )


def query_losses(scores: Tensor, labels: Tensor) -> Tensor:
    """The loss of each query: InfoNCE, where the other positives are no negatives.

    Args:
        scores: [B, C], divided by the temperature.
        labels: [B, C].

    Returns:
        [B]: the mean over a query's positives of ``-log(e^s+ / (e^s+ + sum over negatives e^s-))``.

    Source: van den Oord et al., Representation Learning with Contrastive Predictive Coding (2018),
    equation 4; several positives as in Khosla et al., Supervised Contrastive Learning (2020),
    equation 2. What differs from the latter: a positive's denominator has no other positive.
    """
    assert scores.shape == labels.shape
    negatives = scores.masked_fill(labels != NEGATIVE, -torch.inf).logsumexp(-1, keepdim=True)
    each = torch.logaddexp(scores, negatives.expand_as(scores)) - scores
    right = labels == POSITIVE
    return each.masked_fill(~right, 0.0).sum(-1) / right.sum(-1).clamp(min=1)
