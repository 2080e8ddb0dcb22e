"""`display`: how things are drawn, where a picture is to be another than follows from the spec. No rule sees it.

The words are the names of the files in `GLYPHS`. Their room comes after this one, so it is named and not imported, and only the
glyphs that a spec chooses are looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..geometry.area import Area, AreaKind
from ..geometry.clue import Clue, ClueGroup
from ..geometry.places import Border, Cell, Corner, Direction, Link
from ..language import look as kinds
from ..language.look import Drawing, Glyph, Look, key_of
from ..language.spec import Define, Grids, Layer
from ..plugins import find_plugin, names
from ..syntax.diagnostics import Code, Collector
from ..syntax.suggestions import did_you_mean
from ..syntax.syntax_tree import Comparison, Junction, Not
from ..syntax.yaml_nodes import Mapping, Node, Scalar
from ..values import BLANK, Value

NONE = "none"
TEMPLATE = "{}"
GLYPHS = "gridwright.runtime.output.pictures.glyphs"
BY_VALUE = frozenset({kinds.IN_CELLS, kinds.BETWEEN, kinds.AT_CORNERS, *kinds.CELL_LAYERS})  # what a mapping is for
MOST_LISTED = 1000  # values of a layer that the keys of a mapping are compared with


def read_display(node: Node | None, grids: Grids, collector: Collector, *, of_library: bool = False) -> dict[str, Look]:
    """Return the looks of layers, clue groups and area kinds by name; add a diagnostic for each wrong one.

    `of_library`: what the library names need not be in this puzzle.
    """
    looks: dict[str, Look] = {}
    for key, written in node.items if isinstance(node, Mapping) else ():
        drawn = [thing for grid in grids if (thing := grid.names.get(key.text)) is not None and things_of(thing)]
        if not drawn:
            if not of_library:
                known = dict.fromkeys(name for grid in grids for name, thing in grid.names.items() if things_of(thing))
                defined = any(isinstance(grid.names.get(key.text), Define) for grid in grids)
                collector.add(
                    Code.UNKNOWN_NAME,
                    f"there is no layer, group of clues or kind of areas `{key.text}` to draw",
                    key.span,
                    help="a definition is drawn if it has no parameters and lists areas, as in `define: {middle: '[rows[1]]'}`"
                    if defined
                    else did_you_mean(key.text, known),
                )
            continue
        looks[key.text] = _LookReader(key.text, drawn[0], collector, of_library).look(written)
    return looks


def glyph_of(word: str) -> Glyph | None:
    """Return the glyph that a word names; None if there is none."""
    return find_plugin(GLYPHS, word, Glyph)


def words_for(things: Iterable[str]) -> list[str]:
    """Return the words of glyphs for some kinds of things."""
    wanted = set(things)
    return [word for word in names(GLYPHS) if (glyph := glyph_of(word)) is not None and wanted & glyph.parts.keys()]


class _LookReader:
    """Reads the entry of one name under `display`, and reports mistakes in it."""

    def __init__(self, name: str, thing: Value, collector: Collector, of_library: bool) -> None:
        self.name = name
        self.thing = thing
        self.things = things_of(thing)
        self.collector = collector
        self.of_library = of_library

    def look(self, node: Node) -> Look:
        if isinstance(node, Scalar):
            return self.choose(node, self.things, replaces=False)
        assert isinstance(node, Mapping)
        if not BY_VALUE.intersection(self.things):
            what = " or ".join(self.things)
            message = f"only clues and layers in cells are drawn by their values; `{self.name}` is {what}"
            self.collector.add(
                Code.WRONG_VALUE, message, node.span, help=f"write a word, such as `{self.name}: {self.words()[0]}`"
            )
            return Look()
        self.check_values(node)
        things = (kinds.TRUTHS,) if isinstance(self.thing, Layer) else self.things
        written = [(key, value) for key, value in node.items if isinstance(value, Scalar)]
        return Look(by_value={_key(key): self.choose(value, things, replaces=True) for key, value in written})

    def check_values(self, node: Mapping) -> None:
        """Report keys that are no values of a layer."""
        if (
            self.of_library
            or not isinstance(self.thing, Layer)
            or self.thing.is_unbounded
            or len(self.thing.values) > MOST_LISTED
        ):
            return
        values = dict.fromkeys([*map(key_of, self.thing.values), *([key_of(BLANK)] if self.thing.blank else [])])
        for key, _ in node.items:
            if _key(key) not in values:
                message = f"`{key.text}` is no value of the layer `{self.name}`"
                help = did_you_mean(key.text, values) or f"its values are {', '.join(list(values)[:10])}"
                self.collector.add(Code.NOT_A_VALUE, message, key.span, help=help)

    def choose(self, node: Scalar, things: Sequence[str], *, replaces: bool) -> Look:
        """Return the look that a text says: a word with options, or a text around a clue's value."""
        is_clue = isinstance(self.thing, ClueGroup)
        if is_clue and TEMPLATE in node.text:
            return Look(template=node.text)
        word, *options = node.text.split() or [""]
        glyph = glyph_of(word)
        part = next((glyph.parts[thing] for thing in things if thing in glyph.parts), None) if glyph else None
        if part is None or (word != NONE and isinstance(self.thing, Layer) and self.thing.hidden):
            known = self.words(things)
            around = f", or a text with {TEMPLATE} for its value" if is_clue else ""
            message = f"`{self.name}` can be drawn as {', '.join(known[:-1])} or {known[-1]}{around} (got `{node.text}`)"
            if len(known) == 1:
                message = f"`{self.name}` can be drawn as {known[0]} only{around} (got `{node.text}`)"
            self.collector.add(Code.WRONG_VALUE, message, node.span, help=did_you_mean(word, known))
            return Look()
        return Look(word, self.options(node, word, options, part), replaces=replaces)

    def words(self, things: Sequence[str] = ()) -> list[str]:
        if isinstance(self.thing, Layer) and self.thing.hidden:
            return [NONE]
        return words_for(things or self.things)

    def options(self, node: Scalar, word: str, written: Sequence[str], part: Drawing) -> dict[str, str]:
        options: dict[str, str] = {}
        at = len(word)
        for text in written:
            at = node.text.index(text, at)
            span = node.part(at, at + len(text))
            option = next((option for option in part.options if text in option.words and option.name not in options), None)
            if option is not None:
                options[option.name] = text
                continue
            twice = next((option.name for option in part.options if text in option.words), None)
            known = [token for option in part.options for token in option.words]
            takes = " or ".join(f"a {option.name} ({', '.join(option.words)})" for option in part.options) or "nothing"
            message = f"behind `{word}` there can be {takes} (got `{text}`)"
            if twice:
                message = f"`{word}` has a {twice} already, `{options[twice]}` (got `{text}`)"
            self.collector.add(Code.WRONG_VALUE, message, span, help="" if twice else did_you_mean(text, known))
        return options


