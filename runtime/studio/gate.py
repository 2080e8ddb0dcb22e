"""Let in only the page that this server has opened itself, and nothing that is too large or too frequent.

Any page in the same browser can send requests to 127.0.0.1, and a name of its own may point there (DNS rebinding). So a request
needs the cookie that the printed link sets, which no other page is sent with; the name of this host; and the origin of our page.
"""

from __future__ import annotations

import hmac
import json
import time
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from gridwright.compiler.records import dataclass, field
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOSTS = ("127.0.0.1", "localhost")
MOST_BYTES = 2_000_000  # of a request: a text of a megabyte, and how JSON writes it
MOST_REQUESTS = 500  # that may come at once
PER_SECOND = 250.0  # that may come on and on: fast hands cause some 50
LONGEST_URL = 4_000

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the editor makes its styles itself
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-store",
}
OWN_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


class Refused(Exception):
    """A request that is not let in: its status, and why."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


@dataclass
class Rate:
    """How much more may come: `most` at once, and `per_second` more each second.

    >>> now = iter([0.0, 0.0, 0.0, 1.0]).__next__
    >>> rate = Rate(2, 1.0, now)
    >>> [rate.allows() for _ in range(3)]
    [True, True, False]
    """

    most: float
    per_second: float
    now: Callable[[], float] = time.monotonic
    _left: float = field(default=-1.0)
    _at: float = field(default=0.0)

    def allows(self) -> bool:
        """Count one more, and check whether it may come."""
        now = self.now()
        self._left = self.most if self._left < 0 else min(self.most, self._left + (now - self._at) * self.per_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Gate:
    """Passes on to `app` what may come in. `token`: the secret of the printed link; `port`: where the server listens."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self.app = app
        self.token = token
        self.port = port
        self.cookie = f"gridwright-studio-{port}"  # cookies do not know ports, and two servers may run
        self.hosts = {f"{host}:{port}" for host in HOSTS}
        self.rate = Rate(MOST_REQUESTS, PER_SECOND)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it in."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        is_socket = scope["type"] == "websocket"
        try:
            headers = _headers(scope)
            self._check_where(scope, headers, is_socket=is_socket)
            if not is_socket and scope["path"] == "/" and scope["query_string"]:
                self._check_link(scope)
                await self._set_cookie(send)
                return
            self._check_cookie(headers)
            if not self.rate.allows():
                raise Refused(429, "too many requests; wait a second")
            if is_socket:
                await self.app(scope, receive, send)
                return
            _check_length(headers)
            await self.app(scope, _counted(receive), _with_headers(send))
        except Refused as problem:
            if is_socket:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": problem.message})
            else:
                await _answer(send, problem)

    def _check_where(self, scope: Scope, headers: dict[str, list[str]], *, is_socket: bool) -> None:
        hosts = headers.get("host", [])
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            raise Refused(421, "this server is 127.0.0.1 and nothing else")
        origins = headers.get("origin", [])
        if origins != [f"http://{hosts[0]}"] and (origins or is_socket or scope["method"] not in ("GET", "HEAD")):
            raise Refused(403, "another page may not ask this server")
        if scope["path"].startswith("/api") and not {*headers.get("sec-fetch-site", [])} <= {"same-origin"}:
            raise Refused(403, "another page may not ask this server")
        if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > LONGEST_URL:
            raise Refused(414, "the address is too long")

    def _check_link(self, scope: Scope) -> None:
        try:
            tokens = parse_qs(scope["query_string"].decode("ascii"), max_num_fields=4).get("t", [])
        except ValueError:
            tokens = []
        if len(tokens) != 1 or not self._is_token(tokens[0]):
            raise Refused(403, "this link is not of this server; open the link that `gridwright studio` has printed")

    def _check_cookie(self, headers: dict[str, list[str]]) -> None:
        cookies = SimpleCookie()
        try:
            cookies.load("; ".join(headers.get("cookie", [])))
        except CookieError:
            cookies.clear()
        found = cookies.get(self.cookie)
        if found is None or not self._is_token(found.value):
            raise Refused(403, "open the link that `gridwright studio` has printed")

    def _is_token(self, given: str) -> bool:
        return hmac.compare_digest(given.encode("utf-8", "replace"), self.token.encode())

    async def _set_cookie(self, send: Send) -> None:
        """Keep the token in a cookie that no other page is sent with and no script reads, and show the page without it."""
        cookie = f"{self.cookie}={self.token}; Path=/; HttpOnly; SameSite=Strict"
        headers = [(b"location", b"/"), (b"set-cookie", cookie.encode()), (b"content-length", b"0"), *OWN_HEADERS]
        await send({"type": "http.response.start", "status": 303, "headers": headers})
        await send({"type": "http.response.body", "body": b""})


def _headers(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def _check_length(headers: dict[str, list[str]]) -> None:
    for length in headers.get("content-length", []):
        if not length.isdecimal() or len(length) > 12 or int(length) > MOST_BYTES:
            raise Refused(413, f"a request may have at most {MOST_BYTES:,} bytes")


def _counted(receive: Receive) -> Receive:
    """Return the same body, which ends with `Refused` where it becomes too large, whatever its header says."""
    size = 0

    async def counted() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MOST_BYTES:
            raise Refused(413, f"a request may have at most {MOST_BYTES:,} bytes")
        return message

    return counted


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in OWN_HEADERS}
            message["headers"] = [*((name, value) for name, value in message["headers"] if name not in own), *OWN_HEADERS]
        await send(message)

    return with_headers


async def _answer(send: Send, problem: Refused) -> None:
    body = json.dumps({"error": problem.message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *OWN_HEADERS]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
