"""Many theorems, several at a time, and the figures of the whole.

Workers are threads: Lean works in processes of its own, and the one generator is used by one of
them at a time, each call as its search made it, unless it says that calls are apart
(``concurrent``): models behind a network. Sharing calls between searches would be quicker
on a GPU, but then a search's rounding would depend on who ran beside it.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, replace
from typing import Any

from sensei.core.errors import SenseiError
from sensei.core.memory import collecting_rarely
from sensei.core.protocols import Environment, Generator
from sensei.core.types import ProofTask, TacticCandidate, TheoremRef
from sensei.provers.prover import Attempt, Prover
from sensei.provers.writing import proof_writer
from sensei.search.protocol import Critic

POLL_S = 0.2


@dataclass(frozen=True, slots=True)
class Figures:
    """What an evaluation came to.

    Args:
        theorems: how many were tried.
        claims: searches that ended with a claim.
        verified: claims that the verifier accepted. Only these are proofs.
        errors: theorems for which something outside the search failed.
        seconds: wall clock of the whole.
        search_seconds, verify_seconds: summed over the theorems.
        model_calls, tactic_calls, tokens: summed over all theorems, proved or not.
        statuses: searches by how they ended.
        reasons: verdicts by reason.
    """

    theorems: int
    claims: int
    verified: int
    errors: int
    seconds: float
    search_seconds: float
    verify_seconds: float
    model_calls: int
    tactic_calls: int
    tokens: int
    statuses: dict[str, int]
    reasons: dict[str, int]

    def per_verified(self) -> dict[str, float | None]:
        """Search seconds, model calls, tactic calls and tokens spent, on all theorems, for each
        verified one; None when nothing was verified."""
        spent = {
            "seconds": self.search_seconds,
            "model_calls": float(self.model_calls),
            "tactic_calls": float(self.tactic_calls),
            "tokens": float(self.tokens),
        }
        return {k: round(v / self.verified, 3) if self.verified else None for k, v in spent.items()}

    def to_json(self) -> dict[str, Any]:
        """The figures as a JSON object."""
        return {**asdict(self), "per_verified": self.per_verified()}


def figures(attempts: Sequence[Attempt], seconds: float) -> Figures:
    """Adds attempts up."""
    results = [attempt.result for attempt in attempts if attempt.result is not None]
    verdicts = [attempt.verdict for attempt in attempts if attempt.verdict is not None]
    return Figures(
        theorems=len(attempts),
        claims=sum(attempt.claimed for attempt in attempts),
        verified=sum(attempt.verified for attempt in attempts),
        errors=sum(bool(attempt.error) for attempt in attempts),
        seconds=round(seconds, 3),
        search_seconds=round(sum(result.spent.seconds for result in results), 3),
        verify_seconds=round(sum(verdict.seconds for verdict in verdicts), 3),
        model_calls=sum(result.spent.model_calls for result in results),
        tactic_calls=sum(result.spent.tactic_calls for result in results),
        tokens=sum(result.spent.tokens for result in results),
        statuses=dict(sorted(Counter(result.status.value for result in results).items())),
        reasons=dict(sorted(Counter(verdict.reason.value for verdict in verdicts).items())),
    )


class OneAtATime:
    """A generator that several threads may use: one call runs at a time."""

    def __init__(self, generator: Generator) -> None:
        self._generator = generator
        self._lock = threading.Lock()

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.Generator."""
        with self._lock:
            return self._generator.generate(states, count)

    def write(self, tasks: Sequence[ProofTask], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.ProofWriter."""
        with self._lock:
            return proof_writer(self._generator).write(tasks, count)


class OneCritic:
    """A critic that several threads may use: one call runs at a time."""

    def __init__(self, critic: Critic) -> None:
        self._critic = critic
        self._lock = threading.Lock()

    def evaluate(self, states: Sequence[str]) -> list[float]:
        """See search.protocol.Critic."""
        with self._lock:
            return self._critic.evaluate(states)


@collecting_rarely()
def evaluate(
    theorems: Sequence[TheoremRef],
    prover: Prover,
    environment: Callable[[], Environment],
    *,
    workers: int = 1,
    progress: Callable[[int, int, Attempt], None] | None = None,
    interrupt: Callable[[], None] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[list[Attempt], Figures]:
    """Tries every theorem once. What fails for one theorem is its record; the others go on.

    Args:
        environment: makes a worker's environment.
        workers: theorems at a time.
        progress: called in this thread after each theorem: how many are done, of how many, and
            the one.
        interrupt: called when this is interrupted; makes the workers' environments fail.

    Returns:
        The attempts, in the order of ``theorems``, and the figures.
    """
    started = clock()
    stop = threading.Event()
    together = getattr(prover.generator, "concurrent", False)
    generator = prover.generator if together else OneAtATime(prover.generator)
    critic = None if prover.critic is None else OneCritic(prover.critic)
    shared = replace(prover, generator=generator, critic=critic, cancelled=stop.is_set)
    local = threading.local()
    made: list[Environment] = []

    def one(theorem: TheoremRef) -> Attempt:
        if stop.is_set():
            return Attempt(theorem, None, error="interrupted")
        try:
            if not hasattr(local, "environment"):
                local.environment = environment()
                made.append(local.environment)
            return shared.prove(theorem, local.environment)
        except SenseiError as error:
            return Attempt(theorem, None, error=str(error))

    # Neighbours share a file, and so a warm Lean process.
    order = sorted(range(len(theorems)), key=lambda i: (theorems[i].file, i))
    pool = ThreadPoolExecutor(max(1, workers), thread_name_prefix="prove")
    futures: dict[Future[Attempt], int] = {}
    try:
        futures = {pool.submit(one, theorems[i]): i for i in order}
        todo, done = set(futures), 0
        while todo:
            # Short waits, so that an interrupt is taken at once.
            finished, todo = wait(todo, timeout=POLL_S, return_when="FIRST_COMPLETED")
            for future in sorted(finished, key=futures.__getitem__):
                done += 1
                if progress is not None:
                    progress(done, len(futures), future.result())
    except BaseException:
        stop.set()
        if interrupt is not None:
            interrupt()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        for each in made:
            each.close()
    by_place = {place: future.result() for future, place in futures.items()}
    attempts = [by_place[place] for place in range(len(theorems))]
    return attempts, figures(attempts, clock() - started)
