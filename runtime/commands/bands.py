"""Find which ratings are easy, medium and hard for a genre: make puzzles of it, and rate their steps.

About a third of the puzzles is in each band, but no limit lies between ratings that are nearly the same. A puzzle whose steps are
not found within 20 seconds of CPU time counts as harder than all others. With -o, the bands are written to a JSON file, beside
those of other genres that it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import click
from gridwright.compiler.syntax.diagnostics import SpecError

from ..authoring.generating.generate import NothingPrintable
from ..authoring.generating.puzzles import ANY_RATING, Settings, puzzles_of_genre, usual_size
from ..authoring.genre_choice import complete, genre_by_name
from ..execution.error_boundary import gave_up, run_on_file
from ..execution.options import FILE, Options, common_options
from ..execution.progress_display import show_progress
from ..exit_status import OK
from ..output.atomic_write import NotWritten, write_whole
from ..steps.bands import LEAST_PUZZLES, Bands, bands_of_ratings, bands_text, read_bands
from .generate import size_of


@click.command("bands", help=__doc__)
@click.argument("genre", shell_complete=complete)
@click.option("--size", metavar="ROWSxCOLUMNS", help="The size of the boards; without it, that of the genre's first example.")
@click.option("--count", type=click.IntRange(LEAST_PUZZLES, 10_000), default=30, metavar="N", help="How many puzzles.")
@click.option("-o", "--output", metavar="OUT", type=FILE, help="The file to add the bands to.")
@common_options
def command(options: Options, genre: str, size: str | None, count: int, output: str | None) -> int:
    """Find the bands of one genre."""
    if output is not None:
        _bands_in_file(output)  # before puzzles are made, which takes long

    def one(name: str, options: Options) -> int:
        library = genre_by_name(name)
        rows_and_columns = size_of(size) if size is not None else usual_size(library)
        progress = options.progress()
        ratings: list[float | None] = []
        settings = Settings(
            difficulty=ANY_RATING, engine=options.engine, seed=options.seed, deadline=options.deadline(), progress=progress
        )
        with show_progress(name, progress, options):
            try:
                for puzzle in islice(puzzles_of_genre(library, rows_and_columns, settings), count):
                    ratings.append(puzzle.rating)
                    progress.found = len(ratings)
            except (NothingPrintable, SpecError) as problem:
                raise click.UsageError(f"{name} cannot be generated: {problem}") from None
        if len(ratings) < count:
            return gave_up(name, f"only {len(ratings)} of {count} puzzles could be made", options)
        board_size = "x".join(map(str, rows_and_columns))
        bands = bands_of_ratings(library.name, board_size, ratings)
        if output is not None:
            kept = [of_genre for of_genre in _bands_in_file(output).values() if of_genre.genre != library.name]
            write_whole(output, bands_text([*kept, *([bands] if bands else [])]), force=True)
        if bands is None:
            _print_no_bands(library.name, board_size, ratings, options)
        else:
            _print_bands(bands, options)
        return OK

    return run_on_file(genre, one, options)


def _bands_in_file(path: str) -> dict[str, Bands]:
    """Return the bands that a file has already."""
    try:
        return read_bands(Path(path).read_text("utf-8")) if Path(path).exists() else {}
    except (OSError, ValueError, TypeError, AttributeError):
        raise NotWritten(f"{path} is no file of bands, so nothing is added to it") from None


def _print_bands(bands: Bands, options: Options) -> None:
    if options.json:
        options.report({"genre": bands.genre, **bands.as_json})
        return
    limits = f"easy up to {bands.easy:g}, hard above {bands.hard:g}"
    unrated = f", {bands.unrated} of them without a rating" if bands.unrated else ""
    print(f"{bands.genre} {bands.size}: {limits} ({bands.puzzles} puzzles{unrated})")


def _print_no_bands(genre: str, size: str, ratings: Sequence[float | None], options: Options) -> None:
    """Print that there are no bands, and why."""
    known = [rating for rating in ratings if rating is not None]
    if options.json:
        unrated = {"unrated": len(ratings) - len(known)} if len(known) < len(ratings) else {}
        options.report({"genre": genre, "size": size, "puzzles": len(ratings), "easy": None, "hard": None, **unrated})
        return
    reason = f"{len(known)} of {len(ratings)} puzzles have a rating"
    if known:
        reason += f", from {min(known):g} to {max(known):g}, with no gap to divide them"
    print(f"{genre} {size}: no bands; {reason}")
