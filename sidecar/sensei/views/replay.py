"""A recorded search as it grew: its AND/OR tree, with the step at which each thing came to be.

A step is the number of an event, so that the tree at any moment is what has a number up to it. A
goal found again is one node; it stands in the tree where it was first reached, because that place
was there from then on, whatever better path was found later.

Left out: how it looks (sensei/web/src/search), and the search itself (sensei/search).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sensei.core.types import TheoremRef
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
)
from sensei.search.graph import ROOT, Edge, Graph, Node, replay

#: Of the JSON form.
FORMAT: Final = 1
#: A failure's message is cut here, characters; `sensei show attempt --failures` has all of it.
MESSAGE_LENGTH: Final = 400


def replay_view(events: Sequence[Event]) -> dict[str, Any]:
    """The growth of a search, as a JSON object that docs/dashboard.md explains.

    Args:
        events: of one search, from its opening on; one that has not ended yet will do.

    Raises:
        StoreError: the events contradict one another or miss their beginning.
    """
    replay(events)  # says by name what is wrong with them
    growth = _Growth(Graph.start(_opened(events)))
    for step, event in enumerate(events[1:], start=1):
        growth.take(step, event)
    return growth.view(len(events))


def nothing_recorded(theorem: TheoremRef) -> dict[str, Any]:
    """What is told of a search that ended before its theorem was open."""
    return {
        "format": FORMAT,
        "theorem": theorem.name,
        "module": theorem.module,
        "steps": 0,
        **{name: [] for name in ("nodes", "tactics", "messages", "events")},
    }


def _opened(events: Sequence[Event]) -> Opened:
    first = events[0]
    assert isinstance(first, Opened)
    return first


@dataclass(slots=True)
class _NodeLife:
    """What is told of a node beside the graph: the steps at which it changed."""

    at: int
    at_s: float
    expanded: int | None = None
    score: float | None = None
    chosen: int = 0
    proved: int | None = None
    dead: int | None = None


@dataclass(slots=True)
class _EdgeLife:
    at: int
    at_s: float
    proved: int | None = None
    dead: int | None = None


@dataclass(slots=True)
class _Growth:
    graph: Graph
    nodes: list[_NodeLife] = field(default_factory=lambda: [_NodeLife(0, 0.0)])
    edges: list[_EdgeLife] = field(default_factory=list)
    # Of each event, the time since the one before it, and what it went into.
    events: list[tuple[str, float, str]] = field(default_factory=lambda: [("opened", 0.0, "")])
    now_s: float = 0.0
    last: int | None = None  # the node whose tactics are being recorded
    waits_for_model: bool = False

    def take(self, step: int, event: Event) -> None:
        at_s = event.spent.seconds if isinstance(event, Ended) else _at_s(event)
        self.events.append((type(event).__name__.lower(), at_s, self._phase(event)))
        self.now_s = max(self.now_s, at_s)
        at = event.node if isinstance(event, Advanced | Failed) else None
        if self.last is not None and at != self.last:
            self.graph.close(self.last)
            self._changed(step - 1, self.graph.nodes[self.last])
        self.last = at
        known = len(self.graph.edges)
        self.graph.record(event)
        self.nodes += [_NodeLife(step, at_s) for _ in self.graph.nodes[len(self.nodes) :]]
        if len(self.graph.edges) > known:
            edge = self.graph.edges[-1]
            self.edges.append(_EdgeLife(step, at_s))
            self._edge_changed(step, edge)
            self._changed(step, self.graph.nodes[edge.node])
        if isinstance(event, Expanded):
            for place, number in enumerate(event.nodes):
                life = self.nodes[number]
                life.expanded = step if life.expanded is None else life.expanded
                life.score = event.scores[place] if event.scores else None
                life.chosen += 1

    def _phase(self, event: Event) -> str:
        """What the time before an event went into: model, lean or search. In records without
        Answered the first tactic of a round has the model's time, too: both."""
        if isinstance(event, Expanded | Asked):
            # Whole proofs are asked for together: the first alone waits for the model.
            self.waits_for_model = self.waits_for_model or isinstance(event, Expanded)
            if isinstance(event, Asked) and self.events[-1][0] != "asked":
                self.waits_for_model = True
            return "search"
        if isinstance(event, Answered):
            self.waits_for_model = False
            return "model"
        if isinstance(event, Advanced | Failed):
            both, self.waits_for_model = self.waits_for_model, False
            return "both" if both else "lean"
        return "search"

    def _changed(self, step: int, node: Node) -> None:
        """Notes what has become proved or dead at a node, and above it."""
        todo = [node]
        while todo:
            at = todo.pop()
            life = self.nodes[at.id]
            proved, dead = at.proved and life.proved is None, at.dead and life.dead is None
            if not proved and not dead:
                continue
            life.proved = step if proved else life.proved
            life.dead = step if dead else life.dead
            for edge in at.above:
                self._edge_changed(step, edge)
                todo.append(self.graph.nodes[edge.node])

    def _edge_changed(self, step: int, edge: Edge) -> None:
        life = self.edges[edge.id]
        if edge.proved and life.proved is None:
            life.proved = step
        if edge.dead and life.dead is None:
            life.dead = step

    def view(self, count: int) -> dict[str, Any]:
        graph, opened = self.graph, self.graph.opened
        messages: dict[str, int] = {}
        tactics = [
            self._tactic(edge, life, messages)
            for edge, life in zip(graph.edges, self.edges, strict=True)
        ]
        visits = self._visits()
        nodes = [
            {
                "id": node.id,
                "parent": node.above[0].id if node.id != ROOT and node.above else None,
                "goals": [{"case": goal.user_name, "text": goal.pretty} for goal in node.goals],
                "at": life.at,
                "at_s": round(life.at_s, 4),
                "depth": node.depth,
                "log_prob": round(node.log_prob, 4),
                "score": None if life.score is None else round(life.score, 4),
                "value": None if node.value is None else round(node.value, 4),
                "expanded": life.expanded,
                "visits": visits[node.id],
                "reached": len(node.above) + (node.id == ROOT),
                "proved": life.proved,
                "dead": life.dead,
            }
            for node, life in zip(graph.nodes, self.nodes, strict=True)
        ]
        ended = graph.ended
        return {
            "format": FORMAT,
            "theorem": opened.theorem.name,
            "module": opened.theorem.module,
            "search": opened.search,
            "options": dict(opened.options),
            "status": None if ended is None else ended.status.value,
            "detail": "" if ended is None else ended.detail,
            "steps": count,
            "nodes": nodes,
            "tactics": tactics,
            "messages": list(messages),
            "events": [[kind, round(at_s, 4), phase] for kind, at_s, phase in self.events],
            "time": self._time(),
            "proof": self._proof(),
        }

    def _tactic(self, edge: Edge, life: _EdgeLife, messages: dict[str, int]) -> dict[str, Any]:
        told: dict[str, Any] = {
            "id": edge.id,
            "node": edge.node,
            "text": edge.tactic,
            "log_prob": round(edge.log_prob, 4),
            "at": life.at,
            "at_s": round(life.at_s, 4),
        }
        if edge.failure is not None:
            said = edge.failure.message
            cut = said[:MESSAGE_LENGTH] + "…" * (len(said) > MESSAGE_LENGTH)
            number = messages.setdefault(cut, len(messages))
            return told | {"failure": edge.failure.kind.value, "message": number}
        return told | {"children": list(edge.children), "proved": life.proved, "dead": life.dead}

    def _visits(self) -> list[int]:
        """How often a node was chosen, itself or for something below it, where it was first
        reached."""
        visits = [life.chosen for life in self.nodes]
        # A node is first reached from one with a smaller number.
        for node in reversed(self.graph.nodes):
            if node.id != ROOT and node.above:
                visits[node.above[0].node] += visits[node.id]
        return visits

    def _time(self) -> dict[str, float]:
        spent = {"model": 0.0, "lean": 0.0, "both": 0.0, "search": 0.0}
        before = 0.0
        for _, at_s, phase in self.events[1:]:
            spent[phase] += max(0.0, at_s - before)
            before = max(before, at_s)
        return {f"{phase}_s": round(seconds, 4) for phase, seconds in spent.items()} | {
            "total_s": round(self.now_s, 4)
        }

    def _proof(self) -> dict[str, list[int]] | None:
        """The nodes and tactics of the claimed proof; None without a claim."""
        found = self.graph.proof() if self.graph.claimed else None
        if found is None:
            return None
        nodes, tactics, todo = set(), set(), [ROOT]
        while todo:
            number = todo.pop()
            if number in nodes or number not in found:
                continue
            nodes.add(number)
            tactics.add(found[number].id)
            todo += found[number].children
        return {"nodes": sorted(nodes), "tactics": sorted(tactics)}


def _at_s(event: Event) -> float:
    assert isinstance(event, Expanded | Asked | Answered | Advanced | Failed | Claimed)
    return event.at_s
