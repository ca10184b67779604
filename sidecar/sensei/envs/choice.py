"""The environments by name: ``gym``, ``lean-server`` and ``pantograph``."""

from __future__ import annotations

from dataclasses import dataclass
from types import TracebackType
from typing import Final, Protocol, Self

from sensei.core.closing import Closing
from sensei.core.errors import UsageError
from sensei.core.protocols import Environment
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, gym_launch
from sensei.envs.process import GymLimits
from sensei.toolchain.workspace import LeanWorkspace

GYM: Final = "gym"
ENVIRONMENTS: Final = (GYM, "lean-server", "pantograph")


class Environments(Protocol):
    """The environments of one machine's workers. A context manager that ends their processes."""

    def environment(self) -> Environment:
        """An environment for one worker thread."""
        ...

    def close(self) -> None:
        """Ends all processes, those in use too; safe to call twice, from any thread."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class PooledEnvironments(Closing):
    """Environments on the servers of a pool.

    Args:
        workspace: given if they are PyPantograph's.
    """

    pool: GymPool
    workspace: LeanWorkspace | None = None

    def environment(self) -> Environment:
        """An environment for one worker thread."""
        if self.workspace is None:
            return GymEnvironment(self.pool)
        from sensei.envs.pantograph import PantographEnvironment

        return PantographEnvironment(self.pool, workspace=self.workspace)

    def close(self) -> None:
        """Ends all processes, those in use too; safe to call twice, from any thread."""
        self.pool.close()


def make_environments(
    name: str, workspace: LeanWorkspace, size: int, limits: GymLimits
) -> Environments:
    """The environments of that name, on at most ``size`` processes of a pool.

    Raises:
        UsageError: there are none.
        SenseiError: what they need is not installed.
    """
    if name == GYM:
        return PooledEnvironments(GymPool(gym_launch(workspace), size, limits))
    if name == "lean-server":
        from sensei.envs.lean_server import LeanServers

        return LeanServers(workspace, limits)
    if name == "pantograph":
        from sensei.envs.pantograph import pantograph_pool

        return PooledEnvironments(pantograph_pool(workspace, size, limits), workspace)
    raise UsageError(f"there is no environment {name}", f"name one of {', '.join(ENVIRONMENTS)}")
