"""`placements`, `polyominoes`, `covering`, `same_shape` and `contains_shape`: pieces, and where they lie."""

from __future__ import annotations

from ..geometry import placement, shape
from ..geometry.area import Area, AreaKind
from ..geometry.board import Board
from ..geometry.places import Cell
from ..geometry.plane import check_plane
from ..geometry.shape import Position, Shape
from ..language.function_registry import function
from ..language.operators import truth
from ..language.parameter_types import ACell, AShape, Figure, KnownArea, KnownNumber, KnownTruth, Members, Scales, Shapes
from ..syntax.diagnostics import Code, Fault
from ..values import Field, Value, describe, kind_of

MAX_PLACEMENTS = 100_000
MAX_POLYOMINO = 9


@function("shapes", "len(placements('##')) == 17 and nth(placements('##', rotate=false), 2) == [r1c2, r1c3]")
def placements(
    board: Board,
    shape: Shapes,
    rotate: KnownTruth = True,
    reflect: KnownTruth = True,
    scale: Scales | int = 1,
    within: KnownArea | None = None,
) -> AreaKind:
    """Every way to lay a shape on the board, or on the area `within`: areas whose cells are in reading order.

    `shape` is a picture (`#` is a cell, `-` is not; a line for each row, or `/` between rows), a list of cells, or what
    `polyominoes` gives; or several of these, as a list or as a mapping from names. It need not be connected. It is turned, and
    mirrored left to right, unless `rotate` and `reflect` say no, and enlarged by `scale`, a number or a list of numbers. The same
    cells come once, so pieces that look the same are not told apart. A placement has a `shape` (with `name size height width`),
    `scale`, `turn` (quarter turns clockwise) and `reflected`. The order is by shape, scale, look and place.
    """
    area = board.cells if within is None else within
    if area:
        check_plane(area[0], "`placements`")
    scales = [scale] if isinstance(scale, int) else scale
    try:
        return placement.placements(board, shape, scales, area, rotate=rotate, reflect=reflect, limit=MAX_PLACEMENTS)
    except placement.TooMany:
        what = "1 shape" if len(shape) == 1 else f"{len(shape)} shapes"
        raise Fault(
            Code.TOO_MUCH,
            f"there are more than {MAX_PLACEMENTS:,} `placements` of {what} on {len(area)} cells",
            "use fewer shapes or a smaller scale, or limit the cells with within=...",
        ) from None


@function("shapes", "len(polyominoes(5)) == 12 and polyominoes(4)[0].name == 'I'")
def polyominoes(n: KnownNumber) -> list[Shape]:
    """All shapes of n connected cells, where turning and mirroring makes no difference.

    Those of up to five cells are ordered by the letters that are their names (`F I L N P T U V W X Y Z` for five), larger ones by
    their cells, and have numbers for names.
    """
    if not 1 <= n <= MAX_POLYOMINO:
        raise Fault(Code.WRONG_ARGUMENTS, f"`polyominoes` needs 1 to {MAX_POLYOMINO} cells, but got {n}")
    return list(shape.polyominoes(n))


@function("shapes", "len(covering(r1c1, blocks(2, 2))) == 1 and len(covering(r2c2, placements('##'))) == 4")
def covering(c: ACell, areas: Members) -> list[Value]:
    """The areas in which a cell lies, in their order. For kinds of areas and placements they are looked up, not gone through."""
    if isinstance(areas, AreaKind):
        return list(areas.holding(c))
    for area in areas:
        if not isinstance(area, Area) and not (isinstance(area, (list, tuple)) and all(isinstance(cell, Cell) for cell in area)):
            raise Fault(Code.WRONG_KIND, f"`covering` needs areas, but got {kind_of(area)} ({describe(area)})")
    return [area for area in areas if c in area]


@function("shapes", "same_shape([r1c1, r1c2, r2c1], '##/-#') and not same_shape(number == 2, [r1c1, r1c3])")
def same_shape(g: Figure, h: Figure, rotate: KnownTruth = True, reflect: KnownTruth = True) -> bool:
    """Whether two areas have the same shape, turned and mirrored unless `rotate` and `reflect` say no. Nothing has no shape.

    Either may be an area, a shape (as for `placements`), or a field of truth values over cells, which stands for the true ones.
    """
    first, second = positions(g), positions(h)
    if not first or len(first) != len(second):
        return False
    looks = [shape.shape_of(cells).canonical(rotate=rotate, reflect=reflect) for cells in (first, second)]
    return looks[0] == looks[1]


@function("shapes", "contains_shape(number == 2, '##') and not contains_shape(number == 2, '###')")
def contains_shape(mask: Figure, shape: AShape, rotate: KnownTruth = True, reflect: KnownTruth = True) -> bool:
    """Whether a shape fits into an area, or into the true cells of a field; turned and mirrored unless it is said otherwise."""
    inside = positions(mask)
    return any(
        all((row - top + down, column - left + right) in inside for down, right in look.cells)
        for look, _, _ in shape.orientations(rotate=rotate, reflect=reflect)
        for top, left in look.cells[:1]
        for row, column in inside
    )


def positions(figure: Value) -> set[Position]:
    """Rows and columns of the cells of an area or a shape, or of the true cells of a field."""
    if isinstance(figure, Shape):
        return set(figure.cells)
    for cell in (figure.places if isinstance(figure, Field) else figure.cells)[:1]:
        check_plane(cell, "a shape")
    if isinstance(figure, Field):
        return {(cell.row, cell.column) for position, cell in enumerate(figure.places) if truth(figure[position])}
    return {(cell.row, cell.column) for cell in figure}
