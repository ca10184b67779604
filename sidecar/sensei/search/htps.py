"""HyperTree Proof Search: simulations that walk down a whole hypertree.

A simulation starts at the root, chooses an edge by PUCT (or the regularised policy), and goes on
at *all* children of the edge, until it stands on nodes that are not expanded. Those are expanded
together. Then the walk is backed up: a proved node is worth 1, a dead one 0, a leaf what the critic
says; an edge is worth the product of its children's values.

An edge that leads back to a node above it on the walk is not taken. When simulations come to
nothing new (all that is left lies behind such edges), the most probable node that could help is
expanded, so that nothing is ever out of reach.

Source: Lample et al., HyperTree Proof Search for Neural Theorem Proving (arXiv 2205.11491),
sections 4.1 to 4.3. What differs: goals that share metavariables are one node, and a node that a
walk meets twice is walked once.
"""

from __future__ import annotations

import abc
import math
from collections.abc import Sequence

from sensei.search.best_first import BestFirst
from sensei.search.graph import ROOT, Graph
from sensei.search.puct import HTPSOptions, Path, Simulations, Visits, Walk

_FRUITLESS = 4  # simulations in a row without a new leaf


class BySimulation(abc.ABC):
    """Rounds of simulations: walk until the batch is full, expand, back up."""

    name: str

    def __init__(self, options: HTPSOptions) -> None:
        self.options = options

    def reset(self, graph: Graph) -> None:
        """See protocol.Search."""
        self._graph = graph
        self._simulations = Simulations(graph, self.options)
        self._spare = BestFirst()
        self._spare.reset(graph)
        self._waiting: set[int] = set()
        self._walks: list[Walk] = []

    def select(self, limit: int) -> Sequence[tuple[int, float]]:
        """See protocol.Search. A node's score is what is held of it before it is expanded."""
        chosen: dict[int, float] = {}
        fruitless = 0
        while len(chosen) < limit and fruitless < _FRUITLESS:
            walk = self.walk()
            fresh = [leaf for leaf in walk.leaves if leaf not in chosen][: limit - len(chosen)]
            for leaf in fresh:
                chosen[leaf] = self._graph.nodes[leaf].log_prob
            fruitless = 0 if fresh else fruitless + 1
            if walk.leaves:
                self._walks.append(walk)
            else:
                self.back_up(walk)
        if not chosen:
            chosen = dict(self._spare.select(1))
        self._waiting = set(chosen)
        return list(chosen.items())

    def update(self, node: int) -> None:
        """See protocol.Search."""
        self._simulations.expanded(node)
        self._spare.update(node)
        self._waiting.discard(node)
        if not self._waiting:
            for walk in self._walks:
                self.back_up(walk)
            self._walks.clear()

    def finished(self) -> bool:
        """See protocol.Search."""
        return self._spare.finished()

    def visits(self) -> dict[int, Visits]:
        """The counts of the nodes that were expanded, by number."""
        return self._simulations.visits

    @abc.abstractmethod
    def walk(self) -> Walk:
        """One simulation; its edges have a virtual loss until it is backed up."""

    @abc.abstractmethod
    def back_up(self, walk: Walk) -> None:
        """Ends a simulation with what its leaves are worth now."""


class HTPS(BySimulation):
    """See the module."""

    name = "htps"

    def walk(self) -> Walk:
        """Goes down from the root over all children of each chosen edge."""
        walk, simulations, nodes = Walk(), self._simulations, self._graph.nodes
        through = self.options.through_solved
        todo: list[Path] = [Path(ROOT, None)]
        met = {ROOT}
        while todo:
            path = todo.pop()
            node = nodes[path.node]
            if node.dead or (node.proved and not through):
                continue
            if not node.expanded:
                walk.leaves.append(node.id)
                continue
            place = simulations.choose(node.id, path)
            if place is None:
                continue
            visits = simulations.visits[node.id]
            visits.virtual[place] += 1
            walk.choices[node.id] = place
            for child in reversed(visits.edges[place].children):
                if child not in met:
                    met.add(child)
                    todo.append(Path(child, path))
        return walk

    def back_up(self, walk: Walk) -> None:
        """Values from the leaves up, each node once, after its children."""
        visits, nodes = self._simulations.visits, self._graph.nodes
        values: dict[int, float] = {}
        # (node, are its children done)
        todo = [(node, False) for node in walk.choices]
        while todo:
            number, ready = todo.pop()
            if number in values and not ready:
                continue
            place = walk.choices.get(number)
            if place is None:
                node = nodes[number]
                # A node that is neither settled nor a leaf had no edge but such as lead back.
                ended = node.proved or node.dead or number in walk.leaves
                values[number] = self._simulations.estimate(node) if ended else 0.0
                continue
            children = visits[number].edges[place].children
            if not ready:
                values[number] = 0.0
                todo.append((number, True))
                todo += [(child, False) for child in children if child not in values]
                continue
            value = self.options.depth_penalty * math.prod([values[child] for child in children])
            visits[number].back_up(place, value)
            values[number] = 1.0 if nodes[number].proved else value
