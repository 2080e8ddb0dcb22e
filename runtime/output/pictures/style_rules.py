"""Choose a glyph for each layer, clue group and kind of areas of a grid: by what it is, or as `display` says.

The glyphs are the files in `glyphs`, by their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gridwright.compiler.geometry.area import Area, AreaKind, Line
from gridwright.compiler.geometry.clue import Clue, ClueGroup
from gridwright.compiler.geometry.places import Border, Cell, Corner, Direction, Link
from gridwright.compiler.language.look import AT_CORNERS, BETWEEN, ON_AREAS, OUTSIDE, Drawing, Look
from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.loader.display import TEMPLATE, glyph_of, thing_of_clue, things_of
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.values import BLANK, Value

from .defined_areas import defined_areas
from .display_hints import Hints, hints
from .text_metrics import text_of

VALUE_SHIFT = 3.0
MAX_VALUES_CHECKED = 500  # of a layer, to choose its style
BLACK, WHITE = frozenset({"black", "b", "B"}), frozenset({"white", "w", "W"})
STONES = BLACK | WHITE
MIRRORS = frozenset({"/", "\\"})
ON_CELLS = frozenset({"text", "small"})
# the glyphs of clues elsewhere than in cells, where that of their group is none for them
USUAL = {BETWEEN: "sign", AT_CORNERS: "sign", ON_AREAS: "corner", OUTSIDE: "middle"}


@dataclass(frozen=True, slots=True)
class StyleRules:
    """The words of the layers, clue groups and kinds of areas of a grid, by name, and the looks that `display` gives them.

    The word of a layer is empty if each of its values has a look of its own. That of a group is for its clues in cells.
    """

    layers: Mapping[str, str]
    clues: Mapping[str, str]
    kinds: Mapping[str, str]
    looks: Mapping[str, Look]
    hints: Hints
    defined: tuple[AreaKind, ...]  # by definitions that `display` names
    shift_down: float  # of values, to make room in the corners of cells

    def text(self, clue: Clue) -> str:
        """Return the text of a clue."""
        look = self.looks[clue.group]
        template = (look.of_value(clue.value) or look).template
        text: str = text_of(clue.value)
        return template.replace(TEMPLATE, text) if template else text

    def has_template(self, clue: Clue) -> bool:
        """Check whether `display` says which text stands around the value of a clue."""
        look = self.looks[clue.group]
        return bool((look.of_value(clue.value) or look).template)

    def of_clue(self, clue: Clue) -> tuple[Drawing, Look]:
        """Return how a clue is drawn: by its value, by its group, or as usual at such places."""
        look, thing = self.looks[clue.group], thing_of_clue(clue)
        own = look.of_value(clue.value)
        if own is not None and own.word:
            look = own
        glyph = glyph_of(look.word)
        if glyph is None or thing not in glyph.parts:
            is_list = isinstance(clue.value, (list, tuple)) and thing == AT_CORNERS
            usual = "quadruple" if is_list else USUAL.get(thing) or self.clues[clue.group]
            glyph, look = glyph_of(usual), replace(look, word="", options={})
        assert glyph is not None
        return glyph.parts[thing], look

    def of_layer(self, layer: Layer) -> Drawing | None:
        """Return how a layer is drawn; None if each of its values has a look of its own, or there is nothing to draw."""
        glyph = glyph_of(self.layers[layer.name])
        return glyph.parts.get(things_of(layer)[0]) if glyph else None


def style_rules(spec: Spec, grid: Grid) -> StyleRules:
    """Decide how everything on a grid is drawn."""
    rule_hints = hints(spec, grid)
    words = {name: look.word for name, look in spec.display.items() if look.word}
    by_values = {layer.name for layer in grid.layers if layer.name in spec.display and spec.display[layer.name].by_value}
    layers = {layer.name: words.get(layer.name) or _of_layer(layer, rule_hints) for layer in grid.layers}
    for layer in grid.layers:
        if layer.name in by_values and _is_covered(layer, spec.display[layer.name]):
            layers[layer.name] = ""
    text_layers = [layer for layer in grid.layers if layers[layer.name] == "text" and layer.name not in words]
    text_layers.sort(key=lambda layer: layer.span.source.path != spec.path)  # layers of libraries come after the spec's own
    for layer in text_layers if "text" in words.values() else text_layers[1:]:
        has_words = any(isinstance(value, str) for value in _some(layer.values))
        layers[layer.name] = "small" if has_words else "outline"
    clues = {group.name: words.get(group.name) or _of_clues(group, rule_hints, layers) for group in grid.clue_groups}
    kinds = {name: words.get(name, style) for name, style in _of_kinds(grid, rule_hints, words).items()}
    has_corners = any(group.clues and clues[group.name] == "corner" for group in grid.clue_groups)
    shift_down = VALUE_SHIFT if rule_hints.numbered or has_corners else 0.0
    defined = tuple(defined_areas(spec, grid))
    kinds = {**kinds, **{kind.name: words[kind.name] for kind in defined}}
    looks = {name: spec.display.get(name, Look()) for name in (*layers, *clues, *kinds)}
    return StyleRules(layers, clues, kinds, looks, rule_hints, defined, shift_down)


def _is_covered(layer: Layer, look: Look) -> bool:
    """Check whether each value of a layer has a look of its own."""
    return not layer.is_unbounded and len(layer.values) <= len(look.by_value) and all(map(look.of_value, layer.values))


def _of_layer(layer: Layer, rule_hints: Hints) -> str:
    places = layer.places
    truths = layer.values[0] is False or layer.values[0] is True
    if not layer.single and truths and all(isinstance(place, Area) and not isinstance(place, Line) for place in places):
        return "piece"
    if layer.hidden:
        return "none"
    if layer.single:
        return "spot" if all(isinstance(value, Cell) for value in _some(layer.values)) else "list"
    if all(isinstance(place, Cell) for place in places):
        return "shade" if truths else _of_values(layer)
    if all(isinstance(place, Link) for place in places):
        return "wall" if layer.name in rule_hints.walls else "line"
    if all(isinstance(place, Border) for place in places):
        return "edge"
    if all(isinstance(place, Corner) for place in places):
        return "dot"
    if all(_is_pair(place, Cell) for place in places):
        return "bridge"
    return "arm" if all(_is_pair(place, Direction) for place in places) else "list"


def _of_values(layer: Layer) -> str:
    values = _some(layer.values)
    if STONES.issuperset(values):
        return "stone"
    if MIRRORS.issuperset(values):
        return "mirror"
    return "arrow" if all(isinstance(value, Direction) for value in values) else "text"


def _is_pair(place: Value, second: type) -> bool:
    return isinstance(place, tuple) and len(place) == 2 and isinstance(place[0], Cell) and isinstance(place[1], second)


def _some(values: Sequence[Value]) -> Sequence[Value]:
    return values[:MAX_VALUES_CHECKED]


def _of_clues(group: ClueGroup, rule_hints: Hints, layers: Mapping[str, str]) -> str:
    if all(isinstance(clue.value, str) and clue.value in STONES | {"grey"} for clue in group):
        if not all(isinstance(clue.place, Cell) for clue in group):
            return "dot"
        return "stone" if all(clue.value in STONES for clue in group) else "circle"
    if all(clue.value is True and not (isinstance(clue.place, Cell) and clue.place.hole) for clue in group):
        return "circle"
    if "bridge" in layers.values():
        return "circle"
    if group.name in rule_hints.directions and all(isinstance(clue.place, Cell) and clue.place.hole for clue in group):
        return "half"
    on_board = any(isinstance(clue.place, (Cell, Area)) and clue.side is BLANK for clue in group)
    return "corner" if on_board and ON_CELLS.intersection(layers.values()) else "middle"


def _of_kinds(grid: Grid, rule_hints: Hints, words: Mapping[str, str]) -> Mapping[str, str]:
    """Return the style of each kind of areas. Regions have lines between cells. If there are several kinds, those with clues are
    cages inside the regions. If regions or boxes cover the board, kinds without clues that do not cover it are shaded, such as
    the windows of a sudoku. Kinds that `display` draws in another way, such as thermometers, do not count.
    """
    labelled = {id(clue.place) for group in grid.clue_groups for clue in group}
    kinds = [kind for kind in grid.kinds if words.get(kind.name, "regions") in ("regions", "cages", "shade")]
    covered = {kind.name: {cell for area in kind for cell in area} for kind in grid.kinds}
    is_divided = bool(rule_hints.boxes or rule_hints.boxes_of_areas) or any(
        len(covered[kind.name]) == len(grid.board.cells) for kind in kinds
    )
    styles = {}
    for kind in grid.kinds:
        overlaps = len(covered[kind.name]) < sum(len(set(area)) for area in kind)
        has_clues = any(id(area) in labelled for area in kind)
        others = len(kinds) > 1 or rule_hints.boxes or rule_hints.boxes_of_areas
        styles[kind.name] = "cages" if has_clues and others and not overlaps else "regions"
        if not has_clues and is_divided and len(covered[kind.name]) < len(grid.board.cells):
            styles[kind.name] = "shade"
    return styles
