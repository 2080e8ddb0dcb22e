"""The problem that an engine is given: clauses, sums, what every variable means, and what is refined while solving.

Variables are numbered from 1; a literal is a variable or its negative, as in DIMACS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ..ir.module import Origin, Target
from ..ir.network import Graph
from ..ir.term import Operand, Refinement, Term, Variable
from ..ir.term_factory import TermFactory
from ..limits import USUAL, Limits
from ..values import BLANK, Value
from .linear_relaxation import Relaxation

Clause = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sum:
    """`low <= factor * literal + ... <= high`, or one of the literals in `unless` is true. Factors are positive; none is open."""

    pairs: tuple[tuple[int, int], ...]
    low: int | None
    high: int | None
    unless: Clause = ()


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The clauses and sums of one constraint: a rule's instance, a given, a domain, or the definition of auxiliaries.

    `source` is the origin of an assertion, or the term that is defined.
    """

    source: Origin | Term
    clauses: tuple[Clause, ...]
    sums: tuple[Sum, ...]

    def __str__(self) -> str:
        return str(self.source) if isinstance(self.source, Origin) else f"definition of {self.source} ({self.source.op})"


@dataclass(frozen=True, slots=True, eq=False)
class LazyConnected:
    """The true vertices hang together, or one of `unless` is true. `edges[i]` is the literal of an edge, or 0.

    `root` is a vertex that is known to be true, or -1.
    """

    vertices: Clause
    graph: Graph
    edges: Clause
    unless: Clause
    origin: Origin | Term
    root: int = -1

    kind = "cut"


@dataclass(frozen=True, slots=True, eq=False)
class LazyJoined:
    """What is joined with a vertex of a network.

    `reached` are the literals of "joined with the source", `vertices` those of being true (and of the source's value), `edges`
    those of the edges, under both orders of their ends. That all that is joined is reached, is stated; the converse is refined.
    """

    source: int
    reached: Mapping[int, int]
    vertices: Mapping[int, int]
    edges: Mapping[tuple[int, int], int]
    origin: Origin | Term

    kind = "group"


@dataclass(frozen=True, slots=True, eq=False)
class LazyEvaluated:
    """A literal that is true exactly if plain evaluation of an expression of the spec says so."""

    literal: int
    term: Term

    kind = "general"


@dataclass(frozen=True, slots=True, eq=False)
class LazyRefined:
    """A literal that is true exactly if a refinement is of the values that `values` are the literals of.

    Nothing is said of it where one of `unless` is true.
    """

    literal: int
    values: tuple[Mapping[Value, int], ...]
    term: Term
    origin: Origin | Term
    unless: Clause = ()

    @property
    def kind(self) -> str:
        """The name that its lemmas are counted under."""
        refinement: Refinement = self.term.detail
        return refinement.name


Lazy = LazyConnected | LazyJoined | LazyEvaluated | LazyRefined


@dataclass(frozen=True, slots=True)
class VariableEncoding:
    """How the value of an unknown is read off a model: the literal of each value, or bits from the lowest up and an offset.

    `filled` is the literal that says that the unknown is not blank, where it has bits and can be blank; otherwise 0.
    """

    literals: Mapping[Value, int]
    bits: Clause = ()
    offset: int = 0
    filled: int = 0


class Writer(Protocol):
    """States more than the problem does, in further groups, which may have variables of their own."""

    def further(self, term: Operand, unless: Clause = ()) -> tuple[Group, ...]:
        """State that a term is true, or one of `unless` is."""

    def term(self, literal: int) -> Operand:
        """The term that a literal is the truth of."""

    def further_literal(self, term: Term) -> tuple[int, tuple[Group, ...]]:
        """A literal that, if true, makes a term true."""

    def further_count(self, literals: Sequence[int], most: int) -> tuple[int, tuple[Group, ...]]:
        """A literal that, if true, makes at most so many of the literals false."""


@dataclass(frozen=True, slots=True, eq=False)
class ObjectiveEncoding:
    """How what a solution is worth is read off a model: a constant and multiples of literals, or blank if `blank` is true.

    `blank` is 0 where it never is. `target` has a term, and `terms` makes those that compare it.

    The same as a cost: a solution is as far from `ideal` as the weights of those literals in `chains` add up to that are false.
    In a chain, of weights and literals, each literal implies the next. `relaxed()` is what linear reasoning starts from.
    """

    target: Target
    terms: TermFactory
    constant: int
    pairs: tuple[tuple[int, int], ...]
    blank: int
    ideal: int
    chains: tuple[tuple[tuple[int, int], ...], ...]
    relaxed: Callable[[], Relaxation | None]

    def of(self, holds: Callable[[int], bool]) -> Value:
        """What a model is worth."""
        if self.blank and holds(self.blank):
            return BLANK
        return self.constant + sum(factor for factor, literal in self.pairs if holds(literal))

    def better(self, than: Value) -> Operand:
        """Whether a solution is worth more than that, or less where the target is to be small; blank is worst."""
        if than is BLANK:
            return self.terms.filled(self.target.term)
        return self.as_good(than + 1 if self.target.maximize else than - 1)

    def as_good(self, value: Value) -> Operand:
        """Whether a solution is worth at least that, or at most where the target is to be small."""
        if value is BLANK:
            return True
        assert self.target.term is not None
        domain = self.target.term.domain
        ends = (value, domain.high) if self.target.maximize else (domain.low, value)
        return self.terms.within(self.target.term, *ends)


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """Clauses and sums in groups; `meanings[v - 1]` is the term whose truth the variable v is.

    `writer` states more while solving.
    `target` is what is optimised, where something is, and `worth` how it is read off; without, it is found by plain evaluation.
    `selectors`: what comes from an origin holds if its literal is true; empty where everything holds, as it does for solving.
    """

    meanings: tuple[Term, ...]
    groups: tuple[Group, ...]
    lazy: tuple[Lazy, ...]
    places: Mapping[Variable, VariableEncoding]
    writer: Writer
    target: Target | None = None
    worth: ObjectiveEncoding | None = None
    selectors: Mapping[Origin, int] = field(default_factory=dict)
    limits: Limits = USUAL

    @property
    def size(self) -> int:
        """Number of variables."""
        return len(self.meanings)

    def clauses(self) -> Iterator[Clause]:
        """All clauses."""
        for group in self.groups:
            yield from group.clauses

    def sums(self) -> Iterator[Sum]:
        """All sums."""
        for group in self.groups:
            yield from group.sums


def satisfied(clause: Sequence[int], model: Sequence[bool]) -> bool:
    """Whether a clause holds in a model; `model[v]` is the value of the variable v, `model[0]` is not used.

    >>> satisfied((-1, 2), [False, True, True])
    True
    """
    return any(model[abs(literal)] == (literal > 0) for literal in clause)
