"""What `display` changes in a terminal: signs for values, signs behind values for areas, and which areas have thick lines.

What is printed can be read again: a sign stands for one value only, and those behind values can be told from the areas.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from gridwright.compiler.geometry.area import AreaKind
from gridwright.compiler.geometry.places import Cell, Direction
from gridwright.compiler.language.look import AREAS, TRUTHS, VALUES, Look, key_of
from gridwright.compiler.language.spec import Grid, Layer
from gridwright.compiler.loader.display import glyph_of, things_of
from gridwright.compiler.values import Value

from .text_metrics import ARROWS

NO_LOOK = Look()
NO_LOOKS: Mapping[str, Look] = {}
ENCLOSED = ("", "regions", "cages")
MOST_VALUES = 1000  # of a layer, in which a sign is looked for


def value_signs(layer: Layer, looks: Mapping[str, Look]) -> Mapping[str, str]:
    """Return the signs of values, by their keys; none that stand for several values, or that are another value."""
    if layer.is_unbounded or len(layer.values) > MOST_VALUES:
        return {}
    look = looks.get(layer.name, NO_LOOK)
    glyph = glyph_of(look.word) if look.word else None
    if glyph and things_of(layer)[0] == TRUTHS:
        return {} if glyph.sign.isascii() else {key_of(True): glyph.sign}  # a clue may be what is ASCII
    signs_of_glyph = glyph.signs if glyph else {}
    own_signs = {}
    for value in layer.values:
        arrow = ARROWS.get(value.name, "") if isinstance(value, Direction) else ""
        if sign := sign_of_value(look, value) or signs_of_glyph.get(key_of(value), arrow):
            own_signs[key_of(value)] = sign
    keys = [key_of(value) for value in layer.values]
    signs = [*own_signs.values(), *(key for key in keys if key not in own_signs)]
    return {key: sign for key, sign in own_signs.items() if signs.count(sign) == 1}


def sign_of_value(look: Look, value: Value) -> str:
    """Return the sign of the glyph that a look has for this value alone; empty if there is none."""
    own = look.of_value(value)
    glyph = glyph_of(own.word) if own else None
    return glyph.sign if glyph else ""


def area_marks(grid: Grid, layer: Layer, looks: Mapping[str, Look]) -> Mapping[Cell, str]:
    """Return the signs that stand behind the values of a layer, for the areas that their cells lie in."""
    if layer.name in looks or things_of(layer)[0] != VALUES:
        return {}
    marks: dict[Cell, str] = {}
    for kind in grid.kinds:
        for cell, sign in _of_kind(kind, looks.get(kind.name)).items():
            if sign not in marks.get(cell, ""):
                marks[cell] = marks.get(cell, "") + sign
    return marks


def _of_kind(kind: AreaKind, look: Look | None) -> Mapping[Cell, str]:
    way = glyph_of(look.word) if look else None
    part = way.parts.get(AREAS) if way else None
    if look is None or part is None or part.marks is None:
        return {}
    marks: dict[Cell, str] = {}
    for area in kind:
        for cell, sign in part.marks(area, look).items():
            if sign not in marks.get(cell, ""):
                marks[cell] = marks.get(cell, "") + sign
    return marks


def outlined_kinds(grid: Grid, looks: Mapping[str, Look]) -> Collection[AreaKind]:
    """Return the kinds of areas with lines around them."""
    return [kind for kind in grid.kinds if looks.get(kind.name, Look()).word in ENCLOSED]
