"""The project that a server works on, with the real Lean and the real store."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

from sensei.core.errors import NotFoundError, StoreError
from sensei.core.types import TheoremRef
from sensei.envs.gym import GymEnvironment
from sensei.envs.pool import GymPool, PoolHealth, gym_launch
from sensei.envs.process import GymLimits
from sensei.ingest.identity import project_snapshot
from sensei.provers.prover import StoreRecorder
from sensei.store import Store
from sensei.toolchain.modules import components, module_path
from sensei.toolchain.workspace import LeanWorkspace
from sensei.verify.verifier import LeanVerifier


class LeanProject:
    """Searches and judges in one project; see ``server.state.Project``.

    Args:
        workspace: the project with its Lean.
        store: where theorems are looked up and attempts kept.
        searches: step servers that are kept warm.
        models: how attempts name each model of the server: generator, checkpoint and seed.
    """

    def __init__(
        self,
        workspace: LeanWorkspace,
        store: Store,
        *,
        searches: int,
        models: Mapping[str, tuple[str, str | None, int]],
    ) -> None:
        self.root: Path = workspace.root
        self.lean_version, self.lean_kind = workspace.lean_version, workspace.toolchain_kind
        self.verifier = LeanVerifier(workspace)
        self._store = store
        self._models = models
        self._pool = GymPool(gym_launch(workspace), searches, GymLimits(tactic_s=2.0))
        self._lock = threading.Lock()

    def theorem(self, name: str, module: str) -> TheoremRef:
        """By the store, else, with the module given, by the file that should have it.

        Raises:
            NotFoundError: there is none, or the name is empty.
        """
        if not name:
            raise NotFoundError("no declaration is named")
        snapshot = self._snapshot()
        missing = NotFoundError(f"no theorem {name}", "sensei trace && sensei ingest")
        if snapshot is not None:
            try:
                found = self._store.theorem(name, snapshot_id=snapshot).ref
                if not module or found.module == module:
                    return found
            except NotFoundError as error:
                missing = error
        parts = components(module)
        if parts and not any(part == ".." or "/" in part for part in parts):
            file = module_path(Path(), module, ".lean").as_posix()
            # The step server says whether the file has such a theorem.
            if (self.root / file).is_file():
                return TheoremRef(name, module, file)
        raise missing

    def environment(self) -> GymEnvironment:
        """An environment on the shared step servers."""
        return GymEnvironment(self._pool)

    def recorder(self, model: str) -> StoreRecorder | None:
        """The store, if it knows the project, for attempts by one of the models."""
        snapshot = self._snapshot()
        if snapshot is None:
            return None
        generator, checkpoint, seed = self._models[model]
        return StoreRecorder(self._store, snapshot, generator, checkpoint, seed)

    def health(self) -> PoolHealth:
        """Of the step servers."""
        return self._pool.health()

    def _snapshot(self) -> int | None:
        with self._lock:
            try:
                return project_snapshot(self._store, self.root).id
            except (NotFoundError, StoreError):
                return None

    def close(self) -> None:
        """Ends the step servers; those who search in them get an error."""
        self._pool.close()
