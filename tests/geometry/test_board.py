"""Boards that are wrapped or made of hexagons: tables worked out by hand, what holds on any board, rules before brute force."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import pytest
from brute import solutions
from gridwright.compiler.geometry.board import Board
from gridwright.compiler.geometry.hexagons import Hexagons
from gridwright.compiler.geometry.places import Cell
from gridwright.compiler.loader import load_text
from hypothesis import assume, given
from hypothesis import strategies as st
from named_places import cell, named
from ways import assert_agree

# worked out by hand


@pytest.mark.parametrize(
    ("size", "wrap", "name", "neighbors", "touching"),
    [
        ((2, 3), "rows", "r1c1", "r1c2 r2c1 r1c3", "r1c2 r1c3 r2c1 r2c2 r2c3"),
        ((2, 3), "columns", "r1c1", "r2c1 r1c2", "r1c2 r2c1 r2c2"),
        ((2, 3), "both", "r2c3", "r1c3 r2c1 r2c2", "r1c1 r1c2 r1c3 r2c1 r2c2"),
        ((3, 2), "rows", "r2c1", "r1c1 r2c2 r3c1", "r1c1 r1c2 r2c2 r3c1 r3c2"),
        ((3, 4), "both", "r1c1", "r3c1 r1c2 r2c1 r1c4", "r1c2 r1c4 r2c1 r2c2 r2c4 r3c1 r3c2 r3c4"),
        ((1, 1), "both", "r1c1", "", ""),
        ((1, 2), "both", "r1c1", "r1c2", "r1c2"),
        ((3, 1), "rows", "r2c1", "r1c1 r3c1", "r1c1 r3c1"),
        ((3, 1), "columns", "r1c1", "r3c1 r2c1", "r2c1 r3c1"),
        ((2, 2), "both", "r1c1", "r2c1 r1c2", "r1c2 r2c1 r2c2"),
    ],
)
def test_neighbors_over_the_edge(size: tuple[int, int], wrap: str, name: str, neighbors: str, touching: str) -> None:
    """Each neighbour once, and no cell its own."""
    board = Board("", *size, wrap=wrap)
    assert named(board.neighbors(cell(board, name))) == neighbors
    assert named(board.touching(cell(board, name))) == touching


@pytest.mark.parametrize(
    ("size", "wrap", "links", "borders", "corners"),
    [
        ((2, 3), "", 7, 17, 12),
        ((2, 3), "rows", 9, 15, 9),  # each row has one link more, and one border less; one column of corners less
        ((2, 3), "columns", 7, 14, 8),  # two rows over the edge are beside each other already
        ((2, 3), "both", 9, 12, 6),
        ((1, 1), "both", 0, 2, 1),
        ((1, 2), "rows", 1, 6, 4),
        ((3, 1), "columns", 3, 9, 6),
    ],
)
def test_how_much_lies_between(size: tuple[int, int], wrap: str, links: int, borders: int, corners: int) -> None:
    """Links join two different cells, once; sides and corners at the seam are one."""
    board = Board("", *size, wrap=wrap)
    assert (len(board.links), len(board.borders), len(board.corners)) == (links, borders, corners)
    assert board.wraps is (wrap != "")


def test_over_the_edge() -> None:
    """Steps, rays, windows, distances and midpoints go over the edge; rows, columns, segments and `between` do not."""
    board = Board("", 3, 4, wrap="rows")
    up, right, _, left = board.directions
    corner = board.cells[0]
    assert str(board.step(corner, left)) == "r1c4"
    assert str(board.step(corner, right, 9)) == "r1c2"
    assert board.step(corner, up) is None
    assert named(board.ray(corner, left)) == "r1c4 r1c3 r1c2"
    assert named(board.ray(corner, up)) == ""
    assert named(board.knight_moves(corner)) == "r2c3 r3c2 r3c4"
    assert board.distance(corner, cell(board, "r3c4")) == 3
    pierced = Board("", 1, 5, holes=[(0, 1)], wrap="rows")
    assert pierced.distance(pierced.cells[0], pierced.cells[1]) == 3
    assert len(board.blocks(2, 2)) == 8
    assert [named(block) for block in board.blocks(2, 2)][3] == "r1c4 r1c1 r2c4 r2c1"
    assert len(board.blocks(1, 4)) == 3
    assert len(board.blocks(1, 5)) == 0
    assert named(board.midpoint((0, 0), (0, 3))) == "r1c1-r1c4 r1c0-r1c1"
    assert named(board.midpoint((0, -1), (0, 0))) == "r1c1-r1c4 r1c0-r1c1"
    assert named(board.midpoint((0, 3), (1, 0))) == "r1c0-r2c1"
    assert named(board.midpoint((-1, 0), (0, 0))) == "r0c1-r1c1"
    assert [len(line) for line in board.rows()] == [4] * 3
    assert len(board.segments()) == 7
    assert named(board.between(corner, cell(board, "r1c4")) or ()) == "r1c2 r1c3"
    assert named(board.corners[4].cells) == "r1c1 r1c4 r2c1 r2c4"


# on any board


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board of any form, with some holes."""
    board = draw(_forms(draw(st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=3))))
    assume(board.cells)
    return board


