"""Find the files that arguments stand for: specs, folders of specs, and libraries, which stand for the specs that use them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, OutOfTime
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader.libraries import all_files_used, files_used

from ..exit_status import GAVE_UP


def files(specs: Sequence[str], deadline: Deadline = NO_DEADLINE) -> list[str]:
    """Return the files that the arguments stand for, each once; end the command at the deadline.

    A folder stands for the specs below it, without the libraries that they use; a library stands for the specs that use it.
    """
    try:
        return _files(specs, deadline.check)
    except OutOfTime:
        print("gridwright: gave up: out of time while looking for specs and the libraries that they use", file=sys.stderr)
        raise click.exceptions.Exit(GAVE_UP) from None


def _files(specs: Sequence[str], look: Callable[[], None]) -> list[str]:
    found: list[str] = []
    for spec in specs:
        if Path(spec).is_dir():
            inside = yaml_files(spec)
            if not inside:
                raise click.UsageError(f"there are no specs (*.yaml) in {spec}")
            libraries = {str(Path(path).with_name(name)) for path in inside for name in files_used(path, look)}
            found += [path for path in inside if path not in libraries]
        else:
            found += _users(spec, look) or [spec]
    return list(dict.fromkeys(found))


def yaml_files(folder: str) -> list[str]:
    """Return the files below a folder that may be specs, without hidden files and folders, which belong to other programs."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [str(Path(place, name)) for name in names if name.endswith(".yaml") and not name.startswith(".")]
    return sorted(found)


def _users(path: str, look: Callable[[], None]) -> list[str]:
    """Return the specs in the folder of a library that use it; none if the file has a board, and is a spec itself."""
    if _has_board(Path(path)):
        return []
    others = sorted(Path(path).parent.glob("*.yaml"))
    return [str(other) for other in others if _has_board(other) and Path(path).name in all_files_used(other, look)]


def _has_board(path: Path) -> bool:
    """Check whether a file has the key `grid` or `grids`, without reading it as YAML; true if it cannot be read at all."""
    try:
        with path.open("rb") as file:
            return bool(re.search(rb"(?m)^[\"']?grids?[\"']?[ \t]*:", file.read(USUAL.file_size)))
    except (OSError, ValueError):
        return True
