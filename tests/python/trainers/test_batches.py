"""The order of training is laid out beforehand, and is the seed's."""

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

import pytest

pytest.importorskip("torch", reason="the extra 'train' is not installed")

from sensei.core.errors import UsageError
from sensei.data.found import FoundStep
from sensei.models.byte_tokenizer import byte_tokenizer
from sensei.models.encoding import Encoder
from sensei.trainers.batches import (
    encode_all,
    epochs_within,
    examples_hash,
    lay_out,
    with_skeletons,
)


class Pair(NamedTuple):
    state: str
    tactic: str


ENCODER = Encoder(byte_tokenizer())
EXAMPLES = [
    Pair(f"n{i} : Nat\nh : {'a + ' * (i % 9)}b = c\n⊢ n{i} = {i}", "simp [h]") for i in range(50)
]


def schedule(**changes: object):  # type: ignore[no-untyped-def]
    options: dict[str, object] = {
        "epochs": 3,
        "batch_size": 4,
        "max_seq_len": 256,
        "rename_share": 0.0,
        "seed": 0,
    }
    return lay_out(EXAMPLES, ENCODER, **(options | changes))  # type: ignore[arg-type]


def test_every_epoch_has_every_example_once() -> None:
    rows = schedule().rows
    plain = [tuple(row.tokens) for row in encode_all(EXAMPLES, ENCODER, 256) if row]
    assert sorted(tuple(row.tokens) for row in rows) == sorted(plain * 3)


def test_the_same_seed_lays_out_the_same_run_and_another_one_another() -> None:
    assert schedule(rename_share=0.7).rows == schedule(rename_share=0.7).rows
    assert schedule(seed=1).rows != schedule(seed=2).rows


def test_batches_hold_similar_lengths() -> None:
    rows = [len(row.tokens) for row in schedule().rows]
    batches = [rows[at : at + 4] for at in range(0, len(rows), 4)]
    padded = sum(max(batch) * len(batch) for batch in batches)
    assert padded < 1.05 * sum(rows)
    shuffled = sorted(rows, key=lambda length: hash((length * 7919) % 104729))
    unsorted = [shuffled[at : at + 4] for at in range(0, len(rows), 4)]
    assert padded <= sum(max(batch) * len(batch) for batch in unsorted)


def test_renaming_changes_about_its_share_of_the_rows() -> None:
    plain = {tuple(row.tokens) for row in encode_all(EXAMPLES, ENCODER, 256) if row}
    for share, low, high in ((0.0, 0, 0), (0.5, 20, 85), (1.0, 70, 150)):
        rows = schedule(rename_share=share).rows
        changed = sum(tuple(row.tokens) not in plain for row in rows)
        assert low <= changed <= high


def test_what_is_too_long_is_counted() -> None:
    short = schedule(max_seq_len=64)
    assert short.shortened > 0
    assert short.skipped == 0
    tiny = lay_out(
        [*EXAMPLES[:3], Pair("⊢ " + "x" * 99, "rfl")],
        ENCODER,
        epochs=1,
        batch_size=2,
        max_seq_len=64,
        rename_share=0,
        seed=0,
    )
    assert tiny.skipped == 1
    assert len(tiny.rows) == 3


def test_token_counts_are_those_of_the_rows() -> None:
    made = schedule()
    assert made.tokens == sum(len(row.tokens) for row in made.rows)
    assert made.target_tokens == 3 * 50 * len("simp [h]\0")


def test_nothing_to_train_on_is_refused() -> None:
    with pytest.raises(UsageError, match="none of 1 examples"):
        lay_out(
            [Pair("⊢ " + "x" * 99, "rfl")],
            ENCODER,
            epochs=1,
            batch_size=2,
            max_seq_len=64,
            rename_share=0,
            seed=0,
        )


def test_a_token_budget_becomes_whole_epochs_within_bounds() -> None:
    encoded = encode_all(EXAMPLES, ENCODER, 256)
    tokens = sum(len(row.tokens) for row in encoded if row)
    assert epochs_within(tokens * 10 + 1, encoded) == 10
    assert epochs_within(int(tokens * 6.6), encoded) == 7
    assert epochs_within(1, encoded) == 2
    assert epochs_within(10**9, encoded) == 120


def test_the_hash_of_examples_depends_on_text_and_order() -> None:
    assert examples_hash(EXAMPLES) == examples_hash(list(EXAMPLES))
    assert examples_hash(EXAMPLES) != examples_hash(EXAMPLES[::-1])
    assert examples_hash([Pair("a", "bc")]) != examples_hash([Pair("ab", "c")])


def test_skeletons_follow_the_examples_and_come_once() -> None:
    whole = Pair("⊢ f n = n", "cases n with\n| zero => rfl\n| succ n => simp")
    other = Pair("⊢ f n = n", "cases n with\n| zero => simp\n| succ n => simp")
    made = with_skeletons([whole, other, Pair("⊢ p", "rfl")])
    assert made[:3] == [whole, other, Pair("⊢ p", "rfl")]
    assert [(e.state, e.tactic) for e in made[3:]] == [
        ("⊢ f n = n", "cases n with\n| zero => ?_\n| succ n => ?_")
    ]


def test_a_goal_with_shares_is_taught_each_tactic_as_often_as_its_share() -> None:
    shared = FoundStep("⊢ p", "often", "T", "M", 1, (("often", 0.75), ("seldom", 0.25)))
    made = lay_out(
        [shared, EXAMPLES[0]],
        ENCODER, epochs=400, batch_size=4, max_seq_len=256, rename_share=0.0, seed=0,
    )  # fmt: skip
    tactics = (tuple(label for label in row.labels if label >= 0) for row in made.rows)
    counts = Counter(ENCODER.text(tokens[:-1]) for tokens in tactics)
    assert counts["often"] + counts["seldom"] == 400
    assert 270 <= counts["often"] <= 330
    assert examples_hash([shared]) != examples_hash([replace(shared, shares=())])
