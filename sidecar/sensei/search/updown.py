"""UpDown: a goal is worth the best way to prove all that would have to be proved with it.

Going up, a node's estimate is the better of its own and those of its edges, where an edge is worth
the sum of its children's. Going down, a node's context is what else must be proved for the root:
the estimates of its siblings and the context of the node above. Among the nodes that are not
expanded, one is drawn by soft-max over estimate plus context.

Source: BAIT (its UpDown search). What differs: contexts reach up to the root; nodes are drawn
without replacement by Gumbel noise that each node keeps (Kool et al. 2019), so that a batch is one
draw; estimates are refreshed when the number of expanded nodes has grown by an eighth.
"""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Callable

from sensei.search.best_first import Ordered
from sensei.search.graph import ROOT, Graph, Node

DECAY = math.log(0.99)


def own(node: Node) -> float:
    """A node's own estimate: the log-probability of its path, less a hundredth for each tactic."""
    return node.log_prob + node.depth * DECAY


class UpDown(Ordered):
    """See the module.

    Args:
        seed: of the noise.
    """

    name = "updown"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def reset(self, graph: Graph) -> None:
        """See protocol.Search."""
        self._random = random.Random(self.seed)
        self._noise: list[float] = []
        self._context: dict[int, float] = {}
        self._up: dict[int, float] = {}
        self._expansions = 0
        self._refresh_at = 1
        super().reset(graph)

    def score(self, node: Node) -> float:
        """Estimate, context and noise."""
        while len(self._noise) <= node.id:
            # random() is in [0, 1); one minus it is never 0.
            self._noise.append(-math.log(-math.log(1.0 - self._random.random()) + 1e-300))
        return own(node) + self._context_of(node) + self._noise[node.id]

    def update(self, node: int) -> None:
        """See protocol.Search."""
        super().update(node)
        self._expansions += 1
        if self._expansions >= self._refresh_at:
            self._refresh_at = self._expansions + max(1, self._expansions // 8)
            self._refresh()

    def _context_of(self, node: Node) -> float:
        known = self._context.get(node.id)
        if known is not None or node.via is None:
            return known or 0.0
        # Found since the last refresh: as far as its best edge tells.
        nodes = self._graph.nodes
        siblings = sum(
            self._up.get(child, own(nodes[child]))
            for child in node.via.children
            if child != node.id and not nodes[child].proved
        )
        return siblings + self._context.get(node.via.node, 0.0)

    def _refresh(self) -> None:
        graph = self._graph
        self._up = {n: -cost for n, cost in estimates_up(graph, lambda node: -own(node)).items()}
        self._context = {n: -cost for n, cost in contexts_down(graph, self._up).items()}
        self._queue.clear()
        waiting, self._pushed = self._pushed, {}
        for number in sorted(waiting):
            self._push(graph.nodes[number])


def estimates_up(graph: Graph, own_cost: Callable[[Node], float]) -> dict[int, float]:
    """The least cost of each node: its own, or the sum of the children of one of its edges.
    A proved node costs nothing, a dead one is left out.

    Costs settle in increasing order (Knuth 1977), as in proof.minimal_proof.
    """
    settled: dict[int, float] = {}
    missing: dict[int, int] = {}
    queue = [(0.0 if n.proved else own_cost(n), n.id) for n in graph.nodes if not n.dead]
    heapq.heapify(queue)
    while queue:
        cost, number = heapq.heappop(queue)
        if number in settled:
            continue
        settled[number] = cost
        for edge in graph.nodes[number].above:
            if edge.dead or edge.node in settled:
                continue
            left = missing.get(edge.id)
            left = len(set(edge.children)) - 1 if left is None else left - 1
            missing[edge.id] = left
            if left == 0:
                total = sum(settled[child] for child in edge.children)
                heapq.heappush(queue, (total, edge.node))
    return settled


def contexts_down(graph: Graph, up: dict[int, float]) -> dict[int, float]:
    """The least cost of what else must be proved, for each node that can help to prove the root."""
    nodes = graph.nodes
    settled: dict[int, float] = {}
    queue = [(0.0, ROOT)]
    while queue:
        cost, number = heapq.heappop(queue)
        if number in settled:
            continue
        settled[number] = cost
        for edge in nodes[number].edges:
            if edge.dead or edge.failure is not None:
                continue
            total = -sum(up.get(child, 0.0) for child in edge.children)
            for child in edge.children:
                if child not in settled and not nodes[child].proved:
                    rest = max(0.0, total + up.get(child, 0.0))
                    heapq.heappush(queue, (cost + rest, child))
    return settled
