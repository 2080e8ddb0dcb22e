"""`map`: a function of a few values, each from a small domain. A certificate has it as a table."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Sequence
from typing import Any

from ...values import Value, typed_key
from ..domain import TRUTH, Domain, domain_of
from ..operands import members_of
from ..operation import Operation, show_name
from ..term import Operand, Table, Term
from ..term_store import MAP_LIMIT, TableTooLarge, TermStore
from ..value_sets import Possible, Range, of_domain

LIMIT = 20_000  # combinations that a proof step goes through


def make_map(terms: TermStore, table: Table, args: Sequence[Operand]) -> Operand:
    """Return a function of a few values, each from a small domain; raise `TableTooLarge` if there are too many combinations."""
    if not any(isinstance(arg, Term) for arg in args):
        return table.compute(*args)
    if all(isinstance(arg, Term) for arg in args):
        known = terms.numbers.get(("map", tuple(args), table, Table))
        if known is not None:
            return terms.all[known]
    combinations = 1
    for arg in args:
        combinations *= arg.domain.size if isinstance(arg, Term) else 1
        if combinations > MAP_LIMIT:
            raise TableTooLarge
    domain = terms.beside(_Results).domain(table, args)
    return next(iter(domain)) if domain.size == 1 else terms.make("map", args, table, domain)


def origins_of(terms: TermStore, x: Term, value: Value) -> Sequence[Value]:
    """Return the values of the one argument of a function with which it has a value."""
    return terms.beside(_Results).origins(x).get(typed_key(value), ())


class _Results:
    """The results of tables, which are found once for arguments with the same values."""

    def __init__(self) -> None:
        self._domains: dict[Hashable, Domain] = {}
        self._origins: dict[Hashable, dict[tuple[Any, ...], list[Value]]] = {}

    def origins(self, x: Term) -> dict[tuple[Any, ...], list[Value]]:
        """Return for each result of a table of one argument the values of the argument that lead to it."""
        (arg,) = x.args
        key = x.detail, _values_of(arg)
        if key not in self._origins:
            origins = self._origins[key] = {}
            for origin in arg.domain:
                origins.setdefault(typed_key(x.detail.compute(origin)), []).append(origin)
        return self._origins[key]

    def domain(self, table: Table, args: Sequence[Operand]) -> Domain:
        """Return the results of a table for all values of its arguments."""
        key = table, tuple([_values_of(arg) if isinstance(arg, Term) else typed_key(arg) for arg in args])
        domain = self._domains.get(key)
        if domain is None:
            results = [*itertools.starmap(table.compute, itertools.product(*map(members_of, args)))]
            domain = self._domains[key] = domain_of(results)
        return domain


def _values_of(arg: Term) -> Hashable:
    """Return a key that is equal for arguments with the same values. Each sum has a domain of its own, a range."""
    values = arg.domain.values
    return (values, arg.domain.blank) if isinstance(values, range) else id(arg.domain)


def make_binary_relation(terms: TermStore, table: Table, args: Sequence[Term]) -> Term:
    """Return a truth about unknowns by its table, which has true and false in it."""
    return terms.intern("map", tuple(args), table, TRUTH)


def _bounds(term: Term, args: Sequence[Possible]) -> Possible:
    sets = [arg for arg in args if not isinstance(arg, Range)]
    if len(sets) < len(args) or math.prod(map(len, sets)) > LIMIT:
        return of_domain(term.domain)
    return frozenset(term.detail.compute(*values) for values in itertools.product(*sets))


MAP = Operation(
    name="map",
    words="a function of values",
    check=lambda term: isinstance(term.detail, Table),
    evaluate=lambda term, values: term.detail.compute(*values),
    rebuild=lambda terms, term, args: make_map(terms, term.detail, args),
    show=show_name,
    bounds=_bounds,
    is_tabulated=True,
)
