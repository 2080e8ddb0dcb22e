"""The files of a certificate: their names, and how they are read without trusting any of them.

Only names that are listed here are opened, and files beside the spec whose names are plain. Links are not followed, sizes and
numbers are bounded, and JSON is all that is read.
"""

from __future__ import annotations

import importlib.metadata
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import NAMES, Limits
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
MAX_LINE = 1 << 26
MAX_LIBRARIES = 1_000


def claim_of(spec: Spec, solutions: int) -> str:
    """Return what is claimed of a spec with so many solutions; of one with an objective, that none is better than the first."""
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

    def lines(self, name: str) -> Iterator[Any]:
        """Yield the lines of a file as JSON; none if it is not there."""
        for number, line in enumerate(self.text(name) if (self.path / name).exists() else (), 1):
            yield _json(line, f"{name}, line {number}")

    def text(self, name: str) -> Iterator[str]:
        """Yield the lines of a file."""
        with (self.path / name).open(encoding="utf-8", errors="replace", newline="\n") as file:
            while line := file.readline(MAX_LINE):
                if len(line) == MAX_LINE:
                    raise Rejected(f"{name} has a line that is too long")
                yield line


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
    """Return the folder of a certificate; raise `Rejected` if a file is missing, or has a name or a size that it cannot have."""
    manifest = path / MANIFEST
    if not _is_file(manifest):
        raise Rejected(f"there is no {MANIFEST} in {path}")
    if manifest.stat().st_size > MAX_SMALL:
        raise Rejected(f"{MANIFEST} is too large")
    found = _json(manifest.read_text("utf-8", "replace"), MANIFEST)
    if not isinstance(found, dict) or not is_int(found.get("certificate")):
        raise Rejected(f"{MANIFEST} does not belong to a certificate")
    if found["certificate"] < FORMAT:
        raise Rejected(
            f"it has format {found['certificate']}, which is no longer read; write the certificate anew, with "
            "`gridwright verify SPEC --certificate DIR`"
        )
    if found["certificate"] > FORMAT:
        raise Rejected(
            f"it has format {found['certificate']}, which a later version of Gridwright writes; this one reads {FORMAT}"
        )
    unknown = next((key for key in found if key not in ("certificate", "gridwright", "claim", "limits")), None)
    if unknown is not None or not isinstance(found.get("claim"), str) or not isinstance(found.get("gridwright"), str):
        raise Rejected(f"{MANIFEST} must have the keys `certificate`, `gridwright` and `claim`, and may have `limits`")
    _check_files(path)
    return Folder(path, found["claim"], found["gridwright"][:40], _limits(found.get("limits", {})))


def _limits(found: Any) -> Mapping[str, int]:
    """Return the limits that a manifest names, which differ from the usual ones."""
    known = isinstance(found, dict) and found.keys() <= {*NAMES.values()}
    if not known or not all(is_int(limit) and limit > 0 for limit in found.values()):
        raise Rejected(f"{MANIFEST} has limits that do not exist")
    return {**found}


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
    files = []
    for file in (*path.iterdir(), *inside.iterdir()):
        if file == inside:
            continue
        if not _is_file(file) or not (file.name in NAMED if file.parent == path else LIBRARY.fullmatch(file.name)):
            raise Rejected(f"{file.name[:60]!r} is not a file of a certificate")
        files.append(file)
        if len(files) > MAX_LIBRARIES:
            raise Rejected(f"there are more than {MAX_LIBRARIES:,} files")
    if sum(file.stat().st_size for file in files) > MAX_BYTES:
        raise Rejected(f"the files are larger than {MAX_BYTES:,} bytes together")
