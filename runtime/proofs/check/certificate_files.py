"""The files of a certificate: their names, and how they are read without trusting any of them.

Only names that are listed here are opened, and files beside the spec whose names are plain. Links are not followed, sizes are
bounded, and JSON is all that is read.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gridwright.compiler.limits import NAMES, Limits
from gridwright.compiler.records import dataclass, replace

from .json_values import Rejected, is_int

FORMAT = 3
CLAIMS = ("no solution", "unique", "no other solution", "optimal")
MANIFEST = "manifest.json"
SPEC = "spec"
PARTS = ("constraints", "groups", "variables", "legend", "lemmas", "terms", "machines", "refinements", "blocking", "solution")
NEEDED = ("constraints", "groups", "variables", "legend", "lemmas", "terms", "machines")
PROOF = "proof.lrat"
LIBRARY = re.compile(rf"{SPEC}/[A-Za-z0-9_][A-Za-z0-9_. -]{{0,100}}")

MAX_BYTES = 1 << 30  # all files together
MAX_LINE = 1 << 27


@dataclass(frozen=True)
class Folder:
    """A certificate whose files are as its manifest says."""

    path: Path
    claim: str
    version: str
    objective: Any
    limits: Mapping[str, int]
    names: tuple[str, ...]

    def within(self, limits: Limits) -> Limits:
        """Return limits that are no larger than those that the rules were lowered with: then they become the same terms."""
        return replace(limits, **{name: min(limit, getattr(limits, name)) for name, limit in self.limits.items()})

    def lines(self, part: str) -> Iterator[Any]:
        """Yield the lines of a part, as JSON; none if it is not there."""
        if f"{part}.jsonl" in self.names:
            with (self.path / f"{part}.jsonl").open(encoding="utf-8") as file:
                for number, line in enumerate(file, 1):
                    yield _json(line, f"{part}.jsonl, line {number}")

    def proof(self) -> Iterator[str]:
        """Yield the lines of the refutation."""
        with (self.path / PROOF).open(encoding="ascii", errors="replace") as file:
            for line in file:
                if line.strip():
                    yield line[:MAX_LINE]


def _json(text: str, where: str) -> Any:
    """Return the value of JSON that can be read in one way only: no key twice, and numbers are whole."""
    try:
        return json.loads(text, object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Rejected(f"{where}: this is not JSON") from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError
    return found


def _no_number(text: str) -> Any:
    raise ValueError


def opened(path: Path) -> Folder:
    """Return the folder of a certificate; raise `Rejected` if a file is missing, differs from the list, or cannot be read."""
    manifest = path / MANIFEST
    if not manifest.is_file() or manifest.is_symlink():
        raise Rejected(f"there is no {MANIFEST} in {path}")
    if manifest.stat().st_size > 1 << 20:
        raise Rejected(f"{MANIFEST} is too large")
    found = _json(manifest.read_text("utf-8", "replace"), MANIFEST)
    if not isinstance(found, Mapping) or found.get("certificate") != FORMAT:
        raise Rejected(f"{MANIFEST} does not belong to a certificate of format {FORMAT}")
    if found.get("claim") not in CLAIMS:
        raise Rejected(f"the claim must be one of {', '.join(f'`{claim}`' for claim in CLAIMS)}")
    files = found.get("files")
    if not isinstance(files, Mapping):
        raise Rejected(f"{MANIFEST} lists no files")
    _check_files(path, files)
    for name in (*(f"{part}.jsonl" for part in NEEDED), PROOF, f"{SPEC}/puzzle.yaml"):
        if name not in files:
            raise Rejected(f"{name} is missing")
    inside = {each.name for each in (path / SPEC).iterdir()}
    unlisted = inside - {name.partition("/")[2] for name in files if name.startswith(f"{SPEC}/")}
    if unlisted:
        raise Rejected(f"{SPEC}/{min(unlisted)} is not listed")
    version = str(found.get("gridwright"))[:40]
    return Folder(path, found["claim"], version, found.get("objective"), _limits(found.get("limits", {})), tuple(files))


def _limits(found: Any) -> Mapping[str, int]:
    """Return the limits that a manifest names, which differ from the usual ones."""
    known = isinstance(found, dict) and found.keys() <= {*NAMES.values()}
    if not known or not all(is_int(limit) and limit > 0 for limit in found.values()):
        raise Rejected(f"{MANIFEST} has limits that do not exist")
    return {**found}


def _check_files(path: Path, files: Mapping[str, Any]) -> None:
    """Check that all files are there, as they are listed, and small enough."""
    allowed = {f"{part}.jsonl" for part in PARTS} | {PROOF}
    total = 0
    for name, digest in files.items():
        if name not in allowed and not (LIBRARY.fullmatch(name) and ".." not in name):
            raise Rejected(f"{name[:60]!r} is not a file of a certificate")
        file = path / name
        if file.is_symlink() or file.parent.is_symlink() or not file.is_file():
            raise Rejected(f"{name} is missing")
        total += file.stat().st_size
        if total > MAX_BYTES:
            raise Rejected(f"the files are larger than {MAX_BYTES:,} bytes together")
        if _digest(file) != digest:
            raise Rejected(f"{name} differs from the file that {MANIFEST} lists")


def _digest(file: Path) -> str:
    digest = hashlib.sha256()
    with file.open("rb") as data:
        while block := data.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()
