"""Instances of rules about rectangles, which are read with each other."""

from __future__ import annotations

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.loader import load_text
from gridwright.runtime.output.reports.steps_report import of_step
from gridwright.runtime.output.text.print_steps import step_lines
from gridwright.runtime.steps.find_path import find_path
from gridwright.runtime.steps.path import End
from gridwright.runtime.steps.rule_instance import RuleInstance, read_instances
from proved_steps import assert_proved

SHIKAKU = """\
gridwright: 1
use: shikaku
grid: 2x3
clues:
  number: |
    2 . .
    . . 4
"""

# Two horizontal links of four are closed. So each group is straight, and its size is told by its row and its column.
CLOSED = """\
gridwright: 1
grid: 2x2
layers: {wall: {over: links, values: bool}}
define: {size: 'len(group(r1c1, cells, by=not wall))'}
GIVENS
rules:
  - rule: size == 2
    says: The group has two cells.
"""
AS_GIVENS = CLOSED.replace("GIVENS", "givens: {wall: {r1c1-r1c2: true, r2c1-r2c2: true}}")
AS_RULES = CLOSED.replace("GIVENS", "") + "  - wall[r1c1, r1c2]\n  - wall[r2c1, r2c2]\n"


def read(text: str) -> tuple[RuleInstance, ...]:
    """Return the instances of a spec."""
    return read_instances(lower(load_text(text), independently=True))


def test_a_step_names_the_rules_that_it_is_read_with() -> None:
    """The step that uses an area says which other rules say that groups are rectangles, and follows from all of these."""
    spec = load_text(SHIKAKU)
    areas = [instance for instance in read(SHIKAKU) if instance.origin.says == "A number is the area of its rectangle."]
    assert areas
    rectangle = next(rule for rule in spec.rules if rule.says == "Every region is a rectangle.")
    assert all(rectangle.span in instance.other_rules for instance in areas)
    assert all(instance.origin.span not in instance.other_rules for instance in areas)
    path = find_path(spec)
    assert path.end is End.SOLVED
    assert_proved(spec, path)
    lines = [line for step in path.steps for line in step_lines(spec, step) if "area of its rectangle" in line]
    assert lines
    assert all(str(rectangle.span.line) in line.partition("read with line")[2] for line in lines)
    assert all(f"line {areas[0].origin.span.line} of shikaku, read with line" in line for line in lines)
    rules = [rule for step in path.steps for rule in of_step(step)["rules"] if rule["says"] == areas[0].origin.says]
    assert rules
    assert all(rectangle.span.line in [place["line"] for place in rule["read_with"]] for rule in rules)


@pytest.mark.parametrize(("text", "is_read"), [(AS_GIVENS, False), (AS_RULES, True)])
def test_givens_are_facts(text: str, is_read: bool) -> None:
    """Nothing is concluded from givens when rules are read: a step would not name them. Rules that say the same are named."""
    (size,) = (instance for instance in read(text) if instance.origin.says == "The group has two cells.")
    assert bool(size.as_written) == bool(size.read_with) == is_read
    spec = load_text(text)
    assert_proved(spec, find_path(spec))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (AS_RULES, "line 7, read with lines 9 and 10)"),
        (
            CLOSED.replace("GIVENS\n", "").partition("rules:")[0]
            + "rules: ['wall[r1c1, r1c2]', 'wall[r2c1, r2c2]', {rule: size == 2, says: The group has two cells.}]\n",
            "line 5, read with 2 other rules on this line)",
        ),
        (
            CLOSED.replace("GIVENS\n", "").partition("rules:")[0]
            + "rules:\n  - wall[r1c1, r1c2]\n  - {rule: 'wall[r2c1, r2c2] and size == 2', says: The group has two cells.}\n",
            "line 7, read with line 6)",
        ),
    ],
)
def test_rules_on_the_same_line_are_counted(text: str, told: str) -> None:
    """A line number says where another rule is only if it is another line."""
    spec = load_text(text)
    lines = [line for step in find_path(spec).steps for line in step_lines(spec, step) if "two cells" in line]
    assert lines
    assert all(told in line for line in lines), lines


def test_other_rules_are_kept_once() -> None:
    """However many instances are read with others, they share one list of these."""
    read_with = [instance.read_with for instance in read(SHIKAKU) if instance.as_written]
    assert len(read_with) > 1
    assert len({*map(id, read_with)}) == 1
