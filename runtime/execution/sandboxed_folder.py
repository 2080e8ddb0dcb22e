"""Read and write files of a folder that strangers may have filled: no link in it is followed, and only plain files are opened.

A link may lead to any file, a pipe never ends, and a device does something when it is opened. Where the system can, every step
starts from an open folder, so that nobody can put a link in its place meanwhile (openat(2)).
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from gridwright.compiler.records import dataclass

_FROM_OPEN_FOLDER = {os.open, os.mkdir, os.rename, os.unlink, os.stat} <= os.supports_dir_fd
_CLOSED = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class NotPlain(OSError):
    """Something in the folder is a link, a pipe or a device, and was left alone."""

    def __init__(self, what: str) -> None:
        super().__init__(0, what)


@dataclass(frozen=True, slots=True)
class _Opened:
    """A folder that is open: its descriptor, or where there are none, what its path begins with."""

    descriptor: int | None
    prefix: str

    def mode(self, name: str) -> int:
        """Return the file mode of an entry; links are not followed."""
        return os.stat(self.prefix + name, dir_fd=self.descriptor, follow_symlinks=False).st_mode

    def replace(self, name: str, other: str) -> None:
        """Give a file the name of another one, which is gone then."""
        os.replace(self.prefix + name, self.prefix + other, src_dir_fd=self.descriptor, dst_dir_fd=self.descriptor)

    def ensure_plain(self, name: str) -> None:
        """Raise `NotPlain` unless there is a plain file of that name, or nothing."""
        with contextlib.suppress(FileNotFoundError):
            if not stat.S_ISREG(self.mode(name)):
                raise NotPlain("it is not a plain file")


@dataclass(frozen=True, slots=True)
class FileState:
    """A file: its name, its size, and when it was written."""

    name: str
    size: int
    seconds: float


@dataclass(frozen=True, slots=True)
class SandboxedFolder:
    """A folder, with folders in it; a name is FOLDER/FILE. Everything raises `OSError` if it cannot be done."""

    path: Path

    def read(self, name: str, most: int) -> bytes:
        """Return the contents of a file; raise `NotPlain` if it is no plain file, or larger than `most` bytes."""
        inside, _, file = name.partition("/")
        with self._open(inside) as folder:
            folder.ensure_plain(file)
            handle = os.open(folder.prefix + file, os.O_RDONLY | _CLOSED, dir_fd=folder.descriptor)
            with os.fdopen(handle, "rb") as opened:
                state = os.fstat(handle)
                if not stat.S_ISREG(state.st_mode):
                    raise NotPlain("it is not a plain file")
                if state.st_size > most or len(data := opened.read(most + 1)) > most:
                    raise NotPlain("it is too large")
                return data

    def write(self, name: str, data: bytes) -> None:
        """Write a file whole or not at all; nothing is written through what has its name already."""
        inside, _, file = name.partition("/")
        with contextlib.suppress(FileExistsError), self._open("") as whole:
            os.mkdir(whole.prefix + inside, 0o700, dir_fd=whole.descriptor)
        with self._open(inside) as folder:
            folder.ensure_plain(file)
            temporary = f"{file}.{secrets.token_hex(6)}.tmp"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _CLOSED
            handle = os.open(folder.prefix + temporary, flags, 0o600, dir_fd=folder.descriptor)
            try:
                with os.fdopen(handle, "wb") as opened:
                    opened.write(data)
                    opened.flush()
                    os.fsync(handle)
                folder.replace(temporary, file)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(folder.prefix + temporary, dir_fd=folder.descriptor)
                raise

    def remove(self, name: str) -> None:
        """Remove a file, if it is there."""
        inside, _, file = name.partition("/")
        with contextlib.suppress(FileNotFoundError), self._open(inside) as folder:
            os.unlink(folder.prefix + file, dir_fd=folder.descriptor)

    def folders(self) -> list[str]:
        """Return the names of the folders in it."""
        with os.scandir(self.path) as entries:
            return sorted(entry.name for entry in entries if entry.is_dir(follow_symlinks=False))

    def files(self, inside: str) -> Iterator[FileState]:
        """Yield the plain files of a folder in it."""
        with (
            self._open(inside) as folder,
            os.scandir(folder.prefix if folder.descriptor is None else folder.descriptor) as entries,
        ):
            for entry in entries:
                with contextlib.suppress(OSError):
                    state = entry.stat(follow_symlinks=False)
                    if stat.S_ISREG(state.st_mode):
                        yield FileState(f"{inside}/{entry.name}", state.st_size, state.st_mtime)

    @contextlib.contextmanager
    def _open(self, inside: str) -> Iterator[_Opened]:
        """Open the folder, or a folder in it; raise `NotPlain` if one of them is a link."""
        if not _FROM_OPEN_FOLDER:
            for path in (self.path, self.path / inside):
                if not stat.S_ISDIR(path.lstat().st_mode):
                    raise NotPlain("it is not a folder")
            yield _Opened(None, f"{self.path / inside}{os.sep}")
            return
        descriptor = -1
        try:
            for name in (str(self.path), *([inside] if inside else [])):
                above, descriptor = descriptor, _open_folder(name, None if descriptor < 0 else descriptor)
                if above >= 0:
                    os.close(above)
            yield _Opened(descriptor, "")
        finally:
            if descriptor >= 0:
                os.close(descriptor)


def _open_folder(name: str, above: int | None) -> int:
    if not stat.S_ISDIR(os.stat(name, dir_fd=above, follow_symlinks=False).st_mode):
        raise NotPlain("it is not a folder")
    return os.open(name, os.O_RDONLY | os.O_DIRECTORY | _CLOSED, dir_fd=above)
