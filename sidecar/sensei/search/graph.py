"""The AND/OR graph of one search: the fold of its events.

A node is what must be proved together: one goal, or several that share metavariables, because an
assignment in one then changes the others. A tactic tried on a node is an edge: if it ran, all the
nodes that it left (its children) must be proved. A node is proved when one of its edges has no
unproved child; the claim is that the root is.

Two nodes are one when their goals print the same, in the same order: a different order is a
different node, because the next tactic works on the first goal. Case tags are left out of the
comparison: the generator does not see them.

Goals found again are shared, so there may be cycles. They are harmless to what is proved (an edge
is proved by nodes that were proved before it, never by itself), but a search that walks down the
graph must not walk in circles; an edge back to its own node is dead at once.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from sensei.core.errors import StoreError
from sensei.core.types import Goal, SearchResult, SearchStatus, TacticFailed, TheoremRef
from sensei.search.events import (
    Advanced,
    Answered,
    Asked,
    Claimed,
    Ended,
    Event,
    Expanded,
    Failed,
    Opened,
    Part,
)
from sensei.search.proof import FASTEST, Proof, minimal_proof, script, time_of

NodeKey = tuple[str, ...]
ROOT = 0


def node_key(goals: Iterable[Goal]) -> NodeKey:
    """What two parts must have in common to be one node."""
    return tuple([goal.pretty for goal in goals])


@dataclass(slots=True, eq=False)
class Edge:
    """One tactic tried on a node.

    Args:
        id: number of the edge in the graph.
        node: where it was tried.
        children: what it left to prove, in Lean's order; a node can be there twice.
        failure: why it left nothing; then it is dead.
        seconds: that Lean took for the tactic, if it is known.
        unproved: children that are not proved yet, each node counted once.
        dead: it cannot lead to a proof any more.
    """

    id: int
    node: int
    tactic: str
    log_prob: float
    children: tuple[int, ...] = ()
    failure: TacticFailed | None = None
    unproved: int = 0
    dead: bool = False
    seconds: float | None = None

    @property
    def proved(self) -> bool:
        """Whether all its children are."""
        return self.unproved == 0 and not self.dead


@dataclass(slots=True, eq=False)
class Node:
    """Goals to prove together.

    Args:
        via: the edge by which it was reached best; None for the root.
        log_prob, depth: of the path of such edges from the root; depth counts tactics.
        value: the critic's estimate, once expanded, if there is a critic.
        dead: expanded, and every edge is dead.
        above: the edges that have it as a child, each once.
    """

    id: int
    goals: Part
    via: Edge | None
    log_prob: float
    depth: int
    value: float | None = None
    expanded: bool = False
    proved: bool = False
    dead: bool = False
    edges: list[Edge] = field(default_factory=list)
    above: list[Edge] = field(default_factory=list)


class Arrival(enum.Enum):
    """What one part of a tactic's result means to the graph."""

    NEW = "new"
    BETTER = "better"  # known and not expanded yet; the new path is more probable and replaces it
    KNOWN = "known"


_NEW = Arrival.NEW  # once, since the attribute of an enumeration is slow to reach


