"""Every function: its example, its plain evaluation against its lowering, and its clauses."""

from __future__ import annotations

import pytest
from function_rules import RULES, SECTIONS, spec_of
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.function_registry import Function, all_functions
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.lowering_registry import all_lowerings
from gridwright.compiler.syntax import parser, yaml_nodes
from gridwright.compiler.values import BLANK, Value
from gridwright.runtime.output.text.reference import EXAMPLE_SPEC
from ways import assert_agree


def test_every_function_has_a_section() -> None:
    """No function goes without being compared."""
    assert SECTIONS.keys() == all_functions().keys()
    assert all(any(name in rule for _, rule in rules) for name, rules in SECTIONS.items())


def test_every_lowering_has_a_function() -> None:
    """A lowering is of a function that exists."""
    assert all_lowerings().keys() <= all_functions().keys()


@pytest.mark.parametrize("function", all_functions().values(), ids=lambda function: function.name)
def test_example(function: Function) -> None:
    """The example in the reference is true of the board on that page."""
    spec = load_text(EXAMPLE_SPEC)
    grid = spec.grids[0]
    givens = {(given.layer, given.position): given.value for given in grid.givens}

    def read(layer: Layer, position: int) -> Value:
        return givens.get((layer, position), BLANK if layer.blank else False)

    scalar = yaml_nodes.read_text(f"x: |\n  {function.example}\n").get("x")
    assert isinstance(scalar, yaml_nodes.Scalar)
    assert Interpreter(read, budget=Budget("the example", None)).run(parser.parse(scalar), grid.scope) is True
    assert function.words


@pytest.mark.cases(ci=163)
@pytest.mark.parametrize(("board", "rule"), RULES, ids=[rule for _, rule in RULES])
def test_rule(board: str, rule: str) -> None:
    """The judge, all engines, lazy and eager agree; every clause is sound and complete."""
    assert_agree(spec_of(board, rule))
