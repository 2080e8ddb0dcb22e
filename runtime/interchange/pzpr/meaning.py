"""What codes stand for: the values of clues, givens and parameters, as the library of a genre says, in both directions."""

from __future__ import annotations

import functools
from collections.abc import Callable

from gridwright.compiler.records import dataclass, field, replace
from gridwright.compiler.values import Value

from ..puzzle import Loss, Place, Point, PrintedPuzzle, is_cell, is_point, place_name
from .board import PzprBoard
from .codecs import UNKNOWN, Code
from .layout import HOLES, NOTHING, UNCOVERED, CodecEntry, Codes, Declared, Layout

Values = dict[str, dict[Place, Value]]


@dataclass
class DecodeState:
    """A puzzle that is being read.

    `walls`: for each kind of areas the walls between them, and the clues for walls inside an area. `version`: that of its file.
    `idle`: the names for which a `?` was read that says nothing.
    """

    layout: Layout
    board: PzprBoard
    clues: Values = field(default_factory=dict)
    givens: Values = field(default_factory=dict)
    solution: Values = field(default_factory=dict)
    areas: dict[str, dict[str, tuple[Point, ...]]] = field(default_factory=dict)
    parameters: dict[str, Value] = field(default_factory=dict)
    walls: dict[str, tuple[frozenset[Point], tuple[str, ...]]] = field(default_factory=dict)
    holes: set[Point] = field(default_factory=set)
    uncovered: set[Point] = field(default_factory=set)
    warnings: list[str] = field(default_factory=list)
    numbered: dict[str, str] = field(default_factory=dict)
    version: int = 0
    idle: set[str] = field(default_factory=set)

    def places(self, entry: CodecEntry) -> list[Place]:
        """Return the places over which an entry runs."""
        over = entry.over
        if not over:
            name = (*entry.names, *entry.answers)[0]
            declared = self.layout.declared.get(name)
            over = self.board.default_places(declared.on if declared else ("cells",))
        return self.board.places(over, self.areas, frozenset(self.holes | {*self.black_cells()}))

    def black_cells(self) -> list[Point]:
        """Return the cells with clues that stand only in holes."""
        return [place for name in self.layout.black for place in self.clues.get(name, {})]  # type: ignore[misc]

    def set(self, entry: CodecEntry, place: Place, code: Code, is_tuple: bool = False) -> bool:
        """Set what a code stands for; False if it stands for nothing of the genre."""
        if is_tuple and len(entry.names) > 1:
            if not isinstance(code, tuple) or len(code) != len(entry.names):
                return False
            if self.layout.black:
                self.holes.add(place)  # type: ignore[arg-type]
            parts = [*zip(entry.names, code, strict=True)]
            return all(part is None or self._set(entry, name, place, part, is_part=True) for name, part in parts)
        with_values = [name for name in entry.names if entry.values.get(name, (None,)) != (None,)]
        others = [name for name in entry.names if name not in with_values]
        return any(self._set(entry, name, place, code) for name in (*with_values, *others))

    def _set(self, entry: CodecEntry, name: str, place: Place, code: Code, is_part: bool = False) -> bool:
        if name == NOTHING:
            return False
        if name in (HOLES, UNCOVERED):
            if code not in (entry.values.get(name, (None,))[0] or {1: True}):
                return False
            (self.holes if name == HOLES else self.uncovered).add(place)  # type: ignore[arg-type]
            return True
        declared = self.layout.declared[name]
        if len(entry.names) > 1 and declared.on == ("cells",) and is_point(place) and not is_cell(place):
            return False  # another name of the entry takes what stands between cells
        if is_part and code == UNKNOWN and declared.unknown is None and entry.values.get(name, (None,)) == (None,):
            return True
        value = value_of(code, entry.values.get(name, (None,)), declared, place)
        if value is None and code == UNKNOWN and declared.ignores_unknown:
            self.idle.add(name)
            return True
        if value is None:
            return False
        kind = {"clues": self.clues, "layers": self.givens}[declared.kind]
        kind.setdefault(name, {})[place] = value
        return True

    def answer(self, entry: CodecEntry, place: Place, code: Code) -> bool:
        """Set what a code in the solution stands for; False if it stands for nothing."""
        for name in entry.answers:
            declared = self.layout.declared[name]
            value = value_of(code, entry.values.get(name, (None,)), declared, place)
            if value is not None:
                self.solution.setdefault(name, {})[place] = value
                return True
        return False


