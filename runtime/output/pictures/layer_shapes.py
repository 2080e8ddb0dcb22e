"""Draw the known values of the layers of a grid, each in its style."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gridwright.compiler.geometry.placement import Placement
from gridwright.compiler.language.look import TRUTHS, Look
from gridwright.compiler.loader.display import glyph_of
from gridwright.compiler.records import replace
from gridwright.compiler.values import BLANK

from . import line_art
from .canvas import Canvas
from .layer_values import LayerValues, Shown
from .scene import Item
from .style_rules import StyleRules


def draw_layers(layers: Iterable[LayerValues], canvas: Canvas) -> Iterator[Item]:
    """Draw every layer that lies on the board."""
    layers, styling = list(layers), canvas.styling
    shapes = _shapes(layers, styling)
    for layer_values in layers:
        layer = layer_values.layer
        style, look = styling.layers[layer.name], styling.looks[layer.name]
        yield from _of_values(layer_values, look, canvas)
        part = styling.of_layer(layer)
        if part is not None:
            yield from part.draw(_rest(layer_values, look), look, canvas)
        names = {shown.value for shown in layer_values if shown.value is not BLANK} if style in ("text", "small") else set()
        is_grouped = layer.name in styling.hints.grouped and style == "text"
        if layer_values.is_complete and (is_grouped or (shapes and names and names.issubset(shapes))):
            yield from line_art.differing(layer_values, canvas.paper)


def _of_values(layer_values: LayerValues, look: Look, canvas: Canvas) -> Iterator[Item]:
    """Draw the values that have looks of their own, each as a layer that is true where one is."""
    groups: dict[tuple[str, frozenset[tuple[str, str]]], tuple[Look, list[Shown]]] = {}
    for known in layer_values if look.by_value else ():
        own = look.of_value(known.value)
        if own is not None:
            _, members = groups.setdefault((own.word, frozenset(own.options.items())), (own, []))
            members.append(replace(known, value=True))
    for own, members in groups.values():
        glyph = glyph_of(own.word)
        if glyph is not None:
            only = replace(layer_values, shown=tuple(members), candidates={}, is_complete=True, is_crossed=False)
            yield from glyph.parts[TRUTHS].draw(only, own, canvas)


def _rest(layer_values: LayerValues, look: Look) -> LayerValues:
    """Return a layer without the values that have looks of their own."""
    if not look.by_value:
        return layer_values
    return replace(layer_values, shown=tuple(known for known in layer_values if look.of_value(known.value) is None))


def _shapes(layers: Iterable[LayerValues], styling: StyleRules) -> set[str]:
    """Return the names of the shapes of pieces with unknown positions: a layer of such names shows them."""
    places = [
        place
        for layer_values in layers
        if styling.layers[layer_values.layer.name] == "piece" and not any(shown.value is True for shown in layer_values)
        for place in layer_values.layer.places
    ]
    return {place.shape.name for place in places if isinstance(place, Placement)}
