"""What crosses between the processes of a cluster, as JSON: the core's own types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from sensei.core.types import Budget, Claim, SearchResult, TheoremRef, Verdict

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plan:
    """How a worker makes its part: a function and what it is given.

    Args:
        factory: ``module:function``, importable where the worker runs.
        config: its one argument; JSON values.
    """

    factory: str
    config: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Task:
    """One theorem to try.

    Args:
        sample: which sample of it; the model's seed goes by it.
    """

    theorem: TheoremRef
    sample: int = 0


@dataclass(frozen=True, slots=True)
class KeptSearch:
    """A search as a worker saw it, for the one place that writes the store.

    Args:
        events: as ``search.events.to_record`` gives them.
    """

    budget: Budget
    result: SearchResult
    events: tuple[dict[str, Any], ...]
    proof: str | None


@dataclass(frozen=True, slots=True)
class Done:
    """What came of one theorem (provers.prover.Attempt, and what is to be kept of it).

    Args:
        kept: the search to keep, if one was made.
        judged: claims and what was found about them, in the order in which they were judged.
    """

    theorem: TheoremRef
    result: SearchResult | None
    proof: str | None = None
    verdict: Verdict | None = None
    error: str = ""
    kept: KeptSearch | None = None
    judged: tuple[tuple[Claim, Verdict], ...] = ()


def encode(value: Any) -> bytes:
    """The JSON of a value of these types."""
    return msgspec.json.encode(value)


def decode(data: bytes, kind: type[T]) -> T:
    """The value of its JSON."""
    return msgspec.json.decode(data, type=kind)
