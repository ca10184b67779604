"""Fringe search: it chooses among sets of goals that together would prove the root.

A fringe is a set of nodes whose proofs make a proof of the root. A fringe is drawn by soft-max over
the sums of its nodes' log-probabilities; its oldest node is expanded; each tactic that ran makes
a new fringe, with the node replaced by what the tactic left.

Source: TacticZero (NeurIPS 2021), whose states are sequences of fringes. What differs: a fringe is
kept once, fringes are drawn without replacement by Gumbel noise that each keeps, and when there
are too many, or none, the most probable node that could help is expanded.
"""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Sequence

from sensei.search.best_first import BestFirst
from sensei.search.graph import ROOT, Graph

_MOST_FRINGES = 100_000
_MOST_STEPS = 256  # fringes looked at for one node of a batch

_Fringe = tuple[int, ...]


class Fringe:
    """See the module.

    Args:
        seed: of the noise.
    """

    name = "fringe"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def reset(self, graph: Graph) -> None:
        """See protocol.Search."""
        self._graph = graph
        self._random = random.Random(self.seed)
        self._spare = BestFirst()
        self._spare.reset(graph)
        self._seen: set[_Fringe] = set()
        self._queue: list[tuple[float, int, _Fringe]] = []
        self._waiting: dict[int, list[_Fringe]] = {}
        self._add((ROOT,))

    def select(self, limit: int) -> Sequence[tuple[int, float]]:
        """See protocol.Search."""
        chosen: dict[int, float] = {}
        steps = 0
        while self._queue and len(chosen) < limit and steps < _MOST_STEPS * limit:
            steps += 1
            priority, _, fringe = heapq.heappop(self._queue)
            nodes = [self._graph.nodes[number] for number in fringe]
            if any(node.dead for node in nodes):
                continue
            open_ = [node for node in nodes if not node.proved]
            first = next((node for node in open_ if not node.expanded), None)
            if first is not None:
                if first.id not in chosen:
                    chosen[first.id] = -priority
                self._waiting.setdefault(first.id, []).append(fringe)
            elif open_:
                self._replace(open_[0].id, fringe)
        if not chosen:
            chosen = dict(self._spare.select(1))
        return list(chosen.items())

    def update(self, node: int) -> None:
        """See protocol.Search."""
        self._spare.update(node)
        for fringe in self._waiting.pop(node, ()):
            self._replace(node, fringe)

    def finished(self) -> bool:
        """See protocol.Search."""
        return self._spare.finished()

    def _replace(self, number: int, fringe: _Fringe) -> None:
        """Adds the fringes in which the node gave way to what one of its tactics left."""
        nodes = self._graph.nodes
        rest = {n for n in fringe if n != number and not nodes[n].proved}
        if nodes[number].proved:
            self._add(tuple(sorted(rest)))
            return
        for edge in nodes[number].edges:
            if not edge.dead:
                left = {child for child in edge.children if not nodes[child].proved}
                self._add(tuple(sorted(rest | left)))

    def _add(self, fringe: _Fringe) -> None:
        if not fringe or fringe in self._seen or len(self._seen) >= _MOST_FRINGES:
            return
        self._seen.add(fringe)
        noise = -math.log(-math.log(1.0 - self._random.random()) + 1e-300)
        total = sum(self._graph.nodes[number].log_prob for number in fringe)
        heapq.heappush(self._queue, (-(total + noise), len(self._seen), fringe))
