"""Retrievers that need no torch: BM25, and the fusion of several rankings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sensei.core.protocols import Retriever
from sensei.core.types import Premise, RankedPremise
from sensei.models.bm25 import Bm25, words_of

BM25 = "bm25"
NAME_WEIGHT, STATEMENT_WEIGHT = 2.0, 1.0

Document = Mapping[str, float]


def premise_words(premise: Premise) -> dict[str, float]:
    """The weighted words of a premise: its name, its statement, its documentation."""
    document: dict[str, float] = {}
    add_words(document, words_of(premise.statement), STATEMENT_WEIGHT)
    add_words(document, words_of(premise.doc), STATEMENT_WEIGHT)
    add_words(document, words_of(premise.name), NAME_WEIGHT)
    return document


def add_words(document: dict[str, float], words: Iterable[str], weight: float) -> None:
    """Counts words into a document."""
    for word in words:
        document[word] = document.get(word, 0.0) + weight


class Bm25Retriever:
    """Ranks by the words that goal and premise share; what shares none is not ranked.

    Args:
        documents: the weighted words of each premise, by its number.
    """

    name = BM25

    def __init__(self, documents: Sequence[Document]) -> None:
        self._ranker = Bm25(documents)

    @classmethod
    def of_texts(cls, premises: Sequence[Premise]) -> Bm25Retriever:
        """By what the premises themselves say: no proof is read."""
        return cls([premise_words(premise) for premise in premises])

    def rank(
        self, goals: Sequence[str], allowed: Sequence[frozenset[int] | None], count: int
    ) -> list[list[RankedPremise]]:
        """See ``core.protocols.Retriever``."""
        found = []
        for goal, among in zip(goals, allowed, strict=True):
            scores = self._ranker.scores(words_of(goal))
            ranked = [
                RankedPremise(number, score)
                for number, score in scores.items()
                if among is None or number in among
            ]
            ranked.sort(key=lambda premise: (-premise.score, premise.number))
            found.append(ranked[:count])
        return found


class HybridRetriever:
    """Fuses rankings: a premise scores the sum of ``weight / (60 + rank)`` over them.

    Source: Cormack, Clarke and Buettcher, Reciprocal Rank Fusion outperforms Condorcet and
    individual Rank Learning Methods (2009), with its constant 60. What differs: the weights, 1
    each by default.

    Args:
        name: what requests and tables call it.
        retrievers: over the same corpus.
        depth: how far down each ranking is read, where that is more than what is asked for.
    """

    CONSTANT = 60.0

    def __init__(
        self,
        name: str,
        retrievers: Sequence[Retriever],
        weights: Sequence[float] | None = None,
        depth: int = 200,
    ) -> None:
        self.name = name
        self._retrievers = tuple(retrievers)
        self._weights = tuple(weights) if weights is not None else (1.0,) * len(retrievers)
        assert len(self._weights) == len(self._retrievers)
        self._depth = depth

    def rank(
        self, goals: Sequence[str], allowed: Sequence[frozenset[int] | None], count: int
    ) -> list[list[RankedPremise]]:
        """See ``core.protocols.Retriever``."""
        sums: list[defaultdict[int, float]] = [defaultdict(float) for _ in goals]
        for retriever, weight in zip(self._retrievers, self._weights, strict=True):
            rankings = retriever.rank(goals, allowed, max(count, self._depth))
            for fused, ranking in zip(sums, rankings, strict=True):
                for place, premise in enumerate(ranking, 1):
                    fused[premise.number] += weight / (self.CONSTANT + place)
        found = []
        for fused in sums:
            ranked = sorted(fused.items(), key=lambda entry: (-entry[1], entry[0]))
            found.append([RankedPremise(number, score) for number, score in ranked[:count]])
        return found
