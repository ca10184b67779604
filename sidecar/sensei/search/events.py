"""What happens in a search, as frozen events, and their JSON form.

The events are the search's only record: its graph is the fold of them (graph.py), so that a stored
list gives back the graph and the result with neither Lean nor a model. ``at_s`` is seconds since
the theorem was open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from sensei.core.errors import StoreError
from sensei.core.types import FailureKind, Goal, SearchStatus, Spent, TheoremRef

#: Of the JSON form; it stands in the first event of a list.
VERSION: Final = 4
#: Versions that are read: 2 is the same without Answered, 3 without seconds of Advanced.
READABLE: Final = (2, 3, VERSION)

#: The goals of one node: nearly always one; goals that share metavariables stay together.
Part = tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """The theorem is open; its state is node 0.

    Args:
        theorem: what is searched for.
        goals: the root's goals.
        search: the search's name.
        options: its options, as JSON.
        version: of the events' format.
    """

    theorem: TheoremRef
    goals: Part
    search: str
    options: Mapping[str, Any] = field(default_factory=dict)
    version: int = VERSION


@dataclass(frozen=True, slots=True)
class Expanded:
    """These nodes are given to the generator, in one call.

    Args:
        scores: what the search held of each when it chose it; higher is better.
        values: the critic's estimate of each that it will be proved, in [0, 1]; empty without one.
    """

    nodes: tuple[int, ...]
    scores: tuple[float, ...]
    values: tuple[float, ...]
    at_s: float


@dataclass(frozen=True, slots=True)
class Asked:
    """Whole proofs are asked for, by one prompt (whole_proof.py). What follows until the next of
    these is what came of its answer.

    Args:
        mends: the number of the edge whose proof is to be mended; None for new proofs.
    """

    mends: int | None
    at_s: float


@dataclass(frozen=True, slots=True)
class Answered:
    """The generator has answered what was asked last. What follows until the last tactic of the
    round is Lean's time."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Advanced:
    """A tactic ran on ``node`` and left ``parts``, all of which must be proved; none: it closed
    the node. They are in Lean's order, and at most one has more than one goal. ``seconds`` is how
    long Lean took, if it is known."""

    node: int
    tactic: str
    log_prob: float
    parts: tuple[Part, ...]
    at_s: float
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Failed:
    """A tactic did not run through on ``node``. Nothing else follows from it."""

    node: int
    tactic: str
    log_prob: float
    kind: FailureKind
    message: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Claimed:
    """The root is proved by what was recorded: a claim."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The search is over."""

    status: SearchStatus
    spent: Spent
    detail: str = ""


Event = Opened | Expanded | Asked | Answered | Advanced | Failed | Claimed | Ended
_KINDS: dict[str, type[Event]] = {
    kind.__name__.lower(): kind
    for kind in (Opened, Expanded, Asked, Answered, Advanced, Failed, Claimed, Ended)
}


def to_record(event: Event) -> dict[str, Any]:
    """One event as a JSON object; the same event gives the same one."""
    return {"event": type(event).__name__.lower(), **asdict(event)}


def from_records(records: Iterable[Mapping[str, Any]]) -> tuple[Event, ...]:
    """The events of their JSON objects.

    Raises:
        StoreError: one that is no event, or of another version of the format.
    """
    events: list[Event] = []
    for number, record in enumerate(records, start=1):
        try:
            event = _event(record)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StoreError(
                f"record {number} of a stored search is no event: {error!r}",
                "search again with `sensei prove`",
            ) from None
        if isinstance(event, Opened) and event.version not in READABLE:
            raise StoreError(
                f"a stored search has events of version {event.version}, not {VERSION}",
                "upgrade Sensei" if event.version > VERSION else "search again with `sensei prove`",
            )
        events.append(event)
    return tuple(events)


def _event(record: Mapping[str, Any]) -> Event:
    fields = dict(record)
    kind = _KINDS[fields.pop("event")]
    if kind is Opened:
        fields["theorem"] = TheoremRef(**fields["theorem"])
        fields["goals"] = _part(fields["goals"])
    elif kind is Expanded:
        for name in ("nodes", "scores", "values"):
            fields[name] = tuple(fields[name])
    elif kind is Advanced:
        fields["parts"] = tuple(_part(part) for part in fields["parts"])
    elif kind is Failed:
        fields["kind"] = FailureKind(fields["kind"])
    elif kind is Ended:
        fields["status"] = SearchStatus(fields["status"])
        fields["spent"] = Spent(**fields["spent"])
    return kind(**fields)


def _part(goals: Iterable[Mapping[str, Any]]) -> Part:
    return tuple(Goal(**goal) for goal in goals)
