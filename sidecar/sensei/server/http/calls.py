"""Calls of the gRPC services without gRPC: messages in, JSON or server-sent events out."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import aclosing
from typing import Any, NoReturn

import grpc
from google.protobuf.json_format import MessageToDict
from starlette.responses import StreamingResponse

from sensei.server.http.problems import Problem


class Context:
    """What the services use of a gRPC context."""

    async def abort(self, code: grpc.StatusCode, details: str) -> NoReturn:
        """Ends the call."""
        raise Problem.of_grpc(code, details)


def as_json(message: Any) -> dict[str, Any]:
    """A message as JSON: all fields, by the names of the proto; 64-bit integers are strings."""
    found: dict[str, Any] = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return found


async def unary(method: Callable[[Any, Any], Awaitable[Any]], request: Any) -> dict[str, Any]:
    """The answer of a method.

    Raises:
        Problem: it ended with an error.
    """
    return as_json(await method(request, Context()))


Streaming = Callable[[Any, Any], AsyncIterator[Any]]


async def events(method: Streaming, request: Any) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """The events of a method that streams: the name of each and the event itself.

    Closing the iterator ends the call.

    Raises:
        Problem: it ended with an error.
    """
    async with aclosing(method(request, Context())) as messages:  # type: ignore[type-var]
        async for message in messages:
            yield message.WhichOneof("event"), as_json(message)


async def server_sent(method: Streaming, request: Any) -> StreamingResponse:
    """The events of a method as server-sent events, each named as in the proto.

    An error before the first is the answer's status; one later is the last event, ``problem``.

    Raises:
        Problem: the call ended with an error before its first event.
    """
    stream = events(method, request)
    first = await anext(stream, None)

    async def lines() -> AsyncIterator[str]:
        async with aclosing(stream):  # type: ignore[type-var]
            try:
                if first is not None:
                    yield _line(*first)
                    async for event in stream:
                        yield _line(*event)
            except Problem as problem:
                yield _line("problem", problem.document())

    return StreamingResponse(
        lines(), media_type="text/event-stream", headers={"cache-control": "no-store"}
    )


def _line(name: str, data: dict[str, Any]) -> str:
    return f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"
