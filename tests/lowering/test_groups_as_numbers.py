"""Numbers of groups: extremes, counts and sums of all groups, and of the places of each, against brute force in every way."""

from __future__ import annotations

import random

import pytest
from brute import assignments
from differing import look
from first_written import compared_sentences
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.encode.operations import linear, min_max
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering import algebra
from gridwright.compiler.lowering.functions import divides, product
from gridwright.compiler.lowering.groups import quantifier
from gridwright.runtime.judging.judge import accepts
from instances import sample, values_of
from ways import THOROUGH

SHADED = "layers:\n  shaded: {values: bool}\n"
NUMBERS = "layers:\n  number: {values: 0..2, blank: true}\n"
DIGITS = "layers:\n  shaded: {values: bool}\n  number: {values: 1..2}\n"
ROOM = "group(r1c1, cells, by=not wall)"
NINE = "layers:\n  shaded: {values: bool}\n  number: {values: 1..9}\n"
ROOMS = "layers:\n  wall: {over: links, values: bool}\n  marked: {values: bool}\n"

SAID = {
    "largest": ("3x4", SHADED, "max(len(g) for g in groups(shaded)) == 3"),
    "not the largest": ("3x4", SHADED, "max(len(g) for g in groups(shaded)) != 3"),
    "largest up to": ("3x4", SHADED, "max(len(g) for g in groups(shaded)) <= 2"),
    "largest from": ("3x4", SHADED, "6 < max(len(g) for g in groups(shaded))"),
    "no largest": ("2x3", SHADED, "max(len(g) for g in groups(shaded)) == blank"),
    "smallest": ("3x4", SHADED, "min(len(g) for g in groups(shaded)) == 2"),
    "smallest up to": ("3x4", SHADED, "min(len(g) for g in groups(shaded)) < 3"),
    "smallest from": ("3x4", SHADED, "min(len(g) for g in groups(shaded)) >= 5"),
    "smallest is no size": ("3x4", SHADED, "min(len(g) for g in groups(shaded)) in (0, 4, 13)"),
    "largest of some": ("3x4", SHADED, "max(len(g) for g in groups(shaded) if r1c1 not in g) == 2"),
    "largest with itself": ("3x4", SHADED, "max(1, max(len(g) for g in groups(shaded))) + 1 == 4"),
    "largest number": ("2x3", NUMBERS, "all(max(number[c] for c in g) == len(g) for g in groups(number != 1))"),
    "smallest number": ("2x3", NUMBERS, "all(min(number[c] for c in g) == 0 for g in groups(same=number))"),
    "largest and smallest": ("2x3", NUMBERS, "all(max(number[g]) - min(number[g]) == 1 for g in groups(number != 2))"),
    "largest of sums": ("2x3", NUMBERS, "max(sum(number[g]) for g in groups(number > 0)) == 3"),
    "sum of the largest": ("2x3", NUMBERS, "sum(max(number[g]) for g in groups(number != 1)) == 4"),
    "product": ("2x3", NUMBERS, "all(product(number[c] for c in g) == 2 for g in groups(number != 0))"),
    "product or size": ("2x3", NUMBERS, "all(product(number[g]) == 4 or len(g) < 3 for g in groups(number == 2))"),
    "extreme of two": ("2x3", NUMBERS, "max(number[r1c1], number[r2c3]) >= min(number[r1c2], number[r2c1])"),
    "a layer's number": ("2x3", NUMBERS, "max(len(g) for g in groups(number == 1)) == number[r2c2]"),
    "how many of a size": ("3x4", SHADED, "count(len(g) == 2 for g in groups(shaded)) == 2"),
    "how many up to a size": ("3x4", SHADED, "count(len(g) <= 2 and r2c2 not in g for g in groups(shaded)) == 1"),
    "how many from a size": ("3x4", SHADED, "count(len(g) > 2 for g in groups(shaded)) == 2"),
    "of a size or not": ("3x4", SHADED, "len(len(g) == 2 for g in groups(shaded)) == 2"),
    "one of a size": ("3x4", SHADED, "distinct(len(g) == 1 for g in groups(shaded))"),
    "of both": ("2x3", SHADED, "all(max(len(h) for h in groups(not shaded) if r1c1 in h) != len(g) for g in groups(shaded))"),
    "sizes of some": ("3x4", SHADED, "sum(len(g) for g in groups(shaded) if len(g) < 3) == 5"),
    "at most one": ("2x3", ROOMS, "all(count(marked[c] for c in g) <= 1 for g in groups(cells, by=not wall))"),
    "not two": ("2x3", ROOMS, "not any(count(marked[c] for c in g) >= 2 for g in groups(cells, by=not wall))"),
    "one or none": ("2x3", ROOMS, "all(count(marked[c] for c in g) in (0, 1) for g in groups(cells, by=not wall))"),
    "squares of sizes": ("3x4", SHADED, "sum(len(g) ** 2 for g in groups(shaded)) == 10"),
    "squares up to": ("3x4", SHADED, "sum(len(g) * len(g) for g in groups(shaded)) <= 13"),
    "squares from": ("3x4", SHADED, "7 < sum(len(g) ** 2 for g in groups(shaded))"),
    "squares of some": ("3x4", SHADED, "sum(len(g) ** 2 for g in groups(shaded) if r1c1 not in g) == 5"),
    "squares and sizes": ("3x4", SHADED, "sum(len(g) ** 2 - len(g) for g in groups(shaded)) == 8"),
    "squares of rooms": ("2x3", ROOMS, "sum(len(g) ** 2 for g in groups(cells, by=not wall)) == 14"),
    "squares that halve": ("3x4", SHADED, "sum(len(g) * (len(g) + 1) / 2 for g in groups(shaded)) == 7"),
    "cubes of sizes": ("3x4", SHADED, "sum(len(g) ** 3 for g in groups(shaded)) == 16"),
    "product of sizes": ("3x4", SHADED, "product(len(g) for g in groups(shaded)) == 4"),
    "product of some sizes": ("3x4", SHADED, "product(len(g) for g in groups(shaded) if len(g) > 2) == 3"),
    "sizes that differ": ("3x4", SHADED, "distinct(len(g) for g in groups(shaded)) and count(shaded) > 3"),
    "equal extremes": ("3x4", SHADED, "max(len(g) for g in groups(shaded)) == max(len(h) for h in groups(not shaded))"),
    "extremes in order": ("3x4", SHADED, "min(len(g) for g in groups(shaded)) > max(len(h) for h in groups(not shaded))"),
    "equal smallest": ("2x3", ROOMS, "min(len(g) for g in groups(cells, by=not wall)) != max(len(h) for h in groups(marked))"),
    "numbers that differ": ("2x3", NUMBERS, "all(distinct(number[g]) for g in groups(number != 1))"),
    "numbers that do not": ("2x3", NUMBERS, "not all(distinct(number[g]) for g in groups(number != 1))"),
    "no number twice": ("2x3", DIGITS, "all(distinct(number[g]) for g in groups(shaded))"),
    "a number twice": ("2x3", DIGITS, "any(not distinct(number[c] for c in g) for g in groups(shaded)) and shaded[r1c1]"),
    "a total": ("2x3", DIGITS, "all(sum(number[g]) == 3 for g in groups(shaded))"),
    "another total": ("2x3", DIGITS, "not all(sum(number[g]) <= 3 for g in groups(shaded))"),
    "total is a multiple": ("2x3", DIGITS, "all(divides(len(g), sum(number[g])) for g in groups(shaded))"),
    "total is no multiple": ("2x3", DIGITS, "all(not divides(len(g), sum(number[g])) for g in groups(shaded))"),
    "remainder of a total": ("2x3", DIGITS, "all(sum(number[g]) % len(g) == 0 for g in groups(shaded))"),
    "another remainder": ("2x3", DIGITS, "any(sum(number[g]) % len(g) == 1 for g in groups(shaded))"),
    "rounded mean": ("2x3", DIGITS, "all(sum(number[g]) // len(g) == 1 for g in groups(shaded))"),
    "of one group": ("2x3", DIGITS, "divides(len(group(r1c2, shaded)), sum(number[group(r1c2, shaded)]))"),
    "of no group": ("2x3", DIGITS, "sum(number[c] for c in cells if shaded[c]) % count(shaded) == 0"),
    "of some": ("2x3", DIGITS, "divides(count(shaded), sum(number[c] for c in cells if shaded[c] and number[c] == 2))"),
    "of a truth for several": (
        "2x3",
        DIGITS,
        "divides(count(shaded[rows[c.row][0]] for c in cells), sum(number[c] for c in cells if shaded[rows[c.row][0]]))",
    ),
    "of a room": ("2x3", ROOMS, f"divides(len({ROOM}), sum((c.row if marked[c] else 2) for c in {ROOM}))"),
    "rest of a room": ("2x3", ROOMS, f"sum(1 + c.row for c in {ROOM} if marked[c]) % len({ROOM}) == 0"),
    "at most one number": ("2x3", NUMBERS, "all(count(number[c] == 2 for c in g) < 2 for g in groups(number != 1))"),
}


