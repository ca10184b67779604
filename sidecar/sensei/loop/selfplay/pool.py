"""Work for Lean, and the seam behind which it is done: threads here, or other machines.

Jobs and answers are plain frozen values, so a pool may send them anywhere. ``LocalPool`` is the one
of one machine: threads, each with a desk of its own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Protocol

from sensei.core.closing import Closing
from sensei.core.types import Claim, Verdict
from sensei.loop.selfplay.values import Statement, Tried, TriedProof


@dataclass(frozen=True, slots=True)
class JudgeJob:
    """A conjecture to judge.

    Args:
        known: full names of theorems that it must not say again.
        held_out: those of them that are held out, and hashes of what held-out theorems say.
        vacuity: try whether its hypotheses prove ``False``.
    """

    statement: Statement
    known: tuple[str, ...]
    held_out: frozenset[str]
    vacuity: bool = True


@dataclass(frozen=True, slots=True)
class Judgement:
    """What Lean said of a conjecture.

    Args:
        statement: its id.
        rejected: why it is none to try, "" if it is one; ``desk.py`` has the reasons.
        detail: what was found: a message, a tactic, a name.
        printed: its type as Lean prints it, closed and with full names.
    """

    statement: str
    rejected: str
    detail: str = ""
    printed: str = ""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ProofJob:
    """Proofs of a statement to check.

    Args:
        samples: how many were sampled; those without any text are wrong.
        proofs: the different texts, with how often each was sampled.
        verified: most of them to have judged.
        lemmas: names that are told where a right proof uses them.
        known: what was found of some of them in earlier rounds.
    """

    statement: Statement
    samples: int
    proofs: tuple[tuple[str, int], ...]
    verified: int
    lemmas: frozenset[str] = frozenset()
    known: tuple[TriedProof, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a ``ProofJob``, with the verdicts behind it."""

    tried: Tried
    verdicts: tuple[tuple[Claim, Verdict], ...] = ()


Job = JudgeJob | ProofJob
Answer = Judgement | Checked


class Desk(Protocol):
    """Does one job at a time."""

    def do(self, job: Job) -> Answer:
        """Does a job.

        Raises:
            SenseiError: Lean cannot be worked with, whatever the job.
        """
        ...

    def close(self) -> None:
        """Ends what is behind it; a job that is being done fails."""
        ...


class Pool(Protocol):
    """Does jobs side by side."""

    @property
    def workers(self) -> int:
        """How many at a time."""
        ...

    def submit(self, job: Job) -> Future[Answer]:
        """Takes a job."""
        ...

    def close(self) -> None:
        """Drops what is not begun, and ends; safe to call twice."""
        ...


@dataclass(eq=False, slots=True)
class LocalPool(Closing):
    """Threads of this process.

    Args:
        desk: makes the desk of one thread.
        workers: threads.
    """

    desk: Callable[[], Desk]
    workers: int
    _threads: ThreadPoolExecutor = field(init=False)
    _desks: list[Desk] = field(default_factory=list)
    _own: threading.local = field(default_factory=threading.local)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._threads = ThreadPoolExecutor(self.workers, thread_name_prefix="selfplay")

    def submit(self, job: Job) -> Future[Answer]:
        """Takes a job."""
        return self._threads.submit(self._do, job)

    def close(self) -> None:
        """Drops what is not begun, ends the desks and waits for the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            desks, self._desks = self._desks, []
        for desk in desks:
            desk.close()
        self._threads.shutdown(wait=True)

    def _do(self, job: Job) -> Answer:
        desk: Desk | None = getattr(self._own, "desk", None)
        if desk is None:
            desk = self._own.desk = self.desk()
            with self._lock:
                self._desks.append(desk)
        return desk.do(job)


def overlapped(pool: Pool, jobs: Iterable[Job], keep: Callable[[Answer], None], ahead: int) -> None:
    """Has all jobs done while more of them are made: ``jobs`` is read on while earlier ones are
    with the pool, up to ``ahead`` of them at a time.

    Args:
        keep: told of each answer, in the order in which they come, in this thread.
    """
    open_jobs: set[Future[Answer]] = set()
    try:
        for job in jobs:
            open_jobs.add(pool.submit(job))
            done, open_jobs = wait(
                open_jobs,
                timeout=None if len(open_jobs) >= ahead else 0,
                return_when=FIRST_COMPLETED,
            )
            for future in done:
                keep(future.result())
        while open_jobs:
            done, open_jobs = wait(open_jobs, return_when=FIRST_COMPLETED)
            for future in done:
                keep(future.result())
    except BaseException:
        for future in open_jobs:
            future.cancel()
        raise
