"""What is known of the layers of a grid, each drawn in its look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from gridwright.compiler.geometry.placement import Placement
from gridwright.compiler.values import BLANK

from . import strands, surfaces, texts
from .fields import Field
from .looks import Looks
from .paper import Paper
from .scene import Item

DRAWN: dict[str, Callable[[Field, Paper, Looks], Iterator[Item]]] = {
    "text": texts.draw_text,
    "small": texts.draw_small,
    "shade": surfaces.draw_shade,
    "star": surfaces.draw_star,
    "disc": surfaces.draw_disc,
    "stone": surfaces.draw_stone,
    "mirror": surfaces.draw_mirror,
    "arrow": surfaces.draw_arrow,
    "piece": surfaces.draw_piece,
    "spot": surfaces.draw_spot,
    "line": strands.draw_line,
    "wall": strands.draw_wall,
    "edge": strands.draw_edge,
    "bridge": strands.draw_bridge,
    "arm": strands.draw_arm,
    "post": strands.draw_post,
    "outline": strands.draw_outline,
}
NOT_ON_THE_BOARD = ("list", "none")


def draw_layers(fields: Iterable[Field], paper: Paper, looks: Looks) -> Iterator[Item]:
    """Every layer that lies on the board."""
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
            yield from strands.differing(field, paper)


def _shapes(fields: Iterable[Field], looks: Looks) -> set[str]:
    """The names of the shapes of pieces of which it is not known where they lie: a layer of such names shows it."""
    places = [
        place
        for field in fields
        if looks.layers[field.layer.name] == "piece" and not any(one.value is True for one in field)
        for place in field.layer.places
    ]
    return {place.shape.name for place in places if isinstance(place, Placement)}
