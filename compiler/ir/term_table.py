"""The terms of a problem as plain data, and further terms that are made while solving.

A problem may be solved several times, in this process or in others. Terms that are made for it then are numbered after those of
the table, and no solver sees those of another, so that the same lemmas get the same numbers everywhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from ..language.budget import NO_DEADLINE, Deadline
from ..language.spec import Layer
from ..records import dataclass
from ..values import Value, typed_key
from .domain import TRUTH, Domain, domain_of
from .term import Term, Variable
from .term_factory import TermFactory


@dataclass(frozen=True, slots=True, eq=False)
class TermTable:
    """The first `size` terms of a factory, each after its arguments; the sequence and the mappings may hold later ones.

    `numbers` has the number of a term by its parts, `unknowns` the terms of a layer's unknowns by position.
    """

    size: int
    terms: Sequence[Term]
    numbers: Mapping[Hashable, int]
    unknowns: Mapping[Layer, tuple[Domain, Sequence[Term | None]]]

    @classmethod
    def of(cls, factory: TermFactory) -> TermTable:
        """Return a table of all terms that a factory has made."""
        return cls(len(factory.all), factory.all, factory.numbers, factory.unknowns)

    def __reduce__(self) -> tuple[object, tuple[tuple[Term, ...]]]:
        return _restore, (tuple(self.terms[: self.size]),)  # arguments first, so that pickling a term goes no deeper


def _restore(terms: tuple[Term, ...]) -> TermTable:
    """Return a table of terms that were pickled, indexed again."""
    numbers: dict[Hashable, int] = {}
    unknowns: dict[Layer, tuple[Domain, list[Term | None]]] = {}
    for term in terms:
        if term.op == "unknown":
            layer, position = term.detail
            unknowns.setdefault(layer, (term.domain, [None] * len(layer.places)))[1][position] = term
        elif term.op == "constant":
            numbers["constant", typed_key(term.detail)] = term.id
        else:
            numbers[term.op, term.args, term.detail, type(term.detail)] = term.id
    return TermTable(len(terms), terms, numbers, unknowns)


class LaterTerms(TermFactory):
    """Makes terms beside those of a table, which is left as it is; `all` are those that are made here."""

    def __init__(self, table: TermTable, deadline: Deadline = NO_DEADLINE) -> None:
        super().__init__(deadline)
        self._table = table

    def _make(self, key: Hashable, op: str, args: tuple[Term, ...], detail: Hashable, domain: Domain | None) -> Term:
        table = self._table
        number = table.numbers.get(key)
        if number is not None and number < table.size:
            return table.terms[number]
        number = self.numbers.setdefault(key, len(self.all))
        if number == len(self.all):
            self._deadline.check()
            self.all.append(Term(table.size + number, op, args, detail, domain_of([detail]) if domain is None else domain))
        return self.all[number]

    def intern(self, op: str, args: tuple[Term, ...], detail: Hashable, domain: Domain) -> Term:
        """Return the term of an operation whose arguments are all terms."""
        return self._make((op, args, detail, type(detail)), op, args, detail, domain)

    def constant(self, value: Value) -> Term:
        """Return a known value as a term."""
        return self._make(("constant", typed_key(value)), "constant", (), value, None)

    def unknown(self, variable: Variable) -> Term:
        """Return the term of an unknown."""
        _, at_places = self._table.unknowns.get(variable.layer, (None, ()))
        term = at_places[variable.position] if at_places else None
        if term is not None and term.id < self._table.size:
            return term
        layer = Domain(variable.layer.values, variable.layer.blank)
        domain = TRUTH if layer == TRUTH and layer.has_truths else layer
        return self._make(("unknown", variable), "unknown", (), variable, domain)
