"""Work that is not seen in a rule is bounded too: equality of long lists, and the states of ways."""

from __future__ import annotations

import itertools
import sys
import time
from dataclasses import replace

import pytest
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.language.budget import Budget, Deadline
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.operators import equal
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import Limits
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import truths_of_places
from gridwright.compiler.syntax import parser
from gridwright.compiler.syntax.diagnostics import Code, Fault, SpecError
from gridwright.compiler.syntax.yaml_nodes import Scalar, read_text
from gridwright.compiler.values import BLANK, Value
from hypothesis import given, settings
from hypothesis import strategies as st
from ways import THOROUGH

CELLS = load_text("gridwright: 1\ngrid: 2x2\nlayers: {x: {values: 1..2}}\nrules: [true]\n").grids[0].board.cells
LEAVES = st.sampled_from([0, 1, 2, True, False, "a", BLANK, CELLS[0], CELLS[1], {"a": 1}, {"a": True}, {"b": 2}, CELLS[:2]])
VALUES = st.recursive(
    st.one_of(LEAVES, st.builds(range, st.integers(0, 3))),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.lists(inner, max_size=3).map(tuple)),
    max_leaves=6,
)


def pairwise(values: list[Value]) -> bool | str:
    """What `distinct` means: no pair that is equal, or what is wrong with comparing."""
    filled = [value for value in values if value is not BLANK]
    try:
        return not any(equal(value, other) for at, value in enumerate(filled) for other in filled[:at])
    except Fault as fault:
        return fault.message


@pytest.mark.slow
@settings(max_examples=200 * THOROUGH, derandomize=True)
@given(st.lists(VALUES, max_size=6))
def test_distinct_is_pairwise_equality(values: list[Value]) -> None:
    """Looking values up says the same as comparing all pairs, mistakes included."""
    try:
        is_distinct = all_functions()["distinct"].evaluate(values)
    except Fault as fault:
        is_distinct = fault.message
    assert is_distinct == pairwise(values)


def rule(text: str, values: str = "1..2") -> Spec:
    """A spec with one rule on a small board."""
    return load_text(f"gridwright: 1\ngrid: 2x3\nlayers: {{x: {{values: {values}}}}}\nrules:\n  - rule: |\n      {text}\n")


@pytest.mark.slow
def test_distinct_of_many() -> None:
    """Tens of thousands of lists are compared in no time; what has to be compared in pairs is refused where it is too many."""
    began = time.process_time()
    assert all_functions()["distinct"].evaluate(list(itertools.permutations(range(8))))
    assert time.process_time() - began < 3
    mixed = [(at, at % 2 == 0 or at) for at in range(2_001)]
    with pytest.raises(Fault, match="cannot compare 2,001 lists"):
        all_functions()["distinct"].evaluate(mixed)


def test_long_lists_are_counted() -> None:
    """A function that goes through a long list over and over spends the budget of its rule."""
    scalar = read_text("x: all(distinct(permutations(i..i + 5)) for i in 1..1000)\n").get("x")
    assert isinstance(scalar, Scalar)
    with pytest.raises(SpecError) as caught:
        Interpreter(budget=Budget("this rule", None, Limits(steps=20_000))).run(parser.parse(scalar), rule("true").grids[0].scope)
    assert caught.value.diagnostics[0].code is Code.TOO_MUCH


WALK = "walk(start=(r1c1, 0), read=x, step=lambda s, v: (step(s[0], right), s[1] + v), result=lambda s: s[1]) == 5"


def test_steps_of_a_way_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few states with many values each are many steps, too."""
    monkeypatch.setattr(truths_of_places, "MOST_PLACES", 0)
    assert not compile_spec(rule(WALK)).fallback_instances
    assert compile_spec(replace(rule(WALK), limits=Limits(transitions=10))).fallback_instances


def test_a_way_is_explored_before_the_deadline() -> None:
    """Exploring looks at the clock at each state."""

    class Watched(Deadline):
        looked = 0

        def check(self, units: int = 0) -> None:
            self.looked += 1

    watched, without = Watched(None), Watched(None)
    lower(rule(WALK), watched)
    lower(rule("sum(x) == 5"), without)
    assert watched.looked >= without.looked + 3 + 3


QUICK = {  # what was called for 20 cells, or 25 pairs of texts, before what is single was told from what has to be gone through
    "all(c.row >= 0 for c in cells)": 570,
    "all(-c.row <= 0 for c in cells)": 814,
    "all(abs(c.row - 7) > 0 for c in cells)": 1_064,
    "all(f(c.row) > 0 for c in cells)": 1_009,
    "all(c in cells for c in cells)": 1_720,
    "all(a == b for a in words for b in words)": 900,
}


@pytest.mark.parametrize("text", QUICK)
def test_single_values_are_quick(text: str) -> None:
    """Sizes are asked for where there is something to go through, and single values take as few calls as they can."""
    spec = load_text(
        "gridwright: 1\ngrid: 5x4\nlayers: {x: {values: 1..2}}\ndata: {words: [red, red, red, red, red]}\n"
        f"define: {{f(a): a + 1}}\nrules: ['{text}']\n"
    )
    interpreter, scope = Interpreter(budget=Budget("this rule", None)), spec.grids[0].scope
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    interpreter.run(spec.rules[0].expression, scope)  # so that what is remembered is
    sys.setprofile(count)
    try:
        interpreter.run(spec.rules[0].expression, scope)
    finally:
        sys.setprofile(None)
    assert calls < QUICK[text] * 0.95
