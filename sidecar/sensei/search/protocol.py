"""What a search algorithm is to the driver (driver.py): it says which nodes are expanded next.

A search sees the graph and nothing else: no Lean, no model, no clock. With the same graph and seed
it selects the same nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sensei.search.graph import Graph


class Search(Protocol):
    """Chooses nodes to expand. One object serves one search at a time; ``reset`` begins one."""

    #: Of the algorithm, as events, command lines and tables show it.
    name: str

    def reset(self, graph: Graph) -> None:
        """Begins a search on a graph that has nothing but its root."""
        ...

    def select(self, limit: int) -> Sequence[tuple[int, float]]:
        """Up to ``limit`` different nodes that are not expanded, each with its score: higher is
        better. At least one as long as one is there whose proof could help."""
        ...

    def update(self, node: int) -> None:
        """Takes in that a node it selected was expanded: its edges and children are in the graph.
        Called in the order of selection."""
        ...

    def finished(self) -> bool:
        """Whether nothing is left to select: the root is proved, or nothing that could help is
        unexpanded."""
        ...


class Critic(Protocol):
    """Estimates the chance that goals can be proved."""

    def evaluate(self, states: Sequence[str]) -> list[float]:
        """A number in [0, 1] for each pretty-printed state.

        Raises:
            ModelError: the model failed.
        """
        ...
