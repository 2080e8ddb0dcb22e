"""Print the JSON Schema of specs, for editors, or of what --json prints.

WHICH is `spec` (the default) or `report`.
"""

from __future__ import annotations

import importlib.resources
import json

import click

from ..cli import OK
from ..reference import reports_page
from ..report_schema import report_schema


@click.command("schema", help=__doc__)
@click.argument("which", type=click.Choice(["spec", "report"]), default="spec", metavar="[WHICH]")
@click.option("--path", is_flag=True, help="Print where the schema of specs is installed, for the settings of an editor.")
@click.option("--markdown", is_flag=True, help="Print the page that describes reports.")
def command(which: str, path: bool, markdown: bool) -> int:
    """Print a schema."""
    installed = importlib.resources.files("gridwright").joinpath("schema.json")
    if path:
        print(installed)
    elif markdown:
        print(reports_page(), end="")
    elif which == "spec":
        print(installed.read_text("utf-8"), end="")
    else:
        print(json.dumps(report_schema(), indent=2, ensure_ascii=False))
    return OK
