"""The interpreter: names, scopes, definitions, and what is read."""

from __future__ import annotations

import itertools
import sys

import brute
import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.name_check import is_constant
from gridwright.compiler.language.operators import MAX_BITS, OPERATORS
from gridwright.compiler.language.spec import Define, Layer
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import Fault, SpecError
from gridwright.compiler.values import Value
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving.solve import solve
from ways import assert_agree

HEADER = "gridwright: 1\ngrid: 2x3\nlayers:\n  number: {values: 1..6}\n"


def answer(expression: str, defines: str = "") -> Value:
    """The value of an expression on the board 1 2 3 / 4 5 6."""
    text = f"{HEADER}{defines}rules:\n  - true\nanswer: |\n  {expression}\n"
    spec = load_text(text)
    interpreter = Interpreter(lambda layer, position: position + 1, budget=Budget("the answer", None))
    return interpreter.run(spec.answers[""], spec.grids[0].scope)


def test_definitions_see_their_arguments_each_time() -> None:
    """A definition that is called in a loop gets new arguments each time; arguments are evaluated where they stand."""
    defines = "define:\n  rises(c, line): |\n    all(number[a] < number[b] for a, b in zip([c] + [d for d in line], line))\n"
    assert (
        answer("[rises(c, ray(c, d)) for c in cells for d in (right, left)]", defines)
        == [True, True, True, False, True, False] * 2
    )


def test_a_definition_may_be_a_list() -> None:
    """A list in YAML is a list of expressions: in brackets as it is written, otherwise each item an expression."""
    defines = """define:
  ends: [r1c1, 'up', [3, 1 + 1]]
  items:
    - number[r1c1]
    - [r1c2, 2]
    - |
      [c.row for c in cells[:2]]
  pair(a, b): [a, b]
"""
    assert answer("[number[ends[0]], ends[1], ends[2]]", defines) == [1, "up", [3, 2]]
    assert answer("[items[0], number[items[1][0]], items[2], pair(1, 2)]", defines) == [1, 2, [0, 0], [1, 2]]


def test_definitions_in_definitions() -> None:
    """Definitions use others, and a parameter hides a name of the grid."""
    defines = "define:\n  twice(number): number + number\n  four(x): twice(twice(x))\n  first_row: number[rows[0]]\n"
    assert answer("four(number[r1c2])", defines) == 8
    assert answer("sum(first_row)", defines) == 6


def test_functions_as_arguments() -> None:
    """Functions of the language, definitions and lambdas can be handed over."""
    defines = "define:\n  beside(c): |\n    [n for n in neighbors(c) if n.row == c.row]\n"
    assert answer("[len(g) for g in groups(cells, by=beside)]", defines) == [3, 3]
    assert answer("[len(g) for g in groups(number > 1, by=touching)]") == [5]
    assert answer("[len(g) for g in groups(cells, by=lambda c: neighbors(c)[:0])]") == [1] * 6


def test_definitions_without_layers_are_evaluated_once() -> None:
    """What reads no layer, here or further on, is known for good; what reads one is read again each time."""
    text = f"""{HEADER}define:
  corner: "[c for c in cells if len(touching(c)) == 3]"
  count_of(values): len(values)
  how_many: count_of(corner)
  all_of_it: count_of(number)
  one(cells): "sum(number[cells])"
  through: one(corner)
  hidden_in_a_lambda: "(lambda x: number[x])"
  shadowed: "[number for number in corner]"
  middle: grid.width // 2
  of_the_grid: sum(grid.number)
  the_grid: grid
rules:
  - true
"""
    names = load_text(text).grids[0].names
    constant = {name for name, value in names.items() if isinstance(value, Define) and is_constant(value, names)}
    assert constant == {"corner", "count_of", "how_many", "shadowed", "middle"}


