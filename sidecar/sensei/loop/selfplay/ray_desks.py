"""Desks on a Ray cluster: each is an actor with Lean of its own, and a thread here waits for it.

Every node needs this package with the same extras, and the project, traced and built, at the same
path. What crosses is JSON. An actor that is lost, with its machine or alone, is replaced, and its
job given to the next one.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from sensei.core.cores import usable_cores
from sensei.core.errors import LeanProcessError, SenseiError
from sensei.distributed.joining import join
from sensei.loop.selfplay.pool import (
    Answer,
    Checked,
    Desk,
    Job,
    JudgeJob,
    Judgement,
    LocalPool,
    Pool,
    ProofJob,
)

TRIES: Final = 3
_CLOSE_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class DeskPlan:
    """How an actor makes its desk.

    Args:
        factory: ``module:function``, called with ``about``.
        about: what it needs to know, as JSON.
    """

    factory: str
    about: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Asked:
    judge: JudgeJob | None = None
    proof: ProofJob | None = None


@dataclass(frozen=True, slots=True)
class _Answered:
    judgement: Judgement | None = None
    checked: Checked | None = None
    failed: tuple[str, str] | None = None


class _DeskActor:
    """A desk in a process of a cluster."""

    def __init__(self, plan: bytes) -> None:
        made = msgspec.json.decode(plan, type=DeskPlan)
        module, _, name = made.factory.partition(":")
        self._desk: Desk = getattr(importlib.import_module(module), name)(made.about)

    def do(self, asked: bytes) -> bytes:
        """Does a job; an error of ours is an answer."""
        job = msgspec.json.decode(asked, type=_Asked)
        wanted = job.judge or job.proof
        assert wanted is not None
        try:
            answer = self._desk.do(wanted)
        except SenseiError as error:
            return msgspec.json.encode(_Answered(failed=(error.what, error.next_step)))
        if isinstance(answer, Judgement):
            return msgspec.json.encode(_Answered(judgement=answer))
        return msgspec.json.encode(_Answered(checked=answer))

    def close(self) -> None:
        """Ends the desk."""
        self._desk.close()


@dataclass(eq=False, slots=True)
class RayDesk:
    """See ``pool.Desk``: an actor, replaced when it is lost."""

    ray: Any
    plan: DeskPlan
    _actor: Any = None
    _closed: bool = False

    def do(self, job: Job) -> Answer:
        """Does a job on the actor.

        Raises:
            SenseiError: what the desk raised there.
            LeanProcessError: as many actors as ``TRIES`` were lost over it, or this was closed.
        """
        asked = _Asked(judge=job) if isinstance(job, JudgeJob) else _Asked(proof=job)
        lost = ""
        for _ in range(TRIES):
            if self._closed:
                break
            if self._actor is None:
                make = self.ray.remote(_DeskActor).options(num_cpus=1)
                self._actor = make.remote(msgspec.json.encode(self.plan))
            try:
                told = self.ray.get(self._actor.do.remote(msgspec.json.encode(asked)))
            except self.ray.exceptions.RayActorError as error:
                self._actor, lost = None, str(error).splitlines()[0]
                continue
            answer = msgspec.json.decode(told, type=_Answered)
            if answer.failed is not None:
                raise LeanProcessError(*answer.failed)
            found = answer.judgement or answer.checked
            assert found is not None
            return found
        raise LeanProcessError(
            f"no actor of the Ray cluster ends {job.statement.id}: {lost or 'it was closed'}",
            "look at the cluster: ray status",
        )

    def close(self) -> None:
        """Ends the actor; its Lean first."""
        self._closed = True
        actor, self._actor = self._actor, None
        if actor is None:
            return
        # One that is lost has no Lean left, and that of one that is busy looks for its parent.
        with contextlib.suppress(self.ray.exceptions.RayError, TimeoutError):
            self.ray.get(actor.close.remote(), timeout=_CLOSE_S)
        self.ray.kill(actor)


@contextmanager
def ray_pool(address: str, plan: DeskPlan, workers: int | None = None) -> Iterator[Pool]:
    """A pool on a Ray cluster; one that is started here ends with it.

    Args:
        address: of a cluster that runs (``HOST:PORT``, ``ray://HOST:PORT``), or ``local``.
        workers: actors; None takes one for each processor of the cluster.

    Raises:
        MissingExtraError: ray is not installed.
        LeanProcessError: there is no cluster at the address.
    """
    ray = join(address, workers or usable_cores(), "self-play on a Ray cluster")
    try:
        count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        with LocalPool(lambda: RayDesk(ray, plan), count) as pool:
            yield pool
    finally:
        ray.shutdown()


def lean_desk(about: dict[str, Any]) -> Desk:
    """A desk on a project of the node: ``root``, ``judge`` (settings), ``proof_seconds``,
    ``screen_behind`` and ``second_share``."""
    from pathlib import Path

    from sensei.loop.selfplay.config import JudgeSettings
    from sensei.loop.selfplay.desk import LeanDesk
    from sensei.settings import load_settings
    from sensei.toolchain.workspace import open_workspace

    root = Path(str(about["root"]))
    # It was built before the actors were made; here it is only opened.
    workspace = open_workspace(root, load_settings(root), build=False)
    judge = JudgeSettings.model_validate(about["judge"])
    return LeanDesk(
        workspace,
        judge,
        float(about["proof_seconds"]),
        bool(about["screen_behind"]),
        second_share=float(about.get("second_share", 0.0)),
    )
