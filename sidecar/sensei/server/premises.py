"""Premise selection: the index of the project's newest snapshot, and the answer to a request."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from sensei.core.errors import NotFoundError, UsageError
from sensei.ingest.identity import project_snapshot
from sensei.provers.premises import NAME, PremiseIndex
from sensei.provers.retrievers import NamedRetriever
from sensei.server.limits import Limits
from sensei.server.service import NotLoadedError
from sensei.store import Store
from sensei.wire.v1 import tactic_pb2

DEFAULT_COUNT, MAX_COUNT, MAX_ACCESSIBLE = 32, 1024, 65536


class SnapshotPremises:
    """Answers from the newest snapshot of a project, read when it is first asked for. Thread-safe.

    Args:
        root: of the project.
        retriever: what answers; BM25 by default, which also stays beside another for those who
            ask for it by name.
    """

    def __init__(self, store: Store, root: Path, retriever: NamedRetriever | None = None) -> None:
        self._store, self._root, self._retriever = store, root, retriever
        self.name = NAME if retriever is None else retriever.name
        self.checkpoint = "" if retriever is None else retriever.checkpoint
        self._lock = threading.Lock()
        self._newest = 0
        self._indexes: dict[str, PremiseIndex] = {}
        # Of its own: to read and encode a corpus takes a while, and nobody else waits for it.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="premises")

    @property
    def ready(self) -> bool:
        """Whether an answer waits for no reading."""
        return self.name in self._indexes

    def index(self, name: str = "") -> PremiseIndex:
        """The index of a retriever; "" is the default.

        Raises:
            NotFoundError: nothing of the project is in the store.
        """
        name = name or self.name
        with self._lock:
            newest = max((snapshot.id for snapshot in self._store.snapshots()), default=0)
            if newest != self._newest:
                self._indexes.clear()
            if name not in self._indexes:
                snapshot = project_snapshot(self._store, self._root).id
                if self._retriever is not None and name == self._retriever.name:
                    corpus = self._store.corpus(snapshot)
                    self._indexes[name] = PremiseIndex.of_corpus(corpus, self._retriever)
                else:
                    self._indexes[name] = PremiseIndex.of_snapshot(self._store, snapshot)
                self._newest = newest
            return self._indexes[name]

    async def answer(self, request: Any, limits: Limits) -> Any:
        """``select``, beside the event loop, one request after the other."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self.select, request, limits)

    async def encode(self, name: str, text: str, limits: Limits) -> list[float]:
        """The vector of a goal, by the retriever's encoder; "" is its name too.

        Raises:
            NotLoadedError: there is none.
            NotFoundError: it has another name.
            UsageError: the text is over a limit.
        """
        if len(text.encode()) > limits.goal_bytes:
            raise UsageError(f"a text of more than {limits.goal_bytes} bytes")
        if self._retriever is None or self._retriever.encode is None:
            raise NotLoadedError(
                "no encoder is loaded", "train one and name it: sensei serve --retriever CHECKPOINT"
            )
        if name not in ("", self.name):
            raise NotFoundError(f"no encoder '{name}' is loaded", f"loaded: {self.name}")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._retriever.encode, text)

    def begin(self) -> None:
        """Begins to read, for a retriever that takes a while; what fails is said when asked for."""
        if self._retriever is not None:
            self._thread.submit(self.index)

    def close(self) -> None:
        """Ends it; what it reads is read to the end, and nobody waits for it any more."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    def select(self, request: Any, limits: Limits) -> Any:
        """The reply to a SelectPremisesRequest.

        Raises:
            NotFoundError: nothing of the project is in the store.
            UsageError: a request over a limit.
        """
        goal = request.goal
        limits.check_goals([goal])
        known = tuple(dict.fromkeys((self.name, NAME)))
        if request.model and request.model not in known:
            raise UsageError(
                f"no retriever '{request.model}' is loaded", f"loaded: {', '.join(known)}"
            )
        if request.count > MAX_COUNT or len(request.accessible) > MAX_ACCESSIBLE:
            raise UsageError(
                f"{request.count} premises of {len(request.accessible)} names: at most {MAX_COUNT} "
                f"are given, of at most {MAX_ACCESSIBLE}"
            )
        found = self.index(request.model).select(
            goal.pretty,
            request.count or DEFAULT_COUNT,
            module=goal.module,
            imports=goal.imports,
            accessible=request.accessible,
            without=goal.declaration,
        )
        premises = [tactic_pb2.Premise(name=p.name, module=p.module, score=p.score) for p in found]
        return tactic_pb2.SelectPremisesReply(premises=premises, model=request.model or self.name)