@st.composite
def _forms(draw: st.DrawFn, holes: set[tuple[int, int]]) -> Board:
    if draw(st.booleans()):
        lengths = [draw(st.integers(1, 4))]
        while len(lengths) < 4 and draw(st.booleans()):
            lengths.append(draw(st.integers(1, 4).filter(lambda length: (length - lengths[-1]) % 2)))
        return Hexagons("", lengths, holes)
    wrap = draw(st.sampled_from(["", "rows", "columns", "both"]))
    return Board("", draw(st.integers(1, 4)), draw(st.integers(1, 4)), holes, wrap)


@given(boards())
def test_neighbors_are_mutual(board: Board) -> None:
    """Whoever is a neighbour has one; each once, and none its own; so for what touches. A step and the step back lead home."""
    for one in board.cells:
        around = board.neighbors(one)
        assert len(set(around)) == len(around)
        assert one not in around
        assert all(one in board.neighbors(other) for other in around)
        assert all(one in board.touching(other) for other in board.touching(one))
        assert set(around) <= set(board.touching(one))
        for way in board.directions:
            there = board.step(one, way)
            assert there is None or board.step(there, way.opposite) is one
            assert board.ray(one, way).cells.count(one) == 0


@pytest.mark.parametrize("size", [(3, 4, ""), (3, 4, "both"), (2, 3, ""), [2, 3, 4, 3]])
def test_what_is_beside_a_hole(size: tuple[int, int, str] | list[int]) -> None:
    """A hole has the neighbours, borders and corners that a cell would have there, as far as others have them; and no links."""

    def board(holes: list[tuple[int, int]]) -> Board:
        return Hexagons("", size, holes) if isinstance(size, list) else Board("", size[0], size[1], holes, size[2])

    whole = board([])
    for at in whole.cells:
        pierced = board([(at.row, at.column)])
        hole = pierced.at(at.row, at.column)
        assert hole is not None
        assert hole.hole
        assert named(pierced.neighbors(hole)) == named(whole.neighbors(at))
        assert [named(border.cells) for border in hole.borders] == [
            named(other for other in border.cells if other is not at) for border in at.borders if len(border.cells) == 2
        ]
        assert [named(corner.cells) for corner in hole.corners] == [
            named(other for other in corner.cells if other is not at) for corner in at.corners if len(corner.cells) > 1
        ]
        assert hole.links == []
        assert all(pierced.distance(*ends) is None for other in pierced.cells for ends in [(hole, other), (other, hole)])


@given(boards())
def test_rows_stand_where_they_are_printed(board: Board) -> None:
    """Row i of the board holds the cells of row i, and none where all are holes; so do columns, and views from a side."""
    assert [row.cells for row in board.rows()] == [tuple(c for c in board.cells if c.row == at) for at in range(board.height)]
    assert [row.cells for row in board.views("left")] == [row.cells for row in board.rows()]
    assert board.lines()[: board.height] == board.rows()
    if not isinstance(board, Hexagons):
        assert [column.cells for column in board.columns()] == [view.cells for view in board.views("top")]
        assert all(row.cells for row in board.rows(board.cells))


def test_rows_of_holes() -> None:
    """Clues beside the board, `c.row` and rows keep step; a row without cells is no place of a layer, nor two of them one."""
    text = """gridwright: 1
grid: {size: 5x2, holes: [r2c1:r3c2]}
layers:
  number: {values: 1..2}
  total: {over: rows, values: 2..4}
clues:
  sum: {left: [2, ., ., 3, 4]}
rules:
  - all(c in rows[c.row] for c in cells) and len(rows) == 5 and len(rows(cells)) == 3
  - all(total[row] == sum(number[row]) for row in rows if len(row) > 0)
  - all(sum(number[rows[clue.index]]) == clue.value for clue in sum) and number[r4c1] == 1
  - len(total[rows[2]]) == 0
"""
    assert len(solutions(load_text(text))) == 1


@given(boards())
def test_distances_are_shortest_ways(board: Board) -> None:
    """A distance is what going from neighbour to neighbour takes, one way and the other."""
    for one in board.cells:
        reached = {one: 0}
        queue = deque([one])
        while queue:
            here = queue.popleft()
            for there in board.neighbors(here):
                if there not in reached:
                    reached[there] = reached[here] + 1
                    queue.append(there)
        for other in board.cells:
            assert board.distance(one, other) == reached.get(other) == board.distance(other, one)


