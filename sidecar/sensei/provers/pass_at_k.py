"""pass@k: the unbiased estimator, and bootstrap intervals over the problems.

The estimator is that of Chen et al., "Evaluating Large Language Models Trained on Code", 2021
(arXiv:2107.03374): with c of n samples right, ``1 - C(n - c, k) / C(n, k)``.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from sensei.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class PassAtK:
    """An estimate.

    Args:
        k: samples a problem that one right one is enough of.
        value: share of problems, 0 to 1.
        low, high: percentile bootstrap interval over the problems.
        level: of the interval, as 0.95.
    """

    k: int
    value: float
    low: float
    high: float
    level: float = 0.95


def estimate(samples: int, right: int, k: int) -> float:
    """The probability that of ``k`` out of ``samples``, ``right`` of them right, one is right.

    Raises:
        UsageError: not ``0 <= right <= samples``, or not ``1 <= k <= samples``.
    """
    if not (0 <= right <= samples and 1 <= k <= samples):
        raise UsageError(f"pass@{k} of {samples} samples, {right} of them right, is not defined")
    return 1.0 - comb(samples - right, k) / comb(samples, k)


def pass_at_k(
    counts: Sequence[tuple[int, int]],
    k: int,
    *,
    resamples: int = 2000,
    level: float = 0.95,
    seed: int = 0,
) -> PassAtK:
    """pass@k over problems, with its interval; the same seed gives the same interval.

    Args:
        counts: for each problem, how many samples and how many of them right.
        resamples: of the bootstrap.

    Raises:
        UsageError: no problem, or one with fewer than ``k`` samples.
    """
    if not counts:
        raise UsageError("pass@k of no problems is not defined")
    values = [estimate(samples, right, k) for samples, right in counts]
    size = len(values)
    chance = random.Random(seed)
    means = sorted(sum(chance.choices(values, k=size)) / size for _ in range(resamples))
    tail = (1 - level) / 2
    low = means[int(tail * resamples)]
    high = means[min(resamples - 1, int((1 - tail) * resamples))]
    return PassAtK(k, sum(values) / size, low, high, level)
