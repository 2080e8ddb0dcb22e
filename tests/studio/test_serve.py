"""The server as a process: it starts at once, says where it is, answers over a real connection, and ends with Ctrl-C."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from gridwright.runtime.cli.app import run
from studio_client import SMALL
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

STARTED = 10.0  # seconds, where other work is done on the machine; by itself it takes half of one


@contextmanager
def served(*arguments: str) -> Iterator[str]:
    """Start the server, and yield its link; it has to end with Ctrl-C."""
    command = [sys.executable, "-m", "gridwright", "studio", *arguments, "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    try:
        yield process.stdout.readline().strip()
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=10)
        assert process.returncode == 0
        assert told.splitlines()[1:] == ["gridwright studio: ended"]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.timing
def test_a_real_server(tmp_path: Path) -> None:
    """The page comes with the printed link only; jobs run; what is too large ends a connection; nothing listens elsewhere."""
    (tmp_path / "a.yaml").write_text(SMALL, "utf-8")
    began = time.monotonic()
    with served(str(tmp_path / "a.yaml")) as link:
        assert time.monotonic() - began < STARTED
        base, _, token = link.partition("/?t=")
        port = base.rpartition(":")[2]
        assert base == f"http://127.0.0.1:{port}"
        assert len(token) >= 22  # 128 bits
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"{base}/api/state")
        cookie = {"cookie": f"gridwright-studio-{port}={token}"}
        with pytest.raises(urllib.error.HTTPError, match="421"):
            urllib.request.urlopen(urllib.request.Request(f"{base}/api/state", headers=cookie | {"host": f"evil.example:{port}"}))
        with urllib.request.urlopen(urllib.request.Request(f"{base}/api/state", headers=cookie)) as answer:
            state = json.load(answer)
            assert "server" not in answer.headers
        assert state["file"] == "a.yaml"
        live = f"ws://127.0.0.1:{port}/api/live"
        for headers, origin in (({}, base), (cookie, "http://evil.example"), (cookie, None)):
            with pytest.raises(InvalidStatus), connect(live, origin=origin, additional_headers=headers):
                pass
        with connect(live, origin=base, additional_headers=cookie) as page:
            page.send(json.dumps({"id": 1, "cmd": "live", "rev": 1, "text": SMALL}))
            while (message := json.loads(page.recv(60)))["type"] != "result":
                assert message["type"] in ("started", "progress", "partial")
            assert message["report"]["verdict"] == "several"
            page.send("x" * 3_000_000)
            with pytest.raises(ConnectionClosed):
                page.recv(10)


@pytest.mark.timing
def test_the_end_of_work(tmp_path: Path) -> None:
    """Ctrl-C while something is worked on ends the server as always, in one line."""
    with ThreadPoolExecutor() as pool, served(str(tmp_path)) as link:
        base, _, token = link.partition("/?t=")
        cookie = {"cookie": f"gridwright-studio-{base.rpartition(':')[2]}={token}"}
        asked = pool.submit(urllib.request.urlopen, urllib.request.Request(f"{base}/api/gallery", headers=cookie))
        time.sleep(0.5)
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
    said = capsys.readouterr().err
    assert missing in said
    assert "pip install 'gridwright[studio]'" in said
    assert run(["--help"]) == 0