def spec_of(grid: str, layers: str, *rules: str) -> Spec:
    """A spec with these rules."""
    return load_text(text_of(grid, layers, *rules), "rule.yaml")


def text_of(grid: str, layers: str, *rules: str) -> str:
    """The text of a spec with these rules."""
    return f"gridwright: 1\ngrid: {grid}\n{layers}rules:\n" + "".join(f"  - rule: |\n      {rule}\n" for rule in rules)


@pytest.fixture(params=["large", "small"])
def sizes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What suits large boards only is done on small ones too in half of the cases."""
    if request.param == "large":
        monkeypatch.setattr(min_max, "MANY", 0)
        monkeypatch.setattr(quantifier, "FEW", 1)
        monkeypatch.setattr(divides, "FEW_ROWS", 0)
        monkeypatch.setattr(algebra, "FEW_ROWS", 0)


@pytest.mark.cases(ci=30)
@pytest.mark.usefixtures("sizes")
@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_terms_say_what_the_judge_says(said: tuple[str, str, str]) -> None:
    """On every grid what is lowered holds exactly if the judge accepts it."""
    spec = spec_of(*said)
    module = lower(spec)
    assert not compile_spec(spec).fallback_instances
    (assertion,) = module.assertions
    assert isinstance(assertion.term, Term)
    for grid in sample(list(assignments(spec)), 200 * THOROUGH):
        assert values_of(module, grid)[assertion.term] == accepts(spec, grid), grid


@pytest.mark.cases(quick=1, ci=12)
@pytest.mark.usefixtures("sizes")
@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_searches_agree(said: tuple[str, str, str]) -> None:
    """All engines, lazily and eagerly, find what brute force finds."""
    grid, layers, rule = said
    looked = look(
        text_of("2x4" if grid == "3x4" else grid, layers, rule) if layers is not ROOMS else text_of("2x2", layers, rule)
    )
    assert not looked.wrong, looked.wrong


@pytest.mark.cases(quick=1, ci=4)
@pytest.mark.parametrize("first", range(0, 60, 15))
def test_random_sentences(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions of sizes, added up or multiplied, and values of sums, which are counted by one equation in every other run."""
    monkeypatch.setattr(linear, "MOST_ROWS", 0 if first % 2 else linear.MOST_ROWS)
    monkeypatch.setattr(product, "FEW_STEPS", 0 if first % 3 else product.FEW_STEPS)
    assert compared_sentences("grid: 2x3\n" + SHADED, of_sizes, range(first, first + 15)) > 10


