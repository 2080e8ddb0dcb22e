"""What was found out before, kept in a folder: `--cache DIR`.

An entry is a JSON file, named by a digest of everything that the result depends on: the texts of the spec and of its libraries,
the program and the engine with their versions, the seed, and what was asked. So an entry is never out of date, and a spec that
was moved is found again. What was not decided is not kept. An entry is not believed for being there: it is used only if it is
whole, has the right shape and name, and the judge accepts its grids; that there are no other solutions rests on who may write
to the folder.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.metadata
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import click
from gridwright.compiler.language.spec import Spec

from ..output.atomic_write import NotWritten, write_whole
from .serialize import NotAnOutcome

Found = TypeVar("Found")

FORMAT = 1
MAX_BYTES = 100_000_000
PACKAGES = {"clasp": "clingo", "z3": "z3-solver", "cadical": "python-sat"}


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of entries; several processes may use it at the same time."""

    folder: Path

    def find(self, key: str, spec: Spec, read: Callable[[Any], Found]) -> Found | None:
        """What `read` makes of an entry; none where there is none. One that is damaged is spoken of, and is none."""
        path = self._path(key)
        try:
            if path.stat().st_size > MAX_BYTES:
                raise NotAnOutcome("it is too large")
            entry = json.loads(path.read_bytes())
            if not isinstance(entry, dict) or (entry.get("gridwright-cache"), entry.get("key")) != (FORMAT, key):
                raise NotAnOutcome("it belongs to another name")
            return read(entry.get("found"))
        except FileNotFoundError:
            return None
        except OSError as problem:
            why = str(problem.strerror)
        except (ValueError, RecursionError):
            why = "it is not JSON"
        except NotAnOutcome as problem:
            why = str(problem)
        print(f"{spec.path}: ignored the cache entry {path}: {why}", file=sys.stderr)
        return None

    def keep(self, key: str, spec: Spec, found: object) -> None:
        """Write an entry, whole or not at all. That it cannot be written changes no result, and is said."""
        path = self._path(key)
        try:
            path.parent.mkdir(exist_ok=True)
            write_whole(path, json.dumps({"gridwright-cache": FORMAT, "key": key, "found": found}) + "\n", force=True)
        except (OSError, NotWritten) as problem:
            print(f"{spec.path}: could not write to the cache: {problem}", file=sys.stderr)

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key[2:]}.json"


def open_cache(folder: str) -> Cache:
    """The cache in a folder, which is made if it is not there. `click.UsageError` where that cannot be."""
    path = Path(folder)
    try:
        if not path.exists():
            path.mkdir(parents=True)
            (path / ".gitignore").write_text("*\n", "utf-8")  # as caches of other tools say it: nothing of it is to be committed
        if not path.is_dir():
            raise NotADirectoryError(0, "it is not a folder")
    except OSError as problem:
        raise click.UsageError(f"--cache: {folder}: {problem.strerror}") from None
    return Cache(path)


def key_of(what: str, spec: Spec, **rest: object) -> str:
    """The digest of all that a result depends on: what was asked of a spec, under which conditions, and of which program."""
    described = {"what": what, "text": spec.source, "files": dict(spec.files), "program": fingerprint(), **rest}
    return hashlib.sha256(json.dumps(described, sort_keys=True).encode("utf-8")).hexdigest()


def engine_version(engine: str) -> str:
    """The version of an engine's package; empty where it is not known."""
    try:
        return importlib.metadata.version(PACKAGES[engine])
    except importlib.metadata.PackageNotFoundError:
        return ""


@functools.cache
def fingerprint() -> str:
    """A digest of the program itself. Its version alone does not say which program it is between two releases."""
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for path in sorted(
        path for room in ("compiler", "runtime") for path in (root / room).rglob("*") if path.suffix in (".py", ".yaml")
    ):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()