def _key(key: Scalar) -> str:
    """Return a key as `key_of` writes the value that it means."""
    return key.text if key.value is None or key.style or isinstance(key.value, str) else key_of(key.value)


def things_of(named: Value) -> Sequence[str]:
    """Return the kinds of things that a layer, a group of clues or a kind of areas is; empty for anything else.

    A definition without parameters may be a list of areas, unless it is a truth. A group has a kind for each kind of places
    that its clues stand at; one without clues has all of them, as a layer has that has no places yet.
    """
    if isinstance(named, Define):
        return () if named.parameters or isinstance(named.body, (Comparison, Junction, Not)) else (kinds.AREAS,)
    if isinstance(named, AreaKind):
        return (kinds.AREAS,)
    if isinstance(named, ClueGroup):
        return tuple(dict.fromkeys(thing_of_clue(clue) for clue in named)) or kinds.CLUES
    if isinstance(named, Layer):
        return (_thing_of_layer(named),) if named.places else kinds.LAYERS
    return ()


def thing_of_clue(clue: Clue) -> str:
    """Return which kind of clue it is, by its place."""
    if isinstance(clue.place, Cell):
        return kinds.IN_CELLS
    if isinstance(clue.place, (Link, Border)):
        return kinds.BETWEEN
    if isinstance(clue.place, Corner):
        return kinds.AT_CORNERS
    return kinds.ON_AREAS if clue.side is BLANK else kinds.OUTSIDE


def _thing_of_layer(layer: Layer) -> str:
    places = layer.places
    if layer.single:
        return kinds.SINGLE
    first: Value = places[0]
    if isinstance(first, Cell):
        is_of_cells = all(isinstance(place, Cell) for place in places)
        return (
            (kinds.TRUTHS if layer.values[0] is False or layer.values[0] is True else kinds.VALUES)
            if is_of_cells
            else kinds.ELSEWHERE
        )
    for kind, thing in ((Link, kinds.LINKS), (Border, kinds.BORDERS), (Corner, kinds.CORNERS)):
        if isinstance(first, kind) and all(isinstance(place, kind) for place in places):
            return thing
    if isinstance(first, tuple) and len(first) == 2 and isinstance(first[0], Cell):
        for second, thing in ((Cell, kinds.PAIRS), (Direction, kinds.ARMS)):
            if all(isinstance(place[1], second) for place in places):
                return thing
    is_laid = isinstance(first, Area) and isinstance(layer.values[0], bool)
    return kinds.LAID if is_laid else kinds.ELSEWHERE
