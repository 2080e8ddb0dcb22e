"""The factory of terms: equal terms are made once, and what is known is folded.

So two terms are equal exactly if they are one object. Nothing here rewrites `not (a < b)` into `a >= b`: where one of the two can
be blank they differ.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from ..language.budget import NO_DEADLINE, Deadline
from ..language.scope import Scope
from ..language.spec import Layer
from ..syntax.syntax_tree import Expression
from ..values import BLANK, Value, typed
from . import digit_columns
from .automaton import Automaton
from .decision_graph import DecisionGraph
from .domain import TRUTH, Domain, domain_of, union
from .network import GroupMember, Joined, Network, Size, graph_of
from .operands import identical, members_of
from .term import SUMS, Evaluated, Operand, Refinement, Table, Term, Variable, branches, when_made

if TYPE_CHECKING:
    from .reachability_layers import ReachabilityLayers

MAP_LIMIT = 20_000
WIDE = 256
LOOK = 1_024  # terms between two looks at the deadline


class TableTooLarge(Exception):
    """A function cannot be tabulated: there are too many combinations, or a result is a list."""


class TermFactory:
    """Makes terms, each once, before the deadline: whatever goes on for long in lowering and in passes makes terms."""

    def __init__(self, deadline: Deadline = NO_DEADLINE) -> None:
        self._deadline = deadline
        self.numbers: dict[Hashable, int] = {}
        self.all: list[Term] = []
        self.growths: dict[Term, ReachabilityLayers] = {}
        self.unknowns: dict[Layer, tuple[Domain, list[Term | None]]] = {}

    def _term(self, op: str, args: Iterable[Operand], detail: Hashable, domain: Domain) -> Term:
        return self._interned(op, tuple([arg if isinstance(arg, Term) else self.constant(arg) for arg in args]), detail, domain)

    def _interned(self, op: str, terms: tuple[Term, ...], detail: Hashable, domain: Domain) -> Term:
        made = self.all
        id = self.numbers.setdefault((op, terms, detail, type(detail)), len(made))  # a long sum is hashed once
        if id == len(made):
            made.append(Term(id, op, terms, detail, domain))
            if not id % LOOK:
                self._deadline.check()
        return made[id]

    # leaves

    def constant(self, value: Value) -> Term:
        """A known value where a term is wanted."""
        id = self.numbers.setdefault(("constant", typed(value)), len(self.all))
        if id == len(self.all):
            self.all.append(Term(id, "constant", (), value, domain_of([value])))
        return self.all[id]

    def unknown(self, variable: Variable) -> Term:
        """The value of an unknown."""
        layer, position = variable
        known = self.unknowns.get(layer)
        if known is None:
            domain = Domain(layer.values, layer.blank)
            is_truth = domain == TRUTH and domain.has_truths
            known = self.unknowns[layer] = TRUTH if is_truth else domain, [None] * len(layer.places)
        domain, at_places = known
        found = at_places[position]
        if found is None:
            found = at_places[position] = Term(len(self.all), "unknown", (), variable, domain)
            self.all.append(found)
        return found

    def evaluated(self, node: Expression, scope: Scope) -> Term:
        """The truth of an expression, which only plain evaluation tells: it is refined by the general lemma."""
        return self._term("evaluated", (), Evaluated(node, scope), TRUTH)

    # truth

    def negation(self, x: Operand) -> Operand:
        """`not x` of a truth value."""
        if not isinstance(x, Term):
            return not x
        return x.args[0] if x.op == "not" else self._interned("not", (x,), None, TRUTH)

    def conjunction(self, members: Iterable[Operand]) -> Operand:
        """`and` of truth values."""
        return self._junction("and", members, decisive=False)

    def disjunction(self, members: Iterable[Operand]) -> Operand:
        """`or` of truth values."""
        return self._junction("or", members, decisive=True)

    def _junction(self, op: str, members: Iterable[Operand], *, decisive: bool) -> Operand:
        kept: dict[Term, None] = {}
        for member in members:
            if isinstance(member, Term):
                kept[member] = None
            elif member is decisive:
                return decisive
        for member in kept:
            if member.op == "not" and member.args[0] in kept:
                return decisive
        if len(kept) <= 1:
            return next(iter(kept), not decisive)
        return self._interned(op, tuple(kept), None, TRUTH)

    def equals(self, x: Operand, value: Value) -> Operand:
        """Whether x is a known value, which may be blank."""
        if not isinstance(x, Term):
            return x is value if (x is BLANK or value is BLANK) else type(x) is type(value) and x == value
        if x.domain is TRUTH:
            return x if value is True else self.negation(x) if value is False else False
        if value not in x.domain:
            return False
        if x.domain.size == 1:
            return True
        if x.domain.is_truth:
            return x if value else self.negation(x)
        if x.op == "linear":
            by_parts = self._equals_by_parts(x, value)
            if by_parts is not None:
                return by_parts
        if x.op == "cases":
            return self.cases(
                [(condition, self.equals(branch, value)) for condition, branch in branches(x)],
                self.equals(x.args[-1], value),
            )
        return self._term("is", (x,), value if value is not BLANK else BLANK, TRUTH)

    def within(self, x: Operand, low: int, high: int) -> Operand:
        """Whether x is a number from `low` to `high`; false for blank."""
        if not isinstance(x, Term):
            return x is not BLANK and low <= x <= high
        low, high = max(low, x.domain.low), min(high, x.domain.high)
        inside = x.domain.between(low, high)
        if not inside:
            return False
        if inside == x.domain.size - x.domain.blank:
            return self.negation(self.equals(x, BLANK))
        if inside == 1:
            return self.equals(x, next(value for value in x.domain.values if low <= value <= high))
        return self._term("within", (x,), (low, high), TRUTH)

    def same(self, x: Operand, y: Operand) -> Operand:
        """Whether two values are equal; blank equals blank."""
        if not isinstance(x, Term) or not isinstance(y, Term):
            return self.equals(y, x) if isinstance(y, Term) else self.equals(x, y)
        if x is y:
            return True
        if x.domain is TRUTH and y.domain is TRUTH:
            return self._interned("same", (x, y) if x.id < y.id else (y, x), None, TRUTH)
        x, y = self._by_values(x), self._by_values(y)
        if not x.domain.overlaps(y.domain):
            return False
        mixed = next((term for term in (x, y) if not term.domain.is_numeric), None)
        if mixed and (self._is_linear(x) or self._is_linear(y)):  # words among the values: none of them is a sum
            return self.disjunction([self.conjunction([self.equals(x, v), self.equals(y, v)]) for v in mixed.domain])
        if self._is_linear(x) or self._is_linear(y):
            both_blank = self.conjunction([self.equals(x, BLANK), self.equals(y, BLANK)])
            equal = self.equals(self.linear([(1, x), (-1, y)]), 0)
            return self.disjunction([both_blank, self.conjunction([self.filled(x), self.filled(y), equal])])
        first, second = sorted((x, y), key=when_made)
        return self._term("same", (first, second), None, TRUTH)

    def less(self, x: Operand, y: Operand, gap: int = 1) -> Operand:
        """Whether x + gap <= y: with 1 x < y, with 0 x <= y. False where either is blank."""
        if x is BLANK or y is BLANK:
            return False
        if not isinstance(x, Term):
            return self.within(y, x + gap, y.domain.high) if isinstance(y, Term) else x + gap <= y
        if not isinstance(y, Term):
            return self.within(x, x.domain.low, y - gap)
        if x.domain.low + gap > y.domain.high:
            return False
        if self._is_linear(x) or self._is_linear(y) or x is y:
            difference = self.linear([(1, x), (-1, y)])
            in_order = (
                self.within(difference, difference.domain.low, -gap) if isinstance(difference, Term) else difference <= -gap
            )
            return self.conjunction([self.filled(x), self.filled(y), in_order])
        return self._term("less", (x, y), gap, TRUTH)

    def filled(self, x: Operand) -> Operand:
        """Whether x is not blank."""
        return self.negation(self.equals(x, BLANK))

    def distinct(self, members: Sequence[Operand]) -> Operand:
        """Whether no two members that are not blank are equal."""
        known = [member for member in members if not isinstance(member, Term) and member is not BLANK]
        if len({typed(value) for value in known}) < len(known):
            return False
        unknown = [member for member in members if isinstance(member, Term)]
        if len(known) + len(unknown) < 2:
            return True
        return self._term("distinct", [*unknown, *known], None, TRUTH)

    def connected(self, vertices: Sequence[Operand], edges: Sequence[tuple[int, int, Operand]]) -> Operand:
        """Whether the vertices that are true hang together by the edges that are true."""
        graph, conditions = graph_of(len(vertices), edges)
        return self._term("connected", [*vertices, *conditions], graph, TRUTH)

    def network(
        self, vertices: Sequence[Operand], edges: Sequence[tuple[int, int, Operand]], values: Sequence[Operand] | None = None
    ) -> Term:
        """Vertices, joined by the edges that are true where both ends are (and have the same value, where there are `values`)."""
        graph, conditions = graph_of(len(vertices), edges)
        return self._term("network", [*vertices, *conditions, *(values or ())], Network(graph, values is not None), Domain(()))

    def joined(self, network: Term, source: int, target: int, steps: int | None = None) -> Term:
        """Whether two vertices of a network are in one group; with `steps`, so many steps apart at most."""
        return self._term("joined", [network], Joined(source, target, steps), TRUTH)

    def size(self, network: Term, source: int, steps: int | None = None) -> Term:
        """How many vertices the group of one has; with `steps`, how many so many steps away at most."""
        domain = Domain(range(network.detail.graph.vertices + 1))
        return self._term("size", [network], Size(source, steps), domain)

    def member(self, token: int, target: int, steps: int | None = None) -> Term:
        """Whether a vertex is in the group that a quantifier goes through."""
        return self._term("member", (), GroupMember(token, target, steps), TRUTH)

    def members(self, token: int, most: int, steps: int | None = None) -> Term:
        """How many vertices, `most` at most, the group has that a quantifier goes through."""
        return self._term("members", (), GroupMember(token, -1, steps), Domain(range(most + 1)))

    # values

    def cases(self, chosen: Sequence[tuple[Operand, Operand]], otherwise: Operand) -> Operand:
        """The value beside the first condition that is true, or the last one."""
        kept: list[tuple[Operand, Operand]] = []
        for condition, value in chosen:
            if condition is True:
                otherwise = value
                break
            if condition is not False:
                kept.append((condition, value))
        while kept and identical(kept[-1][1], otherwise):
            kept.pop()
        if not kept:
            return otherwise
        values = [value for _, value in kept] + [otherwise]
        if all(isinstance(value, bool) or (isinstance(value, Term) and value.domain.is_truth) for value in values):
            simple = self._truth_cases(kept, otherwise)
            if simple is not None:
                return simple
        domain = union([value.domain if isinstance(value, Term) else domain_of([value]) for value in values], WIDE)
        return self._term("cases", [*(part for pair in kept for part in pair), otherwise], None, domain)

    def _truth_cases(self, kept: Sequence[tuple[Operand, Operand]], otherwise: Operand) -> Operand | None:
        if len(kept) > 1:
            return None
        condition, value = kept[0]
        if value is True:
            return self.disjunction([condition, otherwise])
        if value is False:
            return self.conjunction([self.negation(condition), otherwise])
        if otherwise is True:
            return self.disjunction([self.negation(condition), value])
        if otherwise is False:
            return self.conjunction([condition, value])
        return None

    def map(self, table: Table, args: Sequence[Operand]) -> Operand:
        """A function of a few values, each from a small domain; `TableTooLarge` where there are too many combinations."""
        if not any(isinstance(arg, Term) for arg in args):
            return table.compute(*args)
        combinations = 1
        for arg in args:
            combinations *= arg.domain.size if isinstance(arg, Term) else 1
            if combinations > MAP_LIMIT:
                raise TableTooLarge
        results = [*itertools.starmap(table.compute, itertools.product(*map(members_of, args)))]
        domain = domain_of(results)
        if domain.size == 1:
            return results[0]
        return self._term("map", args, table, domain)

    def extreme(self, name: str, x: Operand, y: Operand) -> Operand:
        """The `max` or `min` of two numbers that are not blank."""
        better = max if name == "max" else min
        if not isinstance(x, Term) and not isinstance(y, Term):
            return better(x, y)
        first, second = members_of(x), members_of(y)
        bound = better(min(first), min(second)) if name == "max" else better(max(first), max(second))
        if not isinstance(x, Term) or not isinstance(y, Term):
            known, unknown = (y, x) if isinstance(x, Term) else (x, y)
            if better(known, unknown.domain.low) == better(known, unknown.domain.high) == known:
                return known
        values = [value for value in {*first, *second} if better(value, bound) == value]
        return self._term(
            "extreme", sorted((x, y), key=lambda each: each.id if isinstance(each, Term) else -1), name, domain_of(values)
        )

    def automaton(self, args: Sequence[Operand], automaton: Automaton) -> Operand:
        """The result of an automaton that reads the arguments in their order."""
        domain = domain_of(automaton.results)
        return automaton.results[0] if domain.size == 1 else self._term("automaton", args, automaton, domain)

    def state(self, term: Term, after: int, state: int) -> Term:
        """Whether the automaton of a term is in a state after so many arguments."""
        return self._interned("state", term.args[:after], (term.detail, state), TRUTH)

    def open_way(self, args: Sequence[Operand], way: DecisionGraph) -> Term:
        """Whether a way that reads the arguments comes to no unwanted end."""
        return self._term("way", args, way, TRUTH)

    def passes(self, term: Term, node: int) -> Term:
        """Whether the way of a term passes a node."""
        return self._term("passes", term.args, (term.detail, node), TRUTH)

    def refined(self, weaker: Operand, values: Sequence[Operand], refinement: Refinement) -> Operand:
        """A truth about values that implies `weaker`."""
        return False if weaker is False else self._term("refined", [weaker, *values], refinement, TRUTH)

    def linear(self, members: Sequence[tuple[int, Operand]], constant: int = 0) -> Operand:
        """A constant and multiples of numbers added up; blanks and false count 0, true counts 1."""
        factors: dict[Term, int] = {}
        for factor, member in members:
            if not isinstance(member, Term):
                constant += factor * int(member) if member is not BLANK else 0
            elif member.op == "linear":
                constant += factor * member.detail[0]
                for inner, arg in zip(member.detail[1:], member.args, strict=True):
                    factors[arg] = factors.get(arg, 0) + factor * inner
            else:
                factors[member] = factors.get(member, 0) + factor
        ends = {term: term.domain.multiples(factor) for term, factor in factors.items()}
        for term in [term for term, both in ends.items() if both == (0, 0)]:
            del factors[term], ends[term]  # a number that is 0 or blank adds nothing either way
        if not factors:
            return constant
        only = next(iter(factors))
        if len(factors) == 1 and factors[only] == 1 and constant == 0 and not only.domain.blank and not only.domain.has_truths:
            return only
        low, high = sum(low for low, _ in ends.values()), sum(high for _, high in ends.values())
        domain = Domain(range(constant + low, constant + high + 1))
        return self._term("linear", tuple(factors), (constant, *factors.values()), domain)

    def count(self, members: Sequence[Operand]) -> Operand:
        """How many truth values are true: what `linear` makes of them, quickly, for counts over thousands of placements."""
        if {*map(type, members)} == {Term}:
            return self.count_unknown(tuple(members))
        return self.count_unknown(tuple([x for x in members if isinstance(x, Term)]), sum(x is True for x in members))

    def count_unknown(self, unknown: tuple[Term, ...], known: int = 0) -> Operand:
        """How many truth values are true, with so many that are known to be."""
        if not unknown:
            return known
        if len({*unknown}) < len(unknown):
            return self.linear([(1, member) for member in unknown], known)
        return self._interned("linear", unknown, (known, *[1] * len(unknown)), Domain(range(known, known + len(unknown) + 1)))

    def bit(self, x: Term, at: int) -> Term:
        """A bit of how far a number is above the smallest of its domain; false for blank."""
        return self._term("bit", (x,), (at, x.domain.low), TRUTH)

    def _equals_by_parts(self, x: Term, value: int) -> Operand | None:
        """Whether a sum is a known value, where that is told by comparing single values; none where it is not."""
        constant, *factors = x.detail
        if (len(x.args) > 2 and len({*map(abs, factors)}) == 1) or any(arg.op in SUMS for arg in x.args):
            return None
        if len(x.args) == 2 and not any(arg.domain.has_truths for arg in x.args):
            if not all(map(_is_small, x.args)):
                return None
            first, second = self.linear([(factors[0], x.args[0])], constant - value), self.linear([(-factors[1], x.args[1])])
            return self.same(first, second)  # a + b == 7 compares the values of a - 7 and of -b
        parts = digit_columns.parts(factors, [arg.domain.multiples(1) for arg in x.args], value - constant)
        if parts is None:
            return None
        sums = [(self.linear([(factors[at] // size, x.args[at]) for at in where]), left) for size, where, left in parts]
        return self.conjunction(self.equals(part, left) for part, left in sums) if sums else False

    def _by_values(self, x: Term) -> Term:
        """A multiple of one number and a constant as a function of that number, so that its values are those of the number."""
        if x.op != "linear" or len(x.args) > 1 or not _is_small(x.args[0]) or x.args[0].op in SUMS:
            return x
        constant, factor = x.detail
        table = Table("multiple and constant", functools.partial(_multiple_and_constant, constant, factor), x.detail)
        found = self.map(table, x.args)
        assert isinstance(found, Term)
        return found

    def _is_linear(self, x: Term) -> bool:
        return x.op in SUMS or (x.domain.size > WIDE and x.domain.is_numeric)


def _multiple_and_constant(constant: int, factor: int, value: Value) -> int:
    return constant + (0 if value is BLANK else factor * int(value))


def _is_small(x: Term) -> bool:
    """Whether there can be a literal for each value, and a table of them."""
    return x.domain.size <= min(WIDE, MAP_LIMIT)
