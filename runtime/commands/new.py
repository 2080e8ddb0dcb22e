"""Write a starting spec: a puzzle of a genre, or a published one, with a board that already verifies.

NAME is one from --list or from `gridwright genres`; you can omit the date in front of the name of a published puzzle. With --size
the board of a genre is empty. With --blank any other board is empty: dots stand where givens and clues were.
"""

from __future__ import annotations

import re
from pathlib import Path

import click
from gridwright.compiler.library import LibraryFile, libraries, name_of_alias
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.suggestions import did_you_mean

from ..authoring.empty_board import check_size, empty_board, reason_of_refusal
from ..authoring.genre_choice import complete, genre_by_name
from ..authoring.spec_heading import heading, schema_for, starting_example
from ..authoring.starting_spec import Form, NoBlank, all_forms, form_by_name, starting_text
from ..execution.error_boundary import run_on_file
from ..execution.options import FILE, Options, common_options
from ..exit_status import OK
from ..output.atomic_write import exists, write_whole
from ..output.text import genre_text, print_styled


@click.command("new", help=__doc__)
@click.argument("name", required=False, shell_complete=complete)
@click.option("-o", "--output", metavar="FILE", type=FILE, help="The spec to write.")
@click.option("--list", "listing", is_flag=True, help="List all possible NAMEs.")
@click.option("--blank", is_flag=True, help="Write an empty board: the rules without givens and clues.")
@click.option("--size", metavar="ROWSxCOLUMNS", help="Write an empty board of a genre, of this size.")
@click.option("--title", default="", help="The title of the spec.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@common_options
def command(
    options: Options, name: str | None, output: str | None, listing: bool, blank: bool, size: str | None, title: str, force: bool
) -> int:
    """Write a starting spec, or list them."""
    if listing:
        _list(options)
        return OK
    if name is None:
        raise click.UsageError("NAME is missing; --list shows all names")
    form, genre = _find(name, size)
    if output is None:
        raise click.UsageError(f"-o is missing; write: gridwright new {name} -o FILE.yaml")
    if Path(output).exists() and not force:
        raise exists(output)
    schema = schema_for(Path(output))

    def one(path: str, options: Options) -> int:
        options.progress().enter("starting")
        if genre is not None:
            file = Path(path).name
            called = genre_text.text_of(genre, "title")
            example = genre_text.example_of(genre)
            body = _empty_board(genre, size, file) if size else "\n" + starting_example(example.text if example else "")
            text = heading(title or called, f"started from {called}", schema=schema) + body
            write_whole(path, text, force=force)
            return _report_file(options, genre.name, title or called, "", path)
        assert form is not None
        try:
            text = starting_text(form, Path(path).name, title=title, schema=schema, blank=blank, deadline=options.deadline())
        except NoBlank:
            raise click.UsageError(
                f"{form.name} has no blank board, because its rules need clues; omit --blank, and replace its clues by yours"
            ) from None
        write_whole(path, text, force=force)
        return _report_file(options, form.name, title or form.title, form.published, path)

    return run_on_file(output, one, options)


def _empty_board(genre: LibraryFile, size: str, file: str) -> str:
    """Return an empty board of a genre; raise `click.UsageError` if the genre has no board of this size."""
    board = empty_board(genre, *_size(size), file)
    try:
        check_size(board)
    except SpecError as problem:
        raise click.UsageError(f"{genre.title} has no board of {size}: {reason_of_refusal(problem)}") from None
    return board


def _report_file(options: Options, name: str, title: str, published: str, path: str) -> int:
    """Report what was written."""
    if options.json:
        options.report({"name": name, "title": title, "published": published, "written": path})
    else:
        options.say(f"wrote {path}; now run: gridwright verify {path}")
    return OK


def _find(name: str, size: str | None) -> tuple[Form | None, LibraryFile | None]:
    """Return the spec of that name, or else the genre; with a size only a genre."""
    if size is not None:
        _size(size)
        return None, genre_by_name(name)
    try:
        return form_by_name(name), None
    except KeyError as unknown:
        if libraries().get(name) or name_of_alias(name):
            return None, genre_by_name(name)
        known = [form.name for form in all_forms()] + [genre.name for genre in genre_text.genres()]
        help = did_you_mean(name, known) or unknown.args[0] or "--list and `gridwright genres` show all names"
        raise click.UsageError(f"there is no `{name}` to start from; {help}") from None


def _size(text: str) -> tuple[int, int]:
    """Return rows and columns of a board; raise `click.UsageError` if the text is no size."""
    match = re.fullmatch(r"([1-9]\d{0,2})\s*[xX]\s*([1-9]\d{0,2})", text.strip())
    if match is None:
        raise click.UsageError(f"--size needs rows x columns, as in 8x8 (got {text!r})")
    return int(match[1]), int(match[2])


def _list(options: Options) -> None:
    forms = all_forms()
    if options.json:
        for form in forms:
            options.report({"name": form.name, "title": form.title, "published": form.published})
    else:
        print_styled.table([(form.name, form.title, form.published) for form in forms], "name", "title", "published")
