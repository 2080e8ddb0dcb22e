"""Every function: its example, its plain evaluation against its lowering, and its clauses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.function_registry import EXAMPLE_SPEC, Function, all_functions
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.lowering_registry import all_lowerings
from gridwright.compiler.syntax import parser, yaml_nodes
from gridwright.compiler.values import BLANK, Value
from ways import agree

TEXT = Path(__file__).with_name("functions.md").read_text("utf-8")


def read_sections() -> dict[str, list[tuple[str, str]]]:
    """For each function the rules of its section, each with the board that stands nearest above it there, or the file's own."""
    preamble, *sections = re.split(r"(?m)^## (?=.*$)", TEXT)
    common = re.findall(r"```yaml\n(.*?)```", preamble, re.DOTALL)[0]
    found: dict[str, list[tuple[str, str]]] = {}
    for section in sections:
        names, _, rest = section.partition("\n")
        board = common
        for kind, text in re.findall(r"(?m)^```(yaml|text)\n((?:.*\n)*?)```", rest):
            if kind == "yaml":
                board = text
            else:
                for name in names.split():
                    found.setdefault(name, []).extend((board, rule) for rule in text.splitlines())
    return found


SECTIONS = read_sections()
RULES = list(dict.fromkeys(rule for rules in SECTIONS.values() for rule in rules))


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


def spec_of(board: str, rule: str) -> Spec:
    """The spec that has only this rule on a board."""
    return load_text(f"gridwright: 1\n{board}rules:\n  - rule: |\n      {rule}\n", "rule.yaml")


@pytest.mark.parametrize(("board", "rule"), RULES, ids=[rule for _, rule in RULES])
def test_rule(board: str, rule: str) -> None:
    """The judge, all engines, lazy and eager agree; every clause is sound and complete."""
    agree(spec_of(board, rule))
