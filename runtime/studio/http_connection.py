"""Let no connection wait long for its request, and not many at the same time.

uvicorn has no limit on the time that a request takes to arrive, only on that between two requests. So 100 connections with half a
header each would keep everybody out.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 10.0  # for a request to arrive as a whole
MOST_WAITING = 50  # connections without a whole request; a browser opens six for a page


class HttpConnection(H11Protocol):
    """A connection that is closed if its next request does not arrive in time.

    If too many wait for one, the connection that has waited longest is closed. So whoever opens many only closes their own: the
    request of a page arrives at once.
    """

    waiting_since: float | None = None
    _timer: asyncio.TimerHandle | None = None
    _is_upgraded = False  # to a WebSocket

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()
        connections: set[Any] = self.connections
        waiting = [other for other in connections if isinstance(other, HttpConnection) and other.waiting_since is not None]
        if len(waiting) > MOST_WAITING:
            min(waiting, key=lambda other: other.waiting_since or 0.0).abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._stop()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Handle the received data. A complete request ends the wait for it, and begins the wait for the next one."""
        super().handle_events()
        is_waiting = self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not self._is_upgraded
        if is_waiting and self.waiting_since is None:
            self._wait()
        elif not is_waiting:
            self._stop()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Leave the connection to the protocol of WebSockets, which has times of its own."""
        self._is_upgraded = True
        super().handle_websocket_upgrade(event)

    def abort(self) -> None:
        """Close the connection, and count it no more from now on: `connection_lost` is called later."""
        self._stop()
        self.connections.discard(self)
        self.transport.abort()

    def _wait(self) -> None:
        self.waiting_since = self.loop.time()
        self._timer = self.loop.call_later(SECONDS, self.abort)

    def _stop(self) -> None:
        self.waiting_since = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
