"""Trace an area in a terminal: a sign for each of its cells, which shows where the line goes on."""

from __future__ import annotations

from collections.abc import Mapping

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.places import Cell

from .text_metrics import ARROWS

BULB, RING, DIAMOND = "●", "○", "◇"
# by the sides on which a line leaves its cell: 1 up, 2 right, 4 down, 8 left
STRAIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
RISING, FALLING = (
    "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}",
    "\N{BOX DRAWINGS LIGHT DIAGONAL UPPER LEFT TO LOWER RIGHT}",
)
SIDES = {(-1, 0): 1, (0, 1): 2, (1, 0): 4, (0, -1): 8}
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
STEPS |= {f"{down}_{across}": (STEPS[down][0], STEPS[across][1]) for down in ("up", "down") for across in ("left", "right")}
HEADS = {step: ARROWS[name] for name, step in STEPS.items()}


def trace(area: Area, first: str = "", last: str = "") -> Mapping[Cell, str]:
    """Return a sign for each cell of a line; `first` and `last` stand at its ends instead.

    >>> from gridwright.compiler.geometry.board import Board
    >>> cells = Board("main", 2, 3).cells
    >>> "".join(trace(Area((cells[0], cells[1], cells[4], cells[5])), first=BULB).values())
    '●┐└╴'
    """
    traces: dict[Cell, str] = {}
    for at, cell in enumerate(area.cells):
        steps = [_step(cell, area.cells[other]) for other in (at - 1, at + 1) if 0 <= other < len(area.cells)]
        traces.setdefault(cell, _sign(steps))
    if area.cells:
        traces[area.cells[-1]] = last or traces[area.cells[-1]]
        traces[area.cells[0]] = first or traces[area.cells[0]]
    return traces


def arrow_signs(area: Area, pill: int) -> Mapping[Cell, str]:
    """Return the signs of an arrow: rings on its first cells, a head on the last one."""
    last = HEADS.get(_step(area.cells[-2], area.cells[-1]), "") if len(area.cells) > 1 else ""
    return {**trace(area, last=last), **dict.fromkeys(area.cells[:pill], RING)}


def _step(cell: Cell, other: Cell) -> tuple[int, int]:
    down, across = other.row - cell.row, other.column - cell.column
    return (down > 0) - (down < 0), (across > 0) - (across < 0)


def _sign(steps: list[tuple[int, int]]) -> str:
    slanted = next((down * across for down, across in steps if down * across), 0)
    if slanted:
        return FALLING if slanted > 0 else RISING
    return STRAIGHT[sum({SIDES.get(step, 0) for step in steps})].strip()
