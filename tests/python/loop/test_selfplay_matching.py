"""Weights towards unproved statements: optimal, greedy, and what lies between the two."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sensei.loop.selfplay.matching import costs, exact_weights, greedy_weights, transport_cost


def random_cost(count: int, statements: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return costs(rng.normal(size=(count, 5)).tolist(), rng.normal(size=(statements, 5)).tolist())


def test_costs_are_negative_cosines() -> None:
    cost = costs([[2.0, 0.0], [0.0, 0.0]], [[1.0, 0.0], [0.0, 3.0], [-1.0, 0.0]])
    assert cost.tolist() == [[-1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 1000), st.sampled_from([1.0, 1.5, 4.0]))
def test_the_exact_plan_is_never_dearer(
    count: int, statements: int, seed: int, capacity: float
) -> None:
    cost = random_cost(count, statements, seed)
    exact, greedy = exact_weights(cost, capacity), greedy_weights(cost, capacity)
    assert exact.sum() == pytest.approx(count)
    assert greedy.sum() == pytest.approx(count)
    assert exact.max() <= capacity + 1e-6
    if greedy.max() <= capacity + 1e-6:  # it may bring one above, and then has an easier task
        assert transport_cost(cost, exact) <= transport_cost(cost, greedy) + 1e-6


def test_it_is_the_best_of_all_assignments() -> None:
    """As many statements as conjectures and capacity 1: the best permutation, by trying all."""
    for seed in range(5):
        cost = random_cost(4, 4, seed)
        best = min(
            sum(cost[c, s] for s, c in enumerate(chosen)) / 4
            for chosen in product(range(4), repeat=4)
            if len(set(chosen)) == 4
        )
        assert transport_cost(cost, exact_weights(cost, 1.0)) == pytest.approx(best)


def test_without_a_limit_both_take_the_nearest() -> None:
    cost = random_cost(5, 9, 1)
    nearest = np.bincount(cost.argmin(axis=0), minlength=5) * 5 / 9
    assert exact_weights(cost, 5.0) == pytest.approx(nearest)
    assert greedy_weights(cost, 5.0) == pytest.approx(nearest)


def test_greedy_depends_on_the_order_where_the_optimum_does_not() -> None:
    """Two statements want the same conjecture, and the second has no other near it."""
    cost = np.array([[-1.0, -1.0], [-0.9, 0.0]])
    assert transport_cost(cost, exact_weights(cost, 1.0)) == pytest.approx(-0.95)
    first = (cost[0, 0] + cost[1, 1]) / 2  # what greedy pairs when the first comes first
    assert first == pytest.approx(-0.5)
    crowded = np.array([[-1.0, -1.0, -1.0], [-0.5, -0.9, -0.9], [0.0, 0.0, -0.8]])
    assert greedy_weights(crowded, 1.0) == pytest.approx([1.0, 1.0, 1.0])
    skewed = np.array([[-1.0, -0.2, -1.0, -0.2], [-0.9, -1.0, 0.5, -1.0]])
    by_greedy = greedy_weights(skewed, 1.0)
    turned = greedy_weights(skewed[:, ::-1].copy(), 1.0)
    assert by_greedy.sum() == turned.sum() == pytest.approx(2.0)
    assert exact_weights(skewed, 1.5).tolist() == pytest.approx(
        exact_weights(skewed[:, ::-1].copy(), 1.5).tolist()
    )


def test_nothing_to_match_leaves_all_as_they_are() -> None:
    assert exact_weights(np.zeros((3, 0)), 4.0).tolist() == [1.0, 1.0, 1.0]
    assert greedy_weights(np.zeros((3, 0)), 4.0).tolist() == [1.0, 1.0, 1.0]
    assert exact_weights(np.zeros((0, 3)), 4.0).tolist() == []
