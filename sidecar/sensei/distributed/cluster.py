"""Ray: one actor with the model, one for each prover, and theorems given to whoever is free.

A prover that is lost, with its
machine or alone, is replaced, and its theorem tried again; the model's actor is started again by
Ray. Every node needs this package with the same extras, and the project at the same path.
"""

from __future__ import annotations

import contextlib
import importlib
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sensei.core.closing import Closing
from sensei.core.errors import LeanProcessError, ModelError, SenseiError
from sensei.core.types import Claim, ProofTask, TacticCandidate, Verdict
from sensei.distributed.joining import join
from sensei.distributed.lab import Lab
from sensei.distributed.shared_model import Offers, Shared, SharedModel
from sensei.distributed.wire import Done, Plan, Task, decode, encode

TRIES: Final = 3
_POLL_S: Final = 0.2
_CLOSE_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class _Failed:
    """An error of ours, on its way back."""

    what: str
    next_step: str


@dataclass(frozen=True, slots=True)
class _Asked:
    """A call of the model."""

    kind: str
    seed: int
    states: tuple[str, ...]
    tasks: tuple[ProofTask, ...]
    count: int


@dataclass(frozen=True, slots=True)
class _Offered:
    offers: tuple[tuple[TacticCandidate, ...], ...] = ()
    failed: _Failed | None = None


@dataclass(frozen=True, slots=True)
class _Judged:
    verdict: Verdict | None = None
    failed: _Failed | None = None


class _ModelActor:
    """Holds the model; many calls at a time wait in it."""

    def __init__(self, plan: bytes, batch: int) -> None:
        made = decode(plan, Plan)
        self._model = SharedModel(_call(made), batch)

    def offer(self, asked: bytes) -> bytes:
        call = decode(asked, _Asked)
        try:
            if call.kind == "write":
                offers = self._model.write(call.seed, call.tasks, call.count)
            else:
                offers = self._model.generate(call.seed, call.states, call.count)
        except SenseiError as error:
            return encode(_Offered(failed=_Failed(error.what, error.next_step)))
        return encode(_Offered(tuple(tuple(each) for each in offers)))

    def shared(self) -> bytes:
        return encode(self._model.shared)


@dataclass(frozen=True, slots=True)
class _RemoteModel:
    """The model, as a prover sees it."""

    actor: Any
    get: Callable[[Any], Any]

    def generate(self, seed: int, states: Sequence[str], count: int) -> Offers:
        return self._ask(_Asked("generate", seed, tuple(states), (), count))

    def write(self, seed: int, tasks: Sequence[ProofTask], count: int) -> Offers:
        return self._ask(_Asked("write", seed, (), tuple(tasks), count))

    def _ask(self, asked: _Asked) -> Offers:
        answer = decode(self.get(self.actor.offer.remote(encode(asked))), _Offered)
        if answer.failed is not None:
            raise ModelError(answer.failed.what, answer.failed.next_step)
        return [list(each) for each in answer.offers]


class _ProverActor:
    """Tries theorems one after the other."""

    def __init__(self, plan: bytes, model: Any) -> None:
        self._lab: Lab = _call(decode(plan, Plan))
        self._model = _RemoteModel(model, _ray().get)

    def prove(self, task: bytes) -> bytes:
        return encode(self._lab.prove(decode(task, Task), self._model))

    def verify(self, claim: bytes) -> bytes:
        try:
            return encode(_Judged(self._lab.verify(decode(claim, Claim))))
        except SenseiError as error:
            return encode(_Judged(failed=_Failed(error.what, error.next_step)))

    def close(self) -> None:
        self._lab.close()


def _ray() -> Any:
    return importlib.import_module("ray")


def _call(plan: Plan) -> Any:
    """What a plan makes."""
    module, _, name = plan.factory.partition(":")
    return getattr(importlib.import_module(module), name)(plan.config)


