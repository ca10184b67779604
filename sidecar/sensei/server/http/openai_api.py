"""An OpenAI-compatible side: GET /v1/models and POST /v1/chat/completions.

The last message of the user is the goal, as Lean prints it; each choice is one tactic. Fields by
OpenAI's API reference (chat completions, 2026-11): ``id``, ``object``, ``created``, ``model``,
``choices`` with ``index``, ``message``, ``finish_reason``; chunks end with ``[DONE]``. ``usage`` is
left out: the generators count no tokens.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter
from fastapi.responses import JSONResponse, StreamingResponse

from sensei.server.http.bodies import ChatBody
from sensei.server.http.calls import Context
from sensei.server.http.problems import Problem
from sensei.server.http.services import Services
from sensei.wire.v1 import tactic_pb2


def openai_routes(services: Services) -> APIRouter:
    """The two routes."""
    routes = APIRouter(prefix="/v1", tags=["OpenAI-compatible"])

    @routes.get("/models")
    async def models() -> dict[str, Any]:
        """The loaded tactic generators."""
        created = int(time.time() - (services.state.clock() - services.state.started))
        data = [
            {"id": model.name, "object": "model", "created": created, "owned_by": "sensei"}
            for model in services.state.models
        ]
        return {"object": "list", "data": data}

    @routes.post("/chat/completions", response_model=None)
    async def chat_completions(body: ChatBody) -> JSONResponse | StreamingResponse:
        """Tactics for the goal that the last message of the user is."""
        goal = next((m.text for m in reversed(body.messages) if m.role == "user"), None)
        if goal is None:
            raise Problem(HTTPStatus.BAD_REQUEST, "no message is of the user: the goal is missing")
        count = 1 if body.n is None else body.n
        if count < 1:
            raise Problem(HTTPStatus.BAD_REQUEST, "n is 0: at least 1")
        request = tactic_pb2.SuggestRequest(
            goals=[tactic_pb2.GoalContext(pretty=goal)], candidates=count, model=body.model
        )
        reply = await services.tactics.Suggest(request, Context())
        texts = [candidate.tactic for candidate in reply.goals[0].candidates]
        if not texts:
            raise Problem(HTTPStatus.BAD_GATEWAY, f"model '{reply.model}' offers no tactic")
        head = {
            "id": f"chatcmpl-{secrets.token_hex(12)}",
            "created": int(time.time()),
            "model": reply.model,
        }
        if body.stream:
            return StreamingResponse(_chunks(head, texts), media_type="text/event-stream")
        choices = [
            {
                "index": index,
                "message": {"role": "assistant", "content": text},
                "finish_reason": "stop",
            }
            for index, text in enumerate(texts)
        ]
        return JSONResponse(head | {"object": "chat.completion", "choices": choices})

    return routes


async def _chunks(head: dict[str, Any], texts: list[str]) -> AsyncIterator[str]:
    head = head | {"object": "chat.completion.chunk"}
    for index, text in enumerate(texts):
        for delta, reason in (({"role": "assistant", "content": text}, None), ({}, "stop")):
            choice = {"index": index, "delta": delta, "finish_reason": reason}
            yield f"data: {json.dumps(head | {'choices': [choice]})}\n\n"
    yield "data: [DONE]\n\n"
