"""A connection that must have sent its whole request in time.

uvicorn closes what is silent between two requests, but waits for ever for the rest of one that has
begun (Slowloris), and each such connection takes one of the places that all callers share.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

_COMING = (h11.IDLE, h11.SEND_BODY)


def timed_connection(request_s: float) -> type[H11Protocol]:
    """The protocol of a server whose requests have ``request_s`` seconds to arrive in full, the
    first from when the connection was made. How long the answer takes does not count."""

    class TimedConnection(H11Protocol):
        """See the file's header."""

        _late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._watch()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            self._watch()

        def connection_lost(self, exc: Exception | None) -> None:
            self._unwatch()
            super().connection_lost(exc)

        def _watch(self) -> None:
            if self.conn.their_state not in _COMING:
                self._unwatch()
            elif self._late is None:
                self._late = self.loop.call_later(request_s, self.transport.close)

        def _unwatch(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

    return TimedConnection