class RayCluster(Closing):
    """Provers of one kind on a Ray cluster. A context manager: its end ends the actors, and the
    cluster with them if it was started here.

    Args:
        address: of a cluster that runs (``HOST:PORT``, ``ray://HOST:PORT``), or ``local``.
        lab: makes a prover's part (lab.Lab).
        model: makes a function from a seed to its generator.
        provers: how many.
        batch: most states a call of the model.
        tries: how often a theorem is tried on workers that are lost with it.

    Raises:
        MissingExtraError: ray is not installed.
        LeanProcessError: there is no cluster at the address.
    """

    def __init__(
        self,
        address: str,
        *,
        lab: Plan,
        model: Plan,
        provers: int,
        batch: int = 256,
        tries: int = TRIES,
    ) -> None:
        # As many slots as provers, and one more.
        ray = join(address, provers + 1, "proving on a Ray cluster")
        self._ray = ray
        self._lab = encode(lab)
        self._tries = tries
        self._closed = False
        try:
            actor = ray.remote(_ModelActor).options(
                num_cpus=0, max_concurrency=provers + 8, max_restarts=-1, max_task_retries=-1
            )
            self._model = actor.remote(encode(model), batch)
            self._provers = [self._prover() for _ in range(provers)]
        except BaseException:
            self.close()
            raise

    def prove(
        self,
        tasks: Sequence[Task],
        *,
        progress: Callable[[int, int, Done], None] = lambda done, total, one: None,
    ) -> list[Done]:
        """Tries every theorem.

        Args:
            progress: called after each: how many are done, of how many, and the one.

        Returns:
            What came of each, in the order of ``tasks``.
        """

        def lost(place: int) -> Done:
            return Done(
                tasks[place].theorem, None, error=f"{self._tries} workers were lost with it"
            )

        return self._each(
            "prove",
            [encode(task) for task in tasks],
            lambda answer: decode(answer, Done),
            lost,
            progress,
        )

    def verify_all(
        self,
        claims: Sequence[Claim],
        progress: Callable[[int, int], None] = lambda done, total: None,
    ) -> list[Verdict | SenseiError]:
        """Judges every claim, as ``verify.pool.VerifierPool.verify_all``."""

        def judged(answer: bytes) -> Verdict | SenseiError:
            found = decode(answer, _Judged)
            if found.verdict is not None:
                return found.verdict
            assert found.failed is not None
            return LeanProcessError(found.failed.what, found.failed.next_step)

        def lost(place: int) -> Verdict | SenseiError:
            return LeanProcessError(f"{self._tries} workers were lost with this claim")

        return self._each(
            "verify",
            [encode(claim) for claim in claims],
            judged,
            lost,
            lambda done, total, _: progress(done, total),
        )

    def shared(self) -> Shared:
        """What the model was asked so far."""
        return decode(self._ray.get(self._model.shared.remote()), Shared)

    def close(self) -> None:
        """Ends the actors; safe to call twice."""
        if self._closed:
            return
        self._closed = True
        ray = self._ray
        for prover in getattr(self, "_provers", ()):
            # Its Lean ends first; one that is lost has none left, and that of one that is busy
            # looks for its parent itself.
            with contextlib.suppress(ray.exceptions.RayError, TimeoutError):
                ray.get(prover.close.remote(), timeout=_CLOSE_S)
            ray.kill(prover)
        if hasattr(self, "_model"):
            ray.kill(self._model)
        ray.shutdown()

    def _prover(self) -> Any:
        return self._ray.remote(_ProverActor).options(num_cpus=1).remote(self._lab, self._model)

    def _each(
        self,
        method: str,
        jobs: Sequence[bytes],
        read: Callable[[bytes], Any],
        lost: Callable[[int], Any],
        progress: Callable[[int, int, Any], None],
    ) -> list[Any]:
        """Runs every job on a prover that is free; one whose prover is lost goes to another."""
        ray = self._ray
        todo = deque(range(len(jobs)))
        tries = [0] * len(jobs)
        found: dict[int, Any] = {}
        free = list(range(len(self._provers)))
        running: dict[Any, tuple[int, int]] = {}

        def settle(place: int, value: Any) -> None:
            found[place] = value
            progress(len(found), len(jobs), value)

        while todo or running:
            while todo and free:
                place, who = todo.popleft(), free.pop()
                tries[place] += 1
                call = getattr(self._provers[who], method).remote(jobs[place])
                running[call] = place, who
            # Short waits, so that an interrupt is taken at once.
            ready, _ = ray.wait(list(running), num_returns=1, timeout=_POLL_S)
            for call in ready:
                place, who = running.pop(call)
                free.append(who)
                try:
                    answer = ray.get(call)
                except ray.exceptions.RayActorError:
                    self._provers[who] = self._prover()
                    if tries[place] < self._tries:
                        todo.appendleft(place)
                    else:
                        settle(place, lost(place))
                else:
                    settle(place, read(answer))
        return [found[place] for place in range(len(jobs))]
