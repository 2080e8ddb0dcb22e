"""Random small specs, as Hypothesis strategies: boards that are not square, a few unknowns, rules of every kind.

Expressions are made by kind (numbers, truth values, fields), so that nearly all of them are valid, and shrink to short ones.
"""

from __future__ import annotations

import functools

from hypothesis import strategies as st
from random_lines import KIND, OF_ONE, line_numbers, line_truths, of

# Boards with layers that have at most some thousand grids; each with the names that expressions may use.
WORLDS = (
    """\
grid: 2x3
layers:
  number: {values: 1..2, blank: true}
""",
    """\
grid: 5x1
layers:
  number: {values: 0..2}
  shaded: {over: grid, values: bool}
""",
    """\
grid: 1x4
layers:
  number: {values: [-1, 0, 3], blank: true}
  mark: {over: 1..2, values: bool, hidden: true}
""",
    """\
grid:
  size: 2x3
  holes: [r1c2]
layers:
  number: {values: 0..1, blank: true}
  digit: {over: 0..1, values: 1..2}
""",
    """\
grid: 1x5
layers:
  number: {values: 0..2, blank: true}
""",
    """\
grid: 3x2
use: [latin, counts_by_value, no_full_block, is_rectangle, sudoku]
layers:
  number: {values: 1..2, blank: true}
""",
    """\
grid:
  size: 3x2
  wrap: both
layers:
  number: {values: 0..1, blank: true}
""",
)

PLACES = {
    0: ("r1c1", "r1c2", "r2c3", "r2c1"),
    1: ("r1c1", "r2c1", "r3c1", "r5c1"),
    2: ("r1c1", "r1c2", "r1c3", "r1c4"),
    3: ("r1c1", "r1c3", "r2c2", "r2c3"),
    4: ("r1c1", "r1c2", "r1c4", "r1c5"),
    5: ("r1c1", "r1c2", "r3c1", "r3c2"),
    6: ("r1c1", "r1c2", "r3c1", "r3c2"),
}


@functools.cache
def fields(world: int) -> st.SearchStrategy[str]:
    """Fields of numbers."""
    simple = [
        "number",
        "number[rows[0]]",
        "number[columns[0]]",
        "number[::-1]",
        "number[1:]",
        "number[neighbors(r1c1)]",
    ]
    changed = [f"{field} {change}" for field in simple[:3] for change in ("+ 1", "* 2", "% 2")]
    return st.sampled_from([*simple, *changed, "default(number, 3)", "abs(number - 1)", "(number if number != 1 else 2)"])


@functools.cache
def numbers(world: int, depth: int) -> st.SearchStrategy[str]:
    """Numbers, or blank."""
    leaves = [*(f"number[{place}]" for place in PLACES[world]), "0", "1", "2", "3", "number[step(r1c1, right)]"]
    if world == 3:
        leaves += ["digit[0]", "digit[1]", "digit[number[r1c1]]", "digit[number[r2c2] + 1]"]
    leaf = st.sampled_from(leaves)
    if depth == 0:
        return leaf
    smaller = numbers(world, depth - 1)
    field = fields(world)
    condition = truths(world, depth - 1)
    return st.one_of(
        leaf,
        st.builds("{}({})".format, st.sampled_from(["sum", "min", "max", "first", "last", "len", "product"]), field),
        st.builds("nth({}, {})".format, field, st.sampled_from(["1", "2", "3"])),
        st.builds("count({} {} {})".format, field, st.sampled_from(["==", "!=", "<", ">="]), smaller),
        st.builds("len(leading({}))".format, field),
        st.builds("({} {} {})".format, smaller, st.sampled_from(["+", "-", "*", "//", "%"]), smaller).filter(
            lambda text: not any(end in text for end in ("// 0)", "% 0)"))
        ),
        st.builds("abs({} - {})".format, smaller, smaller),
        st.builds("default({}, {})".format, smaller, smaller),
        st.builds("{}({}, {})".format, st.sampled_from(["max", "min", "gcd", "lcm"]), smaller, smaller),
        st.builds("number[{}]".format, smaller),
        *([st.builds("digit[{}]".format, smaller)] if world == 3 else []),
        of(OF_ONE, "(", smaller, ")"),
        line_numbers(condition),
        st.builds("({} if {} else {})".format, smaller, condition, smaller),
        st.builds("sum(x for x in {} if x {} {})".format, field, st.sampled_from(["==", "!=", "<", ">"]), smaller),
        st.builds("len(groups(number == {}))".format, smaller),
        st.builds("max(len(g) for g in groups(number != {}))".format, smaller),
        st.builds("[1, 2, 3][{}]".format, smaller.filter(lambda text: text != "3")),
    )


