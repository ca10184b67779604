"""A worker's part of an evaluation: it proves single theorems with a model that is elsewhere.

``LeanLab`` is the real one: the project's step servers, a search and the verifier, as of ``sensei
eval``. It writes no store: what is to be kept goes back with the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

import msgspec

from sensei.core.errors import SenseiError
from sensei.core.protocols import Environment, Generator, Verifier
from sensei.core.types import (
    Budget,
    Claim,
    ProofTask,
    TacticCandidate,
    TheoremRef,
    Verdict,
)
from sensei.distributed.wire import Done, KeptSearch, Task
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, gym_launch
from sensei.envs.process import GymLimits
from sensei.provers.prover import Prover
from sensei.search.driver import SearchRun
from sensei.search.events import to_record
from sensei.search.options import SearchOptions
from sensei.toolchain.workspace import LeanWorkspace
from sensei.verify.verifier import BuiltImports, LeanVerifier


class SeededModel(Protocol):
    """A model that is asked with a seed (shared_model.py)."""

    def generate(self, seed: int, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.Generator."""
        ...

    def write(
        self, seed: int, tasks: Sequence[ProofTask], count: int
    ) -> list[list[TacticCandidate]]:
        """See core.protocols.ProofWriter."""
        ...


@dataclass(frozen=True, slots=True)
class OneSeed:
    """The generator of one seed of a model that is elsewhere."""

    model: SeededModel
    seed: int

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.Generator."""
        return self.model.generate(self.seed, states, count)

    def write(self, tasks: Sequence[ProofTask], count: int) -> list[list[TacticCandidate]]:
        """See core.protocols.ProofWriter."""
        return self.model.write(self.seed, tasks, count)


class Lab(Protocol):
    """Tries theorems, one at a time."""

    def prove(self, task: Task, model: SeededModel) -> Done:
        """Tries one. What fails is in the answer."""
        ...

    def verify(self, claim: Claim) -> Verdict:
        """Judges one claim.

        Raises:
            SenseiError: it cannot be judged.
        """
        ...

    def close(self) -> None:
        """Ends its processes; safe to call twice."""
        ...


@dataclass(slots=True)
class Keeper:
    """A recorder (provers.prover.Recorder) that only remembers."""

    search: KeptSearch | None = None
    judged: list[tuple[Claim, Verdict]] = field(default_factory=list)

    def keep(self, run: SearchRun, theorem: TheoremRef, budget: Budget, proof: str | None) -> int:
        """Remembers a search."""
        events = tuple(to_record(event) for event in run.events)
        self.search = KeptSearch(budget, run.result, events, proof)
        return 0

    def judge(self, attempt: int, claim: Claim, verdict: Verdict) -> None:
        """Remembers a verdict."""
        self.judged.append((claim, verdict))


@dataclass(frozen=True, slots=True)
class LeanLabConfig:
    """What a LeanLab is made of; every path is one that the worker sees too.

    Args:
        workspace: the files of the problems, and their Lean.
        budget, options, limits, minimize: as of ``sensei eval``.
        seed: of sample 0; sample i has ``seed`` + i.
    """

    workspace: LeanWorkspace
    budget: Budget
    options: SearchOptions
    limits: GymLimits
    minimize: bool
    seed: int

    def to_json(self) -> dict[str, Any]:
        """As ``open_lean_lab`` takes it."""
        made: dict[str, Any] = msgspec.to_builtins(self, enc_hook=str)
        return made


class LeanLab:
    """Proves with one step server of its own."""

    def __init__(self, config: LeanLabConfig) -> None:
        self._config = config
        self._pool = GymPool(gym_launch(config.workspace), 1, config.limits)
        self._verifier = LeanVerifier(config.workspace, imports=BuiltImports())
        self._environment = GymEnvironment(self._pool)

    def prove(self, task: Task, model: SeededModel) -> Done:
        """See Lab."""
        seed = self._config.seed + task.sample
        return prove_with(
            self._environment,
            self._verifier,
            task,
            OneSeed(model, seed),
            budget=self._config.budget,
            options=replace(self._config.options, seed=seed),
            minimize=self._config.minimize,
        )

    def verify(self, claim: Claim) -> Verdict:
        """See Lab."""
        return self._verifier.verify(claim)

    def close(self) -> None:
        """See Lab."""
        self._environment.close()
        self._pool.close()


def prove_with(
    environment: Environment,
    verifier: Verifier,
    task: Task,
    generator: Generator,
    *,
    budget: Budget,
    options: SearchOptions,
    minimize: bool = False,
) -> Done:
    """Tries one theorem; what is to be kept is in the answer."""
    keeper = Keeper()
    prover = Prover(
        generator=generator,
        verifier=verifier,
        budget=budget,
        options=options,
        recorder=keeper,
        minimize=minimize,
    )
    try:
        tried = prover.prove(task.theorem, environment)
    except SenseiError as error:
        return Done(task.theorem, None, error=str(error))
    return Done(
        theorem=task.theorem,
        result=tried.result,
        proof=tried.proof,
        verdict=tried.verdict,
        error=tried.error,
        kept=keeper.search,
        judged=tuple(keeper.judged),
    )


def open_lean_lab(config: dict[str, Any]) -> LeanLab:
    """A lab of its JSON."""
    return LeanLab(msgspec.convert(config, LeanLabConfig, dec_hook=_path))


def _path(kind: type, value: Any) -> Any:
    if issubclass(kind, Path):
        return kind(value)
    raise NotImplementedError(f"{kind} is in no plan")
