"""A benchmark that is ended early says what it has: SIGTERM, or its time, raises where it is."""

from __future__ import annotations

import signal
import time
from types import FrameType
from typing import NoReturn

_STARTED = time.monotonic()


class EndedEarly(Exception):
    """The time is over."""


def _end(number: int, frame: FrameType | None) -> NoReturn:
    signal.alarm(0)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise EndedEarly


def end_early(seconds: int | None = None) -> None:
    """From here on SIGTERM raises EndedEarly in the main thread, and so do ``seconds`` after this
    file was imported; None is no such end."""
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGALRM, _end)
    if seconds is not None:
        signal.alarm(max(1, round(seconds - (time.monotonic() - _STARTED))))