def test_constant_definitions_read_nothing() -> None:
    """A definition that reads a layer comes out otherwise with other values."""
    spec = load_text(f"{HEADER}define:\n  first_row: rows[0]\n  total: sum(number[first_row])\nrules:\n  - true\nanswer: total\n")
    values = [1, 2, 3, 4, 5, 6]
    for first, total in ((1, 6), (4, 9)):
        values[0] = first
        interpreter = Interpreter(lambda layer, position: values[position], budget=Budget("the answer", None))
        assert interpreter.run(spec.answers[""], spec.answer_scope) == total


def test_definitions_that_read_nothing_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All rules of a spec share what such a definition is worth; one that reads a layer is evaluated wherever it is used."""
    evaluated = []

    def body(interpreter: Interpreter, define: Define, *others: Value) -> Value:
        evaluated.append(define.name)
        return original(interpreter, define, *others)

    original = Interpreter._body
    spec = load_text(
        f"{HEADER}define:\n  corner: rows[0][0]\n  total: sum(number)\nrules:\n" + "  - number[corner] < total\n" * 3
    )
    monkeypatch.setattr(Interpreter, "_body", body)
    lower(spec)
    assert sorted(evaluated) == ["corner", "total", "total", "total"]


@pytest.mark.parametrize("argument", ["c", "cells[0]"])
def test_calls_that_read_a_layer_are_evaluated_once_in_a_run(monkeypatch: pytest.MonkeyPatch, argument: str) -> None:
    """A definition over a group is evaluated once for each argument; with other values it is evaluated again."""
    evaluated = []

    def body(interpreter: Interpreter, define: Define, *others: Value) -> Value:
        evaluated.append(define.name)
        return original(interpreter, define, *others)

    original = Interpreter._body
    defines = "define:\n  region(c): group(c, same=number)\n"
    rule = f"  - all(d not in region({argument}) or number[d] == number[{argument}] for c in cells for d in cells)\n"
    spec = load_text(HEADER.replace("1..6", "1..2") + defines + "rules:\n" + rule)
    monkeypatch.setattr(Interpreter, "_body", body)
    lower(spec)
    most = 6 if argument == "c" else 1
    assert len(evaluated) <= most + 1  # the first call is not looked up yet
    for grid in itertools.product((1, 2), repeat=6):
        evaluated.clear()
        assert accepts(spec, {("", "number"): grid})
        assert len(evaluated) <= most + 1


def test_few_calls_are_kept_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was called long ago is evaluated again, so that memory is bounded; the values are the same."""
    monkeypatch.setattr("gridwright.compiler.language.interpreter.MAX_CALLS", 2)
    defines = "define:\n  region(c): group(c, same=number)\n"
    assert answer("[len(region(c)) for k in 1..3 for c in cells]", defines) == [1] * 18


def test_and_or_stop_where_they_are_decided() -> None:
    """What stands behind a known false member of `and` is not looked at."""
    assert answer("[number[i] for i in range(6) if i < 5 and rows[i // 3][i % 3] == r1c2]") == [2]
    assert answer("true or number[r1c1] < 0") is True


def test_reads_are_what_decides() -> None:
    """`group` reads the group and what is around it, `first` up to the first value: the general lemma rests on this."""
    read: list[int] = []

    def reader(layer: Layer, position: int) -> Value:
        read.append(position)
        return position in (0, 1, 5)

    spec = load_text("gridwright: 1\ngrid: 2x3\nlayers:\n  x: {values: bool}\nrules:\n  - true\nanswer: len(group(r1c1, x))\n")
    interpreter = Interpreter(reader, budget=Budget("the answer", None))
    assert interpreter.run(spec.answers[""], spec.answer_scope) == 2
    assert sorted(read) == [0, 1, 2, 3, 4]


def test_unpacking() -> None:
    """Links, pairs and nested pairs are unpacked; a wrong number of parts is said."""
    assert answer("len([a for a, b in links if a.row == b.row])") == 4
    assert answer("[a + b + c for a, (b, c) in [(1, (2, 3))]]") == [6]
    with pytest.raises(SpecError, match="needs 2 values"):
        answer("[a for a, b in [(1, 2, 3)]]")


