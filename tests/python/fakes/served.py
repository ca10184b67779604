"""A server in a thread of this process, over a store and with a Lean that is a table."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fakes.environment import TableEnvironment
from fakes.generator import TableGenerator
from fakes.verifier import RuleVerifier
from sensei.core.errors import NotFoundError
from sensei.core.types import TheoremRef
from sensei.envs.pool import PoolHealth, WorkerHealth
from sensei.provers.prover import Recorder
from sensei.server.app import Served, serve
from sensei.server.bind import Bind
from sensei.server.limits import Limits
from sensei.store import Store

TOKEN = "the-token-of-the-tests"


@dataclass
class ServedProject:
    """No theorem can be searched for; two step servers are shown."""

    root: Path
    lean_version: str = "4.35.0"
    lean_kind: str = "embedded"
    verifier: RuleVerifier = field(default_factory=RuleVerifier)

    def theorem(self, name: str, module: str) -> TheoremRef:
        raise NotFoundError(f"no theorem {name}")

    @contextmanager
    def environment(self) -> Iterator[TableEnvironment]:
        yield TableEnvironment({}, {})

    def recorder(self) -> Recorder | None:
        return None

    def health(self) -> PoolHealth:
        busy = WorkerHealth("Kata/Logic.lean", 4711, 412 * 2**20, 17, True)
        idle = WorkerHealth("Kata/Lists.lean", 4712, 388 * 2**20, 5, False)
        return PoolHealth((busy, idle), 5, {"timeout": 2, "memory": 1})


@dataclass
class Running:
    """The server's address and parts."""

    url: str
    served: Served
    store: Store
    root: Path


@contextmanager
def served(store: Store, root: Path, **more: Any) -> Iterator[Running]:
    """Serves gRPC and HTTP on free ports until the block ends."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        running = asyncio.run_coroutine_threadsafe(
            serve(
                Bind(token=TOKEN, http_port=0),
                {"table": (TableGenerator({}), "")},
                store,
                root,
                ServedProject(root),
                # Browsers ask for much at once, and all tests share one server.
                limits=Limits(requests_per_s=1e6, requests_burst=1e6),
                **more,
            ),
            loop,
        ).result(60)
        try:
            yield Running(f"http://127.0.0.1:{running.http_port}/", running, store, root)
        finally:
            asyncio.run_coroutine_threadsafe(running.stop(0.0), loop).result(60)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
