"""Searches: found by what they are, and each with its verdicts."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from sensei.server.http.services import Services
from sensei.server.web.answers import PAGE, Id, OptionalId, Remembered, Words, answer, page


def attempt_routes(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/attempts")
    store = services.store
    remembered = Remembered(store.change_mark)

    @routes.get("")
    def attempts(
        theorem: Words = "",
        status: Words = "",
        reason: Words = "",
        prover: Words = "",
        evaluation: OptionalId = None,
        before: OptionalId = None,
    ) -> Response:
        """A page of them, newest first, from before an id."""
        lines = store.attempt_lines(
            theorem=theorem,
            status=status,
            reason=reason,
            prover=prover,
            evaluation=evaluation,
            before=before,
            count=PAGE + 1,
        )
        return page(lines)

    @routes.get("/facets")
    def facets() -> Response:
        """What they can be filtered by."""
        return answer(remembered.get("facets", store.attempt_facets))

    @routes.get("/{attempt}")
    def one_attempt(attempt: Id) -> Response:
        """An attempt whole."""
        return answer(store.show_attempt(attempt))

    return routes
