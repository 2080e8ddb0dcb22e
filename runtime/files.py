"""Files that the program writes: each whole or not at all, and none that exists already unless that is asked for."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import click


def write(path: str | Path, content: str | bytes, *, force: bool = False) -> None:
    """Write a file. `force`: in place of one that exists. `click.ClickException` where that cannot be done.

    The content goes into a file beside it, which then gets the name; so whoever reads, sees nothing or all of it, and a full disk
    or an interrupt leaves what was there.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(Path(folder, "a.yaml"), "grid: 2x3\\n")
    ...     write(Path(folder, "a.yaml"), "grid: 9x9\\n")
    Traceback (most recent call last):
    ...
    click.exceptions.ClickException: ...a.yaml exists already; --force overwrites it
    """
    target = Path(os.path.realpath(path))  # of a link, the file that it leads to is meant
    with _refusals(path):
        if target.is_dir():
            raise click.ClickException(f"{path} is a folder")
        if not force and target.exists():
            raise _exists(path)
        temporary = _beside(target)
        try:
            temporary.write_bytes(_encoded(content, path))
            if target.exists():
                shutil.copymode(target, temporary)
            _name(temporary, target, force)
        except FileExistsError:  # since we looked
            raise _exists(path) from None
        finally:
            temporary.unlink(missing_ok=True)


def write_folder(path: str | Path, files: Mapping[str, str]) -> None:
    """Write a new folder with these files, by name. A folder that exists is never touched."""
    target = Path(path)
    with _refusals(path):
        if target.exists():
            raise click.ClickException(f"{path} exists already; a new folder is needed")
        temporary = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
        try:
            for name, content in files.items():
                (temporary / name).write_bytes(_encoded(content, name))
            temporary.chmod(0o777 & ~_umask())
            temporary.rename(target)
        finally:
            shutil.rmtree(temporary, ignore_errors=True)


def _beside(target: Path) -> Path:
    """A new empty file in the same folder, with the rights that a new file has."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    os.close(handle)
    Path(name).chmod(0o666 & ~_umask())
    return Path(name)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def _name(temporary: Path, target: Path, force: bool) -> None:
    """Give a finished file its name; without `force` never that of another, also not of one that came up just now."""
    if force:
        temporary.replace(target)
        return
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without links; nothing better than to have looked
        temporary.replace(target)


def _encoded(content: str | bytes, path: object) -> bytes:
    try:
        return content.encode("utf-8") if isinstance(content, str) else content
    except UnicodeEncodeError:
        raise click.ClickException(f"{path}: what was to be written has characters that UTF-8 does not have") from None


def _exists(path: object) -> click.ClickException:
    return click.ClickException(f"{path} exists already; --force overwrites it")


@contextlib.contextmanager
def _refusals(path: str | Path) -> Iterator[None]:
    """Whatever the file system says, in words."""
    try:
        yield
    except FileNotFoundError:
        raise click.ClickException(f"there is no folder {Path(path).parent}") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise click.ClickException(f"{path} cannot be written: {reason}") from None
