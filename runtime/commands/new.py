"""Write a starting spec: the rules of a genre or of a published puzzle, with a board that already verifies.

NAME is one from --list; you can omit the date in front of the name of a published puzzle. With --blank the board is empty: dots
stand for givens and clues.
"""

from __future__ import annotations

from pathlib import Path

import click

from ..authoring.spec_heading import schema_for
from ..authoring.starting_spec import NoBlank, all_forms, form_called, starting_text
from ..execution.error_boundary import guarded
from ..execution.options import Options, common_options
from ..exit_status import OK
from ..output.atomic_write import exists, write_whole
from ..output.text import print_text


@click.command("new", help=__doc__)
@click.argument("name", required=False)
@click.option("-o", "--output", metavar="FILE", help="The spec to write.")
@click.option("--list", "listing", is_flag=True, help="List all possible NAMEs.")
@click.option("--blank", is_flag=True, help="Write an empty board: the rules without givens and clues.")
@click.option("--title", default="", help="The title of the spec.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@common_options
def command(options: Options, name: str | None, output: str | None, listing: bool, blank: bool, title: str, force: bool) -> int:
    """Write a starting spec, or list them."""
    if listing:
        _list(options)
        return OK
    if name is None:
        raise click.UsageError("NAME is missing; --list shows all names")
    try:
        form = form_called(name)
    except KeyError as unknown:
        raise click.UsageError(f"there is no `{name}` to start from; {unknown.args[0] or '--list shows all names'}") from None
    if output is None:
        raise click.UsageError(f"-o is missing; write: gridwright new {name} -o FILE.yaml")
    if Path(output).exists() and not force:
        raise exists(output)
    schema = schema_for(Path(output))

    def one(path: str, options: Options) -> int:
        options.progress().enter("starting")
        try:
            text = starting_text(form, Path(path).name, title=title, schema=schema, blank=blank, deadline=options.deadline())
        except NoBlank:
            raise click.UsageError(
                f"{form.name} has no blank board, because its rules need clues; omit --blank, and replace its clues by yours"
            ) from None
        write_whole(path, text, force=force)
        if options.json:
            options.report({"name": form.name, "title": title or form.title, "published": form.published, "written": path})
        else:
            options.say(f"wrote {path}; now run: gridwright verify {path}")
        return OK

    return guarded(output, one, options)


def _list(options: Options) -> None:
    forms = all_forms()
    if options.json:
        for form in forms:
            options.report({"name": form.name, "title": form.title, "published": form.published})
    else:
        print_text.table([(form.name, form.title, form.published) for form in forms], "name", "title", "published")
