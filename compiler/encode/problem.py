"""The problem that an engine gets: clauses, sums, the meaning of every variable, and the constraints that are refined.

All of it is plain data, which can be pickled and sent to another process. Variables are numbered from 1; a literal is a variable
or its negative, as in DIMACS.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterator, Mapping
from collections.abc import Set as AbstractSet

from ..ir.automaton import Automaton
from ..ir.module import Assertion, Module, Origin, Target
from ..ir.network import Graph
from ..ir.term import Operand, Refinement, Term, Variable
from ..ir.term_factory import TermFactory
from ..ir.term_table import TermTable
from ..limits import USUAL, Limits
from ..records import dataclass, field
from ..values import BLANK, Value
from .arithmetic import NumberComparison
from .linear_relaxation import Relaxation, relaxation_of

Clause = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]  # factors, which are positive, and literals
Bound = tuple[Pairs, int]  # what the pairs of true literals add up to at most


@dataclass(frozen=True, slots=True)
class Sum:
    """`low <= factor * literal + ... <= high`, or one of the literals in `unless` is true.

    Factors are positive. `low` or `high` is None if there is no such bound.
    """

    pairs: Pairs
    low: int | None
    high: int | None
    unless: Clause = ()

    def bounds(self) -> Iterator[Bound]:
        """Yield the sum as upper bounds: a lower bound on true literals is an upper bound on false ones.

        Each literal of `unless` that is false adds as much as the pairs can exceed the bound by. So the bound says nothing
        about the pairs unless all of them are false.

        >>> list(Sum(((1, 1), (1, 2), (1, 3)), 2, 2).bounds())
        [(((1, 1), (1, 2), (1, 3)), 2), (((1, -1), (1, -2), (1, -3)), 1)]
        >>> list(Sum(((2, 1), (3, 2)), None, 4, (9,)).bounds())
        [(((2, 1), (3, 2), (1, -9)), 5)]
        """
        total = sum(factor for factor, _ in self.pairs)
        sides: list[Bound] = [(self.pairs, self.high)] if self.high is not None else []
        if self.low is not None:
            sides.append((tuple((factor, -literal) for factor, literal in self.pairs), total - self.low))
        for pairs, high in sides:
            weight = max(1, total - high)
            yield pairs + tuple((weight, -literal) for literal in self.unless), high + weight * len(self.unless)


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """What is stated for one constraint: a rule's instance, a given, a domain, or the definition of auxiliary variables.

    `source` is the origin of an assertion, or the term that is defined.
    """

    source: Origin | Term
    clauses: tuple[Clause, ...]
    sums: tuple[Sum, ...]
    comparisons: tuple[NumberComparison, ...] = ()

    def __str__(self) -> str:
        return str(self.source) if isinstance(self.source, Origin) else f"definition of {self.source} ({self.source.op})"


@dataclass(frozen=True, slots=True, eq=False)
class LazyConnected:
    """The true vertices are connected, or one of `unless` is true. `edges[i]` is the literal of an edge, or 0.

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
    """The vertices that are connected with one vertex of a network, the source.

    `reached` has the literals of "connected with the source", `vertices` those of the vertices (true, and of the source's
    value), `edges` those of the edges, under both orders of their ends. Clauses state that every connected vertex is reached; the
    converse is refined. `defined`: vertices whose literal is a variable that nothing else defines.
    """

    source: int
    reached: Mapping[int, int]
    vertices: Mapping[int, int]
    edges: Mapping[tuple[int, int], int]
    origin: Origin | Term
    defined: tuple[int, ...] = ()

    kind = "group"


@dataclass(frozen=True, slots=True, eq=False)
class LazyMulticut:
    """No group holds both ends of a closed edge, or one of `unless` is true.

    `vertices` has their literals. `edges` are pairs of vertices, each with the literal of "open, and of equal value", or 0 where
    it is always there. `closed`: pairs of vertices, each with the literal of "open", that are not joined if it is false.
    """

    vertices: Clause
    edges: tuple[tuple[int, int, int], ...]
    closed: tuple[tuple[int, int, int], ...]
    unless: Clause
    origin: Origin | Term

    kind = "multicut"


@dataclass(frozen=True, slots=True, eq=False)
class LazyEvaluated:
    """A literal that is true exactly if an expression of the spec evaluates to true."""

    literal: int
    term: Term

    kind = "general"

    @property
    def origin(self) -> Term:
        """Return the term that it defines."""
        return self.term


@dataclass(frozen=True, slots=True, eq=False)
class LazyRefined:
    """A literal that is true exactly if a refinement's constraint holds; `values` are the literals of the values it reads.

    If one of `unless` is true, the literal may have either value.
    """

    literal: int
    values: tuple[Mapping[Value, int], ...]
    term: Term
    origin: Origin | Term
    unless: Clause = ()

    @property
    def kind(self) -> str:
        """Return the name under which its lemmas are counted."""
        refinement: Refinement = self.term.detail
        return refinement.name


Lazy = LazyConnected | LazyJoined | LazyMulticut | LazyEvaluated | LazyRefined