@pytest.mark.slow
def test_conditions_and_names_in_rules() -> None:
    """`for`, `let` and `if` of a rule work together; an unknown condition implies."""
    text = (
        HEADER
        + """\
rules:
  - for: c in cells
    let:
      row: c.row
      own: number[c]
    if: row == 0 and own != 6
    rule: own == c.column + 1
  - for: c in cells
    if: number[r1c1] == 1
    rules:
      - number[c] < 4
      - rule: number[c] == number[r1c1] or c.row == 0
"""
    )
    spec = load_text(text)
    for grid in itertools.product(*[range(1, 7)] * 6):
        expected = all(grid[at] in (at + 1, 6) for at in range(3)) and (grid[0] != 1 or (max(grid) < 4 and grid[3:] == (1, 1, 1)))
        if expected or grid[:3] == (1, 2, 3):
            assert accepts(spec, {("", "number"): grid}) == expected
    assert solve(spec, limit=2_000).count == 1 + 4 * 216


def test_operators_of_numbers_agree() -> None:
    """What an operator gives quickly for two numbers is what it means for values of any kind."""
    numbers = [*range(-4, 5), 10**9, -(10**30)]
    quick = [operator for operator in OPERATORS.values() if operator.of_numbers is not None]
    assert len(quick) > 8
    for operator, left, right in itertools.product(quick, numbers, numbers):
        expected, actual = operator.evaluate(left, right), operator.of_numbers(left, right)
        assert actual == expected and type(actual) is type(expected), (operator.sign, left, right)
    with pytest.raises(Fault):
        OPERATORS["*"].of_numbers(1 << MAX_BITS - 1, 2)


# Sentences about two boards, and what each says of the values w1 w2 of `west` (a row) and e1 e2 of `east` (a column).
TWO_BOARDS = """\
gridwright: 1
grids: {west: 1x2, east: 2x1}
layers:
  number: {values: 1..2}
define:
  total(cells): sum(number[cells])
  last_cells: "[cells[-1]]"
  equal(a, b): west.number[a] == east.number[b]
together:
  - |
    %s
"""
OF_TWO_BOARDS = {
    "west.number[r1c2] == east.number[r2c1]": lambda w1, w2, e1, e2: w2 == e2,
    "grids['west'].number[r1c1] < grids['east'].number[cell(1, 0)]": lambda w1, w2, e1, e2: w1 < e2,
    "west.number[west.cell(0, 1)] == east.number[east.cell(east.height - 1, 0)]": lambda w1, w2, e1, e2: w2 == e2,
    "all(west.number[cell(0, i)] != east.number[cell(i, 0)] for i in 0..1)": lambda w1, w2, e1, e2: w1 != e1 and w2 != e2,
    "west.total(rows[0]) == east.total(cells) + 1": lambda w1, w2, e1, e2: w1 + w2 == e1 + e2 + 1,
    "any(g.number[last_cells][0] == 1 for g in grids)": lambda w1, w2, e1, e2: 1 in (w2, e2),
    "west.number[first(c for c in cells if number[c] == 2)] == east.number[r1c1]": (
        lambda w1, w2, e1, e2: 2 in (w1, w2) and e1 == 2
    ),
    "equal(west.r1c2, east.r1c1)": lambda w1, w2, e1, e2: w2 == e1,
    "sum(g.number[g.cells[0]] for g in grids) == 3": lambda w1, w2, e1, e2: w1 + e1 == 3,
    "east.number[west.number[r1c1] - 1] == 2": lambda w1, w2, e1, e2: (e1, e2)[w1 - 1] == 2,
}


