"""The proof that a search claimed, as scopes: as views/proof.py tells a traced one, from the goals
that were recorded. With neither a place in a source nor metavariables: what goes on and what
branches is said by the parts that each tactic left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sensei.search.events import Event
from sensei.search.graph import ROOT, Graph, Node, replay
from sensei.search.proof import Proof
from sensei.store.goal_text import printed_parts
from sensei.store.records import HypothesisRecord
from sensei.views.proof import Row, Scope, names_in, tactic_line, without


def found_view(events: Sequence[Event]) -> dict[str, Any]:
    """The claimed proof of a recorded search; ``scopes`` is empty if it claimed none.

    Raises:
        StoreError: the events contradict one another or miss their beginning.
    """
    graph = replay(events)
    proof = graph.proof() if graph.claimed else None
    scopes = () if proof is None else (_scope(graph, proof, graph.root, ()),)
    return {
        "declaration": None,
        "name": graph.theorem.name,
        "module": graph.theorem.module,
        "kind": "theorem",
        "type": "\n".join(goal.pretty for goal in graph.root.goals),
        "proof": "tactic",
        "steps": sum(_count(scope) for scope in scopes),
        "scopes": [scope.to_json() for scope in scopes],
    }


def _scope(graph: Graph, proof: Proof, first: Node, around: tuple[HypothesisRecord, ...]) -> Scope:
    hypotheses, target = _parts(first)
    rows: list[Row] = []
    at = first
    while at.goals:
        edge = proof[at.id]
        known, before = _parts(at)
        children = [graph.nodes[child] for child in edge.children]
        after = children[0] if len(children) == 1 else None
        left, wanted = (known, before) if after is None else _parts(after)
        text = tactic_line(edge.tactic)
        words = names_in(text)
        rows.append(
            Row(
                step=edge.id,
                tactic=text,
                line=None,
                uses=tuple(dict.fromkeys(h.name for h in known if h.name in words)),
                new=without(left, known),
                gone=tuple(h.name for h in without(known, left)),
                target=None if wanted == before else wanted,
                scopes=()
                if after is not None
                else tuple(_scope(graph, proof, child, known) for child in children),
            )
        )
        if after is None:
            break
        at = after
    case = first.goals[0].user_name if first.goals and first.id != ROOT else ""
    return Scope(case, without(hypotheses, around), target, tuple(rows), False)


def _parts(node: Node) -> tuple[tuple[HypothesisRecord, ...], str]:
    """The hypotheses of a node's first goal, and the targets of all."""
    if not node.goals:
        return (), ""
    hypotheses, _ = printed_parts(node.goals[0].pretty)
    targets = [printed_parts(goal.pretty)[1] for goal in node.goals]
    return tuple(HypothesisRecord(*said) for said in hypotheses), "\n⊢ ".join(targets)


def _count(scope: Scope) -> int:
    return sum(1 + sum(_count(inner) for inner in row.scopes) for row in scope.rows)
