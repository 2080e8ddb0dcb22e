"""Let in only the page that this server has opened itself, and nothing that is too large or too frequent.

Any page in the same browser can send requests to 127.0.0.1, and a name of its own may point there (DNS rebinding). Other users of
the machine can send them too. So a request needs the name of this host, the origin of our page, and the key of this run.

The key is in no address, in no command line, and in no cookie: a browser sends the cookies of 127.0.0.1 to the servers of all
its ports, whoever runs them. The printed link holds a token, which is good once, because `ps` shows it while the browser starts.
It stands behind the `#`, so whoever only fetches the link does not use it up. The page exchanges it for the key, and keeps that
in its `localStorage`, which belongs to one port. It is still there after a reload, in a second tab, and after a second click on
the link; `sessionStorage` would forget it with the tab. Another browser needs another link, so after each exchange there is a new
token, and the terminal shows it.

The files of the page come from the installed program and tell nothing. Anybody may have them.
"""

from __future__ import annotations

import hmac
import json
import secrets
import time
from collections.abc import Callable

from gridwright.compiler.records import dataclass, field
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..editing.refused import Refused

HOSTS = ("127.0.0.1", "localhost")
MOST_BYTES = 2_000_000  # of a request: a text of a megabyte, and how JSON writes it
MOST_REQUESTS = 500  # that may come at once
PER_SECOND = 250.0  # that may come on and on: fast hands cause some 50
LONGEST_URL = 4_000
EXCHANGE = "/api/key"  # where the page gets the key
PROTOCOL = "gridwright"  # of the WebSocket
KEY_PROTOCOL = "gridwright.key."  # with the key behind it, because a browser lets a page set no other header of a WebSocket

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


class Access:
    """The secrets of a run. A page sends `key` with each request; it gets the key in exchange for `token`, once.

    `on_new` is told each new token.

    >>> access = Access(on_new=lambda token: print("a new link"))
    >>> first = access.token
    >>> access.exchange(first) == access.key
    a new link
    True
    >>> access.exchange(first) is None
    True
    """

    def __init__(self, on_new: Callable[[str], None] = lambda token: None) -> None:
        self.key = secrets.token_urlsafe()
        self.token = secrets.token_urlsafe(16)
        self.on_new = on_new

    def exchange(self, given: str) -> str | None:
        """Return the key for the token, which is then good no more; None for any other text."""
        if not _is_same(given, self.token):
            return None
        self.token = secrets.token_urlsafe(16)
        self.on_new(self.token)
        return self.key


class Gate:
    """Passes on to `app` what may come in. `port`: where the server listens."""

    def __init__(self, app: ASGIApp, access: Access, port: int) -> None:
        self.app = app
        self.access = access
        self.hosts = {f"{host}:{port}" for host in HOSTS}
        self.rate = Rate(MOST_REQUESTS, PER_SECOND)
        self.rate_of_others = Rate(MOST_REQUESTS, PER_SECOND)  # so that others cannot use up what the page may do

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it in."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        is_socket = scope["type"] == "websocket"
        try:
            headers = _headers(scope)
            self._check_where(scope, headers, is_socket=is_socket)
            given = _key_of_socket(scope) if is_socket else _bearer(headers)
            has_key = _is_same(given, self.access.key)
            if not (self.rate if has_key else self.rate_of_others).allows():
                raise Refused(429, "too many requests; wait a second")
            if not is_socket and scope["path"] == EXCHANGE:
                await _answer(send, 200, {"key": self._exchange(scope, given)})
                return
            if not has_key and (is_socket or not _is_public(scope["path"])):
                raise Refused(403, "this page has no key; open the newest link that `gridwright studio` has printed")
            if is_socket:
                await self.app(scope, receive, send)
                return
            _check_length(headers)
            await self.app(scope, _count_body(receive), _with_headers(send))
        except Refused as problem:
            if is_socket:
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": problem.message})
            else:
                await _answer(send, problem.status, {"error": problem.message})

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

    def _exchange(self, scope: Scope, token: str) -> str:
        if scope["method"] != "POST":
            raise Refused(405, "send POST")
        key = self.access.exchange(token)
        if key is None:
            raise Refused(
                403,
                "this link has been used, or is not of this server; open the newest link that `gridwright studio` has printed",
            )
        return key


def _is_public(path: str) -> bool:
    """Check whether a path is of a file of the page, which is the same for everybody."""
    return path == "/" or path.startswith("/assets/")


def _is_same(given: str, secret: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())


def _bearer(headers: dict[str, list[str]]) -> str:
    """Return the secret that comes with a request; empty if there is none, or several."""
    values = headers.get("authorization", [])
    kind, _, given = values[0].partition(" ") if len(values) == 1 else ("", "", "")
    return given if kind == "Bearer" else ""


def _key_of_socket(scope: Scope) -> str:
    """Return the key among the protocols that a WebSocket offers; empty if there is none, or several."""
    keys = [name.removeprefix(KEY_PROTOCOL) for name in scope.get("subprotocols", ()) if name.startswith(KEY_PROTOCOL)]
    return keys[0] if len(keys) == 1 else ""


def _headers(scope: Scope) -> dict[str, list[str]]:
    values_of_header: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        values_of_header.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return values_of_header


def _check_length(headers: dict[str, list[str]]) -> None:
    for length in headers.get("content-length", []):
        if not length.isdecimal() or len(length) > 12 or int(length) > MOST_BYTES:
            raise Refused(413, f"a request may have at most {MOST_BYTES:,} bytes")


def _count_body(receive: Receive) -> Receive:
    """Return the same body, which ends with `Refused` where it becomes too large, whatever its header says."""
    size = 0

    async def receive_and_count() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MOST_BYTES:
            raise Refused(413, f"a request may have at most {MOST_BYTES:,} bytes")
        return message

    return receive_and_count


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in OWN_HEADERS}
            message["headers"] = [*((name, value) for name, value in message["headers"] if name not in own), *OWN_HEADERS]
        await send(message)

    return with_headers


async def _answer(send: Send, status: int, content: dict[str, str]) -> None:
    body = json.dumps(content).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *OWN_HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
