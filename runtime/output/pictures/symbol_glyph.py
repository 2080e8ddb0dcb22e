"""Make a glyph of a symbol: in the cells of areas behind their values, for clues, and for layers in cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import AREAS, AT_CORNERS, BETWEEN, IN_CELLS, TRUTHS, VALUES, Drawing, Glyph, Look
from gridwright.compiler.records import replace

from .boxes import do_overlap, extent
from .canvas import Canvas
from .clue_values import parts_of, text_in
from .layer_values import LayerValues, Shown
from .number_arrow import NOWHERE, number_with_arrow, vector_of
from .options import COLOUR
from .scene import CELL, Item, Point
from .stroke_styles import Pen, pen_behind, pen_of_clue, pen_of_value
from .symbols import cross
from .text_metrics import fit, text_of

CROSS_RADIUS = 3.2  # of the cross in a cell that is known to be empty
ASIDE, LEAST_SHARE = (2.5, 3.0), 0.78  # where a symbol moves, and how small it becomes, if something stands in a corner

Shape = Callable[[Point, float, Pen], Iterator[Item]]


def symbol_glyph(name: str, shape: Shape, sign: str, *, text_size: float = 0.0) -> Glyph:
    """Return the glyph that draws a symbol. `shape` yields its items for a centre, the width of a cell, and a pen.

    `text_size`: of a text that stands on it; 0 if there is no room for one.
    """
    symbol = _Symbol(shape, text_size, sign)
    inside = ", with the value on it" if text_size else " instead of the value"
    parts = {
        AREAS: Drawing(f"{name} in each cell, behind its value", symbol.draw_areas, (COLOUR,), symbol.marks),
        IN_CELLS: Drawing(f"{name}{inside}", symbol.draw_clue, (COLOUR,)),
        BETWEEN: Drawing(f"{name} between the cells, small", symbol.draw_small, (COLOUR,)),
        AT_CORNERS: Drawing(f"{name} at the corner, small", symbol.draw_small, (COLOUR,)),
        TRUTHS: Drawing(f"{name} where it is true", symbol.draw_truths, (COLOUR,)),
        VALUES: Drawing(f"{name} where there is a value other than 0" + inside * bool(text_size), symbol.draw_values, (COLOUR,)),
    }
    return Glyph(parts, sign, name)


class _Symbol:
    """Draws one symbol wherever it can stand."""

    def __init__(self, shape: Shape, text_size: float, sign: str) -> None:
        self.shape = shape
        self.sign = sign
        self.text_size = text_size

    def draw_areas(self, kind: AreaKind, look: Look, canvas: Canvas) -> Iterator[Item]:
        for cell in dict.fromkeys(cell for area in kind for cell in area):
            x, y = canvas.paper.centre(cell)
            items = list(self.shape((x, y), CELL, pen_behind(look)))
            canvas.taken.add(item for item in items if not do_overlap(extent(item), (x - 1, y - 1, x + 1, y + 1)))
            yield from items

    def marks(self, area: Area, look: Look) -> Mapping[Cell, str]:
        return dict.fromkeys(area, self.sign)

    def draw_clue(self, clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
        assert isinstance(clue.place, Cell)
        centre, value, share = canvas.paper.centre(clue.place), parts_of(clue.value), 1.0
        is_behind = look.replaces and canvas.has_values
        pen = pen_behind(look) if is_behind else pen_of_clue(look, value.colour)
        if not is_behind:
            centre, share = self.fit(centre, pen, canvas)
        yield from self.shape(centre, CELL * share, pen)
        text = "" if look.replaces else text_in(clue, look, canvas.styling)
        vector = vector_of(canvas.paper, value.direction)
        if self.text_size and vector != NOWHERE and not look.replaces:
            yield from number_with_arrow(pen.ink, centre, text, vector, share=0.8 * share)
        elif text and self.text_size:
            yield fit(pen.ink, centre, text, self.text_size * share, CELL * 0.6 * share)

    def fit(self, centre: Point, pen: Pen, canvas: Canvas) -> tuple[Point, float]:
        """Return where the symbol of a cell stands and how large it is, as a share: aside and smaller if a corner is taken."""
        x, y = centre
        if all(canvas.taken.is_free(extent(item)) for item in self.shape(centre, CELL, pen)):
            return centre, 1.0
        is_aside = canvas.taken.is_free((x - 1, y - 1, x + 1, y + 1))
        return ((x + ASIDE[0], y + ASIDE[1]), LEAST_SHARE) if is_aside else (centre, 1.0)

    def draw_small(self, clue: Clue, look: Look, canvas: Canvas) -> Iterator[Item]:
        value = parts_of(clue.value)
        for centre in canvas.paper.middles(clue.place):  # type: ignore[arg-type]
            pen = pen_of_clue(look, value.colour)
            items = list(self.shape(centre, CELL * 0.42, pen))
            canvas.taken.add(items)
            yield from items
            if self.text_size and not look.replaces and value.text:
                yield fit(pen.ink, centre, value.text, 10.0, CELL * 0.28)

    def draw_truths(self, layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
        def draw(shown: Shown) -> Iterator[Item]:
            pen = pen_of_value(look, given=shown.given)
            centre, share = self.fit(canvas.paper.centre(shown.place), pen, canvas)
            return self.shape(centre, CELL * share, pen)

        return where_true(layer_values, canvas, draw)

    def draw_values(self, layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
        yield from self.draw_truths(present(layer_values), look, canvas)
        for shown in layer_values if self.text_size else ():
            if not shown.is_absent:
                pen = pen_of_value(look, given=shown.given)
                yield fit(pen.ink, canvas.paper.centre(shown.place), text_of(shown.value), self.text_size, CELL * 0.6)


def where_true(layer_values: LayerValues, canvas: Canvas, draw: Callable[[Shown], Iterator[Item]]) -> Iterator[Item]:
    """Draw something where a layer is true, and a cross where it is known to be false as long as some values are unknown."""
    for shown in layer_values:
        if shown.value is True:
            yield from draw(shown)
        elif layer_values.has_cross(shown):
            yield from cross(f"cut{shown.suffix}", canvas.paper.centre(shown.place), CROSS_RADIUS)


def present(layer_values: LayerValues) -> LayerValues:
    """Return for each known value whether it states that something is there."""
    return replace(layer_values, shown=tuple(replace(shown, value=not shown.is_absent) for shown in layer_values), candidates={})
