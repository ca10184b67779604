"""The graph of a search as text: one line a tactic, the claimed proof marked with ``*``."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sensei.search.graph import ROOT, Edge, Graph, Node
from sensei.search.proof import Proof


@dataclass(frozen=True, slots=True)
class _Item:
    """What stands below a line: a tactic's edge, one of the nodes it left, or a count."""

    text: str
    prefix: str
    last: bool
    edge: Edge | None = None
    node: Node | None = None


def render(graph: Graph, *, failures: bool = False) -> str:
    """The graph as text, each node's tactics at the place where it was first reached.

    Args:
        failures: list every failed tactic with its message; otherwise a node's failures are
            counted by kind on one line.
    """
    proof = graph.proof() if graph.claimed else None
    on_proof = _on_proof(graph, proof)
    ended = graph.ended.status.value if graph.ended else "not ended"
    lines = [f"{graph.theorem.name}: {ended}", *_goal_lines(graph.root, "")]
    stack = [*reversed(_edges(graph, graph.root, "", failures))]
    while stack:
        item = stack.pop()
        lines.append(f"{item.prefix}{'└─' if item.last else '├─'} {item.text}")
        below = item.prefix + ("   " if item.last else "│  ")
        node = item.node
        if item.edge is not None and item.edge.failure is None:
            children = [graph.nodes[child] for child in item.edge.children]
            starred = proof is not None and _proves(item.edge, proof, on_proof)
            if not children:
                lines[-1] += " *" if starred else ""
                lines.append(f"{below}no goals")
                continue
            if len(children) > 1:
                lines[-1] += " *" if starred else ""
                stack += reversed(_nodes(children, item.edge, below, on_proof))
                continue
            node = children[0]
            lines[-1] += _label(node, item.edge, starred)
            if node.via is not item.edge:
                continue
        if node is not None and (item.edge is not None or not item.text.endswith("(seen)")):
            lines += _goal_lines(node, below)
            stack += reversed(_edges(graph, node, below, failures))
    return "\n".join(lines) + "\n"


def _label(node: Node, edge: Edge, starred: bool) -> str:
    seen = "" if node.via is edge else " (seen)"
    return f"  #{node.id}" + (" *" if starred else "") + seen


def _nodes(children: list[Node], edge: Edge, prefix: str, on_proof: set[int]) -> list[_Item]:
    shown = []
    for place, node in enumerate(children):
        first = node.via is edge and node not in children[:place]
        star = " *" if node.id in on_proof else ""
        text = f"#{node.id}{star}" + ("" if first else " (seen)")
        shown.append(_Item(text, prefix, place == len(children) - 1, node=node))
    return shown


def _edges(graph: Graph, node: Node, prefix: str, failures: bool) -> list[_Item]:
    shown: list[tuple[Edge | None, str]] = []
    for edge in node.edges:
        text = f"{_one_line(edge.tactic)}  ({edge.log_prob:.2f})"
        if edge.failure is None:
            shown.append((edge, text))
        elif failures:
            failure = edge.failure
            shown.append((edge, f"{text}  ✗ {failure.kind.value}: {_one_line(failure.message)}"))
    kinds = Counter(edge.failure.kind.value for edge in node.edges if edge.failure is not None)
    if kinds and not failures:
        counted = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        shown.append((None, f"✗ failed: {counted}"))
    final = len(shown) - 1
    return [_Item(text, prefix, i == final, edge) for i, (edge, text) in enumerate(shown)]


def _on_proof(graph: Graph, proof: Proof | None) -> set[int]:
    """The nodes that the claimed proof needs."""
    needed: set[int] = set()
    todo = [ROOT] if proof else []
    while todo and proof is not None:
        number = todo.pop()
        if number not in needed and graph.nodes[number].goals:
            needed.add(number)
            todo += proof[number].children
    return needed


def _proves(edge: Edge, proof: Proof, on_proof: set[int]) -> bool:
    return edge.node in on_proof and proof.get(edge.node) is edge


def _goal_lines(node: Node, prefix: str) -> list[str]:
    if not node.goals:
        return [f"{prefix}no goals"]
    return [f"{prefix}{_one_line(goal.pretty)}" for goal in node.goals]


def _one_line(text: str, width: int = 160) -> str:
    line = " ⏎ ".join(part.strip() for part in text.strip().splitlines())
    return line if len(line) <= width else line[: width - 1] + "…"
