"""Retrievers behind one protocol: scope before the best, symbols, indexes, fusion, kept vectors."""

import random
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from sensei.core.protocols import Retriever
from sensei.core.types import Premise
from sensei.models.premise_text import corpus_hash, premise_text
from sensei.models.retrievers import Bm25Retriever, HybridRetriever
from sensei.models.symbols import WORDS, spell_out
from sensei.models.vector_index import AnnIndex, ExactIndex, VectorIndex, Vectors

PREMISES = [
    Premise("Nat.add_comm", "Init", "∀ (n m : Nat), n + m = m + n"),
    Premise("Nat.mul_comm", "Init", "∀ (n m : Nat), n * m = m * n"),
    Premise("List.append_nil", "Init", "∀ (as : List α), as ++ [] = as"),
    Premise("Kata.odd_square", "Kata"),
]


def unicode_less(character: str) -> bool:
    return not character.isascii()


def test_symbols_are_spelled_out() -> None:
    spelled = spell_out("h₁ : ∀ x ∈ S, x ≠ 0\n⊢ α → ∃ y, x⁻¹ ≤ y²", unicode_less)
    assert spelled.isascii()
    assert spelled.split("\n")[0].split() == [
        *("h1", ":", "forall", "x", "in", "S,", "x", "not", "equal", "0")
    ]
    assert spelled.split("\n")[1].split()[:4] == ["goal", "alpha", "to", "exists"]
    assert spell_out("∀ x", lambda character: False) == "∀ x"
    assert spell_out("a ⥇ b", unicode_less).split() == [
        *("a", "rightwards", "arrow", "through", "x", "b")
    ]
    # Different symbols stay different, or a goal would become another.
    assert len({spell_out(symbol, unicode_less) for symbol in WORDS}) == len(WORDS)


def unit(rows: Vectors) -> Vectors:
    made: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return made


def clustered(size: int, width: int, seed: int) -> Vectors:
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(20, width))
    rows = centres[rng.integers(20, size=size)] + 0.5 * rng.normal(size=(size, width))
    return unit(rows.astype(np.float32))


def brute(vectors: Vectors, query: Vectors, among: frozenset[int] | None, count: int) -> list[int]:
    numbers = range(len(vectors)) if among is None else sorted(among)
    scored = [(-float(vectors[n] @ query), n) for n in numbers]
    return [number for _, number in sorted(scored)[:count]]


def test_exact_search_looks_in_scope_before_it_takes_the_best() -> None:
    vectors, queries = clustered(300, 8, 0), clustered(5, 8, 1)
    rng = random.Random(0)
    allowed = [None, frozenset(), frozenset({7}), frozenset(rng.sample(range(300), 40)), None]
    found = ExactIndex(vectors).search(queries, allowed, 10)
    for query, among, answer in zip(queries, allowed, found, strict=True):
        assert [p.number for p in answer] == brute(vectors, query, among, 10)
    assert [len(answer) for answer in found] == [10, 0, 1, 10, 10]
    twins = ExactIndex(np.concatenate([vectors[:1]] * 3))
    assert [p.number for p in twins.search(vectors[:1], [None], 2)[0]] == [0, 1]


def test_approximate_search_keeps_to_the_scope() -> None:
    pytest.importorskip("faiss", reason="the extra 'ann' is not installed")
    vectors, queries = clustered(3000, 16, 2), clustered(20, 16, 3)
    index: VectorIndex = AnnIndex(vectors, exact_below=100)
    half, few = frozenset(range(0, 3000, 2)), frozenset(range(50))
    for among in (None, half, few):
        found = index.search(queries, [among] * len(queries), 10)
        right = 0
        for query, answer in zip(queries, found, strict=True):
            numbers = [p.number for p in answer]
            assert len(numbers) == 10
            assert among is None or set(numbers) <= among
            assert [p.score for p in answer] == sorted((p.score for p in answer), reverse=True)
            right += len(set(numbers) & set(brute(vectors, query, among, 10)))
        assert right >= 0.9 * 10 * len(queries)