@given(boards())
def test_what_lies_between_goes_together(board: Board) -> None:
    """Links are the pairs of neighbours, with the side they share; corners and sides know each other; names are all different."""
    pairs = {frozenset((one, other)) for one in board.cells for other in board.neighbors(one)}
    assert {frozenset(link.cells) for link in board.links} == pairs
    assert len(board.links) == len(pairs)
    for link in board.links:
        assert link.border in link.cells[0].borders
        assert link.border in link.cells[1].borders
        assert link.border.link is link
        assert all(link in end.links for end in link.cells)
    for border in board.borders:
        assert all(border in one.borders for one in border.cells)
        assert all(border in corner.borders for corner in border.corners)
        assert all(set(border.cells) <= set(corner.cells) for corner in border.corners)
    for corner in board.corners:
        assert all(corner in one.corners for one in corner.cells)
        assert corner.cells
    for places in (board.links, board.borders, board.corners, board.cells):
        assert len({place.name for place in places}) == len(places)


@given(boards())
def test_lines_hold_each_cell_once(board: Board) -> None:
    """Rows cut the board, and so do the lines of each other direction; along a line one goes in its direction."""
    by_direction: dict[str, list[Cell]] = {}
    for line in board.lines():
        assert line.direction is not None
        by_direction.setdefault(str(line.direction), []).extend(line)
        for one, other in pairwise(line):
            steps = (board.step(one, line.direction, times) for times in range(1, 4))
            assert next(reached for reached in steps if reached is not None) is other
    assert len(by_direction) == (3 if isinstance(board, Hexagons) else 2)
    for cells in by_direction.values():
        assert len(cells) == len(set(cells)) == len(board.cells)


# rules before brute force


FORMS = {
    "hex: [2, 3, 2]": (
        "connected(shaded)",
        "not connected(shaded) and count(shaded) == 3",
        "all(count(shaded[line]) < 3 for line in lines) and count(shaded) == 4",
        "all(count(shaded[corner.cells]) != 2 for corner in corners if len(corner.cells) == 3)",
        "all(shaded[a] or shaded[b] for a, b in links) and count(shaded) < 5",
        "len(leading(shaded[ray(r1c1, down_right)])) == 2",
        "sum(distance(c, r1c1) for c in cells if shaded[c]) == 5",
        "len(groups(shaded)) == 3",
        "shaded[step(r2c1, up_right)] and shaded[around([r2c1])[2]]",
    ),
    "{size: 2x3, wrap: rows}": (
        "connected(shaded) and not connected(shaded, by=lambda c: [n for n in neighbors(c) if abs(n.column - c.column) < 2])",
        "all(not all(shaded[block]) for block in blocks(2, 2)) and count(shaded) == 4",
        "sum(distance(c, r1c1) for c in cells if shaded[c]) == 4",
        "len(leading(shaded[ray(r1c1, left)])) == 2",
        "all(shaded[a] != shaded[b] for a, b in links if a.row != b.row) and shaded[r1c1] and not shaded[r1c3]",
    ),
    "{size: 3x2, wrap: both}": (
        "all(count(shaded[neighbors(c)]) == 1 for c in cells)",
        "connected(shaded) and count(shaded) == 2 and shaded[r1c1]",
        "count(shaded[blocks(2, 2)[0]]) == 3 and len(blocks(2, 2)) == 3",
    ),
}


@pytest.mark.parametrize(("form", "rule"), [(form, rule) for form, rules in FORMS.items() for rule in rules])
def test_rule(form: str, rule: str) -> None:
    """The judge, all engines, lazy and eager agree; every clause is sound and complete."""
    grid = form if form[0] == "{" else f"{{{form}}}"
    spec = load_text(f"gridwright: 1\ngrid: {grid}\nlayers:\n  shaded: {{values: bool}}\nrules:\n  - rule: |\n      {rule}\n")
    assert_agree(spec)


def test_blocks_of_few_sizes_are_kept() -> None:
    """Blocks of a size that was just asked for are the same objects; those of all sizes together are not kept."""
    board = Board("main", 12, 12)
    assert board.blocks(2, 2)[0] is board.blocks(2, 2)[0]
    first = board.blocks(1, 1)[0]
    for size in range(1, 13):
        assert sum(map(len, board.blocks(size, 12))) == (13 - size) * size * 12
        assert sum(map(len, board.blocks(12, size))) == (13 - size) * size * 12
    assert board.blocks(1, 1)[0] is not first
