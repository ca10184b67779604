"""One model for many provers: calls that wait are answered together.

While the model works, requests gather; the next call takes all that can go together, oldest first,
as far as a limit. There is no thread of its own: of the callers that wait, the first to get the
model works for the others too. What a model offers for a goal depends on its seed, the count and
the goal alone, so that who is asked for together changes nothing but rounding.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sensei.core.errors import ModelError, SenseiError
from sensei.core.protocols import Generator, ProofWriter
from sensei.core.types import ProofTask, TacticCandidate

# Generators of this many seeds are kept; they share their weights.
SEEDS: Final = 64

Offers = list[list[TacticCandidate]]


@dataclass(frozen=True, slots=True)
class Shared:
    """What the model was asked so far.

    Args:
        calls: of the model.
        asked: states and tasks in them.
        requests: of provers.
        largest: states and tasks in the largest call.
    """

    calls: int = 0
    asked: int = 0
    requests: int = 0
    largest: int = 0


@dataclass(eq=False, slots=True)
class _Request:
    kind: str
    seed: int
    count: int
    asked: list[Any]
    offers: Offers | None = None
    error: SenseiError | None = None

    @property
    def key(self) -> tuple[str, int, int]:
        return self.kind, self.seed, self.count

    @property
    def answered(self) -> bool:
        return self.offers is not None or self.error is not None


@dataclass(eq=False)
class SharedModel:
    """A generator of any seed, for many threads at once.

    Args:
        make: the generator of a seed.
        batch: most states a call; a request with more is a call of its own.
        came: told how many requests wait, with each that comes.
    """

    make: Callable[[int], Generator]
    batch: int = 256
    came: Callable[[int], None] = lambda waiting: None
    _waiting: list[_Request] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _model: threading.Lock = field(default_factory=threading.Lock)
    _generators: OrderedDict[int, Generator] = field(default_factory=OrderedDict)
    _shared: Shared = Shared()

    def generate(self, seed: int, states: Sequence[str], count: int) -> Offers:
        """See core.protocols.Generator."""
        return self._ask(_Request("generate", seed, count, list(states)))

    def write(self, seed: int, tasks: Sequence[ProofTask], count: int) -> Offers:
        """See core.protocols.ProofWriter.

        Raises:
            ModelError: the model writes no proofs.
        """
        return self._ask(_Request("write", seed, count, list(tasks)))

    @property
    def waiting(self) -> int:
        """Requests that wait for their turn."""
        with self._lock:
            return len(self._waiting)

    @property
    def shared(self) -> Shared:
        """What the model was asked so far."""
        with self._lock:
            return self._shared

    def _ask(self, request: _Request) -> Offers:
        with self._lock:
            self._waiting.append(request)
            self.came(len(self._waiting))
        with self._model:
            if not request.answered:
                self._answer(self._take(request))
        if request.error is not None:
            raise request.error
        assert request.offers is not None
        return request.offers

    def _take(self, request: _Request) -> list[_Request]:
        """The request and those that go with it, in the order in which they came."""
        with self._lock:
            taken, room = [], self.batch - len(request.asked)
            for other in self._waiting:
                if other is request:
                    taken.append(other)
                elif other.key == request.key and len(other.asked) <= room:
                    taken.append(other)
                    room -= len(other.asked)
            self._waiting = [other for other in self._waiting if other not in taken]
            asked = sum(len(each.asked) for each in taken)
            so_far = self._shared
            self._shared = Shared(
                so_far.calls + 1,
                so_far.asked + asked,
                so_far.requests + len(taken),
                max(so_far.largest, asked),
            )
        return taken

    def _answer(self, requests: list[_Request]) -> None:
        first = requests[0]
        asked = [one for request in requests for one in request.asked]
        try:
            offers = self._call(first, asked)
        except SenseiError as error:
            for request in requests:
                request.error = error
            return
        at = 0
        for request in requests:
            request.offers = offers[at : at + len(request.asked)]
            at += len(request.asked)

    def _call(self, request: _Request, asked: list[Any]) -> Offers:
        generator = self._generators.get(request.seed)
        if generator is None:
            generator = self._generators[request.seed] = self.make(request.seed)
            while len(self._generators) > SEEDS:
                self._generators.popitem(last=False)
        if request.kind == "generate":
            return generator.generate(asked, request.count)
        if isinstance(generator, ProofWriter):
            return generator.write(asked, request.count)
        raise ModelError("this model writes no whole proofs", "give another --search")
