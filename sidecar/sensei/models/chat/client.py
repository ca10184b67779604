"""What a provider is to the generator (generator.py): conversations in, answers and tokens out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from sensei.core.errors import ModelError


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation. ``role``: ``system``, ``user`` or ``assistant``."""

    role: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer.

    Args:
        text: as the model wrote it.
        log_prob: the sum of its tokens' log-probabilities, nats; None where they are not told.
        complete: whether the model ended it, not a limit of its length.
    """

    text: str
    log_prob: float | None = None
    complete: bool = True


@dataclass(frozen=True, slots=True)
class Reply:
    """The answers of one request, and the tokens read and written for it."""

    answers: tuple[Answer, ...]
    tokens: int


class ChatClient(Protocol):
    """A model of a provider. Used by several threads at once."""

    #: As attempts name it, ``openai:MODEL``.
    name: str
    #: Most answers of one request; None for no limit.
    answers_per_request: int | None
    #: What answers depend on beside the name: the server's address.
    address: str

    def complete(
        self, conversation: Sequence[Turn], answers: int, temperature: float, seed: int
    ) -> Reply:
        """Asks for answers.

        Raises:
            ModelError: the provider failed, refused, or answered in another form. What it says is
                told without the key.
        """
        ...


class Pace:
    """At most so many requests a minute, evenly: each waits for its turn.

    Args:
        per_minute: None for no limit.
        clock, sleep: seconds; for tests.
    """

    def __init__(
        self,
        per_minute: float | None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._gap_s = 60.0 / per_minute if per_minute else 0.0
        self._clock, self._sleep = clock, sleep
        self._lock = threading.Lock()
        self._next = 0.0

    def wait(self) -> None:
        """Returns when a request may be sent."""
        if not self._gap_s:
            return
        with self._lock:
            now = self._clock()
            turn = max(now, self._next)
            self._next = turn + self._gap_s
        if turn > now:
            self._sleep(turn - now)


def failed(name: str, said: str, secret: str, next_step: str = "") -> ModelError:
    """What a provider's failure is to the caller: one line, and the key in none of it."""
    line = " ".join(said.split())[:500]
    if secret:
        line = line.replace(secret, "***")
    return ModelError(f"{name}: {line}", next_step)


def estimated_tokens(conversation: Sequence[Turn], answers: Sequence[Answer]) -> int:
    """For a server that tells no usage: a token for every four bytes, rounded up."""
    texts = [*(turn.text for turn in conversation), *(answer.text for answer in answers)]
    return sum(-(-len(text.encode()) // 4) for text in texts)
