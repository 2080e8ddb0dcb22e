"""`automaton` (the result of reading values) and `state` (whether it is in a state after the first of them)."""

from __future__ import annotations

from collections.abc import Sequence

from ...values import Value, typed_key
from ..automaton import Automaton, minimize
from ..domain import TRUTH, domain_of
from ..operands import members_of
from ..operation import Operation
from ..term import Operand, Term
from ..term_store import TableTooLarge, TermStore
from ..value_sets import Possible


def make_automaton(terms: TermStore, args: Sequence[Operand], automaton: Automaton) -> Operand:
    """Return the result of an automaton that reads the arguments in their order."""
    domain = domain_of(automaton.results)
    return automaton.results[0] if domain.size == 1 else terms.make("automaton", args, automaton, domain)


def make_state(terms: TermStore, term: Term, after: int, state: int) -> Term:
    """Return whether the automaton of a term is in a state after so many arguments."""
    return terms.intern("state", term.args[:after], (term.detail, state), TRUTH)


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    return frozenset(term.detail.results)


def _rebuild(terms: TermStore, term: Term, args: Sequence[Operand]) -> Operand:
    """Return the automaton over other arguments, without the values that they cannot have."""
    automaton: Automaton = term.detail
    if not any(isinstance(arg, Term) for arg in args):
        return automaton.result(args)
    symbols = [{typed_key(value): at for at, value in enumerate(alphabet)} for alphabet in automaton.alphabets]
    read = [[typed_key(value) for value in members_of(arg)] for arg in args]
    if any(value not in known for values, known in zip(read, symbols, strict=True) for value in values):
        raise TableTooLarge  # it does not say what it would do
    if all(len(values) == len(known) for values, known in zip(read, symbols, strict=True)):
        return make_automaton(terms, args, automaton)
    columns = [sorted(known[value] for value in values) for values, known in zip(read, symbols, strict=True)]
    alphabets = [[alphabet[at] for at in kept] for alphabet, kept in zip(automaton.alphabets, columns, strict=True)]
    layers = [[[row[at] for at in kept] for row in table] for table, kept in zip(automaton.layers, columns, strict=True)]
    return make_automaton(terms, args, minimize(alphabets, *_reached_tables(layers, automaton.results)))


def _reached_tables(
    layers: Sequence[Sequence[Sequence[int]]], results: Sequence[Value]
) -> tuple[list[list[list[int]]], list[Value]]:
    """Return the tables, and the results, of the states that are reached from the first one.

    A result that is left out is one that the automaton cannot have any more, so that what it is compared with may be decided.
    """
    tables, states = [], [0]
    for table in layers:
        numbers: dict[int, int] = {}
        tables.append([[numbers.setdefault(to, len(numbers)) for to in table[state]] for state in states])
        states = [*numbers]
    return tables, [results[state] for state in states]


AUTOMATON = Operation(
    name="automaton",
    words="the result of an automaton",
    check=lambda term: isinstance(term.detail, Automaton) and len(term.args) == len(term.detail),
    evaluate=lambda term, values: term.detail.result(values),
    rebuild=_rebuild,
    show=str,
    bounds=_bounds,
)
STATE = Operation(
    name="state",
    words="a state of an automaton",
    is_truth=True,
    check=lambda term: isinstance(term.detail[0], Automaton) and len(term.args) <= len(term.detail[0]),
    evaluate=lambda term, values: term.detail[0].after(values) == term.detail[1],
)
