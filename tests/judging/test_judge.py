"""The judge: what it says of each kind of thing that a grid can break, and that it says nothing else."""

from __future__ import annotations

import itertools

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import Deadline, OutOfTime
from gridwright.compiler.language.subexpression_cache import SubexpressionCache
from gridwright.compiler.loader import load_text
from gridwright.compiler.records import replace
from gridwright.compiler.values import BLANK, Value
from gridwright.runtime.judging.judge import Assignment, Violation, accepts, judge, text_of, violations
from gridwright.runtime.judging.partial_judge import PartialJudge

SPEC = load_text("""\
gridwright: 1
title: Two boards
grids:
  left: {size: 1x2, givens: {number: {r1c1: 1}}}
  right: {size: 1x2, givens: {number: {r1c2: 3}}}
layers:
  number: {values: 1..3, blank: true}
  shaded: {values: bool}
  digit: {values: 0..1}
rules:
  - for: c in cells
    rule: number[c] != 2
    says: No two.
  - rule: shaded[r1c1]   or
      digit[r1c1] == 1
together:
  - rule: count(g.number[0] == 1 for g in grids) == 1
    says: The boards agree.
""")

FINE: dict[tuple[str, str], tuple[Value, ...]] = {
    ("left", "number"): (1, BLANK),
    ("left", "shaded"): (True, False),
    ("left", "digit"): (0, 1),
    ("right", "number"): (BLANK, 3),
    ("right", "shaded"): (False, False),
    ("right", "digit"): (1, 0),
}

BROKEN = {
    "a value that the layer does not have": (
        "left",
        "number",
        (1, 4),
        "number at r1c2 is 4, which is not one of its values (grid left)",
    ),
    "blank where there is none": (
        "right",
        "digit",
        (1, BLANK),
        "digit at r1c2 is blank, which is not one of its values (grid right)",
    ),
    "a number for a truth": ("left", "shaded", (True, 0), "shaded at r1c2 is 0, which is not one of its values (grid left)"),
    "a truth for a number": ("left", "digit", (0, True), "digit at r1c2 is True, which is not one of its values (grid left)"),
    "a text for a number": ("left", "digit", (0, "1"), "digit at r1c2 is 1, which is not one of its values (grid left)"),
    "a given": ("left", "number", (3, BLANK), "number at r1c1 is 3, but 1 is given (grid left)"),
    "a given that is blank": ("right", "number", (BLANK, BLANK), "number at r1c2 is blank, but 3 is given (grid right)"),
    "a rule at a cell": ("left", "number", (1, 2), "No two. (grid left, c = r1c2)"),
    "a rule without words": ("right", "digit", (0, 0), "shaded[r1c1] or digit[r1c1] == 1 (grid right)"),
    "a rule of all boards": ("right", "number", (1, 3), "The boards agree."),
}


def changed(grid: str, layer: str, values: tuple[Value, ...]) -> Assignment:
    """The grid that is fine with one layer changed."""
    return {**FINE, (grid, layer): values}


def test_a_grid_that_breaks_nothing_is_accepted() -> None:
    """A solution is accepted, with nothing violated."""
    assert judge(SPEC, FINE).accepted
    assert judge(SPEC, FINE).violations == ()
    assert accepts(SPEC, FINE)


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_named(name: str) -> None:
    """What a grid breaks comes first among what is violated, in words, with the board and with what the loops are at."""
    *change, words = BROKEN[name]
    grid = changed(*change)
    report = judge(SPEC, grid)
    assert not report.accepted
    assert not accepts(SPEC, grid)
    assert str(report.violations[0]) == words


def test_everything_that_is_broken_is_named() -> None:
    """Values first, then givens, then rules in the order written, each with its place in the file."""
    grid = {**changed("left", "number", (2, 4)), ("right", "digit"): (0, 0)}
    broken = judge(SPEC, grid).violations
    assert [str(violation) for violation in broken] == [
        "number at r1c2 is 4, which is not one of its values (grid left)",
        "number at r1c1 is 2, but 1 is given (grid left)",
        "No two. (grid left, c = r1c1)",
        "shaded[r1c1] or digit[r1c1] == 1 (grid right)",
        "The boards agree.",
    ]
    assert [violation.span.line for violation in broken] == [7, 4, 12, 14, 17]