@dataclass(slots=True)
class Graph:
    """The nodes and edges seen so far. ``record`` is the only way to change it."""

    opened: Opened
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    claimed: bool = False
    ended: Ended | None = None
    model_calls: int = 0
    tactic_calls: int = 0
    _by_key: dict[NodeKey, int] = field(default_factory=dict)

    @classmethod
    def start(cls, event: Opened) -> Graph:
        """A graph with its root."""
        graph = cls(event)
        graph.nodes.append(Node(ROOT, event.goals, None, 0.0, 0))
        graph._by_key[node_key(event.goals)] = ROOT
        graph.nodes[ROOT].proved = not event.goals
        return graph

    @property
    def theorem(self) -> TheoremRef:
        """What is searched for."""
        return self.opened.theorem

    @property
    def root(self) -> Node:
        """The theorem's own node."""
        return self.nodes[ROOT]

    def record(self, event: Event) -> list[tuple[Arrival, int]]:
        """Takes one event in.

        Returns:
            For an Advanced event, what each of its parts is to the graph, and its node.

        Raises:
            IndexError: the event names a node that is not there.
            ValueError: an event that cannot come here.
        """
        if isinstance(event, Advanced):
            self.tactic_calls += 1
            return self._advance(self.nodes[event.node], event)
        if isinstance(event, Failed):
            self.tactic_calls += 1
            failed = TacticFailed(event.kind, event.message)
            edge = Edge(len(self.edges), event.node, event.tactic, event.log_prob, (), failed)
            edge.dead = True
            self.edges.append(edge)
            self.nodes[event.node].edges.append(edge)
            return []
        match event:
            case Expanded(nodes, _, values):
                for place, number in enumerate(nodes):
                    self.nodes[number].expanded = True
                    self.nodes[number].value = values[place] if values else None
                self.model_calls += len(nodes)
            case Asked(mends):
                if mends is not None and mends >= len(self.edges):
                    raise IndexError(f"no edge {mends} to mend")
                self.model_calls += 1
            case Answered():
                pass  # it says only when
            case Claimed():
                if not self.root.proved:
                    raise ValueError("a claim without a proof")
                self.claimed = True
            case Ended():
                self.ended = event
            case Opened():
                raise ValueError("a second Opened")
        return []

    def _advance(self, node: Node, event: Advanced) -> list[tuple[Arrival, int]]:
        nodes, by_key = self.nodes, self._by_key
        edge = Edge(len(self.edges), node.id, event.tactic, event.log_prob, seconds=event.seconds)
        self.edges.append(edge)
        node.edges.append(edge)
        total, depth = node.log_prob + event.log_prob, node.depth + 1
        arrivals: list[tuple[Arrival, int]] = []
        for goals in event.parts:
            key = node_key(goals)
            number = by_key.get(key)
            if number is None:
                number = by_key[key] = len(nodes)
                nodes.append(Node(number, goals, edge, total, depth, above=[edge]))
                edge.unproved += 1
                arrivals.append((_NEW, number))
                continue
            child = nodes[number]
            # Each child once, though a tactic can leave the same goal twice.
            if not any(number == other for _, other in arrivals):
                child.above.append(edge)
                edge.unproved += not child.proved
                edge.dead = edge.dead or child.dead or number == node.id
            # An expanded node keeps its path: its children were reached by it.
            better = not child.expanded and not child.proved and total > child.log_prob
            if better:
                child.goals, child.via, child.log_prob, child.depth = goals, edge, total, depth
            arrivals.append((Arrival.BETTER if better else Arrival.KNOWN, number))
        edge.children = tuple([number for _, number in arrivals])
        if edge.proved:
            self._prove(node)
        return arrivals

    def _prove(self, node: Node) -> None:
        """Marks ``node`` as proved, and all that follows from it."""
        todo = [node]
        while todo:
            at = todo.pop()
            if at.proved:
                continue
            at.proved = True
            for edge in at.above:
                edge.unproved -= 1
                if edge.proved:
                    todo.append(self.nodes[edge.node])

    def close(self, number: int) -> None:
        """Says that the expansion of a node is over: all its tactics are recorded. If none of them
        can lead to a proof, neither can it, and what follows from that is marked.

        This is derived from the events, and is no event: a node is closed when the next thing
        happens to another one.
        """
        node = self.nodes[number]
        if node.expanded and not node.proved and all(edge.dead for edge in node.edges):
            todo = [node]
            while todo:
                at = todo.pop()
                if at.dead or at.proved:
                    continue
                at.dead = True
                for above in at.above:
                    above.dead = True
                    parent = self.nodes[above.node]
                    if all(edge.dead for edge in parent.edges):
                        todo.append(parent)

    def wanted(self, number: int) -> bool:
        """Whether a proof of the node could still help to prove the root."""
        node = self.nodes[number]
        if node.proved or node.dead:
            return False
        # Nearly always the usual path will do. It has no circle: a node that was given to the
        # generator keeps its path, and only such nodes have anything below them.
        at = node
        while at.via is not None and not at.via.dead:
            parent = self.nodes[at.via.node]
            if parent.proved or parent.dead:
                break
            at = parent
        if at.id == ROOT:
            return True
        seen, todo = {number}, [node]
        while todo:
            at = todo.pop()
            if at.id == ROOT:
                return True
            via = at.via
            # The usual path first: it is on top of the stack.
            edges = at.above if via is None else [*at.above, via]
            for edge in edges:
                if edge.dead or edge.node in seen:
                    continue
                parent = self.nodes[edge.node]
                if not parent.proved and not parent.dead:
                    seen.add(parent.id)
                    todo.append(parent)
        return False

    def proof(self) -> Proof | None:
        """The shortest proof of the root in what was recorded, in tactics, or the one that took
        Lean the least time if the options ask for that; None without one."""
        if self.opened.options.get("proof") == FASTEST:
            return minimal_proof(self.nodes, ROOT, time_of(self.edges))
        return minimal_proof(self.nodes, ROOT)

    def result(self) -> SearchResult | None:
        """How the search ended, or None if it has not."""
        if self.ended is None:
            return None
        proof = self.proof() if self.ended.status is SearchStatus.CLAIMED else None
        return SearchResult(
            status=self.ended.status,
            tactics=() if proof is None else script(self.nodes, ROOT, proof),
            spent=replace(
                self.ended.spent, model_calls=self.model_calls, tactic_calls=self.tactic_calls
            ),
            detail=self.ended.detail,
        )


def replay(events: Iterable[Event]) -> Graph:
    """Rebuilds the graph, and with it the result, of a recorded search.

    Raises:
        StoreError: the events contradict one another or miss their beginning.
    """
    graph: Graph | None = None
    last: int | None = None  # the node whose tactics are being recorded
    try:
        for event in events:
            if graph is None:
                if not isinstance(event, Opened):
                    raise ValueError("the first event is not Opened")
                graph = Graph.start(event)
                continue
            if graph.ended is not None:
                raise ValueError("an event after the end")
            at = event.node if isinstance(event, Advanced | Failed) else None
            if last is not None and at != last:
                graph.close(last)
            last = at
            graph.record(event)
        if graph is None:
            raise ValueError("no events")
        if graph.ended is not None:
            counted = (graph.model_calls, graph.tactic_calls)
            written = (graph.ended.spent.model_calls, graph.ended.spent.tactic_calls)
            if counted != written:
                raise ValueError(f"{counted} calls recorded, {written} reported")
            if (graph.ended.status is SearchStatus.CLAIMED) != graph.claimed:
                raise ValueError("the status and the claim disagree")
    except (IndexError, ValueError) as error:
        raise StoreError(
            f"the recorded search is damaged: {error}", "search again with `sensei prove`"
        ) from None
    return graph
