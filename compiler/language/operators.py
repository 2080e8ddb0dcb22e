"""The operators, in one table: the name, the operands and the value of each.

Whole division and remainder round down, as in Python. Blank, division by zero and truth values in arithmetic are defined here,
once, for known values; the lowering of unknown ones has to agree, which the tests compare on every assignment.
"""

from __future__ import annotations

import functools
import operator
import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import overload

from ..geometry.area import Area
from ..geometry.clue import Clue
from ..geometry.places import Cell, Direction
from ..records import dataclass
from ..syntax.diagnostics import Code, Fault, shown_number
from ..values import (
    BLANK,
    NUMBERS,
    Fail,
    Field,
    Number,
    SizedList,
    SizedTuple,
    Unknown,
    Value,
    describe,
    exact,
    extent_of,
    is_flat,
    kind_of,
)

MAX_BITS = 4_096
MAX_MEMBERS = 1_000_000
MAX_SIZE = 10_000_000
MAX_DEPTH = 200  # more than data may have (`--max depth`)
SHORT = 16  # members of a list up to which counting them again is as quick as having remembered it
LISTS = (list, tuple, range, Area)


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator: its sign, whether it gives a truth value, its words, and its meaning on known values.

    `of_numbers`: a fast path for two numbers, by far the most frequent operands, if these are never an error.
    """

    sign: str
    is_truth: bool
    words: str
    evaluate: Callable[..., Value]
    of_numbers: Callable[[int, int], Value] | None = None


def truth(value: Value) -> bool:
    """Return the value as a truth value: blank counts as false; raise `Fault` if it is no truth value.

    >>> truth(BLANK), truth(True)
    (False, True)
    """
    if isinstance(value, bool):
        return value
    if value is BLANK:
        return False
    if isinstance(value, Field):
        raise Fault(
            Code.WRONG_KIND,
            "expected one true or false, got several values at once (a field)",
            "write all(...) if each must be true, any(...) if one must; or compare one number: count(...) == 1, sum(...) == 10",
        )
    if isinstance(value, (*LISTS, Unknown)):
        raise Fault(
            Code.WRONG_KIND,
            f"expected one true or false, got {kind_of(value)}" + in_parentheses(value),
            "use all(...) or any(...), or compare the number of members: len(...) > 0",
        )
    raise Fault(
        Code.WRONG_KIND,
        f"expected true or false, got {kind_of(value)}{in_parentheses(value)}",
        "compare it with a value, as in ... == 1",
    )


def in_parentheses(value: Value) -> str:
    """Return the value in parentheses, for the end of a message; empty if it is unknown."""
    return "" if isinstance(value, Unknown) else f" ({describe(value)})"


def check_value(value: Value) -> Value:
    """Return the value; raise `Fault` if it is `fail`."""
    if isinstance(value, Fail):
        raise Fault(
            Code.WRONG_KIND,
            "expected a value, got `fail`",
            "only the step of a fold or walk may return `fail`; a fold or walk that fails is blank: compare with `blank`",
        )
    return value


def negation(value: bool) -> bool:
    """Return `not` of a truth value."""
    return not value


def equal(left: Value, right: Value) -> bool:
    """Check whether two values are equal; raise `Fault` if a truth value is compared with a number.

    Lists are the same if their members are, whether they are written with brackets or parentheses, ranges or areas: Python's
    difference between [1, 2] and (1, 2) helps nobody here.

    >>> equal([1, BLANK], (1, BLANK)), equal("red", 3)
    (True, False)
    """
    if left is right:
        return True
    if isinstance(left, range) and isinstance(right, range):
        return left == right
    if isinstance(left, LISTS) and isinstance(right, LISTS):
        return len(left) == len(right) and all(equal(a, b) for a, b in zip(left, right, strict=True))
    check_comparable(isinstance(left, bool), is_number(left), isinstance(right, bool), is_number(right))
    return bool(left == right)


def check_comparable(left_truth: bool, left_number: bool, right_truth: bool, right_number: bool) -> None:
    """Raise where a truth value would be compared with a number."""
    if (left_truth and right_number) or (left_number and right_truth):
        raise Fault(
            Code.WRONG_KIND,
            "you compared a truth value with a number",
            "compare a truth value with true or false, or use it alone; count(...) turns truth values into a number",
        )


def of_place(value: Value) -> str:
    """Return advice on a cell or a clue that is used where its value is needed; empty for other values."""
    if isinstance(value, Clue):
        return "write the value of the clue: clue.value, for example in [clue.value for clue in ...]"
    return (
        f"{value} is a place; for the value there, write a layer with an index: layer[{value}]" if isinstance(value, Cell) else ""
    )


def is_number(value: Value) -> bool:
    """Check whether the value is a number; truth values are not."""
    return type(value) in NUMBERS


def is_in(value: Value, members: Sequence[Value]) -> bool:
    """Check whether the value equals a member."""
    if type(value) is Fraction and isinstance(members, range):
        return False  # which a range does not know, so that it would compare each number
    return any(equal(value, member) for member in list(members))


def among(members: Sequence[Value]) -> Callable[[Value], bool]:
    """Return `is_in` for fixed members, with a hash look-up for numbers.

    >>> small = among([2, 3, 5])
    >>> small(3), small(4), small(BLANK), among([2, BLANK])(BLANK)
    (True, False, False, True)
    """
    if not all(is_number(member) for member in members):
        return lambda value: is_in(value, members)
    known = frozenset(members)
    return lambda value: value in known if is_number(value) else is_in(value, members[:1])  # what is no number is as little any


def numbers(start: int, stop: int, step: int = 1) -> range:
    """Return the range from `start` to before `stop`; raise `Fault` if it is too long for Python to count."""
    range_of = range(start, stop, step)
    if range_of[sys.maxsize : sys.maxsize + 1]:
        raise Fault(Code.TOO_MUCH, "this range has too many numbers")
    return range_of


def stepped_range(start: Value, last: Value, step: Value) -> list[Value]:
    """Return the numbers from `start` to at most `last`, each larger than the one before by `step`.

    >>> [str(number) for number in stepped_range(0, 1, exact(1, 3))]
    ['0', '1/3', '2/3', '1']
    """
    if not all(map(is_number, (start, last, step))) or step <= 0:
        raise Fault(Code.WRONG_KIND, f"the step of a range must be a number above 0, but got {describe(step)}")
    count = max(0, (last - start) // step + 1)
    check_length(count)
    return [check_bounds(start + at * step) for at in range(count)]


def listable(values: Value) -> Value:
    """Return the values; raise `Fault` if they are a range of more numbers than a list may have members."""
    if isinstance(values, range) and values[MAX_MEMBERS : MAX_MEMBERS + 1]:
        check_length(len(values), "compare numbers with the ends of the range instead")
    return values


def check_length(length: int, help: str = "") -> None:
    """Raise `Fault` if a list has more members than the language allows."""
    if length > MAX_MEMBERS:
        raise Fault(Code.TOO_MUCH, f"this list has more than {MAX_MEMBERS:,} members", help)


def check_size(size: int) -> None:
    """Raise `Fault` if a list or text would be made of more values than the language allows, all inner ones included."""
    if size > MAX_SIZE:
        raise Fault(
            Code.TOO_MUCH,
            f"this list or text would be {shown_number(size)} values large; the limit is {MAX_SIZE:,}",
            "members of members count too, each time that they occur, and 16 characters of a text count as one",
        )


def with_size(value: Value) -> Value:
    """Return a new list or tuple as one that carries its size; raise `Fault` if it is too large. Other values stay as they are.

    A short one without inner ones is left alone.
    """
    kind = type(value)
    if kind is list or kind is tuple:
        if len(value) <= SHORT and is_flat(value):
            return value
        sized_value = SizedList(value) if kind is list else SizedTuple(value)
    elif isinstance(value, (SizedList, SizedTuple)) and value.extent is None:
        sized_value = value
    else:
        return value
    size, depth = extent_of(sized_value)
    check_size(size)
    if depth > MAX_DEPTH:
        raise Fault(Code.TOO_MUCH, f"lists are nested more than {MAX_DEPTH} deep")
    return sized_value


@overload
def check_bounds(value: int) -> int: ...


@overload
def check_bounds(value: Number) -> Number: ...


def check_bounds(value: Number) -> Number:
    """Return the number in its one form; raise `Fault` if it is larger than the language allows, above or below the line."""
    if not is_allowed(value):
        raise Fault(Code.TOO_MUCH, f"this number has {_bits(value):,} bits; the limit is {MAX_BITS:,}")
    return value if type(value) is int else exact(value)


def is_allowed(value: Number) -> bool:
    """Check whether a number is no larger than the language allows, above and below the line.

    >>> is_allowed(2 ** 4095), is_allowed(exact(1, 2 ** 4096))
    (True, False)
    """
    return _bits(value) <= MAX_BITS


def _bits(value: Number) -> int:
    return value.bit_length() if type(value) is int else max(value.numerator.bit_length(), value.denominator.bit_length())


def number(value: Value, sign: str) -> Number:
    """Return the operand of an arithmetic operator as a number, a truth value as 1 or 0; raise `Fault` otherwise."""
    if isinstance(value, int):
        return int(value)
    if type(value) is Fraction:
        return value
    help = "to join texts, use join(...)" if isinstance(value, str) else of_place(value)
    raise Fault(Code.WRONG_KIND, f"`{sign}` needs numbers, but got {kind_of(value)} ({describe(value)})", help)


def _arithmetic(sign: str, compute: Callable[[Number, Number], Value], left: Value, right: Value) -> Value:
    if sign in ("+", "-") and isinstance(left, Cell) and isinstance(right, Direction):
        help = f"the cell beside {left} is step({left}, {right})" if sign == "+" else ""
        raise Fault(Code.WRONG_KIND, f"`{sign}` needs numbers, but got {kind_of(right)} ({describe(right)})", help)
    a = BLANK if left is BLANK else number(left, sign)
    b = BLANK if right is BLANK else number(right, sign)
    return BLANK if a is BLANK or b is BLANK else compute(a, b)


def _add(left: Value, right: Value) -> Value:
    if isinstance(left, LISTS) and isinstance(right, LISTS):
        check_length(len(left) + len(right))
        return [*left, *right]
    return _plus(left, right)


def _subtract(left: Value, right: Value) -> Value:
    if isinstance(left, Cell) and isinstance(right, Cell):
        return (left, right)  # `r1c1-r1c2` names the midpoint of two cells, and so does the pair
    return _minus(left, right)


def _power(base: Number, exponent: Number) -> Value:
    if not isinstance(exponent, int):
        raise Fault(
            Code.WRONG_KIND, f"the exponent {describe(exponent)} is not whole", "root(x, n) is the number whose power x is"
        )
    if exponent < 0:
        return _power(exact(1, base), -exponent) if base else BLANK
    longest = max(abs(base.numerator), base.denominator)
    fewest = (longest.bit_length() - 1) * exponent + 1  # and at most twice as many
    if fewest > MAX_BITS or max(abs(result := base**exponent).numerator, result.denominator).bit_length() > MAX_BITS:
        raise Fault(
            Code.TOO_MUCH,
            f"{describe(base)} ** {describe(exponent)} is too large: it has more than {MAX_BITS:,} bits",
        )
    return exact(result)


def _compare_order(sign: str, compare: Callable[[Number, Number], bool], left: Value, right: Value) -> bool:
    check_comparable(isinstance(left, bool), is_number(left), isinstance(right, bool), is_number(right))
    for value in (left, right):
        if value is not BLANK and not is_number(value):
            is_pair = type(left) is type(right) and isinstance(value, (Cell, str))
            advice = [of_place(value), "to take each pair once, write `for a, b in combinations(..., 2)`" * is_pair]
            help = "; ".join(filter(None, advice))
            raise Fault(Code.WRONG_KIND, f"`{sign}` needs numbers, but got {kind_of(value)} ({describe(value)})", help)
    return left is not BLANK and right is not BLANK and compare(left, right)


def _sum(a: Number, b: Number) -> Number:
    return check_bounds(a + b)


def _difference(a: Number, b: Number) -> Number:
    return check_bounds(a - b)


def _product(a: Number, b: Number) -> Number:
    return check_bounds(a * b)


def _quotient(a: Number, b: Number) -> Value:
    return check_bounds(Fraction(a, b)) if b else BLANK


def _exact_quotient(a: Number, b: Number) -> Value:
    return check_bounds(a // b) if b else BLANK


def _remainder(a: Number, b: Number) -> Value:
    return check_bounds(a % b) if b else BLANK


def _different(left: Value, right: Value) -> bool:
    return not equal(left, right)


def _negate(value: Value) -> Value:
    return _arithmetic("-", operator.sub, 0, value)


def _identity(value: Value) -> Value:
    return _plus(0, value)


# partial functions of this module, not closures, so that terms that hold them can be pickled
_plus = functools.partial(_arithmetic, "+", _sum)
_minus = functools.partial(_arithmetic, "-", _difference)

_TABLE = (
    Operator("+", False, "sum; of two lists, one after the other", _add, _sum),
    Operator("-", False, "difference; of two cells, the midpoint", _subtract, _difference),
    Operator("*", False, "product", functools.partial(_arithmetic, "*", _product), _product),
    Operator("/", False, "exact division; by zero, blank", functools.partial(_arithmetic, "/", _quotient)),
    Operator(
        "//",
        False,
        "whole division, rounded down; by zero, blank",
        functools.partial(_arithmetic, "//", _exact_quotient),
    ),
    Operator("%", False, "remainder of //; by zero, blank", functools.partial(_arithmetic, "%", _remainder)),
    Operator(
        "**",
        False,
        "power, with a whole exponent; 0 to a negative one is blank",
        functools.partial(_arithmetic, "**", _power),
    ),
    Operator("==", True, "the same value; blank equals only blank", equal, operator.eq),
    Operator("!=", True, "not the same value", _different, operator.ne),
    Operator("<", True, "smaller; false where either is blank", functools.partial(_compare_order, "<", operator.lt), operator.lt),
    Operator(
        "<=", True, "at most; false where either is blank", functools.partial(_compare_order, "<=", operator.le), operator.le
    ),
    Operator(">", True, "larger; false where either is blank", functools.partial(_compare_order, ">", operator.gt), operator.gt),
    Operator(
        ">=", True, "at least; false where either is blank", functools.partial(_compare_order, ">=", operator.ge), operator.ge
    ),
)
OPERATORS = {found.sign: found for found in _TABLE}
NEGATE = Operator("-", False, "the number with the other sign", _negate)
KEEP = Operator("+", False, "the number itself", _identity)
