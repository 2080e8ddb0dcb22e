"""Rules of constants: each is evaluated while compiling, whatever function or operation it uses."""

from __future__ import annotations

import pytest
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.language.function_registry import Function, all_functions
from gridwright.compiler.language.layers_read import layers_read
from gridwright.compiler.language.operators import OPERATORS
from gridwright.compiler.language.scope import Scope
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.symbolic import SymbolicInterpreter
from gridwright.compiler.syntax.syntax_tree import Expression
from gridwright.compiler.values import Value
from gridwright.runtime.output.text.reference import EXAMPLE_SPEC

BOARD = EXAMPLE_SPEC.partition("rules:")[0]


def terms_of(expression: str) -> list[object]:
    """What the rules "it holds" and "it does not", alone and in a loop, come to; each is compiled to the end."""
    terms = []
    for rule in (expression, f"not ({expression})", f"all(({expression}) for again in [1, 2])"):
        spec = load_text(f"{BOARD}rules:\n  - rule: |\n      {rule}\n")
        puzzle = compile_spec(spec)
        assert not puzzle.fallback_instances or layers_read(spec.rules[0].expression, spec.grids[0].scope)
        terms += [assertion.term for assertion in puzzle.module.assertions if assertion.origin.kind == "rule"]
    return terms


@pytest.mark.parametrize("function", all_functions().values(), ids=lambda function: function.name)
def test_example(function: Function) -> None:
    """An example that reads no layer is true while compiling, and nothing is left of it; one that does compiles."""
    spec = load_text(f"{BOARD}rules:\n  - rule: |\n      {function.example}\n")
    terms = terms_of(function.example)
    if not layers_read(spec.rules[0].expression, spec.grids[0].scope):
        assert terms == [True, False, True]


CONSTANTS = [
    "fold(enumerate([1, 2]), start=0, step=lambda s, p: s + p[1]) == 3",
    "fold(zip([1, 2], [3, 4]), start=0, step=lambda s, p: s + p[0] * p[1]) == 11",
    "fold(zip([1], [(2, [3])]), start=0, step=lambda s, p: s + p[1][0]) == 2",
    "fold(zip([r1c1], [right]), start=r1c1, step=lambda s, p: step(p[0], p[1])) == r1c2",
    "fold([], start=0, step=lambda s, x: s + 1) == 0",
    "fold([1, 2], start=0, step=lambda s, x: fail) == blank",
    "fold([blank, [1, 2]], start=0, step=lambda s, x: s if x == blank else x[1]) == 2",
    "fold(combinations([1, 2, 3], 2), start=0, step=lambda s, p: s + p[0]) == 4",
    "sum(fold(zip([k, 2], [k, 3]), start=0, step=lambda s, p: s + p[0]) for k in 1..3) == 12",
    "sum(product(r) for r in runs([1, 2, blank, 3])) == 5",
    "all(n > 2 for n in numbers([3, blank, 4]))",
    "[len(r) for r in runs([1, blank, 2, 3])] == [1, 2]",
    "(2 if 1 in [1, 2] else 3) == 2 and 4 not in 1..3 and [1, 2, 3][1:] == [2, 3] and -(3) == -3 and +3 == 3",
    "(1 < 2 < 3) and not (2 < 1) and (1 == 1 or 1 // 0 == 1)",
    "boxes['a'][0] == r1c1 and cells[0].row == 0 and [c for c in cells if c.row == 2][0] == r3c1",
    *(f"([7, 2] == [7, 2]) and (7 {sign} 2) == (7 {sign} 2)" for sign in OPERATORS),
]


@pytest.mark.parametrize("expression", CONSTANTS)
def test_constant(expression: str) -> None:
    """A true expression of constants is true while compiling."""
    assert terms_of(expression) == [True, False, True]


def test_pairs_beside_unknown_ones() -> None:
    """A line of tuples of which only some hold unknown values is read by an automaton like any other."""
    rule = "fold([(1, 2), (3, number[r1c1])], start=0, step=lambda s, p: s + p[0] * default(p[1], 0)) == 8"
    puzzle = compile_spec(load_text(f"{BOARD}rules:\n  - rule: |\n      {rule}\n"))
    assert not puzzle.fallback_instances


def test_a_layer_behind_a_list_of_grids() -> None:
    """What reads a layer through a list is not taken for a constant, and its unknowns belong to one part."""
    text = """gridwright: 1
grids: {west: 1x2, east: 1x2}
layers:
  number: {values: 1..2}
rules:
  - true
together:
  - for: both in [[g for g in grids]]
    rule: len(groups(both[0].number == 1)[0]) == 2
"""
    puzzle = compile_spec(load_text(text))
    assert len(puzzle.fallback_instances) == 1
    assert [{variable.layer.grid for variable in part.places} for part in puzzle.parts] == [{"west", "east"}]


def test_a_constant_is_evaluated_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a definition that reads no layer comes to is found by plain evaluation, as the judge may look it up."""
    symbolic: list[str] = []
    evaluate = SymbolicInterpreter.evaluate

    def noting(self: SymbolicInterpreter, node: Expression, scope: Scope) -> Value:
        symbolic.append(node.span.text)
        return evaluate(self, node, scope)

    monkeypatch.setattr(SymbolicInterpreter, "evaluate", noting)
    board = "gridwright: 1\ngrid: 2x3\nlayers: {x: {values: 1..3}}\n"
    lower(load_text(f"{board}define: {{below: 'len(rows[1])'}}\nrules:\n  - x[r1c1] < below\n"))
    assert "x[r1c1]" in symbolic
    assert "rows[1]" not in symbolic
