"""Whether a bound of weighted literals follows from a constraint: from a sum that the constraint bounds, or pair by pair."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from gridwright.compiler.ir.term import Term
from gridwright.compiler.values import BLANK, Value

from .abstract import FALSE, TRUE, Contradiction, Range, bounds
from .facts import Facts
from .follows import Follows, Premise, Verdict

MAX_PAIRS = 4_000

Added = dict[Value, int]  # what a term adds to a sum, by its value


class Sums:
    """Decides for the sums of one certificate."""

    def __init__(self, follows: Follows) -> None:
        self.follows_clause = follows.clause
        self.base = follows.base
        self.meanings = follows.meanings

    def follows(self, pairs: Sequence[tuple[int, int]], high: int, unless: Sequence[int], premise: Premise) -> Verdict:
        """Whether the pairs add up to at most `high`, or one of `unless` is true."""
        terms = [self.meanings[abs(literal)] for _, literal in pairs]
        facts = Facts(self.base)
        try:
            for literal in unless:
                facts.state(self.meanings[abs(literal)], FALSE if literal > 0 else TRUE)
            parts = premise.about([*terms, *(self.meanings[abs(literal)] for literal in unless)])
            for part in parts:
                facts.state(part, TRUE)
            facts.settle([*parts, *(self.meanings[abs(literal)] for literal in unless)])
        except Contradiction:
            return Verdict.YES
        added, constant = self._added(pairs, facts)
        if constant + sum(most for _, most in map(_ends, added.values())) <= high:
            return Verdict.YES
        for total in (term for term, possible in facts.known.items() if term.op == "linear"):
            if self._bounded(total, facts, added, constant, high):
                return Verdict.YES
        if all(factor == 1 for factor, _ in pairs) and high == 1 and len(pairs) ** 2 < 2 * MAX_PAIRS:
            both = itertools.combinations([literal for _, literal in pairs], 2)
            if all(self.follows_clause((-one, -other, *unless), premise) is Verdict.YES for one, other in both):
                return Verdict.YES
        return Verdict.OPEN

    def _added(self, pairs: Sequence[tuple[int, int]], facts: Facts) -> tuple[dict[Term, Added], int]:
        """What each term adds to the sum by its value, over the values that it can still have."""
        found: dict[Term, Added] = {}
        for factor, literal in pairs:
            term = self.meanings[abs(literal)]
            of, true = _told(term)
            possible = facts.of(of)
            if isinstance(possible, Range):  # a wide number has too many values: the literal stands for itself
                of, true, possible = term, {True}, facts.of(term)
            added = found.setdefault(of, dict.fromkeys(possible, 0))  # type: ignore[arg-type]
            for value in added:
                if _is_true(true, value, of) == (literal > 0):
                    added[value] += factor
        return found, 0

    def _bounded(self, total: Term, facts: Facts, added: Mapping[Term, Added], constant: int, high: int) -> bool:
        """Whether a sum that is bounded bounds this one: each term adds the same multiple to both, and something known."""
        own_constant, *factors = total.detail
        low_end, high_end = bounds(facts.known[total])
        weights = dict(zip(total.args, factors, strict=True))
        for sign in (1, -1):
            rest = constant
            for term in {**added, **weights}:
                by_value = added.get(term)
                if by_value is None:
                    possible = facts.of(term)
                    if isinstance(possible, Range):
                        break
                    by_value = dict.fromkeys(possible, 0)
                gaps = {extra - sign * weights.get(term, 0) * _number(value) for value, extra in by_value.items()}
                if len(gaps) != 1 and term in weights:
                    break
                rest += max(gaps)
            else:
                most = high_end - own_constant if sign > 0 else own_constant - low_end
                if most + rest <= high:
                    return True
        return False


def _told(term: Term) -> tuple[Term, object]:
    """The term whose value tells a truth, and how."""
    if term.op in ("is", "within", "bit"):
        return term.args[0], term
    return term, {True}


def _is_true(true: object, value: Value, of: Term) -> bool:
    if not isinstance(true, Term):
        return value is True
    if true.op == "is":
        return value is true.detail or (value is not BLANK and bool(value == true.detail))
    if value is BLANK:
        return False
    if true.op == "within":
        return bool(true.detail[0] <= value <= true.detail[1])
    return bool((value - true.detail[1]) >> true.detail[0] & 1)


def _number(value: Value) -> int:
    return int(value) if isinstance(value, int) else 0


def _ends(added: Added) -> tuple[int, int]:
    return min(added.values(), default=0), max(added.values(), default=0)
