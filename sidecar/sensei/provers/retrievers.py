"""Retrievers by the names that a command line gives them. Imports torch for a model, not before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sensei.core.protocols import Retriever
from sensei.core.types import Premise
from sensei.models.checkpoint import MANIFEST, RETRIEVER, read_manifest
from sensei.models.extra import require_training_extra
from sensei.models.retrievers import BM25, Bm25Retriever, HybridRetriever
from sensei.provers.generators import named_checkpoint
from sensei.store import Store

HYBRID = "hybrid"


@dataclass(frozen=True, slots=True)
class NamedRetriever:
    """A retriever that waits for its corpus.

    Args:
        name: ``bm25``, a checkpoint's name, or ``hybrid:NAME``.
        key: its name and a hash of its weights: what results depend on.
        checkpoint: the checkpoint's folder, or "".
        over: makes it, over a corpus; that may take a while.
        encode: the vector of a goal, of unit length; None if it has none.
    """

    name: str
    key: str
    checkpoint: str
    over: Callable[[Sequence[Premise]], Retriever]
    encode: Callable[[str], list[float]] | None = None


def bm25_retriever() -> NamedRetriever:
    """BM25 over what the premises say."""
    return NamedRetriever(BM25, BM25, "", Bm25Retriever.of_texts)


@dataclass(frozen=True, slots=True)
class KnownRetriever:
    """A dense retriever that is not loaded.

    Args:
        name: what requests call it.
        fused: whether its ranking is fused with BM25's.
        file: what is written anew with it: its manifest, or its configuration.
    """

    folder: Path
    name: str
    fused: bool
    file: Path


def check_retriever(store: Store, wanted: str) -> KnownRetriever:
    """A checkpoint by its folder or name, or ``hybrid:`` and one, as far as that goes without
    loading it.

    Raises:
        CheckpointError: there is no such retriever.
        MissingExtraError: the libraries of models are not installed.
    """
    kind, colon, rest = wanted.partition(":")
    fused = bool(colon) and kind == HYBRID
    folder = Path(named_checkpoint(store, rest if fused else wanted, RETRIEVER)).expanduser()
    ours = (folder / MANIFEST).exists() or not (folder / "config.json").is_file()
    if ours:
        read_manifest(folder, RETRIEVER, verify=False)  # refused before torch is loaded
    require_training_extra("a dense retriever")
    name = f"{HYBRID}:{folder.name}" if fused else folder.name
    return KnownRetriever(folder, name, fused, folder / (MANIFEST if ours else "config.json"))


def make_retriever(
    store: Store,
    wanted: str,
    *,
    cache: Path | None = None,
    approximate: bool = False,
    loading: Callable[[str], None] = lambda name: None,
) -> NamedRetriever:
    """``bm25``, a checkpoint by its folder or name, or ``hybrid:`` and one, fused with BM25.

    Args:
        cache: where encoded corpora are kept; see ``index_folder``.
        approximate: look among near neighbours by faiss instead of at every vector.
        loading: told which model is about to be loaded, which takes seconds.

    Raises:
        CheckpointError: there is no such retriever, it is damaged, or of other texts.
        MissingExtraError: the libraries of models, or faiss, are not installed.
    """
    if wanted == BM25:
        return bm25_retriever()
    known = check_retriever(store, wanted)
    folder, name = known.folder, known.name
    loading(f"the retriever {folder.name}")
    from sensei.models.dense import DenseRetriever
    from sensei.models.premise_encoder import load_encoder

    encoder = load_encoder(folder)
    weights = encoder.manifest.weights_hash() if encoder.manifest is not None else str(folder)

    def over(premises: Sequence[Premise]) -> Retriever:
        dense = DenseRetriever.of_premises(
            name, encoder, premises, cache=cache, approximate=approximate
        )
        if not known.fused:
            return dense
        return HybridRetriever(name, [Bm25Retriever.of_texts(premises), dense])

    def encode(goal: str) -> list[float]:
        vector: list[float] = encoder.encode_goals([goal])[0].tolist()
        return vector

    return NamedRetriever(name, f"{name}:{weights}", str(folder.resolve()), over, encode)


def index_folder(root: Path) -> Path:
    """Where a project's encoded corpora are kept."""
    return root / ".lake" / "sensei" / "premises"
