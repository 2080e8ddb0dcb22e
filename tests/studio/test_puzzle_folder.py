"""Only specs below the folder are listed, read and written, and nothing is overwritten that nobody has seen."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from gridwright.runtime.studio.puzzle_folder import ChangedOnDisk, PuzzleFolder
from starlette.testclient import TestClient
from studio_client import SMALL, connected, opened

pytestmark = pytest.mark.slow  # the server has processes that work

PATHS = [
    "../secret.yaml",
    "sub/../../secret.yaml",
    "/etc/passwd",
    "/etc/hosts.yaml",
    "link.yaml",
    "way/secret.yaml",
    "inner.yaml",
    "a.txt",
    "a.yaml.txt",
    ".hidden.yaml",
    ".git/config.yaml",
    "",
    ".",
    "..",
    "a\0.yaml",
    "a\n.yaml",
    "..\\secret.yaml",
    "C:\\secret.yaml",
    "file:///etc/hosts.yaml",
    "a.yaml/",
    "//a.yaml",
    "./a.yaml",
    "a" * 1_000 + ".yaml",
    "circle/x.yaml",
    "%2e%2e/secret.yaml",
    "a.yaml/b.yaml",
    "pipe.yaml",
    "folder.yaml",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Make a folder with a spec, and with ways out of it."""
    (tmp_path / "secret.yaml").write_text("secret: 1", "utf-8")
    puzzle_folder = tmp_path / "puzzles"
    puzzle_folder.mkdir()
    (puzzle_folder / "a.yaml").write_text(SMALL, "utf-8")
    (puzzle_folder / "a.txt").write_text("secret", "utf-8")
    (puzzle_folder / ".hidden.yaml").write_text("secret: 1", "utf-8")
    (puzzle_folder / "link.yaml").symlink_to(tmp_path / "secret.yaml")
    (puzzle_folder / "way").symlink_to(tmp_path)
    (puzzle_folder / "circle").symlink_to("circle")
    (puzzle_folder / "inner.yaml").symlink_to("a.txt")
    (puzzle_folder / "folder.yaml").mkdir()
    os.mkfifo(puzzle_folder / "pipe.yaml")
    (puzzle_folder / "sub").mkdir()
    (puzzle_folder / "sub" / "b.yml").write_text("title: '<b>B</b>'\n", "utf-8")
    return puzzle_folder


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    """Open the folder."""
    with opened(folder) as test_client:
        yield test_client


@pytest.mark.parametrize("path", PATHS)
def test_ways_out(client: TestClient, folder: Path, path: str) -> None:
    """No path leads out of the folder or to a file of another kind, to read or to write."""
    before = sorted(str(path_there) for path_there in folder.parent.rglob("*"))
    read = client.get("/api/file", params={"path": path})
    assert read.status_code in (400, 403, 404), read.text
    assert "secret" not in read.text
    for seen in (None, hashlib.sha256(b"secret: 1").hexdigest()):
        written = client.put("/api/file", json={"path": path, "text": "written", "sha256": seen})
        assert 400 <= written.status_code < 500 or path == "", written.text
        assert "secret: 1" not in written.text
    assert before == sorted(str(path_there) for path_there in folder.parent.rglob("*"))
    assert (folder.parent / "secret.yaml").read_text() == "secret: 1"
    for command in ("board", "edit"):
        answer = client.post(f"/api/{command}", json={"text": "", "rev": 1, "path": path, "op": {}})
        assert answer.status_code in (400, 403) or path in ("a.yaml/b.yaml", "pipe.yaml", "folder.yaml", "%2e%2e/secret.yaml")


@pytest.mark.parametrize("path", [None, 1, ["a.yaml"], {"a": 1}, True])
def test_paths_that_are_none(client: TestClient, path: object) -> None:
    """A path is a text."""
    assert client.put("/api/file", json={"path": path, "text": "", "sha256": None}).status_code == 400


def test_listing(client: TestClient) -> None:
    """The list has the specs with their titles, and nothing that cannot be opened."""
    state = client.get("/api/state").json()
    assert state["files"] == [{"path": "a.yaml", "title": "Four  # a small one"}, {"path": "sub/b.yml", "title": "<b>B</b>"}]
    assert state["read_only"] is False
    (star_battle,) = (genre for genre in state["genres"] if genre["name"] == "star_battle")
    assert (star_battle["title"], star_battle["family"]) == ("Star Battle", "objects")
    assert "puzz.link" in state["formats"]


def test_line_ends_stay(client: TestClient, folder: Path) -> None:
    """A file with line ends of two signs has one sign in the page, and two again on disk; a new file has one."""
    (folder / "crlf.yaml").write_bytes(SMALL.replace("\n", "\r\n").encode())
    content = client.get("/api/file?path=crlf.yaml").json()
    assert content["text"] == SMALL
    new = SMALL.replace(". .", ". 2", 1)
    answer = client.put("/api/file", json={"path": "crlf.yaml", "text": new, "sha256": content["sha256"]}).json()
    assert (folder / "crlf.yaml").read_bytes() == new.replace("\n", "\r\n").encode()
    assert answer == {"sha256": client.get("/api/file?path=crlf.yaml").json()["sha256"]}
    client.put("/api/file", json={"path": "fresh.yaml", "text": new, "sha256": None})
    assert (folder / "fresh.yaml").read_bytes() == new.encode()


