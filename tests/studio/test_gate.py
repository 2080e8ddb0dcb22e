"""What the server of the studio lets in: only its own page, and nothing too large or too often."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gridwright.runtime.studio import gate
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from studio_client import HOST, KEY, ORIGIN, PORT, PROTOCOLS, SIGNED, SMALL, opened

pytestmark = pytest.mark.slow  # the server has processes that work

TAGS = ["<script>alert(1)</script>", "\"onload='x'"]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a page of a few files."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "index.html").write_text("<!doctype html><title>Studio</title>", "utf-8")
    (folder / "app.js").write_text("export const a = 1;", "utf-8")
    (folder / ".secret.js").write_text("hidden", "utf-8")
    (folder / "notes.py").write_text("secret", "utf-8")
    (folder / "out.js").symlink_to("/etc/hostname")
    return folder


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory, page: Path) -> Iterator[TestClient]:
    """Open a server for somebody without key and origin."""
    folder = tmp_path_factory.mktemp("folder")
    (folder / "a.yaml").write_text(SMALL, "utf-8")
    with opened(folder, signed=False, page=page) as client:
        yield client


def bearer(secret: str) -> dict[str, str]:
    """Return the header that a secret comes with."""
    return {"authorization": f"Bearer {secret}"}


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests ask as often as they like."""
    monkeypatch.setattr(gate.Rate, "allows", lambda self: True)


def test_the_link_is_exchanged_once() -> None:
    """The token of a link gives the key once, and then a new one does; only the key opens something."""
    messages: list[str] = []

    async def inside(scope: object, receive: object, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    access = gate.Access(on_new=messages.append)
    client = TestClient(gate.Gate(inside, access, PORT), base_url=ORIGIN)
    client.headers["origin"] = ORIGIN
    first = access.token
    assert len({first, access.key, gate.Access().key, gate.Access().token}) == 4
    assert client.post(gate.EXCHANGE, headers=bearer(first[:-1])).status_code == 403
    assert client.get(gate.EXCHANGE, headers=bearer(first)).status_code == 405
    assert client.post(gate.EXCHANGE, headers=bearer(first) | {"origin": "http://127.0.0.1:1"}).status_code == 403
    assert client.get("/api/state", headers=bearer(first)).status_code == 403
    assert messages == []  # nothing of this has used it up
    answer = client.post(gate.EXCHANGE, headers=bearer(first))
    assert answer.json() == {"key": access.key}
    assert answer.headers["cache-control"] == "no-store"
    assert messages == [access.token]
    refused = client.post(gate.EXCHANGE, headers=bearer(first))
    assert (refused.status_code, "used" in refused.json()["error"]) == (403, True)
    assert client.post(gate.EXCHANGE, headers=bearer(access.key)).status_code == 403
    assert client.get("/api/state", headers=bearer(access.key)).status_code == 200
    assert client.post(gate.EXCHANGE, headers=bearer(messages[0])).json() == {"key": access.key}
    assert len({first, *messages}) == 3


def test_what_anybody_may_have(strange: TestClient) -> None:
    """The files of the page are those of the program; nothing else comes without the key, and no cookie is set."""
    answers = [strange.get("/"), strange.get("/assets/app.js")]
    assert answers[0].text.startswith("<!doctype html>")
    assert answers[1].headers["content-type"].startswith("text/javascript")
    assert not any("set-cookie" in answer.headers for answer in answers)
    for path in ("/api/state", "/api/file?path=a.yaml", "/api/gallery", "/api/nothing", "/nothing", "/assets"):
        assert strange.get(path).status_code == 403, path
    assert strange.get("/api/state", headers=SIGNED).status_code == 200


def test_a_cookie_opens_nothing(strange: TestClient) -> None:
    """A browser sends the cookies of 127.0.0.1 to every port, so the key does not count as one."""
    names = ("key", "gridwright-studio", f"gridwright-studio-{PORT}", "authorization", "gridwright.key")
    cookie = {"cookie": "; ".join(f"{name}={KEY}" for name in names), "origin": ORIGIN}
    assert strange.get("/api/state", headers=cookie).status_code == 403
    assert strange.put("/api/file", json={"path": "a.yaml", "text": "", "sha256": None}, headers=cookie).status_code == 403
    assert strange.get(f"/api/state?t={KEY}&key={KEY}", headers=cookie).status_code == 403
    with pytest.raises(WebSocketDisconnect), strange.websocket_connect("/api/live", headers=cookie | {"host": HOST}):
        pass


@pytest.mark.parametrize(
    "given",
    [
        "",
        "Bearer",
        "Bearer ",
        f"Bearer {KEY}a",
        f"Bearer {KEY[:-1]}",
        f"bearer {KEY}",
        KEY,
        f"Basic {KEY}",
        f"Bearer  {KEY}",
        "Bearer ä",
    ],
)
def test_wrong_keys(strange: TestClient, given: str) -> None:
    """A key of another server, or a broken one, opens nothing."""
    assert strange.get("/api/state", headers={"authorization": given.encode("latin-1")}).status_code == 403


def test_two_keys(strange: TestClient) -> None:
    """Of two keys none counts."""
    headers = [("authorization", f"Bearer {KEY}"), ("authorization", "Bearer other")]
    assert strange.get("/api/state", headers=headers).status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:1", f"[::1]:{PORT}", f"127.0.0.1.evil:{PORT}", ""]
)
def test_another_name_of_this_machine(strange: TestClient, host: str) -> None:
    """A name that somebody else has pointed here (DNS rebinding) opens nothing, even with the key."""
    headers = SIGNED | {"host": host}
    assert strange.get("/", headers=headers).status_code == 421
    assert strange.get("/api/state", headers=headers).status_code == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", f"https://{HOST}", "http://127.0.0.1:1", f"http://localhost:{PORT}", ""]
)
def test_another_page(strange: TestClient, origin: str) -> None:
    """A page of another origin asks for nothing, reading or writing, even with the key."""
    headers = SIGNED | {"origin": origin}
    assert strange.get("/api/state", headers=headers).status_code == 403
    assert strange.post("/api/board", json={"text": "", "rev": 1}, headers=headers).status_code == 403
    with pytest.raises(WebSocketDisconnect), strange.websocket_connect("/api/live", PROTOCOLS, headers=headers | {"host": HOST}):
        pass


