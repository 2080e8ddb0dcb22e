"""Choose the style of each layer, clue group and kind of areas of a grid: by what it is, or as `display` says.

- Layers: in cells `text small outline shade star disc stone mirror arrow`, between places `line wall edge bridge arm`, `piece`
  for placements, `post` at corners, `spot` for a single cell, `list` below the board.
- Clues in cells: `middle corner circle stone half`.
- Kinds of areas: `regions cages shade`.

Items with the style `none` are not drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gridwright.compiler.geometry.area import Area, Line
from gridwright.compiler.geometry.clue import Clue, ClueGroup
from gridwright.compiler.geometry.places import Border, Cell, Corner, Direction, Link
from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.loader.display import TEMPLATE
from gridwright.compiler.values import BLANK, Value

from .display_hints import Hints, hints
from .text_metrics import text_of

VALUE_SHIFT = 3.0
MAX_VALUES_CHECKED = 500  # of a layer, to choose its style
BLACK, WHITE = frozenset({"black", "b", "B"}), frozenset({"white", "w", "W"})
STONES = BLACK | WHITE
MIRRORS = frozenset({"/", "\\"})
ON_CELLS = frozenset({"text", "small"})


@dataclass(frozen=True, slots=True)
class StyleRules:
    """The styles of the layers, clue groups and kinds of areas of a grid, by name. `templates`: the texts around clue values."""

    layers: Mapping[str, str]
    clues: Mapping[str, str]
    kinds: Mapping[str, str]
    templates: Mapping[str, str]
    hints: Hints
    shift_down: float  # of values, to make room in the corners of cells

    def text(self, clue: Clue) -> str:
        """Return the text of a clue."""
        text: str = text_of(clue.value)
        return self.templates[clue.group].replace(TEMPLATE, text) if clue.group in self.templates else text


def style_rules(spec: Spec, grid: Grid) -> StyleRules:
    """Decide how everything on a grid is drawn."""
    rule_hints, display = hints(spec, grid), spec.display
    layers = {layer.name: display.get(layer.name, _of_layer(layer, rule_hints)) for layer in grid.layers}
    text_layers = [layer for layer in grid.layers if layers[layer.name] == "text" and layer.name not in display]
    text_layers.sort(key=lambda layer: layer.span.source.path != spec.path)  # layers of libraries come after the spec's own
    for layer in text_layers if "text" in display.values() else text_layers[1:]:
        has_words = any(isinstance(value, str) for value in _some(layer.values))
        layers[layer.name] = "small" if has_words else "outline"
    clues = {group.name: _of_clues(group, rule_hints, layers) for group in grid.clue_groups}
    templates = {name: display[name] for name in clues if TEMPLATE in display.get(name, "")}
    clues |= {name: display[name] for name in clues if name in display and name not in templates}
    kinds = {name: display.get(name, style) for name, style in _of_kinds(grid, rule_hints).items()}
    shift_down = VALUE_SHIFT if rule_hints.numbered or "corner" in clues.values() else 0.0
    return StyleRules(layers, clues, kinds, templates, rule_hints, shift_down)


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
        return "post"
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
    if all(isinstance(clue.value, str) and clue.value in STONES for clue in group):
        return "stone"
    if "bridge" in layers.values():
        return "circle"
    if group.name in rule_hints.directions and all(isinstance(clue.place, Cell) and clue.place.hole for clue in group):
        return "half"
    on_board = any(isinstance(clue.place, (Cell, Area)) and clue.side is BLANK for clue in group)
    return "corner" if on_board and ON_CELLS.intersection(layers.values()) else "middle"


def _of_kinds(grid: Grid, rule_hints: Hints) -> Mapping[str, str]:
    """Return the style of each kind of areas. Regions have lines between cells. If there are several kinds, those with clues are
    cages inside the regions. If regions or boxes cover the board, kinds without clues that do not cover it are shaded, such as
    the windows of a sudoku.
    """
    labelled = {id(clue.place) for group in grid.clue_groups for clue in group}
    covered = {kind.name: {cell for area in kind for cell in area} for kind in grid.kinds}
    is_divided = bool(rule_hints.boxes) or any(len(cells) == len(grid.board.cells) for cells in covered.values())
    styles = {}
    for kind in grid.kinds:
        overlaps = len(covered[kind.name]) < sum(len(set(area)) for area in kind)
        has_clues = any(id(area) in labelled for area in kind)
        others = len(grid.kinds) > 1 or rule_hints.boxes
        styles[kind.name] = "cages" if has_clues and others and not overlaps else "regions"
        if not has_clues and is_divided and len(covered[kind.name]) < len(grid.board.cells):
            styles[kind.name] = "shade"
    return styles
