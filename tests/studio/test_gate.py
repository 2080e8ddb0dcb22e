"""What the server of the studio lets in: only its own page, and nothing too large or too often."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

import pytest
from gridwright.runtime.studio import gate
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from studio_client import COOKIE, HOST, ORIGIN, PORT, SMALL, TOKEN, opened

pytestmark = pytest.mark.slow  # the server has processes that work

TAGS = ["<script>alert(1)</script>", "\"onload='x'"]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a page of a few files."""
    found = tmp_path_factory.mktemp("page")
    (found / "index.html").write_text("<!doctype html><title>Studio</title>", "utf-8")
    (found / "app.js").write_text("export const a = 1;", "utf-8")
    (found / ".secret.js").write_text("hidden", "utf-8")
    (found / "notes.py").write_text("secret", "utf-8")
    (found / "out.js").symlink_to("/etc/hostname")
    return found


@pytest.fixture(scope="module")
def strange(tmp_path_factory: pytest.TempPathFactory, page: Path) -> Iterator[TestClient]:
    """Open a server for somebody without cookie and origin."""
    folder = tmp_path_factory.mktemp("folder")
    (folder / "a.yaml").write_text(SMALL, "utf-8")
    with opened(folder, signed=False, page=page) as client:
        yield client


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests ask as often as they like."""
    monkeypatch.setattr(gate.Rate, "allows", lambda self: True)


def test_the_link_sets_a_cookie_that_is_needed(strange: TestClient) -> None:
    """Without the printed link nothing is shown; it sets a cookie that no script reads and no other page is sent with."""
    assert strange.get("/").status_code == 403
    assert strange.get("/assets/app.js").status_code == 403
    assert strange.get("/api/state").status_code == 403
    answer = strange.get(f"/?t={TOKEN}")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    cookie = answer.headers["set-cookie"]
    assert "SameSite=Strict" in cookie
    assert "HttpOnly" in cookie
    assert TOKEN not in answer.headers["location"]
    strange.cookies.clear()
    cookie = {"cookie": f"{COOKIE}={TOKEN}"}
    assert strange.get("/", headers=cookie).text.startswith("<!doctype html>")
    assert strange.get("/assets/app.js", headers=cookie).headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    "query", ["t=", "t=wrong", f"t={TOKEN}&t={TOKEN}", f"t={TOKEN}x", "t=%ff", "x=1", f"T={TOKEN}", "t=" + "a" * 9_000]
)
def test_wrong_links(strange: TestClient, query: str) -> None:
    """A link with another secret sets no cookie."""
    answer = strange.get(f"/?{query}")
    assert answer.status_code in (403, 414)
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "cookie",
    ["", f"{COOKIE}=", f"{COOKIE}=wrong", f"gridwright-studio-1={TOKEN}", f'{COOKIE}="{TOKEN}', "=;=;;", f"{COOKIE}={TOKEN}a"],
)
def test_wrong_cookies(strange: TestClient, cookie: str) -> None:
    """A cookie of another server, or a broken one, opens nothing."""
    assert strange.get("/api/state", headers={"cookie": cookie}).status_code == 403


@pytest.mark.parametrize(
    "host", ["evil.example", f"evil.example:{PORT}", "127.0.0.1", "127.0.0.1:1", f"[::1]:{PORT}", f"127.0.0.1.evil:{PORT}", ""]
)
def test_another_name_of_this_machine(strange: TestClient, host: str) -> None:
    """A name that somebody else has pointed here (DNS rebinding) opens nothing, with cookie and link."""
    headers = {"host": host, "cookie": f"{COOKIE}={TOKEN}"}
    assert strange.get("/", headers=headers).status_code == 421
    assert strange.get(f"/?t={TOKEN}", headers=headers).status_code == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", f"https://{HOST}", "http://127.0.0.1:1", f"http://localhost:{PORT}", ""]
)
def test_another_page(strange: TestClient, origin: str) -> None:
    """A page of another origin asks for nothing, reading or writing, even with the cookie."""
    headers = {"origin": origin, "cookie": f"{COOKIE}={TOKEN}"}
    assert strange.get("/api/state", headers=headers).status_code == 403
    assert strange.post("/api/board", json={"text": "", "rev": 1}, headers=headers).status_code == 403
    with pytest.raises(WebSocketDisconnect), strange.websocket_connect("/api/live", headers=headers | {"host": HOST}):
        pass


def test_what_changes_something_needs_an_origin(strange: TestClient) -> None:
    """A request without an origin may only read."""
    headers = {"cookie": f"{COOKIE}={TOKEN}"}
    assert strange.post("/api/board", json={"text": "", "rev": 1}, headers=headers).status_code == 403
    assert strange.put("/api/file", json={"path": "a.yaml", "text": "", "sha256": None}, headers=headers).status_code == 403
    assert strange.get("/api/file?path=a.yaml", headers=headers).status_code == 200
    assert strange.get("/api/file?path=a.yaml", headers=headers | {"sec-fetch-site": "cross-site"}).status_code == 403
    with pytest.raises(WebSocketDisconnect), strange.websocket_connect("/api/live", headers=headers | {"host": HOST}):
        pass


def test_a_socket_needs_the_cookie(strange: TestClient) -> None:
    """The same holds of the connection on which answers come."""
    with pytest.raises(WebSocketDisconnect), strange.websocket_connect("/api/live", headers={"origin": ORIGIN, "host": HOST}):
        pass


def test_every_answer_has_the_policy(strange: TestClient) -> None:
    """Scripts come from this server only, and no other page shows this one in a frame; also where a request is refused."""
    own = {"cookie": f"{COOKIE}={TOKEN}"}
    answers = [
        strange.get("/"),
        strange.get("/", headers=own),
        strange.get("/assets/app.js", headers=own),
        strange.get("/api/nothing", headers=own),
        strange.get(f"/?t={TOKEN}"),
        strange.get("/", headers={"host": "evil"}),
    ]
    strange.cookies.clear()
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
    assert strange.get(f"/assets/{name}", headers={"cookie": f"{COOKIE}={TOKEN}"}).status_code in (404, 403)


def test_large_requests(strange: TestClient) -> None:
    """What is too large is refused by its header, and if that lies, while it comes."""
    headers = {"cookie": f"{COOKIE}={TOKEN}", "origin": ORIGIN, "content-type": "application/json"}
    answer = strange.post("/api/board", content=b"x" * (gate.MOST_BYTES + 1), headers=headers)
    assert answer.status_code == 413
    assert strange.post("/api/board", content=b"{}", headers=headers | {"content-length": "9" * 30}).status_code == 413

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 100_000

    assert strange.post("/api/board", content=endless(), headers=headers).status_code == 413


def test_rate(tmp_path: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many requests are refused until time has passed; the clock is the test's own."""
    monkeypatch.undo()
    now = 0.0
    monkeypatch.setattr(gate, "Rate", functools.partial(gate.Rate, now=lambda: now))
    with opened(tmp_path, page=page) as client:
        client.get("/")  # the parts of the server are made for the first request
        statuses = [client.get("/assets/app.js").status_code for _ in range(gate.MOST_REQUESTS + 1)]
        assert statuses.index(429) in (gate.MOST_REQUESTS - 1, gate.MOST_REQUESTS)
        now = 1.0
        assert client.get("/assets/app.js").status_code == 200


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"1", b"[" * 100_000, b'{"a": NaN}', b'{"a": ' + b"9" * 10_000 + b"}", b"\xff", b"null"]
)
def test_no_json(strange: TestClient, body: bytes) -> None:
    """A body that is no object of JSON is refused."""
    headers = {"cookie": f"{COOKIE}={TOKEN}", "origin": ORIGIN, "content-type": "application/json"}
    assert strange.post("/api/board", content=body, headers=headers).status_code == 400


def test_only_json(strange: TestClient) -> None:
    """A form of another page, which needs no permission of the browser, is no request."""
    headers = {"cookie": f"{COOKIE}={TOKEN}", "origin": ORIGIN}
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = strange.post("/api/board", content=b'{"text": "", "rev": 1}', headers=headers | {"content-type": kind})
        assert answer.status_code == 415
