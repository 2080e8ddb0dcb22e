"""`display`: how things are drawn, where a picture is to be another than follows from the spec. No rule sees it."""

from __future__ import annotations

from collections.abc import Sequence

from ..geometry.area import AreaKind
from ..geometry.clue import ClueGroup
from ..geometry.places import Cell, Link
from ..language.spec import Grids, Layer
from ..syntax.diagnostics import Code, Collector, did_you_mean
from ..syntax.yaml_nodes import Mapping, Node, Scalar
from ..values import Value

NONE = "none"
TEMPLATE = "{}"


def read_display(node: Node | None, grids: Grids, collector: Collector) -> dict[str, str]:
    """Return the display hints of layers, clue groups and area kinds by name; add a diagnostic for each wrong one."""
    found: dict[str, str] = {}
    for key, written in node.items if isinstance(node, Mapping) else ():
        things = [grid.names[key.text] for grid in grids if key.text in grid.names]
        words = next((words for thing in things if (words := words_for(thing))), None)
        if words is None:
            known = dict.fromkeys(name for grid in grids for name, thing in grid.names.items() if words_for(thing))
            collector.add(
                Code.UNKNOWN_NAME,
                f"there is no layer, group of clues or kind of areas `{key.text}` to draw",
                key.span,
                help=did_you_mean(key.text, known),
            )
            continue
        assert isinstance(written, Scalar)
        if written.text not in words and not (TEMPLATE in written.text and isinstance(things[0], ClueGroup)):
            around = f", or a text with {TEMPLATE} for its value" if isinstance(things[0], ClueGroup) else ""
            collector.add(
                Code.WRONG_VALUE,
                f"`{key.text}` can be drawn as {' or '.join(words)}{around} (got `{written.text}`)",
                written.span,
                help=did_you_mean(written.text, words),
            )
        found[key.text] = written.text
    return found


def words_for(thing: Value) -> Sequence[str]:
    """Return the words for ways to draw a thing; empty if it is not drawn."""
    if isinstance(thing, AreaKind):
        return "regions", "cages", "shade", NONE
    if isinstance(thing, ClueGroup):
        return ("middle", "corner", "circle", NONE) if any(isinstance(clue.place, Cell) for clue in thing) else (NONE,)
    if not isinstance(thing, Layer):
        return ()
    if thing.hidden or thing.single:
        return (NONE,)
    if all(isinstance(place, Cell) for place in thing.places):
        return ("shade", "star", "disc", NONE) if isinstance(thing.values[0], bool) else ("text", "small", "outline", NONE)
    return ("line", "wall", NONE) if all(isinstance(place, Link) for place in thing.places) else (NONE,)
