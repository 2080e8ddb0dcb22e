"""Inequalities that are added up: bounds of terms, each from a constraint and a whole number of times, and a contradiction.

Beside these there may be cores: truths of which one has to be false, as is refuted elsewhere. Where several are, that is told by
what counts them: "at most one is false" is false, and so on. So of members and counters at least one more member is false.

That is how it is shown that nothing is better than an optimum where clauses would have to count. Each bound follows from its
constraint by itself. What the sum of them all can be at most is found unknown by unknown: it is at most as large as if the value
of each were chosen for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gridwright.compiler.ir.evaluation import evaluate, topological_order
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.value_sets import Possible, Range, as_number
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import BLANK, Value

from .entailment import Premise
from .json_values import Rejected, ints

Row = tuple[int, Term, Term]  # how many times, what is bounded, the truth that bounds it
Literal = tuple[Term, bool]


@dataclass(frozen=True, slots=True)
class CoreClause:
    """Truths of which one is false, how many times that is added, and what counts how many are.

    `whole` is true if all of them are; that it is false is what is relied on.
    """

    weight: int
    whole: Literal
    members: Sequence[Literal]
    counters: Sequence[Literal]


def core_of(found: Any, meaning: Callable[[int], Literal]) -> tuple[int, CoreClause]:
    """Return the literal of the whole core, and the core, from a line of JSON."""
    weight, whole, members, counters = found
    ints([weight, whole, *members, *counters], "a core")
    return whole, CoreClause(weight, meaning(whole), [*map(meaning, members)], [*map(meaning, counters)])


def contradict(rows: Sequence[Row], cores: Sequence[CoreClause], alone: Sequence[Term], base: Mapping[Term, Possible]) -> bool:
    """Check whether bounds and cores cannot all hold, because their sum cannot.

    A row with a positive multiplier stands for "at least", with a negative one for "at most". `alone`: truths that hold as
    well, of which those that speak of one unknown leave values out.
    """
    total = _Total(_values_left(alone, base), base)
    for multiplier, term, truth in rows:
        low, high = _bounds(term, truth, base)
        total.most -= multiplier * (low if multiplier > 0 else high)
        for arg, factor in _added_up([(multiplier, term)]).items():
            total.add(factor, arg)
    for core in cores:
        _check_core(core)
        total.most -= core.weight
        for member in core.members:
            total.add_false(core.weight, member)
        for counter in core.counters:
            total.add_false(-core.weight, counter)
    return total.most + sum(max(sums.values()) for sums in total.by_unknown.values()) < 0


class _Total:
    """A sum of multiples of terms. `most`: its maximum, without what depends on an unknown; `by_unknown` has that by values."""

    def __init__(self, left: Mapping[Term, Sequence[Value]], base: Mapping[Term, Possible]) -> None:
        self._left = left
        self._base = base
        self.most = 0
        self.by_unknown: dict[Term, dict[Value, int]] = {}

    def add(self, factor: int, term: Term | None) -> None:
        """Add a multiple of a term, or of 1."""
        if term is None:
            self.most += factor
            return
        of = _decided_by(term)
        values = self._left.get(of) or _values(of, self._base)
        sums = self.by_unknown.setdefault(of, dict.fromkeys(values, 0))
        for value in sums:
            sums[value] += factor * as_number(_value(term, of, value))

    def add_false(self, factor: int, literal: Literal) -> None:
        """Add a number if a literal is false."""
        for term, times in _false([literal]).items():
            self.add(factor * times, term)


def _false(literals: Sequence[Literal]) -> dict[Term | None, int]:
    """Return how many literals are false, as a constant (under None) and multiples of truths."""
    found: dict[Term | None, int] = {None: 0}
    for literal in literals:
        term, is_true = _stripped(literal)
        found[term] = found.get(term, 0) + (-1 if is_true else 1)
        found[None] += is_true
    return {term: times for term, times in found.items() if times}


def _stripped(literal: Literal) -> Literal:
    """Return the same literal without negations."""
    term, is_true = literal
    while term.op == "not":
        term, is_true = term.args[0], not is_true
    return term, is_true


def _conjuncts(literal: Literal) -> set[Literal]:
    """Return the literals whose conjunction a literal is."""
    term, is_true = _stripped(literal)
    if term.op != ("and" if is_true else "or"):
        return {(term, is_true)}
    return {each for arg in term.args for each in _conjuncts((arg, is_true))}


def _check_core(core: CoreClause) -> None:
    """Check that the whole is true if all members are, and that each counter is false only if more members are."""
    if core.weight < 0:
        raise Rejected("a core is added with a negative multiplier")
    if not _conjuncts(core.whole) <= {each for member in core.members for each in _conjuncts(member)}:
        raise Rejected("a core does not match its members")
    counts = [_most(counter, core.members) for counter in core.counters]
    if len(set(counts)) < len(counts) or any(count < 1 for count in counts):
        raise Rejected("a core is used twice")


def _most(counter: Literal, members: Sequence[Literal]) -> int:
    """Return the most members that can be false if the counter is true."""
    term, is_true = _stripped(counter)
    if not is_true or term.op != "within" or term.args[0].op != "linear":
        raise Rejected("the counter of a core is not a bound of a sum")
    low, high = term.detail
    constant, *factors = term.args[0].detail
    found: dict[Term | None, int] = {None: constant}
    for factor, arg in zip(factors, term.args[0].args, strict=True):
        if not arg.domain.is_truth:
            raise Rejected("the counter of a core counts something else")
        for each, times in _false([(arg, False)]).items():
            found[each] = found.get(each, 0) + factor * times
    false = _false(members)
    offset = found.pop(None) - false.get(None, 0)
    found = {each: times for each, times in found.items() if times}
    if found == {each: times for each, times in false.items() if each} and low <= offset:
        return int(high - offset)
    raise Rejected("the counter of a core counts something else")


def _decided_by(term: Term) -> Term:
    """Return the unknown that alone decides a term, if there is one; otherwise another term that does, or the term."""
    below = topological_order([term])
    unknowns = [each for each in below if each.op == "unknown"]
    if len(unknowns) == 1 and not any(each.op == "evaluated" for each in below):
        return unknowns[0]
    while len(term.args) == 1 and term.op in ("not", "is", "within", "map"):
        term = term.args[0]
    return term


def _value(term: Term, of: Term, value: Value) -> Value:
    """Return the value of a term if the one that decides it has a value."""
    if of is term:
        return value
    if of.op == "unknown":
        return evaluate(term, {of: value})
    return all_operations()[term.op].evaluate(term, [_value(term.args[0], of, value)])


def _values(term: Term, base: Mapping[Term, Possible]) -> Sequence[Value]:
    possible = base[term]
    if isinstance(possible, Range):
        raise Rejected("the inequalities use a number with too many values")
    return list(possible)


def _values_left(alone: Sequence[Term], base: Mapping[Term, Possible]) -> dict[Term, list[Value]]:
    """Return for each unknown the values that are left by truths about it alone."""
    left: dict[Term, list[Value]] = {}
    for truth in alone:
        unknown = _decided_by(truth)
        if unknown.op == "unknown" and not isinstance(base[unknown], Range):
            values = left.get(unknown) or _values(unknown, base)
            left[unknown] = [value for value in values if evaluate(truth, {unknown: value})] or list(values)
    return left


def _bounds(term: Term, truth: Term, base: Mapping[Term, Possible]) -> tuple[int, int]:
    """Return what a term is at least and at most if a truth holds."""
    for part in Premise(truth).parts:
        if part.op == "within" and part.args[0] is term:
            low, high = part.detail
            return low, high
        if part.op == "is" and part.args[0] is term:
            return as_number(part.detail), as_number(part.detail)
        if (
            part.op == "same"
            and term.op == "linear"
            and set(term.args) == set(part.args)
            and term.detail in ((0, 1, -1), (0, -1, 1))
        ):
            return 0, 0
        if part.op == "distinct" and (found := _held(term, part, base)):
            return found
    raise Rejected("the constraint does not bound a sum of the inequalities")


def _added_up(members: Iterable[tuple[int, Term]]) -> dict[Term | None, int]:
    """Return multiples of terms as multiples of what these add up, the constant under None."""
    found: dict[Term | None, int] = {}
    for multiplier, term in members:
        constant, *factors = term.detail if term.op == "linear" else (0, 1)
        found[None] = found.get(None, 0) + multiplier * constant
        for factor, arg in zip(factors, term.args if term.op == "linear" else (term,), strict=True):
            found[arg] = found.get(arg, 0) + multiplier * factor
    return {arg: factor for arg, factor in found.items() if factor}


def _held(term: Term, distinct: Term, base: Mapping[Term, Possible]) -> tuple[int, int] | None:
    """Return the bounds of a sum that counts one value among distinct terms: at least one if there is no value to spare."""
    truths = term.args
    if term.op != "linear" or term.detail != (0, *[1] * len(truths)) or not all(truth.op == "is" for truth in truths):
        return None
    held, values = {truth.args[0] for truth in truths}, {truth.detail for truth in truths}
    if len(held) < len(truths) or len(values) > 1 or BLANK in values or not held <= set(distinct.args):
        return None
    (value,) = values
    possible = {arg: base[arg] for arg in distinct.args}
    if len(possible) < len(distinct.args) or any(isinstance(each, Range) for each in possible.values()):
        return 0, 1
    everything: set[Value] = set().union(*(each for each in possible.values() if not isinstance(each, Range)))
    others_never = all(value not in each for arg, each in possible.items() if arg not in held and not isinstance(each, Range))
    is_full = len(everything) == len(distinct.args) and BLANK not in everything
    return int(is_full and value in everything and others_never), 1
