"""The order of training: which examples, renamed how, in which batch. Pure Python.

Everything is laid out before the first step: the run's whole sequence depends on the examples,
the settings and the seed alone, and going on from step N is skipping N batches.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sensei.core.errors import UsageError
from sensei.models.encoding import EncodedExample, Encoder
from sensei.trainers.augment import rename_locals, skeleton

MIN_EPOCHS, MAX_EPOCHS = 2, 120
# Batches that share one sort by length; more waste less padding, fewer mix lengths better.
BUCKET_BATCHES = 16

Row = TypeVar("Row")


class Example(Protocol):
    """A step of a proof: what ``sensei.data.examples.TacticExample`` offers."""

    @property
    def state(self) -> str: ...

    @property
    def tactic(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Pair:
    """An example made from another one."""

    state: str
    tactic: str


@dataclass(frozen=True, slots=True)
class Schedule:
    """A whole run, laid out.

    Args:
        rows: encoded examples in the order they are trained on, ``batch_size`` a step.
        epochs: passes over the examples.
        skipped: examples left out because they are too long, per epoch.
        shortened: examples that lost hypotheses to fit, per epoch.
        tokens: tokens of all rows.
        target_tokens: those of them that carry loss.
    """

    rows: list[EncodedExample]
    epochs: int
    skipped: int
    shortened: int
    tokens: int
    target_tokens: int


def examples_hash(examples: Sequence[Example]) -> str:
    """SHA-256 over all pairs and shares, in order."""
    pairs = [[example.state, example.tactic, *_shares(example)] for example in examples]
    return hashlib.sha256(json.dumps(pairs, ensure_ascii=False).encode()).hexdigest()


def with_skeletons(examples: Sequence[Example]) -> list[Example]:
    """The examples and, after them, the skeletons of the structured ones, each pair once."""
    known = {(example.state, example.tactic) for example in examples}
    made: list[Example] = []
    for example in examples:
        text = skeleton(example.tactic)
        if text is not None and (example.state, text) not in known:
            known.add((example.state, text))
            made.append(Pair(example.state, text))
    return [*examples, *made]


def encode_all(
    examples: Sequence[Example], encoder: Encoder, max_seq_len: int
) -> list[EncodedExample | None]:
    """Every example as it is, without renaming; None for one that is too long."""
    return [encoder.example(e.state, e.tactic, max_seq_len) for e in examples]


def epochs_within(token_budget: int, encoded: Sequence[EncodedExample | None]) -> int:
    """How many passes come nearest to a budget of tokens, between MIN_EPOCHS and MAX_EPOCHS."""
    tokens = sum(len(row.tokens) for row in encoded if row is not None)
    return max(MIN_EPOCHS, min(MAX_EPOCHS, round(token_budget / max(1, tokens))))


def lay_out(
    examples: Sequence[Example],
    encoder: Encoder,
    *,
    epochs: int,
    batch_size: int,
    max_seq_len: int,
    rename_share: float,
    seed: int,
) -> Schedule:
    """Lays out a run: shuffled epochs, local names renamed, lengths bucketed.

    Raises:
        UsageError: no example fits into ``max_seq_len``.
    """
    rng = random.Random(seed)
    plain = encode_all(examples, encoder, max_seq_len)
    usable = [index for index, row in enumerate(plain) if row is not None]
    if not usable:
        raise UsageError(
            f"none of {len(examples)} examples can be trained on within {max_seq_len} tokens",
            "trace a project with proofs first, or raise max_seq_len",
        )
    stream: list[EncodedExample] = []
    for _ in range(epochs):
        order = list(usable)
        rng.shuffle(order)
        for index in order:
            stream.append(
                _renamed(examples[index], plain[index], encoder, max_seq_len, rename_share, rng)
            )
    rows = bucketed(stream, lambda row: len(row.tokens), batch_size, rng)
    return Schedule(
        rows=rows,
        epochs=epochs,
        skipped=len(examples) - len(usable),
        shortened=sum(row is not None and row.dropped_hypotheses > 0 for row in plain),
        tokens=sum(len(row.tokens) for row in rows),
        target_tokens=sum(label >= 0 for row in rows for label in row.labels),
    )


def bucketed(
    stream: Sequence[Row], size: Callable[[Row], int], batch_size: int, rng: random.Random
) -> list[Row]:
    """The rows in another order: batches of like sizes, in a random order within each bucket of
    BUCKET_BATCHES; a batch that is not full comes last in its bucket."""
    rows: list[Row] = []
    bucket = batch_size * BUCKET_BATCHES
    for start in range(0, len(stream), bucket):
        part = sorted(stream[start : start + bucket], key=size)
        batches = [part[i : i + batch_size] for i in range(0, len(part), batch_size)]
        short = [batches.pop()] if len(batches[-1]) < batch_size else []
        rng.shuffle(batches)
        rows += [row for batch in batches + short for row in batch]
    return rows


def _shares(example: Example) -> tuple[tuple[str, float], ...]:
    """Of a goal that is taught several tactics: each with its share of the passes, by chance."""
    found: tuple[tuple[str, float], ...] = getattr(example, "shares", ())
    return found


def _renamed(
    example: Example,
    plain: EncodedExample | None,
    encoder: Encoder,
    max_seq_len: int,
    share: float,
    rng: random.Random,
) -> EncodedExample:
    assert plain is not None
    shares = _shares(example)
    if shares:
        tactics, weights = zip(*shares, strict=True)
        example = Pair(example.state, rng.choices(tactics, weights)[0])
        plain = encoder.example(example.state, example.tactic, max_seq_len) or plain
    if rng.random() >= share:
        return plain
    state, tactic = rename_locals(example.state, example.tactic, rng)
    return encoder.example(state, tactic, max_seq_len) or plain
