"""Generate: puzzles of a genre, or on the board of the text with its rules; each is told when it is found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.compiler.records import replace

from ...authoring.generating.generate import Misses, NothingPrintable, Wishes
from ...authoring.generating.puzzles import MOST_SEED, Settings, puzzles_of_genre, puzzles_of_spec
from ...authoring.generating.verified_puzzle import VerifiedPuzzle
from ...authoring.symmetry import MOVES
from ...editing.refused import Refused
from ...editing.work_process import Asked, Json
from ...output.pictures.picture import picture
from ...output.pictures.svg import svg
from ...steps.bands import Band, Bands, NoSuchBand, all_bands, bands_of_spec, ratings_of_band
from ..puzzle_texts import WIDEST
from ..request_fields import LARGEST_SIDE, check_fields
from ..tab import Tab

MOST = 12  # puzzles


def _generate(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return puzzles. `options`: `genre`, empty for the rules and the board of the text; size, symmetry, and a seed.

    `band`: a band of difficulty; if it is empty, `easiest` and `hardest` are the ratings that are wanted, or null.
    """
    number = (int, float, type(None))
    options = check_fields(
        request["options"],
        {
            "genre": str,
            "height": number,
            "width": number,
            "symmetry": str,
            "band": str,
            "easiest": number,
            "hardest": number,
            "seed": int,
        },
    )
    known_bands = ("", *(band.value for band in Band))
    if options["symmetry"] not in ("", *MOVES) or options["band"] not in known_bands or not 0 <= options["seed"] < MOST_SEED:
        raise Refused(400, "a symmetry, a band or a seed that is not known")
    puzzles: list[Json] = []
    misses = Misses()
    try:
        for puzzle in islice(_puzzles(request["text"], options, asked, misses), MOST):
            puzzles.append(_puzzle(puzzle))
            asked.on_progress("partial", {"puzzles": puzzles[-1:]})
    except (NothingPrintable, NoSuchBand) as problem:
        return {"puzzles": [], "problem": str(problem)}
    if len(puzzles) < MOST and (reasons := misses.words()):
        return {"puzzles": puzzles, "problem": f"Others do not fit: {reasons}."}
    return {"puzzles": puzzles}


def _puzzles(text: str, options: Json, asked: Asked, misses: Misses) -> Iterator[VerifiedPuzzle]:
    settings = Settings(
        wishes=Wishes(symmetry=options["symmetry"]),
        engine=asked.options.engine,
        seed=options["seed"],
        deadline=asked.deadline,
        progress=asked.progress(),
        misses=misses,
    )
    if not options["genre"]:
        spec = asked.load(text)
        return puzzles_of_spec(spec, replace(settings, difficulty=_ratings(options, "these rules", bands_of_spec(spec))))
    genre = libraries().get(options["genre"])
    if genre is None or not genre.family:
        raise Refused(404, "there is no genre of that name")
    bands = all_bands().get(genre.name)
    settings = replace(settings, difficulty=_ratings(options, genre.title, bands))
    sides = options["height"], options["width"]
    if sides == (None, None):
        return puzzles_of_genre(genre, bands.rows_and_columns if bands and options["band"] else None, settings)
    if not all(type(side) is int and 1 <= side <= LARGEST_SIDE for side in sides):
        raise Refused(400, f"a board has 1 to {LARGEST_SIDE} rows and columns, in whole numbers")
    return puzzles_of_genre(genre, sides, settings)


def _ratings(options: Json, name: str, bands: Bands | None) -> tuple[float, float] | None:
    """Return the lowest and the highest rating that is asked for. Raise `NoSuchBand`."""
    if options["band"]:
        return ratings_of_band(Band(options["band"]), name, bands)
    low, high = options["easiest"], options["hardest"]
    return None if low is None and high is None else (low or 0, float("inf") if high is None else high)


def _puzzle(puzzle: VerifiedPuzzle) -> Json:
    scene = picture(load_text(puzzle.text), titled=False)
    rating = {} if puzzle.rating is None else {"rating": round(puzzle.rating, 2)}
    return {"text": puzzle.text, "clues": puzzle.size, "svg": svg(scene, scale=min(1.0, WIDEST / scene.width))} | rating


TAB = Tab(_generate)
