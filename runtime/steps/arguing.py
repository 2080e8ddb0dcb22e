"""Argue about rules on how places hang together: which values such a rule leaves no room for, and why.

A value of a place is supposed, and plain graph search tells what can still be joined, how large groups can be, and so on. If the
rule can then only be false, the place does not have the value. The facts that the argument takes are found by dropping others
(QuickXplain, Junker 2004), and the argument is told by those terms of the rule without which it would fail.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from gridwright.compiler.ir.term import Term, Variable
from gridwright.compiler.ir.value_sets import FALSE, Possible, Range, bounds
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.values import Value

from .argument import Argument
from .fact import Fact
from .group_solver import Implied
from .knowledge import Knowledge, bits
from .rule_instance import RuleInstance
from .suppositions import Suppositions
from .tell_argument import TOLD, Narrowed, arguments_of
from .term_bounds import Bounds, BoundsState, TermBounds

Possibilities = Mapping[Variable, int]
TERMS_OF_SUPPOSITION = 40  # whose bounds are computed again: as much work as a supposition that few terms depend on


class ArguedInstance:
    """An instance about how places hang together. It answers like a solver of it (`GroupSolver`), by argument only."""

    def __init__(self, instance: RuleInstance, values: Mapping[Variable, tuple[Value, ...]]) -> None:
        self.instances = (instance,)
        self.places = instance.variables
        self.asked = 0
        self._values = values
        self._last: dict[Term | None, tuple[TermBounds, Possibilities, BoundsState]] = {}  # that of a root, or of all

    @cached_property
    def _bounds(self) -> TermBounds:
        return TermBounds(self.instances[0].terms, self._values)

    @cached_property
    def _all(self) -> dict[Variable, int]:
        return {variable: (1 << len(self._values[variable])) - 1 for variable in self.places}

    def implications(self, knowledge: Knowledge) -> Implied:
        """Return the implications of the instance and all known facts."""
        return Arguing(self.instances, knowledge.values, {}).implied_by(self.instances[0], knowledge)

    def implied_facts(self, knowledge: Knowledge, premises: Sequence[Fact], facts: Sequence[Fact]) -> list[Fact]:
        """Return those of some facts that premises and the instance imply."""
        possible = self._possible(knowledge, premises)
        if possible is None:
            return [*facts]
        state = self._bounds.state(possible)
        implied: list[Fact] = []
        for fact in facts:
            denied = self._possible(knowledge, [fact.denied], possible)
            self.asked += 1
            if denied is None or self._bounds.supposing(state, denied, fact.variable) is not None:
                implied.append(fact)
        return implied

    def premises(self, knowledge: Knowledge, facts: Sequence[Fact], refuted: Sequence[Fact]) -> tuple[list[Fact], bool]:
        """Return a minimal set of facts for the argument that contradicts `refuted` and the instance; and true.

        `facts` with it do so. Those that come first are rather left out.
        """
        oldest_first = [*facts][::-1]
        if not self._contradicts(knowledge, [*refuted, *oldest_first]):
            raise AssertionError("an argument does not follow from what it rests on")
        number = bisect_left(
            range(len(oldest_first)), True, key=lambda number: self._contradicts(knowledge, [*refuted, *oldest_first[:number]])
        )
        oldest_first = oldest_first[:number]
        possible = self._possible(knowledge, [*refuted, *oldest_first])
        root = None if possible is None else self._bounds.false_root(self._bounds.state(possible))
        if root is not None:  # what this condition takes is found quickly, and the others of the instance may do with less of it
            about = self._bounds.places(root)
            oldest_first = [fact for fact in oldest_first if fact.variable in about]
            oldest_first = self._needed_facts(knowledge, [*refuted], oldest_first, is_new=False, root=root)
        if root is None or len(self._bounds.roots) > 1:
            oldest_first = self._needed_facts(knowledge, [*refuted], oldest_first, is_new=False)
        return oldest_first, True

    def _needed_facts(
        self, knowledge: Knowledge, always: list[Fact], facts: list[Fact], *, is_new: bool, root: Term | None = None
    ) -> list[Fact]:
        if not facts or (is_new and self._contradicts(knowledge, always, root)):
            return []
        if len(facts) == 1 and is_new:
            return facts
        if len(facts) == 1:
            return [] if self._contradicts(knowledge, always, root) else facts
        half = len(facts) // 2
        first, second = facts[:half], facts[half:]
        of_second = self._needed_facts(knowledge, [*always, *first], second, is_new=True, root=root)
        of_first = self._needed_facts(knowledge, [*always, *of_second], first, is_new=bool(of_second), root=root)
        return [*of_first, *of_second]

    def _contradicts(self, knowledge: Knowledge, facts: Sequence[Fact], root: Term | None = None) -> bool:
        """Check whether facts leave a place without a value, or the instance, or one condition of it, can only be false."""
        self.asked += 1
        possible = self._possible(knowledge, facts)
        if possible is None:
            return True
        term_bounds, state = self._near_state(possible, root)
        return term_bounds.false_root(state) is not None

    def _near_state(self, possible: Possibilities, root: Term | None) -> tuple[TermBounds, BoundsState]:
        """Return the bounds of all terms, or of those below one root, from those of the last question, which differ little."""
        last = self._last.get(root)
        if last is None:
            roots = self._bounds.roots
            term_bounds = self._bounds if root is None or len(roots) == 1 else TermBounds([root], self._values)
            state = term_bounds.state(possible)
        else:
            term_bounds, before, last_state = last
            state = term_bounds.update(last_state, before, possible)
        self._last[root] = term_bounds, possible, state
        return term_bounds, state

    def _possible(
        self, knowledge: Knowledge, facts: Sequence[Fact], before: Possibilities | None = None
    ) -> dict[Variable, int] | None:
        """Return the values that facts leave, of all or of those `before`; None if they leave none of a place."""
        possible = dict(self._all if before is None else before)
        for fact in facts:
            bit = 1 << knowledge.number_of(fact.variable, fact.value)
            if fact.variable in possible:
                possible[fact.variable] &= bit if fact.holds else ~bit
                if not possible[fact.variable]:
                    return None
        return possible

    def arguments(self, knowledge: Knowledge, premises: Sequence[Fact], refuted: Sequence[Fact]) -> tuple[Argument, ...]:
        """Return the arguments that show why these facts cannot all be true."""
        possible = self._possible(knowledge, [*premises, *refuted])
        if possible is None:
            return ()
        state = self._bounds.state(possible)
        root = self._bounds.false_root(state)
        return () if root is None else tuple(arguments_of(self._bounds, state, self._narrowed_terms(root, state)))

    def _narrowed_terms(self, root: Term, state: BoundsState) -> Iterator[Narrowed]:
        """Yield the terms that are told without which the root could be true, with what they could be and can be."""
        free = self._bounds.state(self._all)
        narrowed_terms = [
            term for term in self._bounds.below(root) if term.op in TOLD and term is not root and state[term] != free[term]
        ]
        without: dict[Term, Bounds] = {}
        for term in narrowed_terms:
            if self._bounds.under(root, state, {**without, term: free[term]}) == FALSE:
                without[term] = free[term]
        for term in narrowed_terms if without.keys() != {*narrowed_terms} else ():
            if term not in without:
                yield from self._sides(root, term, state, without, free)
        if root.op in TOLD:
            yield Narrowed(root, FALSE)

    def _sides(
        self, root: Term, term: Term, state: BoundsState, without: Mapping[Term, Bounds], free: BoundsState
    ) -> Iterator[Narrowed]:
        """Yield the ends of a number's range that matter, or a truth as it is."""
        narrow = state[term]
        if term.domain.is_truth or not term.domain.is_numeric:
            yield Narrowed(term, narrow)  # type: ignore[arg-type]
            return
        low, high = bounds(narrow)
        least, most = bounds(free[term])
        if high < most and self._bounds.under(root, state, {**without, term: _range(least, high)}) == FALSE:
            yield Narrowed(term, narrow, most=high)  # type: ignore[arg-type]
        elif low > least and self._bounds.under(root, state, {**without, term: _range(low, most)}) == FALSE:
            yield Narrowed(term, narrow, least=low)  # type: ignore[arg-type]
        else:
            yield Narrowed(term, narrow, least=low, most=high)  # type: ignore[arg-type]


