"""Scopes: the meaning of names at some point of a spec.

Names are bound lazily: `let`, `define` and the parameters of definitions are bound to an expression and the scope it stands
in, so a scope without unknown members means the same to the judge and to the compiler.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from ..geometry.area import Area
from ..geometry.board import Board
from ..geometry.places import Cell
from ..records import dataclass
from ..syntax.diagnostics import Code, Fault
from ..syntax.foreign import cell_hint
from ..syntax.syntax_tree import Expression, Name
from ..values import BLANK, FAIL, Field, Value, describe, is_known

CONSTANTS: Mapping[str, Value] = {"blank": BLANK, "true": True, "false": False, "fail": FAIL}
GEOMETRY = ("cells", "links", "borders", "corners", "rows", "columns", "lines", "segments", "directions")
ALL_DIRECTIONS = ("up", "right", "down", "left", "up_right", "down_right", "down_left", "up_left")
BOARD_NAMES = (*GEOMETRY, "up", "right", "down", "left")
PLACE_NAME = re.compile(r"r([0-9]{1,4})c([0-9]{1,4})")


# Scopes and what is delayed in them are never changed. They are not frozen because one is made for each turn of a loop and for
# each argument, and making a frozen record takes three times as long.


@dataclass(slots=True, eq=False)
class Scope:
    """The meaning of names: first the local ones, then those of the grid."""

    names: Mapping[str, Value]
    words: Mapping[str, Value]
    board: Board | None
    local: Mapping[str, Value]

    def bind(self, name: str, value: Value) -> Scope:
        """Return this scope with one more local name."""
        return Scope(self.names, self.words, self.board, {**self.local, name: value})

    def bind_all(self, values: Mapping[str, Value]) -> Scope:
        """Return this scope with more local names."""
        return Scope(self.names, self.words, self.board, {**self.local, **values})

    def outer(self) -> Scope:
        """Return this scope without local names: the scope of a definition."""
        return Scope(self.names, self.words, self.board, {})

    def is_known(self) -> bool:
        """Check whether no local name is bound to an unknown value."""
        scopes, seen = [self], {id(self)}  # several names may be bound in one scope, and so on inwards
        for scope in scopes:
            for value in scope.local.values():
                if isinstance(value, (Delayed, Closure)):
                    if id(value.scope) not in seen:
                        seen.add(id(value.scope))
                        scopes.append(value.scope)
                elif not is_known(value):
                    return False
        return True

    def bindings(self) -> tuple[tuple[str, str], ...]:
        """Return the local names with their values as text for messages; the same before and after cells have values."""
        return tuple((name, describe(value)) for name, value in self.local.items() if _can_be_shown(value))


def _can_be_shown(value: Value) -> bool:
    """Check whether a value can be shown without reading a cell: it is known, or a whole layer, which has a name."""
    if isinstance(value, Field):
        return bool(value.name)
    if isinstance(value, (list, tuple)):
        return all(map(_can_be_shown, value))
    return not isinstance(value, (Delayed, Closure)) and is_known(value)


@dataclass(slots=True, eq=False)
class Delayed:
    """An expression and the scope it stands in, evaluated when its name is used. `is_let`: it is a `let`, around other loops."""

    node: Expression
    scope: Scope
    is_let: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Closure:
    """A function as a value: a lambda, a definition with parameters, or (by name) a function of the language."""

    parameters: tuple[str, ...]
    body: Expression
    scope: Scope
    name: str = ""

    kind: ClassVar[str] = "a function"

    def __str__(self) -> str:
        return self.name or f"lambda {', '.join(self.parameters)}: {self.body.span.text}"

    def apply(self, arguments: Sequence[Value]) -> Scope:
        """Return the scope of the body, with the parameters bound to arguments."""
        return self.scope.bind_all(dict(zip(self.parameters, arguments, strict=bool(self.parameters))))

    @property
    def is_of_language(self) -> bool:
        """Check whether it is a function of the language."""
        return isinstance(self.body, Name) and self.body.name == self.name


def names_on(board: Board | None) -> tuple[str, ...]:
    """Return the names of geometry on a board; empty if there is no single board."""
    return () if board is None else (*GEOMETRY, *(direction.name for direction in board.all_directions))


def is_of_language(name: str, board: Board | None) -> bool:
    """Check whether a name has a meaning that no spec can change: a constant, a name of geometry on the board, a grid."""
    return name in CONSTANTS or name in ("grid", "grids") or name in names_on(board)


def board_value(board: Board, name: str) -> Value | None:
    """Return the value of a name of geometry on a board; None if it is no such name.

    >>> board = Board("", 2, 2)
    >>> str(board_value(board, "r2c1")), len(board_value(board, "links"))
    ('r2c1', 4)
    """
    match = PLACE_NAME.fullmatch(name)
    if match:
        return named_cell(board, int(match[1]), int(match[2]))
    if name in ("cells", "links", "borders", "corners"):
        value = getattr(board, name)
        return value if isinstance(value, Area) else list(value)
    if name == "rows":
        return list(board.rows())
    if name == "columns":
        return list(board.columns())
    if name == "lines":
        return list(board.lines())
    if name == "segments":
        return board.segments()
    if name == "directions":
        return list(board.directions)
    return next((direction for direction in board.all_directions if direction.name == name), None)


def named_cell(board: Board, row: int, column: int) -> Cell:
    """Return the cell called `r{row}c{column}`, counted from 1; raise `Fault` off the board and at a hole."""
    cell = board.at(row - 1, column - 1)
    of_grid = f" of `{board.name}`" if board.name else ""
    if cell is None:
        raise Fault(
            Code.OFF_BOARD,
            f"r{row}c{column} is not on the board{of_grid}, which has {board.extent}",
            cell_hint(f"r{row}c{column}") if 0 in (row, column) else "",
        )
    if cell.hole:
        raise Fault(Code.HOLE, f"r{row}c{column} is a hole of the board{of_grid}")
    return cell


def midpoints(first: Cell, second: Cell) -> Sequence[Value]:
    """Return the places that lie between two cells; none if these are of two grids."""
    board = first.board
    middle = board.midpoints.get((first, second))
    if middle is None:
        middle = board.midpoint((first.row, first.column), (second.row, second.column)) if second.board is board else ()
        board.midpoints[first, second] = middle
    return middle
