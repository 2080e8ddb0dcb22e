"""`placements`, `polyominoes`, `polyhexes`, `covering`, `same_shape` and `contains_shape`: pieces, and where they lie."""

from __future__ import annotations

from ..geometry import placement, shape
from ..geometry.area import Area, AreaKind
from ..geometry.board import Board
from ..geometry.places import Cell
from ..geometry.plane import tiling_of
from ..geometry.shape import Shape, shape_of
from ..geometry.tiling import Tiling
from ..language.function_registry import function
from ..language.operators import truth
from ..language.parameter_types import ACell, Figure, KnownArea, KnownTruth, KnownWhole, Members, Scales, Shapes
from ..syntax.diagnostics import Code, Fault
from ..values import Field, Value, describe, kind_of

MAX_PLACEMENTS = 100_000
MAX_POLYOMINO = 9
MAX_POLYHEX = 7


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
    `polyominoes` or `polyhexes`. It may also be several of these, as a list or as a mapping from names. A shape need not be
    connected. It is turned unless `rotate=false`, mirrored left to right unless `reflect=false`, and enlarged by `scale`, a
    number or a list of numbers. Two placements of one call never have the same cells, so pieces that look the same are not told
    apart. A placement has the attributes `shape` (with `name size height width`), `scale`, `turn` (quarter turns clockwise, on
    hexagons sixth turns) and `reflected`. Its cells are in reading order. Placements are ordered by shape, scale, orientation and
    place. In a picture for hexagons leave a space between the cells of a row, and begin each row one space further right or
    left: `'# # / #'`. Shapes of hexagons have no `scale`.
    """
    area = board.cells if within is None else within
    scales = [scale] if isinstance(scale, int) else scale
    if area:
        tiling = tiling_of(area[0], "`placements`")
        shape = [cell.on(tiling) for cell in shape]
        if tiling is Tiling.HEXAGONS and any(scaling != 1 for scaling in scales):
            raise Fault(Code.WRONG_ARGUMENTS, "a shape of hexagons cannot be enlarged", "leave `scale` out")
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
def polyominoes(n: KnownWhole) -> list[Shape]:
    """Return all shapes of `n` connected cells.

    Shapes that differ only by turning or mirroring are the same shape. Up to five cells, shapes are named by letters and
    ordered by them (`F I L N P T U V W X Y Z` for five). Larger shapes are ordered by their cells, and their names are numbers.
    """
    if not 1 <= n <= MAX_POLYOMINO:
        raise Fault(Code.WRONG_ARGUMENTS, f"`polyominoes` needs 1 to {MAX_POLYOMINO} cells, but got {n}")
    return list(shape.polyominoes(n))


@function("shapes", "len(polyhexes(4)) == 7")
def polyhexes(n: KnownWhole) -> list[Shape]:
    """Return all shapes of `n` connected hexagons.

    Shapes that differ only by turning or mirroring are the same shape. They are ordered by their cells, and their names are
    numbers.
    """
    if not 1 <= n <= MAX_POLYHEX:
        raise Fault(Code.WRONG_ARGUMENTS, f"`polyhexes` needs 1 to {MAX_POLYHEX} cells, but got {n}")
    return list(shape.polyhexes(n))


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

    An empty set has no shape, so the result is then false. `g` and `h` may be areas, groups, shapes (as for `placements`), or
    fields of truth values over cells, which stand for their true cells. They may be turned unless `rotate=false`, and mirrored
    unless `reflect=false`.
    """
    first, second = shape_in(g), shape_in(h)
    if not first or not second or first.size != second.size:
        return False
    first, second = alike(first, second)
    return first.canonical(rotate=rotate, reflect=reflect) == second.canonical(rotate=rotate, reflect=reflect)


@function("shapes", "contains_shape(number == 2, '##') and not contains_shape(number == 2, '###')")
def contains_shape(mask: Figure, shape: Figure, rotate: KnownTruth = True, reflect: KnownTruth = True) -> bool:
    """Return true if `shape` fits into `mask`.

    Both may be areas, groups, shapes, or fields of truth values over cells, which stand for their true cells. The shape may be
    turned unless `rotate=false`, and mirrored unless `reflect=false`. An empty set has no shape, so the result is then false.
    """
    around, inner = shape_in(mask), shape_in(shape)
    if not around or not inner:
        return False
    around, inner = alike(around, inner)
    inside = set(around.cells)
    return any(
        all((row - top + down, at - left + right) in inside for down, right in look.cells)
        for look, _, _ in inner.orientations(rotate=rotate, reflect=reflect)
        for top, left in look.cells[:1]
        for row, at in inside
    )


def shape_in(figure: Value) -> Shape | None:
    """Return the shape of an area, of a shape, or of the true cells of a field; None if it is empty."""
    if isinstance(figure, Shape):
        return figure
    places = figure.places if isinstance(figure, Field) else figure.cells
    if not places:
        return None
    tiling = tiling_of(places[0], "a shape")
    cells = [place for at, place in enumerate(places) if truth(figure[at])] if isinstance(figure, Field) else places
    return shape_of([cell.board.position(cell) for cell in cells], tiling=tiling) if cells else None


def alike(first: Shape, second: Shape) -> tuple[Shape, Shape]:
    """Return two shapes as shapes of one tiling: a picture takes that of the other."""
    return (first.on(second.tiling), second) if first.picture else (first, second.on(first.tiling))
