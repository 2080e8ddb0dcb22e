"""Clues on places between cells: dots, signs like `<`, numbers at corners."""

from __future__ import annotations

from collections.abc import Iterator

from gridwright.compiler.geometry.clue import Clue
from gridwright.compiler.geometry.places import Border, Corner, Link

from .paper_geometry import Paper
from .scene import CELL, Disc, Item, Point, rectangle
from .style_rules import BLACK, WHITE
from .symbols import chevron
from .text_metrics import fitted, text_width

DOT = 5.2
SIGN = 8.5
SIZE = 12.0
UPRIGHT = {"^": (0.0, -1.0), "v": (0.0, 1.0)}


def draw_between(clue: Clue, text: str, paper: Paper) -> Iterator[Item]:
    """Draw a clue on a link, a border or a corner, at each of its points on paper."""
    assert isinstance(clue.place, (Link, Border, Corner))
    for point in paper.middles(clue.place):
        yield from _at(clue, text, point, paper)


def _at(clue: Clue, text: str, point: Point, paper: Paper) -> Iterator[Item]:
    value = clue.value
    if isinstance(value, str) and value in BLACK | WHITE:
        yield Disc(f"dot-{'black' if value in BLACK else 'white'}", point, DOT)
        return
    apex = _apex(clue, point, paper)
    if apex is not None:
        yield Disc("plate", point, SIGN * 0.75)
        yield chevron("sign", point, apex, SIGN)
        return
    if isinstance(value, int) or isinstance(clue.place, Corner):
        yield Disc("dot-white", point, CELL * 0.21)
        yield fitted("corner", point, text, SIZE, CELL * 0.34)
    else:
        label = fitted("corner", point, text, SIZE, CELL)
        width = text_width(label.text, label.size) + 2
        yield rectangle("plate", point[0] - width / 2, point[1] - 6, width, 12)
        yield label


def _apex(clue: Clue, point: Point, paper: Paper) -> Point | None:
    """Return the direction of a sign's apex: `<` and `>` along the link as they are read, so on paper perhaps up or down."""
    if clue.value in ("<", ">"):
        cells = clue.link.cells if isinstance(clue.link, Link) else ()
        return paper.centre(cells[0 if clue.value == "<" else 1]) if cells else None
    if isinstance(clue.value, str) and clue.value in UPRIGHT:
        right, down = UPRIGHT[clue.value]
        return point[0] + right, point[1] + down
    return None
