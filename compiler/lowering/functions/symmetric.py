"""`symmetric`: the outermost rows and columns of a shape first, because they say where its centre or axis would be.

A reflection that maps a shape to itself maps its frame to itself, the smallest rectangle around it. So where the frame is, is
made into four numbers; their sums and differences say which reflection it has to be. A turn is two reflections: a shape is mapped
to itself by the turn if both reflections make the same of it. So one of them is written down, and no pair of a row and a column
is compared.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal

from ...functions.symmetric import MAPS, Maps, check_places, maps_of
from ...geometry.plane import Spot, spot, tiling_of, turn_orientation
from ...geometry.tiling import Tiling
from ...ir.normal_form import Spread
from ...ir.term import Operand, Table, Term
from ...ir.term_factory import TermFactory
from ...records import dataclass
from ...values import BLANK, Field, Value
from ..algebra import Algebra
from ..groups.network import GroupList
from ..lowering_registry import lowering
from ..not_lowered import PartialArea

Image = Callable[[int, Spot], Spot]
Images = Callable[
    [Spot], list[tuple[tuple[Operand, ...], Spot | None]]
]  # on conditions, each image of a spot, or that it has none


@lowering("symmetric", takes_groups=True)
def symmetric(algebra: Algebra, mask: Field | PartialArea, kinds: Sequence[str] | None = None) -> Operand:
    """Return the term "one of the kinds maps the shape to itself"; a half turn is two quarter turns."""
    if isinstance(mask, PartialArea):
        is_symmetric = _is_symmetric(algebra, mask.field, kinds, is_any=isinstance(mask, GroupList) and mask.is_any)
        return algebra.terms.cases([(algebra.negate(mask.missing), is_symmetric)], BLANK)
    return _is_symmetric(algebra, mask, kinds, is_any=False)


def _is_symmetric(algebra: Algebra, mask: Field, kinds: Sequence[str] | None, *, is_any: bool) -> Operand:
    """Return the term for a mask; `is_any`: it stands for each of several groups."""
    check_places(mask)
    maps = maps_of(mask, kinds)
    if mask.places and tiling_of(mask.places[0], "`symmetric`") is Tiling.HEXAGONS:
        return _on_hexagons(algebra, mask, maps)
    wanted = dict.fromkeys(kinds or (kind for kind in MAPS if kind != "quarter turn"))
    shape = _Shape(
        algebra.terms,
        {where: algebra.truth(value) for place, value in zip(mask.places, mask, strict=True) if (where := spot(place))},
    )
    if is_any:
        return algebra.terms.disjunction([image_truth for kind in wanted for image_truth in shape.each_place_has_its_image(kind)])
    return algebra.terms.disjunction([KINDS[kind](shape) for kind in wanted])


def _on_hexagons(algebra: Algebra, mask: Field, maps: Maps) -> Operand:
    """Return the term "an image of the shape has its normal form": hexagons have twelve, and no frame is easy for all of them."""
    terms = algebra.terms
    at = {spot(place): algebra.truth(value) for place, value in zip(mask.places, mask, strict=True)}
    shape: Spread = {where: truth for where, truth in at.items() if where}
    stands = algebra.normal_forms.of(shape)
    shapes = []
    for image in dict.fromkeys(image for images in maps.values() for image in images):
        moved = algebra.normal_forms.of({image(*where): truth for where, truth in shape.items()})
        all_places = dict.fromkeys((*stands, *moved))
        shapes.append(terms.conjunction([terms.same(stands.get(at, False), moved.get(at, False)) for at in all_places]))
    return terms.disjunction(shapes)


@dataclass(frozen=True, eq=False)
class _Reflection:
    """A reflection of the frame to itself: where it maps a spot, by a number that tells the axis.

    `is_upright`: the axis runs along rows or columns. Then the frame is always reflected to itself; in a diagonal axis only if it
    is a square, and what lies in it may leave the rectangle of the mask.
    """

    axis: Operand
    image: Image
    is_upright: bool


@dataclass(frozen=True, eq=False)
class _Shape:
    """The truth of each spot of a mask."""

    terms: TermFactory
    at: Mapping[Spot, Operand]

    @cached_property
    def rows(self) -> range:
        """Return the rows from the first to the last, in half cells."""
        return _span(down for down, _, _ in self.at)

    @cached_property
    def columns(self) -> range:
        """Return the columns from the first to the last, in half cells."""
        return _span(right for _, right, _ in self.at)

    @cached_property
    def spots(self) -> list[Spot]:
        """Return all spots in the rectangle of the mask that are like spots of the mask, whether places or not."""
        like = dict.fromkeys((down % 2, right % 2, way) for down, right, way in self.at)
        return [
            (down, right, way)
            for down in self.rows
            for right in self.columns
            for way in ("", "across", "down")
            if (down % 2, right % 2, way) in like
        ]

    # the frame

    def _outermost(self, lines: Sequence[int], axis: Literal[0, 1]) -> Operand:
        """Return the first of some rows (axis 0) or columns (axis 1) that has something of the shape."""
        truths_of_lines: dict[int, list[Operand]] = {line: [] for line in lines}
        for where, value in self.at.items():
            truths_of_lines[where[axis]].append(value)
        return self.terms.cases([(self.terms.disjunction(values), line) for line, values in truths_of_lines.items()], BLANK)

    @cached_property
    def top(self) -> Operand:
        """Return the first row."""
        return self._outermost(self.rows, 0)

    @cached_property
    def left(self) -> Operand:
        """Return the first column."""
        return self._outermost(self.columns, 1)

    @cached_property
    def up_down(self) -> _Reflection:
        """Return the reflection that swaps the upper and the lower edge of the frame."""
        edges = self._shifted_sum(self.top, self._outermost(self.rows[::-1], 0))
        return _Reflection(edges, lambda axis, where: (axis - where[0], where[1], where[2]), True)

    @cached_property
    def left_right(self) -> _Reflection:
        """Return the reflection that swaps the left and the right edge of the frame."""
        edges = self._shifted_sum(self.left, self._outermost(self.columns[::-1], 1))
        return _Reflection(edges, lambda axis, where: (where[0], axis - where[1], where[2]), True)

    @cached_property
    def falling(self) -> _Reflection:
        """Return the reflection in the diagonal through the upper left corner of the frame."""
        difference = self._shifted_sum(self.top, self.left, -1)
        return _Reflection(difference, lambda axis, where: (where[1] + axis, where[0] - axis, turn_orientation(where[2])), False)

    @cached_property
    def rising(self) -> _Reflection:
        """Return the reflection in the diagonal through the upper right corner of the frame."""
        corner = self._shifted_sum(self.top, self._outermost(self.columns[::-1], 1))
        return _Reflection(corner, lambda axis, where: (axis - where[1], axis - where[0], turn_orientation(where[2])), False)

    def _shifted_sum(self, x: Operand, y: Operand, factor: int = 1) -> Operand:
        table = Table("lines of a frame", functools.partial(_sum, factor), factor)
        return self.terms.map(table, [x, y])

    # one of all groups, place by place

    def each_place_has_its_image(self, kind: str) -> Iterator[Operand]:
        """Yield for each way to turn or reflect the frame to itself: the image of each spot of the shape is one of it.

        Then the shape is mapped to itself, because it is finite. A group without the spot says nothing of it: so this is stated
        of each spot for the group of this spot alone, and no two spots are compared that are in no group together.
        """
        for images in IMAGES[kind](self):
            parts = []
            for where, value in self.at.items():
                image = [
                    self.terms.disjunction([*map(self.terms.negation, axes), False if to is None else self.at.get(to, False)])
                    for axes, to in images(where)
                ]
                parts.append(self.terms.disjunction([self.terms.negation(value), self.terms.conjunction(image)]))
            yield self.terms.conjunction(parts)

    def images_by(self, by: _Reflection) -> Images:
        """Return the function from a spot to its images, each with the condition on the axis."""
        return lambda where: [((self.terms.equals(by.axis, n),), by.image(n, where)) for n in _values(by.axis) if n is not BLANK]

    def images_under_turn(self, *, quarter: bool) -> Images:
        """Return the function from a spot to its images by a half or a quarter turn about the centre of the frame."""
        down, right = self.up_down.axis, self.left_right.axis

        def images(where: Spot) -> list[tuple[tuple[Operand, ...], Spot | None]]:
            images_here: list[tuple[tuple[Operand, ...], Spot | None]] = []
            for one in _values(down):
                for other in _values(right):
                    if BLANK in (one, other):
                        continue
                    across = (one - where[0], other - where[1], where[2])
                    if across[0] not in self.rows or across[1] not in self.columns:  # the spot does not lie in such a frame
                        continue
                    to: Spot | None = across
                    if quarter:
                        first, second = (
                            divmod(one - other, 2),
                            divmod(one + other, 2),
                        )  # a frame that is no square has a remainder
                        to = None if first[1] else (first[0] + where[1], second[0] - where[0], turn_orientation(where[2]))
                    images_here.append(((self.terms.equals(down, one), self.terms.equals(right, other)), to))
            return images_here

        return images

    # what reflections make of the shape

    def reflect(self, by: _Reflection) -> dict[Spot, Operand]:
        """Return the reflected shape."""
        return {
            where: self.terms.cases([(self.terms.equals(by.axis, n), self._image(by, n, where)) for n in _values(by.axis)], False)
            for where in self.spots
        }

    def _image(self, by: _Reflection, axis: int, where: Spot) -> Operand:
        return self.at.get(by.image(axis, where), False)

    def reflects_to(self, by: _Reflection, wanted: Mapping[Spot, Operand]) -> Operand:
        """Return the term "the reflected shape is `wanted`", which lies within the same frame."""
        return self.terms.conjunction(part for axis in _values(by.axis) for part in self._by(by, axis, wanted))

    def _by(self, by: _Reflection, axis: int, wanted: Mapping[Spot, Operand]) -> Iterator[Operand]:
        terms = self.terms
        is_other = terms.negation(terms.equals(by.axis, axis))
        images = {where: by.image(axis, where) for where in wanted}
        if not any(image in self.at for image in images.values()):  # the axis lies so that no place is reflected to a place
            yield is_other
            return
        done: set[Spot] = set()  # two spots of the shape that are each other's image are compared once
        for where, image in images.items():
            if image in done:
                continue
            if wanted is self.at:
                done.add(where)
            if not by.is_upright or (image[0] in self.rows and image[1] in self.columns):  # no frame holds both otherwise
                yield terms.disjunction([is_other, terms.same(wanted[where], self.at.get(image, False))])


def _sum(factor: int, x: Value, y: Value) -> Value:
    return BLANK if x is BLANK or y is BLANK else x + factor * y


def _half_turn(shape: _Shape) -> Operand:
    return shape.reflects_to(shape.left_right, shape.reflect(shape.up_down))


def _quarter_turn(shape: _Shape) -> Operand:
    return shape.reflects_to(shape.falling, shape.reflect(shape.up_down))


KINDS: Mapping[str, Callable[[_Shape], Operand]] = {
    "half turn": _half_turn,
    "quarter turn": _quarter_turn,
    "left-right": lambda shape: shape.reflects_to(shape.left_right, shape.at),
    "up-down": lambda shape: shape.reflects_to(shape.up_down, shape.at),
    "diagonal": lambda shape: shape.terms.disjunction(shape.reflects_to(by, shape.at) for by in (shape.falling, shape.rising)),
}


# For each kind the images of a spot, for each way to turn or reflect a frame to itself.
IMAGES: Mapping[str, Callable[[_Shape], list[Images]]] = {
    "half turn": lambda shape: [shape.images_under_turn(quarter=False)],
    "quarter turn": lambda shape: [shape.images_under_turn(quarter=True)],
    "left-right": lambda shape: [shape.images_by(shape.left_right)],
    "up-down": lambda shape: [shape.images_by(shape.up_down)],
    "diagonal": lambda shape: [shape.images_by(shape.falling), shape.images_by(shape.rising)],
}


def _span(numbers: Iterator[int]) -> range:
    values = list(numbers)
    return range(min(values, default=0), max(values, default=-1) + 1)


def _values(axis: Operand) -> Sequence[Value]:
    return axis.domain.values if isinstance(axis, Term) else [] if axis is BLANK else [axis]
