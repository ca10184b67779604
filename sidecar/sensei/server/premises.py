"""Premise selection: the index of the project's newest snapshot, and the answer to a request."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sensei.core.errors import NotFoundError, UsageError
from sensei.ingest.identity import project_snapshot
from sensei.provers.premises import NAME, PremiseIndex
from sensei.provers.retrievers import NamedRetriever
from sensei.server.held import Held, ModelMemory
from sensei.server.limits import Limits
from sensei.server.service import NotLoadedError
from sensei.store import Store
from sensei.wire.v1 import tactic_pb2

T = TypeVar("T")
DEFAULT_COUNT, MAX_COUNT, MAX_ACCESSIBLE = 32, 1024, 65536


@dataclass(slots=True)
class OpenRetriever:
    """A retriever that is loaded, with its index of one snapshot: they go together."""

    named: NamedRetriever
    snapshot: int = 0
    index: PremiseIndex | None = None


@dataclass(frozen=True, slots=True)
class RetrieverToServe:
    """A retriever that may still have to be loaded.

    Args:
        name: what requests call it.
        checkpoint: its folder, or "".
        held: asked by one thread at a time.
    """

    name: str
    checkpoint: str
    held: Held[OpenRetriever]

    @classmethod
    def of(cls, named: NamedRetriever) -> RetrieverToServe:
        """One that is there already, and stays."""
        held = Held(named.name, lambda: OpenRetriever(named), None, ModelMemory())
        held.load()
        return cls(named.name, named.checkpoint, held)


class SnapshotPremises:
    """Answers from the newest snapshot of a project, read when it is first asked for. Thread-safe.

    Args:
        root: of the project.
        retriever: what answers; BM25 by default, which also stays beside another for those who
            ask for it by name.
    """

    def __init__(
        self, store: Store, root: Path, retriever: RetrieverToServe | NamedRetriever | None = None
    ) -> None:
        if isinstance(retriever, NamedRetriever):
            retriever = RetrieverToServe.of(retriever)
        self._store, self._root, self._retriever = store, root, retriever
        self.name = NAME if retriever is None else retriever.name
        self.checkpoint = "" if retriever is None else retriever.checkpoint
        self._lock = threading.Lock()
        self._bm25: tuple[int, PremiseIndex] | None = None
        # Of its own: to read and encode a corpus takes a while, and nobody else waits for it.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="premises")

    @property
    def ready(self) -> bool:
        """Whether an answer waits for no reading."""
        if self._retriever is None:
            return self._bm25 is not None
        opened = self._retriever.held.loaded
        return opened is not None and opened.index is not None

    def ask(self, name: str, call: Callable[[PremiseIndex], T]) -> T:
        """What the call makes of a retriever's index; "" is the default's.

        Raises:
            ModelError: the retriever cannot be loaded, or failed.
            NotFoundError: nothing of the project is in the store.
        """
        retriever = self._retriever
        with self._lock:
            if retriever is None or name not in ("", retriever.name):
                return call(self._by_words())
            return retriever.held.ask(lambda opened: call(self._opened(opened)))

    def _newest(self) -> int:
        return max((snapshot.id for snapshot in self._store.snapshots()), default=0)

    def _by_words(self) -> PremiseIndex:
        newest = self._newest()
        if self._bm25 is None or self._bm25[0] != newest:
            snapshot = project_snapshot(self._store, self._root).id
            self._bm25 = newest, PremiseIndex.of_snapshot(self._store, snapshot)
        return self._bm25[1]

    def _opened(self, opened: OpenRetriever) -> PremiseIndex:
        newest = self._newest()
        if opened.index is None or opened.snapshot != newest:
            corpus = self._store.corpus(project_snapshot(self._store, self._root).id)
            opened.index = PremiseIndex.of_corpus(corpus, opened.named)
            opened.snapshot = newest
        return opened.index

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
        if self._retriever is None:
            raise _no_encoder()
        if name not in ("", self.name):
            raise NotFoundError(f"no encoder '{name}' is loaded", f"loaded: {self.name}")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._vector, text)

    def _vector(self, text: str) -> list[float]:
        assert self._retriever is not None

        def encoded(opened: OpenRetriever) -> list[float]:
            if opened.named.encode is None:
                raise _no_encoder()
            return opened.named.encode(text)

        with self._lock:
            return self._retriever.held.ask(encoded)

    def begin(self) -> None:
        """Begins to read, for a retriever that is loaded; what fails is said when asked for."""
        if self._retriever is not None and self._retriever.held.ready:
            self._thread.submit(self.ask, "", lambda index: None)

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
        found = self.ask(
            request.model,
            lambda index: index.select(
                goal.pretty,
                request.count or DEFAULT_COUNT,
                module=goal.module,
                imports=goal.imports,
                accessible=request.accessible,
                without=goal.declaration,
            ),
        )
        premises = [tactic_pb2.Premise(name=p.name, module=p.module, score=p.score) for p in found]
        return tactic_pb2.SelectPremisesReply(premises=premises, model=request.model or self.name)


def _no_encoder() -> NotLoadedError:
    return NotLoadedError(
        "no encoder is loaded", "train one and name it: sensei serve --retriever CHECKPOINT"
    )
