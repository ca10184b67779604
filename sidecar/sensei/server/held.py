"""Models that are loaded when they are asked, and make room for one another within a budget.

A model is one thread's (batching.py), and looks before each call whether its checkpoint has been
written anew: then the new one takes over between two calls. Requests wait meanwhile; none is lost.
If the new one cannot be loaded, the one that works goes on.
"""

from __future__ import annotations

import gc
import itertools
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Generic, TypeVar

from sensei.core.errors import ModelError, SenseiError
from sensei.core.protocols import Generator
from sensei.core.types import TacticCandidate

log = logging.getLogger("sensei.server")
# A checkpoint that is written anew while it is read is read again, so often.
ATTEMPTS = 3
Stamp = tuple[int, int, int] | None
M = TypeVar("M")
R = TypeVar("R")


class ModelMemory:
    """How much loaded models may take together.

    Args:
        budget_bytes: of weights; None for no limit. A model in use is never unloaded: who needs its
            room waits until it is idle.
    """

    def __init__(self, budget_bytes: int | None = None) -> None:
        self.budget_bytes = budget_bytes
        self._changed = threading.Condition()
        # One at a time: the libraries set process-wide switches while they load.
        self._loading = threading.Lock()
        self._held: list[Held[Any]] = []
        self._clock = itertools.count()

    @property
    def used_bytes(self) -> int:
        """Of the models that are loaded."""
        with self._changed:
            return sum(one.taken_bytes for one in self._held)

    def add(self, model: Held[Any]) -> None:
        """From now on it shares the budget."""
        with self._changed:
            self._held.append(model)

    @contextmanager
    def using(self, model: Held[Any]) -> Iterator[None]:
        """Within, the model is not unloaded."""
        with self._changed:
            model.in_use = True
        try:
            yield
        finally:
            with self._changed:
                model.in_use = False
                model.used_at = next(self._clock)
                self._changed.notify_all()

    @contextmanager
    def room(self, model: Held[Any], size_bytes: int) -> Iterator[None]:
        """Takes the room for a model that is about to be loaded, which is done within.

        Idle models go, the least recently used first; then this waits for others to become idle.

        Raises:
            ModelError: it is larger than the whole budget.
        """
        budget = self.budget_bytes
        if budget is not None and size_bytes > budget:
            raise ModelError(
                f"the model {model.name} takes {size_bytes} bytes, and --model-memory allows "
                f"{budget}",
                "give more, or serve a smaller model",
            )
        with self._changed:
            while budget is not None:
                others = sum(one.taken_bytes for one in self._held if one is not model)
                if others + size_bytes <= budget:
                    break
                idle = [
                    one
                    for one in self._held
                    if one is not model and one.taken_bytes and not one.in_use
                ]
                if idle:
                    min(idle, key=lambda one: one.used_at).unload()
                    continue
                # Nor is it in use itself meanwhile: two might wait for each other.
                model.in_use = False
                self._changed.notify_all()
                self._changed.wait()
                model.in_use = True
            before, model.taken_bytes = model.taken_bytes, size_bytes
        try:
            with self._loading:
                yield
        except BaseException:
            with self._changed:
                model.taken_bytes = before
                self._changed.notify_all()
            raise


class Held(Generic[M]):
    """A model of any kind that is loaded when it is first asked.

    One thread asks it at a time.

    Args:
        name: what requests call it.
        load: makes it, with all that goes when it is unloaded; takes seconds.
        file: of its checkpoint, written anew with it, the weights beside it; looked at before
            each call. None for what has none.
        told: of a checkpoint that was written anew and cannot be loaded: the error, on one line.
    """

    def __init__(
        self,
        name: str,
        load: Callable[[], M],
        file: Path | None,
        memory: ModelMemory,
        told: Callable[[str], None] = log.error,
    ) -> None:
        self.name, self._load, self._file, self._memory = name, load, file, memory
        self._told = told
        self._model: M | None = None
        self._stamp: Stamp = None
        self._failed: Stamp = None
        # The memory's, under its lock.
        self.in_use = False
        self.used_at = -1
        self.taken_bytes = 0
        memory.add(self)

    @property
    def loaded(self) -> M | None:
        """The model, if it is loaded: to look at, not to ask."""
        return self._model

    @property
    def ready(self) -> bool:
        """Whether a request waits for no loading."""
        return self._model is not None

    def unload(self) -> None:
        """Forgets the weights until it is asked again. The memory calls it, while it is idle."""
        self._model = None
        self.taken_bytes = 0
        gc.collect()

    def load(self) -> None:
        """Loads it now, if it is not loaded.

        Raises:
            SenseiError: it cannot be loaded, or there is no room for it.
        """
        with self._memory.using(self):
            self._current()

    def ask(self, call: Callable[[M], R]) -> R:
        """What the call makes of the model, which stays for as long as the call takes.

        Raises:
            ModelError: it cannot be loaded, or failed.
        """
        with self._memory.using(self):
            try:
                model = self._current()
            except SenseiError as error:
                raise ModelError(error.what, error.next_step) from error
            return call(model)

    def _current(self) -> M:
        stamp = stamp_of(self._file)
        if self._model is None:
            self._model, self._stamp = self._loaded()
        elif stamp not in (None, self._stamp, self._failed):
            try:
                self._model, self._stamp = self._loaded()
            except SenseiError as error:
                if self._model is None:  # it made room for another, waiting
                    raise
                self._failed = stamp
                self._told(f"{self.name} stays as it is: its new checkpoint: {error}")
        return self._model

    def _loaded(self) -> tuple[M, Stamp]:
        for attempt in itertools.count(1):
            stamp = stamp_of(self._file)
            try:
                with self._memory.room(self, weights_bytes(self._file)):
                    return self._load(), stamp
            except SenseiError:
                if attempt == ATTEMPTS or stamp_of(self._file) == stamp is not None:
                    raise
        raise AssertionError("unreachable")


class HeldGenerator(Held[Generator]):
    """A generator that is held; see core.protocols.Generator."""

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.Generator.

        Raises:
            ModelError: it cannot be loaded, or failed.
        """
        return self.ask(
            lambda generator: [list(offers) for offers in generator.generate(states, count)]
        )


def stamp_of(file: Path | None) -> Stamp:
    """What changes when a file is written anew; None where there is none (now)."""
    if file is None:
        return None
    try:
        known = file.stat()
    except OSError:
        return None
    return known.st_ino, known.st_mtime_ns, known.st_size


def weights_bytes(file: Path | None) -> int:
    """The size on disk of the weights beside a file."""
    if file is None:
        return 0
    try:
        return sum(path.stat().st_size for path in file.parent.glob("*.safetensors"))
    except OSError:
        return 0
