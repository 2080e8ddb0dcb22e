"""What is found along a line: brute force, all engines, lazy and eager; and random folds against every assignment."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest
from brute import assignments
from differing import look
from first_written import compared_sentences
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.term import Term
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.functions import visible
from gridwright.compiler.values import BLANK
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving.solve import solve
from hypothesis import given, settings
from hypothesis import strategies as st
from instances import faults, sample
from ways import assert_agree

TEXT = Path(__file__).with_name("lines.md").read_text("utf-8")
HEADER = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)[0]
RULES = [rule for rules in re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL) for rule in rules.strip().splitlines()]


@pytest.mark.cases(ci=62)
@pytest.mark.parametrize("written", RULES)
def test_rule(written: str) -> None:
    """Brute force and all ways to solve agree; every clause is sound and complete; only what says so is left to evaluation."""
    rule = written.removeprefix("general ")
    spec = load_text(f"gridwright: 1\n{HEADER}rules:\n  - rule: |\n      {rule}\n", "rule.yaml")
    assert bool(compile_spec(spec).fallback_instances) == (rule != written)
    assert_agree(spec)


DIGITS = """\
grid: 1x4
layers:
  d: {values: [0, 1, 2, 7], blank: true}
  k: {over: 0..0, values: [0, 1, 3, 4], blank: true}
"""


def of_numbers(chance: random.Random) -> str:
    """A sentence about numbers along a line: their order, and remainders by what is unknown."""
    line = chance.choice(["d", "d", "d[::-1]", "d[cells[1:]]"])
    made = chance.choice([f"numbers({line})", f"numbers({line})", f"(n + 1 for n in numbers({line}))", "d"])
    number = chance.choice(
        [f"read({line})", f"sum(numbers({line}))", f"sum(product(r) for r in runs({line}))", f"product({line})"]
    )
    divisor = chance.choice(["k[0]", "k[0]", "default(k[0], 2)", "3", "d[r1c1]"])
    order = f"increasing({made})"
    rest = f"{number} % {divisor} {chance.choice(('==', '!=', '<', '>='))} {chance.choice(('0', '1', '2', 'k[0]', 'd[r1c2]'))}"
    each = f"{chance.choice(('all', 'any'))}(n % {divisor} == {chance.choice((0, 1))} for n in numbers({line}))"
    said = chance.choice([order, rest, rest, each])
    return chance.choice([said, f"not ({said})", f"({said}) == (d[r1c3] == 1)", f"{said} or d[r1c4] == blank"])


@pytest.mark.cases(quick=1, ci=3)
@pytest.mark.parametrize("first", range(0, 60, 15))
def test_random_numbers(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random sentences about numbers along a line, against brute force; in every other run each two members are compared."""
    monkeypatch.setattr(visible, "MANY", 1 if first % 2 else visible.MANY)
    assert compared_sentences(DIGITS, of_numbers, range(first, first + 15)) > 10


LARGE = {
    "as_number": ("fold(number, start=0, step=lambda s, x: 10 * s + x)", 123456789),
    "far": (
        "walk(start=(r1c1, 0), read=number, step=lambda s, x: (step(s[0], right), 10 * s[1] + x), result=lambda s: s[1] + 1)",
        123456790,
    ),
    "large": ("fold(number, start=0, step=lambda s, x: 10 * s + x) > 5 and sum(numbers(number)) > 5", True),
}


def test_nothing_in_an_answer_is_too_large() -> None:
    """An answer is evaluated where everything is known: folds and walks of any size stand in it, and none of them is compiled."""
    answers = "".join(f"  {name}: |\n    {expression}\n" for name, (expression, _) in LARGE.items())
    rules = "rules:\n  - increasing(number)\n"
    spec = load_text(f"gridwright: 1\ngrid: 1x9\nlayers:\n  number: {{values: 1..9}}\n{rules}answer:\n{answers}")
    outcome = solve(spec)
    assert outcome.unique
    assert outcome.solutions[0].answer == {name: value for name, (_, value) in LARGE.items()}


# random folds: any table of steps over small domains


STATES = st.integers(0, 3)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], list[list[str]], list[int]]:
    """Values of a line, for each state and value the next state or `fail`, and for each state a result."""
    values = [str(value) for value in draw(st.lists(st.integers(-2, 5), min_size=1, max_size=3, unique=True))]
    row = st.lists(
        st.one_of(STATES.map(str), STATES.map(str), st.just("fail")), min_size=len(values) + 1, max_size=len(values) + 1
    )
    return values, draw(st.lists(row, min_size=4, max_size=4)), draw(st.lists(st.integers(0, 2), min_size=4, max_size=4))


@pytest.mark.slow
@settings(max_examples=60)
@given(table=tables(), wanted=st.sampled_from(["== 1", "!= 2", "in (0, blank)", "> 0", "== number[r1c1]", "== blank"]))
def test_random_folds(table: tuple[list[str], list[list[str]], list[int]], wanted: str) -> None:
    """On every line the automaton says what plain evaluation says, and every clause is sound and complete."""
    values, steps, results = table
    cases = " else ".join(
        f"{to} if s == {state} and x == {value}"
        for state, row in enumerate(steps)
        for value, to in zip([*values, "blank"], row, strict=True)
    )
    listed = f"[{', '.join(map(str, results))}]"
    rule = f"fold(number, start=0, step=lambda s, x: {cases} else fail, result=lambda s: {listed}[s]) {wanted}"
    spec = load_text(
        "gridwright: 1\ngrid: 1x4\nlayers:\n  number:\n"
        f"    values: [{', '.join(values)}]\n    blank: true\nrules:\n  - |\n    {rule}\n",
        "fold.yaml",
    )
    module = lower(spec)
    (assertion,) = module.assertions
    unknowns = [module.terms.unknown(variable) for variable in module.variables]
    for line in itertools.product([*map(int, values), BLANK], repeat=4):
        term = assertion.term
        result = evaluate(term, dict(zip(unknowns, line, strict=True))) if isinstance(term, Term) else term
        assert result == accepts(spec, {("", "number"): line}), line
    grids = list(assignments(spec))
    for lazy in (True, False):
        assert not list(faults(spec, sample(grids, 60), lazy=lazy))


ENDS = {  # a cell lies on several lines of a group, and only one of these is the last
    "2x3": [
        "same_shape(last(lines(group(r1c2, x))), [r1c1, r1c2])",
        "contains_shape(x, lines(group(r1c2, x))[0])",
        "len(around(last(lines(group(r1c2, x))))) == 3",
        "len(rows(last(lines(group(r1c2, x))))) == 2",
    ],
    "3x2": ["symmetric(lines(group(r2c1, x))[-1], kinds='diagonal')", "len(bounding_box(first(lines(group(r2c1, x))))) == 2"],
    "{hex: [2, 3]}": [
        "same_shape(last(lines(group(r1c2, x))), [r1c1, r2c1])",
        "last(lines(group(r1c2, x)))[-1] == r2c2",
        "first(lines(group(r1c2, x)))[-1] == r1c2",
    ],
}


@pytest.mark.cases(quick=2)
@pytest.mark.parametrize(("grid", "rule"), [(grid, rule) for grid, rules in ENDS.items() for rule in rules])
def test_first_and_last_line_of_a_group(grid: str, rule: str) -> None:
    """What is made of the first or the last line has each of its cells, whatever other lines go through them."""
    looked = look(f"gridwright: 1\ngrid: {grid}\nlayers: {{x: {{values: bool}}}}\nrules:\n  - {rule}\n")
    assert not looked.wrong, looked.wrong
    assert looked.verdict == "several"
