"""What the pages of searches, proofs and runs ask: sensei/views as JSON."""

from __future__ import annotations

from typing import Any

import orjson
from fastapi import APIRouter
from starlette.responses import Response

from sensei.core.errors import SenseiError
from sensei.search.events import from_records
from sensei.server.http.problems import Problem
from sensei.server.http.services import Services
from sensei.views.found import found_view
from sensei.views.proof import proof_view
from sensei.views.replay import nothing_recorded, replay_view
from sensei.views.runs import run_view, runs_view


def view_routes(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter()

    @routes.get("/replay/{attempt}")
    def replay(attempt: int) -> Response:
        """A search as it grew."""
        try:
            recorded = services.store.attempt(attempt)
            events = from_records(recorded.events)
            view = replay_view(events) if events else nothing_recorded(recorded.theorem)
        except SenseiError as error:
            raise Problem.of_error(error) from None
        return _json({"attempt": attempt, **view})

    @routes.get("/proof/attempt/{attempt}")
    def found(attempt: int) -> Response:
        """The proof that a search claimed, as scopes."""
        try:
            recorded = services.store.attempt(attempt)
            events = from_records(recorded.events)
            view = found_view(events) if events else nothing_recorded(recorded.theorem)
        except SenseiError as error:
            raise Problem.of_error(error) from None
        return _json({"declaration": None, "type": "", "scopes": [], **view, "attempt": attempt})

    @routes.get("/proof/declaration/{declaration}")
    def proof(declaration: int) -> Response:
        """A traced proof as scopes."""
        try:
            view = proof_view(services.store, services.store.declaration_by_id(declaration))
        except SenseiError as error:
            raise Problem.of_error(error) from None
        return _json(view)

    @routes.get("/trainings")
    def trainings() -> Response:
        """The runs in the database, newest first."""
        return _json(runs_view(services.store))

    @routes.get("/trainings/{run}")
    def training(run: int) -> Response:
        """One of them, with figures by step, lineage and rounds."""
        try:
            return _json(run_view(services.store, run))
        except SenseiError as error:
            raise Problem.of_error(error) from None

    return routes


def _json(value: Any) -> Response:
    # What is no number in JSON (a loss that diverged) becomes null.
    return Response(orjson.dumps(value), media_type="application/json")
