"""Find the secret key with which entries of the cache are sealed: in the environment, or in a file that only you can read."""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
from pathlib import Path

import click

from ..output.atomic_write import NotWritten, write_whole

VARIABLE = "GRIDWRIGHT_CACHE_KEY"
SHORTEST = 16  # characters in the variable
_SIZE = 64  # characters in the file


def cache_key() -> bytes:
    """Return the key, which is made if there is none yet; raise `click.UsageError` if it cannot be used."""
    written = os.environ.get(VARIABLE, "")  # an unset secret of a CI system is an empty text
    if not written:
        return bytes.fromhex(_from_file(key_file()))
    if len(written) < SHORTEST:
        raise click.UsageError(f"{VARIABLE} must have at least {SHORTEST} characters, which nobody can guess")
    return hashlib.sha256(written.encode("utf-8", "surrogateescape")).digest()


def key_file() -> Path:
    """Return where the key is kept: in the user's folder for settings, never beside the entries."""
    return Path(click.get_app_dir("gridwright")) / "cache.key"


def _from_file(path: Path) -> str:
    try:
        if not os.path.lexists(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            _make(path)
        return _read(path)
    except (OSError, NotWritten, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise click.UsageError(f"--cache: the key in {path} cannot be used: {why}; remove it, or set {VARIABLE}") from None


def _make(path: Path) -> None:
    """Write a new key, unless another process was faster."""
    try:
        write_whole(path, secrets.token_hex(_SIZE // 2), force=False, mode=0o600)
    except NotWritten:
        if not path.exists():
            raise


def _read(path: Path) -> str:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with os.fdopen(os.open(path, flags), "rb") as file:
        state = os.fstat(file.fileno())
        if not stat.S_ISREG(state.st_mode):
            raise ValueError("it is not a plain file")
        if hasattr(os, "geteuid") and state.st_uid != os.geteuid():
            raise ValueError("it belongs to another user")
        if hasattr(os, "geteuid") and state.st_mode & 0o077:
            raise ValueError("others may read it")
        text = file.read(_SIZE + 1).decode("ascii", "replace")
    if len(text) != _SIZE or set(text) - set("0123456789abcdef"):
        raise ValueError("it is damaged")
    return text
