"""Examples for a critic: goals of kept searches, and whether they were proved.

A goal that was proved is 1. One that is dead (every tactic failed, or led to what is dead) is 0,
and so is one that took at least ``min_visits`` expansions at and below it and is not proved. What
was tried less says nothing, and is left out.

Source: HTPS (arXiv 2205.11491), section 5, and BAIT's goal model, whose threshold this is. What
differs: soft targets of unproved goals (the search's own values) are not used; searches whose claim
the verifier rejected are left out whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sensei.core.types import SearchStatus
from sensei.search.events import from_records
from sensei.search.graph import Graph, Node, replay
from sensei.store import Store
from sensei.store.records import SplitRecord


@dataclass(frozen=True, slots=True)
class GoalLabel:
    """One goal and its label.

    Args:
        state: the goal, pretty-printed, as the critic is asked about it.
        target: 1 or 0.
        theorem: whose search it is from.
    """

    state: str
    target: float
    theorem: str


def goal_labels(store: Store, split: SplitRecord, *, min_visits: int) -> dict[str, list[GoalLabel]]:
    """The examples of each part of a split, from the kept searches of its theorems.

    A goal with several labels in one part is 1 if any search proved it.

    Args:
        min_visits: expansions at and below a goal after which it counts as one that cannot be
            proved; at least 1.
    """
    parts = {(member.theorem, member.module): member.part for member in split.members}
    snapshots = {split.snapshot_id} | {member.snapshot_id for member in split.members}
    rejected = {
        record.attempt_id
        for record in store.verdicts()
        if record.attempt_id is not None and not record.verdict.accepted
    }
    found: dict[str, list[GoalLabel]] = {}
    for attempt in store.attempts():
        part = parts.get((attempt.theorem.name, attempt.theorem.module))
        if part is None or attempt.snapshot_id not in snapshots or attempt.id in rejected:
            continue
        events = from_records(store.attempt(attempt.id).events)
        if events:
            graph = replay(events)
            found.setdefault(part, []).extend(labels_of(graph, attempt.theorem.name, min_visits))
    return {part: merged(labels) for part, labels in found.items()}


def labels_of(graph: Graph, theorem: str, min_visits: int) -> list[GoalLabel]:
    """The labels of one search, in the order in which its goals were found."""
    unsure = _unsure(graph)
    return [
        GoalLabel(node.goals[0].pretty, 1.0 if node.proved else 0.0, theorem)
        for node in graph.nodes
        if node.goals
        and (
            node.proved
            or (node.dead and node.id not in unsure)
            or (node.expanded and _visits(graph, node) >= min_visits)
        )
    ]


def merged(labels: Iterable[GoalLabel]) -> list[GoalLabel]:
    """Each goal once: 1 if any search proved it."""
    found: dict[str, GoalLabel] = {}
    for label in labels:
        known = found.get(label.state)
        if known is None or known.target < label.target:
            found[label.state] = label
    return list(found.values())


def _unsure(graph: Graph) -> set[int]:
    """Where a search was cut short, perhaps in the middle of a node: that node, and those above it,
    are not dead by what failed there."""
    ended = graph.ended
    if not graph.edges or (
        ended is not None and ended.status in (SearchStatus.CLAIMED, SearchStatus.EXHAUSTED)
    ):
        return set()
    seen, todo = set[int](), [graph.edges[-1].node]
    while todo:
        at = todo.pop()
        if at not in seen:
            seen.add(at)
            todo += [edge.node for edge in graph.nodes[at].above]
    return seen


def _visits(graph: Graph, node: Node) -> int:
    """Nodes at and below this one that were expanded, each once."""
    seen, todo = {node.id}, [node]
    count = 0
    while todo:
        at = todo.pop()
        count += at.expanded
        for edge in at.edges:
            for child in edge.children:
                if child not in seen:
                    seen.add(child)
                    todo.append(graph.nodes[child])
    return count
