"""Goals of many callers in one call of a model.

While the model works, requests gather; the next call takes them together, oldest first, as far as a
limit. A request whose caller is gone before its turn is left out. The model runs in one thread of
its own, and is used by nothing else.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from sensei.core.errors import ModelError, SenseiError

T = TypeVar("T")
log = logging.getLogger("sensei.server")


class QueueFullError(SenseiError):
    """As many requests wait as may."""


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """What one request got.

    Args:
        offers: what the model says of each of its goals, in order.
        queue_s, model_s: seconds waiting, and of the model's call.
        batch_goals: goals in that call.
    """

    offers: list[T]
    queue_s: float
    model_s: float
    batch_goals: int


@dataclass(eq=False, slots=True)
class _Job:
    goals: list[str]
    count: int
    done: asyncio.Future[Answer[Any]]
    since: float = field(default_factory=time.monotonic)


class Batcher(Generic[T]):
    """Shares one model. Belongs to one event loop; ``close`` ends it.

    Args:
        answer: asks the model about goals, for so many candidates each; one answer a goal.
        batch_goals: most goals a call; a request with more is a call of its own.
        pending_goals: most goals waiting.
    """

    def __init__(
        self,
        answer: Callable[[list[str], int], Sequence[T]],
        *,
        batch_goals: int,
        pending_goals: int,
    ) -> None:
        self._answer = answer
        self._batch_goals = batch_goals
        self._pending_goals = pending_goals
        self._jobs: deque[_Job] = deque()
        self._wake = asyncio.Event()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="model")
        self._task = asyncio.create_task(self._run())
        self.calls = 0
        self.goals = 0

    @property
    def pending(self) -> int:
        """Goals that wait for their turn."""
        return sum(len(job.goals) for job in self._jobs if not job.done.done())

    async def ask(self, goals: Sequence[str], count: int = 1) -> Answer[T]:
        """What the model says of the goals, as soon as it is their turn.

        Raises:
            QueueFullError: too many wait.
            ModelError: the model failed.
        """
        if self.pending + len(goals) > self._pending_goals:
            raise QueueFullError(
                f"{self.pending} goals wait for the model, {self._pending_goals} may", "try later"
            )
        job = _Job(list(goals), count, asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        self._wake.set()
        return await job.done

    def _next(self) -> list[_Job]:
        """The oldest request and those after it that go into one call with it."""
        batch: list[_Job] = []
        total = 0
        left: deque[_Job] = deque()
        while self._jobs:
            job = self._jobs.popleft()
            if job.done.done():
                continue  # its caller is gone
            fits = not batch or (
                job.count == batch[0].count and total + len(job.goals) <= self._batch_goals
            )
            if fits:
                batch.append(job)
                total += len(job.goals)
            else:
                left.append(job)
        self._jobs = left
        return batch

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            batch = self._next()
            if not batch:
                self._wake.clear()
                continue
            goals = [goal for job in batch for goal in job.goals]
            began = time.monotonic()
            self.calls += 1
            self.goals += len(goals)
            try:
                offers = await loop.run_in_executor(
                    self._thread, self._answer, goals, batch[0].count
                )
                if len(offers) != len(goals):
                    raise ModelError(f"{len(offers)} answers for {len(goals)} goals")
            except Exception as error:
                # The edge of the model's thread: what is no error of ours must not end the batcher,
                # or nobody would be answered any more.
                if not isinstance(error, SenseiError):
                    log.exception("a model failed")
                    first = (str(error).splitlines() or [""])[0]
                    error = ModelError(f"the model failed: {type(error).__name__}: {first}")
                for job in batch:
                    if not job.done.done():
                        job.done.set_exception(error)
                continue
            model_s = time.monotonic() - began
            at = 0
            for job in batch:
                own = offers[at : at + len(job.goals)]
                at += len(job.goals)
                if not job.done.done():
                    job.done.set_result(Answer(list(own), began - job.since, model_s, len(goals)))

    async def close(self) -> None:
        """Ends it; requests that wait are cancelled."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        for job in self._jobs:
            job.done.cancel()
        self._thread.shutdown(wait=True, cancel_futures=True)
