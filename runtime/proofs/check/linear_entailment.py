"""Whether a bound of weighted literals follows from a constraint: from a sum that the constraint bounds, or pair by pair."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence

from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.value_sets import FALSE, TRUE, EmptyMeet, Range, as_number, bounds
from gridwright.compiler.values import BLANK, Value

from .entailment import EntailmentCheck, EntailmentVerdict, Premise
from .joint_tables import Tables
from .term_facts import Facts

MAX_PAIRS = 4_000

Added = dict[Value, int]  # what a term adds to a sum, by its value


class Sums:
    """Decides whether the sums of one certificate follow."""

    def __init__(self, follows: EntailmentCheck) -> None:
        self.follows_clause = follows.clause
        self.base = follows.base
        self.meanings = follows.meanings
        self._tables = Tables(follows.base.of)

    def follows(self, pairs: Sequence[tuple[int, int]], high: int, unless: Sequence[int], premise: Premise) -> EntailmentVerdict:
        """Return whether it follows that the pairs add up to at most `high`, or one of `unless` is true."""
        terms = [self.meanings[abs(literal)] for _, literal in pairs]
        facts = Facts(self.base)
        try:
            for literal in unless:
                facts.state(self.meanings[abs(literal)], FALSE if literal > 0 else TRUE)
            parts = premise.about([*terms, *(self.meanings[abs(literal)] for literal in unless)])
            for part in parts:
                facts.state(part, TRUE)
            facts.propagate([*parts, *(self.meanings[abs(literal)] for literal in unless)])
        except EmptyMeet:
            return EntailmentVerdict.YES
        if self._one_at_most(pairs, high, parts):
            return EntailmentVerdict.YES
        added = self._added(pairs, facts)
        if sum(max(each.values(), default=0) for each in added.values()) <= high:
            return EntailmentVerdict.YES
        totals = [term for term in facts.known if term.op == "linear"]
        if any(self._bounded(total, facts, added, high) or self._tabulated(total, facts, pairs, high) for total in totals):
            return EntailmentVerdict.YES
        if all(factor == 1 for factor, _ in pairs) and high == 1 and len(pairs) ** 2 < 2 * MAX_PAIRS:
            both = itertools.combinations([literal for _, literal in pairs], 2)
            if all(self.follows_clause((-one, -other, *unless), premise) is EntailmentVerdict.YES for one, other in both):
                return EntailmentVerdict.YES
        return EntailmentVerdict.OPEN

    def _one_at_most(self, pairs: Sequence[tuple[int, int]], high: int, parts: Sequence[Term]) -> bool:
        """Check whether each literal says that one of several distinct terms has the same value."""
        truths = [self.meanings[abs(literal)] for _, literal in pairs]
        if not all(literal > 0 for _, literal in pairs) or not all(truth.op == "is" for truth in truths):
            return False
        held = {truth.args[0] for truth in truths}
        is_one_value = len(held) == len(pairs) and len({truth.detail for truth in truths}) == 1 and BLANK is not truths[0].detail
        return (
            is_one_value
            and max(factor for factor, _ in pairs) <= high
            and any(part.op == "distinct" and held <= set(part.args) for part in parts)
        )

    def _added(self, pairs: Sequence[tuple[int, int]], facts: Facts) -> dict[Term, Added]:
        """Return what each term adds to the sum for each value that it can still have."""
        found: dict[Term, Added] = {}
        for factor, literal in pairs:
            self._add(found, facts, self.meanings[abs(literal)], factor, literal > 0)
        return found

    def _add(self, found: dict[Term, Added], facts: Facts, truth: Term, factor: int, wanted: bool) -> None:
        """Add a number where a truth is as it is wanted."""
        while truth.op == "not":
            truth, wanted = truth.args[0], not wanted
        operation = all_operations()[truth.op]
        of = truth.args[0] if operation.is_comparison else truth
        if isinstance(facts.of(of), Range):  # a wide number has too many values: the truth stands for itself
            of = truth
        added = self._start(found, facts, of)
        for value in added:
            if (value is True if of is truth else operation.evaluate(truth, [value])) == wanted:
                added[value] += factor

    @staticmethod
    def _start(found: dict[Term, Added], facts: Facts, of: Term) -> Added:
        possible = facts.of(of)
        if of not in found:
            found[of] = {} if isinstance(possible, Range) else dict.fromkeys(possible, 0)
        return found[of]

    def _of_linear(
        self, total: Term, facts: Facts, sign: int, bits: Mapping[Term, Mapping[int, Term]]
    ) -> dict[Term, Added] | None:
        """Return what each term adds to a multiple of a `linear` term; None if a number is too wide, and not written in bits."""
        found: dict[Term, Added] = {}
        for factor, arg in zip(total.detail[1:], total.args, strict=True):
            possible = facts.of(arg)
            if arg.domain.is_truth:
                self._add(found, facts, arg, sign * factor, True)
            elif not isinstance(possible, Range):
                added = self._start(found, facts, arg)
                for value in added:
                    added[value] += sign * factor * as_number(value)
            else:
                whole, own = self.base.of[arg], bits.get(arg, {})
                if not isinstance(whole, Range) or whole.blank or own.keys() != set(range((whole.high - whole.low).bit_length())):
                    return None
                for at, bit in own.items():
                    self._add(found, facts, bit, sign * factor << at, True)
                found[arg] = {None: sign * factor * whole.low}  # whatever its value
        return found

    def _bounded(self, total: Term, facts: Facts, added: Mapping[Term, Added], high: int) -> bool:
        """Check whether a sum that is bounded bounds this one: each term adds the same to both, but for something known."""
        low_end, high_end = bounds(facts.known[total])
        bits: dict[Term, dict[int, Term]] = {}
        for term in added:
            if term.op == "bit" and term.detail[1] == bounds(self.base.of[term.args[0]])[0]:
                bits.setdefault(term.args[0], {})[term.detail[0]] = term
        for sign in (1, -1):
            other = self._of_linear(total, facts, sign, bits)
            if other is None:
                continue
            most = high_end - total.detail[0] if sign > 0 else total.detail[0] - low_end
            for term in {**added, **other}:
                one, another = added.get(term, {}), other.get(term, {})
                most += max((one.get(value, 0) - another.get(value, 0) for value in {**one, **another}), default=0)
            if most <= high:
                return True
        return False

    def _tabulated(self, total: Term, facts: Facts, pairs: Sequence[tuple[int, int]], high: int) -> bool:
        """Do the same for terms that several cells decide: go through what each set of cells adds to both."""
        low_end, high_end = bounds(facts.known[total])
        constant, *factors = total.detail
        negative = sum(factor for factor, literal in pairs if literal < 0)
        for sign, most in ((1, high_end - constant), (-1, constant - low_end)):
            multiples: Counter[Term] = Counter()
            for factor, literal in pairs:
                multiples[self.meanings[abs(literal)]] += factor if literal > 0 else -factor
            for factor, arg in zip(factors, total.args, strict=True):
                multiples[arg] -= sign * factor
            beyond = self._tables.most(multiples)
            if beyond is not None and most + negative + beyond <= high:
                return True
        return False
