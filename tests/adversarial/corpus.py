"""The attack corpus, by kind. What attacks do to the machine is in test_bounds.py."""

from __future__ import annotations

from attack import HOSTILE, PLAIN, SHAPES, Attack
from attacks_code import CODE
from attacks_elaborators import ELABORATORS
from attacks_places import PLACES
from attacks_text import TEXT
from attacks_unproved import UNPROVED

__all__ = ["ATTACKS", "HOSTILE", "PLAIN", "SHAPES", "Attack"]

ATTACKS = (*UNPROVED, *TEXT, *CODE, *ELABORATORS, *PLACES)
