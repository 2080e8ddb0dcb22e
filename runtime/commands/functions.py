"""List all functions and libraries, or describe one.

NAME is a function, a library of the language, or a file that is a library. `gridwright genres` lists the genres.
"""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.library import libraries
from gridwright.compiler.loader.library_check import check_library
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.compiler.syntax.visible_text import visible
from gridwright.compiler.syntax.yaml_nodes import read_file

from ..exit_status import OK, WRONG
from ..output.reports.report_schema import head
from ..output.text import print_text
from ..output.text.commands_page import commands_page
from ..output.text.reference import (
    as_json,
    diagnostics_page,
    entry,
    general_lemma_page,
    library_entry,
    limits_page,
    page,
    plain_libraries,
    short,
)


def _commands_page() -> str:
    """Return the page of all commands, which are those of the command line that runs."""
    app = click.get_current_context().find_root().command
    return commands_page(app) if isinstance(app, click.Group) else ""


PAGES = {
    "markdown": page,
    "diagnostics": diagnostics_page,
    "limits": limits_page,
    "general_lemma": general_lemma_page,
    "commands": _commands_page,
}


def _complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the functions whose names begin like this, for the completion of a shell."""
    return [CompletionItem(name) for name in sorted({*all_functions(), *plain_libraries()}) if name.startswith(incomplete)]


@click.command("functions", help=__doc__)
@click.argument("name", required=False, shell_complete=_complete)
@click.option("--markdown", is_flag=True, help="Print the reference page of all functions.")
@click.option("--diagnostics", is_flag=True, help="Print the page of all diagnostics.")
@click.option("--limits", is_flag=True, help="Print the page of all limits.")
@click.option("--general-lemma", is_flag=True, help="Print the page of what is not translated for the solver.")
@click.option("--commands", is_flag=True, help="Print the page of all commands and their options.")
@click.option("--json", is_flag=True, help="Print one JSON object, and nothing else.")
def command(name: str | None, json: bool, **pages: bool) -> int:
    """Print the reference."""
    known = {*all_functions(), *plain_libraries()}
    if name is not None and name not in known:
        return _other(name, json=json, known=known)
    if json:
        print_text.one_line(head("functions") | as_json(name))
    elif asked := next((name for name, is_asked in pages.items() if is_asked), ""):
        print(PAGES[asked](), end="")
    elif name is None:
        print(short())
    else:
        print(entry(all_functions()[name]) if name in all_functions() else library_entry(name, plain_libraries()[name]))
    return OK


def _other(name: str, *, json: bool, known: set[str]) -> int:
    """Describe a genre, or a file that is a library."""
    genre = libraries().get(name)
    if genre is None and not name.endswith(".yaml"):
        help = did_you_mean(name, known)
        raise click.UsageError(f"there is no function or library `{name}`" + (f"; {help}" if help else ""))
    try:
        document = genre.document if genre else read_file(name)
        check_library(name, document)
    except SpecError as problem:
        print_text.diagnostics(problem.diagnostics)
        return WRONG
    words = library_entry(name, document)
    if json:
        print_text.one_line(head("functions") | {"functions": [], "libraries": [{"name": name, "words": words}]})
    else:
        print(visible(words))
    return OK
