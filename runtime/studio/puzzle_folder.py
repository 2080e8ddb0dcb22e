"""The specs of a folder: list, read and write them, and nothing else of the machine.

Paths come from a browser. A path is relative, with `/` between its names; it leads to a `.yaml` or `.yml` below the folder, also
when all links are followed. What is on disk is known by its SHA-256, so that nothing is overwritten that nobody has seen. In the
page a line ends with one character, because browsers count so; a file keeps the line ends that it has on disk.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

from gridwright.compiler.limits import USUAL
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.visible_text import visible
from gridwright.compiler.syntax.yaml_nodes import SUFFIXES

from ..editing.refused import Refused
from ..output.atomic_write import NotWritten, write_whole

MOST_FILES, MOST_LOOKED_AT = 1_000, 20_000  # that are listed
LISTING = 1.0  # seconds
LONGEST_PATH, LONGEST_TITLE = 400, 200
RECENT = 3_000_000_000  # nanoseconds in which a file may change twice at what the system takes for one time
HEAD = 4_000  # bytes in which a title is looked for
_LINE_END = re.compile("\r\n?|\n")
_TITLE = re.compile(r"^title:[ \t]*(.+?)[ \t]*\r?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class StoredText:
    """The text of a file, and its digest; None where there is no such file."""

    path: str
    text: str | None
    sha256: str | None


class ChangedOnDisk(Exception):
    """A file was not written, because its writer has not seen its current text, `now`."""

    def __init__(self, now: StoredText) -> None:
        super().__init__("the file has changed")
        self.now = now


class PuzzleFolder:
    """A folder with specs in it and below it."""

    def __init__(self, root: str | Path, *, read_only: bool = False) -> None:
        self.root = Path(root).resolve(strict=True)
        self.read_only = read_only
        self._writing = threading.Lock()
        self._known: dict[str, tuple[tuple[int, int, int], str]] = {}  # by path: what the system says of a file, and its digest

    def place(self, path: object) -> Path:
        """Return the file that a path means. Raise `Refused` if it may not be looked at; that it exists is not said."""
        if not isinstance(path, str) or not 0 < len(path) <= LONGEST_PATH:
            raise Refused(400, "`path` must be the name of a file")
        parts = path.split("/")
        if not path.endswith(SUFFIXES) or any(not _is_name(part) for part in parts):
            raise Refused(403, "only .yaml and .yml files below the folder can be opened")
        try:
            target = self.root.joinpath(*parts).resolve()
        except (OSError, RuntimeError, ValueError):  # a circle of links, or no name of this system
            raise Refused(403, "only .yaml and .yml files below the folder can be opened") from None
        if not target.is_relative_to(self.root) or target.suffix not in SUFFIXES:
            raise Refused(403, "only .yaml and .yml files below the folder can be opened")
        return target

    def folder_of(self, path: object) -> Path:
        """Return the folder in which a spec looks for its libraries; without a path, the whole folder."""
        return self.root if path is None else self.place(path).parent

    def read(self, path: str) -> StoredText:
        """Return the text of a file. Raise `Refused` if there is none, or it is not text."""
        data = self._data(path)
        if data is None:
            raise Refused(404, "there is no such file")
        try:
            return StoredText(path, _LINE_END.sub("\n", data.decode("utf-8")), _digest(data))
        except UnicodeDecodeError:
            raise Refused(415, "the file is no UTF-8 text") from None

    def _data(self, path: str) -> bytes | None:
        try:
            handle = os.open(self.place(path), os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as problem:
            raise Refused(403, f"the file cannot be read: {problem.strerror}") from None
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise Refused(403, "this is no file")
        with os.fdopen(handle, "rb") as file:
            data = file.read(USUAL.file_size + 1)
        if len(data) > USUAL.file_size:
            raise Refused(413, f"the file has more than {USUAL.file_size:,} bytes")
        return data

    def digest(self, path: str) -> str | None:
        """Return the digest of a file; None if there is none."""
        data = self._data(path)
        return None if data is None else _digest(data)

    def digest_now(self, path: str) -> str | None:
        """Return the digest of a file; the file is not read again if its size, time and inode are unchanged."""
        try:
            about = self.place(path).stat()
        except OSError:
            return None
        marks = about.st_mtime_ns, about.st_size, about.st_ino
        known = self._known.get(path)
        if known is not None and known[0] == marks and time.time_ns() - about.st_mtime_ns > RECENT:
            return known[1]
        digest = self.digest(path)
        if digest is not None:
            self._known[path] = marks, digest
        return digest

    def write(self, path: str, text: str, seen: str | None) -> str:
        """Write a file whose digest was `seen`, or a new one; return its digest. Raise `ChangedOnDisk` if it is another one."""
        if self.read_only:
            raise Refused(403, "nothing is written: the studio was started with --read-only")
        with self._writing:  # two pages may have seen the same
            return self._write(path, text, seen)

    def _write(self, path: str, text: str, seen: str | None) -> str:
        target, before = self.place(path), self._data(path)
        if (None if before is None else _digest(before)) != seen:
            raise ChangedOnDisk(StoredText(path, None, None) if before is None else self.read(path))
        data = (_LINE_END.sub("\r\n", text) if _has_two_signs(before or b"") else text).encode("utf-8")
        if len(data) > USUAL.file_size:
            raise Refused(413, f"a file may have at most {USUAL.file_size:,} bytes")
        try:
            write_whole(target, data, force=seen is not None)
        except NotWritten as problem:
            if seen is None and target.exists():  # made by somebody else just now
                raise ChangedOnDisk(self.read(path)) from None
            raise Refused(403, problem.message.replace(str(target), path)) from None
        return _digest(data)

    def listing(self) -> list[dict[str, str]]:
        """Return path and title of each spec, as many as there is time and room for."""
        entries = []
        for path in self._files():
            entries.append({"path": path, "title": self._title(path)})
            if len(entries) >= MOST_FILES:
                break
        return sorted(entries, key=lambda entry: entry["path"])

    def _files(self) -> Iterator[str]:
        end, looked_at = time.monotonic() + LISTING, 0
        for folder, folders, files in os.walk(self.root):
            folders[:] = sorted(name for name in folders if _is_name(name))
            for name in sorted(files):
                looked_at += 1
                if looked_at > MOST_LOOKED_AT or time.monotonic() > end:
                    return
                path = Path(folder, name).relative_to(self.root).as_posix()
                if name.endswith(SUFFIXES) and _is_name(name) and self._is_open(path):
                    yield path
            looked_at += len(folders)

    def _is_open(self, path: str) -> bool:
        try:
            return stat.S_ISREG(self.place(path).stat().st_mode)
        except (Refused, OSError):
            return False

    def _title(self, path: str) -> str:
        try:
            with self.place(path).open("rb") as file:
                head = file.read(HEAD).decode("utf-8", "replace")
        except OSError:
            return ""
        match = _TITLE.search(head)
        return visible(match[1].strip("'\""))[:LONGEST_TITLE] if match else ""


def _is_name(name: str) -> bool:
    """Check whether a text is the plain name of a file or folder, and not a way up, hidden, or of another system's kind.

    >>> [_is_name(name) for name in ("a.yaml", "..", ".git", "", "a:b", "a\\\\b")]
    [True, False, False, False, False, False]
    """
    return bool(name) and not name.startswith(".") and name.isprintable() and not any(sign in name for sign in '\\/:*?"<>|')


def _has_two_signs(data: bytes) -> bool:
    """Check whether most lines of a file end with two signs, as some systems write them.

    >>> _has_two_signs(b"a\\r\\nb\\r\\n"), _has_two_signs(b"a\\nb\\r\\nc\\n"), _has_two_signs(b"")
    (True, False, False)
    """
    return 2 * data.count(b"\r\n") > data.count(b"\n")


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