@pytest.mark.cases(quick=1, ci=4)
@pytest.mark.usefixtures("sizes")
@pytest.mark.parametrize("first", range(0, 60, 15))
def test_random_totals(first: int) -> None:
    """Totals of groups and extremes of them, compared, divided, or with all numbers different."""
    assert compared_sentences("grid: 2x3\n" + DIGITS, of_totals, range(first, first + 15)) > 10


def of_totals(chance: random.Random) -> str:
    """A sentence about the numbers of groups and the sizes of these."""
    of = chance.choice(["groups(shaded)", "groups(not shaded)", "groups(same=shaded)", "groups(same=number)"])
    number = chance.choice(["number[g]", "number[c] for c in g", "number[c] for c in g if c not in columns[0]"])
    sign = chance.choice(["==", "!=", "<=", ">"])
    total, size = f"sum({number})", chance.choice(["len(g)", "count(c in g for c in cells)"])
    said = chance.choice(
        [
            f"divides({size}, {total})",
            f"{total} % {size} {sign} {chance.randint(0, 1)}",
            f"{total} // {size} {sign} {chance.randint(1, 2)}",
            f"{total} {sign} {chance.randint(1, 6)}",
            f"distinct({number})",
        ]
    )
    said = f"{chance.choice(['', 'not '])}({said})"
    said = f"{chance.choice(['all', 'any'])}({said} for g in {of})"
    if chance.random() < 0.4:
        one, other = (
            f"{chance.choice(['max', 'min'])}({chance.choice(['len(g)', total])} for g in {groups})"
            for groups in (of, "groups(shaded)")
        )
        said = f"{one} {sign} {other}"
    return said if chance.random() < 0.7 else f"not ({said} and shaded[r2c2])"


