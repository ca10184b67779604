"""A project of the fake step server's kind of files, and pools of its servers."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from sensei.core.types import TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool
from sensei.envs.process import GymLimits, LeanCommand

SERVER = Path(__file__).with_name("gym_server.py")


@dataclass
class Project:
    """A folder with files of the fake server's kind, and what its servers were told."""

    root: Path
    env: dict[str, str] = field(default_factory=dict)
    pools: list[GymPool] = field(default_factory=list)

    def launch(self, theorem: TheoremRef) -> LeanCommand:
        argv = (sys.executable, str(SERVER), "--file", str(self.root / theorem.file))
        env = {**os.environ, "GYM_LOG": str(self.root / "log"), **self.env}
        return LeanCommand(argv, env, self.root, writes=(self.root,))

    def pool(self, size: int = 1, **limits: float) -> GymPool:
        fast = {"tactic_s": 0.3, "start_s": 20.0, **limits}
        self.pools.append(GymPool(self.launch, size, GymLimits(**fast)))  # type: ignore[arg-type]
        return self.pools[-1]

    def environment(self, **limits: float) -> GymEnvironment:
        return GymEnvironment(self.pool(**limits))

    def log(self, *kinds: str) -> list[str]:
        """What the servers received, without their ids."""
        file = self.root / "log"
        lines = [line.split(" ", 1)[1] for line in file.read_text().splitlines()]
        return [line for line in lines if not kinds or line.split()[0] in kinds]

    def pids(self) -> set[int]:
        return {int(line.split()[0]) for line in (self.root / "log").read_text().splitlines()}


def running(pid: int) -> bool:
    """Whether a process runs; one that ended and was not reaped does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
