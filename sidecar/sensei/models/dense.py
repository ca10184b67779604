"""The dense retriever: an encoder, and an index of the vectors of a corpus, kept on disk."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from sensei.core.types import Premise, RankedPremise
from sensei.models.premise_encoder import PremiseEncoder
from sensei.models.premise_text import corpus_hash
from sensei.models.vector_index import AnnIndex, ExactIndex, VectorIndex, Vectors


class DenseRetriever:
    """Ranks by the inner products of vectors.

    Args:
        name: what requests and tables call it.
        index: over the vectors that ``encoder`` made of a corpus.
    """

    def __init__(self, name: str, encoder: PremiseEncoder, index: VectorIndex) -> None:
        self.name = name
        self._encoder, self._index = encoder, index

    @classmethod
    def of_premises(
        cls,
        name: str,
        encoder: PremiseEncoder,
        premises: Sequence[Premise],
        *,
        cache: Path | None = None,
        approximate: bool = False,
    ) -> DenseRetriever:
        """Encodes a corpus, or reads what it was encoded to before.

        Args:
            cache: the folder of encoded corpora; None keeps nothing.
            approximate: look among near neighbours by faiss instead of at every vector.

        Raises:
            MissingExtraError: ``approximate``, and faiss is not installed.
            ModelError: the encoder failed.
        """
        vectors = corpus_vectors(encoder, premises, cache)
        return cls(name, encoder, AnnIndex(vectors) if approximate else ExactIndex(vectors))

    def rank(
        self, goals: Sequence[str], allowed: Sequence[frozenset[int] | None], count: int
    ) -> list[list[RankedPremise]]:
        """See ``core.protocols.Retriever``."""
        return self._index.search(self._encoder.encode_goals(goals), allowed, count)


def corpus_vectors(
    encoder: PremiseEncoder, premises: Sequence[Premise], cache: Path | None = None
) -> Vectors:
    """The vectors of a corpus, [N, width].

    They are kept under the hash of the corpus and of the weights; a file that is damaged is made
    again. Of an encoder that is no checkpoint of ours nothing is kept.
    """
    if cache is None or encoder.manifest is None:
        return encoder.encode_premises(premises)
    weights = encoder.manifest.weights_hash()
    path = cache / f"{corpus_hash(tuple(premises))[:32]}-{weights[:32]}.npy"
    kept = _read(path, (len(premises), encoder.width()))
    if kept is not None:
        return kept
    made = encoder.encode_premises(premises)
    cache.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=".", suffix=".npy", dir=cache)
    try:
        with os.fdopen(handle, "wb") as file:
            np.save(file, made, allow_pickle=False)
        os.replace(draft, path)
    finally:
        Path(draft).unlink(missing_ok=True)
    return made


def _read(path: Path, shape: tuple[int, int]) -> Vectors | None:
    try:
        found = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    right = found.shape == shape and found.dtype == np.float32 and bool(np.isfinite(found).all())
    return found if right else None
