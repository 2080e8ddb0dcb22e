"""Write files and folders as a whole or not at all, and replace existing ones only with `force`."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
from collections.abc import Mapping
from pathlib import Path

import click

_HERE, _EXCHANGE = -100, 2  # AT_FDCWD; RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS


class NotWritten(click.ClickException):
    """An error: a file was not written, with the reason and what to do. Nothing of it is left behind."""

    exit_code = 2


def write_whole(path: str | Path, data: str | bytes, *, force: bool, mode: int = 0o666) -> None:
    """Write a file, or raise `NotWritten` and leave everything as it was. Only `force` replaces an existing file.

    A temporary file in the same folder replaces the old one in one step, so that nobody ever sees half a file. A link keeps
    pointing to the file, which keeps its permissions; those of a new one are `mode`, as far as the user's mask allows.
    """
    target = Path(os.path.realpath(path))
    if not force and target.exists():
        raise exists(path)
    temporary = target.with_name(f".{target.name[:100]}.{os.urandom(6).hex()}.tmp")
    try:
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode), "wb") as file:
            file.write(data.encode("utf-8") if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        if force:
            if target.exists():
                shutil.copymode(target, temporary)
            temporary.replace(target)
        else:
            _put(temporary, target)
        _sync(target.parent)
    except FileExistsError:
        raise exists(path) from None
    except OSError as problem:
        raise NotWritten(f"{path} cannot be written: {problem.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def write_folder(path: str | Path, files: Mapping[str, str | bytes], *, force: bool = False) -> None:
    """Write a new folder with these files, or raise `NotWritten` and leave everything as it was.

    Only `force` replaces an existing one. A name may contain subfolders. Whenever the program or the machine stops, the name
    stands for the old folder or for the new one, whole. Only where the system cannot exchange two names there is a moment
    without either; then the old one is beside it, as NAME.(twelve digits).old.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not force:
        raise NotWritten(f"{path} already exists and was not changed; name a new folder")
    if target.exists() and not target.is_dir():
        raise NotWritten(f"{path} is a file and was not changed; name a folder")
    token = os.urandom(6).hex()
    temporary, old = target.with_name(f".{target.name[:100]}.{token}.tmp"), target.with_name(f"{target.name[:100]}.{token}.old")
    try:
        _write_files(temporary, files)
        if not target.exists():
            temporary.rename(target)
        elif not _exchange(temporary, target):
            target.rename(old)
            temporary.rename(target)
        _sync(target.parent)
    except BaseException as problem:
        if old.exists() and not target.exists():
            old.rename(target)
        if isinstance(problem, OSError):
            raise NotWritten(f"{path} cannot be written: {problem.strerror}") from None
        raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)  # after an exchange this is the old one
        shutil.rmtree(old, ignore_errors=True)


def _write_files(folder: Path, files: Mapping[str, str | bytes]) -> None:
    """Write files into a new folder, so that all of it is on the disk."""
    folder.mkdir()
    folders = {folder}
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True, parents=name.count("/") > 1)
        folders.update(above for above in path.parents if above.is_relative_to(folder))
        with path.open("wb") as file:
            file.write(data.encode("utf-8") if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
    for inside in sorted(folders, reverse=True):  # a folder after those in it
        _sync(inside)


def _sync(folder: Path) -> None:
    """Write the names in a folder to the disk, if the system and the file system can."""
    try:
        handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except OSError:  # Windows opens no folders, and others may not be read
        return
    try:
        os.fsync(handle)
    except OSError as problem:
        if problem.errno not in (errno.EINVAL, errno.ENOTSUP):
            raise
    finally:
        os.close(handle)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two names in one step and return true; return false if the system or the file system cannot."""
    if os.name != "posix":
        return False
    system = ctypes.CDLL(None)
    first, second = os.fsencode(one), os.fsencode(other)
    if hasattr(system, "renameat2"):  # Linux
        return bool(system.renameat2(_HERE, first, _HERE, second, _EXCHANGE) == 0)
    return hasattr(system, "renamex_np") and bool(system.renamex_np(first, second, _EXCHANGE) == 0)  # macOS


def _put(temporary: Path, target: Path) -> None:
    """Rename a file unless the target exists, in one step if the file system has links."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:
        if target.exists():
            raise FileExistsError from None
        temporary.replace(target)


def exists(path: str | Path) -> NotWritten:
    """Return the error for a file that exists already."""
    return NotWritten(f"{path} already exists and was not changed; to overwrite it, use --force")
