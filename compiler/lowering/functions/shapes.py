"""`same_shape` and `contains_shape` of unknown cells: placements of a known shape, or a set that lies in another."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ...functions.shapes import shape_in
from ...geometry.area import Area
from ...geometry.board import Board
from ...geometry.placement import TooMany, placements
from ...geometry.places import Cell
from ...geometry.plane import tiling_of
from ...geometry.shape import Shape, wrong_tiling
from ...geometry.tiling import Position, Tiling
from ...ir.fit import Fit, from_corner
from ...ir.term import Operand, Term
from ...records import dataclass, field
from ...values import BLANK, Field, Value
from ..algebra import Algebra
from ..groups.group_shapes import same_shape_of_groups
from ..groups.network import GroupList, GroupNetwork
from ..lowering_registry import lowering
from ..not_lowered import PartialArea, not_lowered_inside, passed_on

MAX_PLACEMENTS = 10_000  # in one rule's instance; past it the shape is a set like any other
MAX_ON_BOARD = 100_000  # of one shape, of which a group may have those that hold its source


@dataclass(frozen=True, eq=False)
class _Figure:
    """A set of cells, each with the truth that it is in the set, or a shape without a place.

    `shape`: the shape, if it is known. `missing`: the term "there is no such set", which makes the result blank.
    """

    truths: dict[Cell, Operand]
    shape: Shape | None = None
    missing: Operand = False
    _looks: dict[tuple[Tiling, bool, bool], tuple[tuple[Position, ...], ...]] = field(default_factory=dict)

    def positions(self, tiling: Tiling) -> tuple[Position, ...]:
        """Return the position of each cell on a tiling of the plane."""
        return self._positions if self.shape is None else self.shape.on(tiling).cells

    @functools.cached_property
    def _positions(self) -> tuple[Position, ...]:
        return tuple(cell.board.position(cell) for cell in self.truths)

    def looks(self, tiling: Tiling, *, rotate: bool, reflect: bool) -> tuple[tuple[Position, ...], ...]:
        """Return the positions in each orientation, moved so that the first row and the first column are 0."""
        key = tiling, rotate, reflect
        if key not in self._looks:
            images = tiling.images(self.positions(tiling), rotate=rotate, reflect=reflect)
            self._looks[key] = tuple(dict.fromkeys(from_corner(image) for image, _, _ in images))
        return self._looks[key]

    def members(self) -> Sequence[Operand]:
        """Return the truth of each cell."""
        return [*self.truths.values()] if self.shape is None else [True] * self.shape.size


@lowering("same_shape", takes_groups=True)
def same_shape(algebra: Algebra, g: Value, h: Value, rotate: bool = True, reflect: bool = True) -> Operand:
    """Return the term "as many true cells as the shape has, on one of its placements", or "one of the sets fills the other"."""
    for group, other in ((g, h), (h, g)):
        shape = other if isinstance(other, Shape) else shape_in(other) if isinstance(other, Area) and len(other) else None
        if isinstance(group, GroupList) and not group.is_any and shape is not None:
            held = _group_fits(algebra, group, shape, rotate=rotate, reflect=reflect)
            if held is not None:
                return algebra.terms.cases([(group.missing, BLANK)], held)
    if isinstance(g, GroupList) and isinstance(h, GroupList):
        of_groups = _of_groups(algebra, g, h, rotate=rotate, reflect=reflect)
        if of_groups is not None:
            return algebra.terms.cases([(algebra.terms.disjunction([g.missing, h.missing]), BLANK)], of_groups)
    figures = [_figure(algebra, g), _figure(algebra, h)]
    if None in figures:
        return passed_on(g, h, is_truth=True)
    known, unknown = sorted((figure for figure in figures if figure), key=lambda figure: figure.shape is None)
    if not unknown.truths or not (known.truths or known.shape):
        return _unless_missing(algebra, figures, False)
    fits = None if known.shape is None else _fits(algebra, unknown, known.shape, rotate=rotate, reflect=reflect)
    if fits is None:
        is_same = _lies_in(algebra, unknown, known, is_exact=True, rotate=rotate, reflect=reflect)
        return _unless_missing(algebra, figures, is_same)
    assert known.shape is not None
    number = algebra.terms.linear([(1, value) for value in unknown.truths.values()])
    is_same = algebra.terms.conjunction([algebra.terms.same(number, known.shape.size), fits])
    return _unless_missing(algebra, figures, is_same)


@lowering("contains_shape", takes_groups=True)
def contains_shape(algebra: Algebra, mask: Value, shape: Value, rotate: bool = True, reflect: bool = True) -> Operand:
    """Return the term "all cells of one of the placements are true", or "one of the sets lies in the other"."""
    around, inner = figures = [_figure(algebra, mask), _figure(algebra, shape)]
    if around is None or inner is None:
        return passed_on(mask, shape, is_truth=True)
    if not (around.truths or around.shape) or not (inner.truths or inner.shape):
        return _unless_missing(algebra, figures, False)
    is_contained = None
    if inner.shape is not None and around.truths:
        is_contained = _fits(algebra, around, inner.shape, rotate=rotate, reflect=reflect)
    if is_contained is None:
        is_contained = _lies_in(algebra, inner, around, is_exact=False, rotate=rotate, reflect=reflect)
    return _unless_missing(algebra, figures, is_contained)


def _of_groups(algebra: Algebra, outer: GroupList, inner: GroupList, *, rotate: bool, reflect: bool) -> Term | None:
    """Return the term "two groups of one network have the same shape", by what other rules say of their sizes.

    None if these are not known yet, or if the term is not small, or no rule may depend on others.
    """
    network, neighbours = inner.group_network, algebra.neighbours
    if neighbours.apart or inner.is_any or outer.is_any or outer.group_network is not network or not network.are_cells:
        return None
    most = neighbours.most(network.network, inner.source), neighbours.most(network.network, outer.source)
    if neighbours.is_first:
        return None
    return same_shape_of_groups(network, inner.source, outer.source, most, rotate=rotate, reflect=reflect)


def _figure(algebra: Algebra, value: Value) -> _Figure | None:
    """Return the set that an argument is; None if it is opaque, or one of several values."""
    if isinstance(value, Shape):
        return _Figure({}, value)
    if isinstance(value, Area):
        return _Figure(dict.fromkeys(value.cells, True), shape_in(value))
    if isinstance(value, GroupList) and not value.is_any:
        return _figure_of_group(algebra, value)
    if isinstance(value, PartialArea):
        truths = {place: present for present, place in value.members if present is not False}
        return _Figure(truths, None, value.missing) if all(isinstance(place, Cell) for place in truths) else None
    if not isinstance(value, Field) or not_lowered_inside(value):
        return None
    return _Figure({cell: algebra.truth(value[at]) for at, cell in enumerate(value.places) if not cell.hole})


def _figure_of_group(algebra: Algebra, group: GroupList) -> _Figure | None:
    """Return the set of the places of a group, without those that are too far away by what other rules say of its size.

    None if these are not known yet.
    """
    network = group.group_network
    most = algebra.neighbours.most(network.network, group.source)
    if algebra.neighbours.is_first or not network.are_cells:
        return None
    figures, key = algebra.terms.beside(_FiguresOfGroups), (network, group.source, most)
    if key not in figures:  # a rule about two groups asks for each of them at several of its places
        near = network.near(group.source, most)
        figures[key] = _Figure({network.places[at]: truth for at, truth in near.items()}, None, group.missing)
    return figures[key]


class _FiguresOfGroups(dict[tuple[GroupNetwork, int, int | None], _Figure]):
    """The set of the places of each group, by its network, its source, and the most places that it may have."""


def _group_fits(algebra: Algebra, group: GroupList, shape: Shape, *, rotate: bool, reflect: bool) -> Operand | None:
    """Return the term "a group is as large as a shape, and has all cells of a placement that holds its source".

    None if there are too many placements, or its places are no cells.
    """
    network = group.group_network
    source = network.places[group.source]
    if not isinstance(source, Cell) or not isinstance(source.board, Board):
        return None
    board = source.board
    look = shape.on(tiling_of(source, "a shape"))
    try:
        laid = placements(board, [look], [1], board.cells, rotate=rotate, reflect=reflect, limit=MAX_ON_BOARD)
    except TooMany:
        return None
    truths = {network.places[at]: truth for at, truth in network.near(group.source, len(shape.cells)).items()}
    held = [place for place in laid.holding(source) if all(cell in truths for cell in place)]
    ways = [algebra.terms.conjunction([truths[cell] for cell in place]) for place in held]
    return algebra.conjoin([algebra.equal(group.size(), len(shape.cells)), algebra.terms.disjunction(ways)])


def _unless_missing(algebra: Algebra, figures: Sequence[_Figure | None], answer: Operand) -> Operand:
    missing = algebra.terms.disjunction([figure.missing for figure in figures if figure])
    return algebra.terms.cases([(missing, BLANK)], answer)


def _fits(algebra: Algebra, around: _Figure, shape: Shape, *, rotate: bool, reflect: bool) -> Operand | None:
    """Return the term "all cells of one of the placements of a shape are true"; None if there are too many."""
    area = Area(tuple(around.truths))
    board = area[0].board
    assert isinstance(board, Board)
    look = shape.on(tiling_of(area[0], "a shape"))
    try:
        laid = placements(board, [look], [1], area, rotate=rotate, reflect=reflect, limit=MAX_PLACEMENTS)
    except TooMany:
        return None
    return algebra.terms.disjunction([algebra.terms.conjunction([around.truths[cell] for cell in place]) for place in laid])


def _lies_in(algebra: Algebra, inner: _Figure, outer: _Figure, *, is_exact: bool, rotate: bool, reflect: bool) -> Operand:
    """Return the term "a set that is not empty lies in another one, turned and moved somehow", or "fills it" if `is_exact`."""
    tiling = _tiling(inner, outer)
    fit = Fit(inner.looks(tiling, rotate=rotate, reflect=reflect), outer.positions(tiling), is_exact)
    return algebra.terms.fits(fit, inner.members(), outer.members())


def _tiling(first: _Figure, second: _Figure) -> Tiling:
    """Return the tiling of the plane of two sets; raise `Fault` if they lie in planes of different tilings."""
    tilings = [tiling_of(next(iter(figure.truths)), "a shape") for figure in (first, second) if figure.truths]
    if tilings[0] is not tilings[-1]:
        raise wrong_tiling(tilings[-1], tilings[0])
    return tilings[0]
