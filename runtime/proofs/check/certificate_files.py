"""The files of a certificate: their names, and how they are read without trusting any of them.

Only names that are listed here are opened, and files beside the spec whose names are plain. Links are not followed, sizes and
numbers are bounded, and JSON is all that is read. Files are read line by line: what is held at once is a line, and what was made
of the lines before it.
"""

from __future__ import annotations

import importlib.metadata
import itertools
import json
import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import NAMES, USUAL, Limits
from gridwright.compiler.records import dataclass, replace

from .json_values import Rejected, is_int

FORMAT = 5
MANIFEST, SOLUTIONS, BOUND, LEMMAS, USED = "manifest.json", "solutions.jsonl", "bound.json", "lemmas.jsonl", "used.jsonl"
CNF, PROOF = "puzzle.cnf", "proof.lrat"
SPEC = "spec"
NAMED = {MANIFEST, SOLUTIONS, BOUND, LEMMAS, USED, CNF, PROOF}
NEEDED = (USED, CNF, PROOF)
LIBRARY = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]{0,100}")

MAX_BYTES = 1 << 29  # all files together
MAX_SMALL = 1 << 20  # of the manifest
MAX_LINE = 1 << 22  # characters; the longest line of a certificate of specs/ has a fifth
MAX_LINES = 1_000_000  # of a file; the longest has an eighth
MAX_LIBRARIES = 1_000


def is_readable(files: Iterable[bytes]) -> bool:
    """Check whether files of a certificate are no larger than what is read."""
    size = 0
    for text in files:
        size += len(text)
        lines = text.split(b"\n")
        if len(lines) > MAX_LINES or max(map(len, lines)) >= MAX_LINE:
            return False
    return size <= MAX_BYTES


def claim_of(spec: Spec, solutions: int) -> str:
    """Return the claim for this number of solutions; with an objective, "optimal"."""
    if solutions and spec.objective is not None:
        return "optimal"
    return {0: "no solution", 1: "unique"}.get(solutions, f"exactly {solutions} solutions")


def version() -> str:
    """Return the version of this program."""
    try:
        return importlib.metadata.version("gridwright")
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


@dataclass(frozen=True)
class Folder:
    """A certificate whose files have expected names and sizes."""

    path: Path
    claim: str
    version: str
    limits: Mapping[str, int]

    def within(self, limits: Limits) -> Limits:
        """Return limits that are no larger than those that the formula was made with: then it becomes the same."""
        return replace(limits, **{name: min(limit, getattr(limits, name)) for name, limit in self.limits.items()})

    def with_limits(self, spec: Spec) -> Spec:
        """Return a spec with limits that are no larger than those that the formula was made with, whatever it asks for itself."""
        return replace(spec, limits=self.within(spec.limits))

    def smaller(self, limits: Limits) -> list[str]:
        """Return which limits are smaller than those that the formula was made with: then it may become another one."""
        return [name for name, limit in self.limits.items() if getattr(limits, name) < limit]

    def lines(self, name: str) -> Iterator[Any]:
        """Yield the lines of a file as JSON; none if it is not there."""
        for number, line in enumerate(self.text(name) if (self.path / name).exists() else (), 1):
            yield _json(line, f"{name}, line {number}")

    def text(self, name: str) -> Iterator[str]:
        """Yield the lines of a file."""
        with _open(self.path / name) as file:
            for number in itertools.count(1):
                line = file.readline(MAX_LINE + 1)
                if not line:
                    return
                if len(line) > MAX_LINE:
                    raise Rejected(f"{name}, line {number}: it has more than {MAX_LINE:,} characters")
                if number > MAX_LINES:
                    raise Rejected(f"{name} has more than {MAX_LINES:,} lines")
                yield line


def _open(path: Path) -> IO[str]:
    """Open a file that is no link, pipe or device, even if another process has put one in its place meanwhile."""
    flags = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    file = os.fdopen(os.open(path, os.O_RDONLY | flags), encoding="utf-8", errors="replace", newline="\n")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise Rejected(f"{path.name} is not a file")
    return file


