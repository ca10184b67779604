"""How the dashboard's routes answer, and what they take in paths and queries."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Annotated, Any, TypeVar, cast

import msgspec
from fastapi import Path, Query
from starlette.responses import Response

T = TypeVar("T")

_LARGEST = 2**31 - 1
#: Lines of one page of a list.
PAGE = 50

Id = Annotated[int, Path(ge=0, le=_LARGEST)]
OptionalId = Annotated[int | None, Query(ge=0, le=_LARGEST)]
PageNumber = Annotated[int, Query(ge=0, le=_LARGEST // PAGE)]
Words = Annotated[str, Query(max_length=1000)]


def answer(value: Any) -> Response:
    """A value as JSON: structs and dataclasses by their fields, moments as RFC 3339."""
    return Response(msgspec.json.encode(value), media_type="application/json")


def page(rows: list[Any]) -> Response:
    """A page of a list, of which one line more than ``PAGE`` was asked for."""
    return answer({"rows": rows[:PAGE], "more": len(rows) > PAGE})


class Remembered:
    """Answers that cost a look at everything, kept until the database changes.

    Args:
        mark: the database's change mark.
    """

    def __init__(self, mark: Callable[[], str]) -> None:
        self._mark, self._known = mark, ""
        self._kept: dict[Hashable, Any] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The value of a key, made if the database is another since. Safe in several threads."""
        with self._lock:
            now = self._mark()
            if now != self._known:
                self._kept, self._known = {}, now
            if key not in self._kept:
                self._kept[key] = make()
            return cast(T, self._kept[key])
