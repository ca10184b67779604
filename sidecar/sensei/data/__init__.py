"""Splits, examples and exports made from the store."""

from sensei.data.examples import TacticExample, tactic_examples
from sensei.data.split import freeze_split

__all__ = ["TacticExample", "freeze_split", "tactic_examples"]
