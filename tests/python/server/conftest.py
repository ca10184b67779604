"""A real server on a free port, with a generator, a Lean and a verifier that are tables."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest

from fakes.environment import TableEnvironment
from fakes.verifier import RuleVerifier
from sensei.core.errors import NotFoundError
from sensei.core.protocols import Generator
from sensei.core.types import TacticCandidate, TheoremRef
from sensei.envs.pool import PoolHealth, WorkerHealth
from sensei.provers.prover import Recorder
from sensei.server.app import serve
from sensei.server.bind import Bind
from sensei.server.limits import Limits
from sensei.server.state import State
from sensei.store import Store, open_store
from sensei.wire.v1 import (
    ingest_pb2_grpc,
    run_pb2_grpc,
    search_pb2_grpc,
    status_pb2_grpc,
    tactic_pb2_grpc,
)

TOKEN = "the-token-of-the-tests"


class GateGenerator:
    """Offers two tactics for each goal; waits for ``gate`` first, and notes its calls."""

    def __init__(self, table: Mapping[str, Sequence[str]] | None = None) -> None:
        self.gate = threading.Event()
        self.gate.set()
        self.entered = threading.Semaphore(0)
        self.calls: list[list[str]] = []
        self._table = table or {}

    def generate(self, states: Sequence[str], count: int) -> list[list[TacticCandidate]]:
        self.calls.append(list(states))
        self.entered.release()
        assert self.gate.wait(20)
        return [
            [TacticCandidate(t, -1.0 - i) for i, t in enumerate(self._offers(s))][:count]
            for s in states
        ]

    def _offers(self, state: str) -> Sequence[str]:
        return self._table.get(state, (f"exact {state}", "simp"))


@dataclass
class TableProject:
    """The theorem ``t`` with a proof of two steps, ``hopeless`` with none, and ``endless``."""

    root: Path
    lean_version: str = "4.35.0"
    lean_kind: str = "embedded"
    verifier: RuleVerifier = field(default_factory=RuleVerifier)
    environments: list[TableEnvironment] = field(default_factory=list)

    def theorem(self, name: str, module: str) -> TheoremRef:
        if name not in ("t", "hopeless", "endless"):
            raise NotFoundError(f"no theorem {name}")
        return TheoremRef(name, module or "M", "M.lean")

    @contextmanager
    def environment(self) -> Iterator[TableEnvironment]:
        table = {("A",): {"left": ("B",), "simp": ("A",)}, ("B",): {"exact B": ()}}
        endless = {(f"n{i}",): {f"exact n{i}": (f"n{i + 1}",)} for i in range(100_000)}
        roots = {"t": ("A",), "hopeless": ("Z",), "endless": ("n0",)}
        environment = TableEnvironment(roots, {**table, **endless})
        self.environments.append(environment)
        try:
            yield environment
        finally:
            environment.close()

    def recorder(self, model: str) -> Recorder | None:
        return None

    def health(self) -> PoolHealth:
        return PoolHealth((WorkerHealth("M.lean", 1, 2**28, 3, True),), 5, {"timeout": 2})


@dataclass
class Running:
    """The server, and clients of its services."""

    port: int
    state: State
    project: TableProject
    generator: Any
    store: Store
    channel: grpc.Channel
    http_port: int | None = None

    def __post_init__(self) -> None:
        self.tactics = tactic_pb2_grpc.TacticServiceStub(self.channel)
        self.search = search_pb2_grpc.SearchServiceStub(self.channel)
        self.status = status_pb2_grpc.StatusServiceStub(self.channel)
        self.ingest = ingest_pb2_grpc.IngestServiceStub(self.channel)
        self.runs = run_pb2_grpc.RunServiceStub(self.channel)


class Bearer(grpc.UnaryUnaryClientInterceptor, grpc.UnaryStreamClientInterceptor,
             grpc.StreamUnaryClientInterceptor):  # fmt: skip
    """Sends the token with every call."""

    def _with_token(self, proceed: Any, details: Any, request: Any) -> Any:
        metadata = [*(details.metadata or []), ("authorization", f"Bearer {TOKEN}")]
        return proceed(details._replace(metadata=metadata), request)

    intercept_unary_unary = intercept_unary_stream = intercept_stream_unary = _with_token


Start = Callable[..., Running]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers, each in an event loop of its own thread, and stops them at the end."""
    stops: list[Callable[[], None]] = []

    def begin(
        generator: Generator | None = None,
        limits: Limits | None = None,
        root: Path | None = None,
        grace_s: float = 0.0,
        http_port: int | None = None,
        generators: Mapping[str, tuple[Generator, str]] | None = None,
        store: Store | None = None,
        **more: Any,
    ) -> Running:
        root = root or tmp_path
        generator = generator or GateGenerator({"A": ("left", "simp")})
        own = None if store else open_store(tmp_path / f"store{len(stops)}.db")
        kept = store or own
        assert kept is not None
        project = TableProject(root)
        loop = asyncio.new_event_loop()
        thread = threading.Thread(target=loop.run_forever)
        thread.start()
        served = asyncio.run_coroutine_threadsafe(
            serve(
                Bind(token=TOKEN, http_port=http_port),
                generators
                or {"table": (generator, ""), "other": (GateGenerator(), "/some/checkpoint")},
                kept,
                root,
                project,
                limits=limits or Limits(),
                **more,
            ),
            loop,
        ).result(30)
        plain = grpc.insecure_channel(f"127.0.0.1:{served.port}")
        channel = grpc.intercept_channel(plain, Bearer())

        def stop() -> None:
            gate = getattr(generator, "gate", None)
            if gate is not None:
                gate.set()
            plain.close()
            asyncio.run_coroutine_threadsafe(served.stop(grace_s), loop).result(30)
            loop.call_soon_threadsafe(loop.stop)
            thread.join()
            loop.close()
            if own is not None:
                own.close()

        stops.append(stop)
        return Running(
            served.port, served.state, project, generator, kept, channel, served.http_port
        )

    yield begin
    for stop in stops:
        stop()
