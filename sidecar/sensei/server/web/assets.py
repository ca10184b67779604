"""The dashboard's files, as scripts/gen_web built them: served without the token, which the page
that they make asks for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import Response

_FOLDER = Path(__file__).parents[2] / "web" / "static"
_PREFIX = "/dashboard/"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
_PAGE = "index.html"


def _files() -> dict[str, Path]:
    """The files by the path that they are asked by; no other file can be."""
    found = {_PREFIX + p.name: p for p in sorted(_FOLDER.glob("*")) if p.suffix in _TYPES}
    page = found.pop(_PREFIX + _PAGE, None)
    return found if page is None else {"/": page, **found}


def asset_paths() -> frozenset[str]:
    """What can be asked for without the token: no data of the project is in it."""
    return frozenset(_files())


def asset_routes() -> APIRouter:
    """One route a file; the files are read once."""
    routes = APIRouter(include_in_schema=False)
    for path, file in _files().items():
        routes.add_api_route(path, _answer(file), methods=["GET", "HEAD"])
    return routes


def _answer(file: Path) -> Callable[[], Awaitable[Response]]:
    content, media_type = file.read_bytes(), _TYPES[file.suffix]

    async def answer() -> Response:
        # A newer Sensei serves other files by the same names.
        return Response(content, media_type=media_type, headers={"cache-control": "no-cache"})

    return answer
