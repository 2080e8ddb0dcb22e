"""Shapes of possible sets: two sets have the same shape exactly if one fills the other, turned and moved."""

from __future__ import annotations

import itertools

import pytest
from gridwright.compiler.geometry.tiling import Tiling
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.fit import Fit
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.term_factory import TermFactory
from gridwright.compiler.passes.placements.shapes import Look, PossibleSets, Shapes

WIDE = tuple(itertools.product(range(2), range(3)))
HIGH = tuple((row + 4, column + 1) for row, column in itertools.product(range(3), range(2)))


def _sets(terms: TermFactory, token: int) -> tuple[PossibleSets, list[Term]]:
    """Return sets of up to three of six places, each told by a term of its own."""
    places = [some for size in range(4) for some in itertools.combinations(range(6), size)]
    is_set = [terms.member(token, number) for number in range(len(places))]
    return PossibleSets([*zip(is_set, places, strict=True)]), is_set


def _from_corner(image: list[tuple[int, int]]) -> Look:
    top, left = min(row for row, _ in image), min(column for _, column in image)
    return tuple((row - top, column - left) for row, column in image)


@pytest.mark.parametrize("rotate", [False, True])
@pytest.mark.parametrize("reflect", [False, True])
@pytest.mark.parametrize(("inner_places", "outer_places"), [(WIDE, HIGH), (WIDE, WIDE)])
def test_the_same_shape_is_what_fills_the_other(inner_places: Look, outer_places: Look, rotate: bool, reflect: bool) -> None:
    """Compare with moving one set onto the other, for all sets of up to three places. An empty set fills nothing."""
    images = Tiling.SQUARES.images(inner_places, rotate=rotate, reflect=reflect)
    fit = Fit((*dict.fromkeys(_from_corner(image) for image, _, _ in images),), outer_places, True)
    terms = TermFactory()
    inner, is_inner = _sets(terms, 0)
    outer, is_outer = _sets(terms, 1)
    is_same = Shapes(terms).same(fit, inner, outer)
    assert isinstance(is_same, Term)
    for (mine, places), (other, around) in itertools.product(inner.sets, outer.sets):
        values = {term: term in (mine, other) for term in (*is_inner, *is_outer)}
        fills = fit.first_way([at in places for at in range(6)], [at in around for at in range(6)]) is not None
        assert evaluate(is_same, values) is fills, (places, around)
