"""Premise selection: the index of the project's newest snapshot, and the answer to a request."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from sensei.core.errors import UsageError
from sensei.ingest.identity import project_snapshot
from sensei.provers.premises import NAME, PremiseIndex
from sensei.server.limits import Limits
from sensei.store import Store
from sensei.wire.v1 import tactic_pb2

DEFAULT_COUNT, MAX_COUNT, MAX_ACCESSIBLE = 32, 1024, 65536


class SnapshotPremises:
    """Answers from the newest snapshot of a project, read when it is first asked for. Thread-safe.

    Args:
        root: of the project.
    """

    def __init__(self, store: Store, root: Path) -> None:
        self._store, self._root = store, root
        self._lock = threading.Lock()
        self._newest = 0
        self._index: PremiseIndex | None = None

    def index(self) -> PremiseIndex:
        """The index.

        Raises:
            NotFoundError: nothing of the project is in the store.
        """
        with self._lock:
            newest = max((snapshot.id for snapshot in self._store.snapshots()), default=0)
            if self._index is None or newest != self._newest:
                snapshot = project_snapshot(self._store, self._root).id
                self._index = PremiseIndex.of_snapshot(self._store, snapshot)
                self._newest = newest
            return self._index

    def select(self, request: Any, limits: Limits) -> Any:
        """The reply to a SelectPremisesRequest.

        Raises:
            NotFoundError: nothing of the project is in the store.
            UsageError: a request over a limit.
        """
        goal = request.goal
        limits.check_goals([goal])
        if request.model not in ("", NAME):
            raise UsageError(f"no retriever '{request.model}' is loaded", f"loaded: {NAME}")
        if request.count > MAX_COUNT or len(request.accessible) > MAX_ACCESSIBLE:
            raise UsageError(
                f"{request.count} premises of {len(request.accessible)} names: at most {MAX_COUNT} "
                f"are given, of at most {MAX_ACCESSIBLE}"
            )
        found = self.index().select(
            goal.pretty,
            request.count or DEFAULT_COUNT,
            module=goal.module,
            imports=goal.imports,
            accessible=request.accessible,
            without=goal.declaration,
        )
        premises = [tactic_pb2.Premise(name=p.name, module=p.module, score=p.score) for p in found]
        return tactic_pb2.SelectPremisesReply(premises=premises, model=NAME)
