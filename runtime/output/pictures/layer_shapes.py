"""Draw the known values of the layers of a grid, each in its style."""

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


def draw_layers(layers: Iterable[LayerValues], paper: Paper, styling: StyleRules) -> Iterator[Item]:
    """Draw every layer that lies on the board."""
    layers = list(layers)
    shapes = _shapes(layers, styling)
    for layer_values in layers:
        style = styling.layers[layer_values.layer.name]
        if style in NOT_ON_THE_BOARD:
            continue
        yield from DRAWN[style](layer_values, paper, styling)
        names = {shown.value for shown in layer_values if shown.value is not BLANK} if style in ("text", "small") else set()
        is_grouped = layer_values.layer.name in styling.hints.grouped and style == "text"
        if layer_values.is_complete and (is_grouped or (shapes and names and names.issubset(shapes))):
            yield from line_art.differing(layer_values, paper)


def _shapes(layers: Iterable[LayerValues], styling: StyleRules) -> set[str]:
    """Return the names of the shapes of pieces with unknown positions: a layer of such names shows them."""
    places = [
        place
        for layer_values in layers
        if styling.layers[layer_values.layer.name] == "piece" and not any(shown.value is True for shown in layer_values)
        for place in layer_values.layer.places
    ]
    return {place.shape.name for place in places if isinstance(place, Placement)}
