"""The server as a process: it starts at once, says where it is, answers over a real connection, and ends with Ctrl-C."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import pytest
from gridwright.runtime.cli.app import run
from processes import within
from studio_client import SMALL
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol


@dataclass
class Running:
    """A server that runs: its address without a path, the link that it has printed, and what it says meanwhile."""

    base: str
    link: str
    said: IO[str]

    def request(self, path: str, secret: str = "", **headers: str) -> urllib.request.Request:
        """Return a request with a secret."""
        method = "POST" if path == "/api/key" else "GET"
        headers |= {"origin": self.base, "authorization": f"Bearer {secret}"}
        return urllib.request.Request(self.base + path, headers=headers, method=method)

    def entered(self, token: str = "") -> str:
        """Exchange the token of the printed link, or another one, for the key."""
        with urllib.request.urlopen(self.request("/api/key", token or self.link.partition("#t=")[2])) as answer:
            key: str = json.load(answer)["key"]
            return key


@contextmanager
def served(*arguments: str) -> Iterator[Running]:
    """Start the server; it has to end with Ctrl-C."""
    command = [sys.executable, "-m", "gridwright", "studio", *arguments, "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    assert process.stderr
    try:
        with within(10):  # seconds, where other work is done on the machine; by itself it takes half of one
            link = process.stdout.readline().strip()
            assert "open this link" in process.stderr.readline()
        yield Running(link.partition("/#t=")[0], link, process.stderr)
        process.send_signal(signal.SIGINT)
        printed, output = process.communicate(timeout=10)
        assert process.returncode == 0
        assert (printed, output.splitlines()) == ("", ["gridwright studio: ended"])
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_a_real_server(tmp_path: Path) -> None:
    """A link is good once; jobs run; what is too large ends a connection; nothing listens elsewhere."""
    (tmp_path / "a.yaml").write_text(SMALL, "utf-8")
    with served(str(tmp_path / "a.yaml")) as server:
        base = server.base
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#t=[\w-]{22}", server.link)  # 128 bits
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{base}/api/state")
        key = server.entered()
        with pytest.raises(urllib.error.HTTPError, match="403"):
            server.entered()
        following = server.said.readline().strip()
        assert following.startswith("gridwright studio: a browser has opened the link")
        assert server.entered(following.partition("#t=")[2]) == key
        server.said.readline()
        with pytest.raises(urllib.error.HTTPError, match="421"):
            urllib.request.urlopen(server.request("/api/state", key, host="evil.example"))
        with urllib.request.urlopen(server.request("/api/state", key)) as answer:
            state = json.load(answer)
            assert "server" not in answer.headers
        assert state["file"] == "a.yaml"
        live = f"{base.replace('http', 'ws')}/api/live"
        protocols = [Subprotocol("gridwright"), Subprotocol(f"gridwright.key.{key}")]
        for offered, origin in ((protocols[:1], base), (protocols, "http://evil.example"), (protocols, None)):
            with pytest.raises(InvalidStatus), connect(live, origin=origin and Origin(origin), subprotocols=offered):
                pass
        with connect(live, origin=Origin(base), subprotocols=protocols) as page:
            assert page.subprotocol == "gridwright"
            page.send(json.dumps({"id": 1, "cmd": "live", "rev": 1, "text": SMALL}))
            while (message := json.loads(page.recv(60)))["type"] != "result":
                assert message["type"] in ("started", "progress", "partial")
            assert message["report"]["verdict"] == "several"
            page.send("x" * 3_000_000)
            with pytest.raises(ConnectionClosed):
                page.recv(10)


@pytest.mark.slow
def test_unfinished_requests(tmp_path: Path) -> None:
    """Five hundred connections with unfinished headers keep nobody out."""
    with served(str(tmp_path)) as server, contextlib.ExitStack() as stack:
        port = int(server.base.rpartition(":")[2])
        for _ in range(500):
            waiting = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
            with contextlib.suppress(OSError):
                waiting.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        with urllib.request.urlopen(server.base, timeout=10) as answer:
            assert answer.status == 200


@pytest.mark.slow
def test_the_end_of_work(tmp_path: Path) -> None:
    """Ctrl-C while something is worked on ends the server as always, in one line."""
    with ThreadPoolExecutor() as pool, served(str(tmp_path)) as server:
        key = server.entered()
        server.said.readline()
        asked = pool.submit(urllib.request.urlopen, server.request("/api/gallery", key))
        time.sleep(0.2)
        assert not asked.done()
    assert asked.exception() is not None


def test_wrong_calls(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A call that is wrong is told in a sentence."""
    (tmp_path / "a.txt").write_text("", "utf-8")
    for place in ("nowhere", "a.txt"):
        assert run(["studio", str(tmp_path / place), "--no-browser"]) == 2
        assert "no folder" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["starlette", "uvicorn"])
def test_a_missing_extra(missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Without the extra, the command says what to install, and all others work."""
    for name in [*sys.modules]:
        if name.partition(".")[0] == missing or name.startswith("gridwright.runtime.studio"):
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    assert run(["studio", "--no-browser"]) == 2
    message = capsys.readouterr().err
    assert missing in message
    assert "pip install 'gridwright[studio]'" in message
    assert run(["--help"]) == 0
