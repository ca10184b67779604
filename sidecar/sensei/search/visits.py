"""What the simulations of a recorded search found: visits and values, for those that learn from it.

Events say what was tried, not how often a simulation went through a node. The same search on the
recorded answers does the same again, so it is done again, without Lean and without a model.

Source: HTPS (arXiv 2205.11491), section 5: an unproved goal is worth what its most visited tactic
is, W / N; a policy is taught the share of the visits of each tactic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sensei.core.types import Budget
from sensei.search.driver import search
from sensei.search.events import Advanced, Event, Expanded, Failed, Opened
from sensei.search.htps import BySimulation
from sensei.search.options import ASK_CRITICS, SearchOptions, make_search
from sensei.search.puct import HTPSOptions, Policy, SolvedValue
from sensei.search.recorded import RecordedEnvironment, RecordedGenerator, Recording


@dataclass(frozen=True, slots=True)
class Visited:
    """What simulations made of one node.

    Args:
        visits: how often one went through it and was backed up.
        value: of its most visited tactic, in [0, 1].
        shares: of the visits, by tactic; they sum to 1.
    """

    visits: int
    value: float
    shares: dict[str, float]


def visited(events: Sequence[Event]) -> dict[int, Visited]:
    """The nodes that simulations went through, by number; none for a search without simulations,
    or one that cannot be done again (recorded by another version of the search).

    Raises:
        StoreError: the events do not begin with the opening of a theorem.
    """
    recording = Recording.of(events)
    opened = recording.opened
    if opened.search not in ASK_CRITICS:
        return {}
    options = _options(opened)
    algorithm = make_search(options)
    assert isinstance(algorithm, BySimulation)
    values = {
        recording.goals[node][0].pretty: value
        for event in events
        if isinstance(event, Expanded)
        for node, value in zip(event.nodes, event.values, strict=False)
    }
    done = search(
        opened.theorem,
        RecordedGenerator(recording),
        RecordedEnvironment(recording),
        Budget(
            None,
            sum(len(event.nodes) for event in events if isinstance(event, Expanded)),
            sum(isinstance(event, Advanced | Failed) for event in events),
        ),
        options,
        critic=_Recorded(values) if values else None,
        clock=lambda: 0.0,
        algorithm=algorithm,
    )
    if _tried(done.events) != _tried(events):
        return {}
    found = {}
    for number, counts in algorithm.visits().items():
        if not counts.total:
            continue
        most = max(range(len(counts.n)), key=lambda place: counts.n[place])
        found[number] = Visited(
            visits=counts.total,
            value=min(1.0, counts.w[most] / counts.n[most]),
            shares={
                edge.tactic: n / counts.total
                for edge, n in zip(counts.edges, counts.n, strict=True)
            },
        )
    return found


class _Recorded:
    """search.protocol.Critic: what was said of each goal."""

    def __init__(self, values: dict[str, float]) -> None:
        self._values = values

    def evaluate(self, states: Sequence[str]) -> list[float]:
        return [self._values.get(state, 0.5) for state in states]


def _options(opened: Opened) -> SearchOptions:
    told, htps = dict(opened.options), dict(opened.options.get("htps", {}))
    for name, kind in (("policy", Policy), ("solved_value", SolvedValue)):
        if name in htps:
            htps[name] = kind(htps[name])
    return SearchOptions(**told | {"htps": HTPSOptions(**htps)})


def _tried(events: Sequence[Event]) -> list[tuple[int, str]]:
    return [(e.node, e.tactic) for e in events if isinstance(e, Advanced | Failed)]
