"""Baselines to measure a trained model against. Imports no torch until ``untrained`` is called."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sensei.core.types import TacticCandidate

if TYPE_CHECKING:
    from sensei.models.generator import TacticGenerator

# Ten tactics that need no name from the goal: those that often close goals first, then those that
# open them up. The order is part of the baseline.
TEN_TACTICS = (
    "rfl",
    "assumption",
    "simp",
    "omega",
    "decide",
    "contradiction",
    "intros",
    "constructor",
    "simp_all",
    "split",
)

# Likewise of HOL Light, for its own goals.
HOL_LIGHT_TACTICS = (
    "ASM_REWRITE_TAC[]",
    "ASM_MESON_TAC[]",
    "ARITH_TAC",
    "REAL_ARITH_TAC",
    "SET_TAC[]",
    "REPEAT STRIP_TAC",
    "INDUCT_TAC THEN ASM_REWRITE_TAC[ADD; MULT; EXP]",
    "LIST_INDUCT_TAC THEN ASM_REWRITE_TAC[APPEND; LENGTH; MAP; REVERSE; ALL; EX]",
    "ASM_SIMP_TAC[ARITH]",
    "GEN_TAC",
    "EQ_TAC",
    "CONJ_TAC",
)


class FixedTactics:
    """Offers the same ten tactics for every goal, in a fixed order, all equally likely."""

    def __init__(self, tactics: Sequence[str] = TEN_TACTICS) -> None:
        self._tactics = tuple(tactics)

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """The first ``count`` tactics of the list for each state."""
        log_prob = -math.log(len(self._tactics))
        offer = [TacticCandidate(tactic, log_prob) for tactic in self._tactics[:count]]
        return [list(offer) for _ in states]


def untrained(seed: int = 0, **options: Any) -> TacticGenerator:
    """The default model before any training, as ``models.generator.untrained`` makes it."""
    from sensei.models.generator import untrained as make

    return make(seed=seed, **options)
