"""Examples for a critic: goals of kept searches, and whether they were proved.

A goal that was proved is 1. One that is dead (every tactic failed, or led to what is dead) is 0,
and so is one that took at least ``min_visits`` expansions at and below it and is not proved. What
was tried less says nothing, and is left out. With ``soft_visits``, a goal that is neither proved
nor dead and that so many simulations of HTPS or MCTS went through is worth what they found.

Source: HTPS (arXiv 2205.11491), section 5, for the soft values, and BAIT's goal model, whose
threshold ``min_visits`` is. What differs: searches whose claim the verifier rejected are left out
whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sensei.core.types import SearchStatus
from sensei.search.events import Event, from_records
from sensei.search.graph import Graph, Node, replay
from sensei.search.visits import visited
from sensei.store import Store
from sensei.store.records import SplitRecord


@dataclass(frozen=True, slots=True)
class GoalLabel:
    """One goal and its label.

    Args:
        state: the goal, pretty-printed, as the critic is asked about it.
        target: 1, 0, or what simulations found it worth.
        theorem: whose search it is from.
    """

    state: str
    target: float
    theorem: str


def goal_labels(
    store: Store, split: SplitRecord, *, min_visits: int, soft_visits: int | None = None
) -> dict[str, list[GoalLabel]]:
    """The examples of each part of a split, from the kept searches of its theorems.

    A goal with several labels in one part is 1 if any search proved it.

    Args:
        min_visits: expansions at and below a goal after which it counts as one that cannot be
            proved; at least 1.
        soft_visits: simulations through a goal from which on it is worth what they found; None for
            whole numbers alone.
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
            name, values = attempt.theorem.name, soft_values(events, soft_visits)
            labels = labels_of(replay(events), name, min_visits, values)
            found.setdefault(part, []).extend(labels)
    return {part: merged(labels) for part, labels in found.items()}


def labels_of(
    graph: Graph, theorem: str, min_visits: int, values: Mapping[int, float] | None = None
) -> list[GoalLabel]:
    """The labels of one search, in the order in which its goals were found.

    Args:
        values: of nodes that are neither proved nor dead, by number.
    """
    unsure, values = _unsure(graph), values or {}
    found = []
    for node in graph.nodes:
        if not node.goals:
            continue
        if node.proved:
            target = 1.0
        elif node.dead and node.id not in unsure:
            target = 0.0
        elif node.id in values:
            target = values[node.id]
        elif node.expanded and _visits(graph, node) >= min_visits:
            target = 0.0
        else:
            continue
        found.append(GoalLabel(node.goals[0].pretty, target, theorem))
    return found


def soft_values(events: Sequence[Event], least: int | None) -> dict[int, float]:
    """What at least so many simulations found the nodes of a search worth; None for none."""
    if least is None:
        return {}
    return {number: made.value for number, made in visited(events).items() if made.visits >= least}


def merged(labels: Iterable[GoalLabel]) -> list[GoalLabel]:
    """Each goal once, with the highest label: 1 if any search proved it."""
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
