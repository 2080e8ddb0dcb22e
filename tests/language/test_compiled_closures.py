"""Functions that are prepared: whatever they give, the interpreter gives; what they do not, they leave to it."""

from __future__ import annotations

import random

import pytest
from gridwright.compiler.geometry.board import Board
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.compiled_closures import CompiledClosure
from gridwright.compiler.language.compiled_expressions import LARGEST, Unusual
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.scope import Closure, Delayed, Scope
from gridwright.compiler.language.spec import Define
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.parser import parse
from gridwright.compiler.syntax.syntax_tree import Expression
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.compiler.values import BLANK, FixedTuple, Value

BOARD = Board("", 2, 2)
VALUES = [0, 1, -3, 7, LARGEST, True, False, BLANK, "red", BOARD.cell(0, 0), BOARD.cell(1, 1), FixedTuple((1, BLANK)), [1, 2]]
FORMS = [
    *(f"({{}} {sign} {{}})" for sign in ("+", "-", "*", "//", "%", "==", "!=", "<", ">=", "and", "or")),
    *("({} ** 2 + {})", "(not {} or {})", "({} if {} else {})", "({}, {})", "({} < {} < 3)", "({} in ({}, 1))"),
    *("default({}, {})", "max({}, {})", "step({}, right)", "divides({}, {})", "({0}, {1})[0]", "({0}, {1})[{0}]"),
    *("({}).row", "[{}, {}, 1][-1]", "({}, {})[-3]", "{} in [{}, true, red]", "len([{}, {}][1:])", "len({}..{})", "-{}"),
    *("twice({})", "either({}, {}, {})", "third({}, {})", "fixed + {}", "max(late, {})", "size({})"),
    *("count(a == {} for a in [{}, n])", "join([{}, {}])"),
]
LEAVES = ["late", "s", "x", "s[0]", "s[1]", "s[5]", "0", "1", "3", "blank", "true", "fail", "n", "red", "r1c1"]


DEFINITIONS = {
    ("twice", "a"): "a + a",
    ("either", "x", "s", "t"): "s if x == 1 else twice(t)",
    ("third", "s", "x"): "(x, s)[s] if x != s else fail",
    ("fixed",): "7 // 2",
    ("size", "a"): "len([a, 1]) + count(b == a for b in cells)",
}


def tree(text: str) -> Expression:
    """An expression, parsed."""
    return parse(read_text(f"f: {text!r}").get("f"))


def closure_of(text: str) -> Closure:
    """A function of s and x, with local names, of which one is late, and a word and definitions around it."""
    names: dict[str, Define] = {}
    for (name, *parameters), body in DEFINITIONS.items():
        node = tree(body)
        names[name] = Define(name, tuple(parameters), node, node.span)
    outer = Scope(names, {"red": "red"}, BOARD, {"n": 5})
    return Closure(("s", "x"), tree(text), outer.bind("late", Delayed(tree("n - 4"), outer)))


def outcome(function: object, *arguments: Value) -> Value:
    """What a function gives, with its kind; or what is wrong, or that it is left to the interpreter."""
    try:
        value = function(*arguments)
    except SpecError as problem:
        return problem.diagnostics[0].message
    except Unusual:
        return Unusual
    return "list" if isinstance(value, list) else (type(value) if not isinstance(value, tuple) else tuple, value)


@pytest.mark.parametrize("seed", range(60))
def test_as_the_interpreter(seed: int) -> None:
    """Random functions of random values: the same value of the same kind, or nothing."""
    draw = random.Random(seed)

    def written(depth: int) -> str:
        if not depth or draw.random() < 0.2:
            return draw.choice(LEAVES)
        return draw.choice(FORMS).format(*(written(depth - 1) for _ in range(3)))

    quick_ones = 0
    for _ in range(30):
        closure = closure_of(written(3))
        interpreter = Interpreter(budget=Budget("a test", None))
        quick = CompiledClosure(interpreter, closure)
        for _ in range(12):
            state = FixedTuple(draw.choices(VALUES, k=2)) if draw.random() < 0.7 else draw.choice(VALUES)
            arguments = (state, draw.choice(VALUES))
            actual = outcome(lambda *given, quick=quick: quick(given), *arguments)
            if actual is not Unusual:
                quick_ones += 1
                assert actual == outcome(
                    lambda *given, closure=closure, plain=interpreter: plain.call_closure(closure, given), *arguments
                ), closure.body.span.text
    assert quick_ones


STEPS = [
    "(s[0] + x, (s[1] * 3 + x) % 97) if s[0] + x <= 60 else fail",
    "(x, s[1] + 1) if x != s[0] else s",
    "(0, s[1]) if x == blank else (s[0] + 1, s[1])",
]


@pytest.mark.parametrize("step", STEPS)
def test_steps_are_quick(step: str) -> None:
    """What folds are made of leaves nothing to the interpreter, and counts fewer steps of work."""
    closure = closure_of(step)
    interpreter = Interpreter(budget=Budget("a test", None))
    quick = CompiledClosure(interpreter, closure)
    quick((FixedTuple((2, 5)), 3))
    prepared = interpreter.budget.steps
    interpreter.call_closure(closure, (FixedTuple((2, 5)), 3))
    assert 0 < prepared < interpreter.budget.steps - prepared


def test_work_is_limited() -> None:
    """The steps that a fold may take are counted in prepared functions too."""
    interpreter = Interpreter(budget=Budget("a test", None))
    interpreter.budget._limit = 100
    quick = CompiledClosure(interpreter, closure_of("s + x"))
    with pytest.raises(SpecError, match="more than 100 steps"):
        for _ in range(200):
            quick((1, 2))
