"""Bands of difficulty: which ratings are easy, medium and hard for a genre.

Only puzzles of one genre can be compared like this, so the bands are data: `bands.json` has them for each genre, as limits
between thirds of the ratings of puzzles that Gridwright made. `gridwright bands` makes them, and knows nothing of any genre.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Iterable, Mapping
from enum import Enum
from pathlib import Path

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import libraries, uses
from gridwright.compiler.records import dataclass

from .path import End
from .path import Path as StepPath

LEAST_PUZZLES = 3  # so that there is one in each band

Json = Mapping[str, object]


class NoSuchBand(Exception):
    """An error: it is not known which ratings are in a band, or none is; the message says so."""


class Band(Enum):
    """How difficult a puzzle is for its genre."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Bands:
    """The bands of a genre, measured on so many `puzzles` of a size such as `6x6`.

    A rating up to `easy` is easy, one above `hard` is hard.

    >>> bands = Bands("slitherlink", "6x6", 30, 1.25, 2.5)
    >>> bands.band(1.25), bands.band(2.5), bands.band(2.6)
    (<Band.EASY: 'easy'>, <Band.MEDIUM: 'medium'>, <Band.HARD: 'hard'>)
    """

    genre: str
    size: str
    puzzles: int
    easy: float
    hard: float

    def band(self, rating: float) -> Band:
        """Return the band of a rating."""
        return Band.EASY if rating <= self.easy else Band.MEDIUM if rating <= self.hard else Band.HARD

    def ratings(self, band: Band) -> tuple[float, float]:
        """Return the lowest and the highest rating of a band; the lowest is above the highest if no rating is in it.

        >>> Bands("slitherlink", "6x6", 30, 1.25, 2.5).ratings(Band.EASY)
        (0.0, 1.25)
        """
        if band is Band.EASY:
            return 0.0, self.easy
        if band is Band.MEDIUM:
            return math.nextafter(self.easy, math.inf), self.hard
        return math.nextafter(self.hard, math.inf), math.inf

    @property
    def rows_and_columns(self) -> tuple[int, int]:
        """Return the size as numbers."""
        height, _, width = self.size.partition("x")
        return int(height), int(width)

    @property
    def as_json(self) -> dict[str, object]:
        """Return the object for `bands.json`."""
        return {"size": self.size, "puzzles": self.puzzles, "easy": self.easy, "hard": self.hard}


def bands_of_ratings(genre: str, size: str, ratings: Iterable[float]) -> Bands:
    """Return the bands that cut ratings into thirds, halfway between two of them.

    >>> bands_of_ratings("slitherlink", "6x6", [1.2, 1.4, 2.0, 2.2, 3.0, 4.0])
    Bands(genre='slitherlink', size='6x6', puzzles=6, easy=1.7, hard=2.6)
    """
    in_order = sorted(ratings)
    number = len(in_order)
    easy, hard = (round((in_order[cut - 1] + in_order[cut]) / 2, 3) for cut in (number // 3, number - number // 3))
    return Bands(genre, size, number, easy, hard)


@functools.cache
def all_bands() -> Mapping[str, Bands]:
    """Return the bands of all genres that have some.

    >>> all_bands()["latin_square"].size
    '5x5'
    """
    return read_bands(Path(__file__).with_name("bands.json").read_text("utf-8"))


def read_bands(text: str) -> dict[str, Bands]:
    """Return the bands in the text of a file; raise `ValueError` or `TypeError` if it has none.

    >>> read_bands('{"sudoku": {"size": "9x9", "puzzles": 30, "easy": 1.3, "hard": 1.5}}')["sudoku"].hard
    1.5
    """
    return {genre: Bands(genre=genre, **fields) for genre, fields in json.loads(text).items()}


def bands_text(bands: Iterable[Bands]) -> str:
    """Return the text of a file with bands: a line for each genre, sorted by name."""
    by_genre = sorted(bands, key=lambda own: own.genre)
    lines = [f"  {json.dumps(own.genre)}: {json.dumps(own.as_json)}" for own in by_genre]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def bands_of_spec(spec: Spec) -> Bands | None:
    """Return the bands of the genre of a spec; None if it uses several, has rules of its own, or its genre has no bands."""
    if len(spec.grids) != 1 or spec.document.get("rules") is not None:
        return None
    genres = [use.name for use in uses(spec.document) if use.name in libraries() and libraries()[use.name].family]
    return all_bands().get(genres[0]) if len(genres) == 1 else None


def ratings_of_band(band: Band, name: str, bands: Bands | None) -> tuple[float, float]:
    """Return the lowest and the highest rating of a band. Raise `NoSuchBand` if a genre or a spec, called `name`, has none.

    >>> ratings_of_band(Band.HARD, "starbattle.yaml", None)
    Traceback (most recent call last):
    gridwright.runtime.steps.bands.NoSuchBand: it is not known which ratings are hard for starbattle.yaml
    """
    if bands is None:
        raise NoSuchBand(f"it is not known which ratings are {band.value} for {name}")
    low, high = bands.ratings(band)
    if low > high:
        raise NoSuchBand(f"no rating is {band.value} for {bands.genre}: easy is up to {bands.easy:g}, and hard above it")
    return low, high


def bands_of_path(spec: Spec, path: StepPath) -> Bands | None:
    """Return the bands that tell how difficult a whole path is; None if there are none, or the rating is an estimate."""
    return bands_of_spec(spec) if path.end is End.SOLVED and not path.estimated and path.steps else None
