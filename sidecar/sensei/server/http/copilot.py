"""LeanCopilot's protocol: POST /generate and POST /encode.

Its client (LeanCopilot's ``ExternalGenerator`` and ``ExternalEncoder``, seen in the snapshot of
2026-08 for Lean 4.33) sends ``{name, input, prefix}`` and reads ``{outputs: [{output, score}]}``;
of ``/encode``, ``{name, input}`` and ``{outputs: [number]}``. ``use_reward`` is LeanDojo-v2's.
"""

from __future__ import annotations

import math
from typing import Any

from fastapi import APIRouter

from sensei.server.http.bodies import EncodeBody, GenerateBody
from sensei.server.http.calls import Context
from sensei.server.http.services import Services
from sensei.wire.v1 import tactic_pb2

PATHS = ("/generate", "/encode")


def copilot_routes(services: Services) -> APIRouter:
    """The two routes."""
    routes = APIRouter(tags=["LeanCopilot"])

    @routes.post("/generate")
    async def generate(body: GenerateBody) -> dict[str, Any]:
        """Tactics for a goal, likeliest first; ``score`` is the probability of the text, 0 to 1."""
        goal = tactic_pb2.GoalContext(pretty=body.input)
        request = tactic_pb2.SuggestRequest(goals=[goal], prefix=body.prefix, model=body.name)
        reply = await services.tactics.Suggest(request, Context())
        outputs: list[dict[str, Any]] = [
            {"output": candidate.tactic, "score": math.exp(candidate.log_prob)}
            for candidate in reply.goals[0].candidates
        ]
        if body.use_reward:
            # Of the goal: what is left after a tactic is known only when it has run.
            progress = await services.tactics.EstimateProgress(
                tactic_pb2.EstimateProgressRequest(goals=[goal]), Context()
            )
            steps = progress.goals[0].steps_left
            for output in outputs:
                output |= {"steps_remaining": steps, "reward": -steps}
        return {"outputs": outputs}

    @routes.post("/encode")
    async def encode(body: EncodeBody) -> dict[str, Any]:
        """A vector for a text, of unit length."""
        return {"outputs": await services.encode(body.name, body.input)}

    return routes
