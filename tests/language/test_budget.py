"""Lists know their size, what needs nothing unknown is evaluated once, and a limit says what would be needed."""

from __future__ import annotations

import json
import math
from importlib.resources import files

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import Budget, Deadline, OutOfTime
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.operators import MAX_BITS, OPERATORS
from gridwright.compiler.language.scope import Delayed, Scope
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import USUAL, Limits, descriptions
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax import parser
from gridwright.compiler.syntax.diagnostics import Code, Diagnostic, Fault, SpecError
from gridwright.compiler.syntax.yaml_nodes import Scalar, read_text
from gridwright.compiler.values import Value, describe, is_known, size_of
from gridwright.runtime.judging.answer import answer

HEAD = "gridwright: 1\ngrid: 3x5\nlayers: {n: {values: 1..9}}\n"


def refused(text: str, limits: Limits = USUAL) -> Diagnostic:
    """The first mistake of a spec that is too large."""
    with pytest.raises(SpecError) as caught:
        lower(load_text(HEAD + text, limits=limits))
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.code is Code.TOO_MUCH
    return diagnostic


def nested(start: str, step: str, levels: int, rule: str) -> str:
    """A spec whose definitions nest."""
    lines = [f'  f{level}: "{step.format(f"f{level - 1}")}"' for level in range(1, levels + 1)]
    return "\n".join(["define:", f'  f0: "{start}"', *lines, f"rules: [{rule}]\n"])


@pytest.mark.parametrize(
    "text",
    [
        nested("[1, 2]", "[{0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}]", 12, "f12 != 3"),
        nested("[n[r1c1], 2]", "[{0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}]", 12, "f12 != 3"),
        nested("[1, 2]", "({0}, {0}, {0}, {0}, {0}, {0}, {0}, {0})", 12, "f12 == f11"),
        nested("[1, 2]", "zip({0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}, {0})", 12, "f12 == f11"),
        nested("'12345678'", "join([{0}, {0}, {0}, {0}, {0}, {0}, {0}, {0}])", 20, "f20 != 3"),
        nested("[1]", "[{0}]", 240, ", ".join(f"f{at} != 3" for at in range(40, 241, 40))),
        "define:\n  f0(x): '[x, x]'\n"
        + "".join(f"  f{at}(x): f{at - 1}([x, x])\n" for at in range(1, 60))
        + "rules: [f59(1) != 3]\n",
        "rules: ['len(combinations(1..1000000, 500000)) > 1']\n",
        "rules: ['[0..1000000, 0..1000000, 0..1000000, 0..1000000, 0..1000000, 0..1000000, 0..3000000, 0..3000000] != 3']\n",
    ],
)
def test_shared_lists_are_bounded(text: str) -> None:
    """What looks like a tree of billions of values is refused when it is made, whatever it is made by."""
    refused(text)


@pytest.mark.slow
def test_size_is_remembered() -> None:
    """A list says at once how large it is, and whether it is known; what is printed of it is what is looked at."""
    assert size_of([1, [2, 3], "x" * 160, range(5)]) == 1 + 1 + 3 + 11 + 6
    value: Value = evaluated("[[1, 2], [3, [4, 5]]]")
    assert value.extent == (9, 3)
    assert is_known(value) and value.known is True
    shared: Value = [1, 2]
    for _ in range(60):
        shared = [shared, shared]  # 2 ** 60 values, of which a message looks at as many as it shows
    assert len(describe(shared)) <= 60


def evaluated(text: str, limits: Limits = USUAL) -> Value:
    """The value of an expression, evaluated plainly."""
    scalar = read_text(f"x: {json.dumps(text)}\n").get("x")
    assert isinstance(scalar, Scalar)
    spec = load_text(HEAD + "rules: [true]\n")
    return Interpreter(budget=Budget("this rule", None, limits)).run(parser.parse(scalar), spec.grids[0].scope)


