"""What is read from a file means what it looks like, or is refused."""

from __future__ import annotations

import time

import pytest
from gridwright.compiler.geometry.area import Segment
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving.solve import solve

CROSSWORD = """gridwright: 1
grid: {size: 3x3, holes: [r2c2]}
layers:
  digit: {values: 1..3}
clues:
  entry: {1A: 9, 2D: 5, 3A: 5, 1D: 6}
rules:
"""


def test_entries_of_a_crossword() -> None:
    """The keys 1A and 1D are the segments of the board; a clue has its segment as `line` and as `area`."""
    spec = load_text(CROSSWORD + "  - all(sum(digit[clue.line]) == clue.value for clue in entry)\n")
    (group,) = spec.grids[0].clue_groups
    assert [(str(clue.place), clue.value) for clue in group] == [("1A", 9), ("2D", 5), ("3A", 5), ("1D", 6)]
    assert all(isinstance(clue.place, Segment) and clue.line is clue.area is clue.place for clue in group)
    assert group.at("2D") == 5
    assert solve(spec).solutions
    rules = ["entry['2D'] == 5 and entry[segments['3A']] == 5", "[clue.line.number for clue in entry] == [1, 2, 3, 1]"]
    for rule in rules:
        assert solve(load_text(f'{CROSSWORD}  - "{rule}"\n'), limit=1).solutions, rule


def test_labels_of_areas_come_before_entries() -> None:
    """Areas of the spec's own that are called 1A are meant, and not the entries of the board."""
    text = "gridwright: 1\ngrid: 2x2\nareas: {part: {1A: r2c1}}\nlayers: {x: {values: 1..2}}\n"
    (clue,) = load_text(text + "clues: {mark: {1A: 2}}\nrules: [true]\n").grids[0].clue_groups[0]
    assert [cell.name for cell in clue.area] == ["r2c1"]


def test_an_empty_group_of_clues() -> None:
    """A group without clues is one, whatever areas there are."""
    text = (
        "gridwright: 1\ngrid: 2x2\nareas: {part: {a: r2c1}, other: {a: r1c1}}\nlayers: {x: {values: 1..2}}\nclues: {mark: {}}\n"
    )
    spec = load_text(text + "rules:\n  - len([clue for clue in mark]) == 0\n")
    assert len(spec.grids[0].clue_groups[0]) == 0
    assert solve(spec).solutions


def test_tabs_in_pictures() -> None:
    """A tab separates the cells of a picture like a space."""
    head = "gridwright: 1\ngrid: 2x3\nlayers: {x: {values: 1..20}}\nrules: [true]\ngivens:\n  x: |\n"
    with_tabs, with_spaces = (load_text(f"{head}    1{gap}.{gap}12\n    .{gap}3{gap}.\n") for gap in ("\t", " "))
    givens = [[(given.position, given.value) for given in spec.grids[0].givens] for spec in (with_tabs, with_spaces)]
    assert givens[0] == givens[1] == [(0, 1), (2, 12), (4, 3)]


@pytest.mark.parametrize("character", ["\u00a0", "\u2003", "\u200b", "\u3000"])
def test_other_spaces_in_pictures(character: str) -> None:
    """Whatever looks like a space, and is none, is named with its place."""
    text = f"gridwright: 1\ngrid: 1x3\nlayers: {{x: {{values: 1..3}}}}\nrules: [true]\ngivens:\n  x: |\n    1 2{character}3\n"
    with pytest.raises(SpecError, match=f"U\\+{ord(character):04X}") as caught:
        load_text(text, "a.yaml")
    assert str(caught.value.diagnostics[0].span) == "a.yaml:7:8"


def test_keys_that_name_directions_and_places() -> None:
    """A mapping under `data` is read with the directions and places that its keys name, also with unknown ones."""
    text = """gridwright: 1
grid: 1x2
data:
  weight: {up: 1, down: 2, r1c1: 7}
layers:
  arrow: {values: directions}
rules:
  - weight[down] == 2 and weight['down'] == 2 and weight[r1c1] == 7
  - down in weight and r1c1 in weight and r1c2 not in weight and 'up' in weight and left not in weight
  - weight[arrow[r1c1]] == 2
  - arrow[r1c2] in weight and arrow[r1c2] != down
"""
    spec = load_text(text)
    up, _, down, _ = spec.grids[0].board.directions
    (solution,) = solve(spec).solutions
    assert solution.grid["", "arrow"] == (down, up)
    assert not accepts(spec, {("", "arrow"): (up, up)})


def test_grid_in_the_lists_of_layers() -> None:
    """The board is a name where layers say over which places they are, and which values they have; in definitions too."""
    text = """gridwright: 1
grid: 2x3
define:
  longest: max(grid.width, grid.height)
  total: sum(grid.number)
layers:
  number: {over: grid.cells, values: 1..grid.width}
  corner: {over: grid.corners, values: 1..longest}
rules:
  - total == 6 * longest - 3
  - corner[0] == longest and grid.width == 3
"""
    spec = load_text(text)
    number, corner = spec.grids[0].layers
    assert (len(number.places), number.values, len(corner.places), corner.values) == (6, range(1, 4), 12, range(1, 4))
    (first, second) = solve(spec).solutions
    assert {sum(candidate.grid["", "number"]) for candidate in (first, second)} == {15}


def test_words_of_a_layer_over_the_grid() -> None:
    """A value of a layer that is one unknown is a name like those of other layers."""
    text = "gridwright: 1\ngrid: 1x2\nlayers: {mood: {over: grid, values: [happy, sad]}}\nrules: [mood == sad]\n"
    (solution,) = solve(load_text(text)).solutions
    assert solution.grid["", "mood"] == ("sad",)


def test_givens_without_layers() -> None:
    """Givens of a spec that has no layers are not dropped."""
    with pytest.raises(SpecError) as caught:
        load_text("gridwright: 1\ngrid: 2x2\ngivens: {number: {r1c1: 1}}\nrules: [true]\n")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == "there is no layer `number`"
    assert str(diagnostic.span) == "<text>:3:10"
    assert diagnostic.help == "add `layers`, with this one and its values"


@pytest.mark.slow
@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("key", ["values: [{}]", "{{over: [{}], values: 1..2}}"])
def test_the_same_among_many(key: str) -> None:
    """Of very many values, or places, the one that is there twice is found in a moment."""
    words = ", ".join(f"w{number}" for number in range(50_000))
    text = key.format(f"{words}, w49999")
    began = time.process_time()
    with pytest.raises(SpecError, match=r"'w49999'.* twice") as caught:
        load_text(f"gridwright: 1\ngrid: 2x2\nlayers:\n  x: {'{' * (key[0] == 'v')}{text}{'}' * (key[0] == 'v')}\n")
    assert len(caught.value.diagnostics) == 1
    assert time.process_time() - began < 12