@functools.cache
def truths(world: int, depth: int) -> st.SearchStrategy[str]:
    """Truth values."""
    leaves = [
        "(number[r1c1] == blank)",
        "distinct(number)",
        "connected(number != 1)",
        "any(number == 2)",
        "all(number != 1)",
    ]
    if world == 1:
        leaves += ["shaded", "(not shaded)"]
    if world == 2:
        leaves += ["mark[1]", "mark[2]", "all(mark)"]
    if world == 5:
        leaves += [
            "latin(number)",
            "counts_by_value(number, 1..2)",
            "no_full_block(number == 1)",
            "sudoku(number, 3, 1)",
            "all(is_rectangle(g) for g in groups(number != 2))",
        ]
    leaf = st.sampled_from(leaves)
    if depth == 0:
        return leaf
    number = numbers(world, depth - 1)
    smaller = truths(world, depth - 1)
    compare = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    return st.one_of(
        leaf,
        st.builds("({} {} {})".format, number, compare, number),
        st.builds("({} {} {} {} {})".format, number, compare, number, compare, number),
        st.builds("({} {} {})".format, smaller, st.sampled_from(["and", "or", "==", "!="]), smaller),
        st.builds("(not {})".format, smaller),
        st.builds("({} == blank)".format, smaller),
        st.builds("({} in ({}, {}, blank))".format, number, number, number),
        st.builds("({} not in {})".format, number, fields(world)),
        st.builds("all(x {} {} for x in {})".format, compare, number, fields(world)),
        st.builds("any({} {} {})".format, fields(world), compare, number),
        st.builds("distinct({})".format, fields(world)),
        st.builds("distinct([{}, {}, {}])".format, number, number, number),
        st.builds("connected(number {} {})".format, compare, number),
        st.builds("connected(number != {}, by=touching)".format, number),
        st.builds("all(a != b for a, b in combinations({}, 2))".format, fields(world)),
        st.builds("any(len(group(c, number == {})) == {} for c in cells)".format, number, st.sampled_from(["1", "2"])),
        st.builds("all(number[c] {} {} for c in cells if {})".format, compare, number, smaller),
        st.builds("({} if {} else {})".format, smaller, smaller, smaller),
        of(KIND, "(", number, ")"),
        st.builds("is_power({}, {})".format, number, number),
        st.builds("divides({}, {})".format, number, number),
        line_truths(number, smaller),
        st.builds("apart({}, {})".format, number, number),
        st.builds("all(close(c, {}) for c in cells)".format, number),
        st.just("holds"),
        st.builds("(amount {} {})".format, compare, number),
    )


# Definitions that the rules may use, beside a random truth value `holds` and a random number `amount`.
DEFINES = """\
define:
  apart(a, b): a != b or a == blank
  close(c, least): |
    any(abs(number[c] - number[n]) < least for n in neighbors(c))
"""


def _uses_no_definition(text: str) -> bool:
    """Whether an expression may be that of a definition, which never uses itself."""
    return "holds" not in text and "amount" not in text


@functools.cache
def objectives(world: int) -> st.SearchStrategy[str]:
    """What random specs optimise: numbers that may be blank, of everything but hidden layers."""
    number = numbers(world, 1)
    return st.one_of(
        number,
        st.builds("sum({})".format, fields(world)),
        st.builds("(2 * sum({}) - {})".format, fields(world), number),
        st.builds("count({} != {})".format, fields(world), number),
        st.builds("(count(number == {}) if {} else {})".format, number, truths(world, 1), number),
    ).filter(lambda text: not any(word in text for word in ("mark", "holds", "amount")))


@st.composite
def specs(draw: st.DrawFn) -> str:
    """The text of a spec with one to three rules."""
    world = draw(st.integers(0, len(WORLDS) - 1))
    small, other = draw(truths(world, 1).filter(_uses_no_definition)), draw(numbers(world, 1).filter(_uses_no_definition))
    lines = [f"gridwright: 1\n{WORLDS[world]}{DEFINES}  holds: |\n    {small}\n  amount: |\n    {other}\nrules:"]
    for _ in range(draw(st.integers(1, 3))):
        rule = draw(truths(world, draw(st.integers(1, 3))))
        if draw(st.booleans()):
            lines.append(f"  - rule: |\n      {rule}")
        else:
            lines.append(f"  - if: |\n      {draw(truths(world, 1))}\n    rule: |\n      {rule}")
    if draw(st.integers(0, 3)) == 0:
        lines.append(f"{draw(st.sampled_from(['maximize', 'minimize']))}: |\n  {draw(objectives(world))}")
    return "\n".join(lines) + "\n"
