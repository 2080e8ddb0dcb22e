"""Whether a range holds a number of some kind: a square, a prime, a palindrome.

Who reads a number digit by digit knows after the first digits between which bounds it will lie; where no number between them has
the property that is wanted, nothing more has to be read. A file in `functions/` that can tell this quickly for a truth-valued
function says so by a `RangePredicate`. Nothing lists them: they are found by scanning the folder.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

from ..plugins import DeclaredPlugins
from ..records import dataclass


@dataclass(frozen=True, slots=True)
class RangePredicate:
    """Whether a truth-valued function is true of some number in a range.

    `function`: its name. `parameter`: the one of its parameters that the number is. `exists(lo, hi)`, for 0 <= lo <= hi: whether
    it is true of one of lo, ..., hi; its other arguments follow by their names, `exists(lo, hi, a=7)` for `divides(a, b)`. "No"
    is always certain; "yes" is also said where numbers are too large to know. `remainders(by, lo, hi)`, with the same other
    arguments: remainders modulo `by`, with those of all numbers from lo to hi of which it is true among them.
    """

    function: str
    parameter: str
    exists: Callable[..., bool]
    remainders: Callable[..., frozenset[int]] | None = None


@functools.cache
def all_range_predicates() -> Mapping[str, RangePredicate]:
    """Return every `RangePredicate` by the name of its function, sorted by name."""
    declaration = r'RangePredicate\("(\w+)"'
    return DeclaredPlugins("gridwright.compiler.functions", RangePredicate, declaration, lambda predicates: [predicates.function])
