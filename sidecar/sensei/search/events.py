"""What happens in a search, as frozen events, and their JSON form.

The events are the search's only record: its tree is the fold of them (tree.py), so that a stored
list gives back the tree and the result with neither Lean nor a model. ``at_s`` is seconds since
the theorem was open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from sensei.core.errors import StoreError
from sensei.core.types import FailureKind, Goal, SearchStatus, Spent, TheoremRef


@dataclass(frozen=True, slots=True)
class Opened:
    """The theorem is open; its state is node 0.

    Args:
        theorem: what is searched for.
        goals: the root's goals.
        alpha: length normalisation of the scores (tree.score).
    """

    theorem: TheoremRef
    goals: tuple[Goal, ...]
    alpha: float


@dataclass(frozen=True, slots=True)
class Expanded:
    """These nodes are given to the generator, in one call."""

    nodes: tuple[int, ...]
    at_s: float


@dataclass(frozen=True, slots=True)
class Advanced:
    """A tactic ran on ``node`` and left ``goals``."""

    node: int
    tactic: str
    log_prob: float
    goals: tuple[Goal, ...]
    at_s: float


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
    """No goals are left at ``node``: its path from the root is a claimed proof."""

    node: int
    at_s: float


@dataclass(frozen=True, slots=True)
class Ended:
    """The search is over."""

    status: SearchStatus
    spent: Spent
    detail: str = ""


Event = Opened | Expanded | Advanced | Failed | Claimed | Ended
_KINDS: dict[str, type[Event]] = {
    kind.__name__.lower(): kind for kind in (Opened, Expanded, Advanced, Failed, Claimed, Ended)
}


def to_record(event: Event) -> dict[str, Any]:
    """One event as a JSON object; the same event gives the same one."""
    return {"event": type(event).__name__.lower(), **asdict(event)}


def from_records(records: Iterable[Mapping[str, Any]]) -> tuple[Event, ...]:
    """The events of their JSON objects.

    Raises:
        StoreError: one that is no event.
    """
    events = []
    for number, record in enumerate(records, start=1):
        try:
            events.append(_event(record))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise StoreError(
                f"record {number} of a stored search is no event: {error!r}",
                "search again with `sensei prove`",
            ) from None
    return tuple(events)


def _event(record: Mapping[str, Any]) -> Event:
    fields = dict(record)
    kind = _KINDS[fields.pop("event")]
    if "goals" in fields:
        fields["goals"] = tuple(Goal(**goal) for goal in fields["goals"])
    if kind is Opened:
        fields["theorem"] = TheoremRef(**fields["theorem"])
    elif kind is Expanded:
        fields["nodes"] = tuple(fields["nodes"])
    elif kind is Failed:
        fields["kind"] = FailureKind(fields["kind"])
    elif kind is Ended:
        fields["status"] = SearchStatus(fields["status"])
        fields["spent"] = Spent(**fields["spent"])
    return kind(**fields)
