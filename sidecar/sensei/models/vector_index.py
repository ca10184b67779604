"""The nearest of many vectors: exactly, or approximately by faiss where it is installed.

Both take the numbers that may be found before they look for the best of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sensei.core.errors import MissingExtraError
from sensei.core.types import RankedPremise

Vectors = NDArray[np.float32]
# Where no more than this may be found, looking at each is as quick as the graph, and exact.
EXACT_BELOW = 20_000


class VectorIndex(Protocol):
    """Finds the vectors with the largest inner products."""

    def search(
        self, queries: Vectors, allowed: Sequence[frozenset[int] | None], count: int
    ) -> list[list[RankedPremise]]:
        """Up to ``count`` of each query's allowed vectors, best first; ties go by number.

        Args:
            queries: [Q, width].
            allowed: Q sets of numbers, None for all.
        """
        ...


class ExactIndex:
    """Compares with every vector.

    Args:
        vectors: [N, width], each of length 1.
    """

    def __init__(self, vectors: Vectors) -> None:
        assert vectors.ndim == 2
        self._vectors = vectors

    def search(
        self, queries: Vectors, allowed: Sequence[frozenset[int] | None], count: int
    ) -> list[list[RankedPremise]]:
        """See ``VectorIndex``."""
        found = []
        for query, among in zip(queries, allowed, strict=True):
            if among is None:
                found.append(_best(self._vectors @ query, None, count))
            else:
                numbers = np.fromiter(sorted(among), dtype=np.int64, count=len(among))
                found.append(_best(self._vectors[numbers] @ query, numbers, count))
        return found


class AnnIndex:
    """A graph of near neighbours (HNSW), for corpora too large to compare with every vector.

    Source: Malkov and Yashunin, Efficient and robust approximate nearest neighbor search using
    Hierarchical Navigable Small World graphs (2016), as in faiss. What differs: a scope of few
    premises is searched exactly, since a graph loses them.

    Args:
        vectors: [N, width], each of length 1.
        links: of each vector in the graph.
        breadth: how many candidates a search keeps; more finds more of the best.

    Raises:
        MissingExtraError: faiss is not installed.
    """

    def __init__(
        self,
        vectors: Vectors,
        *,
        links: int = 32,
        breadth: int = 256,
        exact_below: int = EXACT_BELOW,
    ) -> None:
        if find_spec("faiss") is None:
            raise MissingExtraError("an approximate index of premises", "ann")
        import faiss

        self._faiss: Any = faiss
        self._breadth, self._exact_below = breadth, exact_below
        self._size = len(vectors)
        self._exact = ExactIndex(vectors)
        self._graph = faiss.IndexHNSWFlat(vectors.shape[1], links, faiss.METRIC_INNER_PRODUCT)
        self._graph.hnsw.efConstruction = breadth
        self._graph.add(vectors)

    def search(
        self, queries: Vectors, allowed: Sequence[frozenset[int] | None], count: int
    ) -> list[list[RankedPremise]]:
        """See ``VectorIndex``."""
        found = []
        for query, among in zip(queries, allowed, strict=True):
            size = self._size if among is None else len(among)
            if size <= self._exact_below:
                found += self._exact.search(query[None], [among], count)
            else:
                found.append(self._approximate(query, among, min(count, size)))
        return found

    def _approximate(
        self, query: Vectors, among: frozenset[int] | None, count: int
    ) -> list[RankedPremise]:
        options = {"efSearch": max(self._breadth, 2 * count)}
        if among is not None:
            numbers = np.fromiter(sorted(among), dtype=np.int64, count=len(among))
            options["sel"] = self._faiss.IDSelectorBatch(numbers)
        parameters = self._faiss.SearchParametersHNSW(**options)
        scores, numbers = self._graph.search(query[None], count, params=parameters)
        there = numbers[0] >= 0
        return _best(scores[0][there], numbers[0][there], count)


def _best(
    scores: NDArray[np.float32], numbers: NDArray[np.int64] | None, count: int
) -> list[RankedPremise]:
    places = np.arange(len(scores), dtype=np.int64) if numbers is None else numbers
    order = np.lexsort((places, -scores))[:count]
    return [RankedPremise(int(places[at]), float(scores[at])) for at in order]
