"""List the genres that come with Gridwright, or describe one: its rules, what a puzzle prints, and an example.

To start a puzzle, run `gridwright new GENRE --size 8x8 -o FILE`. NAME may also be another name of a genre, such as the one that
puzz.link uses.
"""

from __future__ import annotations

import click

from ..authoring.genre_choice import complete, genre_called
from ..exit_status import OK
from ..output.reports.report_schema import head
from ..output.text import genre_text, print_text


@click.command("genres", help=__doc__)
@click.argument("name", required=False, shell_complete=complete)
@click.option("--family", type=click.Choice(genre_text.families()), help="List only the genres of one family.")
@click.option("--json", is_flag=True, help="Print one JSON object, and nothing else.")
def command(name: str | None, family: str | None, json: bool) -> int:
    """Print the list, or one genre."""
    found = [genre_called(name)] if name else genre_text.genres(family or "")
    if json:
        print_text.one_line(head("genres") | genre_text.as_json(found))
    elif name:
        print("\n\n".join(genre_text.described(found[0])))
    else:
        rows = [(each.name, each.family, each.title) for each in found]
        print_text.table(rows, "name", "family", "title")
    return OK
