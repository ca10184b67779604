"""What all services do alike: name errors by their gRPC status, and check who calls."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn

import grpc

from sensei.core.errors import (
    MissingExtraError,
    ModelError,
    NotFoundError,
    SenseiError,
    ToolchainError,
    UsageError,
)
from sensei.server.batching import QueueFullError
from sensei.server.state import State

log = logging.getLogger("sensei.server")


class NotLoadedError(SenseiError):
    """The server was started without such a model."""


# The first that fits names the status.
_STATUS: tuple[tuple[type[SenseiError], grpc.StatusCode], ...] = (
    (QueueFullError, grpc.StatusCode.RESOURCE_EXHAUSTED),
    (NotFoundError, grpc.StatusCode.NOT_FOUND),
    (UsageError, grpc.StatusCode.INVALID_ARGUMENT),
    (MissingExtraError, grpc.StatusCode.FAILED_PRECONDITION),
    (ToolchainError, grpc.StatusCode.FAILED_PRECONDITION),
    (NotLoadedError, grpc.StatusCode.FAILED_PRECONDITION),
    (ModelError, grpc.StatusCode.INTERNAL),
)
# What needs no token: it says that the server lives, and nothing else.
_OPEN_METHODS = ("/grpc.health.v1.Health/",)


def status_of(error: SenseiError) -> grpc.StatusCode:
    """The gRPC status that an error is told as."""
    return next((code for kind, code in _STATUS if isinstance(error, kind)), _INTERNAL)


_INTERNAL = grpc.StatusCode.INTERNAL


async def refuse(state: State, context: Any, error: SenseiError) -> NoReturn:
    """Ends a call with the error."""
    code = status_of(error)
    if code is _INTERNAL:
        state.last_error = str(error)
        log.error("%s", error)
    await context.abort(code, str(error))
    raise AssertionError("abort raises")


class Gate(grpc.aio.ServerInterceptor):
    """Lets in who has the token (compared in constant time), and counts.

    Args:
        token: what callers must send as ``authorization: Bearer TOKEN``.
    """

    def __init__(self, state: State, token: str) -> None:
        self._state = state
        self._wanted = f"Bearer {token}".encode()

    async def intercept_service(
        self, continuation: Callable[[Any], Awaitable[Any]], details: Any
    ) -> Any:
        """Gives the real handler, or one that refuses."""
        self._state.requests += 1
        if details.method.startswith(_OPEN_METHODS):
            return await continuation(details)
        sent = dict(details.invocation_metadata).get("authorization", "")
        given = sent.encode() if isinstance(sent, str) else bytes(sent)
        if hmac.compare_digest(given, self._wanted):
            self._state.audit("gRPC", details.method)
            return await continuation(details)

        async def refused(request: Any, context: Any) -> Any:
            await context.abort(
                grpc.StatusCode.UNAUTHENTICATED,
                "the token is missing or wrong; it is in .lake/sensei/sidecar.json of the project",
            )

        return grpc.unary_unary_rpc_method_handler(refused)
