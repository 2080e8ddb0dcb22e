"""The items of a picture: strokes, surfaces, discs and labels, each in a named style, in drawing order.

A cell is `CELL` units wide; x goes right, y goes down. `styles.py` defines the styles.
"""

from __future__ import annotations

from collections.abc import Iterable

from gridwright.compiler.records import dataclass, replace

CELL = 40.0

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points; if it is `closed`, it leads back to the first."""

    style: str
    points: tuple[Point, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Surface:
    """A polygon; `gaps` are polygons cut out of it."""

    style: str
    points: tuple[Point, ...]
    gaps: tuple[tuple[Point, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc, or a circle if its style has only an outline."""

    style: str
    centre: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Label:
    """A text whose capitals and digits are centred vertically at a point; `anchor` is the part at that point: `start`, `middle`
    or `end`.
    """

    style: str
    at: Point
    text: str
    size: float
    anchor: str = "middle"


Item = Stroke | Surface | Disc | Label


@dataclass(frozen=True, slots=True)
class Scene:
    """Items on a rectangle from (0, 0) to `width` and `height`. `title` and `description` are for screen readers."""

    width: float
    height: float
    items: tuple[Item, ...]
    title: str = ""
    description: str = ""


def move(items: Iterable[Item], right: float, down: float) -> tuple[Item, ...]:
    """Return the same items, further right and further down.

    >>> move([Disc("dot", (1, 2), 5)], 10, 20)
    (Disc(style='dot', centre=(11, 22), radius=5),)
    """

    def shift(point: Point) -> Point:
        return point[0] + right, point[1] + down

    result: list[Item] = []
    for item in items:
        if isinstance(item, Stroke):
            result.append(replace(item, points=tuple(map(shift, item.points))))
        elif isinstance(item, Surface):
            gaps = tuple(tuple(map(shift, gap)) for gap in item.gaps)
            result.append(replace(item, points=tuple(map(shift, item.points)), gaps=gaps))
        elif isinstance(item, Disc):
            result.append(replace(item, centre=shift(item.centre)))
        else:
            result.append(replace(item, at=shift(item.at)))
    return tuple(result)


def rectangle(style: str, left: float, top: float, width: float, height: float) -> Surface:
    """Return a rectangular surface."""
    right, bottom = left + width, top + height
    return Surface(style, ((left, top), (right, top), (right, bottom), (left, bottom)))


def middle(first: Point, last: Point) -> Point:
    """Return the point half-way between two."""
    return (first[0] + last[0]) / 2, (first[1] + last[1]) / 2


def towards(first: Point, last: Point, share: float) -> Point:
    """Return the point at a share of the way from one point to another: 0 is the first, 1 the last."""
    return first[0] + share * (last[0] - first[0]), first[1] + share * (last[1] - first[1])
