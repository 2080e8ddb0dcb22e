"""Numbers compared column by column, against adding up."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest
from gridwright.compiler.ir import digit_columns
from gridwright.compiler.values import BLANK, Value
from hypothesis import given, settings
from hypothesis import strategies as st
from ways import THOROUGH

FACTORS = st.one_of(st.sampled_from([-100, -10, -1, 1, 10, 100]), st.integers(-120, 120).filter(bool))
ALPHABETS = st.lists(st.one_of(st.integers(-3, 9), st.just(BLANK)), min_size=1, max_size=4, unique=True)
ADDENDS = st.lists(st.tuples(FACTORS, ALPHABETS), min_size=2, max_size=4)


def added_up(factors: Sequence[int], values: Sequence[Value]) -> int:
    """The multiples added up; blank counts 0."""
    return sum(0 if value is BLANK else factor * value for factor, value in zip(factors, values, strict=True))


@settings(max_examples=80 * THOROUGH)
@given(addends=ADDENDS, low=st.integers(-300, 300), more=st.integers(0, 60))
def test_between(addends: list[tuple[int, list[Value]]], low: int, more: int) -> None:
    """An automaton over columns says what adding up says."""
    factors, alphabets = [factor for factor, _ in addends], [alphabet for _, alphabet in addends]
    automaton = digit_columns.between(factors, alphabets, low, low + more)
    assert automaton is not None
    for values in itertools.product(*alphabets):
        assert automaton.result(values) is (low <= added_up(factors, values) <= low + more)


@pytest.mark.slow
@settings(max_examples=80 * THOROUGH)
@given(addends=ADDENDS, at=st.integers(0, 255))
def test_parts(addends: list[tuple[int, list[Value]]], at: int) -> None:
    """A sum that falls apart into several comes to its total exactly where all of these come to theirs."""
    factors, alphabets = [factor for factor, _ in addends], [alphabet for _, alphabet in addends]
    numbers = [[0 if value is BLANK else value for value in alphabet] for alphabet in alphabets]
    words = list(itertools.product(*numbers))
    for total in {added_up(factors, words[at % len(words)]), at - 128}:
        parts = digit_columns.parts(factors, [(min(members), max(members)) for members in numbers], total)
        for values in words if parts is not None else ():
            truths = [sum(factors[at] // size * values[at] for at in where) == left for size, where, left in parts or ()]
            assert (bool(parts) and all(truths)) is (added_up(factors, values) == total)
