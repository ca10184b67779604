"""The tree of one search: the fold of its events, and its text.

A node is a whole state: its goals in Lean's order. A tactic runs on the whole list, as the next
line of a script, so the path from the root to a node is itself a script, and the path to a node
without goals a claimed proof. Two states are one node when their goals print the same, in the
same order; a different order is a different node, because the next tactic works on the first
goal. Case tags are left out of the comparison: the generator does not see them.

Splitting a state into its goals, and addressing them one by one, is left to other searches: goals
may share metavariables, and then they are not independent.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from sensei.core.errors import StoreError
from sensei.core.types import (
    Goal,
    SearchResult,
    SearchStatus,
    Spent,
    TacticFailed,
    TheoremRef,
)
from sensei.search.events import Advanced, Claimed, Ended, Event, Expanded, Failed, Opened

StateKey = tuple[str, ...]


def state_key(goals: Iterable[Goal]) -> StateKey:
    """What two states must have in common to be one node."""
    return tuple(goal.pretty for goal in goals)


def score(log_prob: float, depth: int, alpha: float) -> float:
    """The priority of a node, higher first: the sum of its tactics' log-probabilities (nats),
    divided by length^alpha. 0 compares plain sums, 1 means per tactic.

    Source: BFS-Prover (arXiv 2502.03438), its scoring function.
    """
    return float(log_prob / max(1, depth) ** alpha)


@dataclass(slots=True)
class Edge:
    """One tactic tried on a node: where it led, or why it failed."""

    tactic: str
    log_prob: float
    target: int | None
    failure: TacticFailed | None = None


@dataclass(slots=True)
class Node:
    """One state; ``log_prob`` and ``depth`` are of the path by which it is reached."""

    id: int
    goals: tuple[Goal, ...]
    parent: int | None
    tactic: str
    log_prob: float
    depth: int
    expanded: bool = False
    edges: list[Edge] = field(default_factory=list)


class Arrival(enum.Enum):
    """What a tactic's resulting state means to the tree."""

    NEW = "new"
    BETTER = "better"  # known and not expanded yet; the new path has a higher score and replaces it
    KNOWN = "known"


@dataclass(slots=True)
class Tree:
    """The states seen so far. ``record`` is the only way to change it."""

    theorem: TheoremRef
    alpha: float
    nodes: list[Node] = field(default_factory=list)
    claimed: int | None = None
    ended: Ended | None = None
    model_calls: int = 0
    tactic_calls: int = 0
    _by_key: dict[StateKey, int] = field(default_factory=dict)

    @classmethod
    def start(cls, event: Opened) -> Tree:
        """A tree with its root."""
        tree = cls(event.theorem, event.alpha)
        tree._add(event.goals, None, "", 0.0, 0)
        return tree

    def record(self, event: Event) -> tuple[Arrival, int] | None:
        """Takes one event in.

        Returns:
            For an Advanced event, what its state is to the tree, and the node; else None.

        Raises:
            IndexError: the event names a node that is not there.
            ValueError: an event that cannot come here.
        """
        match event:
            case Expanded(nodes):
                for node in nodes:
                    self.nodes[node].expanded = True
                self.model_calls += len(nodes)
            case Advanced(node, tactic, log_prob, goals):
                self.tactic_calls += 1
                return self._advance(self.nodes[node], tactic, log_prob, goals)
            case Failed(node, tactic, log_prob, kind, message):
                self.tactic_calls += 1
                failed = TacticFailed(kind, message)
                self.nodes[node].edges.append(Edge(tactic, log_prob, None, failed))
            case Claimed(node):
                if self.nodes[node].goals:
                    raise ValueError(f"node {node} has goals left")
                self.claimed = node
            case Ended():
                self.ended = event
            case Opened():
                raise ValueError("a second Opened")
        return None

    def _advance(
        self, node: Node, tactic: str, log_prob: float, goals: tuple[Goal, ...]
    ) -> tuple[Arrival, int]:
        total, depth = node.log_prob + log_prob, node.depth + 1
        known = self._by_key.get(state_key(goals))
        if known is None:
            child = self._add(goals, node.id, tactic, total, depth)
            node.edges.append(Edge(tactic, log_prob, child.id))
            return Arrival.NEW, child.id
        node.edges.append(Edge(tactic, log_prob, known))
        child = self.nodes[known]
        # An expanded node keeps its path: its children were reached by it.
        if (
            child.expanded
            or not child.goals
            or score(total, depth, self.alpha) <= self.score(known)
        ):
            return Arrival.KNOWN, known
        child.goals, child.parent, child.tactic = goals, node.id, tactic
        child.log_prob, child.depth = total, depth
        return Arrival.BETTER, known

    def _add(
        self, goals: tuple[Goal, ...], parent: int | None, tactic: str, log_prob: float, depth: int
    ) -> Node:
        node = Node(len(self.nodes), goals, parent, tactic, log_prob, depth)
        self.nodes.append(node)
        self._by_key[state_key(goals)] = node.id
        return node

    def score(self, node: int) -> float:
        """The node's priority."""
        return score(self.nodes[node].log_prob, self.nodes[node].depth, self.alpha)

    def path(self, node: int) -> tuple[str, ...]:
        """The tactics from the root to ``node``, in order."""
        tactics: list[str] = []
        at = self.nodes[node]
        while at.parent is not None:
            tactics.append(at.tactic)
            at = self.nodes[at.parent]
        return tuple(reversed(tactics))

    def path_edge(self, node: Node) -> Edge | None:
        """The edge by which ``node`` is reached; None for the root."""
        if node.parent is None:
            return None
        edges = self.nodes[node.parent].edges
        return next(e for e in edges if e.target == node.id and e.tactic == node.tactic)

    def result(self) -> SearchResult | None:
        """How the search ended, or None if it has not."""
        if self.ended is None:
            return None
        found = self.claimed is not None and self.ended.status is SearchStatus.CLAIMED
        return SearchResult(
            status=self.ended.status,
            tactics=self.path(self.claimed) if found and self.claimed is not None else (),
            spent=Spent(self.ended.spent.seconds, self.model_calls, self.tactic_calls),
            detail=self.ended.detail,
        )


