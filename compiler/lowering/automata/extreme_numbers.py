"""The largest or the smallest number along a line, as a sum of digits that are found one after the other.

The numbers are written below each other, with zeros in front. The first digit of the largest one is the largest first digit; the
numbers that have it are still in the running, and the largest second digit of these is the next one. So a line of n cells takes
about n * n / 2 digits, while an automaton has a state for each number that may be the largest so far. The numbers of several
lines are compared in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...ir.term import Operand, Term
from ...ir.term_factory import TermFactory
from ...values import BLANK

MOST_DIGITS = 15  # of numbers that are added up and compared


def extreme_number(terms: TermFactory, name: str, lines: Sequence[Sequence[Term]]) -> Operand:
    """Return the `max` or `min` of the numbers that the runs of lines of digits read as; blank if there is none."""
    numbers = [number for line in lines for number in _numbers_that_end(terms, line)]
    ends_there = [is_end for is_end, _ in numbers]
    running = ends_there
    best_digits: list[tuple[int, Operand]] = []
    for place in range(max(map(len, lines)) - 1, -1, -1):
        column = [digits[place] if place < len(digits) else 0 for _, digits in numbers]
        candidates = list(zip(running, column, strict=True))
        best = terms.min_max(name, [terms.cases([(runs, digit)], BLANK) for runs, digit in candidates])
        running = [terms.conjunction([runs, terms.same(digit, best)]) for runs, digit in candidates]
        best_digits.append((10**place, best))
    return terms.cases([(terms.disjunction(ends_there), terms.linear(best_digits))], BLANK)


def _numbers_that_end(terms: TermFactory, line: Sequence[Term]) -> Iterator[tuple[Operand, Sequence[Operand]]]:
    """Yield for each place of a line the truth that a number ends there, and its digits from the last one on."""
    is_in = [terms.conjunction([terms.filled(member), terms.negation(terms.equals(member, False))]) for member in line]
    for end, member in enumerate(line):
        goes_on = is_in[end + 1] if end + 1 < len(line) else False
        reached = is_in[end]
        digits: list[Operand] = [terms.cases([(reached, member)], 0)]
        for at in range(end - 1, -1, -1):
            reached = terms.conjunction([reached, is_in[at]])
            digits.append(terms.cases([(reached, line[at])], 0))
        yield terms.conjunction([is_in[end], terms.negation(goes_on)]), digits