def test_read_and_write(client: TestClient, folder: Path) -> None:
    """A text is written as it is, over what was seen, and in one step."""
    text = client.get("/api/file?path=a.yaml").json()
    assert text["text"] == SMALL
    assert text["sha256"] == hashlib.sha256(SMALL.encode()).hexdigest()
    new = SMALL + "# \U0001f600 \r\n"
    written = client.put("/api/file", json={"path": "a.yaml", "text": new, "sha256": text["sha256"]})
    assert written.json() == {"sha256": hashlib.sha256(new.encode()).hexdigest()}
    assert (folder / "a.yaml").read_bytes() == new.encode()
    assert not [file for file in folder.iterdir() if file.name.endswith(".tmp")]


def test_conflicts(client: TestClient, folder: Path) -> None:
    """What has changed on disk is not overwritten; the answer shows it."""
    seen = client.get("/api/file?path=a.yaml").json()["sha256"]
    (folder / "a.yaml").write_text("title: by git\n", "utf-8")
    answer = client.put("/api/file", json={"path": "a.yaml", "text": "mine", "sha256": seen})
    assert answer.status_code == 409
    assert answer.json() == {
        "path": "a.yaml",
        "text": "title: by git\n",
        "sha256": hashlib.sha256(b"title: by git\n").hexdigest(),
    }
    assert client.put("/api/file", json={"path": "a.yaml", "text": "mine", "sha256": None}).status_code == 409
    (folder / "a.yaml").unlink()
    answer = client.put("/api/file", json={"path": "a.yaml", "text": "mine", "sha256": seen})
    assert (answer.status_code, answer.json()["sha256"]) == (409, None)
    assert client.put("/api/file", json={"path": "a.yaml", "text": "mine", "sha256": None}).status_code == 200
    assert (folder / "a.yaml").read_text() == "mine"


def test_new_files(client: TestClient, folder: Path) -> None:
    """A new file may be made, in a folder that is there."""
    assert client.put("/api/file", json={"path": "sub/new.yaml", "text": "a", "sha256": None}).status_code == 200
    assert (folder / "sub" / "new.yaml").read_text() == "a"
    assert client.put("/api/file", json={"path": "none/new.yaml", "text": "a", "sha256": None}).status_code == 403


def test_read_only(folder: Path) -> None:
    """With --read-only nothing is written."""
    with opened(folder, read_only=True) as client:
        assert client.get("/api/state").json()["read_only"] is True
        seen = client.get("/api/file?path=a.yaml").json()["sha256"]
        assert client.put("/api/file", json={"path": "a.yaml", "text": "mine", "sha256": seen}).status_code == 403
        assert client.put("/api/file", json={"path": "new.yaml", "text": "mine", "sha256": None}).status_code == 403
    assert (folder / "a.yaml").read_text() == SMALL


def test_sizes_and_texts(client: TestClient, folder: Path) -> None:
    """A file that is too large, or no text, is not shown; a text that no file can hold is not written."""
    (folder / "large.yaml").write_bytes(b"#" * 1_000_001)
    assert client.get("/api/file?path=large.yaml").status_code == 413
    (folder / "binary.yaml").write_bytes(b"\xff\xfe\x00")
    assert client.get("/api/file?path=binary.yaml").status_code == 415
    put = client.put(
        "/api/file",
        content=b'{"path": "a.yaml", "text": "\\ud800", "sha256": null}',
        headers={"content-type": "application/json"},
    )
    assert put.status_code == 400
    large = client.put("/api/file", json={"path": "new.yaml", "text": "é" * 600_000, "sha256": None})
    assert large.status_code == 413


def test_changes_are_told(client: TestClient, folder: Path) -> None:
    """A page is told when a file that it has read is changed by another program."""
    client.get("/api/file?path=a.yaml")
    with connected(client) as page:
        (folder / "a.yaml").write_text("title: by git\n", "utf-8")
        message = page.receive_json()
        assert message == {"type": "changed", "path": "a.yaml", "sha256": hashlib.sha256(b"title: by git\n").hexdigest()}


def test_other_pages_are_told(client: TestClient, folder: Path) -> None:
    """What one page writes, and what another has read before it was told, is told to all."""
    seen = client.get("/api/file?path=a.yaml").json()["sha256"]
    with connected(client) as one, connected(client) as other:
        written = client.put("/api/file", json={"path": "a.yaml", "text": "title: mine\n", "sha256": seen}).json()["sha256"]
        for page in (one, other):
            assert page.receive_json() == {"type": "changed", "path": "a.yaml", "sha256": written}
        (folder / "a.yaml").write_text("title: by git\n", "utf-8")
        new = client.get("/api/file?path=a.yaml").json()["sha256"]
        for page in (one, other):
            assert page.receive_json() == {"type": "changed", "path": "a.yaml", "sha256": new}
        (folder / "a.yaml").unlink()
        assert one.receive_json() == {"type": "changed", "path": "a.yaml", "sha256": None}


def test_writes_at_the_same_time(folder: Path) -> None:
    """Of many writers that have seen the same, one writes, and all others are told."""
    held = PuzzleFolder(folder)
    seen = held.read("a.yaml").sha256

    def write(number: int) -> bool:
        try:
            held.write("a.yaml", f"title: {number}\n", seen)
        except ChangedOnDisk:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(write, range(24))) == 1
