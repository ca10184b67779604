"""Who may ask, and how much: checked before anything of a request is read.

Host and Origin (a web page that a user visits can reach the loopback; RFC 6454, and DNS rebinding),
the token (compared in constant time), the rate, and the size of the body.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from sensei.server.http.problems import Problem

# On every answer, so that none of them can be made to act as a page: no script but our files' runs,
# nothing is loaded from elsewhere, no text becomes markup, and no other site can frame it.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
Scope = dict[str, Any]
Receive = Callable[[], Any]
Send = Callable[[Any], Any]


@dataclass(slots=True)
class TokenBucket:
    """Lets ``rate`` requests a second through, and ``burst`` at once.

    Args:
        clock: monotonic seconds.
    """

    rate: float
    burst: float
    clock: Callable[[], float] = time.monotonic
    _left: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._left, self._at = self.burst, self.clock()

    def wait_s(self) -> float:
        """0 lets a request through; else the seconds until the next may come."""
        now = self.clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return (1 - self._left) / self.rate
        self._left -= 1
        return 0.0


@dataclass(frozen=True, slots=True)
class Rules:
    """What a guard lets through.

    Args:
        names: what a Host may name, without port, lower case; IPv6 in brackets.
        token: what callers must send as ``authorization: Bearer TOKEN``.
        open_paths: paths that need no token.
        body_bytes: most of one body.
    """

    names: frozenset[str]
    token: str
    open_paths: frozenset[str]
    body_bytes: int


def host_name(text: str) -> str:
    """The name in a Host header, without its port, lower case; "" for nonsense."""
    name, bracket, rest = text.partition("]")
    if text.startswith("["):
        good = bracket and (not rest or (rest[0] == ":" and rest[1:].isdigit()))
        return (name + bracket).lower() if good else ""
    name, colon, port = text.partition(":")
    return name.lower() if not colon or port.isdigit() else ""


class Guard:
    """ASGI middleware that keeps to the rules.

    Args:
        app: what gets the requests that are let through.
        audit: told of each request that needs the token and was let through: peer and what.
    """

    def __init__(
        self, app: Any, rules: Rules, bucket: TokenBucket, audit: Callable[[str, str], None]
    ) -> None:
        self._app, self._rules, self._bucket, self._audit = app, rules, bucket, audit
        self._wanted = f"Bearer {rules.token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's lifespan."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":  # no WebSockets here
            return

        async def protected(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", ()), *_HEADERS]}
            await send(message)

        try:
            self._check(scope)
            body = await self._body(scope, receive)
        except Problem as problem:
            await problem.response()(scope, receive, protected)
            return
        if body is None:
            return
        told = False

        async def again() -> Any:
            nonlocal told
            if told:
                return await receive()
            told = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, again, protected)

    def _check(self, scope: Scope) -> None:
        hosts = _values(scope, b"host")
        if len(hosts) != 1 or host_name(hosts[0]) not in self._rules.names:
            raise Problem(
                HTTPStatus.MISDIRECTED_REQUEST, "this server does not answer for that Host"
            )
        for origin in _values(scope, b"origin"):
            if host_name(_network_place(origin)) not in self._rules.names:
                raise Problem(HTTPStatus.FORBIDDEN, "pages of other sites may not ask this server")
        if (wait_s := self._bucket.wait_s()) > 0:
            raise Problem(
                HTTPStatus.TOO_MANY_REQUESTS,
                f"too many requests; try again in {wait_s:.1f} s",
                {"retry-after": str(int(wait_s) + 1)},
            )
        if scope["path"] in self._rules.open_paths:
            return
        given = _values(scope, b"authorization")
        if len(given) != 1 or not hmac.compare_digest(given[0].encode(), self._wanted):
            raise Problem(
                HTTPStatus.UNAUTHORIZED,
                "the token is missing or wrong; it is in .lake/sensei/sidecar.json of the project",
                {"www-authenticate": "Bearer"},
            )
        peer = (scope.get("client") or ("?",))[0]
        self._audit(str(peer), f"{scope['method']} {scope['path']}")

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """All of it; None if its sender is gone before the end: half of one is never acted on."""
        too_large = Problem(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"a body of more than {self._rules.body_bytes} bytes",
            {"connection": "close"},
        )
        for length in _values(scope, b"content-length"):
            if length.isdigit() and int(length) > self._rules.body_bytes:
                raise too_large
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            body += message.get("body", b"")
            if len(body) > self._rules.body_bytes:
                raise too_large
            if not message.get("more_body", False):
                return bytes(body)


def _values(scope: Scope, name: bytes) -> list[str]:
    headers: Iterable[tuple[bytes, bytes]] = scope["headers"]
    return [value.decode("latin-1") for key, value in headers if key == name]


def _network_place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""
