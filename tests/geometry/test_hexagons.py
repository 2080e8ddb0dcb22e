"""Boards of hexagons: tables worked out by hand, and their pictures."""

from __future__ import annotations

import cmath
import functools
import itertools
import json
import math
import random
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from gridwright.compiler.functions.shapes import same_shape
from gridwright.compiler.functions.symmetric import symmetric
from gridwright.compiler.geometry.area import Area
from gridwright.compiler.geometry.hexagons import Hexagons
from gridwright.compiler.geometry.placement import placements
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.geometry.shape import polyhexes
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.scope import ALL_DIRECTIONS, GEOMETRY
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.expect import read_layer_values
from gridwright.compiler.syntax.diagnostics import Collector, Fault, SpecError
from gridwright.compiler.syntax.parser import parse
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.compiler.values import Field
from gridwright.runtime.output.pictures.terminal import draw
from gridwright.runtime.output.reports.report import layer_as_json
from named_places import cell, named

HEXAGONS = Hexagons("", [2, 3, 4, 3])
#    r1c1  r1c2
#  r2c1  r2c2  r2c3
# r3c1  r3c2  r3c3  r3c4
#  r4c1  r4c2  r4c3


@pytest.mark.parametrize(
    ("name", "neighbors"),
    [
        ("r1c1", "r1c2 r2c2 r2c1"),
        ("r1c2", "r2c3 r2c2 r1c1"),
        ("r2c1", "r1c1 r2c2 r3c2 r3c1"),
        ("r2c2", "r1c2 r2c3 r3c3 r3c2 r2c1 r1c1"),
        ("r3c1", "r2c1 r3c2 r4c1"),
        ("r3c4", "r4c3 r3c3 r2c3"),
        ("r4c2", "r3c3 r4c3 r4c1 r3c2"),
    ],
)
def test_neighbors_of_hexagons(name: str, neighbors: str) -> None:
    """Clockwise from up_right; what touches a cell is the same, in reading order."""
    around = HEXAGONS.neighbors(cell(HEXAGONS, name))
    assert named(around) == neighbors
    assert named(HEXAGONS.touching(cell(HEXAGONS, name))) == " ".join(sorted(neighbors.split()))


def test_lines_of_hexagons() -> None:
    """Rows, then down to the right from the left, then down to the left from the left; each from the top."""
    assert [(line.name, named(line)) for line in HEXAGONS.lines()] == [
        ("row 1", "r1c1 r1c2"),
        ("row 2", "r2c1 r2c2 r2c3"),
        ("row 3", "r3c1 r3c2 r3c3 r3c4"),
        ("row 4", "r4c1 r4c2 r4c3"),
        ("down_right line 1", "r3c1 r4c1"),
        ("down_right line 2", "r2c1 r3c2 r4c2"),
        ("down_right line 3", "r1c1 r2c2 r3c3 r4c3"),
        ("down_right line 4", "r1c2 r2c3 r3c4"),
        ("down_left line 1", "r1c1 r2c1 r3c1"),
        ("down_left line 2", "r1c2 r2c2 r3c2 r4c1"),
        ("down_left line 3", "r2c3 r3c3 r4c2"),
        ("down_left line 4", "r3c4 r4c3"),
    ]


def test_ways_over_hexagons() -> None:
    """Steps, rays, what lies between, and distances."""
    directions = {direction.name: direction for direction in HEXAGONS.directions}
    assert named(directions) == "up_right right down_right down_left left up_left"
    assert named(way.opposite for way in HEXAGONS.directions) == "down_left left up_left up_right right down_right"
    assert str(HEXAGONS.step(cell(HEXAGONS, "r1c1"), directions["down_right"], 3)) == "r4c3"
    assert HEXAGONS.step(cell(HEXAGONS, "r1c1"), directions["up_left"]) is None
    assert HEXAGONS.step(cell(HEXAGONS, "r3c1"), directions["up_left"]) is None
    assert named(HEXAGONS.ray(cell(HEXAGONS, "r4c1"), directions["up_right"])) == "r3c2 r2c2 r1c2"
    assert HEXAGONS.ray(cell(HEXAGONS, "r4c1"), directions["up_right"]).backward
    assert not HEXAGONS.ray(cell(HEXAGONS, "r1c2"), directions["down_left"]).backward
    assert named(HEXAGONS.between(cell(HEXAGONS, "r1c1"), cell(HEXAGONS, "r4c3")) or ()) == "r2c2 r3c3"
    assert HEXAGONS.between(cell(HEXAGONS, "r1c1"), cell(HEXAGONS, "r3c2")) is None
    distances = {"r1c1": 0, "r1c2": 1, "r2c1": 1, "r2c3": 2, "r3c1": 2, "r3c2": 2, "r3c4": 3, "r4c1": 3, "r4c3": 3}
    distances_from_corner = {name: HEXAGONS.distance(cell(HEXAGONS, "r1c1"), cell(HEXAGONS, name)) for name in distances}
    assert distances_from_corner == distances


