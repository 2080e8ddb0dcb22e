"""Print results for people that have styles or columns: grids, tables. Plain lines are printed without importing all this."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence

import yaml
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.compiler.syntax.visible_text import printable
from gridwright.compiler.values import BLANK, Value
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from ...judging.judge import Assignment
from ...solving.outcome import Outcome
from ..pictures.terminal import Line, draw
from ..pictures.terminal_lines import draw_lines, is_drawn
from ..safe_console import SafeConsole
from .print_text import contradictions, verdict

STYLES = {"line": "dim", "given": "bold", "found": "cyan", "conflict": "bold red", "differs": "bold yellow"}
WIDE = 200  # columns, if the output is no terminal


def console() -> SafeConsole:
    """Return the console for results; plain and wide if standard output is no terminal."""
    width = None if sys.stdout.isatty() else WIDE
    return SafeConsole(soft_wrap=True, width=width)


def solution(spec: Spec, found: Assignment) -> None:
    """Print every visible layer: those on cells as boards, those on links and borders as lines, others as YAML that `expect`
    takes.
    """
    out = console()
    for grid in spec.grids:
        if grid.name:
            print(grid.name)
        visible = [layer for layer in grid.layers if not layer.hidden]
        for layer in visible:
            values = found[grid.name, layer.name]
            picture = None
            if is_drawn(layer):
                picture = draw_lines(grid, layer, values, width=out.width)
            elif not layer.single and all(isinstance(place, Cell) for place in layer.places):
                picture = draw(grid, layer, values, styled=out.is_terminal, width=out.width, looks=spec.display)
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
        console().print(printable(spec.title), style="bold")


def lines(picture: Sequence[Line]) -> None:
    """Print a picture, line by line."""
    out = console()
    for line in picture:
        text = Text.assemble(*((piece.text, STYLES.get(piece.style, "")) for piece in line))
        text.rstrip()
        out.print(text)


def outcome(spec: Spec, found: Outcome, different: Sequence[Diagnostic], *, proving: bool) -> None:
    """Print grids, verdict and answers."""
    heading(spec)
    for number, item in enumerate(found.solutions, 1):
        if len(found.solutions) > 1:
            print(f"solution {number}")
        solution(spec, item.grid)
    contradictions(found)
    for line in verdict(spec, found, proving=proving):
        print(line)
    for difference in different:
        print(printable(difference.message))


def table(rows: Sequence[Sequence[str]], *headings: str) -> None:
    """Print a table of texts."""
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in headings:
        drawn.add_column(title, overflow="fold")  # in a narrow terminal on more lines: two paths that are cut look the same
    for row in rows:
        drawn.add_row(*map(printable, row))
    console().print(drawn)
