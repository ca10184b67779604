"""The server put together: services, gate, health, reflection; begun and ended."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from sensei.core.errors import SenseiError, UsageError
from sensei.core.protocols import Generator
from sensei.server.batching import Batcher
from sensei.server.ingesting import IngestService
from sensei.server.limits import Limits
from sensei.server.premises import SnapshotPremises
from sensei.server.running import RunService
from sensei.server.searching import SearchService
from sensei.server.service import Gate
from sensei.server.state import Model, Project, State
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

DEFAULTS = Limits()


@dataclass(frozen=True, slots=True)
class Bind:
    """Where to listen, and who may call.

    Args:
        host: an address in figures, or ``localhost``.
        port: 0 takes a free one.
        token: what callers must send.
        own_token: whether the user gave the token; one that was made up is for the loopback only.
        certificate, key: PEM files for TLS; both or none.
    """

    host: str = "127.0.0.1"
    port: int = 0
    token: str = ""
    own_token: bool = False
    certificate: Path | None = None
    key: Path | None = None

    def check(self) -> None:
        """Refuses what would let strangers in.

        Raises:
            UsageError: with the reason.
        """
        if (self.certificate is None) != (self.key is None):
            raise UsageError("a certificate without its key, or a key alone", "give both or none")
        host = "127.0.0.1" if self.host == "localhost" else self.host
        try:
            loopback = ipaddress.ip_address(host).is_loopback
        except ValueError:
            raise UsageError(
                f"'{self.host}' is no address in figures", "as 127.0.0.1, or ::1"
            ) from None
        if loopback:
            return
        missing = [] if self.own_token else ["a token of your own (--token-file FILE)"]
        missing += [] if self.certificate else ["TLS (--tls-certificate FILE --tls-key FILE)"]
        if missing:
            raise UsageError(
                f"{self.host} can be reached from other machines, and whoever reaches this server "
                f"runs code on this one; that needs {' and '.join(missing)}",
                "leave --host out for this machine only",
            )

    @property
    def target(self) -> str:
        """``host:port``."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(slots=True)
class Served:
    """A server that runs. ``stop`` ends it."""

    port: int
    state: State
    _server: Any
    _health: Any
    _runs: RunService
    _names: list[str] = field(default_factory=list)

    async def stop(self, grace_s: float = 5.0) -> None:
        """Takes no more calls, gives those that run ``grace_s`` seconds, ends runs and models."""
        await self._health.enter_graceful_shutdown()
        await self._server.stop(grace_s)
        await self._runs.close()
        for model in self.state.models:
            await model.batcher.close()


async def serve(
    bind: Bind,
    generators: Mapping[str, tuple[Generator, str]],
    store: Store,
    root: Path,
    project: Project | None,
    *,
    no_project: str = "",
    limits: Limits = DEFAULTS,
) -> Served:
    """Begins to serve, in the running event loop.

    Args:
        generators: by name, with the checkpoint's folder or ""; the first is the default.
        project: None if there is no Lean; ``no_project`` says why.

    Raises:
        UsageError: the bind is refused.
        SenseiError: the address cannot be listened on.
    """
    bind.check()
    models = [
        Model(
            name,
            checkpoint,
            Batcher(generator, batch_goals=limits.batch_goals, pending_goals=limits.pending_goals),
        )
        for name, (generator, checkpoint) in generators.items()
    ]
    state = State(models, project, limits, no_project, root)
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
    tactics = TacticService(state, SnapshotPremises(store, root))
    tactic_pb2_grpc.add_TacticServiceServicer_to_server(tactics, server)
    search_pb2_grpc.add_SearchServiceServicer_to_server(SearchService(state), server)
    ingest_pb2_grpc.add_IngestServiceServicer_to_server(IngestService(state, store), server)
    run_pb2_grpc.add_RunServiceServicer_to_server(runs, server)
    status_pb2_grpc.add_StatusServiceServicer_to_server(StatusService(state), server)
    health_pb2_grpc.add_HealthServicer_to_server(health_service, server)
    names = [
        service.full_name
        for module in (tactic_pb2, search_pb2, ingest_pb2, run_pb2, status_pb2)
        for service in module.DESCRIPTOR.services_by_name.values()
    ]
    reflection.enable_server_reflection(
        [*names, health.SERVICE_NAME, reflection.SERVICE_NAME], server
    )
    try:
        port = _listen(server, bind)
    except RuntimeError as error:
        for model in models:
            await model.batcher.close()
        raise SenseiError(
            f"cannot listen on {bind.target}: {str(error).splitlines()[0]}",
            "give another --port, or none for a free one",
        ) from None
    await server.start()
    for name in ["", *names]:
        await health_service.set(name, health_pb2.HealthCheckResponse.SERVING)
    return Served(port, state, server, health_service, runs, names)


def _listen(server: Any, bind: Bind) -> int:
    if bind.certificate is None or bind.key is None:
        return int(server.add_insecure_port(bind.target))
    try:
        pair = (bind.key.read_bytes(), bind.certificate.read_bytes())
    except OSError as error:
        raise UsageError(f"{error.filename}: {error.strerror}") from None
    return int(server.add_secure_port(bind.target, grpc.ssl_server_credentials([pair])))
