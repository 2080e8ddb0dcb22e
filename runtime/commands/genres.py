"""List the genres that come with Gridwright, or describe one: its rules, what a puzzle prints, and an example.

To start a puzzle, run `gridwright new GENRE --size 8x8 -o FILE`. NAME may also be another name of a genre, such as the one that
puzz.link uses.

--gallery writes pages with the rules of all genres, and pictures of an example of each. With --check it writes nothing, and lists
the pages that are out of date. With --family, both are about the files of this family, and the index; others stay as they are.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Collection, Mapping, Set
from pathlib import Path

import click
from gridwright.compiler.library import LibraryFile
from gridwright.compiler.syntax.visible_text import printable

from ..authoring.genre_choice import complete, genre_by_name
from ..execution.options import FILE
from ..exit_status import NOT_AS_CLAIMED, OK
from ..interchange.format_table import formats_page
from ..output.atomic_write import NotWritten, write_folder
from ..output.reports.report_schema import head
from ..output.text import genre_text, print_styled, print_text
from ..output.text.genre_text import HEADING, INDEX


@click.command("genres", help=__doc__)
@click.argument("name", required=False, shell_complete=complete)
@click.option("--family", type=click.Choice(genre_text.families()), help="List only the genres of one family.")
@click.option(
    "--gallery", "folder", metavar="FOLDER", type=FILE, help="Write Markdown pages with pictures of all genres to a new folder."
)
@click.option("--check", is_flag=True, help="Compare FOLDER with what --gallery would write.")
@click.option("--force", is_flag=True, help="Replace FOLDER if it exists.")
@click.option("--formats", is_flag=True, help="Print which formats hold which genre, as a page.")
@click.option("--json", is_flag=True, help="Print one JSON object, and nothing else.")
def command(name: str | None, family: str | None, folder: str | None, check: bool, force: bool, formats: bool, json: bool) -> int:
    """Print the list, or one genre; or make the gallery."""
    if formats:
        print(formats_page(), end="")
        return OK
    if check and not folder:
        raise click.UsageError("--check is for --gallery FOLDER")
    if folder and (name or json):
        raise click.UsageError("--gallery draws all genres, or those of one --family; it prints no report")
    genres = [genre_by_name(name)] if name else genre_text.genres(family or "")
    if folder:
        from ..authoring.genre_gallery import gallery, names_of_files  # noqa: PLC0415 (pictures are slow to import)

        if not check:
            _ensure_gallery(Path(folder))
        kept = _kept(Path(folder), names_of_files([genre for genre in genre_text.genres() if genre not in genres]))
        listed = [genre for genre in genre_text.genres() if genre in genres or f"{genre.family}.md" in kept]
        files = gallery(genres, listed, lambda text: print(text, file=sys.stderr))
        if check:
            return _compare(Path(folder), files, kept, family)
        write_folder(folder, {**files, **kept}, force=force)
        print(f"wrote {folder}, {print_text.number_of(len(genres), 'genre')}")
    elif json:
        print_text.one_line(head("genres") | genre_text.as_json(genres))
    elif name:
        print("\n\n".join(genre_text.describe_genre(genres[0])))
        _print_solution(genres[0])
    else:
        rows = [(genre.name, genre.family, genre.title) for genre in genres]
        print_styled.table(rows, "name", "family", "title")
    return OK


def _print_solution(genre: LibraryFile) -> None:
    """Print the solution of the example that the description of a genre shows."""
    example = genre_text.example_of(genre)
    spec = example.spec() if example else None
    if spec is not None and spec.expected.solution is not None:
        print("\nIts solution:\n")
        print_styled.solution(spec, spec.expected.solution)


def _ensure_gallery(folder: Path) -> None:
    """Raise `NotWritten` if a folder that would be replaced holds more than a gallery: its other files would be lost."""
    if not folder.is_dir():
        return
    inside = sorted(folder.iterdir())
    pages = {INDEX, *(f"{family}.md" for family in genre_text.families())}
    foreign = [path for path in inside if not path.is_file() or (path.name not in pages and path.suffix != ".svg")]
    index = folder / INDEX
    if inside and not (index.is_file() and index.read_bytes().startswith(HEADING.encode())):
        foreign += inside
    if foreign:
        raise NotWritten(f"{folder} is no gallery and was not changed: it holds {printable(foreign[0].name)}; name a new folder")


def _kept(folder: Path, names: Set[str]) -> dict[str, bytes]:
    """Return the files of a folder that have one of some names; raise `NotWritten` if one cannot be read."""
    paths = [folder / name for name in sorted(names)]
    try:
        return {path.name: path.read_bytes() for path in paths if path.is_file()}
    except OSError as problem:
        raise NotWritten(f"{folder} was not changed: {printable(str(problem.filename))}: {problem.strerror}") from None


def _compare(folder: Path, files: Mapping[str, str], kept: Collection[str], family: str | None) -> int:
    """Print each file of a gallery that is missing, too many, or not as it would be written; return the exit status.

    `kept`: files that are not looked at, because they are about another family than this.
    """
    there = {path.name: path for path in folder.iterdir()} if folder.is_dir() else {}
    different = [
        *(f"{folder / name} is missing" for name in files.keys() - there.keys()),
        *(f"{there[name]} belongs to no genre" for name in there.keys() - files.keys() - {*kept}),
        *(f"{there[name]} is out of date" for name in files.keys() & there.keys() if not _holds(there[name], files[name])),
    ]
    for line in sorted(different):
        print(line)
    if different:
        of_family = f" --family {family}" if family else ""
        print(f"run: gridwright genres{of_family} --gallery {printable(shlex.quote(str(folder)))} --force")
    return NOT_AS_CLAIMED if different else OK


def _holds(path: Path, text: str) -> bool:
    """Check whether a file holds exactly this text."""
    try:
        return path.read_bytes() == text.encode("utf-8")
    except OSError:
        return False
