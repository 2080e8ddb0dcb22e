"""Arguments of every kind for every function: what it cannot take is told, with its place, and is never a crash."""

from __future__ import annotations

import random

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.function_registry import Function, all_functions
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK
from gridwright.runtime.judging.judge import accepts

BOARD = """\
gridwright: 1
grid: 2x3
areas:
  cages: |
    a a b
    a b b
layers:
  number: {values: 0..2, blank: true}
  shaded: {values: bool}
  wall: {over: links, values: bool}
  edge: {over: borders, values: bool}
  spot: {over: grid, values: cells}
  total: {over: grid, values: 0..300}
  colour: {values: [red, green], hidden: true}
  laid: {over: placements('##'), values: bool}
clues:
  hint: |
    1 . 2
    . . 3
  side: {left: [1, 2]}
data:
  shapes: {bar: '##', dot: '#'}
  words: [up, down]
"""
ARGUMENTS = """\
number; shaded; wall; edge; spot; total; colour; laid
number[r1c1]; shaded[r1c1]; colour[r1c2]; spot.row; number[spot]; number[rows[0]]; number != blank; number + 1
[]; [1, 2]; [number[r1c1], 3]; [shaded, number]; [[1], [2, 3]]; (1, 2); 1..3; 1..10 ** 12; range(10 ** 18)
0; 1; -1; 3; 10 ** 30; true; blank; fail; 'red'; '##'; ''
cells; links; borders; corners; rows; rows[0]; r1c2; [r1c1, r2c2]; [r1c1, blank]; links[0]; corners[0]; up; directions
cages; cages['a']; [cages['a'], cages['b']]; hint; hint[r1c1]; side; segments; segments[0]; shapes; words; grid
polyominoes(2); placements('##'); placements('##')[0]; placements('##')[0].shape
lambda x: x; lambda: 1; lambda s, x: s + 1; lambda c: neighbors(c); lambda c: number[c]; lambda c, d, x: d; neighbors; sum
groups(shaded); group(r1c1, shaded); number[group(r1c1, shaded)]; groups(same=number)
runs(number[rows[0]]); numbers(number[rows[0]]); runs(number[rows[0]])[0]; [runs(number[rows[0]])]
fold(number, start=0, step=lambda s, x: s); fold(number, start='red', step=lambda s, x: s)
fold(number, start=r1c1, step=lambda s, x: s if x == 1 else step(s, right)); walk(r1c1, number, lambda c, x: step(c, right))
sorted(number); join(number); read(number); max(number); first(number); cell(0, number[r1c1]); ray(spot, right)
(x for x in number if x != blank); (x for x in cells); (len(g) for g in groups(shaded)); zip(number, cells); enumerate(cells)"""
USES = ["{} == blank", "len({}) == 1", "{}[0] == 1", "all(x == 1 for x in {})", "default({}, 3) == 2", "{} in [1, 2]", "{}"]
CALLS = 25


def sayings(function: Function) -> list[str]:
    """Rules that call a function with arguments of many kinds, the same in every run."""
    draw = random.Random(function.name)
    arguments = [written for line in ARGUMENTS.splitlines() for written in line.split("; ")]
    rules = []
    for number in range(CALLS):
        given = []
        for parameter in function.parameters:
            if not parameter.optional or draw.random() < 0.6:
                written = draw.choice(arguments)
                given.append(f"{parameter.name}={written}" if parameter.optional else written)
        rules.append(USES[number % len(USES)].format(f"{function.name}({', '.join(given)})"))
    return rules


def mistake(rule: str) -> SpecError | None:
    """What is said of a spec with this rule, by the compiler or by the judge of a grid."""
    try:
        spec = load_text(f"{BOARD}rules:\n  - rule: |\n      {rule}\n", "puzzle.yaml")
        compile_spec(spec)
        draw = random.Random(rule)
        values = [(layer, [*layer.values, *([BLANK] if layer.blank else [])]) for layer in spec.layers]
        accepts(
            spec,
            {(layer.grid, layer.name): [draw.choice(possible_values) for _ in layer.places] for layer, possible_values in values},
        )
    except SpecError as problem:
        return problem
    return None


@pytest.mark.cases(ci=28)
@pytest.mark.parametrize("function", all_functions().values(), ids=lambda function: function.name)
def test_every_function(function: Function) -> None:
    """Whatever a function is called with, it has a value, or the mistake has a place in the rule."""
    for rule in sayings(function):
        problem = mistake(rule)
        assert problem is None or all(diagnostic.span is not None for diagnostic in problem.diagnostics), rule


TOLD = {
    "group([r1c1, r1c2], shaded) == blank": "needs a place, such as a cell, but got a list",
    "connected(cells, by=not shaded)": "needs a field over links, borders or pairs of places",
    "connected(same=group(r1c1, shaded))": "needs a field, such as a layer, but got a list",
    "between(spot, fold(number, start=0, step=lambda s, x: s)) == blank": "needs a cell, but got a number (0)",
    "read(read(number)) == 1": "needs a list, but got",
    "connected(read(number), same=number)": "needs a field of truth values, an area, or a list of places of one kind, but got",
    "walk(r1c1, number, lambda c, x: blank, result=fold(number, start=0, step=lambda s, x: s)) == 1": "must be fixed",
    "zip(fold(number, start=0, step=lambda s, x: s), shaded) == blank": "needs a list, but got",
    "len(1..10 ** 12) == 1": "this list has more than 1,000,000 members",
    "total in 1..10 ** 12": "this list has more than 1,000,000 members",
    "number[1..10 ** 12] == 1": "this list has more than 1,000,000 members",
    "range(10 ** 30) == blank": "this range has too many numbers",
}


@pytest.mark.parametrize(("rule", "said"), TOLD.items(), ids=list(TOLD))
def test_told(rule: str, said: str) -> None:
    """Arguments that once were crashes, or went on for ever, are mistakes that are told."""
    problem = mistake(rule)
    assert problem is not None
    assert said in problem.diagnostics[0].message


def test_large_numbers() -> None:
    """Where nothing is that large, nothing is found, and soon."""
    assert mistake("len(combinations(1..3, 10 ** 30)) == 0") is None
    assert mistake("placements('##', scale=10 ** 30) == []") is None


def test_lists_of_places_that_may_be_missing() -> None:
    """A list at each place of a group, of which no place is known, is left to evaluation."""
    assert mistake("distinct(default(enumerate(cells), number[group(r1c1, shaded)]))") is None