@pytest.mark.parametrize("rule", OF_TWO_BOARDS)
def test_places_after_a_grid(rule: str) -> None:
    """What stands in brackets or parentheses after a name of a grid is read on that grid, in `together` and in a rule."""
    means = OF_TWO_BOARDS[rule]
    spec = load_text(TWO_BOARDS % rule)
    accepted = [(*grid["west", "number"], *grid["east", "number"]) for grid in brute.accepted(spec)]
    assert accepted == [values for values in itertools.product((1, 2), repeat=4) if means(*values)]
    assert_agree(spec)
    everywhere = load_text(TWO_BOARDS.replace("together:", "rules:") % rule)
    assert brute.solutions(everywhere) == brute.solutions(spec)


def test_the_name_of_a_grid_is_only_its_own_where_it_is_free() -> None:
    """A layer, a word or a direction keeps its name; such a grid is still one of `grids`."""
    text = "gridwright: 1\ngrids: {left: 1x2, red: 1x2}\nlayers:\n  colour: {values: [red, green]}\n"
    spec = load_text(text + "rules:\n  - colour[r1c1] == red and step(r1c2, left) == r1c1\n")
    assert {grid["left", "colour"][0] for grid in brute.accepted(spec)} == {"red"}
    together = load_text(text + "together:\n  - left.colour[r1c1] != grids['red'].colour[step(r1c2, left)]\n")
    assert len([*brute.accepted(together)]) == 8
    assert_agree(together)


@pytest.mark.parametrize("pair", ["left_one.r1c1, right_one.r1c2", "right_one.r1c1, left_one.r1c2", "right_one.links[0]"])
def test_a_place_of_another_grid_is_a_mistake(pair: str) -> None:
    """A cell of one grid and one of another are the ends of no link, whatever their rows and columns; also in a prepared rule."""
    text = "gridwright: 1\ngrids: {left_one: 1x2, right_one: 1x2}\nlayers:\n  wall: {over: links, values: bool}\n"
    for rule in (f"left_one.wall[{pair}]", f"all(left_one.wall[{pair}] for n in 1..5 if n > 4)"):
        with pytest.raises(SpecError, match="of the grid `right_one`, and"):
            lower(load_text(f"{text}together:\n  - {rule}\n"))


def test_an_element_that_reads_one_of_two_loops_is_evaluated_once_for_each_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """The corners of each cell are met from all its cells, and count each time. Other values are looked at each time."""
    evaluated: list[object] = []
    member = Interpreter.member
    monkeypatch.setattr(Interpreter, "often", sys.maxsize)
    monkeypatch.setattr(Interpreter, "member", lambda self, *of: evaluated.append(of) or member(self, *of))
    assert answer("sum(len(k.cells) for c in cells for k in c.corners)") == 4 * 1 + 6 * 2 * 2 + 2 * 4 * 4
    assert len(evaluated) == 12
    assert answer("sum(number[c] for n in 1..3 for c in rows[0] if number[c] >= n)") == 1 + 2 * 2 + 3 * 3
    assert len(evaluated) == 12 + 3
    assert answer("[len(area) for c in rows[0] for area in ([c], [c, c])]") == [1, 2] * 3
    assert answer("count(c == d for c in rows[0] for d in rows[0])") == 3


def test_members_that_are_kept_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many places an element reads, its values at only a few are kept at a time."""
    monkeypatch.setattr("gridwright.compiler.language.interpreter.MAX_CALLS", 3)
    evaluated: list[object] = []
    member = Interpreter.member
    monkeypatch.setattr(Interpreter, "often", sys.maxsize)
    monkeypatch.setattr(Interpreter, "member", lambda self, *of: evaluated.append(of) or member(self, *of))
    assert answer("count(c.row == d.row for c in cells for d in rows[0] for n in 1..2)") == 3 * 3 * 2
    assert len(evaluated) == 6 * 3
    assert answer("sum(number[c] for n in 1..2 for c in rows[0] for m in 1..2)") == 2 * 2 * (1 + 2 + 3)
    assert len(evaluated) == 6 * 3 + 3
    assert answer("count(number[c] > 0 for n in 1..2 for c in cells for m in 1..2)") == 2 * 6 * 2
    assert len(evaluated) == 6 * 3 + 3 + 2 * 6
