"""Lines and coloured cells of f-puzzles that have no rule: areas that a spec only draws, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ...output.pictures.options import COLOURS
from ..puzzle import Point, PrintedPuzzle

DRAWN_AS = {"line": "line", "rectangle": "shade", "circle": "shade"}  # the word of `display` for each list of f-puzzles
PREFIX = "drawn"


def nearest_colour(text: object) -> str:
    """Return the colour of pictures that is nearest to one such as `#CFCFCF`; grey for anything else.

    >>> nearest_colour("#FF0000"), nearest_colour("#D23BE7FF"), nearest_colour(None)
    ('red', 'purple', 'grey')
    """
    if not (isinstance(text, str) and re.fullmatch("#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?", text)):
        return "grey"
    wanted = _parts(text)

    def distance(name: str) -> int:
        shades = (COLOURS[name].line, COLOURS[name].solid, COLOURS[name].tint)
        return min(sum((a - b) ** 2 for a, b in zip(wanted, _parts(shade), strict=True)) for shade in shades)

    return min(COLOURS, key=distance)


def _parts(text: str) -> tuple[int, ...]:
    return tuple(int(text[at : at + 2], 16) for at in (1, 3, 5))


def kind_of(list_name: str, colour: str) -> tuple[str, str]:
    """Return the kind of areas for a drawing, and how it is drawn.

    >>> kind_of("line", "red")
    ('drawn_line_red', 'line red')
    """
    word = DRAWN_AS[list_name]
    return f"{PREFIX}_{word}_{colour}", f"{word} {colour}"


def drawings(puzzle: PrintedPuzzle) -> Iterator[tuple[str, str, Sequence[Point], str]]:
    """Yield the drawings that f-puzzles can hold: the list, the kind of areas, the cells, and the colour."""
    words: Mapping[str, str] = {"line": "line", "shade": "rectangle"}
    for kind, areas in puzzle.areas.items():
        word, _, colour = puzzle.display.get(kind, "").partition(" ")
        if kind.startswith(PREFIX) and word in words and colour in COLOURS:
            for cells in areas.values():
                yield words[word], kind, cells, COLOURS[colour].line if word == "line" else COLOURS[colour].tint
