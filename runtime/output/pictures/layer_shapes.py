"""What is known of the layers of a grid, each drawn in its look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gridwright.compiler.geometry.placement import Placement
from gridwright.compiler.values import BLANK

from . import cell_fills, line_art, value_labels
from .layer_values import LayerValues
from .paper_geometry import Paper
from .scene import Item
from .style_rules import StyleRules

DRAWN: dict[str, Callable[[LayerValues, Paper, StyleRules], Iterator[Item]]] = {
    "text": value_labels.draw_text,
    "small": value_labels.draw_small,
    "shade": cell_fills.draw_shade,
    "star": cell_fills.draw_star,
    "disc": cell_fills.draw_disc,
    "stone": cell_fills.draw_stone,
    "mirror": cell_fills.draw_mirror,
    "arrow": cell_fills.draw_arrow,
    "piece": cell_fills.draw_piece,
    "spot": cell_fills.draw_spot,
    "line": line_art.draw_line,
    "wall": line_art.draw_wall,
    "edge": line_art.draw_edge,
    "bridge": line_art.draw_bridge,
    "arm": line_art.draw_arm,
    "post": line_art.draw_post,
    "outline": line_art.draw_outline,
}
NOT_ON_THE_BOARD = ("list", "none")


def draw_layers(fields: Iterable[LayerValues], paper: Paper, looks: StyleRules) -> Iterator[Item]:
    """Draw every layer that lies on the board."""
    fields = list(fields)
    shapes = _shapes(fields, looks)
    for field in fields:
        look = looks.layers[field.layer.name]
        if look in NOT_ON_THE_BOARD:
            continue
        yield from DRAWN[look](field, paper, looks)
        names = {one.value for one in field if one.value is not BLANK} if look in ("text", "small") else set()
        is_grouped = field.layer.name in looks.hints.grouped and look == "text"
        if field.whole and (is_grouped or (shapes and names and names.issubset(shapes))):
            yield from line_art.differing(field, paper)


def _shapes(fields: Iterable[LayerValues], looks: StyleRules) -> set[str]:
    """Return the names of the shapes of pieces with unknown positions: a layer of such names shows them."""
    places = [
        place
        for field in fields
        if looks.layers[field.layer.name] == "piece" and not any(one.value is True for one in field)
        for place in field.layer.places
    ]
    return {place.shape.name for place in places if isinstance(place, Placement)}
