"""What was traced: snapshots, modules, declarations with their proofs, and searches among them."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from sensei.data.repositories import thirds
from sensei.server.http.services import Services
from sensei.server.web.answers import PAGE, Id, PageNumber, Remembered, Words, answer, page

_FAILURES = 200


def data_routes(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter(prefix="/data")
    store = services.store
    remembered = Remembered(store.trace_mark)

    @routes.get("/snapshots")
    def snapshots() -> Response:
        """All, newest first."""
        return answer(remembered.get("snapshots", store.snapshot_lines))

    @routes.get("/snapshots/{snapshot}")
    def snapshot(snapshot: Id) -> Response:
        """The kinds of its declarations, and the modules that failed."""
        kinds = remembered.get(("kinds", snapshot), lambda: store.kinds(snapshot))
        return answer({"kinds": kinds, "failures": store.failure_lines(snapshot, _FAILURES)})

    @routes.get("/snapshots/{snapshot}/modules")
    def modules(snapshot: Id, name: Words = "", at: PageNumber = 0) -> Response:
        """A page of them, by name."""
        return page(store.module_lines(snapshot, name=name, first=at * PAGE, count=PAGE + 1))

    @routes.get("/snapshots/{snapshot}/declarations")
    def declarations(
        snapshot: Id,
        name: Words = "",
        text: Words = "",
        kind: Words = "",
        sorry: bool = False,
        at: PageNumber = 0,
    ) -> Response:
        """A page of those that have these."""
        lines = store.declaration_lines(
            snapshot,
            name=name,
            text=text,
            kind=kind,
            sorry=sorry,
            first=at * PAGE,
            count=PAGE + 1,
        )
        return page(lines)

    @routes.get("/modules/{module}")
    def one_module(module: Id) -> Response:
        """A module whole."""
        return answer(store.show_module(module))

    @routes.get("/declarations/{declaration}")
    def one_declaration(declaration: Id) -> Response:
        """A declaration whole, and which third of its snapshot's theorems it is in by the number of
        its steps."""
        shown = store.show_declaration(declaration)
        difficulty = None
        if shown.kind == "theorem" and shown.steps:
            low, high = remembered.get(
                ("thirds", shown.snapshot_id), lambda: thirds(store.step_counts(shown.snapshot_id))
            )
            steps = len(shown.steps)
            level = "easy" if steps <= low else "medium" if steps <= high else "hard"
            difficulty = {"level": level, "steps": steps}
        return answer({"declaration": shown, "difficulty": difficulty})

    return routes