def replay(events: Iterable[Event]) -> Tree:
    """Rebuilds the tree, and with it the result, of a recorded search.

    Raises:
        StoreError: the events contradict one another or miss their beginning.
    """
    tree: Tree | None = None
    try:
        for event in events:
            if tree is None:
                if not isinstance(event, Opened):
                    raise ValueError("the first event is not Opened")
                tree = Tree.start(event)
            elif tree.ended is not None:
                raise ValueError("an event after the end")
            else:
                tree.record(event)
        if tree is None:
            raise ValueError("no events")
        if tree.ended is not None:
            counted = (tree.model_calls, tree.tactic_calls)
            written = (tree.ended.spent.model_calls, tree.ended.spent.tactic_calls)
            if counted != written:
                raise ValueError(f"{counted} calls recorded, {written} reported")
            if (tree.ended.status is SearchStatus.CLAIMED) != (tree.claimed is not None):
                raise ValueError("the status and the claim disagree")
    except (IndexError, ValueError) as error:
        raise StoreError(
            f"the recorded search is damaged: {error}", "search again with `sensei prove`"
        ) from None
    return tree


def render(tree: Tree, *, failures: bool = False) -> str:
    """The tree as text: one line a tactic, the claimed path marked with ``*``.

    Args:
        failures: list every failed tactic with its message; otherwise a node's failures are
            counted by kind on one line.
    """
    ended = tree.ended.status.value if tree.ended else "not ended"
    lines = [f"{tree.theorem.name}: {ended}", *_state_lines(tree.nodes[0], "")]
    on_path = _claimed_path(tree)
    # (edge, prefix of its lines, is it the last of its node), a stack in reverse order
    stack = [*reversed(_branches(tree, 0, "", failures))]
    while stack:
        edge, text, prefix, last = stack.pop()
        lines.append(f"{prefix}{'└─' if last else '├─'} {text}")
        if edge is None or edge.target is None:
            continue
        node = tree.nodes[edge.target]
        below = prefix + ("   " if last else "│  ")
        lines[-1] += f"  #{node.id}"
        if tree.path_edge(node) is edge:
            lines[-1] += " *" if node.id in on_path else ""
            lines += _state_lines(node, below)
            stack += reversed(_branches(tree, node.id, below, failures))
        else:
            lines[-1] += " (seen)"
    return "\n".join(lines) + "\n"


_Branch = tuple[Edge | None, str, str, bool]


def _branches(tree: Tree, node: int, prefix: str, failures: bool) -> list[_Branch]:
    edges = tree.nodes[node].edges
    shown: list[tuple[Edge | None, str]] = []
    for edge in edges:
        text = f"{_one_line(edge.tactic)}  ({edge.log_prob:.2f})"
        if edge.failure is None:
            shown.append((edge, text))
        elif failures:
            failure = edge.failure
            shown.append((edge, f"{text}  ✗ {failure.kind.value}: {_one_line(failure.message)}"))
    kinds = Counter(edge.failure.kind.value for edge in edges if edge.failure is not None)
    if kinds and not failures:
        counted = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        shown.append((None, f"✗ failed: {counted}"))
    final = len(shown) - 1
    return [(edge, text, prefix, i == final) for i, (edge, text) in enumerate(shown)]


def _claimed_path(tree: Tree) -> set[int]:
    path: set[int] = set()
    at = tree.claimed
    while at is not None:
        path.add(at)
        at = tree.nodes[at].parent
    return path


def _state_lines(node: Node, prefix: str) -> list[str]:
    if not node.goals:
        return [f"{prefix}no goals"]
    return [f"{prefix}{_one_line(goal.pretty)}" for goal in node.goals]


def _one_line(text: str, width: int = 160) -> str:
    line = " ⏎ ".join(part.strip() for part in text.strip().splitlines())
    return line if len(line) <= width else line[: width - 1] + "…"