def of_sizes(chance: random.Random) -> str:
    """A sentence about numbers that are computed of the sizes of groups."""
    of = chance.choice(["groups(shaded)", "groups(not shaded)", "groups(same=shaded)", "groups(shaded, by=touching)"])
    chosen = chance.choice(["", "", " if len(g) > 1", " if r1c1 not in g", " if count(c in g for c in rows[0]) < 2"])
    number = chance.choice(["len(g) ** 2", "len(g) * len(g) - len(g)", "len(g) ** 3", "len(g)", "3 * len(g) - len(g) ** 2"])
    truth = chance.choice(["is_square(len(g))", "is_prime(len(g))", "len(g) % 3 == 1", "divides(len(g), 6)"])
    by = chance.choice(["sum", "sum", "product", "max", "min"])
    number = "len(g)" if by == "product" else number
    sign = chance.choice(["==", "!=", "<=", ">", "<"])
    other = chance.choice(["count(shaded)", f"count(shaded) * {chance.randint(1, 3)}", "len(groups(shaded))"])
    right = str(chance.randint(0, 14)) if chance.random() < 0.8 else other
    said = f"{by}({number} for g in {of}{chosen}) {sign} {right}"
    if chance.random() < 0.3:
        function = chance.choice(["all", "any", "distinct", "count"])
        said = f"{function}({truth} for g in {of}{chosen})" + (f" {sign} {chance.randint(0, 2)}" if function == "count" else "")
    return said if chance.random() < 0.8 else f"{said} or not shaded[r2c2]"


FEW_CLAUSES = {
    "largest": (SHADED, "max(len(g) for g in groups(shaded)) == 5", 40_000),
    "smallest": (SHADED, "min(len(g) for g in groups(shaded)) == 3", 20_000),
    "how many of a size": (SHADED, "count(len(g) == 3 for g in groups(shaded)) == 2", 15_000),
    "largest number": (NUMBERS, "all(max(number[g]) == len(g) for g in groups(number != 1))", 40_000),
    "sum of the largest": (NUMBERS, "sum(max(number[g]) for g in groups(number != 1)) == 4", 60_000),
    "squares of sizes": (SHADED, "sum(len(g) ** 2 for g in groups(shaded)) == 40", 40_000),
    "cubes of sizes": (SHADED, "sum(len(g) ** 3 for g in groups(shaded)) == 100", 60_000),
    "product of sizes": (SHADED, "product(len(g) for g in groups(shaded)) == 5040", 120_000),
    "sizes that are squares": (SHADED, "all(is_square(len(g)) for g in groups(shaded))", 60_000),
    "at most one": (ROOMS, "all(count(marked[c] for c in g) <= 1 for g in groups(cells, by=not wall))", 25_000),
    "equal extremes": (SHADED, "max(len(g) for g in groups(shaded)) == max(len(h) for h in groups(not shaded))", 60_000),
    "numbers that differ": (NINE, "all(distinct(number[g]) for g in groups(shaded))", 120_000),
    "a total": (NINE, "all(sum(number[g]) == 5 for g in groups(shaded))", 90_000),
    "total is a multiple": (NINE, "all(divides(len(g), sum(number[g])) for g in groups(shaded))", 160_000),
}


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("said", FEW_CLAUSES.values(), ids=FEW_CLAUSES)
def test_numbers_of_groups_are_few_clauses(said: tuple[str, str, int]) -> None:
    """On 8x8 these came to between 34,000 and 6,500,000 clauses when each size, or each pair, was written out."""
    layers, rule, most = said
    parts = compile_spec(spec_of("8x8", layers, rule)).parts
    assert sum(1 for part in parts for _ in part.clauses()) <= most
