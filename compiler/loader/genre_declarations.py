"""What a puzzle of a genre prints: the clue groups and areas that its library declares, checked against the spec.

A library declares them under `clues` and `areas`. What the puzzle leaves out is empty, what it writes is checked, and what no
library knows is refused, unless the spec reads it itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from ..geometry.area import Area, AreaKind, Line, Segment
from ..geometry.board import SIDES, Board
from ..geometry.clue import Clue, ClueGroup
from ..geometry.places import Border, Cell, Corner, Link
from ..library import libraries
from ..records import dataclass, replace
from ..syntax.diagnostics import Code, Collector, SpecError
from ..syntax.span import Span
from ..syntax.suggestions import did_you_mean
from ..syntax.yaml_nodes import Mapping, Node, Scalar, resolve
from ..syntax.yaml_nodes import Sequence as SourceSequence
from ..values import Value, describe
from .clues import empty_group
from .pictures import SIGNS

LACKING = "?"  # a clue whose value is to be filled in
COVER = "cover"
OUTSIDE = "outside"
ENTRIES = "entries"
WORD = re.compile(r"[^\W\d]\w*")
# Where a spec reads its own names, beside the parameters of libraries.
READ_BY = ("layers", "define", "rules", "together", "maximize", "minimize", "answer", "display")

# The sets of values that have a name; any other is a list.
SETS: dict[str, tuple[str, Callable[[Value], bool]]] = {
    "integers": ("any whole number", lambda value: isinstance(value, int) and not isinstance(value, bool)),
    "rationals": ("any number", lambda value: isinstance(value, (int, Fraction)) and not isinstance(value, bool)),
    "bool": ("true or false", lambda value: isinstance(value, bool)),
    "texts": ("any text", lambda value: isinstance(value, str)),
}
ARROWS = {"^": "up", ">": "right", "v": "down", "<": "left", "↑": "up", "→": "right", "↓": "down", "←": "left"}

Listed = Callable[[Node], Sequence[Value]]  # evaluates a list that a library writes, on the board


@dataclass(frozen=True, eq=False)
class Printed:
    """One clue group or kind of areas that a library declares, with the name of the library and where the spec uses it."""

    name: str
    node: Mapping
    library: str
    span: Span
    used: Span

    @property
    def is_areas(self) -> bool:
        """Check whether it is a kind of areas."""
        return self.node.get(COVER) is not None

    def text(self, key: str) -> str:
        """Return the text under a key, in one line; empty if the key is missing."""
        node = self.node.get(key)
        return " ".join(node.text.split()) if isinstance(node, Scalar) else ""

    def is_true(self, key: str) -> bool:
        """Check whether a key is true."""
        node = self.node.get(key)
        return isinstance(node, Scalar) and node.value is True

    @property
    def places(self) -> tuple[str, ...]:
        """Return the words for where the clues stand; those outside are the four sides."""
        node = self.node.get("on")
        words = node.items if isinstance(node, SourceSequence) else (node,)
        return tuple(word.text for word in words if isinstance(word, Scalar))

    def words(self) -> str:
        """Return the declaration in words: the places of the clues, and their values."""
        if self.is_areas:
            return f"areas `{self.name}`"
        parts = self.node.get("parts")
        if isinstance(parts, Mapping):
            what = f"[{', '.join(f'{key.text} ({_text_of(node)})' for key, node in parts.items)}]"
            what = f"{what}, or a list of such" if self.is_true("list") else what
        else:
            values = self.node.get("values")
            what = _text_of(values) if values is not None else ""
            what = SETS[what][0] if what in SETS else what
            what = f"a list of {what}" if self.is_true("list") else what
        unknown = f", or {self.text('unknown')}" if self.text("unknown") else ""
        return f"clues `{self.name}` on {' and '.join(self.places)}" + (f": {what}{unknown}" if what else "")


def _text_of(node: Node) -> str:
    return " ".join(node.span.text.strip("\"'").split())


def is_printed(node: Node) -> bool:
    """Check whether an entry under `areas` of a library is what a puzzle prints, and not an area of the library itself."""
    return isinstance(node, Mapping) and node.get(COVER) is not None


# what stands in the spec


def check_present(printed: Printed, collector: Collector) -> None:
    """Add a diagnostic if a genre needs areas that the spec leaves out, because they cover the whole board."""
    if printed.text(COVER) == "all" and not printed.is_true("optional"):
        message = f"`{printed.library}` needs the areas `{printed.name}`: {printed.text('says')}"
        help = f"write them below `areas:` as `{printed.name}: |`, and the picture below that, one label for each area"
        collector.add(Code.MISSING_KEY, message, printed.used, help=help)


def checked_kind(kind: AreaKind, printed: Printed, board: Board, span: Span, collector: Collector) -> AreaKind:
    """Return a kind of areas; add a diagnostic for each area that its genre does not allow."""
    cover = printed.text(COVER)
    met: dict[Cell, Area] = {}
    least = printed.node.get("least")
    fewest = least.value if isinstance(least, Scalar) and isinstance(least.value, int) else 1
    for area in kind:
        collector.look()
        if len(area) < fewest:
            cells = f"{len(area)} cell{'s' * (len(area) != 1)}"
            message = f"{_name_of(area, kind)} has {cells}; `{printed.library}` needs at least {fewest}"
            collector.add(Code.WRONG_SIZE, message, span, help=printed.text("says"))
        twice = next((cell for cell in area if cell in met), None) if cover != "any" else None
        if twice is not None:
            message = f"{twice.name} lies in two areas of `{kind.name}`: {met[twice].name} and {area.name}"
            collector.add(Code.WRONG_VALUE, message, span, help=printed.text("says"))
        met |= dict.fromkeys(area, area)
        if printed.is_true("path"):
            _check_path(area, kind, board, span, collector)
    missing = [cell for cell in board.cells if cell not in met] if cover == "all" else []
    if missing:
        more = len(missing) - 1
        others = f", and neither {'does 1 other' if more == 1 else f'do {more} others'}" if more else ""
        message = f"{missing[0].name} lies in no area of `{kind.name}`{others}"
        collector.add(Code.WRONG_VALUE, message, span, help=printed.text("says"))
    return kind


def _check_path(area: Area, kind: AreaKind, board: Board, span: Span, collector: Collector) -> None:
    for before, after in zip(area.cells, area.cells[1:], strict=False):
        if after not in board.touching(before):
            message = f"{after.name} does not touch {before.name}, the cell before it in {_name_of(area, kind)}"
            help = "list the cells in the order in which the line passes them"
            collector.add(Code.WRONG_VALUE, message, span, help=help)
            return


def _name_of(area: Area, kind: AreaKind) -> str:
    return f"the area {area.name} of `{kind.name}`"


def checked_group(
    group: ClueGroup,
    printed: Printed,
    board: Board,
    kinds: Sequence[AreaKind],
    listed: Listed,
    collector: Collector,
    *,
    may_lack_values: bool = False,
) -> ClueGroup:
    """Return a clue group with its values as the genre reads them; add a diagnostic for each clue that it does not allow.

    Where clues are lists, a single value is a list of one, and `1,2` in a picture is a list of two; where each member has parts,
    a single member is a list of one. Where they are directions, their names and arrows in a picture are directions.
    """
    try:
        allowed = _Allowed(printed, board, kinds, listed)
    except SpecError as problem:
        collector.take(problem)
        return group
    clues = []
    for clue in group:
        collector.look()
        if not allowed.place(clue.place):
            where = "outside the board" if isinstance(clue.place, Line) and clue.place.side else f"at {clue.place}"
            message = f"`{printed.library}` prints no clue of `{group.name}` {where}"
            collector.add(Code.WRONG_VALUE, message, clue.span, help=f"it prints {printed.words()}")
            continue
        value = clue.value if may_lack_values and clue.value == LACKING else allowed.read(clue)
        if value is None:
            message = f"{describe(clue.value)} is not a clue of `{group.name}` in `{printed.library}`"
            collector.add(Code.NOT_A_VALUE, message, clue.span, help=f"it prints {printed.words()}")
        clues.append(clue if value is None else replace(clue, value=value))
    if not clues and not group.all_places():  # `{}` does not say where clues may stand, but the library does
        return empty_group(group.name, printed.places, board, list(kinds))
    return ClueGroup(group.name, tuple(clues), group.all_places)


class _Allowed:
    """The places and values that a declaration allows."""

    def __init__(self, printed: Printed, board: Board, kinds: Sequence[AreaKind], listed: Listed) -> None:
        self.words = {side for word in printed.places for side in (SIDES if word == OUTSIDE else (word,))}
        self.areas = {id(area) for kind in kinds if kind.name in self.words for area in kind}
        self.directions: dict[str, Value] = {way.name: way for way in board.all_directions}
        self.directions |= {sign: self.directions[name] for sign, name in ARROWS.items() if name in self.directions}
        self.is_list = printed.is_true("list")
        unknown = printed.node.get("unknown")
        self.unknown = unknown.value if isinstance(unknown, Scalar) else None
        parts, values = printed.node.get("parts"), printed.node.get("values")
        self.parts = [_test(node, listed) for _, node in parts.items] if isinstance(parts, Mapping) else []
        self.values = _test(values, listed) if values is not None else lambda value: not isinstance(value, (list, dict, range))

    def place(self, place: object) -> bool:
        """Check whether clues may stand at a place."""
        if isinstance(place, Line) and place.side:
            return place.side in self.words
        if isinstance(place, Segment):
            return ENTRIES in self.words
        if isinstance(place, Area):
            return id(place) in self.areas
        kinds = {"cells": Cell, "links": Link, "corners": Corner}
        is_border = "borders" in self.words and isinstance(place, (Border, Link))
        return is_border or any(isinstance(place, kind) for word, kind in kinds.items() if word in self.words)

    def read(self, clue: Clue) -> Value | None:
        """Return the value of a clue as the genre reads it; None if it is not allowed."""
        value = clue.value
        if isinstance(value, bool) and clue.span.text in SIGNS and not (self.values(value) or self.parts):
            value = clue.span.text  # `#` and `-` in a picture are truth values, unless the genre prints these signs
        if self.unknown is not None and value == self.unknown and not self.is_list:
            return value
        if not (self.is_list or self.parts):
            return self._member(value, self.values)
        if isinstance(value, str) and "," in value:
            value = [resolve(part.strip()) for part in value.split(",")]
        members = list(value) if isinstance(value, (list, range, tuple)) else [value]
        if not self.parts:
            return self._all(members, [self.values] * len(members))
        if not self.is_list:
            return self._all(members, self.parts)
        several = members if members and all(isinstance(one, list) for one in members) else [members]
        values = [self._all(one, self.parts) for one in several if isinstance(one, list)]
        return None if None in values else values

    def _all(self, members: Sequence[Value], tests: Sequence[Callable[[Value], bool]]) -> list[Value] | None:
        if len(members) != len(tests):
            return None
        read = [self._member(one, test) for test, one in zip(tests, members, strict=True)]
        return None if None in read else read

    def _member(self, value: Value, test: Callable[[Value], bool]) -> Value | None:
        if test(value) or (self.unknown is not None and value == self.unknown):
            return value
        direction = self.directions.get(value) if isinstance(value, str) else None
        return direction if direction is not None and test(direction) else None


def _test(node: Node, listed: Listed) -> Callable[[Value], bool]:
    """Return the check whether a value is among those that a library writes."""
    if isinstance(node, Scalar) and node.text in SETS:
        return SETS[node.text][1]
    values = listed(node)
    return lambda value: not isinstance(value, (list, dict, tuple)) and _among(value, values)


def _among(value: Value, values: Collection[Value]) -> bool:
    if isinstance(values, range):
        return isinstance(value, int) and not isinstance(value, bool) and value in values
    return any(member == value and isinstance(member, bool) == isinstance(value, bool) for member in values)


# what no library knows


def refuse_unknown(document: Mapping, declared: Sequence[Printed], genres: Sequence[str], collector: Collector) -> None:
    """Add a diagnostic for each clue group and kind of areas that no library declares and that the spec does not read itself."""
    parts = [document, *_boards(document)]
    read = names_read(document)
    known = {printed.name: printed for printed in declared}
    groups = [entry for part in parts for entry in _entries(part, "clues")]
    on_areas = {word for key, node in groups if key.text in known or key.text in read for word in _keys(node)}
    for key, _ in groups:
        if key.text not in known and key.text not in read:
            _unknown(key, "clues", [printed for printed in declared if not printed.is_areas], genres, collector)
    for part in parts:
        for key, node in _entries(part, "areas"):
            labels = {key.text, *_labels(node)}
            if key.text not in known and key.text not in read and not labels & on_areas:
                _unknown(key, "areas", [printed for printed in declared if printed.is_areas], genres, collector)


def names_read(document: Mapping) -> set[str]:
    """Return the words of a spec's own rules, definitions and layers, among them the names of clues and areas that they read."""
    readers = [*(document.get(key) for key in READ_BY), *_parameters(document.get("use"))]
    return {word for node in readers if node is not None for word in _words(node)}


