"""What an operation of the IR is: one record, in one file of `operations/`. All are found by scanning that folder."""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from ..language.operators import is_number
from ..language.spec import Layer
from ..plugins import scan
from ..records import dataclass
from ..values import BLANK, Value, describe
from .automaton import Automaton
from .decision_graph import DecisionGraph
from .domain import TRUTH, Domain
from .term import Operand, Term
from .term_store import TermStore
from .value_sets import BOTH, Possible, single

ANY = Domain(())  # of a term of a certificate that is no truth value: its values are found by `bounds`

Row = tuple[Term, int, int]  # a sum, and what it lies between
Detail = tuple[Any, Domain]  # the detail of a term that has been read, and TRUTH or ANY


class KnownFacts(Protocol):
    """What the terms of a certificate can be, as far as it follows from the facts that are stated."""

    def of(self, term: Term) -> Possible:
        """Return what a term can be."""

    def state(self, term: Term, possible: Possible) -> None:
        """Add a fact; raise `EmptyMeet` if it contradicts others."""

    def peers(self, name: str, key: Hashable) -> Sequence[Term]:
        """Return the terms of an operation that have a key: see `Operation.peer_key`."""

    def evaluated(self, term: Term) -> Possible:
        """Return the truth of an expression of the spec, by plain evaluation of what is known."""


class DetailReader(Protocol):
    """What an operation needs to read its detail from a certificate."""

    @property
    def layers(self) -> Mapping[tuple[str, str], Layer]:
        """Return the layers of the spec by grid and name."""

    @property
    def machines(self) -> Sequence[Automaton | DecisionGraph]:
        """Return the automata and decision graphs of the certificate."""

    @property
    def from_json(self) -> Callable[[Any], Value]:
        """Return the function that reads a value."""

    @property
    def left(self) -> Callable[[int, int], Term]:
        """Return the function that finds a term by its constraint and its number there: see `Operation.from_rule`."""


class DetailWriter(Protocol):
    """What an operation needs to write its detail into a certificate."""

    @property
    def to_json(self) -> Callable[[Value], Any]:
        """Return the function that writes a value."""

    def machine(self, machine: Automaton | DecisionGraph) -> int:
        """Return the number of an automaton or a decision graph."""

    def named(self, term: Term) -> Any:
        """Return the constraint that a term stands in, and its number there: see `Operation.from_rule`."""


def write_nothing(writer: DetailWriter, term: Term) -> Any:
    """Return the JSON of no detail."""
    return None


def write_plain(writer: DetailWriter, term: Term) -> Any:
    """Return the JSON of a value, or of a tuple of values."""
    return [writer.to_json(part) for part in term.detail] if isinstance(term.detail, tuple) else writer.to_json(term.detail)


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

    Certificates, which a stranger may have written:

    - `write(writer, term)` returns the detail as JSON.
    - `read(reader, args, detail)` checks every index and returns the detail and its domain. It returns None, or raises one of
      `TypeError`, `ValueError`, `IndexError`, `KeyError`, `AttributeError`, if detail or arguments are wrong.
    - `from_rule`: the detail is not written; it is found by lowering its rule again.
    - `names_machine`: the detail is written as the number of an automaton or a decision graph, or as a list that begins with it.

    Proofs. Each function may conclude too little and never too much:

    - `bounds(term, args)` returns what the term can be, from what its arguments can be.
    - `up(facts, term, args)` does the same with other facts, and may state some.
    - `down(facts, term, now)` returns what follows for the arguments from what the term can be `now`.
    - `narrow(facts, term, args, now)` states what follows for the arguments from both.
    - `peer_key(term)`: terms with the same key are found by `KnownFacts.peers`.
    - `is_comparison`: it is a truth about the value of its one argument.

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
    write: Callable[[DetailWriter, Term], Any] = write_nothing
    read: Callable[[DetailReader, tuple[Term, ...], Any], Detail | None] | None = None
    from_rule: bool = False
    names_machine: bool = False
    bounds: Callable[[Term, Sequence[Possible]], Possible] | None = None
    up: Callable[[KnownFacts, Term, Sequence[Possible]], Possible] | None = None
    down: Callable[[KnownFacts, Term, Possible], Iterable[tuple[Term, Possible]]] | None = None
    narrow: Callable[[KnownFacts, Term, Sequence[Possible], Possible], None] | None = None
    peer_key: Callable[[Term], Hashable] | None = None
    is_comparison: bool = False
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
    found = scan("gridwright.compiler.ir.operations", Operation)
    return OperationTable((operation.name, operation) for operation in found)


def possible_result(term: Term, args: Sequence[Possible]) -> Possible:
    """Return what a term can be, from what its arguments can be; for a truth without `bounds` both."""
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
    found = [arg.domain for arg in term.args]
    return found[:1] if len({*map(id, found)}) == 1 else found


def all_truths(term: Term) -> bool:
    """Check whether there are arguments and all are truth values."""
    return len(term.args) > 0 and all(domain.is_truth for domain in domains(term))


def all_numeric(term: Term) -> bool:
    """Check whether all arguments are numbers or truth values."""
    return all(domain.is_numeric for domain in domains(term))


def given_value(term: Term, values: Sequence[Value]) -> Value:
    """Raise `KeyError`: the value of an unknown, or of an expression, is given and not computed."""
    raise KeyError(term)


def show_name(detail: Any) -> str:
    """Return the name of a function or a refinement."""
    return f"`{detail.name}`"


def domain_of_results(values: Sequence[Value]) -> Domain:
    """Return TRUTH if all values are truth values, ANY if none is; raise `ValueError` if there are others beside truth values.

    In a set true would be 1, so no term may be both.
    """
    if len({isinstance(value, bool) for value in values if value is not BLANK}) > 1:
        raise ValueError
    return TRUTH if all(isinstance(value, bool) for value in values) else ANY
