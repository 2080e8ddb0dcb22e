"""Lines from centre to centre: a layer over links, or through the cells of areas in their order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.geometry.area import Area, AreaKind
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.look import AREAS, LINKS, Drawing, Glyph, Look

from ..canvas import Canvas
from ..layer_values import LayerValues
from ..line_art import cuts, drawn_places, parallel, through, times
from ..options import COLOUR, WEIGHT
from ..paper_geometry import Segment, merge
from ..scene import Item, Stroke
from ..styles import STYLES
from ..traces import trace


def draw_links(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw lines from centre to centre; several side by side if numbers count them."""
    by_style: dict[str, list[Segment]] = {}
    for shown in drawn_places(layer_values):
        for segment in canvas.paper.link(shown.place):
            by_style.setdefault(f"curve{shown.suffix}", []).extend(parallel(segment, times(layer_values, shown)))
    for style, segments in by_style.items():
        yield from (Stroke(style, segment) for segment in merge(segments))
    yield from cuts(layer_values, canvas.paper)


def draw_areas(kind: AreaKind, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw a line through each area, with the pattern of its colour along its middle."""
    colour, weight = look.option(COLOUR, "grey"), look.option(WEIGHT)
    for area in kind:
        for points in through(area.cells, canvas.paper):
            yield Stroke(f"line-{colour}" + (f"-{weight}" if weight else ""), points)
            if f"core-{colour}" in STYLES:
                yield Stroke(f"core-{colour}", points)


def marks(area: Area, look: Look) -> Mapping[Cell, str]:
    """Return the signs of the line in a terminal."""
    return trace(area)


GLYPH = Glyph(
    {
        AREAS: Drawing("a line through the cells in their order", draw_areas, (COLOUR, WEIGHT), marks),
        LINKS: Drawing("lines from centre to centre", draw_links),
    }
)
