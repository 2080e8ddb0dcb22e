"""Files are written whole or not at all, and nothing is overwritten unasked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
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


OLD, NEW = {"a.txt": "old", "b/c.txt": "old"}, {"a.txt": "new", "b/d.txt": "new"}


def contents(folder: Path) -> dict[str, str]:
    """The files of a folder."""
    return {str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()}


def stopped(folder: Path, work: Callable[[], object]) -> Iterator[Path]:
    """Do some work in a copy of this process that ends before its first step, another one before its second, and so on.

    Steps are all calls that change files, as Python audits them. Yield the folder in which each copy was stopped.
    """
    steps = ("open", "os.rename", "os.mkdir", "os.remove", "os.rmdir", "os.link", "shutil.rmtree", "ctypes.dlsym")
    for last in range(200):
        here = folder / str(last)
        here.mkdir()
        child = os.fork()
        if child == 0:
            os.chdir(here)
            write_folder("name", OLD)
            seen = -1

            def step(event: str, _: object, last: int = last) -> None:
                nonlocal seen
                seen += event in steps
                if seen == last and event in steps:
                    os._exit(1)

            sys.addaudithook(step)
            try:
                work()
            finally:
                os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        yield here
        if status == 0:
            return
    raise AssertionError("it does not end")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs copies of this process")
@pytest.mark.parametrize("exchanges", [True, False])
def test_a_folder_is_there_whenever_it_stops(exchanges: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever the program is killed, the name stands for all of the old files or all of the new ones.

    Where names cannot be exchanged, there is one moment at which the old ones are beside it under a name that one finds.
    """
    if not exchanges:
        monkeypatch.setattr(atomic_write, "_exchange", lambda *_: False)
    states = []
    for here in stopped(tmp_path, lambda: write_folder("name", NEW, force=True)):
        if (here / "name").exists():
            states.append(contents(here / "name"))
        else:
            assert not exchanges
            (beside,) = here.glob("name.*.old")
            assert contents(beside) == OLD
            states.append({})
    assert len(states) > 10
    change = states.index(NEW)
    assert states == [*([OLD] * (change - (not exchanges))), *([] if exchanges else [{}]), *([NEW] * (len(states) - change))]
    assert contents(here) == {f"name/{name}": text for name, text in NEW.items()}


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="looks for the names of open files in /proc")
def test_all_is_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are synchronised before their folders, these before the rename, and the folder above after it."""
    synced: list[str] = []
    real = os.fsync

    def noted(handle: int) -> None:
        synced.append(str(Path(f"/proc/self/fd/{handle}").readlink().relative_to(tmp_path)))
        real(handle)

    monkeypatch.setattr(atomic_write.os, "fsync", noted)
    for _ in range(2):
        synced.clear()
        write_folder(tmp_path / "name", NEW, force=True)
        inside = [path.partition("/")[2] for path in synced[:-1]]
        assert inside == ["a.txt", "b/d.txt", "b", ""]
        assert synced[-1] == "."
    synced.clear()
    write_whole(tmp_path / "x", "x", force=False)
    assert len(synced) == 2
    assert synced[-1] == "."


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """Even with force no file is replaced by a folder; a link to a folder goes on pointing to it."""
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(NotWritten, match="is a file"):
        write_folder(tmp_path / "file", NEW, force=True)
    write_folder(tmp_path / "real", OLD)
    (tmp_path / "link").symlink_to("real")
    write_folder(tmp_path / "link", NEW, force=True)
    assert contents(tmp_path / "real") == NEW
    assert {path.name for path in tmp_path.iterdir()} == {"file", "link", "real"}


def test_interrupted_between_two_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C between the two renames puts the old folder back."""
    monkeypatch.setattr(atomic_write, "_exchange", lambda *_: False)
    real = Path.rename

    def rename(self: Path, target: Path) -> Path:
        if self.suffix == ".tmp":
            raise KeyboardInterrupt
        return real(self, target)

    write_folder(tmp_path / "name", OLD)
    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "name", NEW, force=True)
    assert contents(tmp_path) == {f"name/{name}": text for name, text in OLD.items()}
