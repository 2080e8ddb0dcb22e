"""What an operation of the IR is: one record, in one file of `operations/`. All are found by scanning that folder."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..language.operators import is_number
from ..plugins import scan
from ..records import dataclass
from ..values import BLANK, Value, describe
from .domain import TRUTH, Domain
from .term import Operand, Term
from .term_store import TermStore
from .value_sets import BOTH, Possible, single

Row = tuple[Term, int, int]  # a sum, and what it lies between


def show_plain(detail: Any) -> str:
    """Return a detail that is nothing, a value or a tuple, as words."""
    if detail is None:
        return ""
    if isinstance(detail, tuple):
        return " ".join(map(str, detail))
    return describe(detail) if not is_number(detail) and detail is not BLANK else str(detail)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """What is known of one kind of term. What an operation does not have is None.

    Terms:

    - `name` is `Term.op`; `words` say what the term means; with `is_truth` it is always true or false.
    - `check(term)` tells whether arguments and detail are what the operation takes.
    - `evaluate(term, values)` returns the value for known values of the arguments; it raises `KeyError` if the value is given
      and not computed. Unless it `takes_values`, an argument or the result is a whole network.
    - `rebuild(terms, term, args)` returns the same on other arguments, with known values folded.
    - `show(detail)` returns the detail as words.

    Passes, where only some values are known:

    - `bounds(term, args)` returns what the term can be, from what its arguments can be; it may allow too much, but
      never too little.

    Linear relaxation:

    - `is_tabulated`: where one argument varies, its values are tabulated.
    - `rows(terms, term)` yields the sums that lie between numbers if the term is true.
    """

    name: str
    words: str
    check: Callable[[Term], bool]
    evaluate: Callable[[Term, Sequence[Value]], Value]
    is_truth: bool = False
    takes_values: bool = True
    rebuild: Callable[[TermStore, Term, Sequence[Operand]], Operand] | None = None
    show: Callable[[Any], str] = show_plain
    bounds: Callable[[Term, Sequence[Possible]], Possible] | None = None
    is_tabulated: bool = False
    rows: Callable[[TermStore, Term], Iterator[Row]] | None = None


class UnknownOperation(Exception):
    """A term has an operation that no file defines."""


class OperationTable(dict[str, Operation]):
    """Operations by name; `UnknownOperation` if there is none of that name."""

    def __missing__(self, name: str) -> Operation:
        raise UnknownOperation(f"there is no operation `{name[:40]}`")


@functools.cache
def all_operations() -> OperationTable:
    """Return every operation by name."""
    operations = scan("gridwright.compiler.ir.operations", Operation)
    return OperationTable((operation.name, operation) for operation in operations)


def possible_result(term: Term, args: Sequence[Possible]) -> Possible:
    """Return the values that a term can have if its arguments can have these; both truth values for a truth without `bounds`."""
    operation = all_operations()[term.op]
    if operation.takes_values and args and all(map(single, args)):
        try:
            return frozenset((operation.evaluate(term, [next(iter(arg)) for arg in args]),))  # type: ignore[arg-type]
        except (KeyError, TypeError, ValueError):  # values that a table does not have: nothing is claimed
            pass
    return operation.bounds(term, args) if operation.bounds else BOTH


# checks that several operations share


def domains(term: Term) -> Sequence[Domain]:
    """Return the domains of the arguments, once if all have the same: there may be thousands."""
    own_domains = [arg.domain for arg in term.args]
    return own_domains[:1] if len({*map(id, own_domains)}) == 1 else own_domains


def all_truths(term: Term) -> bool:
    """Check whether there are arguments and all are truth values."""
    for arg in term.args:
        if arg.domain is not TRUTH and not arg.domain.is_truth:
            return False
    return len(term.args) > 0


def all_numeric(term: Term) -> bool:
    """Check whether all arguments are numbers or truth values."""
    return all(domain.is_numeric for domain in domains(term))


def given_value(term: Term, values: Sequence[Value]) -> Value:
    """Raise `KeyError`: the value of an unknown, or of an expression, is given and not computed."""
    raise KeyError(term)


def show_name(detail: Any) -> str:
    """Return the name of a function or a refinement."""
    return f"`{detail.name}`"