def test_an_approximate_index_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    from sensei.core.errors import MissingExtraError
    from sensei.models import vector_index

    monkeypatch.setattr(vector_index, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r"pip install 'sensei\[ann\]'"):
        AnnIndex(clustered(3, 4, 0))


def test_bm25_ranks_within_the_scope() -> None:
    bm25: Retriever = Bm25Retriever.of_texts(PREMISES)
    goal = "n m : Nat\n⊢ n + m = m + n"
    everything, scoped, nothing = bm25.rank([goal] * 3, [None, frozenset({1, 3}), frozenset()], 9)
    assert everything[0].number == 0
    assert [p.number for p in scoped] == [1]  # the other shares no word with the goal
    assert nothing == []
    assert bm25.rank(["⊢ odd (square x)"], [None], 1)[0][0].number == 3


class Fixed:
    """Ranks as it was told."""

    def __init__(self, *numbers: int) -> None:
        self.name = "fixed"
        self._numbers = numbers

    def rank(self, goals, allowed, count):  # type: ignore[no-untyped-def]
        from sensei.core.types import RankedPremise

        return [
            [RankedPremise(n, 0.0) for n in self._numbers if among is None or n in among][:count]
            for among in allowed
        ]


def test_fusion_sums_reciprocal_ranks() -> None:
    fused = HybridRetriever("hybrid", [Fixed(3, 1, 2), Fixed(1, 2)])
    (ranked,) = fused.rank(["g"], [None], 10)
    assert [p.number for p in ranked] == [1, 2, 3]
    assert ranked[0].score == pytest.approx(1 / 62 + 1 / 61)
    assert ranked[2].score == pytest.approx(1 / 61)
    weighted = HybridRetriever("hybrid", [Fixed(3, 1), Fixed(1)], weights=[1.0, 0.0])
    assert [p.number for p in weighted.rank(["g"], [None], 10)[0]] == [3, 1]
    assert [p.number for p in fused.rank(["g"], [frozenset({2})], 10)[0]] == [2]
    assert len(fused.rank(["g"], [None], 1)[0]) == 1


def test_a_premises_text_is_one_line() -> None:
    assert premise_text(PREMISES[3]) == "Kata.odd_square"
    assert premise_text(Premise("a", "M", "∀ x,\n  x = x")) == "a : ∀ x, x = x"
    first, other = corpus_hash(PREMISES), corpus_hash(PREMISES[::-1])
    assert first == corpus_hash(list(PREMISES)) != other


def test_a_corpus_is_encoded_once_for_its_weights(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from fakes.retrieval import TINY_ENCODER
    from sensei.models.dense import DenseRetriever, corpus_vectors
    from sensei.models.premise_encoder import fresh_encoder

    encoder = fresh_encoder(TINY_ENCODER, 0)
    assert corpus_vectors(encoder, PREMISES, tmp_path).shape == (4, 32)
    assert list(tmp_path.iterdir()) == []  # of no checkpoint, nothing is kept
    named = SimpleNamespace(weights_hash=lambda: "a" * 64)
    encoder.manifest = named  # type: ignore[assignment]
    made = corpus_vectors(encoder, PREMISES, tmp_path)
    (kept,) = tmp_path.iterdir()
    before = kept.stat().st_mtime_ns
    assert np.array_equal(corpus_vectors(encoder, PREMISES, tmp_path), made)
    assert kept.stat().st_mtime_ns == before
    kept.write_bytes(kept.read_bytes()[:-5])
    assert np.array_equal(corpus_vectors(encoder, PREMISES, tmp_path), made)
    corpus_vectors(encoder, PREMISES[:2], tmp_path)
    encoder.manifest = SimpleNamespace(weights_hash=lambda: "b" * 64)  # type: ignore[assignment]
    corpus_vectors(encoder, PREMISES, tmp_path)
    assert len(list(tmp_path.iterdir())) == 3
    dense: Retriever = DenseRetriever.of_premises("dense", encoder, PREMISES, cache=tmp_path)
    assert len(dense.rank(["⊢ p"], [frozenset({1, 2})], 9)[0]) == 2