def _unknown(key: Scalar, what: str, declared: Sequence[Printed], genres: Sequence[str], collector: Collector) -> None:
    close = did_you_mean(key.text, [printed.name for printed in declared])
    prints = "; ".join(printed.words() for printed in declared) or f"no {what}"
    verb = "it prints" if len(genres) == 1 else "they print"
    help = f"{close} " * bool(close) + f"{verb} {prints}; to add {what} of your own, write a rule that reads them"
    added = _constraints_with(key.text, what, genres)
    if added:
        together = " or ".join(f"`use: [{', '.join((*genres, name))}]`" for name in added)
        help = f"add the library that has them: write {together}"
    named = " and ".join(f"`{name}`" for name in genres)
    collector.add(Code.UNKNOWN_NAME, f"{named} print{'s' * (len(genres) == 1)} no {what} `{key.text}`", key.span, help=help)


def _constraints_with(name: str, what: str, genres: Sequence[str]) -> list[str]:
    """Return the constraints that can be added to a genre, as killer to sudoku, and that print what has this name."""
    families = {libraries()[genre].family for genre in genres if genre in libraries()} - {""}
    return [
        library.name
        for library in libraries().values()
        if library.family in families
        and re.search(rf"(?m)^  {re.escape(name)}:", library.file.read_text("utf-8"))
        and library.document.get("layers") is None
        and any(key.text == name for key, _ in _entries(library.document, what))
    ]


