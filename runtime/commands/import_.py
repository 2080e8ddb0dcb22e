"""Write a spec from a puzzle in another format: sudoku in rows or lines, or the text of a Twenty Four Seven grid.

The format is recognised if only one fits. If the file has several puzzles, --number takes one of them; otherwise OUT is a new
folder, which gets a spec for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from ..authoring.import_puzzle import read_puzzles, spec_text
from ..authoring.spec_heading import schema_for
from ..execution.error_boundary import guarded
from ..execution.options import Options, common_options
from ..exit_status import OK
from ..interchange.format import Imported, all_formats
from ..output.atomic_write import write_folder, write_whole
from ..output.text import print_text


@click.command("import", help=__doc__)
@click.argument("file", metavar="FILE")
@click.option("--format", type=click.Choice(list(all_formats())), help="The format of FILE.")
@click.option("-o", "--output", required=True, metavar="OUT", help="The spec to write; for several puzzles, a new folder.")
@click.option("--number", type=click.IntRange(1), metavar="N", help="Import only puzzle number N of the file, counted from 1.")
@click.option("--title", default="", help="The title of the spec.")
@click.option("--source", default="", help="Who published it, or a URL.")
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@common_options
def command(
    options: Options, file: str, format: str | None, output: str, number: int | None, title: str, source: str, force: bool
) -> int:
    """Import one file."""

    def one(path: str, options: Options) -> int:
        enter = options.progress().enter
        enter("reading")
        puzzles = _chosen(path, read_puzzles(path, format, options.limits), number)
        enter("writing")
        if len(puzzles) == 1:
            text = spec_text(puzzles[0], title=title, origin=source, schema=schema_for(Path(output)))
            write_whole(output, text, force=force)
        else:
            _folder(output, puzzles, title, source)
        written = output if len(puzzles) == 1 else f"{print_text.counted(len(puzzles), 'spec')} in {output}"
        if options.json:
            options.report({"file": path, "written": output, "puzzles": len(puzzles)})
        else:
            options.say(f"wrote {written}; now run: gridwright verify {output}")
        return OK

    return guarded(file, one, options)


def _chosen(path: str, puzzles: Sequence[Imported], number: int | None) -> Sequence[Imported]:
    if number is None:
        return puzzles
    if number > len(puzzles):
        raise click.UsageError(f"{path} has {print_text.counted(len(puzzles), 'puzzle')}; there is no number {number}")
    return [puzzles[number - 1]]


def _folder(output: str, puzzles: Sequence[Imported], title: str, source: str) -> None:
    if Path(output).suffix in (".yaml", ".yml"):
        raise click.UsageError(
            f"the file has {len(puzzles)} puzzles: name a new folder instead of {output}, or choose one puzzle with --number"
        )
    width = len(str(len(puzzles)))
    texts = {}
    for at, puzzle in enumerate(puzzles, 1):
        name = f"{title or puzzle.title} {at}"
        texts[f"{at:0{width}}.yaml"] = spec_text(puzzle, title=name, origin=source, schema=schema_for(Path(output, "x")))
    write_folder(output, texts)
