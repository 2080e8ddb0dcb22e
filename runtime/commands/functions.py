"""List the functions of the language, or describe one."""

from __future__ import annotations

import click
from gridwright.compiler.diagnostics import did_you_mean
from gridwright.compiler.function import all_functions

from ..cli import OK
from ..reference import diagnostics_page, entry, page, short


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
    else:
        help = did_you_mean(name, all_functions())
        raise click.UsageError(f"there is no function `{name}`" + (f"; {help}" if help else ""))
    return OK
