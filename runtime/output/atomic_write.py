"""Write files and folders as a whole or not at all, and replace existing ones only with `force`."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

import click


class NotWritten(click.ClickException):
    """An error: a file was not written, with the reason and what to do. Nothing of it is left behind."""

    exit_code = 2


def write_whole(path: str | Path, data: str | bytes, *, force: bool) -> None:
    """Write a file, or raise `NotWritten` and leave everything as it was. Only `force` replaces an existing file.

    A temporary file in the same folder replaces the old one in one step, so that nobody ever sees half a file. A link keeps
    pointing to the file, which keeps its permissions.
    """
    target = Path(path).resolve()
    if not force and target.exists():
        raise exists(path)
    temporary = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(data.encode("utf-8") if isinstance(data, str) else data)
            file.flush()
            os.fsync(file.fileno())
        if force:
            if target.exists():
                shutil.copymode(target, temporary)
            temporary.replace(target)
        else:
            _put(temporary, target)
    except FileExistsError:
        raise exists(path) from None
    except OSError as problem:
        raise NotWritten(f"{path} cannot be written: {problem.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def write_folder(path: str | Path, files: Mapping[str, str | bytes], *, force: bool = False) -> None:
    """Write a new folder with these files, or raise `NotWritten` and leave everything as it was.

    Only `force` replaces an existing one. A name may contain subfolders.
    """
    target = Path(path)
    if target.exists() and not force:
        raise NotWritten(f"{path} already exists and was not changed; name a new folder")
    token = secrets.token_hex(6)
    temporary, old = (target.with_name(f".{target.name[:100]}.{token}.{ending}") for ending in ("tmp", "old"))
    try:
        temporary.mkdir()
        for name, data in files.items():
            (temporary / name).parent.mkdir(exist_ok=True, parents=name.count("/") > 1)
            (temporary / name).write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
        if target.exists():
            target.rename(old)
        temporary.rename(target)
    except OSError as problem:
        if old.exists():
            old.rename(target)
        raise NotWritten(f"{path} cannot be written: {problem.strerror}") from None
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
        if target.exists():
            shutil.rmtree(old, ignore_errors=True)


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