def _json(text: str, where: str) -> Any:
    """Return the value of JSON that can be read in one way only: no key twice, and numbers are whole."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Rejected(f"{where}: this is not JSON") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError
    return fields


def _no_number(text: str) -> Any:
    raise ValueError


def open_folder(path: Path) -> Folder:
    """Return the folder of a certificate; raise `Rejected` if a file is missing, or has a name or a size that it cannot have."""
    manifest = path / MANIFEST
    if not _is_file(manifest):
        raise Rejected(f"there is no {MANIFEST} in {path}")
    with _open(manifest) as file:
        text = file.read(MAX_SMALL + 1)
    if len(text) > MAX_SMALL:
        raise Rejected(f"{MANIFEST} is too large")
    head = _json(text, MANIFEST)
    if not isinstance(head, dict) or not is_int(head.get("certificate")):
        raise Rejected(f"{MANIFEST} does not belong to a certificate")
    if head["certificate"] < FORMAT:
        raise Rejected(
            f"it has format {str(head['certificate'])[:20]}, which is no longer read; write the certificate anew, with "
            "`gridwright verify SPEC --certificate DIR`"
        )
    if head["certificate"] > FORMAT:
        raise Rejected(
            f"it has format {str(head['certificate'])[:20]}, which a later version of Gridwright writes; this one reads {FORMAT}"
        )
    unknown = next((key for key in head if key not in ("certificate", "gridwright", "claim", "limits")), None)
    if unknown is not None or not _is_line(head.get("claim")) or not _is_line(head.get("gridwright")):
        raise Rejected(f"{MANIFEST} must have a line of text for `gridwright` and `claim`, and nothing else but `limits`")
    _check_files(path)
    return Folder(path, head["claim"], head["gridwright"][:40], _limits(head.get("limits", {})))


def _is_line(text: Any) -> bool:
    """Check whether something is a text that can be shown in a message, and cannot end it."""
    return isinstance(text, str) and text.isprintable()


def _limits(limits: Any) -> Mapping[str, int]:
    """Return all limits that the formula was made with: the usual ones, and those that a manifest names."""
    known = isinstance(limits, dict) and limits.keys() <= {*NAMES.values()}
    if not known or not all(is_int(limit) and limit > 0 for limit in limits.values()):
        raise Rejected(f"{MANIFEST} has limits that do not exist")
    return {name: limits.get(name, getattr(USUAL, name)) for name in NAMES.values()}


def _is_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink()


def _check_files(path: Path) -> None:
    """Check that needed files are there, none is a link, and they are small enough."""
    inside = path / SPEC
    if inside.is_symlink() or not inside.is_dir():
        raise Rejected(f"there is no folder {SPEC}")
    missing = next((name for name in (*NEEDED, f"{SPEC}/puzzle.yaml") if not (path / name).exists()), None)
    if missing:
        raise Rejected(f"{missing} is missing")
    size = 0
    for number, entry in enumerate(itertools.chain(_entries(path, NAMED), _entries(inside, None)), 1):
        size += entry.stat(follow_symlinks=False).st_size
        if number > MAX_LIBRARIES:
            raise Rejected(f"there are more than {MAX_LIBRARIES:,} files")
    if size > MAX_BYTES:
        raise Rejected(f"the files are larger than {MAX_BYTES:,} bytes together")


def _entries(folder: Path, names: Collection[str] | None) -> Iterator[os.DirEntry[str]]:
    """Yield the files of a folder, of these names or, if it is None, of those of libraries; raise `Rejected` at another one."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if names and entry.name == SPEC:
                continue
            is_known = entry.name in names if names else LIBRARY.fullmatch(entry.name)
            if not is_known or not entry.is_file(follow_symlinks=False):
                raise Rejected(f"{entry.name[:60]!r} is not a file of a certificate")
            yield entry
