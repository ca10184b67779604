"""The server put together: services, gate, health, reflection; begun and ended."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from sensei.core.errors import SenseiError, UsageError
from sensei.core.protocols import Generator
from sensei.provers.retrievers import NamedRetriever
from sensei.server.audit import AuditLog, audit_file
from sensei.server.batching import Batcher
from sensei.server.bind import Bind
from sensei.server.ingesting import IngestService
from sensei.server.limits import Limits
from sensei.server.premises import RetrieverToServe, SnapshotPremises
from sensei.server.running import RunService
from sensei.server.searching import SearchService
from sensei.server.service import Gate
from sensei.server.state import Judge, Model, Project, State
from sensei.server.tactics import StatusService, TacticService
from sensei.store import Store
from sensei.wire.v1 import (
    ingest_pb2,
    ingest_pb2_grpc,
    run_pb2,
    run_pb2_grpc,
    search_pb2,
    search_pb2_grpc,
    status_pb2,
    status_pb2_grpc,
    tactic_pb2,
    tactic_pb2_grpc,
)

if TYPE_CHECKING:
    from sensei.server.http.app import HttpServer

DEFAULTS = Limits()


@dataclass(slots=True)
class Served:
    """A server that runs. ``stop`` ends it."""

    port: int
    state: State
    _server: Any
    _health: Any
    _runs: RunService
    _audit: AuditLog
    _premises: SnapshotPremises
    _http: HttpServer | None = None
    _names: list[str] = field(default_factory=list)

    @property
    def http_port(self) -> int | None:
        """Of the HTTP side; None without one."""
        return self._http.port if self._http else None

    async def stop(self, grace_s: float = 5.0) -> None:
        """Takes no more calls, gives those that run ``grace_s`` seconds, ends runs and models."""
        await self._health.enter_graceful_shutdown()
        if self._http is not None:
            await self._http.stop()
        await self._server.stop(grace_s)
        await self._runs.close()
        for batcher in self.state.batchers:
            await batcher.close()
        await asyncio.to_thread(self._premises.close)
        self._audit.close()


async def serve(
    bind: Bind,
    generators: Mapping[str, tuple[Generator, str]],
    store: Store,
    root: Path,
    project: Project | None,
    *,
    no_project: str = "",
    progress: Judge | None = None,
    critic: Judge | None = None,
    limits: Limits = DEFAULTS,
    retriever: RetrieverToServe | NamedRetriever | None = None,
) -> Served:
    """Begins to serve, in the running event loop.

    Args:
        generators: by name, with the checkpoint's folder or ""; the first is the default. They are
            asked by a thread each; a held one (held.py) is loaded there.
        progress: estimates how far goals are; None if there is no such model.
        critic: judges goals for the searches that ask one; None if there is none.
        project: None if there is no Lean; ``no_project`` says why.
        retriever: what selects premises; BM25 if None.

    Raises:
        UsageError: the bind is refused.
        SenseiError: the address cannot be listened on.
    """
    bind.check()
    audit = AuditLog(audit_file(root))
    models = [
        Model(
            name,
            checkpoint,
            Batcher(
                generator.generate,
                batch_goals=limits.batch_goals,
                pending_goals=limits.pending_goals,
            ),
            is_ready=partial(getattr, generator, "ready", True),
        )
        for name, (generator, checkpoint) in generators.items()
    ]
    state = State(
        models,
        project,
        limits,
        no_project,
        root,
        audit=audit.note,
        progress=_judge(progress, limits),
        critic=_judge(critic, limits),
    )
    server = grpc.aio.server(
        interceptors=[Gate(state, bind.token)],
        maximum_concurrent_rpcs=limits.calls,
        options=[
            ("grpc.max_receive_message_length", limits.message_bytes),
            ("grpc.max_send_message_length", limits.message_bytes),
            ("grpc.so_reuseport", 0),
        ],
    )
    runs = RunService(state)
    health_service = health.aio.HealthServicer()
    premises = SnapshotPremises(store, root, retriever)
    tactics = TacticService(state, premises)
    search, status = SearchService(state), StatusService(state, premises)
    tactic_pb2_grpc.add_TacticServiceServicer_to_server(tactics, server)
    search_pb2_grpc.add_SearchServiceServicer_to_server(search, server)
    ingest_pb2_grpc.add_IngestServiceServicer_to_server(IngestService(state, store), server)
    run_pb2_grpc.add_RunServiceServicer_to_server(runs, server)
    status_pb2_grpc.add_StatusServiceServicer_to_server(status, server)
    health_pb2_grpc.add_HealthServicer_to_server(health_service, server)
    names = [
        service.full_name
        for module in (tactic_pb2, search_pb2, ingest_pb2, run_pb2, status_pb2)
        for service in module.DESCRIPTOR.services_by_name.values()
    ]
    reflection.enable_server_reflection(
        [*names, health.SERVICE_NAME, reflection.SERVICE_NAME], server
    )
    http = None
    try:
        port = _listen(server, bind)
        if bind.http_port is not None:
            # Here, since it is an extra's.
            from sensei.server.http.app import HttpServer
            from sensei.server.http.services import Services

            services = Services(state, tactics, search, runs, status, premises, store)
            http = await HttpServer.start(bind, services)
    except SenseiError:
        for batcher in state.batchers:
            await batcher.close()
        premises.close()
        audit.close()
        raise
    premises.begin()
    await server.start()
    for name in ["", *names]:
        await health_service.set(name, health_pb2.HealthCheckResponse.SERVING)
    return Served(port, state, server, health_service, runs, audit, premises, http, names)


def _judge(judge: Judge | None, limits: Limits) -> Model[float] | None:
    if judge is None:
        return None
    answer = judge.answer
    return Model(
        judge.name,
        judge.checkpoint,
        Batcher(
            lambda goals, _: answer(goals),
            batch_goals=limits.batch_goals,
            pending_goals=limits.pending_goals,
        ),
        judge.identity,
        judge.is_ready,
    )


def _listen(server: Any, bind: Bind) -> int:
    try:
        if bind.certificate is None or bind.key is None:
            return int(server.add_insecure_port(bind.target))
        pair = (bind.key.read_bytes(), bind.certificate.read_bytes())
        return int(server.add_secure_port(bind.target, grpc.ssl_server_credentials([pair])))
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from None
    except RuntimeError as error:
        raise SenseiError(
            f"cannot listen on {bind.target}: {str(error).splitlines()[0]}",
            "give another --port, or none for a free one",
        ) from None
