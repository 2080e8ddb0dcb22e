"""A client of the studio's server, as the page is one, without a network."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gridwright.runtime.studio.app import studio_app
from gridwright.runtime.studio.gate import Access
from gridwright.runtime.studio.puzzle_folder import PuzzleFolder
from starlette.testclient import TestClient

PORT, KEY = 8321, "a-secret-of-the-tests"
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"
SIGNED = {"authorization": f"Bearer {KEY}"}
PROTOCOLS = ["gridwright", f"gridwright.key.{KEY}"]

SMALL = """\
gridwright: 1
title: Four  # a small one
grid: 2x2
layers:
  number: {values: 1..2}
givens:
  number: |
    . .
    . .
# Comments stay.
rules:
  - for: line in lines
    rule: distinct(number[line])
    says: Each row and column has both numbers.
expect:
  solutions: any
"""


@contextmanager
def opened(folder: Path, *, signed: bool = True, page: Path | None = None, **options: Any) -> Iterator[TestClient]:
    """Open the server of a folder; `signed`: with the key and the origin of the page."""
    access = Access()
    access.key = KEY
    read_only = options.pop("read_only", False)
    more = {"page": page} if page else {}
    app = studio_app(PuzzleFolder(folder, read_only=read_only), access=access, port=PORT, **options, **more)
    with TestClient(app, base_url=ORIGIN, follow_redirects=False, raise_server_exceptions=False) as client:
        if signed:
            client.headers.update(SIGNED | {"origin": ORIGIN})
        yield client


def connected(client: TestClient) -> Any:
    """Open the connection on which answers come, as the page does."""
    return client.websocket_connect("/api/live", PROTOCOLS, headers={"host": HOST, "origin": ORIGIN})