def test_going_through_a_list_is_counted() -> None:
    """Comparing long lists over and over takes as many steps as it takes time."""
    with pytest.raises(SpecError) as caught:
        evaluated(
            "all(a == b for k in 1..1000 for a in [[i for i in 1..10000]] for b in [[j for j in 1..10000]])",
            Limits(steps=200_000),
        )
    assert caught.value.diagnostics[0].code is Code.TOO_MUCH


@pytest.mark.slow
def test_powers() -> None:
    """A power is refused exactly if it has more bits than the language computes with."""
    power = OPERATORS["**"].evaluate
    assert power(2, 2_049) == 2**2_049
    for base in (2, 3, -3, 7, 10, 10**300):
        for exponent in (1, 2, 3, 4, 13, 14, 1_232, 1_233, 2_049, 2_584, 2_585, 4_095, 4_096):
            if (base**exponent).bit_length() <= MAX_BITS:
                assert power(base, exponent) == base**exponent
            else:
                with pytest.raises(Fault, match="more than 4,096 bits"):
                    power(base, exponent)


ORDINARY = """\
gridwright: 1
grid: 13x13
layers: {n: {values: 1..16}, k: {values: 0..24}}
rules:
  - for: c in cells for v in 1..16 for j in 0..24
    if: v != j and (v + j) % 7 == 0 and (c.row * 3 + c.column * 5 + v * 2 + j) % 11 == 1 or v == j and c.row > c.column
    rule: n[c] != v or k[c] != j
"""


@pytest.mark.slow
def test_an_ordinary_rule_passes() -> None:
    """Some ten thousand turns of loops, with a condition, are no reason to refuse a rule."""
    assert len(lower(load_text(ORDINARY)).assertions) > 2_000


def test_what_would_be_needed() -> None:
    """The message says about how many steps it would take, and how far it got."""
    rules = "rules:\n  - for: c in cells for v in 1..9 for j in 1..9\n    rule: n[c] != v or v != j\n"
    spec = load_text(HEAD + rules)
    diagnostic = refused(rules, Limits(steps=1_000))
    exact = _steps(spec)
    steps_needed = int(diagnostic.message.split("about ")[1].replace(",", ""))
    assert exact / 1.5 < steps_needed < exact * 1.5
    assert "of 15 for `c in cells`" in diagnostic.notes[0].message
    assert "`--max steps=N`" in diagnostic.help
    assert diagnostic.span is not None and "n[c]" in diagnostic.span.text


def _steps(spec: Spec) -> int:
    low, high = 1, 1 << 20
    while low < high:
        middle = (low + high) // 2
        try:
            lower(load_text(spec.source, limits=Limits(steps=middle)))
            high = middle
        except SpecError:
            low = middle + 1
    return low


def test_a_spec_sets_its_own_limits() -> None:
    """It may raise those of its work, up to what the command allows; what the command line sets is final."""
    text = HEAD + "limits: {steps: 30000000, answer-steps: 7}\nrules: [true]\n"
    assert (load_text(text).limits.steps, load_text(text).limits.answer_steps) == (30_000_000, 7)
    assert load_text(text, limits=Limits(steps=500)).limits.steps == 500
    assert load_text(text, limits=USUAL.with_set("steps", USUAL.steps)).limits.steps == USUAL.steps
    assert "limits: {steps: N}" in USUAL.allows("steps") and "limits:" not in USUAL.with_set("steps", 9).allows("steps")


@pytest.mark.parametrize(
    "written", ["steps: 2000000000", "steps: 0", "steps: many", "clauses: 5", "file-size: 5", "step: 5", "5"]
)
def test_limits_that_a_spec_may_not_set(written: str) -> None:
    """A number out of its range, and a limit of what reads the spec, are mistakes."""
    with pytest.raises(SpecError):
        load_text(HEAD + f"limits: {{{written}}}\nrules: [true]\n")


def test_the_schema_knows_the_limits() -> None:
    """The schema allows exactly the limits that a spec may set, with their ceilings."""
    schema = json.loads(files("gridwright").joinpath("schema.json").read_text("utf-8"))
    known = schema["properties"]["limits"]["properties"]
    assert {name: limit["maximum"] for name, limit in known.items()} == {
        name: most for name, _, most, _ in descriptions() if most
    }
    assert "limits" in schema["definitions"]["library"]["elsewhere"]


