"""Numbers of groups: extremes, counts and sums of all groups, and of the places of each, against brute force in every way."""

from __future__ import annotations

import pytest
from brute import assignments
from differing import look
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.judging.judge import accepts
from instances import sample, values_of
from ways import THOROUGH

SHADED = "layers:\n  shaded: {values: bool}\n"
NUMBERS = "layers:\n  number: {values: 0..2, blank: true}\n"
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
    "at most one number": ("2x3", NUMBERS, "all(count(number[c] == 2 for c in g) < 2 for g in groups(number != 1))"),
}


def spec_of(grid: str, layers: str, *rules: str) -> Spec:
    """A spec with these rules."""
    return load_text(text_of(grid, layers, *rules), "rule.yaml")


def text_of(grid: str, layers: str, *rules: str) -> str:
    """The text of a spec with these rules."""
    return f"gridwright: 1\ngrid: {grid}\n{layers}rules:\n" + "".join(f"  - rule: |\n      {rule}\n" for rule in rules)


@pytest.mark.cases(ci=15)
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


@pytest.mark.cases(quick=1, ci=9)
@pytest.mark.parametrize("said", SAID.values(), ids=SAID)
def test_searches_agree(said: tuple[str, str, str]) -> None:
    """All engines, lazily and eagerly, find what brute force finds."""
    grid, layers, rule = said
    looked = look(
        text_of("2x4" if grid == "3x4" else grid, layers, rule) if layers is not ROOMS else text_of("2x2", layers, rule)
    )
    assert not looked.wrong, looked.wrong


FEW_CLAUSES = {
    "largest": (SHADED, "max(len(g) for g in groups(shaded)) == 5", 40_000),
    "smallest": (SHADED, "min(len(g) for g in groups(shaded)) == 3", 20_000),
    "how many of a size": (SHADED, "count(len(g) == 3 for g in groups(shaded)) == 2", 15_000),
    "largest number": (NUMBERS, "all(max(number[g]) == len(g) for g in groups(number != 1))", 40_000),
    "sum of the largest": (NUMBERS, "sum(max(number[g]) for g in groups(number != 1)) == 4", 60_000),
    "at most one": (ROOMS, "all(count(marked[c] for c in g) <= 1 for g in groups(cells, by=not wall))", 25_000),
}


@pytest.mark.parametrize("said", FEW_CLAUSES.values(), ids=FEW_CLAUSES)
def test_numbers_of_groups_are_few_clauses(said: tuple[str, str, int]) -> None:
    """On 8x8 these came to between 34,000 and 6,500,000 clauses when each size, or each pair, was written out."""
    layers, rule, most = said
    parts = compile_spec(spec_of("8x8", layers, rule)).parts
    assert sum(1 for part in parts for _ in part.clauses()) <= most
