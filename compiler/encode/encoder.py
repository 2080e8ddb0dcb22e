"""The encoder: makes variables, and calls the encoding of each operation for its clauses.

Every auxiliary variable is the truth of a term: its meaning is that term, evaluated. `require` states that a term is true (or
false) unless one of some literals is; everything else is built on it. A literal that is only needed in one direction (as a
member of an `or` that must hold) gets clauses in that direction only; a literal that a function of unknowns is read by gets
both.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager

from ..ir.automaton import Automaton
from ..ir.domain import TRUTH
from ..ir.evaluation import topological_order
from ..ir.lemma_context import LemmaContext
from ..ir.module import Origin
from ..ir.normal_form import NormalForms
from ..ir.reachability_layers import ReachabilityLayers, reachability_layers_of
from ..ir.term import SUMS, Operand, Term
from ..ir.term_factory import TermFactory
from ..ir.walk import conjuncts
from ..language.budget import NO_DEADLINE, Deadline, GaveUp
from ..limits import USUAL, Limits
from ..values import BLANK, Value
from .arithmetic import NumberComparison
from .encoding_registry import all_encodings
from .log_encoding import decode, has_bits, linear
from .pb_normal_form import normal_form
from .problem import Clause, EncodedTerms, Group, Lazy, Problem, Sum, VariableEncoding

DEPTH = 40
PLACES = ("unknown", "is")
MANY = 1_000  # values of a place that are looked at
LOOK = 4_096  # clauses between two checks of the deadline
VARIABLES_PER_LOOK = 64
UNITS_PER_LOOK = 300  # of work, see `runtime/solving/effort.py`


def _is_cut(number: Term, low: int, high: int) -> bool:
    """Check whether a range holds several values of a place, and leaves out several."""
    if number.op != "unknown" or number.domain.endless:
        return False
    inside = sum(value is not BLANK and low <= value <= high for value in itertools.islice(number.domain, MANY))
    return bool(1 < inside < min(MANY, number.domain.size) - 1)


class _OpenGroup:
    """A group that is not complete yet; in its `with`, it is the last one of those that are open.

    `outermost`: the source of the group in which it was opened, or of the one in which that was, and so on. A plain class with
    its own `with`, since there is one for each assertion and each gate.
    """

    __slots__ = ("_open", "clauses", "comparisons", "outermost", "source", "sums")

    def __init__(self, source: Origin | Term, opened: list[_OpenGroup]) -> None:
        self.source = source
        self.outermost = opened[0].source if opened else source
        self.clauses: list[Clause] = []
        self.sums: list[Sum] = []
        self.comparisons: list[NumberComparison] = []
        self._open = opened

    def __enter__(self) -> None:
        self._open.append(self)

    def __exit__(self, *problem: object) -> None:
        self._open.pop()

    def close(self) -> Group:
        """Return the group as it is."""
        return Group(self.source, tuple(self.clauses), tuple(self.sums), tuple(self.comparisons))


class TooManyClauses(GaveUp):
    """Work ended at the limit of clauses."""


def too_many_clauses(limits: Limits, of_rule: str = "") -> TooManyClauses:
    """Return the error for the limit of clauses; `of_rule` says which rule has the most of them, if that is known."""
    return TooManyClauses(f"more than {limits.clauses:,} clauses{of_rule}; {limits.allows('clauses')}")


class ClauseBudget:
    """Counts the clauses of a spec, over all its parts, before the deadline.

    Raises `GaveUp` past the limit: the spec may be right, but it is too large.
    """

    def __init__(self, limits: Limits = USUAL, deadline: Deadline = NO_DEADLINE, clauses: int = 0) -> None:
        self.limits = limits
        self.clauses = clauses
        self.next_look = 0
        self._deadline = deadline

    def look(self) -> None:
        """Raise `GaveUp` if there are too many clauses, `OutOfTime` if the deadline has passed."""
        if self.clauses > self.limits.clauses:
            raise too_many_clauses(self.limits)
        self._deadline.check(UNITS_PER_LOOK)
        self.next_look = min(self.clauses + LOOK, self.limits.clauses + 1)


class Encoder:
    """Encodes the terms of one problem, before the deadline.

    `lazy`: connectivity is left to refinement; otherwise it is written out. `refining`: so are constraints with a weaker one that
    is stated at once. `asserted`: all terms that must be true.
    """

    def __init__(
        self,
        terms: TermFactory,
        *,
        lazy: bool = True,
        refining: bool = True,
        deadline: Deadline = NO_DEADLINE,
        written: ClauseBudget | None = None,
        asserted: Sequence[Operand] = (),
    ) -> None:
        self._written = written or ClauseBudget(deadline=deadline)
        self.terms = terms
        self.lazy = lazy
        self.refining = refining and lazy
        self.deadline = deadline
        self.limits = self._written.limits
        self.normal_forms = NormalForms(terms)
        self.context = LemmaContext(terms, self.limits, deadline, asserted)
        self.refined: list[Lazy] = []
        self.places: dict[Term, VariableEncoding] = {}
        self.columns: dict[Hashable, Automaton | None] = {}
        self.ladders: dict[Term, list[tuple[int, int]]] = {}
        self._meanings: list[Term] = []
        self._groups: list[_OpenGroup] = []
        self._open: list[_OpenGroup] = []
        self._literals: dict[Term, int] = {}
        self._implied: dict[tuple[Term, bool], int] = {}
        self._requested: set[tuple[Term, bool]] = set()
        self._uncounted: list[Sequence[Term]] = []  # all terms that were stated since the members of junctions were counted
        self._junctions: set[Term] = set()  # those whose members are counted
        self._members = Counter[Term]()
        self._choices: dict[Term, dict[Value, int]] = {}
        self._bits: dict[Term, VariableEncoding] = {}
        self.grown: set[tuple[Term, int, int]] = set()
        self.families: dict[tuple[Term, int], dict[int, int]] = {}
        self._explicit: dict[Term, Operand | None] = {}
        self._encodings = all_encodings()
        self._linear: dict[Term, tuple[int, list[tuple[int, int]]]] = {}
        self._true = 0
        self.in_order: set[Term] = set()  # the places that are compared in order, see `sum_bounds`

    # groups, clauses, variables

    def group(self, source: Origin | Term) -> _OpenGroup:
        """Return a group to open: what is stated inside belongs to it."""
        group = _OpenGroup(source, self._open)
        self._groups.append(group)
        return group

    @property
    def meanings(self) -> tuple[Term, ...]:
        """Return the term that each variable is the truth of, in the order of the variables."""
        return tuple(self._meanings)

    @property
    def source(self) -> Origin | Term:
        """Return the source of the open group: an assertion's origin or the term that is defined."""
        return self._open[-1].source

    def clause(self, literals: Iterable[int]) -> None:
        """State that one of the literals is true."""
        kept = tuple(literals)
        if self._true:
            if self._true in kept:
                return
            if -self._true in kept:
                kept = tuple([literal for literal in kept if literal != -self._true])
        if len(kept) == 2:  # as most are
            first, second = kept
            if first == -second:
                return
            if first == second:
                kept = (first,)
        elif len({*map(abs, kept)}) < len(kept):
            kept = tuple(dict.fromkeys(kept))
            if len({*map(abs, kept)}) < len(kept):  # a literal and its negation
                return
        written = self._written
        written.clauses += 1
        if written.clauses >= written.next_look:
            written.look()
        self._open[-1].clauses.append(kept)

    def clauses(self, clauses: Sequence[Clause], groups: Iterable[Collection[int]]) -> None:
        """State clauses that are made of the literals in `groups`.

        They are added at once if all these literals have different variables, but for the one that is known. A group may also be
        a literal and its negation. Each clause then has at most one of the two.
        """
        variables: set[int] = set()
        distinct = 0
        true = self._true
        is_known = False
        for group in groups:
            own = {*map(abs, group)}
            if true in own:
                is_known = True
                own.remove(true)
                distinct += sum(abs(literal) != true for literal in group)
            else:
                distinct += len(own) if len(group) == 2 else len(group)
            variables |= own
        if is_known:
            clauses = [
                tuple([literal for literal in clause if literal != -true]) if -true in clause else clause
                for clause in clauses
                if true not in clause
            ]
        self._take(clauses, are_plain=len(variables) == distinct)

    def all_true(self, literals: Sequence[int], unless: Clause) -> None:
        """State that each of the literals is true, or one of `unless` is."""
        variables = {*map(abs, literals), *map(abs, unless)}
        self._take(
            [(literal, *unless) for literal in literals],
            are_plain=len(variables) == len(literals) + len(unless) and self._true not in variables,
        )

    def at_most_one(self, literals: Sequence[int], unless: Clause = ()) -> None:
        """State of each two literals that one of them is false, or one of `unless` is true."""
        variables = {*map(abs, literals), *map(abs, unless)}
        false = [-literal for literal in literals]
        self._take(
            [(literal, other, *unless) for at, literal in enumerate(false) for other in false[:at]],
            are_plain=len(variables) == len(literals) + len(unless) and self._true not in variables,
        )

    def _take(self, clauses: Sequence[Clause], *, are_plain: bool) -> None:
        """Add clauses; those that `are_plain` have each variable once, and none that is known."""
        if not are_plain:
            for clause in clauses:
                self.clause(clause)
            return
        written = self._written
        written.clauses += len(clauses)
        if written.clauses >= written.next_look:
            written.look()
        self._open[-1].clauses += clauses

    def add_sum(self, pairs: Iterable[tuple[int, int]], low: int, high: int, unless: Sequence[int]) -> None:
        """State that multiples of literals add up to a number from `low` to `high`, or one of `unless` is true."""
        clauses, sum_constraint = normal_form(list(pairs), low, high, tuple(unless), self._true)
        for clause in clauses:
            self.clause(clause)
        if sum_constraint:
            self._open[-1].sums.append(sum_constraint)

    def compare(self, comparison: NumberComparison) -> None:
        """State when a literal is true: if a comparison of numbers without bounds is."""
        self._open[-1].comparisons.append(comparison)

    def fresh(self, meaning: Term) -> int:
        """Return a new variable, which is the truth of a term."""
        self._meanings.append(meaning)
        variable = len(self._meanings)
        if not variable % VARIABLES_PER_LOOK:
            self.deadline.check()
        return variable

    def truth(self, value: Term | bool) -> int:
        """Return the literal of a truth value, known or not."""
        if isinstance(value, Term):
            return self.literal(value)
        if not self._true:
            with self.group(self.terms.constant(True)):
                self._true = self.fresh(self.terms.constant(True))
                self._open[-1].clauses.append((self._true,))
        return self._true if value else -self._true

    # terms

    def literal(self, term: Term) -> int:
        """Return the literal that is true exactly if the term is."""
        literal = self._literals.get(term)
        if literal is None:
            direct = self._direct(term)
            literal = self._literals[term] = self._define(term) if direct is None else direct
        return literal

    def defined_by(self, literal: int, term: Term) -> None:
        """Give a term a literal that is defined elsewhere, unless the term has one already."""
        self._literals.setdefault(term, literal)

    def literals(self, terms: Iterable[Term]) -> list[int] | None:
        """Return the literals of terms, or None if one of them has no literal yet."""
        try:
            return [*map(self._literals.__getitem__, terms)]
        except KeyError:
            return None

    def known_members(self, junction: Term, positive: bool, *, is_inside: bool = False) -> list[int] | None:
        """Return the literals of all members of an `and` or `or`, true or false as wanted, if all have literals, as mostly.

        Otherwise None. They are truths of places, and, where one of them is enough, junctions that have a literal or are going to
        be requested again, such as an `and` in an `or`. The members of an `or` in an `or` stand for it.
        """
        known, implied = self._literals, self._implied
        is_some = positive == (junction.op == "or")
        other = ("and" if positive else "or") if is_some else ""
        literals: list[int] = []
        for arg in junction.args:
            inner, wanted = (arg.args[0], not positive) if arg.op == "not" else (arg, positive)
            if inner.op in PLACES:
                literal = known.get(inner) or self.direct_literal(inner)
                if literal is None:
                    return None
                literals.append(literal if wanted else -literal)
            elif wanted is not positive or not is_some:
                return None
            elif inner.op == other:
                literal = implied.get((inner, positive))
                if literal is None:
                    if not self._is_shared(inner):
                        return None
                    literal = self.implied_literal(inner, positive)
                literals.append(literal)
            elif inner.op == junction.op and not is_inside:
                inside = self.known_members(inner, positive, is_inside=True)
                if inside is None:
                    return None
                literals += inside
            else:
                return None
        return literals

    def direct_literal(self, term: Term) -> int | None:
        """Return the literal of a term if it has one without new variables, or else None."""
        literal = self._literals.get(term)
        if literal is None:
            literal = self._direct(term)
            if literal is not None:
                self._literals[term] = literal  # some make clauses, which are not to be made again
        return literal

    def _direct(self, term: Term) -> int | None:
        encoding = self._encodings[term.op]
        return encoding.literal(self, term) if encoding.literal else None

    def _define(self, term: Term) -> int:
        with self.group(term):
            literal = self.fresh(term)
            self._literals[term] = literal
            self.require(term, True, (-literal,))
            self.require(term, False, (literal,))
        return literal

    def implied_literal(self, term: Term, positive: bool) -> int:
        """Return a literal that, if true, makes the term true (or, not `positive`, false)."""
        direct = self.direct_literal(term)
        if direct is not None:
            return direct if positive else -direct
        literal = self._implied.get((term, positive))
        if literal is None:
            meaning = term if positive else self.terms.negation(term)
            with self.group(meaning):
                literal = self._implied[term, positive] = self.fresh(meaning)
                self.require(term, positive, (-literal,))
        return literal

    def seen_before(self, term: Term, positive: bool) -> bool:
        """Return True on the second request, so that the caller introduces an auxiliary literal."""
        request = (term, positive)
        is_known = request in self._requested
        self._requested.add(request)
        return is_known or self._is_shared(term)

    def _is_shared(self, term: Term) -> bool:
        """Check whether a term is a member of several junctions: it is going to be requested again.

        These are the junctions of the module, and those of what is written out later.
        """
        while self._uncounted:
            below = self._uncounted.pop()
            junctions = [other for other in below if other.op in ("and", "or") and other not in self._junctions]
            self._junctions.update(junctions)
            self._members.update(itertools.chain.from_iterable(junction.args for junction in junctions))
        return self._members.get(term, 0) > 1

    def require(self, term: Term | bool, positive: bool = True, unless: Sequence[int] = ()) -> None:
        """State that the term is true (or, not `positive`, false), or one of the literals in `unless` is."""
        if not isinstance(term, Term):
            if term is not positive:
                self.clause(unless)
            return
        while term.op == "not":
            term, positive = term.args[0], not positive
        known = self._literals.get(term)
        if known is None and term.op == "is" and term.args[0] in self._choices and term.args[0] not in self._bits:
            known = self._choices[term.args[0]][term.detail]
        if known is not None and known not in unless and -known not in unless:
            self.clause((known if positive else -known, *unless))
        else:
            self._encodings[term.op].require(self, term, positive, tuple(unless))

    def choice(self, term: Term) -> dict[Value, int]:
        """Return, for each value of a term with a small domain, the literal that is true exactly if the term has it."""
        literals = self._choices.get(term)
        if literals is None and term.domain.is_truth:
            literal = self.literal(term)
            literals = self._choices[term] = {True: literal, False: -literal}
        if literals is None:
            if has_bits(term):
                literals = decode(self, term, self.bits(term))
            else:
                encoding = all_encodings()[term.op]
                assert encoding.choice is not None, f"{term.op} has no values"
                literals = encoding.choice(self, term)
            self._choices[term] = literals
        return literals

    def bits(self, term: Term) -> VariableEncoding:
        """Return the bits of a number from a wide range."""
        bits = self._bits.get(term)
        if bits is None:
            encoding = all_encodings()[term.op]
            assert encoding.bits is not None, f"{term.op} has no bits"
            bits = self._bits[term] = encoding.bits(self, term)
        return bits

    def growth(self, network: Term) -> ReachabilityLayers:
        """Return the terms for what a network's vertices reach step by step."""
        return reachability_layers_of(self.terms, network)

    def written_out(self, refined: Term) -> Operand | None:
        """Return a refined term without refinement, or None if that is too large."""
        if refined not in self._explicit:
            self._explicit[refined] = refined.detail.explicit(self.context)
        return self._explicit[refined]

    def has_choice(self, term: Term) -> bool:
        """Check whether the values of the term have literals already."""
        return term in self._choices

    def define_choice(self, term: Term, literals: dict[Value, int]) -> None:
        """Give the values of a term literals that are defined elsewhere."""
        self._choices[term] = literals

    def fresh_choice(self, term: Term) -> dict[Value, int]:
        """Return new literals for the values of a term; a clause says that at least one is true."""
        if term.domain.is_truth:
            literal = self.fresh(term)
            return {True: literal, False: -literal}
        literals = self.fresh_values(term)
        self.clause(literals.values())
        return literals

    def fresh_values(self, term: Term) -> dict[Value, int]:
        """Return new literals for the values of a term, which is no truth value.

        What they mean is not taken apart as a rule would be: "this choice has that value" is one term, not a further choice.
        """
        intern = self.terms.intern
        return {value: self.fresh(intern("is", (term,), value, TRUTH)) for value in term.domain}

    def meaning(self, term: Term, value: Value) -> Term:
        """Return the term "this term has that value"."""
        is_value = self.terms.equals(term, value)
        return is_value if isinstance(is_value, Term) else self.terms.constant(is_value)

    def either(self, first: Term, second: Term) -> Term:
        """Return the term that one of two is true."""
        any_of_two = self.terms.disjunction([first, second])
        return any_of_two if isinstance(any_of_two, Term) else self.terms.constant(any_of_two)

    def linear(self, term: Term) -> tuple[int, list[tuple[int, int]]]:
        """Return a numeric term as a constant and multiples of literals; blank counts 0."""
        encoding = self._encodings[term.op]
        if encoding.linear:
            known = self._linear.get(term)
            if known is None:
                known = self._linear[term] = encoding.linear(self, term)
            return known
        if has_bits(term):
            return linear(self.bits(term))
        if term.domain.is_truth:
            return 0, [(1, self.literal(term))]
        base = 0 if term.domain.blank else term.domain.low
        chosen = self.choice(term)
        pairs = [(int(value) - base, literal) for value, literal in chosen.items() if value is not BLANK]
        return base, [(factor, literal) for factor, literal in pairs if factor]

    def flatten_deep_terms(self, roots: Sequence[Term], below: Sequence[Term] | None = None, limit: int = DEPTH) -> None:
        """Encode terms in the middle of deep ones first, so that no recursion goes deeper than `limit`.

        `below`: the roots and all terms below them, arguments first, if that is known already. All terms are seen here. So note
        which places are compared in order with another or under a condition, and keep the terms, to count the junctions of each.
        """
        depth: dict[Term, int] = {}
        depth_of = depth.__getitem__
        alone: set[Term] = set()
        below = topological_order(roots) if below is None else below
        self._uncounted.append(below)
        for term in below:
            op, args = term.op, term.args
            if op == "within" and _is_cut(args[0], *term.detail):
                alone = alone or {*conjuncts(roots)}
                if term not in alone:
                    self.in_order.add(args[0])
            elif op == "less":
                self.in_order.update(arg for arg in args if arg.op == "unknown")
            depth[term] = deepest = 1 if not args else 1 + depth_of(args[0]) if len(args) == 1 else 1 + max(map(depth_of, args))
            if deepest > limit and op != "way":  # a way is only ever stated, below a refinement that has a literal
                if term.domain.is_truth:
                    self.literal(term)
                elif has_bits(term):
                    self.bits(term)
                elif term.op != "network" and term.op not in SUMS and not term.domain.endless:
                    self.choice(term)
                depth[term] = 0

    def term(self, literal: int) -> Operand:
        """Return the term that a literal is the truth of."""
        meaning = self._meanings[abs(literal) - 1]
        return meaning if literal > 0 else self.terms.negation(meaning)

    # groups and literals as plain data

    def group_sizes(self) -> Iterator[tuple[Origin | Term, int]]:
        """Yield for each group the source that its clauses are there for, and how many they are."""
        return ((group.outermost, len(group.clauses)) for group in self._groups)

    def take_groups(self, first: int = 0) -> tuple[Group, ...]:
        """Return the groups from a number on, without empty ones."""
        return tuple(b.close() for b in self._groups[first:] if b.clauses or b.sums or b.comparisons)

    @contextmanager
    def later_groups(self) -> Iterator[list[Group]]:
        """Collect the groups that are opened inside; none of them may leave anything to refinement."""
        first, refined = len(self._groups), len(self.refined)
        groups: list[Group] = []
        yield groups
        assert len(self.refined) == refined, "what is stated later leaves nothing to refinement"
        groups += [group.close() for group in self._groups[first:]]

    def finish(self) -> EncodedTerms:
        """Return the literals that terms have. The encoder must not be used afterwards."""
        return EncodedTerms(
            literals=self._literals,
            implied=self._implied,
            requested=self._requested,
            choices=self._choices,
            bits=self._bits,
            at_most=self.ladders,
            columns=self.columns,
            connected=self.families,
            layers=self.grown,
            explicit=self._explicit,
            true=self._true,
            lazy=self.lazy,
            refining=self.refining,
        )

    @classmethod
    def resume(cls, problem: Problem, terms: TermFactory, deadline: Deadline) -> Encoder:
        """Return an encoder that goes on where that of a problem ended; `terms` makes terms beside those of the problem."""
        encoded = problem.encoded
        written = ClauseBudget(problem.limits, deadline, clauses=problem.clause_count)
        asserted = () if problem.selectors else tuple(assertion.term for assertion in problem.assertions)
        encoder = cls(terms, lazy=encoded.lazy, refining=encoded.refining, deadline=deadline, written=written, asserted=asserted)
        encoder._meanings = [*problem.meanings]
        encoder._literals = {**encoded.literals}
        encoder._implied = {**encoded.implied}
        encoder._requested = {*encoded.requested}
        encoder._choices = {**encoded.choices}
        encoder._bits = {**encoded.bits}
        encoder.ladders = {**encoded.at_most}
        encoder.columns = {**encoded.columns}
        encoder.families = {**encoded.connected}
        encoder.grown = {*encoded.layers}
        encoder._explicit = {**encoded.explicit}
        encoder._true = encoded.true
        return encoder
