"""Preferences out of searches: of two tactics tried on a goal, the one that a verified proof uses.

Source: BAIT's DPO ranks edges of search traces, one pair a goal. What differs: all pairs of a goal,
over all searches that met it, and what wins stands in a proof that Lean accepted. A tactic that
closed the goal in a search whose claim was not accepted, or in another branch, is neither.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sensei.data.found import Searches, proof_path
from sensei.search.graph import Graph


@dataclass(frozen=True, slots=True)
class Preference:
    """A goal, the tactic that is preferred, and the one that it is preferred to.

    Args:
        state: the goal, as the model is asked about it.
        chosen: led to a verified proof.
        rejected: failed, or ran and led to no proof.
        failed: whether Lean refused ``rejected``.
    """

    state: str
    chosen: str
    rejected: str
    failed: bool


def preferences(searches: Searches, *, only_failed: bool = False) -> list[Preference]:
    """All pairs of each goal of a verified proof, by the first time that it was met.

    Args:
        only_failed: leave out tactics that ran, and only did not lead to a proof.
    """
    winners: dict[str, dict[str, None]] = {}
    losers: dict[str, dict[str, bool]] = {}
    neither: dict[str, set[str]] = {}
    for search in searches.kept:
        if search.verified:
            for state, tactic in proof_path(search.graph):
                winners.setdefault(state, {})[tactic] = None
        for state, tactic, proved, failed in _tried(search.graph):
            if proved:
                neither.setdefault(state, set()).add(tactic)
            else:
                losers.setdefault(state, {}).setdefault(tactic, failed)
    return [
        Preference(state, chosen, rejected, failed)
        for state, these in winners.items()
        for chosen in these
        for rejected, failed in losers.get(state, {}).items()
        if rejected not in these
        and rejected not in neither.get(state, ())
        and (failed or not only_failed)
    ]


def _tried(graph: Graph) -> Iterator[tuple[str, str, bool, bool]]:
    """Goal, tactic, whether it led to a proof of the goal, and whether it failed."""
    for node in graph.nodes:
        if node.goals:
            for edge in node.edges:
                yield node.goals[0].pretty, edge.tactic, edge.proved, edge.failure is not None
