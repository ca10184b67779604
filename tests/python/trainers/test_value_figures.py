"""Figures of estimates, by hand and by what must hold for any."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sensei.trainers.value_figures import (
    area_under_curve,
    best_constant,
    cross_entropy,
    mean_absolute_error,
    ranks,
    spearman,
)

numbers = st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=20)


def test_ranks_share_ties() -> None:
    assert ranks([3.0, 1.0, 3.0, 0.0]) == [3.5, 2.0, 3.5, 1.0]


def test_spearman_by_hand() -> None:
    assert spearman([1, 2, 3], [10, 20, 30]) == 1.0
    assert spearman([1, 2, 3], [9, 4, 1]) == -1.0
    assert spearman([1, 2, 3, 4], [1, 3, 2, 4]) == pytest.approx(0.8)
    assert spearman([1, 1], [1, 2]) == 0.0


@given(numbers, st.integers(-6, 6))
def test_no_constant_has_less_error_than_the_best(true: list[float], other: int) -> None:
    errors = [mean_absolute_error([c] * len(true), true) for c in (best_constant(true), other)]
    assert errors[0] <= errors[1] + 1e-9


@given(numbers)
def test_rank_correlation_sees_the_order_only(true: list[float]) -> None:
    cubes = [value**3 for value in true]
    assert spearman(cubes, true) == pytest.approx(1.0 if len(set(true)) > 1 else 0.0)


def test_chances_by_hand() -> None:
    assert cross_entropy([0.5, 0.5], [1, 0]) == pytest.approx(math.log(2))
    assert cross_entropy([1.0], [0.0]) < 20
    assert area_under_curve([0.9, 0.4, 0.4, 0.1], [1, 1, 0, 0]) == pytest.approx(0.875)
    assert area_under_curve([0.3, 0.2], [1, 1]) == 0.5
