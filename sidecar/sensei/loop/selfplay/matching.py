"""Weights of conjectures, moved towards the statements that are still unproved.

The nearest distribution to the uniform one over the unproved statements, in Wasserstein's distance
with cosine similarity for its cost, among those that give no conjecture more than a capacity.
Weights have mean 1.

Source: Dong and Ma 2025 (arXiv:2502.00212), appendix A.5, equation 12 and algorithm 4. Without a
capacity the optimum is each statement's nearest conjecture, and algorithm 4 finds it. With one, it
takes statements in order and leaves the late ones what is left; ``exact`` solves the transport.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sensei.core.errors import MissingExtraError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[np.float64]


def costs(conjectures: Sequence[Sequence[float]], statements: Sequence[Sequence[float]]) -> Matrix:
    """Negative cosine similarity, [conjectures, statements]."""
    return -(_unit(conjectures) @ _unit(statements).T)


def _unit(rows: Sequence[Sequence[float]]) -> Matrix:
    vectors = np.asarray(rows, dtype=np.float64)
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Matrix = vectors / np.where(lengths > 0, lengths, 1.0)
    return unit


def exact_weights(cost: Matrix, capacity: float) -> Matrix:
    """The optimal weights, [conjectures]; they sum up to the number of conjectures.

    Args:
        cost: [conjectures, statements].
        capacity: most weight of a conjecture, at least 1.
    """
    count, statements = cost.shape
    if not count or not statements:
        return np.ones(count)
    plan = _transport(cost, np.full(statements, 1.0 / statements), capacity / count)
    weights: Matrix = plan.sum(axis=1) * count
    return weights


def greedy_weights(cost: Matrix, capacity: float) -> Matrix:
    """Algorithm 4's weights: each statement in its order takes its nearest conjecture that is not
    full. One is full once it has the capacity, so the last to take it can bring it above."""
    count, statements = cost.shape
    weights = np.zeros(count)
    if not count or not statements:
        return np.ones(count)
    free = np.ones(count, dtype=bool)
    share = count / statements
    for statement in range(statements):
        nearest = int(np.argmin(np.where(free, cost[:, statement], np.inf)))
        weights[nearest] += share
        free[nearest] = weights[nearest] < capacity
    return weights


def transport_cost(cost: Matrix, weights: Matrix) -> float:
    """Wasserstein's distance from weights to the uniform distribution over the statements."""
    count, statements = cost.shape
    if not count or not statements:
        return 0.0
    supply = weights / weights.sum()
    plan = _transport(cost, np.full(statements, 1.0 / statements), supply)
    return float((plan * cost).sum())


def _transport(cost: Matrix, demand: Matrix, supply: Any) -> Matrix:
    """The cheapest plan, [conjectures, statements], that gives each statement its demand and takes
    from each conjecture no more than its supply."""
    try:
        from scipy.optimize import linprog
        from scipy.sparse import csr_array, eye_array, kron
    except ImportError:
        raise MissingExtraError("self-play with exact matching", "train") from None

    count, statements = cost.shape
    # Column i * statements + j is what conjecture i gives to statement j.
    by_conjecture = csr_array(kron(eye_array(count), np.ones((1, statements))))
    by_statement = csr_array(kron(np.ones((1, count)), eye_array(statements)))
    # A rounding error in the supplies must not make the demands impossible.
    room = np.broadcast_to(np.asarray(supply, dtype=np.float64), (count,)) * (1 + 1e-9)
    solved = linprog(
        cost.ravel(),
        A_ub=by_conjecture,
        b_ub=room,
        A_eq=by_statement,
        b_eq=demand,
        bounds=(0, None),
        method="highs",
    )
    if solved.x is None:
        raise ArithmeticError(f"the transport has no solution: {solved.message}")
    plan: Matrix = np.asarray(solved.x).reshape(count, statements)
    return plan
