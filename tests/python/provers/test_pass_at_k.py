"""pass@k against its definition: the share of k-subsets with a right sample in them."""

from itertools import combinations

import pytest

from sensei.core.errors import UsageError
from sensei.provers.pass_at_k import estimate, pass_at_k


@pytest.mark.parametrize("samples", range(1, 7))
def test_the_estimate_is_the_mean_over_all_subsets(samples: int) -> None:
    for right in range(samples + 1):
        marks = [place < right for place in range(samples)]
        for k in range(1, samples + 1):
            subsets = [any(subset) for subset in combinations(marks, k)]
            assert estimate(samples, right, k) == pytest.approx(sum(subsets) / len(subsets))


@pytest.mark.parametrize(("samples", "right", "k"), [(0, 0, 1), (3, 4, 1), (3, -1, 1), (3, 1, 4)])
def test_what_is_not_defined(samples: int, right: int, k: int) -> None:
    with pytest.raises(UsageError, match="not defined"):
        estimate(samples, right, k)


def test_the_interval_covers_and_repeats() -> None:
    counts = [(4, number % 5) for number in range(40)]
    first = pass_at_k(counts, 2, seed=3)
    assert first == pass_at_k(counts, 2, seed=3)
    assert first.low < first.value < first.high
    certain = pass_at_k([(2, 2)] * 10, 1)
    assert (certain.low, certain.value, certain.high) == (1.0, 1.0, 1.0)
    with pytest.raises(UsageError, match="no problems"):
        pass_at_k([], 1)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    import random

    chance = random.Random(1)
    held = 0
    for _ in range(200):
        counts = [(1, int(chance.random() < 0.4)) for _ in range(80)]
        found = pass_at_k(counts, 1, resamples=200)
        held += found.low <= 0.4 <= found.high
    assert 0.9 <= held / 200 <= 0.99
