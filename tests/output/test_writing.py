"""Files are written whole or not at all, and nothing is overwritten unasked."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from gridwright.runtime.output import atomic_write
from gridwright.runtime.output.atomic_write import NotWritten, write_folder, write_whole


def test_written_once(tmp_path: Path) -> None:
    """A new file is written; an existing one is left as it is, unless forced."""
    path = tmp_path / "new.txt"
    write_whole(path, "first", force=False)
    with pytest.raises(NotWritten, match="exists"):
        write_whole(path, "second", force=False)
    assert path.read_text("utf-8") == "first"
    write_whole(path, b"third", force=True)
    assert path.read_text("utf-8") == "third"
    assert [path.name for path in tmp_path.iterdir()] == ["new.txt"]


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the disk is full, the old file is as it was, and no temporary file stays."""
    path = tmp_path / "old.txt"
    path.write_text("old", "utf-8")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_write.os, "fsync", full)
    with pytest.raises(NotWritten, match="No space left"):
        write_whole(path, "new", force=True)
    assert path.read_text("utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["old.txt"]


def test_no_folder(tmp_path: Path) -> None:
    """A folder that does not exist is said to be missing."""
    with pytest.raises(NotWritten, match="No such file"):
        write_whole(tmp_path / "nowhere" / "x.txt", "x", force=False)


def test_made_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that somebody else made after the first look is left alone too."""
    path = tmp_path / "race.txt"
    real = os.fsync

    def late(handle: int) -> None:
        path.write_text("theirs", "utf-8")
        real(handle)

    monkeypatch.setattr(atomic_write.os, "fsync", late)
    with pytest.raises(NotWritten, match="exists"):
        write_whole(path, "mine", force=False)
    assert path.read_text("utf-8") == "theirs"


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    """A link goes on pointing to the file, whose permissions stay."""
    path, link = tmp_path / "real.txt", tmp_path / "link.txt"
    path.write_text("old", "utf-8")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "new", force=True)
    assert link.is_symlink()
    assert path.read_text("utf-8") == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder is written whole, or not at all; one that exists is left as it is."""
    write_folder(tmp_path / "new", {"a.txt": "a", "b.txt": "b"})
    assert [path.read_text("utf-8") for path in sorted((tmp_path / "new").iterdir())] == ["a", "b"]
    with pytest.raises(NotWritten, match="exists"):
        write_folder(tmp_path / "new", {})
    with pytest.raises(NotWritten, match="No such file"):
        write_folder(tmp_path / "no" / "where", {"a.txt": "a"})
    with pytest.raises(NotWritten, match="cannot be written"):
        write_folder(tmp_path / "half", {"a.txt": "a", "a.txt/b.txt": "b"})
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
    write_folder(tmp_path / "new", {"inside/c.txt": b"c"}, force=True)
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["inside"]
    assert [path.name for path in tmp_path.iterdir()] == ["new"]
