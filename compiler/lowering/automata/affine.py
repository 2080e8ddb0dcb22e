"""Known numbers added to the result of a machine, or multiplied with it: the filter moves to the other side.

`sum(numbers(line)) - 50 == 0` wants of the sum what `sum(numbers(line)) == 50` wants, so as little is followed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence

from ...language.operators import Operator
from ...records import dataclass, replace
from ...values import BLANK, Number, Value, exact
from .machine import Machine, ReadNumber, joint_key, map_result
from .result_filter import Numbers, ResultFilter, set_of


@dataclass(frozen=True, slots=True)
class Shift:
    """A number becomes `factor * number + more`; the factor is not 0.

    >>> Shift(-2, 7).of(3), Shift(-2, 7).before(1), Shift(-2, 7).before(2)
    (1, 3, Fraction(5, 2))
    """

    factor: int
    more: int

    def of(self, number: Number) -> Number:
        """Apply the shift to a number."""
        return self.factor * number + self.more

    def before(self, number: Number) -> Number:
        """Return the number that becomes this one."""
        return exact(number - self.more, self.factor)

    def preimage(self, result_filter: ResultFilter) -> Numbers:
        """Return the numbers for which a filter wants what they become."""
        if result_filter.numbers is not None:
            return set_of([self.before(number) for number in result_filter.numbers])
        if self.factor > 0:
            ceiling = None if result_filter.ceiling is None else -(-(result_filter.ceiling - self.more) // self.factor)
            return Numbers(lambda low, high: result_filter.between(self.of(low), self.of(high)), None, ceiling)
        return Numbers(lambda low, high: result_filter.between(self.of(high), self.of(low)))


def shift_by(operator: Operator, operands: Sequence[Value]) -> Shift | None:
    """Return the shift by which an operator changes its only machine, or None if it is no shift."""
    sign = operator.sign
    if len(operands) == 1:
        return {"+": Shift(1, 0), "-": Shift(-1, 0)}.get(sign)
    left, right = operands
    known = right if isinstance(left, Machine) else left
    if not isinstance(known, int):
        return None
    if sign == "*":
        return Shift(int(known), 0) if known else None
    if sign == "-":
        return Shift(-1, int(known)) if known is left else Shift(1, -int(known))
    return Shift(1, int(known)) if sign == "+" else None


def _number_of(number: ReadNumber, shift: Shift) -> ReadNumber:
    return replace(number, factor=shift.factor * number.factor, more=int(shift.of(number.more)))


def shift_machine(machine: Machine, compute: Callable[[Value], Value], key: Hashable, shift: Shift) -> Machine:
    """Return a machine for an operator on a result; `compute` is the operator, which may refuse what is no number."""
    remainder, exactly = machine.remainder, machine.exactly

    def found_remainder(by: int) -> Machine:
        assert remainder is not None
        key = joint_key("remainder of", shift, by)
        return replace(map_result(remainder(by), lambda rest: BLANK if rest is BLANK else shift.of(rest) % by, key), least=0)

    def found_exactly(number: int) -> Value:
        assert exactly is not None
        before = shift.before(number)
        return exactly(before) if isinstance(before, int) else False

    return replace(
        map_result(machine, compute, key, back=shift.preimage),
        least=None if machine.least is None or shift.factor < 0 else int(shift.of(machine.least)),
        remainder=found_remainder if remainder else None,
        exactly=found_exactly if exactly else None,
        recipe=functools.partial(shift_machine, machine, compute, key, shift),
        number=None if machine.number is None else _number_of(machine.number, shift),
    )
