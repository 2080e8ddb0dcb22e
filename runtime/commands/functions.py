"""List all functions and libraries, or describe one."""

from __future__ import annotations

import click
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.library import libraries
from gridwright.compiler.syntax.diagnostics import did_you_mean

from ..exit_status import OK
from ..output.reports.report_schema import head
from ..output.text import print_text
from ..output.text.reference import as_json, diagnostics_page, entry, general_lemma_page, library_entry, limits_page, page, short

PAGES = {"markdown": page, "diagnostics": diagnostics_page, "limits": limits_page, "general_lemma": general_lemma_page}


@click.command("functions", help=__doc__)
@click.argument("name", required=False)
@click.option("--markdown", is_flag=True, help="Print the reference page of all functions.")
@click.option("--diagnostics", is_flag=True, help="Print the page of all diagnostics.")
@click.option("--limits", is_flag=True, help="Print the page of all limits.")
@click.option("--general-lemma", is_flag=True, help="Print the page of what is not translated for the solver.")
@click.option("--json", is_flag=True, help="Print one JSON object, and nothing else.")
def command(name: str | None, json: bool, **pages: bool) -> int:
    """Print the reference."""
    if name is not None and name not in {*all_functions(), *libraries()}:
        help = did_you_mean(name, [*all_functions(), *libraries()])
        raise click.UsageError(f"there is no function or library `{name}`" + (f"; {help}" if help else ""))
    if json:
        print_text.one_line(head("functions") | as_json(name))
    elif asked := next((name for name, is_asked in pages.items() if is_asked), ""):
        print(PAGES[asked](), end="")
    elif name is None:
        print(short())
    else:
        print(entry(all_functions()[name]) if name in all_functions() else library_entry(name))
    return OK
