"""What the services share: the models, the project, the limits, and what has happened."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from sensei.core.protocols import Environment, Verifier
from sensei.core.types import TacticCandidate, TheoremRef
from sensei.envs.pool import PoolHealth
from sensei.provers.prover import Recorder
from sensei.server.batching import Batcher
from sensei.server.limits import Limits

T = TypeVar("T")


class Project(Protocol):
    """The Lean project that the server works on."""

    @property
    def root(self) -> Path:
        """Its folder."""
        ...

    @property
    def lean_version(self) -> str:
        """Of the Lean that searches and judges."""
        ...

    @property
    def lean_kind(self) -> str:
        """embedded | elan | path."""
        ...

    @property
    def verifier(self) -> Verifier:
        """What judges claims."""
        ...

    def theorem(self, name: str, module: str) -> TheoremRef:
        """A theorem by its name, or the end of one.

        Raises:
            NotFoundError: there is none.
        """
        ...

    def environment(self) -> AbstractContextManager[Environment]:
        """A fresh environment."""
        ...

    def recorder(self, model: str) -> Recorder | None:
        """Where attempts by a model are kept; None if the store knows no such project yet."""
        ...

    def health(self) -> PoolHealth:
        """Of the processes that searches run in."""
        ...


@dataclass(frozen=True, slots=True)
class Model(Generic[T]):
    """A loaded model: a generator's answers are lists of tactics, a judge's are numbers.

    Args:
        name: what requests call it.
        checkpoint: its folder, or "".
        batcher: how it is asked.
        identity: how attempts name it now, if it is a critic.
        is_ready: whether a request waits for no loading.
    """

    name: str
    checkpoint: str
    batcher: Batcher[T]
    identity: Callable[[], str] = str
    is_ready: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class Judge:
    """What is to be served of a critic or a progress model.

    Args:
        name: what requests call it.
        checkpoint: its folder.
        answer: a number for each goal: the chance of a proof, or the steps that are left.
        identity: how attempts name it now, if it is a critic.
        is_ready: whether a request waits for no loading.
        load: loads it, if it is not; raises what is wrong with it.
    """

    name: str
    checkpoint: str
    answer: Callable[[Sequence[str]], list[float]]
    identity: Callable[[], str] = str
    is_ready: Callable[[], bool] = lambda: True
    load: Callable[[], None] = lambda: None


@dataclass(slots=True)
class State:
    """Shared by all services of one server; used in its event loop only.

    Args:
        models: generators; the first is the default.
        progress, critic: None if none is loaded.
        project: None if there is no Lean to search with; ``no_project`` says why.
        audit: told of each request that was let in with the token: its peer, and what it asks.
    """

    models: list[Model[list[TacticCandidate]]]
    project: Project | None
    limits: Limits
    no_project: str = ""
    root: Path = field(default_factory=Path.cwd)
    clock: Callable[[], float] = time.monotonic
    audit: Callable[[str, str], None] = lambda peer, what: None
    progress: Model[float] | None = None
    critic: Model[float] | None = None
    requests: int = 0
    searches: int = 0
    queued: int = 0
    last_error: str = ""
    started: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.clock()

    @property
    def judges(self) -> list[tuple[str, Model[float]]]:
        """The critic and the progress model that are served, with their kinds."""
        both = (("progress", self.progress), ("critic", self.critic))
        return [(kind, model) for kind, model in both if model is not None]

    @property
    def batchers(self) -> list[Batcher[Any]]:
        """Of all models."""
        of_judges: list[Batcher[Any]] = [model.batcher for _, model in self.judges]
        return [*(model.batcher for model in self.models), *of_judges]

    def model(self, name: str) -> Model[list[TacticCandidate]] | None:
        """A generator by name; "" is the default."""
        if not name:
            return self.models[0] if self.models else None
        return next((model for model in self.models if model.name == name), None)
