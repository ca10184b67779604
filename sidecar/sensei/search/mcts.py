"""Monte-Carlo tree search with product nodes: each simulation is one path.

Where a tactic leaves several goals, all must be proved, so the walk goes on at the hardest: the one
with the lowest value. An edge is worth the least of its children. This spends the effort where a
proof is most likely to fail.

Source: AlphaProof (Nature 2025), its search over product nodes; the choice among tactics is that of
HTPS (puct.py).
"""

from __future__ import annotations

from sensei.search.graph import ROOT, Edge, Node
from sensei.search.htps import BySimulation
from sensei.search.puct import Path, Walk


class MCTS(BySimulation):
    """See the module."""

    name = "mcts"

    def walk(self) -> Walk:
        """Goes down to one node that is not expanded."""
        walk, simulations, nodes = Walk(), self._simulations, self._graph.nodes
        path = Path(ROOT, None)
        while True:
            node = nodes[path.node]
            if node.dead or node.proved:
                return walk
            if not node.expanded:
                walk.leaves.append(node.id)
                return walk
            place = simulations.choose(node.id, path)
            if place is None:
                return walk
            visits = simulations.visits[node.id]
            visits.virtual[place] += 1
            walk.choices[node.id] = place
            open_ = [c for c in visits.edges[place].children if not nodes[c].proved]
            if not open_:
                return walk
            path = Path(min(open_, key=lambda c: self._value(nodes[c])), path)

    def back_up(self, walk: Walk) -> None:
        """From the last edge up: each is worth its hardest child."""
        for number, place in reversed(walk.choices.items()):
            visits = self._simulations.visits[number]
            visits.back_up(place, self._worth(visits.edges[place]))

    def _worth(self, edge: Edge) -> float:
        nodes = self._graph.nodes
        hardest = min([self._value(nodes[child]) for child in edge.children], default=1.0)
        return self.options.depth_penalty * hardest

    def _value(self, node: Node) -> float:
        """The mean of the best edge that was visited, else what is held of the node."""
        visits = self._simulations.visits.get(node.id)
        if visits is None or not visits.total or node.proved or node.dead:
            return self._simulations.estimate(node)
        return max(w / n for w, n in zip(visits.w, visits.n, strict=True) if n)
