"""List functions and libraries, or describe one."""

from __future__ import annotations

import click
from gridwright.compiler.diagnostics import did_you_mean
from gridwright.compiler.function import all_functions
from gridwright.compiler.shipped import libraries

from ..cli import OK
from ..reference import diagnostics_page, entry, library_entry, page, short


@click.command("functions", help=__doc__)
@click.argument("name", required=False)
@click.option("--markdown", is_flag=True, help="Print the whole reference page.")
@click.option("--diagnostics", is_flag=True, help="Print the page that lists the diagnostics.")
def command(name: str | None, markdown: bool, diagnostics: bool) -> int:
    """Print the reference."""
    if markdown or diagnostics:
        print(page() if markdown else diagnostics_page(), end="")
    elif name is None:
        print(short())
    elif name in all_functions():
        print(entry(all_functions()[name]))
    elif name in libraries():
        print(library_entry(name))
    else:
        help = did_you_mean(name, [*all_functions(), *libraries()])
        raise click.UsageError(f"there is no function or library `{name}`" + (f"; {help}" if help else ""))
    return OK
