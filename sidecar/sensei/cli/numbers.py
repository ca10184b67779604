"""Numbers on a command line; argparse names the kind by the function's name."""

from __future__ import annotations

import argparse
import math

#: Beyond it, seeds, counts and databases no longer agree on what a number is.
MOST = 2**31 - 1


def whole(text: str) -> int:
    """A whole number as ``type=int`` takes it, of no size that nothing behind it can take."""
    number = int(text)
    if abs(number) > MOST:
        raise argparse.ArgumentTypeError(f"{text[:40]}: at most {MOST}")
    return number


def finite(text: str) -> float:
    """A number as ``type=float`` takes it, but neither infinite nor none."""
    number = float(text)
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"{text[:40]}: a finite number")
    return number


def count(text: str) -> int:
    """A whole number of at least 1."""
    number = whole(text)
    if number < 1:
        raise ValueError
    return number


def positive(text: str) -> float:
    """A positive, finite number."""
    number = float(text)
    if not 0 < number < math.inf:
        raise ValueError
    return number


def not_negative(text: str) -> float:
    """A finite number of at least 0."""
    number = float(text)
    if not 0 <= number < math.inf:
        raise ValueError
    return number


def seconds(text: str) -> float:
    """A positive number of seconds that clocks can count."""
    number = positive(text)
    if number > MOST:
        raise argparse.ArgumentTypeError(f"{text[:40]}: at most {MOST} seconds")
    return number


count.__name__ = "whole number of at least 1"
not_negative.__name__ = "number of at least 0"
positive.__name__ = "positive number"
seconds.__name__ = "positive number of seconds"
