"""Facts in words: short where many values or places are named, and always the same facts."""

import pytest
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import BLANK, Value
from gridwright.runtime.output.text.fact_text import sentence
from gridwright.runtime.steps.fact import Fact

SPEC = """
gridwright: 1
grid: 2x9
layers:
  number: {values: 1..9}
  letter: {values: 1..6, blank: true}
rules:
  - rule: number[r1c1] == number[r1c1]
    says: Nothing.
"""


@pytest.mark.parametrize(
    ("excluded", "words"),
    [
        ([4], "not 4"),
        ([2, 3], "not 2 or 3"),
        ([3, 4, 5, 8], "not 3 to 5 or 8"),
        ([1, 2, 3, 4], "at least 5"),
        ([6, 7, 8, 9], "at most 5"),
        ([1, 2, 3, 4, 5, 6, 7], "8 or 9"),
        ([2, 3, 4, 5, 6, 8, 9], "1 or 7"),
        ([1, 2, 3, 5, 6, 7, 8, 9], "4"),
        ([*range(1, 10)], "not 1 to 9"),
    ],
)
def test_excluded_values(excluded: list[Value], words: str) -> None:
    """The values that are left are named if they are few; a range at an end of the values by its bound."""
    spec = load_text(SPEC)
    assert sentence(spec, [Fact(Variable(spec.layers[0], 0), value, False) for value in excluded]) == f"number at r1c1 is {words}"


@pytest.mark.parametrize(
    ("excluded", "words"), [([1, 2, 3], "not 1 to 3"), ([BLANK, 1, 2, 3, 4], "5 or 6"), ([BLANK, 1], "not blank or 1")]
)
def test_a_place_that_may_be_blank(excluded: list[Value], words: str) -> None:
    """A bound would say that it is not blank, so there is none as long as it may be."""
    spec = load_text(SPEC)
    assert sentence(spec, [Fact(Variable(spec.layers[1], 0), value, False) for value in excluded]) == f"letter at r1c1 is {words}"


def test_cells_in_a_line() -> None:
    """Three cells or more next to each other are named by the first and the last, in a row or in a column."""
    spec = load_text(SPEC)
    row = sentence(spec, [Fact(Variable(spec.layers[0], at), 4) for at in (0, 2, 3, 4, 5, 7, 8, 9)])
    assert row == "number at r1c1, r1c3 to r1c6, r1c8, r1c9 and r2c1 are 4"
    shorter = sentence(spec, [Fact(Variable(spec.layers[0], at), 4) for at in (0, 2, 3, 4, 5, 7, 8, 9, 12, 13, 14)], 2)
    assert shorter == "number at r1c1, r1c3 to r1c6 and 6 more are 4"


@pytest.mark.parametrize(
    ("name", "value", "holds", "words"),
    [
        ("star", True, True, "r1c1 and r1c2 have a star"),
        ("star", True, False, "r1c1 and r1c2 have no star"),
        ("star", False, True, "r1c1 and r1c2 have no star"),
        ("arrow", False, False, "r1c1 and r1c2 have an arrow"),
        ("shaded", True, True, "r1c1 and r1c2 are shaded"),
        ("shaded", False, True, "r1c1 and r1c2 are not shaded"),
    ],
)
def test_things(name: str, value: bool, holds: bool, words: str) -> None:
    """A layer of truth values that is named as a way of drawing says where these things are."""
    spec = load_text(f"gridwright: 1\ngrid: 1x3\nlayers: {{{name}: {{values: bool}}}}\nrules: ['count({name}) == 1']\n")
    assert sentence(spec, [Fact(Variable(spec.layers[0], at), value, holds) for at in (0, 1)]) == words
    one = [Fact(Variable(spec.layers[0], 0), value, holds)]
    assert sentence(spec, one) == words.replace(" and r1c2", "").replace(" have ", " has ").replace(" are ", " is ")
