"""What a term can be if little is known of its arguments: its value is always among it."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest
from gridwright.compiler.compile import compile_spec, lower
from gridwright.compiler.ir.domain import Domain
from gridwright.compiler.ir.operation import all_operations, possible_result
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.value_sets import EmptyMeet, Possible, Range, inside, meet, of_domain
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import BLANK, Value
from instances import values_of

LAYERS = """gridwright: 1
grid: 1x3
layers:
  half: {values: [1/2, 3/2, 5/2, 2]}
  wide: {values: 0..5000, blank: true}
  small: {values: 0..3, blank: true}
  mixed: {values: [7, 1/2, red]}
  shaded: {values: bool}
"""
RULES = {
    "extremes": "max(half[r1c1], wide[r1c1]) != min(wide[r1c2], small[r1c1], 5/2)",
    "tables": "wide[r1c1] % 7 != small[r1c1] and half[r1c1] * small[r1c2] < 9 and wide[r1c2] * wide[r1c2] % 5 != 1",
    "cases": "(wide[r1c1] if shaded[r1c1] else mixed[r1c1]) != small[r1c2] or (half[r1c3] if shaded[r1c2] else wide[r1c1]) == 2",
    "order": "small[r1c1] <= small[r1c2] < small[r1c3] or 1 <= half[r1c1] <= 2 or wide[r1c1] < wide[r1c2] + 3 <= 4000",
    "sums": "sum(small) + 2 * wide[r1c1] - wide[r1c3] != 17 and distinct(small) and abs(wide[r1c1] - small[r1c1]) > 2",
}


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_value_is_possible(rule: str) -> None:
    """Whatever sets and ranges hold the values of the arguments, what follows from them holds the value of the term."""
    spec = load_text(f"{LAYERS}rules:\n  - '{rule}'\n")
    module = lower(spec)
    source = random.Random(rule)
    for _ in range(8):
        grid = {
            (layer.grid, layer.name): tuple(
                source.choice([*layer.values[:3], *layer.values[-2:], *([BLANK] if layer.blank else [])]) for _ in layer.places
            )
            for layer in spec.layers
        }
        values = values_of(module, grid)
        for term, value in values.items():
            possible = possible_result(term, [_some(arg.domain, values[arg], source) for arg in term.args])
            assert _has(possible, value), (term, grid, possible)
            assert _has(meet(possible, of_domain(term.domain)), value)


def _some(domain: Domain, value: Value, source: random.Random) -> Possible:
    """A set or a range of a domain that has a value."""
    how = source.randrange(4)
    if how == 0:
        return frozenset((value,))
    if how == 1 and isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Range(int(value // 1) - source.randrange(2), int(value // 1) + 1, source.random() < 0.5)
    return of_domain(domain) if how == 2 else frozenset((value, *source.sample([*itertools.islice(domain, 9)], 1)))


def _has(possible: Possible, value: Value) -> bool:
    return inside(value, possible) if isinstance(possible, Range) else value in possible


def test_an_extreme_may_be_a_fraction() -> None:
    """The largest of a wide number and a fraction is one of both, and a range has the fractions between its ends."""
    spec = load_text(f"{LAYERS}rules:\n  - 'half[r1c1] != wide[r1c1]'\n")
    terms = lower(spec).terms
    unknowns = {term.detail.name: term for term in terms.all if term.op == "unknown"}
    half, wide = unknowns["half[r1c1]"], unknowns["wide[r1c1]"]
    for name, value in (("max", Fraction(5, 2)), ("min", Fraction(1, 2)), ("max", 5000), ("min", 0)):
        term = terms.make("min_max", [half, wide], name, Domain((value,)))
        assert isinstance(term, Term)
        bounds = all_operations()["min_max"].bounds
        assert bounds is not None
        possible = bounds(term, [of_domain(half.domain), Range(0, 5000, True)])
        assert _has(possible, value)
        assert _has(meet(possible, Range(0, 5000, False)), value)
        assert not _has(possible, 5001)


def test_what_two_ranges_allow() -> None:
    """Fractions and blank are among it; nothing is left of ranges that are apart."""
    assert meet(Range(0, 5000, True), Range(4999, 9000, True)) == Range(4999, 5000, True)
    assert meet(Range(0, 5, True), Range(7, 9, True)) == frozenset((BLANK,))
    with pytest.raises(EmptyMeet):
        meet(Range(0, 5, True), Range(7, 9, False))


@pytest.mark.cases(quick=1)
@pytest.mark.parametrize("rule", ["x % 7 == 3", "(text if shaded else x) == 3"])
def test_groups_of_wide_numbers(rule: str) -> None:
    """What is too large for a table, or no number, can be anything in its domain."""
    layers = "  x: {values: 0..5000}\n  text: {values: [3, red]}\n  shaded: {values: bool}\n"
    text = f"gridwright: 1\ngrid: 1x2\nlayers:\n{layers}rules:\n  - 'all(len(g) == 2 for g in groups({rule}))'\n"
    assert compile_spec(load_text(text)).parts
