"""The searches that take nodes in a fixed order: the most probable, the oldest or the newest."""

from __future__ import annotations

import abc
import heapq
from collections.abc import Sequence

from sensei.search.graph import ROOT, Graph, Node


def score(log_prob: float, depth: int, alpha: float) -> float:
    """The priority of a node, higher first: the sum of its tactics' log-probabilities (nats),
    divided by length^alpha. 0 compares plain sums, 1 means per tactic.

    Source: BFS-Prover (arXiv 2502.03438), its scoring function.
    """
    return log_prob if alpha == 0.0 else float(log_prob / max(1, depth) ** alpha)


class Ordered(abc.ABC):
    """Expands the node of the highest score; ties go to the one that was found first.

    A node whose score changed has several entries; those with an old one are passed over.
    """

    name: str

    @abc.abstractmethod
    def score(self, node: Node) -> float:
        """The node's priority, higher first."""

    def reset(self, graph: Graph) -> None:
        """See protocol.Search."""
        self._graph = graph
        self._queue: list[tuple[float, int]] = []
        self._pushed: dict[int, float] = {}
        # Nodes that could not help when their turn came. They may, when one above is found again.
        self._parked: dict[int, None] = {}
        self._push(graph.root)

    def select(self, limit: int) -> Sequence[tuple[int, float]]:
        """See protocol.Search."""
        chosen: list[tuple[int, float]] = []
        while len(chosen) < limit and self._settle():
            priority, node = heapq.heappop(self._queue)
            del self._pushed[node]
            chosen.append((node, -priority))
        return chosen

    def update(self, node: int) -> None:
        """See protocol.Search."""
        nodes = self._graph.nodes
        for edge in nodes[node].edges:
            for child in edge.children:
                self._push(nodes[child])

    def finished(self) -> bool:
        """See protocol.Search."""
        return self._graph.nodes[ROOT].proved or not self._settle()

    def _push(self, node: Node) -> None:
        if node.expanded or node.proved:
            return
        wanted = self.score(node)
        if self._pushed.get(node.id) != wanted:
            self._pushed[node.id] = wanted
            self._parked.pop(node.id, None)
            heapq.heappush(self._queue, (-wanted, node.id))

    def _settle(self) -> bool:
        """Brings a node that could help to the front; false when there is none."""
        nodes, wanted = self._graph.nodes, self._graph.wanted
        while self._queue or self._unpark():
            priority, number = self._queue[0]
            if self._pushed.get(number) == -priority:
                if not nodes[number].expanded:
                    if wanted(number):
                        return True
                    self._parked[number] = None
                del self._pushed[number]
            heapq.heappop(self._queue)
        return False

    def _unpark(self) -> bool:
        for number in [n for n in self._parked if self._graph.wanted(n)]:
            self._push(self._graph.nodes[number])
        return bool(self._queue)


class BestFirst(Ordered):
    """The most probable node first.

    Args:
        alpha: length normalisation, see ``score``.
    """

    name = "best_first"

    def __init__(self, alpha: float = 0.0) -> None:
        self.alpha = alpha

    def score(self, node: Node) -> float:
        """See ``score``."""
        alpha = self.alpha
        return score(node.log_prob, node.depth, alpha) if alpha else node.log_prob


class BreadthFirst(Ordered):
    """The node that was found first."""

    name = "breadth_first"

    def score(self, node: Node) -> float:
        """Falls with the node's number."""
        return -float(node.id)


class DepthFirst(Ordered):
    """The node that was found last: with one candidate a state, a single run down."""

    name = "depth_first"

    def score(self, node: Node) -> float:
        """Rises with the node's number."""
        return float(node.id)
