"""Proofs in an AND/OR graph: the shortest or the fastest one, and its text.

A proof is one edge for each node that it needs. Its script is what a person would write: tactics
one under the other, and a bullet for each goal that is proved on its own.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sensei.search.graph import Edge, Node

#: The edge that proves each node.
Proof = Mapping[int, "Edge"]


#: Which of several proofs a search claims.
SHORTEST: Final = "shortest"
FASTEST: Final = "fastest"
# Least weight, seconds: what took no time at all is still a line of the proof.
_TICK_S: Final = 1e-6


def one_each(edge: Edge) -> float:
    """The weight of a tactic when proofs are compared by their number of tactics."""
    return 1.0


def time_of(edges: Iterable[Edge]) -> Callable[[Edge], float]:
    """The weight of a tactic when proofs are compared by the time that Lean took for them.

    A tactic whose time is not known counts as the mean of ``edges``; if none is known, proofs are
    compared by their number of tactics.
    """
    known = [edge.seconds for edge in edges if edge.seconds is not None]
    usual = max(sum(known) / len(known), _TICK_S) if known else 1.0

    def weight(edge: Edge) -> float:
        return usual if edge.seconds is None else max(edge.seconds, _TICK_S)

    return weight


def minimal_proof(
    nodes: Sequence[Node], root: int, weight: Callable[[Edge], float] = one_each
) -> Proof | None:
    """The proof with the least weight: of each node, its edge's plus those of the edge's children.

    A node that is needed twice counts twice, as it will stand in the script twice. Ties go to the
    edge that was tried first.

    Args:
        weight: of an edge, positive.

    Returns:
        The edges of all proved nodes below ``root``, or None if it is not proved.

    Source: Knuth, A Generalization of Dijkstra's Algorithm (1977): costs settle in increasing
    order, and so no cycle can get in.
    """
    if not nodes[root].proved:
        return None
    best: dict[int, Edge] = {}
    cost: dict[int, float] = {}
    missing: dict[int, int] = {}
    queue: list[tuple[float, int]] = []

    def settle(edge: Edge) -> None:
        total = weight(edge) + sum(cost[child] for child in edge.children)
        heapq.heappush(queue, (total, edge.id))
        waiting[edge.id] = edge

    waiting: dict[int, Edge] = {}
    for node in nodes:
        if not node.proved:
            continue
        for edge in node.edges:
            if edge.proved:
                missing[edge.id] = len(set(edge.children))
                if not edge.children:
                    settle(edge)
    while queue:
        total, number = heapq.heappop(queue)
        edge = waiting.pop(number)
        if edge.node in best:
            continue
        best[edge.node], cost[edge.node] = edge, total
        if edge.node == root:
            break
        for above in nodes[edge.node].above:
            if above.id in missing:
                missing[above.id] -= 1
                if missing[above.id] == 0:
                    settle(above)
    return best


def script(nodes: Sequence[Node], root: int, proof: Proof) -> tuple[str, ...]:
    """The proof as tactics, each the next line (or lines) of a script on the goals of ``root``.

    Where a tactic leaves several parts, those of one goal get a bullet each. The part with several
    goals, of which there is at most one, cannot have one: the goals before it are proved first,
    then it is rotated behind those that follow, and comes last.
    """
    lines: list[str] = []
    at = root
    while nodes[at].goals:
        edge = proof[at]
        lines.append(edge.tactic)
        if not edge.children:
            break
        last = len(edge.children) - 1
        shared = next((i for i, c in enumerate(edge.children) if len(nodes[c].goals) > 1), None)
        final = last if shared is None else shared
        for place, child in enumerate(edge.children):
            if place == final:
                if place != last:
                    lines.append(f"rotate_left {len(nodes[child].goals)}")
                continue
            lines.append(bullet(script(nodes, child, proof)))
        if shared is None and last > 0:
            lines.append(bullet(script(nodes, edge.children[last], proof)))
            break
        at = edge.children[final]
    return tuple(lines)


def bullet(tactics: Sequence[str]) -> str:
    """The tactics as one, behind a bullet."""
    lines = [line for tactic in tactics for line in placed(tactic, "  ")]
    return "· " + "\n".join(lines)[2:]


def placed(tactic: str, indent: str) -> list[str]:
    """The tactic's lines below ``indent``. They keep their places relative to its first one. A
    string literal that goes over several lines is moved with them, which changes it; the verifier
    sees the text as it is."""
    lines = tactic.replace("\r\n", "\n").rstrip().split("\n")
    while lines and not lines[0].strip():
        del lines[0]
    if not lines:
        return []
    column = _column(lines[0])
    return [
        indent + " " * max(0, _column(line) - column) + line.lstrip() if line.strip() else ""
        for line in lines
    ]


def _column(line: str) -> int:
    return len(line) - len(line.lstrip())
