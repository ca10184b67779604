"""How far a search came that found no proof: the scripts of its best unfinished proofs.

An unfinished proof is the way to one open node: the tactics from the root to it, what was proved on
the side in bullets, and ``sorry`` for what is left.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sensei.core.types import Goal
from sensei.search.graph import ROOT, Edge, Graph, Node
from sensei.search.proof import bullet, minimal_proof, script

# Nodes whose way is looked at, the most probable first.
_LOOKED_AT = 200


@dataclass(frozen=True, slots=True)
class PartialProof:
    """A script with ``sorry`` in it, and the goals that those stand for, in its order."""

    tactics: tuple[str, ...]
    open: tuple[Goal, ...]


def partial_proofs(graph: Graph, count: int) -> list[PartialProof]:
    """The best ``count`` unfinished proofs: those in which least is left, and of them the most
    probable. Empty if no tactic ran, or the root is proved."""
    if graph.root.proved:
        return []
    found: list[tuple[tuple[int, int, float, int], PartialProof]] = []
    reached = [node for node in graph.nodes if node.via is not None and not node.proved]
    reached.sort(key=lambda node: (node.dead, -node.log_prob, node.id))
    for node in reached[:_LOOKED_AT]:
        made = _Script(graph.nodes, _way(graph, node))
        lines = made.below(ROOT)
        rank = (len(made.open) - made.proved, int(node.dead), -node.log_prob, node.id)
        found.append((rank, PartialProof(tuple(lines), tuple(made.open))))
    found.sort(key=lambda item: item[0])
    distinct = dict.fromkeys(partial for _, partial in found)
    return list(distinct)[:count]


def _way(graph: Graph, node: Node) -> dict[int, Edge]:
    """The edge to take at each node on the way from the root to ``node``."""
    way: dict[int, Edge] = {}
    at = node
    while at.via is not None and at.via.node not in way:
        way[at.via.node] = at.via
        at = graph.nodes[at.via.node]
    return way


@dataclass(slots=True)
class _Script:
    nodes: list[Node]
    way: dict[int, Edge]
    open: list[Goal] = field(default_factory=list)
    proved: int = 0
    _seen: set[int] = field(default_factory=set)

    def below(self, number: int) -> list[str]:
        """The tactics for the goals of a node."""
        lines: list[str] = []
        while True:
            node, edge = self.nodes[number], self.way.get(number)
            if node.proved:
                proof = minimal_proof(self.nodes, number)
                assert proof is not None
                self.proved += 1
                return [*lines, *script(self.nodes, number, proof)]
            if edge is None or number in self._seen:
                return [*lines, *self._left([number])]
            self._seen.add(number)
            lines.append(edge.tactic)
            if len(edge.children) != 1:
                break
            number = edge.children[0]
        if any(len(self.nodes[child].goals) != 1 for child in edge.children):
            # Goals that hang together have no bullet of their own.
            return [*lines, *self._left(list(edge.children))]
        return [*lines, *(bullet(self.below(child)) for child in edge.children)]

    def _left(self, numbers: list[int]) -> list[str]:
        goals = [goal for number in numbers for goal in self.nodes[number].goals]
        self.open += goals
        return ["sorry" if len(goals) == 1 else "all_goals sorry"]
