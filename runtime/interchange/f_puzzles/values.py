"""Check the values that stand in the JSON of f-puzzles: numbers, lists, the names of cells."""

from __future__ import annotations

import re

from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span

from ..format import wrong
from ..puzzle import Place, Point

MOST_ENTRIES = 1_000  # of one list, and cells of an entry


@dataclass(eq=False)
class CheckedValues:
    """Checks on a board of `size` rows. All errors point to `span`; messages say where in the JSON it is."""

    span: Span
    size: int = 0

    def fail(self, message: str, help: str = "") -> SpecError:
        """Return the error for something that is wrong."""
        return wrong(message, self.span, help)

    def whole(self, value: object, what: str, low: int, high: int) -> int:
        """Return a number, which may be a text."""
        text = str(value).strip() if isinstance(value, (int, str)) and not isinstance(value, bool) else ""
        if not re.fullmatch(r"-?[0-9]{1,9}", text):
            raise self.fail(f"{what} must be a number (got {text_of(value)})")
        if not low <= int(text) <= high:
            raise self.fail(f"{what} must be from {low:,} to {high:,} (got {text})")
        return int(text)

    def entries(self, value: object, what: str) -> list[object]:
        """Return a list that is not too long."""
        if not isinstance(value, list):
            raise self.fail(f"{what} must be a list (got {text_of(value)})")
        if len(value) > MOST_ENTRIES:
            raise self.fail(f"{what} has more than {MOST_ENTRIES:,} entries")
        return value

    def mapping(self, value: object, what: str) -> dict[str, object]:
        """Return a mapping."""
        if not isinstance(value, dict):
            raise self.fail(f"{what} must be a mapping (got {text_of(value)})")
        return value

    def cell(self, value: object, what: str, *, outside: bool = False) -> Point:
        """Return the place of `R1C2`; one row and column further on each side if it may lie outside."""
        match = re.fullmatch(r"R([0-9]{1,3})C([0-9]{1,3})", value) if isinstance(value, str) else None
        if not match:
            raise self.fail(f"{what} must name a cell, as in `R1C2` (got {text_of(value)})")
        row, column = int(match[1]), int(match[2])
        low, high = (0, self.size + 1) if outside else (1, self.size)
        if not (low <= row <= high and low <= column <= high):
            raise self.fail(f"{what} names `{match[0]}`, which is not on the board of {self.size} rows and columns")
        return 2 * row - 1, 2 * column - 1

    def path(self, value: object, what: str) -> tuple[Point, ...]:
        """Return the places of a list of cells."""
        return tuple(self.cell(name, what) for name in self.entries(value, what))


def has_content(value: object) -> bool:
    """Check whether a value says anything.

    >>> [has_content(value) for value in (False, [], "", 0, "x")]
    [False, False, False, True, True]
    """
    return not (value is None or value is False or value in ("", [], {}))


def cell_name(place: Place) -> str:
    """Return the name of a cell in f-puzzles.

    >>> cell_name((1, 3))
    'R1C2'
    """
    assert not isinstance(place, str)
    down, right = place
    assert isinstance(down, int) and isinstance(right, int)
    return f"R{(down + 1) // 2}C{(right + 1) // 2}"


def short(text: str) -> str:
    """Return a text as messages show it."""
    return "".join(sign if sign.isprintable() else "?" for sign in (text if len(text) <= 30 else f"{text[:30]}..."))


def text_of(value: object) -> str:
    """Return a value as messages show it."""
    if isinstance(value, (dict, list)):
        return "a mapping" if isinstance(value, dict) else "a list"
    return "nothing" if value is None else f"`{short(str(value))}`"