@dataclass(frozen=True, slots=True)
class VariableEncoding:
    """The literals of an unknown: one for each value, or bits from the lowest up and an offset.

    `filled` is the literal for "not blank" if the unknown has bits and can be blank; otherwise 0. An unknown
    without bounds has no literals, but a `number`, by which comparisons and the engine know it; it is 0 for others.
    """

    literals: Mapping[Value, int]
    bits: Clause = ()
    offset: int = 0
    filled: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class EncodedTerms:
    """The literals that terms have: what a `LemmaEncoder` needs so that it can go on where the encoder of a problem ended.

    `literals`: the literal that is true exactly if a term is. `implied`: a literal that, if true, makes a term true (or false).
    `requested`: terms that have been stated once, and get a literal the second time. `choices` and `bits`: the literals of the
    values of terms. `at_most`: for numbers each value with the literal of "at most this value". `columns`: automata of sums by
    columns. `connected`: by network and source the literals of the vertices. `layers`: networks, sources and numbers of steps
    that are written out. `explicit`: refined terms written out, or None if that is too large. `true` is a literal that is always
    true, or 0. `lazy` and `refining` are the options of the encoder.
    """

    literals: Mapping[Term, int]
    implied: Mapping[tuple[Term, bool], int]
    requested: AbstractSet[tuple[Term, bool]]
    choices: Mapping[Term, dict[Value, int]]
    bits: Mapping[Term, VariableEncoding]
    at_most: Mapping[Term, list[tuple[int, int]]]
    columns: Mapping[Hashable, Automaton | None]
    connected: Mapping[tuple[Term, int], dict[int, int]]
    layers: AbstractSet[tuple[Term, int, int]]
    explicit: Mapping[Term, Operand | None]
    true: int
    lazy: bool
    refining: bool


@dataclass(frozen=True, slots=True, eq=False)
class ObjectiveEncoding:
    """The objective's value in a model: a constant and multiples of literals, or blank if the literal `blank` is true.

    `blank` is 0 if the value is never blank. `target` has a term.

    The same as a cost: the value differs from `ideal` by the weights of the false literals in `chains`. A chain has weights and
    literals, and each literal implies the next.
    """

    target: Target
    constant: int
    pairs: tuple[tuple[int, int], ...]
    blank: int
    ideal: int
    chains: tuple[tuple[tuple[int, int], ...], ...]

    def value(self, holds: Callable[[int], bool]) -> Value:
        """Return the objective's value in a model."""
        if self.blank and holds(self.blank):
            return BLANK
        return self.constant + sum(factor for factor, literal in self.pairs if holds(literal))


@dataclass(frozen=True, slots=True)
class EngineChoice:
    """The engine that is to solve a problem, as far as compiling has to know it, and why that one.

    `has_reachability`: it has rules for what is reached, so groups are left to these. `missing`: the engine that is better for
    the problem and not installed; empty if there is none.
    """

    name: str
    why: str
    has_reachability: bool = False
    missing: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """Clauses and sums in groups; `meanings[v - 1]` is the term that the variable v is the truth of.

    `terms` comes first, so that a problem is pickled term by term, arguments first. `encoded`: the literals that terms have, for
    lemmas and bounds that are terms. `assertions` are what was encoded. `target` is what is optimized, if anything, and
    `objective` its encoding; without one, only plain evaluation finds the value. `selectors`: the constraint of an origin holds
    if its literal is true; empty if everything holds, as it does for solving. `engine`: what it was compiled for, if that was
    chosen before.
    """

    terms: TermTable
    meanings: tuple[Term, ...]
    groups: tuple[Group, ...]
    lazy: tuple[Lazy, ...]
    places: Mapping[Variable, VariableEncoding]
    encoded: EncodedTerms
    assertions: tuple[Assertion, ...]
    target: Target | None = None
    objective: ObjectiveEncoding | None = None
    selectors: Mapping[Origin, int] = field(default_factory=dict)
    limits: Limits = USUAL
    engine: EngineChoice | None = None

    @property
    def size(self) -> int:
        """Return the number of variables."""
        return len(self.meanings)

    @property
    def clause_count(self) -> int:
        """Return the number of clauses."""
        return sum([len(group.clauses) for group in self.groups])

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses."""
        return itertools.chain.from_iterable([group.clauses for group in self.groups])

    def sums(self) -> Iterator[Sum]:
        """Yield all sums."""
        return itertools.chain.from_iterable([group.sums for group in self.groups])

    def comparisons(self) -> Iterator[NumberComparison]:
        """Yield all comparisons of numbers without bounds."""
        for group in self.groups:
            yield from group.comparisons

    @property
    def has_numbers(self) -> bool:
        """Check whether it has numbers without bounds, or comparisons that are stated as theirs are: only some engines take them.

        Where `sum([x, cell]) == x`, what is left to be compared is of cells alone, which may be a part of their own.
        """
        return any(place.number for place in self.places.values()) or any(group.comparisons for group in self.groups)

    def relaxation(self, terms: TermFactory) -> Relaxation | None:
        """Return the linear relaxation of the objective, or None if it would be very large or uses no rule."""
        return relaxation_of(Module(terms, tuple(self.places), self.assertions, self.target))
