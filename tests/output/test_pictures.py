"""Pictures in a terminal: layers over links and borders are drawn as lines."""

from __future__ import annotations

import textwrap

import pytest
from gridwright.compiler.loader import load_text
from gridwright.runtime.output.pictures.display_hints import board_lines
from gridwright.runtime.output.pictures.terminal import draw
from gridwright.runtime.output.pictures.terminal_explanation import conflict_picture
from gridwright.runtime.output.pictures.terminal_lines import draw_lines
from gridwright.runtime.solving.solve import solve

HEADER = "gridwright: 1\ngrid: {size: 2x3, holes: [r2c3]}\n"

PICTURES = {
    "a loop around cells, with the numbers in them": (
        """
        layers:
          side: {over: borders, values: bool}
        clues:
          number: {r1c1: 3, r1c3: 12}
        rules:
          - loop(side)
          - all(inside(side, c) == (c in (r1c1, r1c2, r2c2)) for c in cells)
        """,
        """
        ┏━━━━━━━┓   ·
        ┃ 3     ┃ 12
        ┗━━━┓   ┃   ·
            ┃   ┃
        ·   ┗━━━┛
        """,
    ),
    "a path through cells, with clues instead of its ends": (
        """
        layers:
          line: {over: links, values: bool}
        clues:
          end: {r1c3: x, r2c1: y}
          count: {left: [2, 1]}
        rules:
          - path(line, r1c3, r2c1)
          - not line[r1c1, r2c1]
        """,
        """
        2   ·   ┏━━━x
                ┃
        1   y━━━┛
        """,
    ),
    "bridges, as thick as there are": (
        """
        layers:
          bridges: {over: links, values: 0..2}
        rules:
          - bridges[r1c1, r1c2] == 2 and bridges[r1c2, r1c3] == 1 and sum(bridges) == 4
          - bridges[r1c1, r2c1] == 1
        """,
        """
        ┍━━━╾───╴
        │
        ╵   ·
        """,
    ),
}


@pytest.mark.parametrize(("rest", "picture"), PICTURES.values(), ids=PICTURES.keys())
def test_picture(rest: str, picture: str) -> None:
    """What is drawn is what a person would draw."""
    spec = load_text(HEADER + textwrap.dedent(rest))
    grid = spec.grids[0]
    (solution,) = solve(spec).solutions
    lines = draw_lines(grid, grid.layers[0], solution.grid["", grid.layers[0].name], width=80)
    drawn = "\n".join("".join(piece.text for piece in line).rstrip() for line in lines or [])
    assert textwrap.dedent(drawn).strip("\n") == textwrap.dedent(picture).strip("\n")


def test_clues_where_nothing_is_found() -> None:
    """A clue on a cell is seen where the cell's truth value is false, one on a hole always; its direction is an arrow."""
    rest = "layers: {shaded: {values: bool}}\nclues: {arrow: {r1c1: [1, right], r2c1: 7, r2c3: 5, r1c3: x}}\nrules: [true]\n"
    grid = load_text(HEADER + rest).grids[0]
    lines = draw(grid, grid.layers[0], [False, True, True, False, False], styled=False, width=80)
    drawn = ["".join(piece.text for piece in line).rstrip() for line in lines]
    assert [drawn[1], drawn[3]] == ["┃ 1→ │ ■  │ ■  ┃", "┃ 7  │ ·  ┃ 5"]


def test_what_is_hidden_is_not_drawn() -> None:
    """A hidden layer of lines does not make a board of lines of a board of cells, where what contradicts is marked."""
    rest = "layers: {shaded: {values: bool}, line: {over: links, values: bool, hidden: true}}\ngivens: {shaded: {r1c1: true}}\n"
    grid = load_text(HEADER + rest + "rules: [true]\n").grids[0]
    lines = conflict_picture(grid, [], [], [], width=80)
    assert ["".join(piece.text for piece in line).rstrip() for line in lines][1] == "┃ ■ │   │   ┃"


def test_boxes() -> None:
    """Boxes that the rules use have thick lines; cages inside them have dashes between their cells, if no box ends there."""
    text = """
    gridwright: 1
    grid: 4x4
    use: [sudoku, killer]
    areas: {cages: {a: r1c1:r1c2, b: r2c2:r2c3, c: r3c4:r4c4}}
    """
    spec = load_text(textwrap.dedent(text))
    grid = spec.grids[0]
    (number,) = (layer for layer in grid.layers if layer.name == "number")
    values = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    lines = draw(grid, number, values, styled=True, width=80, boxes=board_lines(spec, grid).boxes)
    assert ["".join(piece.text for piece in line).rstrip() for line in lines] == [
        "┏━━━┯━━━┳━━━┯━━━┓",
        "┃ 1 ╎ 2 ┃ 3 │ 4 ┃",
        "┠───┼───╂───┼───┨",
        "┃ 3 │ 4 ┃ 1 │ 2 ┃",
        "┣━━━┿━━━╋━━━┿━━━┫",
        "┃ 2 │ 1 ┃ 4 │ 3 ┃",
        "┠───┼───╂───┼╌╌╌┨",
        "┃ 4 │ 3 ┃ 2 │ 1 ┃",
        "┗━━━┷━━━┻━━━┷━━━┛",
    ]


def test_walls() -> None:
    """Links that keep groups apart are walls between their cells, and the board has its rim; `display` may say so too."""
    text = "gridwright: 1\ngrid: 2x3\nuse: shikaku\nclues: {number: {r1c1: 2, r2c3: 4}}\n"
    spec = load_text(text)
    (grid,) = spec.grids
    assert list(board_lines(spec, grid).walls) == ["wall"]
    (layer,) = (layer for layer in grid.layers if layer.name == "wall")
    (solution,) = solve(spec).solutions
    lines = draw_lines(grid, layer, solution.grid["", "wall"], width=80, are_walls=True)
    assert ["".join(piece.text for piece in line).rstrip() for line in lines] == [
        "┏━━━┳━━━━━━━┓",
        "┃ 2 ┃       ┃",
        "┃   ┃   ·   ┃",
        "┃   ┃     4 ┃",
        "┗━━━┻━━━━━━━┛",
    ]
    own = "gridwright: 1\ngrid: 2x3\nlayers: {fence: {over: links, values: bool}, path: {over: links, values: bool}}\n"
    shown = load_text(own + "rules: [true]\ndisplay: {fence: wall}\n")
    assert list(board_lines(shown, shown.grids[0]).walls) == ["fence"]


def test_too_wide() -> None:
    """A picture that is wider than the terminal is not drawn."""
    spec = load_text(HEADER + "layers:\n  line: {over: links, values: bool}\nrules:\n  - loop(line)\n")
    (layer,) = spec.grids[0].layers
    assert draw_lines(spec.grids[0], layer, [False] * len(layer.places), width=10) is None
