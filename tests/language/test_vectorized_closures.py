"""Functions of a whole list of numbers: what they give, the interpreter gives for each; what they do not, they leave to it."""

from __future__ import annotations

import random

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.geometry.board import Board
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.compiled_closures import CompiledClosure
from gridwright.compiler.language.compiled_expressions import LARGEST, Unusual
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.scope import Closure, Scope
from gridwright.compiler.language.vectorized_closures import SMALL, VectorizedRow
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.automata.explore import FIRST_STEPS
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.parser import parse
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.compiler.values import BLANK, FixedTuple, Value, typed_key

BOARD = Board("", 2, 2)
ROWS: list[tuple[Value, ...]] = [
    (0, 1, 2, 3),
    tuple(range(10)),
    (-3, 7),
    (5,),
    (False, True),
    (0, SMALL, LARGEST),
    (1, 2, BLANK),
    (True, 1),
    ("red", "blue"),
]
STATES: list[Value] = [
    0,
    1,
    -3,
    True,
    BLANK,
    "red",
    LARGEST,
    SMALL - 1,
    *map(FixedTuple, ((0, 0), (3, True), (BLANK, 2), (-1, 7))),
]
FORMS = [
    *(f"({{}} {sign} {{}})" for sign in ("+", "-", "*", "//", "%", "==", "!=", "<", ">=", "and", "or")),
    *("(not {} or {})", "({} if {} else {})", "({}, {})", "default({}, {})", "max({}, {})", "({0}, {1})[0]", "({0} < {1} < 3)"),
]
LEAVES = ["s", "x", "x", "s[0]", "s[1]", "s[5]", "0", "1", "3", "blank", "true", "fail", "n", "red", "1000003"]


def made(text: str) -> tuple[Closure, Interpreter, VectorizedRow]:
    """A function of s and x, with a local name and a word around it, and the same prepared for rows."""
    node = parse(read_text(f"f: {text!r}").get("f"))
    closure = Closure(("s", "x"), node, Scope({}, {"red": "red"}, BOARD, {"n": 5}))
    interpreter = Interpreter(budget=Budget("a test", None))
    return closure, interpreter, VectorizedRow(CompiledClosure(interpreter, closure))


def shown(value: Value) -> object:
    """A value with its kind, so that true is not 1."""
    return tuple(map(shown, value)) if isinstance(value, (tuple, list)) else typed_key(value)


@pytest.mark.parametrize("seed", range(60))
def test_as_the_interpreter(seed: int) -> None:
    """Random functions of random values and lists: the same values of the same kinds, or nothing."""
    draw = random.Random(seed)

    def written(depth: int) -> str:
        if not depth or draw.random() < 0.2:
            return draw.choice(LEAVES)
        return draw.choice(FORMS).format(*(written(depth - 1) for _ in range(3)))

    given = 0
    for _ in range(60):
        closure, interpreter, quick = made(written(3))
        for _ in range(12):
            state, row = draw.choice(STATES), draw.choice(ROWS)
            try:
                actual = quick(state, row)
            except Unusual:
                continue
            given += 1
            assert len(actual) == len(row)
            for value, one in zip(actual, row, strict=True):
                assert shown(value) == shown(interpreter.call_closure(closure, (state, one))), closure.body.span.text
    assert given


STEPS = [
    ("(s[0] + x, (s[1] * 3 + x) % 97) if s[0] + x <= 60 else fail", (2, 5), tuple(range(10))),
    ("(x, s[1] + 1) if x != s[0] else s", (2, 5), tuple(range(10))),
    ("(x, s[1] + 1) if x != s[0] else s", (BLANK, 0), tuple(range(10))),
    ("((s[0] + x) % 100, x, (s[2] + (x > s[1])) % 20)", (1, 2, 3), tuple(range(10))),
    ("s + 1 if x else 0", 4, (False, True)),
    ("(s[0] + x, s[1]) if x and not s[1] or s[0] > 2 else (s[0], true)", (1, False), (False, True)),
]


@pytest.mark.parametrize(("step", "state", "row"), STEPS)
def test_steps_are_quick(step: str, state: Value, row: tuple[Value, ...]) -> None:
    """What folds are made of leaves nothing to the interpreter."""
    closure, interpreter, quick = made(step)
    first = FixedTuple(state) if isinstance(state, tuple) else state
    assert [*map(shown, quick(first, row))] == [shown(interpreter.call_closure(closure, (first, one))) for one in row]


def test_large_numbers_are_left() -> None:
    """A product that may become large is not prepared."""
    for text in ("x * x * x * x * x", "(x + 1) * s * s * s"):
        with pytest.raises(Unusual):
            made(text)[2](2, (1, 2))


def test_work_is_limited() -> None:
    """The steps that a fold may take are counted for each value."""
    _, interpreter, quick = made("s + x")
    interpreter.budget._limit = 100
    with pytest.raises(SpecError, match="more than 100 steps"):
        for _ in range(20):
            quick(1, tuple(range(10)))


FOLD = """\
gridwright: 1
grid: 1x20
layers:
  number: {values: 0..9}
limits: {states: 400000, transitions: 9000000}
rules:
  - "fold(number, start=(0, 0), step=lambda s, x: (s[0] + x, (s[1] * 3 + x) % 97) if s[0] + x <= 30 else fail,
     result=lambda s: s[0] == 30 and s[1] == 5)"
"""


def test_a_state_keeps_its_length() -> None:
    """An index beyond a state is a mistake in the state in which it is read, also where it is read for all values at once."""
    step = "lambda s, x: (s[0] + x, s[2] if s[0] == 2 else 0)"
    rule = f"fold(number, start=(0, 0), step={step}, result=lambda s: s[0]) == 6"
    spec = load_text(f"gridwright: 1\ngrid: 1x4\nlayers: {{number: {{values: 1..2}}}}\nrules: ['{rule}']\n", "fold.yaml")
    with pytest.raises(SpecError, match="there is no index 2 in a tuple of 2"):
        lower(spec)


def test_a_fold_takes_no_value_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each state is stepped from once, wherever in the line it is reached, with all values at once."""
    taken: list[Value] = []
    rows: list[Value] = []
    of_a_value, of_a_row = CompiledClosure.__call__, VectorizedRow.__call__
    monkeypatch.setattr(CompiledClosure, "__call__", lambda self, given: taken.append(given) or of_a_value(self, given))
    monkeypatch.setattr(
        VectorizedRow, "__call__", lambda self, state, row: rows.append(tuple(state)) or of_a_row(self, state, row)
    )
    lower(load_text(FOLD, "fold.yaml"))
    assert rows
    assert len(rows) - len({*rows}) <= FIRST_STEPS // 10  # those of a first try, which ends early
    assert not [given for given in taken if len(given) == 2]
