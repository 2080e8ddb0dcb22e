"""Print results for people that have styles or columns: grids, tables.

Only styles and tables need rich, so nothing else imports it: its import takes a tenth of the time of a small puzzle.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import yaml
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.compiler.syntax.visible_text import printable
from gridwright.compiler.values import BLANK, Value

from ...judging.judge import Assignment
from ...solving.outcome import Outcome
from ..pictures.display_hints import BoardLines, board_lines
from ..pictures.terminal import Line, Piece, draw
from ..pictures.terminal_lines import draw_lines, is_drawn
from .print_text import contradictions, verdict

if TYPE_CHECKING:
    from ..safe_console import SafeConsole

STYLES = {"title": "bold", "line": "dim", "given": "bold", "found": "cyan", "conflict": "bold red", "differs": "bold yellow"}
WIDE = 200  # columns, if the output is no terminal
LIKE_A_TERMINAL = ("FORCE_COLOR", "TTY_COMPATIBLE")  # variables that rich knows


def is_styled() -> bool:
    """Check whether standard output shows styles: it is a terminal, or the environment says that it is like one."""
    return sys.stdout.isatty() or any(os.environ.get(name) for name in LIKE_A_TERMINAL)


def console_width() -> int:
    """Return how many characters a line of standard output has."""
    return _console().width if is_styled() else WIDE


def _console() -> SafeConsole:
    from ..safe_console import SafeConsole  # noqa: PLC0415 (rich)

    return SafeConsole(soft_wrap=True, width=None if sys.stdout.isatty() else WIDE)


def lines_by_grid(spec: Spec) -> dict[str, BoardLines]:
    """Return the lines that are drawn on each grid; to find them once is enough for all solutions."""
    return {grid.name: board_lines(spec, grid) for grid in spec.grids}


def solution(spec: Spec, assignment: Assignment, printed: Mapping[str, BoardLines] | None = None) -> None:
    """Print every visible layer: those on cells as boards, those on links and borders as lines, others as YAML that `expect`
    takes.

    `printed`: the lines of `lines_by_grid`, if they are known already.
    """
    printed = lines_by_grid(spec) if printed is None else printed
    styled, width = is_styled(), console_width()
    for grid in spec.grids:
        if grid.name:
            print(grid.name)
        visible = [layer for layer in grid.layers if not layer.hidden]
        board = printed[grid.name]
        for layer in visible:
            values = assignment[grid.name, layer.name]
            picture = None
            if is_drawn(layer):
                picture = draw_lines(grid, layer, values, width=width, are_walls=layer.name in board.walls, looks=spec.display)
            elif not layer.single and all(isinstance(place, Cell) for place in layer.places):
                picture = draw(grid, layer, values, styled=styled, width=width, looks=spec.display, boxes=board.boxes)
            if picture is None:
                print(_as_yaml(layer, values))
                continue
            if len(visible) > 1:
                print(f"{layer.name}:")
            lines(picture)


def _as_yaml(layer: Layer, values: Sequence[Value]) -> str:
    """Return a layer without a picture on one line: its value, or a mapping from its places; `.` is blank."""
    words = ["." if value is BLANK else value if isinstance(value, (bool, int)) else str(value) for value in values]
    value = words[0] if layer.single else {layer.place_name(position): word for position, word in enumerate(words)}
    text = yaml.safe_dump({layer.name: value}, default_flow_style=True, width=math.inf, allow_unicode=True, sort_keys=False)
    return text.strip()[1:-1]


def heading(spec: Spec) -> None:
    """Print the title of a spec, if it has one."""
    if spec.title:
        lines([[Piece(printable(spec.title), "title")]])


def lines(picture: Sequence[Line]) -> None:
    """Print a picture, line by line."""
    if not is_styled():
        for line in picture:
            print("".join(piece.text for piece in line).rstrip())
        return
    from rich.text import Text  # noqa: PLC0415 (slow to import)

    out = _console()
    for line in picture:
        text = Text.assemble(*((piece.text, STYLES.get(piece.style, "")) for piece in line))
        text.rstrip()
        out.print(text)


def show_outcome(spec: Spec, outcome: Outcome, different: Sequence[Diagnostic], *, proving: bool) -> None:
    """Print grids, verdict and answers."""
    heading(spec)
    printed = lines_by_grid(spec) if outcome.solutions else {}
    for number, item in enumerate(outcome.solutions, 1):
        if len(outcome.solutions) > 1:
            print(f"solution {number}")
        solution(spec, item.grid, printed)
    contradictions(outcome)
    for line in verdict(spec, outcome, proving=proving):
        print(line)
    for difference in different:
        print(printable(difference.message))


def table(rows: Sequence[Sequence[str]], *headings: str) -> None:
    """Print a table of texts."""
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415 (slow to import)
    from rich.table import Table  # noqa: PLC0415 (the same)

    drawn = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in headings:
        drawn.add_column(title, overflow="fold")  # long paths that are cut would look the same
    for row in rows:
        drawn.add_row(*map(printable, row))
    _console().print(drawn)
