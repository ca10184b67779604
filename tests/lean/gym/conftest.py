"""Real step servers on a small project whose theorems need their place in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sensei.core.types import TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, gym_launch
from sensei.envs.process import GymLimits, GymProcess
from sensei.settings import Settings
from sensei.toolchain.workspace import LeanWorkspace, open_workspace

PROJECT = Path(__file__).parent / "project"


@pytest.fixture(scope="session")
def places(copy_project: Callable[[Path], Path], settings: Settings) -> LeanWorkspace:
    return open_workspace(copy_project(PROJECT), settings, build=False)


@pytest.fixture(scope="session")
def ref() -> Callable[[str], TheoremRef]:
    """A theorem by ``File.name``, as ``Places.by_term``."""

    def make(name: str) -> TheoremRef:
        file, _, rest = name.partition(".")
        inside = "Places." if file == "Places" else f"Places.{file}."
        return TheoremRef(inside + rest, f"Places.{file}", f"Places/{file}.lean")

    return make


@pytest.fixture(scope="module")
def server(
    places: LeanWorkspace,
    ref: Callable[[str], TheoremRef],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[GymProcess]:
    """A server for Places.lean; its states are forgotten after the module."""
    command = gym_launch(places)(ref("Places.by_term"))
    command = replace(command, writes=(tmp_path_factory.getbasetemp(),))
    process = GymProcess.start(command, GymLimits(tactic_s=20.0))
    yield process
    process.close()


@pytest.fixture
def environment(places: LeanWorkspace) -> Iterator[Callable[..., GymEnvironment]]:
    """Environments with limits of their own, on one server each."""
    pools: list[GymPool] = []

    def make(**limits: float) -> GymEnvironment:
        pool = GymPool(gym_launch(places), 1, GymLimits(**limits))  # type: ignore[arg-type]
        pools.append(pool)
        return GymEnvironment(pool)

    yield make
    for pool in pools:
        pool.close()
