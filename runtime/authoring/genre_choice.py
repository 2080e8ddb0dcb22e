"""The genre that a name on the command line means."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem
from gridwright.compiler.library import LibraryFile, libraries, name_of_alias
from gridwright.compiler.syntax.suggestions import did_you_mean

from ..output.text import genre_text


def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the genres whose names begin like this, for the completion of a shell."""
    return [CompletionItem(genre.name, help=genre.family) for genre in genre_text.genres() if genre.name.startswith(incomplete)]


def complete_genre_or_file(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return the genres whose names begin like this; if there is none, leave the name of a file to the shell."""
    return complete(context, parameter, incomplete) or [CompletionItem(incomplete, type="file")]


def genre_by_name(name: str) -> LibraryFile:
    """Return the genre of that name or other name; raise `click.UsageError` if there is none."""
    known = {genre.name: genre for genre in genre_text.genres()}
    genre = known.get(name) or libraries().get(name_of_alias(name))
    if genre is None:
        help = did_you_mean(name, known) or "`gridwright genres` lists all of them"
        raise click.UsageError(f"there is no genre `{name}`; {help}")
    return genre
