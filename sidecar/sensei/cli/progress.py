"""Progress of a long step, on stderr: a bar on a terminal, elsewhere a line each interval."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

INTERVAL_S = 5.0


class Reporter:
    """Shows ``update(phase, done, total)``. Nothing is shown of what ends within one interval,
    unless on a terminal."""

    def __init__(self, what: str, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._clock = clock
        self._said_at = clock()
        self._bar: Any = None
        self._tasks: dict[str, Any] = {}

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            self._bar = Progress(
                TextColumn("{task.description}", markup=False),
                BarColumn(bar_width=20),
                MofNCompleteColumn(),
                TextColumn("{task.fields[note]}", markup=False),
                console=Console(stderr=True),
                transient=True,
            )
            self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def say(self, text: str) -> None:
        """A line that stays, above the bar."""
        if self._bar is not None:
            self._bar.console.print(text, markup=False, highlight=False, soft_wrap=True)
        else:
            print(text, file=sys.stderr, flush=True)

    def update(self, phase: str, done: int, total: int, note: str = "") -> None:
        """Says how far a phase is, and a word on how it goes."""
        if self._bar is not None:
            if phase not in self._tasks:
                what = f"{self._what}: {phase}"
                self._tasks[phase] = self._bar.add_task(what, total=total, note="")
            self._bar.update(self._tasks[phase], completed=done, total=total, note=note)
        elif self._clock() - self._said_at >= INTERVAL_S:
            self._said_at = self._clock()
            text = f"{self._what}: {phase} {done}/{total}{note and f' ({note})'}"
            print(text, file=sys.stderr, flush=True)
