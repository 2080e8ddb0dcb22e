"""All integers and all rational numbers: the values of a layer that has no list of them.

They stand where other layers have a sequence: what looks at the first few values, or asks for their number, finds what it needs.
To go through all of them is a mistake of the program, which is noticed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final

from ..values import NUMBERS, Number, exact


class NumberSet(Sequence[Number]):
    """All integers in the order 0, 1, -1, 2, -2, ..., or all rational numbers. Each has a number, as those of a list have.

    The number of a rational number has the bits of its numerator's number and those of its denominator in turns.

    >>> list(INTEGERS[:5]), 7 in INTEGERS, exact(1, 2) in INTEGERS, exact(1, 2) in RATIONALS, True in INTEGERS
    ([0, 1, -1, 2, -2], True, False, True, False)
    >>> INTEGERS.index(-2), RATIONALS.index(exact(-5, 7)), str(RATIONALS[108])
    (4, 108, '-5/7')
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def whole(self) -> bool:
        """Check whether all of them are integers."""
        return self.name == "integers"

    def __len__(self) -> int:
        return sys.maxsize

    def __contains__(self, value: object) -> bool:
        return type(value) is int or (not self.whole and type(value) in NUMBERS)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self._at(position) for position in range(*at.indices(1 << 20)))
        return self._at(at)

    def _at(self, at: int) -> Number:
        """Return the number that stands at a position."""
        if self.whole:
            return (at + 1) // 2 * (1 if at % 2 else -1)
        bits = f"{at:b}"
        return exact(INTEGERS._at(int(bits[::-1][::2][::-1] or "0", 2)), int(bits[::-1][1::2][::-1] or "0", 2) + 1)

    def index(self, value: Number, start: int = 0, stop: int = sys.maxsize) -> int:
        """Return the number of a value."""
        top = value.numerator
        numerator, denominator = 2 * top - 1 if top > 0 else -2 * top, value.denominator - 1
        if self.whole:
            return numerator
        width = max(numerator.bit_length(), denominator.bit_length())
        return int("".join(f"{denominator >> at & 1}{numerator >> at & 1}" for at in reversed(range(width))) or "0", 2)

    def __iter__(self) -> Iterator[Number]:
        raise TypeError(f"all {self.name} cannot be gone through")

    def __reduce__(self) -> str:
        return self.name.upper()

    def __str__(self) -> str:
        return self.name


INTEGERS: Final = NumberSet("integers")
RATIONALS: Final = NumberSet("rationals")


def is_endless(values: object) -> bool:
    """Check whether values are all numbers of a kind."""
    return type(values) is NumberSet
