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
    """Return every way to lay `shape` on the board, or on the area `within`, as areas.

    `shape` is a picture (`#` is a cell, `-` is not; a line for each row, or `/` between rows), a list of cells, or a result of
    `polyominoes`. It may also be several of these, as a list or as a mapping from names. A shape need not be connected. It is
    turned unless `rotate=false`, mirrored left to right unless `reflect=false`, and enlarged by `scale`, a number or a list of
    numbers. Two placements of one call never have the same cells, so pieces that look the same are not told apart. A placement
    has the attributes `shape` (with `name size height width`), `scale`, `turn` (quarter turns clockwise) and `reflected`. Its
    cells are in reading order. Placements are ordered by shape, scale, orientation and place.
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
    """Return all shapes of `n` connected cells.

    Shapes that differ only by turning or mirroring are the same shape. Up to five cells, shapes are named by letters and
    ordered by them (`F I L N P T U V W X Y Z` for five). Larger shapes are ordered by their cells, and their names are numbers.
    """
    if not 1 <= n <= MAX_POLYOMINO:
        raise Fault(Code.WRONG_ARGUMENTS, f"`polyominoes` needs 1 to {MAX_POLYOMINO} cells, but got {n}")
    return list(shape.polyominoes(n))


@function("shapes", "len(covering(r1c1, blocks(2, 2))) == 1 and len(covering(r2c2, placements('##'))) == 4")
def covering(c: ACell, areas: Members) -> list[Value]:
    """Return those of `areas` that contain cell `c`, in their order.

    For kinds of areas and placements this is a fast look-up.
    """
    if isinstance(areas, AreaKind):
        return list(areas.holding(c))
    for area in areas:
        if not isinstance(area, Area) and not (isinstance(area, (list, tuple)) and all(isinstance(cell, Cell) for cell in area)):
            raise Fault(Code.WRONG_KIND, f"`covering` needs areas, but got {kind_of(area)} ({describe(area)})")
    return [area for area in areas if c in area]


@function("shapes", "same_shape([r1c1, r1c2, r2c1], '##/-#') and not same_shape(number == 2, [r1c1, r1c3])")
def same_shape(g: Figure, h: Figure, rotate: KnownTruth = True, reflect: KnownTruth = True) -> bool:
    """Return true if `g` and `h` have the same shape.

    An empty set has no shape, so the result is then false. `g` and `h` may be areas, shapes (as for `placements`), or fields of
    truth values over cells, which stand for their true cells. They may be turned unless `rotate=false`, and mirrored unless
    `reflect=false`.
    """
    first, second = positions(g), positions(h)
    if not first or len(first) != len(second):
        return False
    looks = [shape.shape_of(cells).canonical(rotate=rotate, reflect=reflect) for cells in (first, second)]
    return looks[0] == looks[1]


@function("shapes", "contains_shape(number == 2, '##') and not contains_shape(number == 2, '###')")
def contains_shape(mask: Figure, shape: AShape, rotate: KnownTruth = True, reflect: KnownTruth = True) -> bool:
    """Return true if `shape` fits into an area, or into the true cells of a field: `mask`.

    The shape may be turned unless `rotate=false`, and mirrored unless `reflect=false`.
    """
    inside = positions(mask)
    return any(
        all((row - top + down, column - left + right) in inside for down, right in look.cells)
        for look, _, _ in shape.orientations(rotate=rotate, reflect=reflect)
        for top, left in look.cells[:1]
        for row, column in inside
    )


def positions(figure: Value) -> set[Position]:
    """Return the rows and columns of the cells of an area or a shape, or of the true cells of a field."""
    if isinstance(figure, Shape):
        return set(figure.cells)
    for cell in (figure.places if isinstance(figure, Field) else figure.cells)[:1]:
        check_plane(cell, "a shape")
    if isinstance(figure, Field):
        return {(cell.row, cell.column) for position, cell in enumerate(figure.places) if truth(figure[position])}
    return {(cell.row, cell.column) for cell in figure}
