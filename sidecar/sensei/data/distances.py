"""Examples for a progress model: a goal, and how many tactics it was to the end of its proof."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Literal

from sensei.data.exports.rows import placed_steps
from sensei.store import Store
from sensei.store.records import SplitRecord

#: To the end of the proof, or to where the goal is closed with what came of it.
Distance = Literal["proof", "goal"]
DISTANCES: tuple[Distance, ...] = ("proof", "goal")


@dataclass(frozen=True, slots=True)
class DistanceExample:
    """One goal of a proof.

    Args:
        state: the goal, pretty-printed.
        target: tactics from it to the end, the one that was applied to it included.
        theorem: whose proof it is from.
    """

    state: str
    target: float
    theorem: str


def distance_examples(
    store: Store, split: SplitRecord, distance: Distance = "proof"
) -> dict[str, list[DistanceExample]]:
    """The examples of each part of a split, in order, each (theorem, goal, target) once.

    The export's ``steps_remaining`` (or ``goal_steps_remaining``) counts the tactics after the one
    that is applied; from the goal on it is one more.
    """
    found: defaultdict[str, dict[DistanceExample, None]] = defaultdict(dict)
    for placed in placed_steps(store, split):
        step = placed.step
        after = step.steps_remaining if distance == "proof" else step.goal_steps_remaining
        example = DistanceExample(step.goal, float(after + 1), placed.theorem.name)
        found[placed.part][example] = None
    return {part: list(examples) for part, examples in found.items()}
