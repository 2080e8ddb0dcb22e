"""Judging a grid whose hidden layers are not given: what is judged plainly, what is searched, which rules explain a conflict."""

from __future__ import annotations

import itertools
import random
import time

import pytest
from brute import assignments, visible
from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK, Value
from gridwright.runtime.explaining import conflict
from gridwright.runtime.explaining import judge_visible as module
from gridwright.runtime.explaining.judge_visible import HiddenLayerVerdict, judge_visible
from gridwright.runtime.judging.judge import accepts, judge, violations
from hypothesis import assume
from random_specs import given_specs

FLEET = """\
gridwright: 1
grid: 2x3
layers:
  ship: {values: bool}
  laid: {over: "placements('##')", values: bool, hidden: true}
  weight: {values: 0..2, hidden: true}
clues:
  parts: {left: [2, 1]}
define:
  lying(c): any(laid[covering(c, placements('##'))])
rules:
  - for: clue in parts
    rule: count(ship[clue.line]) == clue.value
    says: A number outside counts the parts of ships.
  - for: c in cells
    rule: ship[c] == lying(c)
    says: A cell holds a part of a ship if a ship lies there.
  - rule: count(laid) == 1
    says: There is one ship.
  - for: c in cells
    rule: weight[c] <= 2 and (ship[c] or weight[c] != 1)
    says: Weights.
"""


def _judged(spec: Spec, text: str, deadline: Deadline = NO_DEADLINE) -> HiddenLayerVerdict:
    values = tuple(sign == "#" for sign in text.replace("/", ""))
    return judge_visible(spec, {("", "ship"): values}, engine="auto", seed=0, deadline=deadline)


def _messages(verdict: HiddenLayerVerdict) -> list[str]:
    return [str(violation) for violation in verdict.report.violations]


def test_a_rule_without_hidden_layers_is_named_with_its_values() -> None:
    """A row's count reads no hidden layer, so it is broken by itself, at its place in the file; the rest is told apart."""
    verdict = _judged(load_text(FLEET), "###/---")
    first, second, third = verdict.report.violations
    assert str(first) == "A number outside counts the parts of ships. (clue = 2 (parts, left of row 1))"
    assert [str(value) for value in first.values] == ["r1c1 = true", "r1c2 = true", "r1c3 = true"]
    assert str(second) == "A number outside counts the parts of ships. (clue = 1 (parts, left of row 2))"
    assert (first.span.line, first.span.column) == (13, 11)
    assert (
        third.message == "no values of the hidden layers `laid`, `weight` go with this grid: " + third.message.split(": ", 1)[1]
    )
    assert verdict.rests_on == "plain evaluation of every rule that reads no hidden layer, and a search for the hidden layers"


def test_what_holds_is_accepted_after_a_search() -> None:
    """The hidden layers are found, and the whole is judged plainly."""
    spec = load_text(FLEET.replace("[2, 1]", "[2, 0]"))
    verdict = _judged(spec, "##-/---")
    assert verdict.report.accepted
    assert verdict.rests_on == "a search for the hidden layers, and plain evaluation of every rule"


@pytest.mark.cases(ci=21)
@pytest.mark.parametrize("signs", ["".join(signs) for signs in itertools.product("#-", repeat=6)])
def test_the_verdict_and_the_explanation_are_right(signs: str) -> None:
    """Of all grids, those are accepted for which brute force finds hidden values. Otherwise the rules that are said to contradict
    each other do, and without any one of these they do not.
    """
    spec = load_text(FLEET.replace("[2, 1]", "[2, 0]").replace("weight[c] <= 2", "weight[c] < 2"))
    visible = tuple(sign == "#" for sign in signs)
    verdict = _judged(spec, signs)
    hidden = [layer for layer in spec.layers if layer.hidden]
    assert [layer.name for layer in hidden] == ["laid", "weight"]

    ways = []  # what is broken, for all values of the hidden layers
    for laid in itertools.product((False, True), repeat=len(hidden[0].places)):
        grid: dict[tuple[str, str], tuple[Value, ...]] = {("", "ship"): visible, ("", "laid"): laid, ("", "weight"): (0,) * 6}
        ways.append({(broken.span.start, broken.bindings) for broken in violations(spec, grid)})

    def possible(kept: set[tuple[int, tuple[tuple[str, str], ...]]] | None) -> bool:
        return any(not (broken if kept is None else broken & kept) for broken in ways)

    assert verdict.report.accepted == possible(None)
    for violation in verdict.report.violations:
        if violation.because:
            members = {(broken.span.start, broken.bindings) for broken in violation.because}
            assert not possible(members)
            assert all(possible(members - {member}) for member in members)


