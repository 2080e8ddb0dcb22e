"""Bands: which puzzles have one, and what the file of them has."""

from __future__ import annotations

from pathlib import Path

import pytest
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.runtime.steps import bands as bands_module
from gridwright.runtime.steps.bands import (
    Band,
    Bands,
    NoSuchBand,
    all_bands,
    bands_of_path,
    bands_of_ratings,
    bands_of_spec,
    bands_text,
    ratings_of_band,
    read_bands,
)
from gridwright.runtime.steps.find_path import find_path

SMALL = "gridwright: 1\nuse: futoshiki\ngrid: 3x3\ngivens: {number: {r1c1: 1, r2c2: 3}}\n"


def test_each_band_has_a_third() -> None:
    """Of ratings that all differ clearly, a third is in each band."""
    ratings = [1 + at / 5 for at in range(30)]
    bands = bands_of_ratings("futoshiki", "5x5", ratings[::-1])
    assert bands is not None
    named = [bands.band(rating) for rating in ratings]
    assert [named.count(band) for band in Band] == [10, 10, 10]


CLOSE = [1 + at / 100 for at in range(12)]  # no two neighbours differ by 0.1


@pytest.mark.parametrize(
    ("ratings", "numbers"),
    [
        ([*CLOSE, *(2 + rating for rating in CLOSE), 7.0, 7.1, 7.2], [12, 12, 3]),
        ([*CLOSE, 5.0, 5.01], [12, 0, 2]),
        ([*CLOSE, 5.0, *(6 + rating for rating in CLOSE[:2])], [12, 1, 2]),
        ([*CLOSE, 5.0, *(6 + rating for rating in CLOSE)], [12, 0, 13]),  # a single one of 25 is no band
        ([*CLOSE, 5.0, None, None], [12, 0, 3]),
        ([1.0, 2.0, 3.0, None, None, None], [1, 1, 4]),
    ],
)
def test_limits_lie_in_gaps(ratings: list[float | None], numbers: list[int]) -> None:
    """No limit divides ratings that are nearly the same, and a puzzle without a rating is a hard one."""
    bands = bands_of_ratings("futoshiki", "5x5", ratings)
    assert bands is not None
    named = [Band.HARD if rating is None else bands.band(rating) for rating in ratings]
    assert [named.count(band) for band in Band] == numbers
    assert bands.unrated == ratings.count(None)


@pytest.mark.parametrize("ratings", [CLOSE, [1.0] * 6, [None, None, None], [1.0, None, None], [*CLOSE, *CLOSE, 4.0]])
def test_ratings_without_a_gap(ratings: list[float | None]) -> None:
    """Where nearly all puzzles are equally hard, or it is not known how hard, there are no bands."""
    assert bands_of_ratings("futoshiki", "5x5", ratings) is None


@pytest.mark.parametrize("ratings", [[1.0, 1.2, 1.4, 1.6, 1.8, 2.0], [1.0, 1.0, 1.0, 1.0, 2.0, 3.0], [1.0, 1.0, 4.0, 4.0]])
def test_ratings_of_a_band(ratings: list[float]) -> None:
    """A rating lies between the ends of its own band, and of no other."""
    bands = bands_of_ratings("futoshiki", "5x5", ratings)
    assert bands is not None
    for rating in [*ratings, bands.easy, bands.hard, 0.0, 9.0]:
        inside = [band for band in Band if bands.ratings(band)[0] <= rating <= bands.ratings(band)[1]]
        assert inside == [bands.band(rating)]


def test_a_band_without_ratings() -> None:
    """Where there are two bands, no rating is medium, and a name without bands has none at all."""
    bands = Bands("latin_square", "3x4", 30, 1.5, 1.5)
    assert bands.rows_and_columns == (3, 4)
    assert ratings_of_band(Band.EASY, "latin_square", bands) == bands.ratings(Band.EASY)
    with pytest.raises(NoSuchBand, match="no rating is medium for latin_square"):
        ratings_of_band(Band.MEDIUM, "latin_square", bands)
    with pytest.raises(NoSuchBand, match=r"not known which ratings are hard for mine\.yaml"):
        ratings_of_band(Band.HARD, "mine.yaml", None)


def test_file_of_bands() -> None:
    """All bands are those of genres, and the file is written as it is read."""
    text = Path(bands_module.__file__).with_name("bands.json").read_text("utf-8")
    assert bands_text(all_bands().values()) == text
    assert bands_text(read_bands(text).values()) == text
    for name, bands in all_bands().items():
        assert libraries()[name].family
        assert 0 < bands.easy <= bands.hard
        assert bands.puzzles >= 30


@pytest.mark.parametrize(
    "other",
    [
        "rules: ['number[r3c3] == 2']\n",
        "use: [futoshiki, renban]\n",
        "grids: {a: {size: 3x3}, b: {size: 3x3}}\n",
    ],
    ids=["own rules", "two genres", "two grids"],
)
def test_no_bands(other: str) -> None:
    """A puzzle that is not of one genre alone has no band."""
    assert bands_of_spec(load_text(SMALL)) is all_bands().get("futoshiki")
    text = SMALL + other if not other.startswith("use") else SMALL.replace("use: futoshiki\n", other)
    if other.startswith("grids"):
        text = f"gridwright: 1\nuse: futoshiki\n{other}"
    assert bands_of_spec(load_text(text)) is None


def test_bands_of_a_variant() -> None:
    """Killer is printed as `use: [sudoku, killer]`, and that is no other genre; with a further one it is."""
    text = "gridwright: 1\nuse: [sudoku, killer]\ngrid: 4x4\n"
    assert bands_of_spec(load_text(text)) is all_bands()["killer"]
    assert bands_of_spec(load_text(text.replace("[sudoku, killer]", "sudoku"))) is all_bands()["sudoku"]
    for more in ("[sudoku, killer, renban]", "[sudoku, renban]"):
        assert bands_of_spec(load_text(text.replace("[sudoku, killer]", more))) is None


def test_only_whole_paths_have_a_band() -> None:
    """A path that does not lead to the only solution has no band."""
    spec = load_text(SMALL)
    assert bands_of_path(spec, find_path(spec)) is bands_of_spec(spec)
    several = load_text(SMALL.replace(", r2c2: 3", ""))
    assert bands_of_path(several, find_path(several)) is None
