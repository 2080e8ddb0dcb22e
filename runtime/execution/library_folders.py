"""Find the folders of libraries that a user has named: by option, in the environment, or in a settings file beside the puzzles.

A settings file is `gridwright.toml`, with `library = ["rules"]`, or `pyproject.toml`, with this line below `[tool.gridwright]`.
It is looked for in the folder of a spec and above it, up to the current folder. Whoever wrote it may name folders below its own
only, because it may come with puzzles of strangers.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

# A key `library` that may be that of `tool.gridwright`; a large file of another program is not read for nothing.
_SETTING = re.compile(r"""(?m)(?:^\s*|[{,]\s*|gridwright["']?\s*\.\s*)["']?library["']?\s*=""")

VARIABLE = "GRIDWRIGHT_LIBRARY"
SETTINGS = {"gridwright.toml": (), "pyproject.toml": ("tool", "gridwright")}  # and where in it the setting stands


def library_folders(path: str, named: Sequence[str] = ()) -> tuple[Path, ...]:
    """Return the folders in which the libraries of a spec are looked for, in this order; raise `click.UsageError` if one is none.

    `named`: those that stand on the command line.
    """
    variable = [folder for folder in os.environ.get(VARIABLE, "").split(os.pathsep) if folder]
    for folder, where in (*((given, "--library") for given in named), *((given, VARIABLE) for given in variable)):
        if not Path(folder).is_dir():
            raise click.UsageError(f"{where}: {folder} is not a folder")
    return tuple(dict.fromkeys([*map(Path, named), *map(Path, variable), *_from_settings(Path(path))]))


def _from_settings(path: Path) -> Iterator[Path]:
    """Yield the folders of the nearest settings file that names any."""
    try:
        here, start = Path.cwd().resolve(), path.parent.resolve()
    except (OSError, RuntimeError):
        return
    above = [start, *start.parents]
    for folder in above[: above.index(here) + 1] if here in above else [start]:
        for name, keys in SETTINGS.items():
            folders = _setting(folder / name, keys)
            for named in folders:
                inside = folder / named
                if not inside.resolve().is_relative_to(folder) or not inside.is_dir():
                    raise click.UsageError(f"{folder / name}: `library` names {named!r}, which is no folder below this file")
                yield inside
            if folders:
                return


def _setting(file: Path, keys: Sequence[str]) -> list[str]:
    """Return the folders that a settings file names; none if there is no such file."""
    try:
        text = file.read_text("utf-8")
        if keys and not _SETTING.search(text):
            return []
        import tomllib  # noqa: PLC0415 (few folders have such a file)

        table = tomllib.loads(text)
    except OSError:
        return []
    except (ValueError, RecursionError) as problem:
        if keys:  # the file of another program, which reports its own mistakes
            return []
        raise click.UsageError(f"{file}: {problem}") from None
    for key in keys:
        table = table.get(key, {}) if isinstance(table, dict) else {}
    names = table.get("library", []) if isinstance(table, dict) else []
    listed = [names] if isinstance(names, str) else names
    if not isinstance(listed, list) or not all(isinstance(folder, str) and folder for folder in listed):
        raise click.UsageError(f"{file}: `library` must be the name of a folder, or a list of names")
    return listed