def _range(low: int, high: int) -> Possible:
    return Range(low, high, blank=False) if high - low > 100 else frozenset(range(low, high + 1))


class Arguing:
    """The arguments of all instances about how places hang together for which graph search tells enough.

    `shown`: the values of each place that some solution has, so no argument excludes them.
    """

    def __init__(
        self, instances: Sequence[RuleInstance], values: Mapping[Variable, tuple[Value, ...]], shown: Possibilities
    ) -> None:
        self.instances = tuple(instance for instance in instances if instance.is_argued)
        self.shown = shown
        self._of_root = {term: instance for instance in reversed(self.instances) for term in instance.terms}
        self._bounds = TermBounds(list(self._of_root), values)
        self._places = tuple(dict.fromkeys(variable for instance in self.instances for variable in instance.variables))
        self._last: tuple[dict[Variable, int], BoundsState] | None = None
        self._suppositions = Suppositions(self._bounds)
        self._asked = 0

    @property
    def asked(self) -> int:
        """Return how many suppositions there were so far; one that many terms depend on counts as several."""
        return self._asked + self._bounds.visited // TERMS_OF_SUPPOSITION

    def contradiction(self, knowledge: Knowledge) -> RuleInstance | None:
        """Return an instance that what is known contradicts, if an argument shows it."""
        if not self.instances:
            return None
        root = self._bounds.false_root(self._state(knowledge))
        return None if root is None else self._of_root[root]

    def round(
        self, knowledge: Knowledge, deadline: Deadline, *, only_first: bool = False, in_trial: bool = False
    ) -> list[tuple[tuple[RuleInstance, ...], Implied]]:
        """Return for each instance the values that arguments exclude; `only_first`: only those of one place.

        No instance may contradict what is known. `in_trial`: what is known rests on a supposition, so an argument may exclude
        values that a solution has.
        """
        state = self._state(knowledge)
        if not in_trial:
            self._last = dict(knowledge.possible), state
        answers = self._suppositions.answers(state, keeps=not in_trial)
        removed: dict[RuleInstance, dict[Variable, int]] = {}
        for variable in self._places:
            if only_first and removed:
                break
            if not knowledge.is_open(variable):
                continue
            deadline.check()
            for at in bits(knowledge.possible[variable] & ~(0 if in_trial else self.shown.get(variable, 0))):
                self._asked += 1
                root = self._suppositions.false_root(state, answers, variable, at)
                if root is not None:
                    masks = removed.setdefault(self._of_root[root], {})
                    masks[variable] = masks.get(variable, 0) | 1 << at
        in_order = sorted(removed, key=lambda instance: instance.number)
        return [
            ((instance,), Implied(removed[instance], apart=self._apart(state, instance, removed[instance])))
            for instance in in_order
        ]

    def _apart(self, state: BoundsState, instance: RuleInstance, removed: Possibilities) -> frozenset[Variable]:
        """Return the places where an instance excludes several values, but not all at once."""
        several = [(variable, mask) for variable, mask in removed.items() if mask & (mask - 1)]
        return frozenset(variable for variable, mask in several if not self._excludes(state, instance, variable, mask))

    def _excludes(self, state: BoundsState, instance: RuleInstance, variable: Variable, mask: int) -> bool:
        root = self._bounds.supposing(state, {variable: mask}, variable)
        return root is not None and self._of_root[root] is instance

    def _state(self, knowledge: Knowledge) -> BoundsState:
        if self._last is None:
            return self._bounds.state(knowledge.possible)
        before, state = self._last
        return self._bounds.update(state, before, knowledge.possible, narrows=True)  # nothing is forgotten

    def implied_by(self, instance: RuleInstance, knowledge: Knowledge) -> Implied:
        """Return the implications of one instance."""
        if self.contradiction(knowledge) is not None:
            return Implied({}, contradicts=True)
        implied_by_group = dict(self.round(knowledge, Deadline(None)))
        return implied_by_group.get((instance,), Implied({}))