def value_of(code: Code, maps: tuple[Codes | None, ...], declared: Declared, place: Place) -> Value | None:
    """Return the value that a code stands for; None if it stands for none."""
    if len(maps) > 1:
        if not isinstance(code, tuple) or len(code) != len(maps):
            return None
        parts = [_map(part, codes, place) for part, codes in zip(code, maps, strict=True)]
        return None if None in parts else tuple(parts)
    codes = maps[0]
    if isinstance(code, tuple):
        if codes is None and all(part == UNKNOWN for part in code) and declared.unknown is not None and not declared.is_list:
            return declared.unknown if len(code) == 2 else code
        parts = [_map(part, codes, place) for part in code]
        return None if None in parts else tuple(parts)
    if codes is None and code == UNKNOWN:
        return declared.unknown
    if codes is None and declared.is_truth:
        return True if code in (1, "#") else None
    value = _map(code, codes, place)
    return (value,) if declared.is_list and value is not None else value


def _map(code: Code, codes: Codes | None, place: Place) -> Value | None:
    if codes is None or ("else" in codes and code not in codes):
        return code if isinstance(code, int) or code == UNKNOWN or code in ("up", "down", "left", "right") else None
    return by_way(codes.get(code), place)


def by_way(value: Value, place: Place) -> Value:
    """Return the value for a place between cells side by side, or for one between cells above each other, if both are given."""
    if isinstance(value, list) and is_point(place):
        return value[0] if place[0] % 2 else value[1]
    return value


def code_of(
    value: Value, maps: tuple[Codes | None, ...], declared: Declared, place: Place, accepts: Callable[[Code], bool]
) -> Code:
    """Return the code for a value; None if there is none that a codec has a sign for."""
    if len(maps) > 1:
        if not isinstance(value, tuple) or len(value) != len(maps):
            value = (value,) * len(maps)
        parts = tuple(_encode(part, codes, place, lambda code: True) for part, codes in zip(value, maps, strict=True))
        return None if None in parts else _accept(parts, accepts)
    codes = maps[0]
    if codes is None and declared.unknown is not None and value == declared.unknown:
        both: tuple[Code, ...] = (UNKNOWN, UNKNOWN)
        return _accept(UNKNOWN, accepts) or _accept(both, accepts)
    if codes is None and declared.is_truth:
        return next((code for code in (1, "#") if accepts(code)), None) if value is True else None
    if isinstance(value, tuple):
        if declared.is_list and len(value) == 1 and not accepts((1,)):
            value = value[0]
        else:
            codes_of_parts = tuple(_encode(part, codes, place, lambda code: True) for part in value)
            return None if None in codes_of_parts else _accept(codes_of_parts, accepts)
    return _encode(value, codes, place, accepts)


def _accept(code: Code, accepts: Callable[[Code], bool]) -> Code:
    return code if accepts(code) else None


def _encode(value: Value, codes: Codes | None, place: Place, accepts: Callable[[Code], bool]) -> Code:
    if codes is None:
        is_code = (isinstance(value, int) and not isinstance(value, bool)) or isinstance(value, str)
        return _accept(value, accepts) if is_code else None
    for code, meaning in codes.items():
        wanted = by_way(meaning, place)
        if wanted == value and isinstance(wanted, bool) == isinstance(value, bool) and accepts(code):
            return code  # type: ignore[no-any-return]
    return _encode(value, None, place, accepts) if "else" in codes and value not in codes else None


