"""The encoder: makes variables, and asks the file of each kind of term for its clauses.

Every auxiliary variable is the truth of a term: its meaning is that term, evaluated. `require` states that a term is true (or
false) unless one of some literals is; everything else is built on it. A literal that is only needed in one direction (as a
member of an `or` that must hold) gets clauses in that direction only; a literal that a function of unknowns is read by gets
both.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..ir.automaton import Automaton
from ..ir.evaluation import topological_order
from ..ir.module import Module, Origin
from ..ir.reachability_layers import ReachabilityLayers, reachability_layers_of
from ..ir.term import SUMS, Operand, Term
from ..ir.term_factory import TermFactory
from ..language.budget import NO_DEADLINE, Deadline, GaveUp
from ..limits import USUAL, Limits
from ..values import BLANK, Value
from .encoding_registry import all_encodings
from .log_encoding import has_bits, linear
from .objective_encoding import encode_objective
from .pb_normal_form import normal_form
from .problem import Clause, Group, Lazy, Problem, Sum, VariableEncoding

DEPTH = 40
LOOK = 4_096  # clauses between two looks at the deadline


@dataclass(slots=True, eq=False)
class _OpenGroup:
    """A group that is being written."""

    source: Origin | Term
    clauses: list[Clause] = field(default_factory=list)
    sums: list[Sum] = field(default_factory=list)


class ClauseBudget:
    """Counts the clauses of a spec, over all its parts, before the deadline.

    `GaveUp` past the limit: the spec may be right, but it is too large.
    """

    def __init__(self, limits: Limits = USUAL, deadline: Deadline = NO_DEADLINE) -> None:
        self.limits = limits
        self.clauses = 0
        self.next_look = 0
        self._deadline = deadline

    def look(self) -> None:
        """Raise where there are too many, or the deadline has passed."""
        if self.clauses > self.limits.clauses:
            raise GaveUp(f"more than {self.limits.clauses:,} clauses; {self.limits.allows('clauses')}")
        self._deadline.check()
        self.next_look = min(self.clauses + LOOK, self.limits.clauses + 1)


class Encoder:
    """Writes one problem, before the deadline.

    `lazy`: connectivity is left to refinement; otherwise it is written out. `refining`: so is what has a weaker truth that can be
    stated at once.
    """

    def __init__(
        self,
        terms: TermFactory,
        *,
        lazy: bool = True,
        refining: bool = True,
        deadline: Deadline = NO_DEADLINE,
        written: ClauseBudget | None = None,
    ) -> None:
        self._written = written or ClauseBudget(deadline=deadline)
        self.terms = terms
        self.lazy = lazy
        self.refining = refining and lazy
        self.deadline = deadline
        self.refined: list[Lazy] = []
        self.places: dict[Term, VariableEncoding] = {}
        self.columns: dict[Hashable, Automaton | None] = {}
        self.ladders: dict[Term, list[tuple[int, int]]] = {}
        self._meanings: list[Term] = []
        self._groups: list[_OpenGroup] = []
        self._open: list[_OpenGroup] = []
        self._literals: dict[Term, int] = {}
        self._implied: dict[tuple[Term, bool], int] = {}
        self._asked: set[tuple[Term, bool]] = set()
        self._choices: dict[Term, dict[Value, int]] = {}
        self._bits: dict[Term, VariableEncoding] = {}
        self.grown: set[tuple[Term, int, int]] = set()
        self.families: dict[tuple[Term, int], dict[int, int]] = {}
        self._true = 0

    # groups, clauses, variables

    @contextmanager
    def group(self, source: Origin | Term) -> Iterator[None]:
        """What is written inside belongs to a group of its own."""
        building = _OpenGroup(source)
        self._groups.append(building)
        self._open.append(building)
        try:
            yield
        finally:
            self._open.pop()

    @property
    def meanings(self) -> tuple[Term, ...]:
        """The term that each variable is the truth of, from the first to the last one made."""
        return tuple(self._meanings)

    @property
    def source(self) -> Origin | Term:
        """What is being written: an assertion or a definition."""
        return self._open[-1].source

    def clause(self, literals: Iterable[int]) -> None:
        """State that one of the literals is true."""
        kept = tuple(literals)
        if self._true:
            if self._true in kept:
                return
            if -self._true in kept:
                kept = tuple([literal for literal in kept if literal != -self._true])
        if len({*map(abs, kept)}) < len(kept):
            kept = tuple(dict.fromkeys(kept))
            if len({*map(abs, kept)}) < len(kept):  # a literal and its negation
                return
        written = self._written
        written.clauses += 1
        if written.clauses >= written.next_look:
            written.look()
        self._open[-1].clauses.append(kept)

    def add_sum(self, pairs: Iterable[tuple[int, int]], low: int, high: int, unless: Sequence[int]) -> None:
        """State that multiples of literals add up to something from `low` to `high`, or one of `unless` is true."""
        clauses, found = normal_form(list(pairs), low, high, tuple(unless), self._true)
        for clause in clauses:
            self.clause(clause)
        if found:
            self._open[-1].sums.append(found)

    def fresh(self, meaning: Term) -> int:
        """A new variable, which is the truth of a term."""
        self.deadline.check()
        self._meanings.append(meaning)
        return len(self._meanings)

    def truth(self, value: Term | bool) -> int:
        """The literal of a truth value, known or not."""
        if isinstance(value, Term):
            return self.literal(value)
        if not self._true:
            with self.group(self.terms.constant(True)):
                self._true = self.fresh(self.terms.constant(True))
                self._open[-1].clauses.append((self._true,))
        return self._true if value else -self._true

    # terms

    def literal(self, term: Term) -> int:
        """The literal that is true exactly if the term is."""
        found = self._literals.get(term)
        if found is None:
            direct = self._direct(term)
            found = self._literals[term] = self._defined(term) if direct is None else direct
        return found

    def defined_by(self, literal: int, term: Term) -> None:
        """A term has this literal, about which everything is stated elsewhere, unless it has one already."""
        self._literals.setdefault(term, literal)

    def literals(self, terms: Iterable[Term]) -> list[int] | None:
        """The literals of terms that all have one already; none where one has not."""
        try:
            return [*map(self._literals.__getitem__, terms)]
        except KeyError:
            return None

    def is_direct(self, term: Term) -> bool:
        """Whether the term has a literal without new variables."""
        return term in self._literals or self._direct(term) is not None

    def _direct(self, term: Term) -> int | None:
        encoding = all_encodings()[term.op]
        return encoding.literal(self, term) if encoding.literal else None

    def _defined(self, term: Term) -> int:
        with self.group(term):
            literal = self.fresh(term)
            self._literals[term] = literal
            self.require(term, True, (-literal,))
            self.require(term, False, (literal,))
        return literal

    def implied(self, term: Term, positive: bool) -> int:
        """A literal that, if true, makes the term true (or, not `positive`, false)."""
        direct = self._literals.get(term) or self._direct(term)
        if direct is not None:
            self._literals[term] = direct
            return direct if positive else -direct
        found = self._implied.get((term, positive))
        if found is None:
            meaning = term if positive else self.terms.negation(term)
            with self.group(meaning):
                found = self._implied[term, positive] = self.fresh(meaning)
                self.require(term, positive, (-found,))
        return found

    def again(self, term: Term, positive: bool) -> bool:
        """Whether this was asked of the term before, so that it had better have a literal than be written out again."""
        asked = (term, positive) in self._asked
        self._asked.add((term, positive))
        return asked

    def require(self, term: Term | bool, positive: bool = True, unless: Sequence[int] = ()) -> None:
        """State that the term is true (or, not `positive`, false), or one of the literals in `unless` is."""
        if not isinstance(term, Term):
            if term is not positive:
                self.clause(unless)
            return
        known = self._literals.get(term)
        if known is not None and known not in unless and -known not in unless:
            self.clause((known if positive else -known, *unless))
        else:
            all_encodings()[term.op].require(self, term, positive, tuple(unless))

    def choice(self, term: Term) -> dict[Value, int]:
        """For each value of a term from a small domain the literal that is true exactly if the term has it."""
        found = self._choices.get(term)
        if found is None and term.domain.is_truth:
            literal = self.literal(term)
            found = self._choices[term] = {True: literal, False: -literal}
        if found is None:
            if has_bits(term):
                found = {value: self.literal(self.meaning(term, value)) for value in term.domain}
            else:
                encoding = all_encodings()[term.op]
                assert encoding.choice is not None, f"{term.op} has no values"
                found = encoding.choice(self, term)
            self._choices[term] = found
        return found

    def bits(self, term: Term) -> VariableEncoding:
        """The bits of a number from a wide range."""
        found = self._bits.get(term)
        if found is None:
            encoding = all_encodings()[term.op]
            assert encoding.bits is not None, f"{term.op} has no bits"
            found = self._bits[term] = encoding.bits(self, term)
        return found

    def growth(self, network: Term) -> ReachabilityLayers:
        """What is reached in a network step by step."""
        return reachability_layers_of(self.terms, network)

    def has_choice(self, term: Term) -> bool:
        """Whether the values of the term have literals already."""
        return term in self._choices

    def fresh_choice(self, term: Term) -> dict[Value, int]:
        """New variables for the values of a term, at least one of which must be true."""
        if term.domain.is_truth:
            literal = self.fresh(term)
            return {True: literal, False: -literal}
        literals = {value: self.fresh(self.meaning(term, value)) for value in term.domain}
        self.clause(literals.values())
        return literals

    def meaning(self, term: Term, value: Value) -> Term:
        """The term "this term has that value"."""
        found = self.terms.equals(term, value)
        return found if isinstance(found, Term) else self.terms.constant(found)

    def either(self, first: Term, second: Term) -> Term:
        """The term that one of two is true."""
        found = self.terms.disjunction([first, second])
        return found if isinstance(found, Term) else self.terms.constant(found)

    def linear(self, term: Term) -> tuple[int, list[tuple[int, int]]]:
        """A numeric term as a constant and multiples of literals; blank counts 0."""
        encoding = all_encodings()[term.op]
        if encoding.linear:
            return encoding.linear(self, term)
        if has_bits(term):
            return linear(self.bits(term))
        if term.domain.is_truth:
            return 0, [(1, self.literal(term))]
        base = 0 if term.domain.blank else term.domain.low
        chosen = self.choice(term)
        pairs = [(int(value) - base, literal) for value, literal in chosen.items() if value is not BLANK]
        return base, [(factor, literal) for factor, literal in pairs if factor]

    def settle(self, roots: Sequence[Term], limit: int = 0) -> None:
        """Make the literals or values of terms on the way down to deep ones, so that no recursion goes deeper than `limit`.

        It is `DEPTH` unless something else is said.
        """
        limit = limit or DEPTH
        depth: dict[Term, int] = {}
        for term in topological_order(roots):
            depth[term] = 1 + max(map(depth.__getitem__, term.args), default=0)
            if depth[term] > limit and term.op != "way":  # a way is only ever stated, below a refinement that has a literal
                if term.domain.is_truth:
                    self.literal(term)
                elif has_bits(term):
                    self.bits(term)
                elif term.op != "network" and term.op not in SUMS:
                    self.choice(term)
                depth[term] = 0

    # the whole

    def encode(self, module: Module, *, selecting: Callable[[Origin], bool] | None = None) -> Problem:
        """The problem of a module. What comes from an origin that is `selecting` holds only if its selector is true."""
        unknowns = [self.terms.unknown(variable) for variable in module.variables]
        for unknown in unknowns:
            if unknown.domain.is_truth:
                self.literal(unknown)
            else:
                all_encodings()["unknown"].require(self, unknown, True, ())
        measured = module.target.term if module.target else None
        roots = [assertion.term for assertion in module.assertions if isinstance(assertion.term, Term)]
        self.settle([*roots, *([measured] if measured else [])])
        selectors: dict[Origin, int] = {}
        for origin, terms in _by_origin(module).items():
            with self.group(origin):
                is_selected = selecting is not None and selecting(origin)
                if is_selected:
                    found = self.terms.conjunction(terms)
                    selectors[origin] = self.fresh(found if isinstance(found, Term) else self.terms.constant(found))
                for term in terms:
                    self.require(term, True, (-selectors[origin],) if is_selected else ())
        worth = encode_objective(self, module) if measured else None
        return Problem(
            meanings=tuple(self._meanings),
            groups=tuple(Group(b.source, tuple(b.clauses), tuple(b.sums)) for b in self._groups if b.clauses or b.sums),
            lazy=tuple(self.refined),
            places={unknown.detail: self.places[unknown] for unknown in unknowns},
            writer=self,
            target=module.target,
            worth=worth,
            selectors=selectors,
            limits=self._written.limits,
        )

    def further(self, term: Operand, unless: Clause = ()) -> tuple[Group, ...]:
        """State that a term is true, or one of `unless` is, after the whole."""
        with self._further() as groups, self.group(term if isinstance(term, Term) else self.terms.constant(term)):
            self.require(term, True, unless)
        return tuple(groups)

    def further_literal(self, term: Term) -> tuple[int, tuple[Group, ...]]:
        """A literal that, if true, makes a term true, after the whole."""
        with self._further() as groups:
            found = self.implied(term, True)
        return found, tuple(groups)

    def further_count(self, literals: Sequence[int], most: int) -> tuple[int, tuple[Group, ...]]:
        """A literal that, if true, makes at most so many of the literals false, after the whole."""
        false = [(1, self.terms.negation(self.term(literal))) for literal in literals]
        meaning = self.terms.within(self.terms.linear(false), 0, most)
        with self._further() as groups, self.group(meaning):
            found = self.fresh(meaning)
            self.add_sum([(1, -literal) for literal in literals], 0, most, (-found,))
        return found, tuple(groups)

    @contextmanager
    def _further(self) -> Iterator[list[Group]]:
        """Collects what is written inside."""
        written, refined = len(self._groups), len(self.refined)
        groups: list[Group] = []
        yield groups
        assert len(self.refined) == refined, "what is stated later leaves nothing to refinement"
        groups += [Group(b.source, tuple(b.clauses), tuple(b.sums)) for b in self._groups[written:]]

    def term(self, literal: int) -> Operand:
        """The term that a literal is the truth of."""
        meaning = self._meanings[abs(literal) - 1]
        return meaning if literal > 0 else self.terms.negation(meaning)


def _by_origin(module: Module) -> dict[Origin, list[Term | bool]]:
    """What is asserted, by where it comes from."""
    found: dict[Origin, list[Term | bool]] = {}
    for assertion in module.assertions:
        found.setdefault(assertion.origin, []).append(assertion.term)
    return found
