"""Print the JSON Schema of specs (for editors) or of the output of --json, or write it to a file.

WHICH is `spec` (the default) or `report`.
"""

from __future__ import annotations

import importlib.resources
import json

import click

from ..execution.options import FILE
from ..exit_status import OK
from ..output.atomic_write import write_whole
from ..output.reports.report_schema import report_schema
from ..output.text.reference import reports_page

INSTALLED = importlib.resources.files("gridwright").joinpath("schema.json")
SCHEMAS = {
    "spec": lambda: INSTALLED.read_text("utf-8"),
    "report": lambda: json.dumps(report_schema(), indent=2, ensure_ascii=False) + "\n",
}


@click.command("schema", help=__doc__)
@click.argument("which", type=click.Choice(list(SCHEMAS)), default="spec", metavar="[WHICH]")
@click.option(
    "-o", "--output", metavar="FILE", type=FILE, help="Write it to this file; specs beside it can name it in their first line."
)
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@click.option("--path", is_flag=True, help="Print where the schema of specs is installed, for editor settings.")
@click.option("--markdown", is_flag=True, help="Print the page that describes reports.")
def command(which: str, output: str | None, force: bool, path: bool, markdown: bool) -> int:
    """Print or write a schema."""
    if path:
        print(INSTALLED)
        return OK
    text = reports_page() if markdown else SCHEMAS[which]()
    if output is None:
        print(text, end="")
    else:
        write_whole(output, text, force=force)
    return OK
