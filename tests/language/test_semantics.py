"""Every row of `meaning.md`, met by the judge and by the compiler."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from gridwright.compiler import loader
from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.operators import equal
from gridwright.compiler.language.spec import Given, Grids, Layer, Spec
from gridwright.compiler.syntax import parser, yaml_nodes
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import Value
from gridwright.runtime.solving.outcome import Result
from gridwright.runtime.solving.solve import solve


@dataclass(frozen=True)
class Row:
    """One row: a section's spec, an expression, and what it comes to."""

    header: str
    solution: str
    expression: str
    value: str

    def spec(self, rule: str) -> Spec:
        """The section's spec with one rule, and its filled-in board as the expected solution."""
        solution = f"expect:\n  solution:\n{re.sub('(?m)^', '  ', self.solution)}"
        return loader.load_text(f"gridwright: 1\n{self.header}{solution}\nrules:\n  - rule: |\n      {rule}\n", "row.yaml")

    def fixed(self, rule: str) -> Spec:
        """The same, with every value and every blank of the board given."""
        spec = self.spec(rule)
        assert spec.expected.solution is not None
        grid = spec.grids[0]
        givens = tuple(
            Given(layer, position, value, layer.span)
            for layer in grid.layers
            for position, value in enumerate(spec.expected.solution[grid.name, layer.name])
        )
        return replace(spec, grids=Grids((replace(grid, givens=givens),)))


def rows() -> list[Row]:
    """All rows of the table."""
    text = Path(__file__).with_name("meaning.md").read_text("utf-8")
    rows_read = []
    for section in re.split(r"(?m)^## ", text)[1:]:
        blocks = re.findall(r"```(\w+)\n(.*?)```", section, re.DOTALL)
        header, solution = blocks[0][1].split("solution:\n")
        for line in blocks[1][1].splitlines():
            expression, _, value = line.rpartition(" -> ")
            rows_read.append(Row(header, solution, expression, value))
    return rows_read


ROWS = rows()
VALUES = [row for row in ROWS if not row.value.startswith("error ")]
ERRORS = [row for row in ROWS if row.value.startswith("error ")]


def name(row: Row) -> str:
    """The row as the name of its test."""
    return f"{row.expression} -> {row.value}"


def test_the_table_is_large() -> None:
    """There are more than a hundred rows, and every section is read."""
    assert len(ROWS) > 300


@pytest.mark.parametrize("row", VALUES, ids=name)
def test_judge(row: Row) -> None:
    """Plain evaluation on the finished board comes to the value in the row."""
    spec = row.spec("true")
    solution = spec.expected.solution
    assert solution is not None

    def read(layer: Layer, position: int) -> Value:
        return solution[layer.grid, layer.name][position]

    def value(text: str) -> Value:
        scalar = yaml_nodes.read_text(f"x: |\n  {text}\n").get("x")
        assert isinstance(scalar, yaml_nodes.Scalar)
        node = parser.parse(scalar)
        return Interpreter(read, budget=Budget("the row", None)).run(node, spec.grids[0].scope)

    actual, expected = value(row.expression), value(row.value)
    assert isinstance(actual, bool) == isinstance(expected, bool)
    assert equal(actual, expected)


@pytest.mark.cases(ci=176)
@pytest.mark.parametrize("row", VALUES, ids=name)
def test_compiler(row: Row) -> None:
    """With the board fixed, the row is satisfiable and its negation is not."""
    holds = f"({row.expression}) == ({row.value})"
    yes = solve(row.fixed(holds))
    assert yes.result is Result.SOLVED, row
    no = solve(row.fixed(f"not ({holds})"))
    assert no.result is Result.NO_SOLUTION, row


@pytest.mark.parametrize("row", ERRORS, ids=name)
def test_error(row: Row) -> None:
    """A mistake is found while compiling, and has the code in the row."""
    with pytest.raises(SpecError) as caught:
        lower(row.spec(f"({row.expression}) == 0"))
    codes = {diagnostic.code.label for diagnostic in caught.value.diagnostics}
    assert codes == {row.value.removeprefix("error ")}