def test_between_hexagons() -> None:
    """Of two cells one over the other: five cells' sides, their names, and the corners with the cells that meet there."""
    board = Hexagons("", [1, 2])
    assert named(board.links) == "r1c1-r2c2 r1c1-r2c1 r2c1-r2c2"
    assert [border.name for border in cell(board, "r1c1").borders] == [
        "up_right of r1c1",
        "right of r1c1",
        "r1c1-r2c2",
        "r1c1-r2c1",
        "left of r1c1",
        "up_left of r1c1",
    ]
    assert len(board.borders) == 3 * 6 - 3
    assert len(board.corners) == 3 * 6 - 2 - 3  # one corner of all three, three of two
    middle = next(corner for corner in board.corners if len(corner.cells) == 3)
    assert named(middle.cells) == "r1c1 r2c1 r2c2"
    assert str(middle) == "bottom of r1c1"
    assert named(middle.borders) == "r1c1-r2c2 r1c1-r2c1 r2c1-r2c2"
    assert named(board.midpoint((0, 0), (1, 1))) == "r1c1-r2c2 r1c1-r2c2"
    assert board.midpoint((0, 0), (0, 1)) == ()


@pytest.mark.parametrize("what", ["columns", "segments", "blocks", "boxes", "diagonals", "knight_moves", "view"])
def test_what_hexagons_do_not_have(what: str) -> None:
    """What is made for squares is refused, not guessed."""
    arguments = {
        "blocks": (2, 2),
        "boxes": (2, 2),
        "diagonals": (HEXAGONS.cells,),
        "knight_moves": (HEXAGONS.cells[0],),
        "view": ("top", 0),
    }
    with pytest.raises(Fault, match="this board has hexagons"):
        getattr(HEXAGONS, what)(*arguments.get(what, ()))


BOARD = """gridwright: 1
grid: {hex: [2, 3, 2]}
layers:
  number: {values: 1..7}
  line: {over: links, values: bool}
rules: [true]
"""
SAMPLES = ["r2c2", "cells", "1", "'top'", "'##'", "right", "number == 1", "line", "number", "[1, 2]", "lambda x: x"]


@functools.cache
def _spec() -> Spec:
    return load_text(BOARD)


def said_of(text: str) -> str:
    """What is said of an expression on a board of hexagons whose numbers are 1; empty if nothing is."""
    spec = _spec()
    tree = parse(read_text(f"x: {json.dumps(text)}").get("x"))
    budget = Budget("a test", tree.span, spec.limits)
    try:
        Interpreter(lambda layer, position: layer.values[0], budget=budget).run(tree, spec.grids[0].scope)
    except SpecError as problem:
        return str(problem)
    return ""


@pytest.mark.slow
def test_page_lists_what_hexagons_refuse() -> None:
    """Every function and name that boards of hexagons refuse stands in the list in docs/language/boards.md, and nothing else."""
    page = (Path(__file__).parents[2] / "docs" / "language" / "boards.md").read_text("utf-8")
    (listed,) = re.findall(r"(?s)refused by name:\n\n(.*?)\n\n", page)
    refused = {name for name in GEOMETRY if "this board has hexagons" in said_of(name)}
    refused |= {name for name in ALL_DIRECTIONS if "there is no name" in said_of(name)}
    for name, function in all_functions().items():
        wanted = [parameter for parameter in function.parameters if not parameter.optional or parameter.name in ("area", "mask")]
        for arguments in itertools.product(SAMPLES, repeat=min(2, len(wanted))):
            if "this board has hexagons" in said_of(f"{name}({', '.join(arguments)})"):
                refused.add(name)
                break
    refused |= {key for key in ("size", "wrap") if f"no `{key}`" in _said(BOARD.replace("2]}", f"2], {key}: rows}}", 1))}
    for side in ("left", "right", "top", "bottom"):
        if "this board has hexagons" in _said(BOARD.replace("rules:", f"clues: {{c: {{{side}: [1, 1, 1]}}}}\nrules:")):
            refused.add(side)
    assert set(re.findall("`(.*?)`", listed)) == refused


def _said(spec: str) -> str:
    try:
        load_text(spec)
    except SpecError as problem:
        return str(problem)
    return ""


def in_the_plane(at: Cell) -> complex:
    """The centre of a cell, as on paper: rows are the height of a triangle apart."""
    return complex(2 * at.column - HEXAGONS.row_lengths[at.row], at.row * math.sqrt(3))


