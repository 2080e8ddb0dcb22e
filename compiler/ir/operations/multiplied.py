"""`multiplied`: the product of several numbers, some of which have no bounds. A blank is none of them; without any it is 1.

As a polynomial, a product of six numbers any of which may be missing has 64 products. Its bounds are soon found from those of
each number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...language.number_sets import INTEGERS, RATIONALS
from ...values import BLANK, Value, exact
from ..domain import Domain
from ..operation import Operation
from ..term import Operand, Term
from ..term_store import TermStore
from ..value_sets import ENDLESS


def make_multiplied(terms: TermStore, numbers: Sequence[Operand]) -> Operand:
    """Return the product of those of the numbers that are not blank."""
    known = [number for number in numbers if not isinstance(number, Term) and number is not BLANK]
    unknown = [number for number in numbers if isinstance(number, Term)]
    factor = exact(math.prod(known))
    if not unknown or not factor:
        return factor
    whole = type(factor) is int and all(number.domain.has_only_integers for number in unknown)
    members = [*([factor] if factor != 1 else []), *unknown]
    return terms.make("multiplied", members, None, Domain(INTEGERS if whole else RATIONALS))


def _evaluate(term: Term, values: Sequence[Value]) -> Value:
    return exact(math.prod(value for value in values if value is not BLANK))


MULTIPLIED = Operation(
    name="multiplied",
    words="the product of several numbers, blanks passed over",
    check=lambda term: bool(term.args) and all(arg.domain.is_numeric or arg.domain.endless for arg in term.args),
    evaluate=_evaluate,
    rebuild=lambda terms, term, args: make_multiplied(terms, args),
    bounds=lambda term, args: ENDLESS,
)
