"""For each of several assignments to a few terms, the values that other terms may take: one bit for each assignment.

An assignment, here called a world, gives values to some terms. The values of another term follow from these, or may be anything.
Each value is kept with the worlds in which the term can have it, as the bits of a number, so all worlds are computed at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..values import BLANK, Value
from .term import Term, branches

MOST_VALUES = 400  # of a number that is followed; one with more can be anything

Possible = dict[Value, int]  # each value that a term can have, with the worlds in which it can


class BitsetModels:
    """A number of worlds, and the values that terms can have in each of them."""

    def __init__(self, number: int, known: Mapping[Term, Possible]) -> None:
        self.all = (1 << number) - 1
        self._found: dict[Term, Possible | None] = dict(known)

    def where_true(self, term: Term) -> int:
        """Return the worlds in which a truth value can be true."""
        return self._truth(self.of(term))[0]

    def of(self, term: Term) -> Possible | None:
        """Return the values that a term can have; None if it can have any."""
        todo = [term]
        while todo:
            here = todo[-1]
            if here in self._found:
                todo.pop()
                continue
            new = [arg for arg in here.args if arg not in self._found]
            if new and here.op in _RULES:
                todo += new
                continue
            todo.pop()
            rule = _RULES.get(here.op)
            if rule:
                self._found[here] = rule(self, here, [self._found[arg] for arg in here.args])
            else:
                self._found[here] = {True: self.all, False: self.all} if here.domain.is_truth else None
        return self._found[term]

    def _truth(self, possible: Possible | None) -> tuple[int, int]:
        """Return where a truth value can be true, and where it can be false."""
        return (self.all, self.all) if possible is None else (possible.get(True, 0), possible.get(False, 0))

    def _constant(self, term: Term, args: Sequence[Possible | None]) -> Possible:
        return {term.detail: self.all}

    def _not(self, term: Term, args: Sequence[Possible | None]) -> Possible:
        true, false = self._truth(args[0])
        return {True: false, False: true}

    def _and(self, term: Term, args: Sequence[Possible | None]) -> Possible:
        true, false = self.all, 0
        for arg in args:
            can, cannot = self._truth(arg)
            true, false = true & can, false | cannot
        return {True: true, False: false}

    def _or(self, term: Term, args: Sequence[Possible | None]) -> Possible:
        true, false = 0, self.all
        for arg in args:
            can, cannot = self._truth(arg)
            true, false = true | can, false & cannot
        return {True: true, False: false}

    def _is(self, term: Term, args: Sequence[Possible | None]) -> Possible | None:
        return self._divide(
            args[0], lambda value: value is term.detail if BLANK in (value, term.detail) else value == term.detail
        )

    def _within(self, term: Term, args: Sequence[Possible | None]) -> Possible | None:
        low, high = term.detail
        return self._divide(args[0], lambda value: value is not BLANK and low <= value <= high)

    def _divide(self, arg: Possible | None, wanted: Callable[[Value], bool]) -> Possible | None:
        if arg is None:
            return None
        possible: Possible = {True: 0, False: 0}
        for value, worlds in arg.items():
            possible[bool(wanted(value))] |= worlds
        return possible

    def _same(self, term: Term, args: Sequence[Possible | None]) -> Possible | None:
        first, second = args
        if first is None or second is None:
            return None
        true = false = 0
        for value, worlds in first.items():
            for other, others in second.items():
                if value is other or (BLANK not in (value, other) and value == other):
                    true |= worlds & others
                else:
                    false |= worlds & others
        return {True: true, False: false}

    def _linear(self, term: Term, args: Sequence[Possible | None]) -> Possible | None:
        constant, *factors = term.detail
        total: Possible = {constant: self.all}
        for factor, arg in zip(factors, args, strict=True):
            if arg is None:
                return None
            added: Possible = {}
            for value, worlds in arg.items():
                more = 0 if value is BLANK else factor * int(value)
                for before, others in total.items():
                    both = worlds & others
                    if both:
                        added[before + more] = added.get(before + more, 0) | both
            if len(added) > MOST_VALUES:
                return None
            total = added
        return total

    def _map(self, term: Term, args: Sequence[Possible | None]) -> Possible | None:
        rows: list[tuple[tuple[Value, ...], int]] = [((), self.all)]
        for arg in args:
            if arg is None:
                return None
            pairs = [((*values, value), worlds & others) for values, worlds in rows for value, others in arg.items()]
            rows = [(values, worlds) for values, worlds in pairs if worlds]
            if len(rows) > MOST_VALUES:
                return None
        results: Possible = {}
        for values, worlds in rows:
            result = term.detail.compute(*values)
            results[result] = results.get(result, 0) | worlds
        return results

    def _cases(self, term: Term, args: Sequence[Possible | None]) -> Possible | None:
        left, possible = self.all, dict[Value, int]()
        for at in range(len(branches(term)) + 1):
            condition, value = (
                (args[2 * at], args[2 * at + 1]) if 2 * at + 1 < len(args) else ({True: self.all, False: 0}, args[-1])
            )
            if value is None:
                return None
            true, false = self._truth(condition)
            for case_value, worlds in value.items():
                possible[case_value] = possible.get(case_value, 0) | (worlds & true & left)
            left &= false
        return possible


_RULES = {
    "constant": BitsetModels._constant,
    "not": BitsetModels._not,
    "and": BitsetModels._and,
    "or": BitsetModels._or,
    "is": BitsetModels._is,
    "within": BitsetModels._within,
    "same": BitsetModels._same,
    "linear": BitsetModels._linear,
    "map": BitsetModels._map,
    "cases": BitsetModels._cases,
}