def _parameters(use: Node | None) -> Iterator[Node]:
    """Yield the arguments of the libraries; names in them are not names of the spec."""
    for item in use.items if isinstance(use, SourceSequence) else (use,):
        yield from (given for _, given in item.items) if isinstance(item, Mapping) else ()


def _boards(document: Mapping) -> Iterator[Mapping]:
    boards = document.get("grids")
    yield from (node for _, node in boards.items if isinstance(node, Mapping)) if isinstance(boards, Mapping) else ()


def _entries(part: Mapping, key: str) -> Iterable[tuple[Scalar, Node]]:
    node = part.get(key)
    return node.items if isinstance(node, Mapping) else ()


def _words(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield from WORD.findall(node.text)
    for item in node.items if isinstance(node, SourceSequence) else ():
        yield from _words(item)
    for key, value in node.items if isinstance(node, Mapping) else ():
        yield from WORD.findall(key.text)
        if key.text != "says":
            yield from _words(value)


def _keys(node: Node) -> Iterator[str]:
    """Yield the labels of areas at which clues stand; `cages.a` is the label a of the kind cages."""
    for key, _ in node.items if isinstance(node, Mapping) else ():
        yield from key.text.split(".")


def _labels(node: Node) -> Iterator[str]:
    if isinstance(node, Mapping):
        yield from (key.text for key, _ in node.items)
    elif isinstance(node, Scalar):
        yield from node.text.split()
