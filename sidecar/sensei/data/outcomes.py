"""What came of every tactic that a search tried: what ILQL learns from, and the rewards of it.

Source: BAIT's ILQL data: a reward for the whole tactic, by what Lean and the search made of it.
What differs: only a proof that Lean accepted proves the root, and a search whose claim was not
accepted is left out whole. Of one tactic on one goal the best outcome counts.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from sensei.data.found import Searches, proof_path


class Result(enum.IntEnum):
    """What came of a tactic, the worst first."""

    FAILED = 0  # Lean refused it
    RAN = 1
    PROVED = 2  # the goal was proved by it and what followed
    IN_PROOF = 3  # it stands in an accepted proof of the theorem


@dataclass(frozen=True, slots=True)
class Outcome:
    """A tactic, tried on a goal.

    Args:
        state: the goal, as the model is asked about it.
        tactic: that was tried.
        result: what came of it.
    """

    state: str
    tactic: str
    result: Result


def outcomes(searches: Searches) -> list[Outcome]:
    """Every tactic on every goal once, in the order in which they were first met."""
    best: dict[tuple[str, str], Result] = {}
    for search in searches.kept:
        graph = search.graph
        if graph.claimed and not search.verified:
            continue
        proof = set(proof_path(graph)) if search.verified else set()
        for node in graph.nodes:
            if not node.goals:
                continue
            state = node.goals[0].pretty
            for edge in node.edges:
                if edge.failure is not None:
                    found = Result.FAILED
                elif (state, edge.tactic) in proof:
                    found = Result.IN_PROOF
                else:
                    found = Result.PROVED if edge.proved else Result.RAN
                place = (state, edge.tactic)
                best[place] = max(found, best.get(place, found))
    return [Outcome(state, tactic, result) for (state, tactic), result in best.items()]
