"""How good estimates are: error, rank correlation, and what a constant would do. Pure Python."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, median


def mean_absolute_error(found: Sequence[float], true: Sequence[float]) -> float:
    """The mean distance from the truth."""
    return fmean(abs(f - t) for f, t in zip(found, true, strict=True))


def best_constant(targets: Sequence[float]) -> float:
    """The constant of the least mean absolute error: the median."""
    return median(targets)


def ranks(values: Sequence[float]) -> list[float]:
    """Places in increasing order from 1; equal values share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            found[place] = (start + end + 1) / 2
        start = end
    return found


def spearman(found: Sequence[float], true: Sequence[float]) -> float:
    """Spearman's rank correlation; 0 where one side is constant.

    Source: Spearman (1904), as Pearson's correlation of ``ranks``, which is exact with ties.
    """
    a, b = ranks(found), ranks(true)
    mean = (len(a) + 1) / 2
    top = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    below = math.sqrt(sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b))
    return top / below if below else 0.0


def cross_entropy(found: Sequence[float], true: Sequence[float]) -> float:
    """Mean binary cross-entropy (nats) of chances against targets in [0, 1]."""
    total = 0.0
    for f, t in zip(found, true, strict=True):
        sure = min(max(f, 1e-7), 1 - 1e-7)
        total -= t * math.log(sure) + (1 - t) * math.log(1 - sure)
    return total / len(found)


def area_under_curve(found: Sequence[float], true: Sequence[float]) -> float:
    """How often a goal with target over one half gets a higher chance than another one (ties count
    half); one half where there are no two kinds."""
    positive = [t > 0.5 for t in true]
    count, rest = sum(positive), len(true) - sum(positive)
    if not count or not rest:
        return 0.5
    rank_sum = sum(rank for rank, one in zip(ranks(found), positive, strict=True) if one)
    return (rank_sum - count * (count + 1) / 2) / (count * rest)
