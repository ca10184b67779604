"""Synthetic repositories to learn retrieval from: goals about a word, and the lemma it calls for.

Which lemma a word calls for shares no letter with it, so only training finds it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from sensei.core.types import Premise
from sensei.data.retrieval import RetrievalQuery, RetrievalSet
from sensei.models.encoder_config import EncoderConfig

TINY_ENCODER = EncoderConfig(hidden_size=32, layers=1, heads=2, intermediate_size=64)
WORDS = ("even", "odd", "prime", "sorted", "mapped", "zipped", "empty", "whole")
LEMMAS = ("red", "blue", "green", "cyan", "amber", "violet", "teal", "pink")


def repository(
    name: str, kind: str, pairs: Sequence[tuple[str, str]], seed: int = 0, each: int = 6
) -> RetrievalSet:
    """A repository whose goals are about ``kind``, and whose words call for their lemmas.

    Args:
        pairs: of words and lemmas.
        each: training goals of a word; there are two of validation and two of test.
    """
    rng = random.Random(f"{seed}:{name}")
    premises = tuple(
        Premise(f"{name}.{lemma}", name, f"{lemma} {kind}") for lemma in sorted(LEMMAS)
    )
    numbers = {lemma: number for number, lemma in enumerate(sorted(LEMMAS))}
    everything = frozenset(range(len(premises)))

    def query(word: str, lemma: str) -> RetrievalQuery:
        local = rng.choice("abcdxyz") + rng.choice("0123456789")
        right = numbers[lemma]
        return RetrievalQuery(
            goal=f"{local} : {kind}\n⊢ {word} {local}",
            positives=(right,),
            ignored=frozenset(),
            in_file=tuple(sorted(everything - {right})),
            allowed=everything,
            theorem="t",
            module=name,
        )

    train, val, test = (
        tuple(query(word, lemma) for word, lemma in pairs for _ in range(count))
        for count in (each, 2, 2)
    )
    return RetrievalSet(name, premises, train, val, test)


def first() -> RetrievalSet:
    """Words call for lemmas in their order."""
    return repository("First", "Nat", list(zip(WORDS, LEMMAS, strict=True)))


def second() -> RetrievalSet:
    """Other words of the same letters call for the lemmas in another order."""
    shifted = [*LEMMAS[3:], *LEMMAS[:3]]
    return repository("Second", "List", list(zip(WORDS, shifted, strict=True)))