@dataclass
class EncodeState:
    """A puzzle that is being written: its board, the parts written so far, and the losses."""

    layout: Layout
    board: PzprBoard
    puzzle: PrintedPuzzle
    written: set[tuple[str, Place]] = field(default_factory=set)
    parameters: set[str] = field(default_factory=set)
    losses: list[Loss] = field(default_factory=list)

    def places(self, entry: CodecEntry) -> list[Place]:
        """Return the places over which an entry runs."""
        draft = DecodeState(self.layout, self.board, areas={kind: dict(areas) for kind, areas in self.puzzle.areas.items()})
        draft.holes = set(self.puzzle.holes)
        return draft.places(entry)

    def value(self, name: str, place: Place) -> Value | None:
        """Return the printed value of a name at a place; None if there is none."""
        if name in (HOLES, UNCOVERED, NOTHING):
            cells = {HOLES: self.puzzle.holes, UNCOVERED: self.uncovered}.get(name, ())
            return True if place in cells else None
        kind = self.puzzle.clues if self.layout.declared[name].kind == "clues" else self.puzzle.givens
        return kind.get(name, {}).get(place)

    @functools.cached_property
    def names(self) -> set[str]:
        """Return all names that the body holds."""
        return {name for entry in self.layout.body for name in entry.names}

    @functools.cached_property
    def uncovered(self) -> set[Point]:
        """Return the cells that lie in no area, of a puzzle with areas."""
        covered = {cell for areas in self.puzzle.areas.values() for area in areas.values() for cell in area}
        return {*self.board.cells} - covered - self.puzzle.holes

    def code(self, entry: CodecEntry, place: Place, accepts: Callable[[Code], bool], is_tuple: bool = False) -> Code:
        """Return the code for what is printed at a place; None for nothing."""
        if is_tuple and len(entry.names) > 1:
            parts = tuple(self._code(entry, name, place, lambda code: True) for name in entry.names)
            is_hole = place in self.puzzle.holes and bool(self.layout.black)
            if is_hole:
                self.written.add((HOLES, place))
            if not is_hole and all(part is None for part in parts):
                return None
            if accepts(parts):
                return parts
            self.written -= {(name, place) for name in entry.names}
            return None
        printed_code = None
        for name in entry.names:
            if printed_code is None and not (name == HOLES and self._is_black(place, entry)):
                printed_code = self._code(entry, name, place, accepts)
        return printed_code

    def _is_black(self, place: Place, entry: CodecEntry) -> bool:
        """Check whether a clue of the same entry says that a cell is a hole."""
        return any(place in self.puzzle.clues.get(name, {}) for name in self.layout.black if name in entry.names)

    def _code(self, entry: CodecEntry, name: str, place: Place, accepts: Callable[[Code], bool]) -> Code:
        value = self.value(name, place)
        if value is None:
            return None
        declared = self.layout.declared.get(name) or Declared("clues", (), None, False, True, None)
        maps = entry.values.get(name, (None,))
        code = code_of(value, maps, declared, place, accepts)
        if code is not None:
            self.written.add((name, place))
        return code

    def answer(self, entry: CodecEntry, place: Place, accepts: Callable[[Code], bool]) -> Code:
        """Return the code for the value of the solution at a place; None for nothing."""
        for name in entry.answers:
            value = self.puzzle.solution.get(name, {}).get(place)
            if value is not None:
                code = code_of(value, entry.values.get(name, (None,)), self.layout.declared[name], place, accepts)
                if code is not None:
                    return code
        return None

    def all_losses(self) -> tuple[Loss, ...]:
        """Return all that is not in what was written."""
        return (*self.puzzle.own, *self.losses, *self._unwritten(), *self._parameters())

    def _unwritten(self) -> list[Loss]:
        black = {place for name in self.layout.black for place in self.puzzle.clues.get(name, {})}
        losses = []
        for what, groups in (("the clue", self.puzzle.clues), ("the given", self.puzzle.givens)):
            for name, values in groups.items():
                for place, value in values.items():
                    if (name, place) not in self.written:
                        where = _where(place)
                        losses.append(Loss(f"{what} `{name}` {where}: {text_of(value)}", self.puzzle.span(name, place)))
        for place in sorted(self.puzzle.holes):
            if (HOLES, place) not in self.written and place not in black and place in self.board.cells:
                losses.append(Loss(f"the hole at {place_name(place)}"))
        for kind, areas in self.puzzle.areas.items():
            if areas and kind not in self.names:
                losses.append(Loss(f"the areas `{kind}`"))
        return losses

    def _parameters(self) -> list[Loss]:
        losses = [Loss(f"the library `{name}`") for name in self.puzzle.uses if name != self.layout.genre]
        for name, value in self.puzzle.uses.get(self.layout.genre, {}).items():
            default = self.layout.declared[name].default if name in self.layout.declared else None
            if name not in self.parameters and value != default:
                losses.append(Loss(f"the parameter `{name}: {value}` of `{self.layout.genre}`"))
        return losses


def text_of(value: Value) -> str:
    """Return a value in words."""
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _where(place: Place) -> str:
    return (
        f"of the area {place}" if isinstance(place, str) else f"at {place_name(place)}" if is_point(place) else place_name(place)
    )


def in_order(puzzle: PrintedPuzzle, apart: tuple[str, ...] = ()) -> PrintedPuzzle:
    """Return a puzzle whose areas are in the order of their first cells, labelled with their numbers.

    Cells with clues that stand `apart` are taken out of the areas.
    """
    cells = {place for name in apart for place in puzzle.clues.get(name, {})}
    if cells:
        left = {
            kind: {label: tuple(c for c in area if c not in cells) for label, area in areas.items()}
            for kind, areas in puzzle.areas.items()
        }
        puzzle = replace(puzzle, areas=left)
    order = {kind: sorted(areas, key=lambda label, areas=areas: min(areas[label])) for kind, areas in puzzle.areas.items()}  # type: ignore[misc]
    new = {label: str(at) for labels in order.values() for at, label in enumerate(labels)}

    def move(place: Place) -> Place:
        return new.get(place, place) if isinstance(place, str) else place

    return replace(
        puzzle,
        areas={
            kind: {new[label]: tuple(sorted(puzzle.areas[kind][label])) for label in labels} for kind, labels in order.items()
        },
        clues={name: {move(place): value for place, value in values.items()} for name, values in puzzle.clues.items()},
        spans={(name, move(place)): span for (name, place), span in puzzle.spans.items()},
    )
