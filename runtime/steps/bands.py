"""Bands of difficulty: which ratings are easy, medium and hard for a genre.

Only puzzles of one genre can be compared like this, so the bands are data: `bands.json` has them for each genre, as limits
between the ratings of puzzles that Gridwright made. `gridwright bands` makes them, and knows nothing of any genre.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from itertools import combinations_with_replacement
from pathlib import Path

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import LibraryFile, libraries, uses
from gridwright.compiler.loader.examples import examples_of
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.yaml_nodes import Mapping as Node

from .path import End
from .path import Path as StepPath

LEAST_PUZZLES = 3  # so that there can be one in each band
LEAST_GAP = 0.1  # between the ratings on both sides of a limit; nobody who solves puzzles notices a smaller difference
LEAST_SHARE = 10  # each band has at least one in so many puzzles


class NoSuchBand(Exception):
    """An error: a genre has no bands, or no rating is in a band of it; the message says which."""


class Band(Enum):
    """How difficult a puzzle is for its genre."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Bands:
    """The bands of a genre, measured on so many `puzzles` of a size such as `6x6`.

    A rating up to `easy` is easy, one above `hard` is hard. If both are the same, nothing is medium. `unrated`: how many of the
    puzzles have no rating, because their steps were not found in time.

    >>> bands = Bands("slitherlink", "6x6", 30, 1.25, 2.5)
    >>> bands.band(1.25), bands.band(2.5), bands.band(2.6)
    (<Band.EASY: 'easy'>, <Band.MEDIUM: 'medium'>, <Band.HARD: 'hard'>)
    """

    genre: str
    size: str
    puzzles: int
    easy: float
    hard: float
    unrated: int = 0

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
        rated = {"size": self.size, "puzzles": self.puzzles, "easy": self.easy, "hard": self.hard}
        return rated | ({"unrated": self.unrated} if self.unrated else {})


def bands_of_ratings(genre: str, size: str, ratings: Sequence[float | None]) -> Bands | None:
    """Return the bands that lie nearest to thirds of the puzzles; None if the ratings lie too close together for any bands.

    A limit lies in the middle of a gap. A puzzle whose rating is None counts as harder than all others.

    >>> bands_of_ratings("slitherlink", "6x6", [1.2, 1.4, 1.41, 2.0, 3.0, None])
    Bands(genre='slitherlink', size='6x6', puzzles=6, easy=1.3, hard=2.5, unrated=1)
    """
    known = sorted(rating for rating in ratings if rating is not None)
    number = len(ratings)
    gaps = [at for at in range(1, len(known)) if known[at] - known[at - 1] >= LEAST_GAP]
    least = max(1, number // LEAST_SHARE)
    cuts = [
        (easy, hard)
        for easy, hard in combinations_with_replacement(gaps, 2)
        if min(easy, number - hard) >= least and (easy == hard or hard - easy >= least)
    ]
    if not cuts:
        return None
    best = min(cuts, key=lambda cut: (cut[0] == cut[1], abs(cut[0] - number / 3) + abs(cut[1] - number * 2 / 3)))
    easy, hard = (round((known[cut - 1] + known[cut]) / 2, 3) for cut in best)
    return Bands(genre, size, number, easy, hard, number - len(known))


@functools.cache
def all_bands() -> Mapping[str, Bands]:
    """Return the bands of all genres that have some.

    >>> all_bands()["sudoku"].size
    '9x9'
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
    """Return the bands of the genre of a spec; None if it mixes several, has rules of its own, or its genre has no bands.

    A variant such as Killer comes with the genre that its first example uses too: `use: [sudoku, killer]`.
    """
    if len(spec.grids) != 1 or spec.document.get("rules") is not None:
        return None
    genres = _genres_of(spec.document)
    variants = [name for name in genres if len(genres) == 1 or genres == _genres_of_example(libraries()[name])]
    return all_bands().get(variants[0]) if len(variants) == 1 else None


def _genres_of(node: Node) -> set[str]:
    """Return the genres that a spec or an example uses."""
    return {use.name for use in uses(node) if use.name in libraries() and libraries()[use.name].family}


def _genres_of_example(genre: LibraryFile) -> set[str]:
    """Return the genres that the first example of a genre uses."""
    example = next(examples_of(genre.name, genre.document), None)
    return _genres_of(example.node) if example else set()


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
