"""The searches by name, and their options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from sensei.core.errors import UsageError
from sensei.search.best_first import BestFirst, BreadthFirst, DepthFirst
from sensei.search.fringe import Fringe
from sensei.search.htps import HTPS
from sensei.search.mcts import MCTS
from sensei.search.proof import SHORTEST
from sensei.search.protocol import Search
from sensei.search.puct import HTPSOptions
from sensei.search.updown import UpDown


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to search.

    Args:
        candidates: most tactics asked for a state.
        batch_size: most states a call of the generator.
        alpha: best-first: length normalisation of the score.
        search: the algorithm's name, a key of ``SEARCHES``; or ``WHOLE_PROOF``.
        seed: of the searches that sample.
        split: whether goals that share no metavariables become nodes of their own.
        htps: of the searches that descend by PUCT.
        rounds: of whole proofs: how often proofs are asked for, the first time included.
        critic: which critic judges goals, for the record; "" for none. The driver is given it.
        proof: of the proofs that are found, which is claimed: the ``SHORTEST`` in tactics, or the
            ``FASTEST`` by the time that Lean took for its tactics.
        squeeze: of a verified proof: replace ``simp`` and its like by what ``simp?`` says, where
            that is no slower (provers/squeeze.py).
    """

    candidates: int = 16
    batch_size: int = 4
    alpha: float = 0.0
    search: str = "best_first"
    seed: int = 0
    split: bool = True
    htps: HTPSOptions = field(default_factory=HTPSOptions)
    rounds: int = 4
    critic: str = ""
    proof: str = SHORTEST
    squeeze: bool = False

    def to_json(self) -> dict[str, Any]:
        """The options as a JSON object."""
        return asdict(self)


#: Whole proofs and their repair: no search of this list, but a driver of its own (whole_proof.py).
WHOLE_PROOF: Final = "whole_proof"
#: The algorithms by name.
SEARCHES: dict[str, Callable[[SearchOptions], Search]] = {
    "best_first": lambda options: BestFirst(options.alpha),
    "breadth_first": lambda options: BreadthFirst(),
    "depth_first": lambda options: DepthFirst(),
    "updown": lambda options: UpDown(options.seed),
    "fringe": lambda options: Fringe(options.seed),
    "htps": lambda options: HTPS(options.htps),
    "mcts": lambda options: MCTS(options.htps),
}

#: Those that use what a critic says of the nodes that are expanded.
ASK_CRITICS = ("htps", "mcts")


def make_search(options: SearchOptions) -> Search:
    """The search that the options name.

    Raises:
        UsageError: there is none of that name.
    """
    make = SEARCHES.get(options.search)
    if make is None:
        raise UsageError(
            f"no search is called {options.search!r}", f"they are {', '.join(sorted(SEARCHES))}"
        )
    return make(options)