UNROLLED = """\
define:
  near(c): "[d for d in cells if distance(c, d) <= 2 and d != c]"
  weight(c): sum(d.row * 10 + d.column for d in near(c))
  heavy(c): sum(weight(d) for d in near(c))
rules:
  - for: c in cells for v in 1..9 for j in 0..9
    rule: n[c] != v or heavy(c) % 10 != j or sum(e.row for e in cells if distance(e, c) == 2) > 40
  - for: c in cells
    let:
      s: sum(e.row for e in cells if distance(e, c) == 2) + heavy(c)
    rule: n[c] != s
"""


def test_evaluated_once() -> None:
    """A definition and a sum that read one loop's name are evaluated for each of its values, not in every turn of the others."""
    lower(load_text(HEAD + UNROLLED, limits=Limits(steps=100_000)))


def test_evaluated_once_means_the_same() -> None:
    """Looking up says what evaluating says, also where truth values and numbers meet, and where a name is a function."""
    kept = InterpreterCache()
    for text in (
        "[sum(a for i in 1..2) for a in [1, true, 1, true, 2] for b in 1..2]",
        "[max(f(x) for x in [a, b]) for f in [lambda v: v + 1, lambda v: v * 2] for a in 1..2 for b in 1..2]",
        "[len([d for d in row if d != row[0]]) for row in rows for k in 1..3]",
        "[len([x for x in t if x != u]) for t in [[1, 2], [1, 2], [2, 2]] for u in [2, 1]]",
    ):
        scalar = read_text(f"x: {json.dumps(text)}\n").get("x")
        assert isinstance(scalar, Scalar)
        node, scope = parser.parse(scalar), load_text(HEAD + "rules: [true]\n").grids[0].scope
        budget = Budget("this rule", None)
        first = Interpreter(budget=budget, cache=kept).run(node, scope)
        kept.once.plan = lambda *_, **__: None  # type: ignore[method-assign]
        assert [*map(repr, first)] == [*map(repr, Interpreter(budget=budget, cache=kept).run(node, scope))]
        del kept.once.plan


def test_knowing_a_scope_is_linear() -> None:
    """Names that are bound in one scope, each by names of another one, and so on, are not gone through over and over."""
    scalar = read_text("x: a + b\n").get("x")
    assert isinstance(scalar, Scalar)
    node, scope = parser.parse(scalar), Scope({}, {}, None, {"a": 1, "b": 2})
    for _ in range(200):
        scope = Scope({}, {}, None, {"a": Delayed(node, scope), "b": Delayed(node, scope)})
    assert scope.is_known()


def test_answers_are_bounded() -> None:
    """An answer that would be written out as billions of numbers is refused."""
    spec = load_text(HEAD + "rules: [true]\nanswer: 0..10 ** 12\n")
    with pytest.raises(SpecError, match="more than 10,000,000 members"):
        answer(spec, {("", "n"): (1,) * 15})


def test_a_deadline_by_two_clocks() -> None:
    """A part of the work with a clock of its own ends at the earlier of both deadlines, and so does what is sooner."""
    now = {"wall": 0.0, "cpu": 0.0}
    whole = Deadline(10, lambda: now["wall"])
    part = whole.sooner(5, lambda: now["cpu"])
    inner = part.sooner(3)
    assert (part.seconds_left(), inner.seconds_left()) == (5, 3)
    now["wall"] = 8.0  # the machine is busy: little has been computed
    assert (part.seconds_left(), inner.seconds_left()) == (2, 2)
    inner.check()
    now["wall"], now["cpu"] = 9.0, 4.0
    part.check()
    with pytest.raises(OutOfTime):
        inner.check()
    now["wall"], now["cpu"] = 11.0, 0.0
    assert (part.seconds_left(), part.late()) == (0, 1)
    for deadline in (whole, part, inner):
        with pytest.raises(OutOfTime):
            deadline.check()
    assert Deadline(None).sooner(None).late() == -math.inf
