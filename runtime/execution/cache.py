"""Keep results in a folder: `--cache DIR`.

An entry is a file, named by a digest of everything that the result depends on: the texts of the spec and of its libraries, the
program and the engine with their versions, the seed, and the kind of result. So an entry is never out of date, and a spec that
was moved is found again. Undecided results are not kept.

That there are no other solutions cannot be checked without a search, so an entry is sealed: its first line is a keyed hash
(HMAC) of its name and of the rest, and whoever may write to the folder does not have the key (`cache_key`). Nothing behind a
seal that does not fit is looked at. What was sealed with another key stands in a folder of another name. The judge checks grids
all the same.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import hmac
import importlib.metadata
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass, field

from ..engines.engine_registry import AUTO, ENGINES
from .cache_key import cache_key, key_file
from .query import Query
from .sandboxed_folder import FileState, NotPlain, SandboxedFolder
from .serialize import NotAnOutcome

Found = TypeVar("Found")

FORMAT = 2
MAX_BYTES = 100_000_000  # of an entry
MAX_TOTAL = 1_000_000_000  # of all entries when a run begins; the oldest go
PACKAGES = {"clasp": "clingo", "z3": "z3-solver", "cadical": "python-sat", "cpsat": "ortools"}

_NAME = re.compile(r"[0-9a-f]{16}/[0-9a-f]{64}(\.[0-9a-f]{12}\.tmp)?")


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of entries; several processes may use it at the same time."""

    folder: SandboxedFolder
    secret: bytes = field(repr=False)

    def find(self, key: str, spec: Spec, read: Callable[[Any], Found]) -> Found | None:
        """Return an entry as `read` decodes it, or None if there is none. An entry that is of no use is reported and ignored."""
        name = self._name(key)
        try:
            seal, _, body = self.folder.read(name, MAX_BYTES).partition(b"\n")
            if not hmac.compare_digest(seal, self._seal(key, body)):
                raise NotAnOutcome("its seal is not that of your key")
            return read(json.loads(body))
        except FileNotFoundError:
            return None
        except OSError as problem:
            why = str(problem.strerror)
        except (ValueError, RecursionError):
            why = "it is not JSON"
        except NotAnOutcome as problem:
            why = str(problem)
        print(f"{spec.path}: ignored the cache entry {self.folder.path / name}: {why}", file=sys.stderr)
        return None

    def keep(self, key: str, spec: Spec, value: object) -> None:
        """Write an entry, whole or not at all. If that fails, print it; no result changes."""
        body = json.dumps(value).encode("utf-8")
        data = self._seal(key, body) + b"\n" + body
        try:
            if len(data) <= MAX_BYTES:
                self.folder.write(self._name(key), data)
        except OSError as problem:
            why = problem.strerror or problem
            print(f"{spec.path}: could not write to the cache {self.folder.path}: {why}", file=sys.stderr)

    def key_of(self, what: str, spec: Spec, **rest: object) -> str:
        """Return the name of an entry: a digest of all that it depends on, by its kind, the spec, and the conditions."""
        return key_of(what, spec, **rest)

    def key_of_query(self, query: Query) -> str:
        """Return the name of the entry with the outcome of a search, if that is decided in time."""
        names = ENGINES if query.engine == AUTO else [query.engine]  # `auto` chooses by what is installed
        engine = [query.engine, {name: engine_version(name) for name in names}]
        return key_of("solutions", query.spec, limit=query.limit, engine=engine, seed=query.seed)

    @property
    def own(self) -> str:
        """Return the name of the folder with the entries of this key, which tells nothing about the key."""
        return hmac.new(self.secret, b"the name of the folder", "sha256").hexdigest()[:16]

    def _name(self, key: str) -> str:
        return f"{self.own}/{key}"

    def _seal(self, key: str, body: bytes) -> bytes:
        return hmac.new(self.secret, f"entry {FORMAT} {key}\n".encode() + body, "sha256").hexdigest().encode()


def open_cache(path: str) -> Cache:
    """Return the cache in a folder, which is made if needed; raise `click.UsageError` if that fails."""
    folder = Path(path)
    try:
        if folder.is_symlink():
            raise NotPlain("it is a link; name the folder that it leads to")
        if not folder.exists():
            folder.mkdir(parents=True)
            (folder / ".gitignore").write_text("*\n", "utf-8")  # as caches of other tools do: it is not to be committed
        if not folder.is_dir():
            raise NotPlain("it is not a folder")
        if key_file().resolve().is_relative_to(folder.resolve()):
            raise NotPlain("your key is in it, where whoever may write to the folder finds it")
        cache = Cache(SandboxedFolder(folder), cache_key())
        others = [name for name in cache.folder.folders() if name != cache.own]
        if others and not (folder / cache.own).exists():
            print(f"{path}: the results in this cache were kept with another key, and are not used", file=sys.stderr)
        _remove_oldest(cache.folder)
    except OSError as problem:
        raise click.UsageError(f"--cache: {path}: {problem.strerror}") from None
    return cache


def _remove_oldest(folder: SandboxedFolder) -> None:
    """Remove the oldest entries while all of them are too large together, whatever the key."""
    states = [state for name in folder.folders() for state in _entries(folder, name)]
    total = sum(state.size for state in states)
    for state in sorted(states, key=lambda state: (state.seconds, state.name)):
        if total <= MAX_TOTAL:
            return
        total -= state.size
        with contextlib.suppress(OSError):
            folder.remove(state.name)


def _entries(folder: SandboxedFolder, name: str) -> Iterator[FileState]:
    with contextlib.suppress(OSError):
        yield from (state for state in folder.files(name) if _NAME.fullmatch(state.name))


def key_of(what: str, spec: Spec, **rest: object) -> str:
    """Return the digest of all that a result depends on: the kind of result, the spec, the conditions, and the program."""
    described = {"what": what, "text": spec.source, "files": dict(spec.files), "program": fingerprint(), **rest}
    return hashlib.sha256(json.dumps(described, sort_keys=True).encode("utf-8")).hexdigest()


def engine_version(engine: str) -> str:
    """Return the version of an engine's package; empty if it is not known."""
    try:
        return importlib.metadata.version(PACKAGES.get(engine, engine))
    except importlib.metadata.PackageNotFoundError:
        return ""


@functools.cache
def fingerprint() -> str:
    """Return a digest of the program itself. Its version does not tell which program it is between two releases."""
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for path in sorted(
        path for room in ("compiler", "runtime") for path in (root / room).rglob("*") if path.suffix in (".py", ".yaml")
    ):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(data)}\n".encode())
        digest.update(data)
    return digest.hexdigest()
