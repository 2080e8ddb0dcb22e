"""Ways of drawing, and what `display` chooses among them for a layer, a group of clues or a kind of areas.

A way is a word, such as `thermo`. Pictures draw it; the language only has to know for what it is a way, and which options it
takes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..geometry.places import Cell, Direction
from ..records import dataclass, field
from ..values import BLANK, Value

AREAS = "a kind of areas"
IN_CELLS, BETWEEN, AT_CORNERS = "clues in cells", "clues between cells", "clues at corners"
ON_AREAS, OUTSIDE = "clues on areas", "clues outside"
TRUTHS, VALUES = "a layer of truth values in cells", "another layer in cells"
LINKS, BORDERS, CORNERS = "a layer over links", "a layer over borders", "a layer over corners"
PAIRS, ARMS, LAID = "a layer over pairs of cells", "a layer over cells and directions", "a layer over placements"
SINGLE, ELSEWHERE = "a single unknown", "a layer over other places"
CLUES = (IN_CELLS, BETWEEN, AT_CORNERS, ON_AREAS, OUTSIDE)
CELL_LAYERS = (TRUTHS, VALUES)
LAYERS = (ELSEWHERE, *CELL_LAYERS, LINKS, BORDERS, CORNERS, PAIRS, ARMS, LAID)
THINGS = (AREAS, *CLUES, *CELL_LAYERS, LINKS, BORDERS, CORNERS, PAIRS, ARMS, LAID, SINGLE, ELSEWHERE)


@dataclass(frozen=True, slots=True)
class Option:
    """Alternative words after a word of `display`, such as colours; at most one of them is written."""

    name: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """How a way draws one kind of things: in words, the function that does it, and the options that it reads.

    `marks`: for a kind of areas, returns signs for the cells of an area with a look, for terminals.
    """

    says: str
    draw: Callable[..., Iterator[Any]]
    options: tuple[Option, ...] = ()
    marks: Callable[[Any, Look], Mapping[Any, str]] | None = None


@dataclass(frozen=True, slots=True)
class Glyph:
    """A way of drawing, by the kinds of things that it is for (`THINGS`). `symbol`: what it draws, if that is one thing.

    `sign`: what a terminal shows for a value that is drawn like this. `signs`: what it shows for the values of a layer that is
    drawn like this, by their keys.
    """

    parts: Mapping[str, Drawing]
    sign: str = ""
    symbol: str = ""
    signs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Look:
    """How one thing is drawn: a word, its options by their names, a text around a clue's value, and looks of single values.

    The word is empty where only single values have one, or only a text stands around the value. `replaces`: it is the look of a
    single value, which is not written then.
    """

    word: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    template: str = ""
    by_value: Mapping[str, Look] = field(default_factory=dict)
    replaces: bool = False

    def option(self, option: Option, default: str = "") -> str:
        """Return the word that was chosen for an option."""
        return self.options.get(option.name, default)

    def of_value(self, value: Value) -> Look | None:
        """Return the look of a single value; None if it has none of its own.

        >>> Look(by_value={"true": Look("star")}).of_value(True)
        Look(word='star', options={}, template='', by_value={}, replaces=False)
        """
        return self.by_value.get(key_of(value)) if self.by_value else None


def key_of(value: Value) -> str:
    """Return how a value is written as a key under `display`.

    >>> key_of(True), key_of(7), key_of("x"), key_of(BLANK)
    ('true', '7', 'x', '.')
    """
    if value is BLANK:
        return "."
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.name if isinstance(value, (Direction, Cell)) else str(value)
