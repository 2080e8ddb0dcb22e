"""Check a spec whenever you save it, then verify it; on one screen, until Ctrl-C.

In a folder, it only checks the specs that you do not save. If standard output is not a terminal, it prints lines.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from ..editing.watch.loop import watch
from ..editing.watch.screen import Screen, ScreenLines
from ..execution.options import Options, common_options, specs_argument
from ..execution.spec_files import ensure_harmless


@click.command("watch", help=__doc__)
@specs_argument
@common_options
def command(options: Options, specs: Sequence[str]) -> int:
    """Watch files and folders."""
    for path in specs:
        if not Path(path).exists():
            raise click.UsageError(f"there is no file {path}")
        if Path(path).is_dir():
            ensure_harmless(path)
    return watch(specs, options, Screen() if sys.stdout.isatty() and not options.json else ScreenLines(options))