def test_nothing_is_compiled_without_hidden_layers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Products of very large numbers are multiplied, and nothing else: no rule is lowered."""
    text = "gridwright: 1\ngrid: 4x6\nlayers: {number: {values: 0..131071}}\nrules:\n"
    text += "  - rule: product(number) == product(number[c] for c in reversed(cells))\n"
    text += "  - rule: product(number) % 7 == 3\n    says: A remainder of 3.\n"
    spec = load_text(text)

    def never(*arguments: object, **named: object) -> None:
        raise AssertionError("a rule is lowered")

    monkeypatch.setattr(module, "lower", never)
    start = time.process_time()
    values = tuple(131_071 - at for at in range(24))
    verdict = judge_visible(spec, {("", "number"): values}, engine="auto", seed=0, deadline=NO_DEADLINE)
    assert [violation.message for violation in verdict.report.violations] == ["A remainder of 3."]
    assert time.process_time() - start < 5


def test_only_open_rules_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a spec with a hidden layer, only the rules that plain evaluation leaves open are lowered, with the visible values."""
    lowered: list[str] = []
    real = module.lower

    def noted(spec: Spec, *arguments: object, **named: object) -> object:
        lowered.extend(rule.says for rule in spec.rules)
        return real(spec, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "lower", noted)
    assert _judged(load_text(FLEET.replace("[2, 1]", "[2, 0]")), "##-/---").report.accepted
    assert lowered == ["A cell holds a part of a ship if a ship lies there.", "There is one ship.", "Weights."]


@pytest.mark.slow
def test_what_only_plain_evaluation_can_compute() -> None:
    """Where a rule with a hidden layer has only the general lemma, the visible values are there for it to read."""
    text = """\
gridwright: 1
grid: 1x3
layers:
  number: {values: 1..3, blank: true}
  helper: {values: 1..3, hidden: true}
rules:
  - rule: sorted([default(number[c], 0) * helper[c] for c in cells]) == [0, 2, 6]
"""
    spec = load_text(text)
    for values in itertools.product((1, 2, 3, BLANK), repeat=3):
        verdict = judge_visible(spec, {("", "number"): values}, engine="auto", seed=0, deadline=NO_DEADLINE)
        grids = ({("", "number"): values, ("", "helper"): tried} for tried in itertools.product((1, 2, 3), repeat=3))
        assert verdict.report.accepted == any(accepts(spec, grid) for grid in grids)


KNOWN_ON_THE_GRID_ONLY = """\
gridwright: 1
grid: 1x2
layers:
  digit: {values: 1..2}
  helper: {values: 1..2, hidden: true}
clues:
  dot: {r1c1-r1c2: 2}
rules:
  - """


@pytest.mark.parametrize(
    "rule",
    [
        "rule: helper[0] == 1 and default(digit[digit[1]], 5) == 5",
        "rule: helper[0] == 1 and default(helper[1] // (digit[0] - 1), 7) == 7",
        "for: clue in dot for i in 0..1\n    rule: helper[i] == 2 and default(digit[clue.cell], digit[i]) == clue.value",
    ],
)
def test_what_is_known_on_the_grid_only_is_no_mistake_of_the_spec(rule: str) -> None:
    """The visible values are known when rules are compiled, and all the same an index or a divisor that they make is none that
    the spec has written: it is blank as in plain evaluation. A rule that they make false does not accuse its clue.
    """
    spec = load_text(f"{KNOWN_ON_THE_GRID_ONLY}{rule}\n")
    verdicts = set()
    for digits in itertools.product((1, 2), repeat=2):
        verdict = judge_visible(spec, {("", "digit"): digits}, engine="auto", seed=0, deadline=NO_DEADLINE)
        grids = [{("", "digit"): digits, ("", "helper"): tried} for tried in itertools.product((1, 2), repeat=2)]
        assert verdict.report.accepted == any(accepts(spec, grid) for grid in grids)
        verdicts.add(verdict.report.accepted)
    assert verdicts == {True, False}


@pytest.mark.slow
@given_specs
def test_random_specs(text: str) -> None:
    """Whatever the spec, with its last layer hidden: a grid is accepted if brute force finds hidden values, and only then."""
    name = load_text(text).layers[-1].name
    try:
        spec = load_text(text.replace(f"  {name}: {{", f"  {name}: {{hidden: true, ", 1))
        grids = list(assignments(spec))
        solutions = {visible(spec, grid) for grid in grids if judge(spec, grid).accepted}
    except SpecError:
        assume(False)
    for grid in random.Random(text).sample(grids, min(3, len(grids))):
        seen = {(layer.grid, layer.name): grid[layer.grid, layer.name] for layer in spec.layers if not layer.hidden}
        try:
            verdict = judge_visible(spec, seen, engine="auto", seed=0, deadline=NO_DEADLINE)
        except SpecError:  # which only compiling sees
            assume(False)
        assert verdict.report.accepted == (visible(spec, grid) in solutions)


def test_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without anything broken it is not known; what is broken stays so, and it is said that the rest is not known."""
    spec = load_text(FLEET)
    with pytest.raises(OutOfTime):
        _judged(spec, "##-/#--", Deadline(0))

    def late(*arguments: object, **named: object) -> None:
        raise OutOfTime

    monkeypatch.setattr(module, "lower", late)
    verdict = _judged(spec, "---/---")
    assert len(verdict.report.violations) == 2
    assert verdict.undecided == "out of time"


def test_the_work_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A verdict does not wait until the rules that contradict each other are as few as possible; it says that fewer may do."""
    spec = load_text(FLEET.replace("[2, 1]", "[2, 0]"))
    shrunk = _judged(spec, "#-#/---").report.violations[-1]
    monkeypatch.setattr(conflict, "EFFORT_FOR_IRREDUCIBLE", 0)
    whole = _judged(spec, "#-#/---").report.violations[-1]
    assert "fewer may be enough" not in shrunk.message
    assert whole.message.endswith(" (fewer may be enough: the usual work is done)")
    assert set(map(str, shrunk.because)) < set(map(str, whole.because))
