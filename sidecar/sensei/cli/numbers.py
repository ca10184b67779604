"""Numbers on a command line; argparse names the kind by the function's name."""

from __future__ import annotations


def count(text: str) -> int:
    """A whole number of at least 1."""
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def positive(text: str) -> float:
    """A positive, finite number."""
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


def seconds(text: str) -> float:
    """A positive, finite number of seconds."""
    return positive(text)


count.__name__ = "whole number of at least 1"
positive.__name__ = "positive number"
seconds.__name__ = "positive number of seconds"
