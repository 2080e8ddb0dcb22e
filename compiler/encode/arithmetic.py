"""What an engine gets of numbers without bounds: literals that are true exactly if a polynomial is 0, or below, as plain data."""

from __future__ import annotations

from ..records import dataclass
from ..values import Number


@dataclass(frozen=True, slots=True)
class UnboundedNumber:
    """An unknown number by its number in the problem: an integer if it is `whole`, otherwise a rational number."""

    number: int
    whole: bool


@dataclass(frozen=True, slots=True)
class ChosenNumber:
    """A number with few values. Each value has a literal, and exactly one literal is true."""

    options: tuple[tuple[Number, int], ...]


@dataclass(frozen=True, slots=True)
class WeightedNumber:
    """A constant, and multiples of literals: a true literal counts 1, a false one 0."""

    constant: int
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Division:
    """The quotient of two numbers, 0 where the second is 0."""

    dividend: Polynomial
    divisor: Polynomial


@dataclass(frozen=True, slots=True)
class Floor:
    """The largest integer that is not larger than a number."""

    of: Polynomial


@dataclass(frozen=True, slots=True)
class ExtremeNumber:
    """The largest (`is_max`) or smallest of those numbers whose literals are true; 0 if none is."""

    is_max: bool
    numbers: tuple[tuple[int, Polynomial], ...]


@dataclass(frozen=True, slots=True)
class ProductNumber:
    """The product of those numbers whose literals are true; 1 if none is."""

    numbers: tuple[tuple[int, Polynomial], ...]


Factor = UnboundedNumber | ChosenNumber | WeightedNumber | Division | Floor | ExtremeNumber | ProductNumber
Polynomial = tuple[tuple[Number, tuple[Factor, ...]], ...]  # products: a known factor, and others


@dataclass(frozen=True, slots=True)
class NumberComparison:
    """The literal is true exactly if the polynomial is 0 (`==`), less than 0 (`<`), or at most 0 (`<=`)."""

    literal: int
    polynomial: Polynomial
    relation: str
