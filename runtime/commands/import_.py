"""Write a spec from a link, or from a file in another program's format: puzz.link, Penpa+, f-puzzles, SudokuPad, sudoku in rows.

SOURCE is a link, a file, or - for standard input. The command recognises the format. Without --output it prints the spec. A file
may have a link on each line, or several puzzles. Then use --number to take one of them, or name a new folder with --output for
a spec of each.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import click
from gridwright.compiler.syntax.yaml_nodes import SUFFIXES

from ..authoring.import_puzzle import LINK, is_link, own_libraries, read_source, spec_text
from ..authoring.spec_heading import schema_for
from ..execution.error_boundary import run_on_file
from ..execution.library_folders import library_folders
from ..execution.options import FILE, Options, common_options
from ..exit_status import OK
from ..interchange.format import Imported, all_formats
from ..output.atomic_write import write_folder, write_whole

READABLE = [name for name, each in all_formats().items() if each.read is not None or each.read_as is not None]


@click.command("import", help=__doc__)
@click.argument("sources", metavar="SOURCE...", type=FILE, nargs=-1, required=True)
@click.option("--format", type=click.Choice(READABLE), help="The format of SOURCE, if it is not recognised.")
@click.option("--genre", default="", metavar="NAME", help="The genre, for a drawing that does not say it.")
@click.option("-o", "--output", metavar="OUT", type=FILE, help="The spec to write; for several puzzles, a new folder.")
@click.option("--number", type=click.IntRange(1), metavar="N", help="Import only puzzle number N, counted from 1.")
@click.option("--title", default="", help="The title of the spec.")
@click.option("--source", default="", help="Who published it, or a URL.")
@click.option("--force", is_flag=True, help="Overwrite OUT if it exists.")
@common_options
def command(
    options: Options,
    sources: tuple[str, ...],
    format: str | None,
    genre: str,
    output: str | None,
    number: int | None,
    title: str,
    source: str,
    force: bool,
) -> int:
    """Import links and files."""
    called = _genre(genre)
    label = sources[0] if len(sources) == 1 and not is_link(sources[0]) else LINK

    def one(path: str, options: Options) -> int:
        enter = options.progress().enter
        enter("reading")
        own = list(own_libraries(library_folders(output or "spec", options.libraries), options.limits))
        imported = [puzzle for given in sources for puzzle in read_source(given, format, called, own, options.limits)]
        puzzles = _choose(path, imported, number)
        enter("writing")
        if output is None:
            return _print(puzzles, title, source, path, options)
        if len(puzzles) == 1:
            text = spec_text(puzzles[0], title=title, origin=source, schema=schema_for(Path(output)))
            write_whole(output, text, force=force)
        else:
            _folder(output, puzzles, title, source)
        written = output if len(puzzles) == 1 else f"{_number_of(len(puzzles), 'spec')} in {output}"
        _warn(puzzles, options)
        if options.json:
            options.report({"file": path, "written": output, "puzzles": len(puzzles), "warnings": _warnings(puzzles)})
        else:
            options.say(f"wrote {written}; now run: gridwright verify {output}")
        return OK

    return run_on_file(label, one, options)


def _genre(name: str) -> str:
    """Return the genre that a word means; several libraries stand as they are."""
    if not re.fullmatch(r"[\w -]+", name):
        return name
    from ..authoring.genre_choice import genre_by_name  # noqa: PLC0415 (only --genre needs it)

    return genre_by_name(name).name


def _print(puzzles: Sequence[Imported], title: str, source: str, path: str, options: Options) -> int:
    """Print the one spec, or several as the documents that YAML separates with three hyphens."""
    if len(puzzles) > 1 and not options.json:
        raise click.UsageError(f"there are {len(puzzles)} puzzles: name a new folder with --output, or choose one with --number")
    texts = [spec_text(puzzle, title=title, origin=source) for puzzle in puzzles]
    _warn(puzzles, options)
    if options.json:
        options.report({"file": path, "puzzles": len(puzzles), "specs": texts, "warnings": _warnings(puzzles)})
    else:
        print(texts[0], end="")
    return OK


def _warnings(puzzles: Sequence[Imported]) -> list[str]:
    return [text for puzzle in puzzles if puzzle.puzzle is not None for text in puzzle.puzzle.warnings]


def _warn(puzzles: Sequence[Imported], options: Options) -> None:
    for text in _warnings(puzzles):
        options.say(f"warning: {text}")


def _number_of(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"  # not from `print_text`, which takes as long as all the rest here


def _choose(path: str, puzzles: Sequence[Imported], number: int | None) -> Sequence[Imported]:
    if number is None:
        return puzzles
    if number > len(puzzles):
        raise click.UsageError(f"{path} has {_number_of(len(puzzles), 'puzzle')}; there is no number {number}")
    return [puzzles[number - 1]]


def _folder(output: str, puzzles: Sequence[Imported], title: str, source: str) -> None:
    if Path(output).suffix in SUFFIXES:
        raise click.UsageError(
            f"there are {len(puzzles)} puzzles: name a new folder instead of {output}, or choose one puzzle with --number"
        )
    width = len(str(len(puzzles)))
    texts = {}
    for at, puzzle in enumerate(puzzles, 1):
        name = f"{title or puzzle.title} {at}"
        texts[f"{at:0{width}}.yaml"] = spec_text(puzzle, title=name, origin=source, schema=schema_for(Path(output, "x")))
    write_folder(output, texts)
