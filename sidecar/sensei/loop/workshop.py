"""A loop's provers and trainings on a real project: Lean, the verifier, and ``sensei train``."""

from __future__ import annotations

import fcntl
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sensei.core.errors import SenseiError
from sensei.core.protocols import Environment
from sensei.core.types import Claim, Verdict
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, gym_launch
from sensei.envs.process import GymLimits
from sensei.loop.config import LoopConfig
from sensei.models.checkpoint import read_manifest
from sensei.provers.critics import NamedCritic, make_critic
from sensei.provers.generators import (
    FIXED,
    UNTRAINED,
    NamedGenerator,
    checkpoint_folder,
    is_foreign,
    is_provided,
    make_generator,
)
from sensei.provers.prover import Prover, StoreRecorder
from sensei.settings import child_environment
from sensei.store import Store
from sensei.toolchain.limited import run_in_front
from sensei.toolchain.workspace import LeanWorkspace
from sensei.verify.pool import VerifierPool
from sensei.verify.second import find_checkers
from sensei.verify.verifier import LeanVerifier


class TrainingError(SenseiError):
    """A training command of a loop ended without a checkpoint."""


@dataclass(frozen=True, slots=True)
class LeanBench:
    """See ``rounds.Bench``: Lean's step servers, its verifier, and one generator."""

    config: LoopConfig
    store: Store
    snapshot_id: int
    named: NamedGenerator
    verifier: LeanVerifier
    pool: GymPool
    workers: int
    critic: NamedCritic | None = None

    def prover(self, seed: int) -> Prover:
        """The prover of one sample."""
        own = self.named.seeded(seed)
        return Prover(
            generator=own.generator,
            verifier=self.verifier,
            budget=self.config.search.budget(),
            options=self.config.search.options(
                seed, "" if self.critic is None else self.critic.name
            ),
            critic=None if self.critic is None else self.critic.critic,
            recorder=StoreRecorder(
                self.store, self.snapshot_id, own.name, own.checkpoint, own.seed
            ),
            minimize=self.config.search.minimize,
        )

    def environment(self) -> Environment:
        """An environment for one worker."""
        return GymEnvironment(self.pool)

    def interrupt(self) -> None:
        """Makes the environments fail."""
        self.pool.close()


@dataclass(frozen=True, slots=True)
class LeanWorkshop:
    """See ``rounds.Workshop``.

    Args:
        store: the project's database.
        config: the loop's.
        snapshot_id: what the theorems are of.
        root: the project.
        workspace: the same, built; made when Lean is first needed.
        jobs: theorems at a time.
        identity_of: which Lean.
        loading: told which model is loaded.
    """

    store: Store
    config: LoopConfig
    snapshot_id: int
    root: Path
    workspace: Callable[[], LeanWorkspace]
    jobs: int
    identity_of: tuple[str, ...]
    loading: Callable[[str], None] = lambda name: None

    def identity(self) -> Sequence[str]:
        """The Lean that traced the theorems."""
        return self.identity_of

    def weights(self, generator: str) -> str:
        """A hash of a generator's weights; "" for one that has none."""
        folder = checkpoint_folder(self.store, generator)
        if folder in (FIXED, UNTRAINED) or is_provided(folder) or is_foreign(Path(folder)):
            return ""
        return read_manifest(Path(folder), None, verify=False).weights_hash()

    @contextmanager
    def bench(self, generator: str, critic: str = "") -> Iterator[LeanBench]:
        """Provers with this generator and this critic, loaded anew."""
        named = make_generator(
            checkpoint_folder(self.store, generator),
            seed=self.config.seed,
            temperature=self.config.search.temperature,
            project=self.root,
            loading=self.loading,
        )
        judge = make_critic(self.store, critic) if critic else None
        workspace = self.workspace()
        limits = GymLimits(tactic_s=self.config.search.tactic_seconds)
        with GymPool(gym_launch(workspace), self.jobs, limits) as pool:
            yield LeanBench(
                self.config, self.store, self.snapshot_id, named, LeanVerifier(workspace), pool,
                self.jobs, judge,
            )  # fmt: skip

    def second(self, claims: Sequence[Claim]) -> Sequence[Verdict | SenseiError] | None:
        """Judged whole, as other checkers are shown the whole module."""
        workspace = self.workspace()
        checkers = find_checkers(workspace)
        if not checkers:
            return None
        with VerifierPool(LeanVerifier(workspace, checkers=checkers), self.jobs) as pool:
            return pool.verify_all(claims)

    def train(self, words: Sequence[str]) -> None:
        """Runs ``sensei WORDS`` in a process of its own, which ends with this one."""
        output = Path(words[list(words).index("--output") + 1])
        _wait_for_a_killed_one(output)
        code = run_in_front(
            [sys.executable, "-m", "sensei", *words, "--json"],
            cwd=Path.cwd(),
            env=child_environment(),
            on_line=lambda line: None,
        )
        if code != 0:
            raise TrainingError(
                f"a training ended with exit code {code}; what it said is above",
                f"sensei {' '.join(words)}",
            )


def _wait_for_a_killed_one(output: Path) -> None:
    """When a loop is killed, its training is killed a moment later: that moment is waited for."""
    output.parent.mkdir(parents=True, exist_ok=True)
    with (output.parent / f".{output.name}.lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
