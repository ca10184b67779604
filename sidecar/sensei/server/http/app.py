"""The HTTP server put together, begun and ended."""

from __future__ import annotations

import asyncio
import socket
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from sensei import __version__
from sensei.core.errors import SenseiError, UsageError
from sensei.server.bind import Bind
from sensei.server.http.api import own_routes
from sensei.server.http.connection import timed_connection
from sensei.server.http.copilot import PATHS, copilot_routes
from sensei.server.http.guard import Guard, Rules, TokenBucket
from sensei.server.http.openai_api import openai_routes
from sensei.server.http.problems import Problem
from sensei.server.http.services import Services
from sensei.server.web.assets import asset_paths, asset_routes
from sensei.server.web.groups import dashboard_routes

_LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
_OPEN_PATHS = ("/healthz", "/openapi.json")


def rules(bind: Bind, body_bytes: int) -> Rules:
    """What the guard lets through.

    LeanCopilot's client sends no token; its routes, which only ask a model, need none on the
    loopback. The dashboard's files need none: they ask for it.
    """
    address = f"[{bind.host}]" if ":" in bind.host else bind.host
    names = {address, *bind.http_names, *(_LOOPBACK_NAMES if bind.loopback else ())}
    open_paths = {*_OPEN_PATHS, *asset_paths(), *(PATHS if bind.loopback else ())}
    return Rules(
        frozenset(name.lower() for name in names), bind.token, frozenset(open_paths), body_bytes
    )


def create_app(services: Services) -> FastAPI:
    """The routes, without the guard."""
    app = FastAPI(
        title="Sensei",
        version=__version__,
        summary="Tactics, premises, proofs and verdicts for one Lean project",
        # Their pages load scripts of other sites.
        docs_url=None,
        redoc_url=None,
    )
    for routes in (copilot_routes(services), openai_routes(services), own_routes(services)):
        app.include_router(routes, responses={"default": {"description": "RFC 9457 problem"}})
    app.include_router(asset_routes())
    app.include_router(dashboard_routes(services))

    @app.exception_handler(Problem)
    async def problem(request: Request, error: Problem) -> Any:
        return error.response()

    @app.exception_handler(SenseiError)
    async def refused(request: Request, error: SenseiError) -> Any:
        return Problem.of_error(error).response()

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Any:
        status = HTTPStatus(error.status_code)
        detail = f"{request.method} {request.url.path}: {status.phrase.lower()}"
        return Problem(status, detail, error.headers).response()

    @app.exception_handler(RequestValidationError)
    async def bad_body(request: Request, error: RequestValidationError) -> Any:
        faults = (
            f"{'.'.join(str(part) for part in fault['loc'][1:]) or 'body'}: {fault['msg']}"
            for fault in error.errors()[:5]
        )
        return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, "; ".join(faults)).response()

    @app.exception_handler(Exception)
    async def fault(request: Request, error: Exception) -> Any:
        services.state.last_error = f"{request.method} {request.url.path}: {error!r}"
        return Problem(
            HTTPStatus.INTERNAL_SERVER_ERROR, "a fault of the server; its log has the details"
        ).response()

    return app


@dataclass(slots=True)
class HttpServer:
    """A server that runs in this event loop. ``stop`` ends it."""

    port: int
    _server: uvicorn.Server
    _task: asyncio.Task[None]
    _closing: asyncio.Event

    @classmethod
    async def start(cls, bind: Bind, services: Services) -> HttpServer:
        """Begins to serve.

        Raises:
            SenseiError: the address cannot be listened on.
            UsageError: the certificate or key cannot be used.
        """
        limits = services.state.limits
        guarded = Guard(
            create_app(services),
            rules(bind, limits.message_bytes),
            TokenBucket(limits.requests_per_s, limits.requests_burst),
            services.state.audit,
        )
        try:
            config = uvicorn.Config(
                guarded,
                http=timed_connection(limits.request_s),
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                ws="none",
                limit_concurrency=limits.calls,
                timeout_graceful_shutdown=5,
                ssl_certfile=bind.certificate,
                ssl_keyfile=bind.key,
            )
            config.load()
        except OSError as error:
            raise UsageError(f"{bind.certificate}, {bind.key}: {error.strerror}") from None
        listening = _listen(bind)
        server = uvicorn.Server(config)
        # `serve` would take the signals of the process over.
        task = asyncio.create_task(server._serve([listening]))
        while not server.started and not task.done():
            await asyncio.sleep(0.005)
        return cls(listening.getsockname()[1], server, task, services.closing)

    async def stop(self) -> None:
        """Takes no more requests, and gives those that run five seconds."""
        self._closing.set()
        self._server.should_exit = True
        await asyncio.gather(self._task, return_exceptions=True)


def _listen(bind: Bind) -> socket.socket:
    family = socket.AF_INET6 if ":" in bind.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((bind.address, bind.http_port))
    except OSError as error:
        listening.close()
        raise SenseiError(
            f"cannot listen on {bind.host}:{bind.http_port} for HTTP: {error.strerror}",
            "give another port: --http 0 takes a free one",
        ) from None
    return listening
