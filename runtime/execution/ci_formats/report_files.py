"""Write reports of a whole run to files: `--junit FILE`, and the other formats of this folder.

A report is written when the run has ended, also by Ctrl-C, whole or not at all. It replaces an older report, as you expect if
you run the same command again; it replaces no other file, which is reported before anything is solved.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from ..options import FILE, Options
from ..results import SpecResult
from .report_format import all_formats

Wanted = Mapping[str, str]  # format -> file


def report_options(command: Callable[..., int]) -> Callable[..., int]:
    """Add an option for each format, handed over as `wanted`."""

    @functools.wraps(command)  # with the options that it has already
    def collect(**rest: Any) -> int:
        wanted = {name: path for name in all_formats() if (path := rest.pop(name)) is not None}
        return command(wanted=wanted, **rest)

    for format in reversed(all_formats().values()):
        collect = click.option(f"--{format.name}", metavar="FILE", type=FILE, help=format.words)(collect)
    return collect


def ensure_writable(wanted: Wanted) -> None:
    """Raise `click.UsageError` if a report could not be written, or would replace something else."""
    for name, path in wanted.items():
        target = Path(path)
        if not target.absolute().parent.is_dir():
            raise click.UsageError(f"--{name}: there is no folder {target.parent}")
        if target.exists() and not _is_report(target, name):
            raise click.UsageError(f"--{name}: {path} exists and is not a {name} report; remove it, or name another file")
    if len({Path(path).resolve() for path in wanted.values()}) < len(wanted):
        raise click.UsageError("two reports cannot go to one file")


def _is_report(path: Path, name: str) -> bool:
    """Check whether a file may be replaced: it is empty, as made by `mktemp`, or a report of the same format."""
    try:
        text = path.read_text("utf-8") if path.is_file() else "?"
    except (OSError, UnicodeDecodeError):
        return False
    return not text or all_formats()[name].is_one(text)


def write_reports(wanted: Wanted, options: Options, cases: Sequence[SpecResult]) -> None:
    """Write the reports of a run. In those of one that was interrupted, specs that were not finished are marked."""
    if not wanted:
        return
    from ...output.atomic_write import write_whole  # noqa: PLC0415 (most runs write no report)

    for name, path in wanted.items():
        write_whole(path, all_formats()[name].text(options.command, cases), force=True)