def test_equal_numbers_are_equal_whatever_they_were_made_of() -> None:
    """A given is met by an equal number, also by a large one that was computed, and a layer may have one value only."""
    spec = load_text(
        "gridwright: 1\ngrid: 1x1\nlayers: {number: {values: 1..2000}, only: {values: 7..7}}\n"
        "givens: {number: {r1c1: 1000}}\nrules:\n  - rule: number[r1c1] > 0\n"
    )
    thousand = int("1000")
    assert spec.grids[0].givens[0].value is not thousand
    assert accepts(spec, {("", "number"): (thousand,), ("", "only"): (7,)})
    assert not accepts(spec, {("", "number"): (thousand + 1,), ("", "only"): (7,)})


def test_a_grid_of_another_size_is_no_grid() -> None:
    """A layer with too few or too many values is a mistake of who asks."""
    for values in ((1,), (1, BLANK, BLANK)):
        with pytest.raises(ValueError, match="argument 2 is"):
            accepts(SPEC, changed("left", "number", values))


def test_what_was_found_before_changes_no_report() -> None:
    """Values that lowering and other grids have left are those that a judge finds who knows nothing yet."""
    spec = load_text("""\
gridwright: 1
grid: 2x3
layers: {dark: {values: bool}}
define:
  parts: groups(dark)
  part(c): group(c, dark)
  lit(c): count(not dark[x] for x in ray(c, right))
  beyond(c, n): "[x for x in ray(c, right) if x.column > n]"
rules:
  - for: c in cells for n in 0..2
    let: {line: "ray(c, right)", after: "[x.column for x in line]"}
    if: n in after and n < 2
    rule: any(dark[x] for x in beyond(c, n)) or len(after) < 2
  - for: a, b in links
    rule: lit(a) >= lit(b) or len(parts) <= 2
  - for: c in cells
    if: dark[c]
    rule: len(part(c)) + len(parts) < 5
""")
    once = SubexpressionCache()
    lower(spec, once=once)
    accepted = 0
    for values in itertools.product((False, True), repeat=6):
        grid = {("", "dark"): values}
        report = judge(spec, grid, once=once)
        assert [str(violation) for violation in report.violations] == [
            str(violation) for rule in spec.rules for violation in violations(replace(spec, rules=(rule,)), grid)
        ]
        accepted += report.accepted
    assert 0 < accepted < 64


def test_judging_ends_when_time_is_up() -> None:
    """Evaluation looks at the clock."""
    spec = load_text(
        "gridwright: 1\ngrid: 1x1\nlayers: {number: {values: 1..9}}\n"
        "rules:\n  - rule: sum(a * b for a in 1..300 for b in 1..300) > 0\n"
    )
    with pytest.raises(OutOfTime):
        judge(spec, {("", "number"): (1,)}, Deadline(0))


def test_what_a_violation_is_about() -> None:
    """A value that its layer does not have, or that is not given, says all by itself; a broken rule has values beside it."""
    head = "gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 1..3}, s: {over: grid, values: bool}}\ngivens: {x: {r1c1: 1}}\n"
    spec = load_text(head + "rules:\n  - x[r1c2] != 3\n  - for: c in cells\n    rule: x[c] < 3\n")
    grid = {("", "x"): (2, 3), ("", "s"): (True,)}
    given, rule, case = violations(spec, grid, breaking=PartialJudge(spec, grid).breaking)
    assert given.about_one_value
    assert [str(value) for value in given.values] == ["r1c1 = 2"]
    assert not rule.about_one_value
    assert not case.about_one_value
    assert [str(value) for value in case.values] == ["r1c2 = 3"]
    (wrong,) = violations(spec, {("", "x"): (1, 2), ("", "s"): (7,)})
    assert wrong.about_one_value
    assert [str(value) for value in wrong.values] == ["s = 7"]
    assert not Violation("r1c1 and r1c2", wrong.span, about=("both",), values=(*given.values, *case.values)).about_one_value
    assert not Violation("nothing", wrong.span, about=("both",)).about_one_value
    assert not Violation("another", wrong.span, about=("one",), values=given.values).about_one_value
    assert not Violation("r1c1", wrong.span, values=given.values).about_one_value
    assert not Violation("r1c1", wrong.span, bindings=(("c", "1"),), about=("one",), values=given.values).about_one_value
    assert (Violation("it", wrong.span).what, text_of(True), text_of(BLANK)) == ("it", "true", "blank")
