"""`distinct`: no value twice, blanks apart."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from ...values import BLANK, Value, typed_key
from ..domain import TRUTH
from ..operation import Operation, Row
from ..term import Operand, Term
from ..term_store import WIDE, TermStore
from ..value_sets import BOTH, FALSE, Possible, Range, single
from .and_or import make_and, make_or
from .equality import make_is, make_same
from .linear import make_linear
from .negation import make_not


def make_distinct(terms: TermStore, members: Sequence[Operand]) -> Operand:
    """Return whether no two members that are not blank are equal."""
    known = [member for member in members if not isinstance(member, Term) and member is not BLANK]
    if len({typed_key(value) for value in known}) < len(known):
        return False
    unknown = [member for member in members if isinstance(member, Term)]
    if len(known) + len(unknown) < 2:
        return True
    if any(member.domain.endless for member in unknown):
        pairs = itertools.combinations([*unknown, *known], 2)
        return make_and(terms, [_differ(terms, a, b) for a, b in pairs])
    return terms.make("distinct", [*unknown, *known], None, TRUTH)


def _differ(terms: TermStore, a: Operand, b: Operand) -> Operand:
    """Return whether two values are not equal, or both are blank."""
    equal, blank = make_same(terms, a, b), make_and(terms, [make_is(terms, a, BLANK), make_is(terms, b, BLANK)])
    return make_or(terms, [make_not(terms, equal) if isinstance(equal, Term) else not equal, blank])


def _evaluate(term: Term, values: Sequence[Value]) -> bool:
    filled = [value for value in values if value is not BLANK]
    return len(set(filled)) == len(filled)


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    held: set[Value] = set()
    for arg in args:
        if single(arg) and BLANK not in arg:  # type: ignore[operator]
            (value,) = arg  # type: ignore[misc]
            if value in held:
                return FALSE
            held.add(value)
    if any(isinstance(arg, Range) or BLANK in arg for arg in args):
        return BOTH
    return FALSE if len(frozenset().union(*args)) < len(args) else BOTH  # type: ignore[arg-type]


def _rows(terms: TermStore, term: Term) -> Iterator[Row]:
    """Yield for each value how often there is one: at most once, and once if there is no value to spare."""
    if any(arg.domain.size > WIDE for arg in term.args):
        return
    values = dict.fromkeys(value for arg in term.args for value in arg.domain if value is not BLANK)
    everywhere = len(values) == len(term.args) and not any(arg.domain.blank for arg in term.args)
    for value in values:
        held = make_linear(terms, [(1, make_is(terms, arg, value)) for arg in term.args])
        if isinstance(held, Term) and held.op == "linear":
            yield held, int(everywhere), 1


DISTINCT = Operation(
    name="distinct",
    words="no value twice, blanks apart",
    is_truth=True,
    check=lambda term: len(term.args) > 1,
    evaluate=_evaluate,
    rebuild=lambda terms, term, args: make_distinct(terms, args),
    bounds=_bounds,
    rows=_rows,
)
