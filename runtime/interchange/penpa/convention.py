"""Say how the clues, areas and layers of a puzzle are drawn in Penpa+, for writing and for reading.

Most follows from what a library declares: where clues stand, and which values they have. What its genre draws otherwise stands in
its library, under `formats: {penpa: ...}`. There, a name has a *look*: words such as `circle_M 1`, a symbol with its style,
`surface 4`, a colour, `text ?`, that text, or `number`, the value as a text. Where a look depends on the value, it is a mapping
from values, with `*` for all others. If a look is a list, the first is drawn, and the others can be read too.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from gridwright.compiler.geometry.board import SIDES
from gridwright.compiler.library import libraries, uses
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.yaml_nodes import Mapping as Node_Mapping
from gridwright.compiler.syntax.yaml_nodes import Node, Scalar
from gridwright.compiler.syntax.yaml_nodes import Sequence as Node_Sequence
from gridwright.compiler.values import Value

Mark = tuple[str | int, ...]  # what is drawn at one point: ("surface", 4), ("symbol", "star", 1), ("number", "3", "1"), ...
Words = tuple[str, ...]
HOLE: Mark = ("hole",)
BLACK: Mark = ("surface", 4)
QUARTERS = {"TL": 0, "TR": 1, "BL": 2, "BR": 3}
AROUND = {"up": 4, "left": 5, "right": 6, "down": 7}  # the four sides of a cell, where small texts stand
ARROW = {"up": 0, "left": 1, "right": 2, "down": 3, "up_left": 4, "up_right": 5, "down_left": 6, "down_right": 7}
STRAIGHT = ("up", "right", "down", "left")
DIAGONAL = ("up_right", "down_right", "down_left", "up_left")
ANY = "*"
UNKNOWN = "?"  # the text of a clue whose value is not known
LIST, LONG = "4", "8"  # how several values in one cell are set

_POINTING = {"left": 1, "up_left": 2, "up": 3, "up_right": 4, "right": 5, "down_right": 6, "down": 7, "down_left": 8}
_LOOKS: dict[Value, str] = {
    "w": "circle_L 1",
    "white": "circle_L 1",
    "b": "circle_L 2",
    "black": "circle_L 2",
    "grey": "circle_L 3",
    "#": "surface 4",
    True: "circle_L 1",
}
_SMALL_LOOKS: dict[Value, str] = {value: look.replace("circle_L", "circle_SS") for value, look in _LOOKS.items()} | {
    "grey": "circle_SS 5",
    True: "circle_SS 2",
}
_SIGNS: dict[Value, str] = {"<": "inequality 1", "^": "inequality 2", ">": "inequality 3", "v": "inequality 4"}
_ARROWS: dict[Value, str] = {word: f"arrow_N_B {style}" for word, style in _POINTING.items()}


@dataclass(frozen=True)
class ClueValues:
    """Which values something may have: `listed`, those that the library names, or directions, or else numbers or texts.

    `is_open`: also texts that it does not name.
    """

    listed: tuple[Value, ...] = ()
    is_directions: bool = False
    is_bool: bool = False
    is_open: bool = False
    is_text: bool = False
    unknown: Value = None

    @property
    def are_numbers(self) -> bool:
        """Check whether these are numbers, with no value for a clue whose number is not known."""
        return not (self.listed or self.is_directions or self.is_bool or self.is_text) and self.unknown is None

    def read(self, text: str) -> Value:
        """Return the value that a text stands for; None if it is none.

        >>> values = ClueValues(unknown="?")
        >>> values.read("12"), values.read("?"), values.read("x"), ClueValues(listed=("S",)).read("S")
        (12, '?', None, 'S')
        """
        if self.unknown is not None and text == str(self.unknown):
            return self.unknown
        if self.listed:
            return next((value for value in self.listed if str(value) == text), None)
        if self.is_directions or self.is_bool:
            return None
        if re.fullmatch("-?[0-9]{1,9}", text) and not self.is_text:
            return int(text)
        return text if text and (self.is_text or (self.is_open and text != UNKNOWN)) else None


@dataclass(frozen=True)
class ClueLook:
    """A group of clues. `parts`: the values of each part, by name, of a clue that has several.

    `looks`: pairs of a value and its look. `template`: how the text is written, with `{}` for the value.
    `is_own`: no library knows it.
    """

    name: str
    places: tuple[str, ...]
    values: ClueValues
    parts: Mapping[str, ClueValues]
    is_list: bool
    looks: tuple[tuple[Value, Words], ...]
    template: str = "{}"
    is_own: bool = False

    @property
    def ignores_unknown(self) -> bool:
        """Check whether a `?` says nothing: each place has one number anyway, because its clues are numbers outside of cells."""
        return self.values.are_numbers and not self.parts and not self.is_list and "cells" not in self.places

    @property
    def is_outside(self) -> bool:
        """Check whether its clues stand outside the board."""
        return any(word in SIDES for word in self.places)

    @property
    def is_diagonal(self) -> bool:
        """Check whether its clues point along diagonals, so that they are drawn before the first cell, outside."""
        return self.is_list and any(values.listed and set(values.listed) <= set(DIAGONAL) for values in self.parts.values())

    @property
    def fixed(self) -> int:
        """Return how many marks its clues have beside a text; what has more is read first."""
        return max((sum(not _is_slot(word) for word in words) for _, words in self.looks), default=0)

    # writing

    def marks(self, value: Value) -> list[Mark] | None:
        """Return the marks of a value; None if it cannot be drawn."""
        for key, words in self.looks:
            if is_key(key, value) or (self.parts and any(is_key(key, member) for member in _members(value) if key != ANY)):
                marks = [self._mark(word, value) for word in words]
                return [mark for mark in marks if mark] if None not in marks else None
        return None

    def _mark(self, word: str, value: Value) -> Mark | None:
        if not _is_slot(word):
            return fixed_mark(word)
        if word == "compass":
            return None
        text = self.text(value)
        if not text[0]:
            return None
        return ("number", *text) if word == "number" else ("small", QUARTERS[word], text[0])

    def compass(self, value: Value) -> list[Mark]:
        """Return the marks of a clue with a number for each side: the texts of those that are known."""
        pairs = zip(self.parts, _members(value), strict=False)
        return [
            fixed_mark("compass 1"),
            *(("small", AROUND[name], str(number)) for name, number in pairs if number != self.values.unknown),
        ]

    def text(self, value: Value) -> tuple[str, str]:
        """Return the text of a value, and its mode; an empty text if it has none."""
        if not isinstance(value, tuple):
            return self.template.replace("{}", str(value)), "1"
        if self.parts and len(value) == len(self.parts):
            shown, way = "", ""
            for part, values in zip(value, self.parts.values(), strict=True):
                if isinstance(part, str) and part in ARROW and (values.is_directions or part in values.listed):
                    way = str(ARROW[part])
                elif part not in values.listed:
                    shown = str(part)
            return (f"{shown}_{way}", "2") if way else (shown, "1")
        texts = [str(member) for member in value]
        if any(isinstance(member, tuple) for member in value) or not all(texts) or any("," in text for text in texts):
            return "", ""
        is_short = len(texts) <= 4 and all(len(text) == 1 for text in texts)
        return ("".join(texts), LIST) if is_short else (",".join(texts), LONG)

    # reading

    def read(self, marks: Sequence[Mark]) -> list[tuple[Value, tuple[Mark, ...]]]:
        """Return the values that marks at a point can stand for, each with the marks that it uses; the largest uses only."""
        readings: dict[tuple[str, ...], tuple[Value, tuple[Mark, ...]]] = {}
        for key, words in self.looks:
            value, used = self._read(key, words, marks)
            if value is not None:
                readings.setdefault((repr(value), *sorted(map(repr, used))), (value, used))
        most = max((len(used) for _, used in readings.values()), default=0)
        return [pair for pair in readings.values() if len(pair[1]) == most]

    def _read(self, key: Value, words: Words, marks: Sequence[Mark]) -> tuple[Value, tuple[Mark, ...]]:
        used: list[Mark] = []
        texts: list[tuple[str, str]] = []
        for word in words:
            if word == "compass":
                return self._read_compass(marks)
            mark = next((mark for mark in marks if mark not in used and fits(word, mark)), None)
            if mark is None:
                return None, ()
            used.append(mark)
            if _is_slot(word):
                texts.append((str(mark[2]), "1") if mark[0] == "small" else (str(mark[1]), str(mark[2])))
        if not texts:
            return (key, tuple(used)) if key != ANY else (None, ())
        value = self._value(*texts[0], key)
        if value is None or (key == self.values.unknown and value != key):
            return None, ()
        return value, tuple(used)

    def _read_compass(self, marks: Sequence[Mark]) -> tuple[Value, tuple[Mark, ...]]:
        texts = {mark[1]: mark for mark in marks if mark[0] == "small" and mark[1] in AROUND.values()}
        symbol = [mark for mark in marks if fits("compass 1", mark)]
        if not symbol and not texts:
            return None, ()
        unknown = self.values.unknown
        value = []
        for name, values in self.parts.items():
            mark = texts.get(AROUND[name])
            value.append(unknown if mark is None or mark[2] == unknown else values.read(str(mark[2])))
        return (None, ()) if None in value else (tuple(value), (*symbol, *texts.values()))

    def _value(self, text: str, mode: str, key: Value) -> Value:
        """Return the value of a text; None if it is none."""
        if self.parts:
            if (
                self.values.unknown is not None
                and text == str(self.values.unknown)
                and not any(map(_is_named, self.parts.values()))
            ):
                return self.values.unknown
            return self._parts(text, mode, key)
        if self.is_list:
            texts = text.split(",") if mode == LONG or "," in text else list(text)
            value = tuple(map(self.values.read, texts))
            return None if None in value or not value else value
        before, _, after = self.template.partition("{}")
        if not text.startswith(before) or not text.endswith(after) or len(text) < len(before) + len(after):
            return None
        return self.values.read(text[len(before) : len(text) - len(after)])

    def _parts(self, text: str, mode: str, key: Value) -> Value:
        way = re.fullmatch("(.*)_([0-7])", text)
        direction = next((name for name, code in ARROW.items() if way and code == int(way[2])), None)
        shown = way[1] if way else text
        parts: list[Value] = []
        for values in self.parts.values():
            if values.is_directions or (values.listed and set(values.listed) <= set(ARROW)):
                parts.append(direction if not values.listed or direction in values.listed else None)
            elif values.listed:
                parts.append(key if key in values.listed else None)
            else:
                parts.append(
                    shown if self.values.unknown is not None and shown == str(self.values.unknown) else values.read(shown)
                )
        return None if None in parts else tuple(parts)


def is_key(key: Value, value: Value) -> bool:
    """Check whether a look for `key` is one for a value."""
    return key == ANY or (key == value and isinstance(key, bool) == isinstance(value, bool))


def _is_named(values: ClueValues) -> bool:
    return bool(values.listed) and not set(values.listed) <= set(ARROW)


def _members(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else ()


NOT_DRAWN = ("none",)


@dataclass(frozen=True)
class AreaLook:
    """A kind of areas. `least`: the fewest cells of one. `look`: `NOT_DRAWN` if they would be taken for others."""

    name: str
    cover: str
    is_path: bool
    is_optional: bool
    least: int
    look: Words


@dataclass(frozen=True)
class LayerLook:
    """A layer: over which places, with which values, and what its values look like."""

    name: str
    over: str
    values: ClueValues
    is_blank: bool
    look: Words
    looks: tuple[tuple[Value, Words], ...] = ()

    @property
    def ignores_unknown(self) -> bool:
        """Check whether a `?` in a cell says nothing, because each cell has a number anyway."""
        return self.look == ("number",) and not self.is_blank


@dataclass(frozen=True)
class Convention:
    """How the puzzles of some libraries are drawn.

    `hole`: the looks of a cell that is none; empty if it is just left out. `hidden`: the layers that are not drawn.
    """

    groups: tuple[ClueLook, ...]
    kinds: tuple[AreaLook, ...]
    layers: tuple[LayerLook, ...]
    hole: tuple[Words, ...]
    hidden: tuple[str, ...] = ()

    def outside(self, side: str) -> list[str]:
        """Return the groups of clues on a side of the board, the nearest to the board first."""
        return [group.name for group in self.groups if side in group.places]


def _is_slot(word: str) -> bool:
    return word in ("number", "compass") or word in QUARTERS


def fixed_mark(word: str) -> Mark:
    """Return the mark of a word of a look that is not a text."""
    if word == "hole":
        return HOLE
    name, _, style = word.partition(" ")
    if name == "text":
        return "number", style, "1"
    return ("surface", int(style)) if name == "surface" else ("symbol", name, int(style))


def fits(word: str, mark: Mark) -> bool:
    """Check whether a mark is what a word of a look says; of symbols the size and the colour of the pen do not matter."""
    if word == "number":
        return mark[0] == "number"
    if word in QUARTERS:
        return mark[0] == "small" and mark[1] == QUARTERS[word]
    wanted = fixed_mark(word)
    if wanted[0] == mark[0] == "number":
        return mark[1] == wanted[1]
    if wanted[0] == "symbol" and mark[0] == "symbol":
        return mark[2] == wanted[2] and family(str(mark[1])) == family(str(wanted[1]))
    return mark == wanted


def family(name: str) -> str:
    """Return the name of a symbol without its size and colour.

    >>> family("circle_SS"), family("arrow_N_B"), family("arrow_cross")
    ('circle', 'arrow', 'arrow_cross')
    """
    return re.sub(r"(_(SS|LL|XL|L|M|S|B|G|E|W|N))+$", "", name)


# from libraries


def convention_of(names: Iterable[str]) -> Convention:
    """Return how puzzles that use some libraries are drawn; libraries that are files are left out."""
    return _convention(tuple(dict.fromkeys(_used_libraries(names))))


def _used_libraries(names: Iterable[str], depth: int = 0) -> Iterator[str]:
    for name in names:
        if name in libraries() and depth < 10:
            yield from _used_libraries((use.name for use in uses(libraries()[name].document)), depth + 1)
            yield name


@functools.lru_cache(maxsize=64)
def _convention(names: tuple[str, ...]) -> Convention:
    declarations = [_Declared(libraries()[name].document) for name in names]
    kinds = {kind.name: kind for declared in declarations for kind in declared.kinds()}
    groups = {group.name: group for declared in declarations for group in declared.groups(kinds)}
    layers = {layer.name: layer for declared in declarations for layer in declared.layers()}
    if any(layer.look == ("number",) for layer in layers.values()):
        groups = {name: _without_plain_numbers(group) for name, group in groups.items()}
    holes = [hole for declared in declarations for hole in declared.holes()]
    looks = [words for group in groups.values() for _, words in group.looks] + [kind.look for kind in kinds.values()]
    looks += [layer.look for layer in layers.values()] + [words for layer in layers.values() for _, words in layer.looks]
    is_shaded = any("surface" in word for words in looks for word in words)
    hole = tuple(holes) or ((("surface 4",),) * (not is_shaded))
    hidden = tuple(name for declared in declarations for name in declared.hidden_layers())
    return Convention(tuple(groups.values()), _told_apart([*kinds.values()]), tuple(layers.values()), hole, hidden)


def _told_apart(kinds: Sequence[AreaLook]) -> tuple[AreaLook, ...]:
    """Return kinds of areas; an optional kind is not drawn if it would look like a kind that each puzzle has."""
    needed = [kind.look for kind in kinds if not kind.is_optional]
    return tuple(replace(kind, look=NOT_DRAWN) if kind.is_optional and kind.look in needed else kind for kind in kinds)


def _without_plain_numbers(group: ClueLook) -> ClueLook:
    """Return a group whose texts stand in corners so that they are not read from numbers in cells, which are givens."""
    is_small = any(set(words) & set(QUARTERS) for _, words in group.looks)
    return replace(group, looks=tuple((key, words) for key, words in group.looks if words != ("number",))) if is_small else group


class _Declared:
    """Reads what one library declares."""

    def __init__(self, document: Node_Mapping) -> None:
        self.document = document
        self.display = _entries(document, "display")
        formats = document.get("formats")
        self.penpa = _entries(formats, "penpa") if isinstance(formats, Node_Mapping) else {}

    def kinds(self) -> Iterator[AreaLook]:
        for name, node in _entries(self.document, "areas").items():
            cover = _text(_get(node, "cover"))
            if cover:
                is_path = _value(_get(node, "path")) is True
                least = _value(_get(node, "least"))
                yield AreaLook(
                    name,
                    cover,
                    is_path,
                    _value(_get(node, "optional")) is True,
                    least if isinstance(least, int) else 1,
                    self._kind_look(name, cover, is_path),
                )

    def _kind_look(self, name: str, cover: str, is_path: bool) -> Words:
        if name in self.penpa:
            return _looks(self.penpa[name])[0][1]
        drawn = _text(self.display.get(name)).partition(" ")[0]
        if is_path:
            return (drawn if drawn in ("thermo", "arrow", "between") else "line",)
        return ("border",) if cover == "all" else ("cage",)

    def groups(self, kinds: Mapping[str, AreaLook]) -> Iterator[ClueLook]:
        for name, node in _entries(self.document, "clues").items():
            on = _get(node, "on")
            places = [side for word in _texts(on) for side in (SIDES if word == "outside" else (word,))]
            if not places:
                continue
            unknown = _value(_get(node, "unknown"))
            values = _values(_get(node, "values"), unknown)
            parts = {part: _values(entry, unknown) for part, entry in _entries(node, "parts").items()}
            is_list = _value(_get(node, "list")) is True
            template = _text(self.display.get(name))
            template = template if template.count("{}") == 1 else "{}"
            looks = _looks(self.penpa[name]) if name in self.penpa else default_looks(values, parts, places, kinds)
            yield ClueLook(name, tuple(places), values, parts, is_list, tuple(looks), template)

    def layers(self) -> Iterator[LayerLook]:
        for name, node in _entries(self.document, "layers").items():
            if _value(_get(node, "hidden")) is True:
                continue
            over = _text(_get(node, "over")) or "cells"
            values = _values(_get(node, "values"), None)
            looks = _looks(self.penpa[name]) if name in self.penpa else [(ANY, (self._layer_look(name, over, values),))]
            common = next((words for key, words in looks if key == ANY), ())
            special = tuple((key, words) for key, words in looks if key != ANY)
            yield LayerLook(name, over, values, _value(_get(node, "blank")) is True, common, special)

    def hidden_layers(self) -> Iterator[str]:
        """Yield the layers that are not drawn."""
        yield from (name for name, node in _entries(self.document, "layers").items() if _value(_get(node, "hidden")) is True)

    def _layer_look(self, name: str, over: str, values: ClueValues) -> str:
        if over == "cells":
            if _text(self.display.get(name)).partition(" ")[0] == "outline":
                return "border"
            return "surface" if values.is_bool else "number"
        if over == "borders" or (over == "links" and name == "wall"):
            return "edge"
        return "line" if over in ("links", "pairs") else "none"

    def holes(self) -> Iterator[Words]:
        if "holes" in self.penpa:
            yield from (words for _, words in _looks(self.penpa["holes"]))


def default_looks(
    values: ClueValues, parts: Mapping[str, ClueValues], places: Collection[str], kinds: Mapping[str, AreaLook]
) -> list[tuple[Value, Words]]:
    """Return the looks of clues for libraries that do not define them."""
    if parts:
        return [(ANY, ("compass" if set(parts) == set(STRAIGHT) else "number",))]
    if values.is_directions:
        looks_of_arrows: list[tuple[Value, Words]] = [(value, (look,)) for value, look in _ARROWS.items() if value in STRAIGHT]
        return looks_of_arrows if values.unknown is None else [*looks_of_arrows, (values.unknown, (f"text {values.unknown}",))]
    is_small = bool({"links", "borders", "corners"} & set(places))
    for table in (_SMALL_LOOKS if is_small else _LOOKS, _ARROWS, _SIGNS):
        if values.listed and all(value in table for value in values.listed):
            return [(value, (table[value],)) for value in values.listed]
    if values.is_bool:
        return [(True, (_SMALL_LOOKS[True],))]
    is_cage = any(kinds[word].look == ("cage",) for word in places if word in kinds)
    return [(ANY, ("TL",)), (ANY, ("number",))] if is_cage else [(ANY, ("number",))]


def _looks(node: Node) -> list[tuple[Value, Words]]:
    """Return the looks of a name: the words for each value, in the order in which they are tried."""
    pairs: Iterable[tuple[Value, Node]] = [(ANY, node)]
    if isinstance(node, Node_Mapping):
        pairs = [(_value(key), entry) for key, entry in node.items]
    looks = []
    for key, entry in pairs:
        for text in entry.items if isinstance(entry, Node_Sequence) else (entry,):
            looks.append((key, tuple(word.strip() for word in _text(text).split(",") if word.strip())))
    return looks


def _entries(node: Node | None, key: str) -> dict[str, Node]:
    entries = node.get(key) if isinstance(node, Node_Mapping) else None
    return {name.text: entry for name, entry in entries.items} if isinstance(entries, Node_Mapping) else {}


def _get(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Node_Mapping) else None


def _text(node: Node | None) -> str:
    return " ".join(node.text.split()) if isinstance(node, Scalar) else ""


def _texts(node: Node | None) -> list[str]:
    return [_text(entry) for entry in (node.items if isinstance(node, Node_Sequence) else (node,)) if entry is not None]


def _value(node: Node | None) -> Value:
    return node.value if isinstance(node, Scalar) else None


def _values(node: Node | None, unknown: Value) -> ClueValues:
    """Return the values that a library declares, as far as its text says them."""
    if isinstance(node, Node_Sequence):
        return _list_values([_value(entry) for entry in node.items], unknown)
    text = _text(node)
    if text == "directions":
        return ClueValues(is_directions=True, unknown=unknown)
    if text == "bool":
        return ClueValues(is_bool=True, unknown=unknown)
    if text == "texts":
        return ClueValues(is_text=True, unknown=unknown)
    if re.fullmatch(r"\[\w+(, \w+)*\]", text):
        return _list_values(text[1:-1].split(", "), unknown)
    try:
        literal = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        literal = None
    if isinstance(literal, list):
        return _list_values(literal, unknown)
    is_range = text in ("integers", "rationals") or re.match(r"[^\[]*\.\.", text)
    return ClueValues(is_open=not is_range, unknown=unknown)


def _list_values(members: Sequence[Value], unknown: Value) -> ClueValues:
    return ClueValues(listed=tuple(members), unknown=unknown)
