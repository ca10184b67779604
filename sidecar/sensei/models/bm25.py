"""BM25 over documents of weighted words: the retriever that needs no training.

Source: Robertson and Zaragoza, The Probabilistic Relevance Framework: BM25 and Beyond (2009),
equation 3.15, with the smoothed inverse document frequency ``log(1 + (N - n + 0.5) / (n + 0.5))``.
"""

from __future__ import annotations

import math
import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\d_]+|[^\w\s,:;()\[\]{}.'`\"⊢✝]+")


def words_of(text: str) -> list[str]:
    """The words of a name, a statement or a goal: ``List.map_append`` is list, map, append, and
    operators are words."""
    return [word.lower() for word in _WORD.findall(text)]


class Bm25:
    """Scores documents against queries.

    Args:
        documents: the words of each, with their weights.
        k1, b: saturation, and how much long documents lose.
    """

    def __init__(
        self, documents: Sequence[Mapping[str, float]], *, k1: float = 1.2, b: float = 0.75
    ) -> None:
        self._size = len(documents)
        lengths = [sum(document.values()) for document in documents]
        mean = sum(lengths) / self._size if self._size else 1.0
        places: defaultdict[str, array[int]] = defaultdict(lambda: array("l"))
        weights: defaultdict[str, array[float]] = defaultdict(lambda: array("d"))
        for number, document in enumerate(documents):
            norm = k1 * (1 - b + b * lengths[number] / mean)
            for word, count in document.items():
                places[word].append(number)
                weights[word].append(count * (k1 + 1) / (count + norm))
        self._postings = {word: (places[word], weights[word]) for word in places}

    def scores(self, query: Iterable[str]) -> dict[int, float]:
        """The score of each document that shares a word with the query.

        Args:
            query: words; one that comes twice counts twice.
        """
        found: defaultdict[int, float] = defaultdict(float)
        for word, count in sorted(Counter(query).items()):
            posting = self._postings.get(word)
            if posting is None:
                continue
            size = len(posting[0])
            rarity = math.log(1 + (self._size - size + 0.5) / (size + 0.5)) * count
            for number, weight in zip(*posting, strict=True):
                found[number] += rarity * weight
        return found
