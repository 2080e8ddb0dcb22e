"""Bands: which puzzles have one, and what the file of them has."""

from __future__ import annotations

import pytest
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.runtime.steps.bands import (
    Band,
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

SMALL = "gridwright: 1\nuse: latin_square\ngrid: 3x3\ngivens: {number: {r1c1: 1, r2c2: 3}}\n"


def test_each_band_has_a_third() -> None:
    """Of ratings without equal ones, a third is in each band."""
    ratings = [1 + at / 100 for at in range(30)]
    bands = bands_of_ratings("latin_square", "3x3", ratings[::-1])
    named = [bands.band(rating) for rating in ratings]
    assert [named.count(band) for band in Band] == [10, 10, 10]


@pytest.mark.parametrize("ratings", [[1.0, 1.1, 1.2, 1.3, 1.4, 1.5], [1.0] * 6, [1.0, 1.0, 1.0, 1.0, 2.0, 3.0]])
def test_ratings_of_a_band(ratings: list[float]) -> None:
    """A rating lies between the ends of its own band, and of no other."""
    bands = bands_of_ratings("latin_square", "3x3", ratings)
    for rating in [*ratings, bands.easy, bands.hard, 0.0, 9.0]:
        inside = [band for band in Band if bands.ratings(band)[0] <= rating <= bands.ratings(band)[1]]
        assert inside == [bands.band(rating)]


def test_a_band_without_ratings() -> None:
    """Where all ratings are equal, none is medium, and a name without bands has none at all."""
    bands = bands_of_ratings("latin_square", "3x4", [1.0] * 6)
    assert bands.rows_and_columns == (3, 4)
    assert ratings_of_band(Band.EASY, "latin_square", bands) == bands.ratings(Band.EASY)
    with pytest.raises(NoSuchBand, match="no rating is medium for latin_square"):
        ratings_of_band(Band.MEDIUM, "latin_square", bands)
    with pytest.raises(NoSuchBand, match=r"not known which ratings are hard for mine\.yaml"):
        ratings_of_band(Band.HARD, "mine.yaml", None)


def test_file_of_bands() -> None:
    """All bands are those of genres, and the file is written as it is read."""
    assert bands_text(all_bands().values()) == bands_text(read_bands(bands_text(all_bands().values())).values())
    for name, bands in all_bands().items():
        assert libraries()[name].family
        assert 0 < bands.easy <= bands.hard
        assert bands.puzzles >= 30


@pytest.mark.parametrize(
    "other",
    [
        "rules: ['number[r3c3] == 2']\n",
        "use: [latin_square, renban]\n",
        "grids: {a: {size: 3x3}, b: {size: 3x3}}\n",
    ],
    ids=["own rules", "two genres", "two grids"],
)
def test_no_bands(other: str) -> None:
    """A puzzle that is not of one genre alone has no band."""
    assert bands_of_spec(load_text(SMALL)) is all_bands().get("latin_square")
    text = SMALL + other if not other.startswith("use") else SMALL.replace("use: latin_square\n", other)
    if other.startswith("grids"):
        text = f"gridwright: 1\nuse: latin_square\n{other}"
    assert bands_of_spec(load_text(text)) is None


def test_only_whole_paths_have_a_band() -> None:
    """A path that does not lead to the only solution has no band."""
    spec = load_text(SMALL)
    assert bands_of_path(spec, find_path(spec)) is bands_of_spec(spec)
    several = load_text(SMALL.replace(", r2c2: 3", ""))
    assert bands_of_path(several, find_path(several)) is None