def test_what_changes_something_needs_an_origin(strange: TestClient) -> None:
    """A request without an origin may only read."""
    headers = SIGNED
    assert strange.post("/api/board", json={"text": "", "rev": 1}, headers=headers).status_code == 403
    assert strange.put("/api/file", json={"path": "a.yaml", "text": "", "sha256": None}, headers=headers).status_code == 403
    assert strange.get("/api/file?path=a.yaml", headers=headers).status_code == 200
    assert strange.get("/api/file?path=a.yaml", headers=headers | {"sec-fetch-site": "cross-site"}).status_code == 403
    with pytest.raises(WebSocketDisconnect), strange.websocket_connect("/api/live", PROTOCOLS, headers=headers | {"host": HOST}):
        pass


@pytest.mark.parametrize(
    "offered",
    [[], ["gridwright"], ["gridwright", f"gridwright.key.{KEY}a"], ["gridwright", KEY], [*PROTOCOLS, "gridwright.key.b"]],
)
def test_a_socket_needs_the_key(strange: TestClient, offered: list[str]) -> None:
    """The same holds of the connection on which answers come."""
    headers = {"origin": ORIGIN, "host": HOST} | SIGNED
    with pytest.raises(WebSocketDisconnect), strange.websocket_connect("/api/live", offered, headers=headers):
        pass
    with strange.websocket_connect("/api/live", PROTOCOLS, headers={"origin": ORIGIN, "host": HOST}) as socket:
        assert socket.accepted_subprotocol == "gridwright"  # never the one with the key


def test_every_answer_has_the_policy(strange: TestClient) -> None:
    """Scripts come from this server only, and no other page shows this one in a frame; also where a request is refused."""
    answers = [
        strange.get("/"),
        strange.get("/assets/app.js"),
        strange.get("/api/state"),
        strange.get("/api/nothing", headers=SIGNED),
        strange.post(gate.EXCHANGE),
        strange.get("/", headers={"host": "evil"}),
    ]
    for answer in answers:
        policy = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["connect-src"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "name",
    [
        "../app.py",
        "%2e%2e/app.py",
        "..%2fapp.py",
        ".secret.js",
        "notes.py",
        "out.js",
        "/etc/passwd",
        "a%00.js",
        "tabs/../../gate.py",
        "..\\app.py",
        "",
        "%5c..%5capp.py",
    ],
)
def test_only_files_of_the_page(strange: TestClient, name: str) -> None:
    """No other file is shown as a part of the page."""
    assert strange.get(f"/assets/{name}", headers=SIGNED).status_code in (404, 403)


def test_large_requests(strange: TestClient) -> None:
    """What is too large is refused by its header, and if that lies, while it comes."""
    headers = SIGNED | {"origin": ORIGIN, "content-type": "application/json"}
    answer = strange.post("/api/board", content=b"x" * (gate.MOST_BYTES + 1), headers=headers)
    assert answer.status_code == 413
    assert strange.post("/api/board", content=b"{}", headers=headers | {"content-length": "9" * 30}).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 100_000

    assert strange.post("/api/board", content=endless(), headers=headers).status_code == 413


def test_rate(tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many requests are refused until time has passed; whoever has no key cannot use up what the page may do."""
    monkeypatch.undo()
    now = 0.0
    monkeypatch.setattr(gate, "Rate", functools.partial(gate.Rate, now=lambda: now))  # the clock is the test's own
    with opened(tmp_path, page=page) as client:
        client.get("/")  # the parts of the server are made for the first request
        for headers in (bearer("wrong"), SIGNED):
            statuses = [client.get("/assets/app.js", headers=headers).status_code for _ in range(gate.MOST_REQUESTS + 1)]
            assert statuses.index(429) in (gate.MOST_REQUESTS - 1, gate.MOST_REQUESTS)
        now = 1.0
        assert client.get("/assets/app.js").status_code == 200


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"1", b"[" * 100_000, b'{"a": NaN}', b'{"a": ' + b"9" * 10_000 + b"}", b"\xff", b"null"]
)
def test_no_json(strange: TestClient, body: bytes) -> None:
    """A body that is no object of JSON is refused."""
    headers = SIGNED | {"origin": ORIGIN, "content-type": "application/json"}
    assert strange.post("/api/board", content=body, headers=headers).status_code == 400


def test_only_json(strange: TestClient) -> None:
    """A form of another page, which needs no permission of the browser, is no request."""
    headers = SIGNED | {"origin": ORIGIN}
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = strange.post("/api/board", content=b'{"text": "", "rev": 1}', headers=headers | {"content-type": kind})
        assert answer.status_code == 415
