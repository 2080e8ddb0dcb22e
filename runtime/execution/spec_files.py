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
from gridwright.compiler.loader.libraries import all_library_files, is_inside, used_files
from gridwright.compiler.syntax.visible_text import printable

from ..exit_status import GAVE_UP


def files(specs: Sequence[str], deadline: Deadline = NO_DEADLINE) -> list[str]:
    """Return the files that the arguments stand for, each once; end the command at the deadline.

    A folder stands for the specs below it, without the libraries that they use; a library stands for the specs that use it. A
    library with examples stands for itself too.
    """
    try:
        return _files(specs, deadline.check)
    except OutOfTime:
        print("gridwright: gave up: out of time while looking for specs and the libraries that they use", file=sys.stderr)
        raise click.exceptions.Exit(GAVE_UP) from None


def _files(specs: Sequence[str], look: Callable[[], None]) -> list[str]:
    paths: list[str] = []
    for spec in specs:
        if Path(spec).is_dir():
            ensure_harmless(spec)
            inside = yaml_files(spec)
            if not inside:
                raise click.UsageError(f"there are no specs (*.yaml) in {spec}")
            libraries = {str(Path(path).with_name(name)) for path in inside for name in used_files(path, look)}
            paths += [path for path in inside if path not in libraries or has_key(path, "examples")]
        else:
            users = _users(spec, look)
            paths += users if users and not has_key(spec, "examples") else [spec, *users]
    return list(dict.fromkeys(paths))


def yaml_files(folder: str) -> list[str]:
    """Return the files below a folder that may be specs, without hidden files and folders, which belong to other programs.

    Files that `ensure_harmless` refuses are none of them, nor are pipes, which need have no end.
    """
    paths = [path for path in _named_like_specs(folder) if not _harm(path, folder)]
    # These never raise, also where files may not be looked at.
    return [path for path in paths if os.path.isfile(path) or not os.path.exists(path)]  # noqa: PTH110, PTH113


def ensure_harmless(folder: str) -> None:
    """Raise `click.UsageError` if a file below a folder that may be a spec leads out of the folder, or has a name of two lines.

    Whoever filled the folder could otherwise show lines of any file of yours in messages, and print messages of their own.
    """
    for path in _named_like_specs(folder):
        if harm := _harm(path, folder):
            raise click.UsageError(f"{printable(path)} {harm}")


def _named_like_specs(folder: str) -> list[str]:
    paths = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths += [str(Path(place, name)) for name in names if name.endswith(".yaml") and not name.startswith(".")]
    return sorted(paths)


def _harm(path: str, folder: str) -> str:
    """Return why a file below a folder is left alone; empty if it is not."""
    if os.path.islink(path) and not Path(os.path.realpath(path)).is_relative_to(os.path.realpath(folder)):  # noqa: PTH114
        return f"is a link that leads out of {folder}; copy the file into the folder, or name the link itself"
    return "has a line break in its name; rename it" if "\n" in os.path.relpath(path, folder) else ""


def _users(path: str, look: Callable[[], None]) -> list[str]:
    """Return the specs in the folder of a library that use it; none if the file has a board, and is a spec itself."""
    if has_board(path):
        return []
    folder = Path(path).parent
    others = sorted(other for other in folder.glob("*.yaml") if is_inside(folder, other.name))
    return [str(other) for other in others if has_board(other) and Path(path).name in all_library_files(other, look)]


def has_board(path: str | Path) -> bool:
    """Check whether a file has the key `grid` or `grids`, without reading it as YAML; true if it cannot be read at all."""
    return has_key(path, "grids?")


def has_key(path: str | Path, pattern: str) -> bool:
    """Check whether a file has a key at its top that matches; true if it cannot be read at all."""
    try:
        if not Path(path).is_file():
            return True
        with Path(path).open("rb") as file:
            return bool(re.search(rf"(?m)^[\"']?{pattern}[\"']?[ \t]*:".encode(), file.read(USUAL.file_size)))
    except (OSError, ValueError):
        return True
