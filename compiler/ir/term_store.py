"""The store of terms: equal terms are made once. So two terms are equal exactly if they are one object."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeVar

from ..language.budget import NO_DEADLINE, Deadline
from ..language.spec import Layer
from ..records import dataclass
from ..values import Value, typed_key
from .domain import TRUTH, Domain, TableTooLarge, domain_of
from .term import Operand, Term, Variable

MAP_LIMIT = 20_000
WIDE = 256
__all__ = ("MAP_LIMIT", "WIDE", "TableTooLarge", "TermStore")
LOOK = 1_024  # terms between two looks at the deadline
UNITS_PER_LOOK = 200  # of work, see `runtime/solving/effort.py`

T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class DerivedBounds:
    """The values of unknowns without bounds of their own for which bounds follow from the rules.

    `under`: fewer values that an unknown has where another one has some value.
    """

    always: Mapping[Variable, range]
    under: Mapping[tuple[Variable, Variable, Value], range]


NO_BOUNDS = DerivedBounds({}, {})


class TermStore:
    """Makes terms, each once, before the deadline: whatever goes on for long in lowering and in passes makes terms.

    `bounds`: what is known of unknowns without bounds of their own. Whoever gives them states those under conditions.
    """

    def __init__(self, deadline: Deadline = NO_DEADLINE, bounds: DerivedBounds = NO_BOUNDS) -> None:
        self._deadline = deadline
        self.bounds = bounds
        self.numbers: dict[Hashable, int] = {}
        self.all: list[Term] = []
        self.unknowns: dict[Layer, tuple[Domain, list[Term | None]]] = {}
        self._derived: dict[tuple[Callable[..., Any], Term], Any] = {}
        self._beside: dict[type, Any] = {}
        self.products: dict[Term, tuple[Term, Term]] = {}  # what products with large sums were made of
        self.verified: set[Term] = set()  # by `module.verify`; they never change

    def make(self, op: str, args: Iterable[Operand], detail: Hashable, domain: Domain) -> Term:
        """Return the term of an operation; arguments that are known values become constants."""
        return self.intern(op, tuple([arg if isinstance(arg, Term) else self.constant(arg) for arg in args]), detail, domain)

    def intern(self, op: str, args: tuple[Term, ...], detail: Hashable, domain: Domain) -> Term:
        """Return the term of an operation whose arguments are all terms."""
        made = self.all
        id = self.numbers.setdefault((op, args, detail, type(detail)), len(made))  # of the thousands of a sum a hash is made once
        if id == len(made):
            made.append(Term(id, op, args, detail, domain))
            if not id % LOOK:
                self._deadline.check(UNITS_PER_LOOK)
        return made[id]

    def beside(self, kind: type[T]) -> T:
        """Return the object of a class that is kept beside the terms, one of each class; it is made on first use."""
        if kind not in self._beside:
            self._beside[kind] = kind()
        tool: T = self._beside[kind]
        return tool

    def constant(self, value: Value) -> Term:
        """Return a known value as a term."""
        id = self.numbers.setdefault(("constant", typed_key(value)), len(self.all))
        if id == len(self.all):
            self.all.append(Term(id, "constant", (), value, domain_of([value])))
        return self.all[id]

    def unknown(self, variable: Variable) -> Term:
        """Return the value of an unknown."""
        layer, position = variable
        known = self.unknowns.get(layer)
        if known is None:
            domain = Domain(layer.values, layer.blank)
            is_truth = domain == TRUTH and domain.has_truths
            known = self.unknowns[layer] = TRUTH if is_truth else domain, [None] * len(layer.places)
        domain, at_places = known
        term = at_places[position]
        if term is None:
            if domain.endless and variable in self.bounds.always:
                domain = Domain(self.bounds.always[variable])
            term = at_places[position] = Term(len(self.all), "unknown", (), variable, domain)
            self.all.append(term)
        return term

    def once(self, derive: Callable[[TermStore, Term], T], term: Term) -> T:
        """Return `derive(self, term)`, which is called once for each term."""
        key = derive, term
        if key not in self._derived:
            self._derived[key] = derive(self, term)
        derived: T = self._derived[key]
        return derived
