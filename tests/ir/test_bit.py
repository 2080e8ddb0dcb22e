"""What follows for a number from one of its bits, compared with every value that has the bit."""

from __future__ import annotations

import pytest
from gridwright.compiler.ir.domain import Domain
from gridwright.compiler.ir.operations.bit import BIT
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.value_sets import FALSE, SMALL, TRUE, EmptyMeet, Possible, Range, meet
from gridwright.compiler.values import BLANK

WIDE = Domain(range(-7, 2 * SMALL + 50), blank=True)


class _Known:
    """Facts about one term."""

    def __init__(self, possible: Possible) -> None:
        self._possible = possible

    def of(self, term: Term) -> Possible:
        """Return what the term can be."""
        return self._possible


@pytest.mark.parametrize("at", [0, 3, 11, 12])
@pytest.mark.parametrize(
    "before",
    [frozenset({-7, 0, 8, 40, 2050, BLANK}), Range(-7, 2 * SMALL + 49, blank=True), Range(-7, 2 * SMALL - 8, blank=False)],
)
def test_no_value_that_has_the_bit_is_lost(before: Possible, at: int) -> None:
    """Of a set all others go; of a range only values that do not have the bit may go, and the highest bit halves it."""
    number = Term(0, "unknown", (), None, WIDE)
    term = Term(1, "bit", (number,), (at, -7), Domain((False, True)))
    everything = [*WIDE.values, BLANK]
    allowed = {each for each in everything if (each in before if isinstance(before, frozenset) else _inside(each, before))}
    for truth, now in ((True, TRUE), (False, FALSE)):
        having = {each for each in allowed if BIT.evaluate(term, [each]) is truth}
        assert BIT.down is not None
        left: Possible = before
        try:
            for _, possible in BIT.down(_Known(before), term, now):  # type: ignore[arg-type]
                left = meet(left, possible)
        except EmptyMeet:
            assert not having
            continue
        kept = {each for each in allowed if (each in left if isinstance(left, frozenset) else _inside(each, left))}
        assert having <= kept
        if isinstance(before, frozenset):
            assert kept == having
    if isinstance(before, Range) and at == (before.high + 7).bit_length() - 1:
        assert [*BIT.down(_Known(before), term, TRUE)]  # type: ignore[arg-type, misc]


def _inside(value: object, within: Range) -> bool:
    return within.blank if value is BLANK else isinstance(value, int) and within.low <= value <= within.high
