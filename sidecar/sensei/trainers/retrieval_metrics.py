"""How well a retriever finds what was used: recall at 1 and 10, and the mean reciprocal rank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sensei.core.protocols import Retriever
from sensei.data.retrieval import RetrievalQuery

DEPTH = 100


@dataclass(frozen=True, slots=True)
class RetrievalFigures:
    """Means over queries, each in percent but ``mrr``.

    Args:
        recall_1, recall_10: the share of a query's positives among the first 1 and 10.
        mrr: one over the place of the first positive; 0 where it is not among the first 100.
    """

    queries: int
    recall_1: float
    recall_10: float
    mrr: float


def retrieval_figures(
    retriever: Retriever, queries: Sequence[RetrievalQuery], batch: int = 64
) -> RetrievalFigures:
    """Asks for every query's premises, each within its own scope.

    Source: Yang et al., LeanDojo (2023), as ReProver evaluates.
    """
    at_1 = at_10 = reciprocal = 0.0
    for start in range(0, len(queries), batch):
        part = queries[start : start + batch]
        answers = retriever.rank([q.goal for q in part], [q.allowed for q in part], DEPTH)
        for query, answer in zip(part, answers, strict=True):
            wanted = set(query.positives)
            numbers = [premise.number for premise in answer]
            at_1 += len(wanted & set(numbers[:1])) / len(wanted)
            at_10 += len(wanted & set(numbers[:10])) / len(wanted)
            places = [place for place, number in enumerate(numbers, 1) if number in wanted]
            reciprocal += 1 / places[0] if places else 0.0
    size = max(1, len(queries))
    return RetrievalFigures(len(queries), 100 * at_1 / size, 100 * at_10 / size, reciprocal / size)
