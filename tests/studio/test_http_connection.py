"""Connections whose requests do not arrive: closed after some time, the oldest first if there are many."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import uvicorn
from gridwright.runtime.studio import http_connection
from gridwright.runtime.studio.http_connection import HttpConnection
from websockets.asyncio.client import connect

pytestmark = pytest.mark.slow  # opens a port
SECONDS = 0.4  # instead of ten
HALF = b"GET / HTTP/1.1\r\nHost: a\r\n"
WHOLE = HALF + b"\r\n"
BODY = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf"
SLOW = b"GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
Connected = Callable[[bytes], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answer without a look at the request, and take longer than a request may if the path or the kind is one of those."""
    if scope["path"] == "/slow":
        await asyncio.sleep(2 * SECONDS)
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        await asyncio.sleep(2 * SECONDS)
        await send({"type": "websocket.send", "text": "still there"})
        return
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})
    await send({"type": "http.response.body", "body": b"x"})


def talk(dialogue: Callable[[Connected, int], Awaitable[None]]) -> None:
    """Start a server; a dialogue gets its port, and a function that opens a connection and sends the first bytes."""

    async def run() -> None:
        config = uvicorn.Config(app, port=0, http=HttpConnection, log_level="critical", lifespan="off", timeout_keep_alive=60)
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        writers = []

        async def connected(sent: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writers.append(writer)
            writer.write(sent)
            return reader, writer

        try:
            await asyncio.wait_for(dialogue(connected, port), 20)
        finally:
            for writer in writers:
                writer.close()
            server.should_exit = True
            await serving

    asyncio.run(run())


async def ended(reader: asyncio.StreamReader) -> bytes:
    """Return all that still comes until the server closes the connection."""
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while part := await reader.read(1_000):
            received += part
    return received


@pytest.mark.parametrize(
    ("sent", "answers"), [(b"", 0), (b"G", 0), (HALF, 0), (WHOLE + HALF, 1), (WHOLE, 1), (BODY, 1), (BODY + HALF, 1)]
)
def test_a_request_that_does_not_arrive(sent: bytes, answers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection is closed, whatever came before, and if single bytes go on coming."""
    monkeypatch.setattr(http_connection, "SECONDS", SECONDS)

    async def dialogue(connected: Connected, port: int) -> None:
        (reader, _), (slow, writer) = await connected(sent), await connected(sent)

        async def go_on() -> None:
            while not writer.is_closing():
                await asyncio.sleep(SECONDS / 4)
                writer.write(b"a")

        trickle = asyncio.create_task(go_on())
        assert (await ended(reader)).count(b"HTTP/1.1 200") == answers
        if sent != WHOLE:  # there the first byte makes it another request, which is wrong
            assert (await ended(slow)).count(b"HTTP/1.1 200") == answers
        trickle.cancel()

    talk(dialogue)


def test_what_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer may take longer than a request, and a WebSocket stays open; so does a connection whose requests arrive."""
    monkeypatch.setattr(http_connection, "SECONDS", SECONDS)

    async def dialogue(connected: Connected, port: int) -> None:
        (slow, _), (reader, writer) = await connected(SLOW), await connected(WHOLE)
        async with connect(f"ws://127.0.0.1:{port}") as socket:
            for _ in range(6):
                assert await reader.readuntil(b"\r\n\r\nx")
                await asyncio.sleep(SECONDS / 2)
                writer.write(WHOLE)
            assert await socket.recv() == "still there"
        assert (await ended(slow)).endswith(b"\r\n\r\nx")

    talk(dialogue)


def test_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of too many that wait, the oldest are closed; one in the middle of an answer is none of them."""
    monkeypatch.setattr(http_connection, "MOST_WAITING", 3)

    async def dialogue(connected: Connected, port: int) -> None:
        slow, _ = await connected(SLOW)
        await asyncio.sleep(SECONDS / 4)
        waiting = [(await connected(HALF))[0] for _ in range(5)]
        assert [await ended(reader) for reader in waiting[:2]] == [b"", b""]
        last, writer = await connected(HALF)
        writer.write(b"\r\n")
        assert await last.readuntil(b"\r\n\r\nx")
        assert [reader.at_eof() for reader in waiting] == [True, True, True, False, False]
        assert (await ended(slow)).endswith(b"\r\n\r\nx")

    talk(dialogue)