AXES = {"up-down": 0, "along down_right": 60, "along down_left": 120}
AXES |= {"left-right": 90, "up_right-down_left": 30, "up_left-down_right": 150}
TURNS = {"half turn": 180, "third turn": 120, "sixth turn": 60}
DIAGONAL = [kind for kind in AXES if kind not in ("left-right", "up-down")]


def is_symmetric(cells: tuple[Cell, ...], kind: str) -> bool:
    """Whether a set of cells is mapped to itself, computed with angles: about the mean of its cells."""
    centres = [in_the_plane(cell) for cell in cells]
    mean = sum(centres) / len(centres)
    if kind == "diagonal":
        return any(is_symmetric(cells, turned) for turned in DIAGONAL)
    if kind in TURNS:
        images = [(centre - mean) * cmath.rect(1, math.radians(TURNS[kind])) for centre in centres]
    else:
        axis = cmath.rect(1, math.radians(AXES[kind]))
        images = [((centre - mean) / axis).conjugate() * axis for centre in centres]
    return all(any(abs(image + mean - centre) < 0.01 for centre in centres) for image in images)


def test_symmetry_of_hexagons() -> None:
    """For sets of every size, what `symmetric` says is what angles say."""
    chance = random.Random(1)
    sets = [tuple(chance.sample(list(HEXAGONS.cells), size)) for size in range(1, 7) for _ in range(60)]
    sets += [tuple(subset) for subset in itertools.combinations(HEXAGONS.cells, 3)]
    seen = Counter()
    for cells in sets:
        for kind in (*AXES, *TURNS, "diagonal"):
            wanted = is_symmetric(cells, kind)
            assert symmetric.evaluate(Field(cells, lambda at: True), (kind,)) == wanted, (cells, kind)
            seen[kind, wanted] += 1
    assert len(seen) == 20


def test_equal_shapes_of_hexagons() -> None:
    """Two sets have the same shape exactly if their cells are equally far from each other, for some way to pair them."""
    chance = random.Random(2)
    sets = [chance.sample(list(HEXAGONS.cells), size) for size in (2, 3, 4) for _ in range(40)]
    seen = Counter()
    for first, second in itertools.combinations(sets, 2):
        if len(first) != len(second):
            continue
        wanted = any(_distances(first) == _distances(paired) for paired in itertools.permutations(second))
        assert same_shape.evaluate(Area(tuple(first)), Area(tuple(second))) == wanted
        seen[wanted] += 1
    assert min(seen.values()) > 20


def _distances(cells: Sequence[Cell]) -> list[float]:
    return [round(abs(in_the_plane(a) - in_the_plane(b)), 3) for a, b in itertools.combinations(cells, 2)]


def test_placements_of_hexagons() -> None:
    """Every set of cells that has the shape is a placement of it, and no other."""
    for shape in (*polyhexes(3), *polyhexes(4)):
        laid = {
            frozenset(placement)
            for placement in placements(HEXAGONS, [shape], [1], HEXAGONS.cells, rotate=True, reflect=True, limit=999)
        }
        every = itertools.combinations(HEXAGONS.cells, shape.size)
        assert laid == {frozenset(cells) for cells in every if same_shape.evaluate(Area(tuple(cells)), shape)}


def test_pictures_of_hexagons() -> None:
    """Rows may be centred; JSON has rows of their own lengths, which are read again; the terminal shows rows centred."""
    text = """gridwright: 1
grid: {hex: [2, 3, 2], holes: [r2c2]}
layers:
  number: {values: 1..20, blank: true}
givens:
  number: |1
      1 2
     3 . 14
      . 6
clues:
  sum: {left: [3, ., 6], right: [., 17, .]}
rules:
  - true
"""
    spec = load_text(text)
    grid = spec.grids[0]
    values = tuple(given.value for given in grid.givens)
    assert [given.layer.place_name(given.position) for given in grid.givens] == ["r1c1", "r1c2", "r2c1", "r2c3", "r3c2"]
    layer = grid.layer("number")
    full = (*values[:4], 5, values[4])
    rows = layer_as_json(grid, layer, full)
    assert rows == [[1, 2], [3, None, 14], [5, 6]]
    document = read_text(f"number: {rows}".replace("None", "."))
    assert read_layer_values(document.get("number"), layer, grid.board, Collector()) == full  # type: ignore[arg-type]
    drawn = ["".join(piece.text for piece in line).rstrip() for line in draw(grid, layer, full, styled=True, width=80)]
    assert drawn == ["3    1   2", "   3       14  17", "6    5   6"]
