"""Automata, one step at a time: a clause about the states before and after a value must hold for every state and value.

A row is a state, a value, and the state that follows; rows are bits of a number. A literal is true in some of the rows, and a
clause is refuted by those in which all its literals are false.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from functools import cache

from gridwright.compiler.ir.automaton import Automaton
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Term
from gridwright.compiler.ir.value_sets import Possible, Range

from .term_facts import Facts

MAX_ROWS = 2_000_000


class Transition:
    """The rows of one layer of an automaton."""

    def __init__(self, automaton: Automaton, at: int) -> None:
        table, alphabet = automaton.layers[at], automaton.alphabets[at]
        self.before = [0] * len(table)
        self.after = [0] * automaton.width(at + 1)
        by_value = [0] * len(alphabet)
        row = 1
        for state, targets in enumerate(table):
            for symbol, to in enumerate(targets):
                self.before[state] |= row
                self.after[to] |= row
                by_value[symbol] |= row
                row <<= 1
        self.rows = row - 1
        self.values = dict(zip(alphabet, by_value, strict=True))


class Machines:
    """The automata of a certificate."""

    def __init__(self, terms: Sequence[Term]) -> None:
        self._by_start: dict[tuple[int, Term], list[Term]] = {}
        for term in terms:
            if term.op == "automaton":
                self._by_start.setdefault((id(term.detail), term.args[0]), []).append(term)
        self._total: dict[Term, bool] = {}
        self._step = cache(Transition)
        self._leading = cache(_leading)
        self._reached = cache(_reached)

    def refutes(self, literals: Sequence[tuple[Term, bool]], facts: Facts) -> bool:
        """Check whether literals cannot all have those truth values, by one step of an automaton that they are about."""
        states = [found for term, _ in literals for found in _states(term)]
        seen: set[Term] = set()
        for state in states:
            machine = state.detail[0]
            for whole in self._by_start.get((id(machine), state.args[0]), ()) if state.args else ():
                if whole not in seen and whole.args[: len(state.args)] == state.args:
                    seen.add(whole)
                    ends = {at for each in states for at in (len(each.args) - 1, len(each.args)) if 0 <= at < len(whole.args)}
                    if any(self._impossible(whole, at, literals, facts) for at in sorted(ends)):
                        return True
        return False

    def accepts_nothing(self, whole: Term, facts: Facts) -> bool:
        """Check whether no values that are left lead an automaton to a result that is left; look at all steps."""
        automaton: Automaton = whole.detail
        if not self._is_total(whole, facts):
            return False
        states = {0}
        for table, alphabet, arg in zip(automaton.layers, automaton.alphabets, whole.args, strict=True):
            possible = facts.of(arg)
            symbols = [symbol for symbol, value in enumerate(alphabet) if _allows(possible, value)]
            states = {table[state][symbol] for state in states for symbol in symbols}
        wanted = facts.of(whole)
        return not any(_allows(wanted, automaton.results[state]) for state in states)

    def _is_total(self, whole: Term, facts: Facts) -> bool:
        """Check whether an automaton knows every value that its arguments can have; if not, it has no result on some grids."""
        if whole not in self._total:
            possible = [facts.base.of[arg] for arg in whole.args]
            self._total[whole] = all(
                not isinstance(each, Range) and each <= frozenset(alphabet)
                for each, alphabet in zip(possible, whole.detail.alphabets, strict=True)
            )
        return self._total[whole]

    def _impossible(self, whole: Term, at: int, literals: Sequence[tuple[Term, bool]], facts: Facts) -> bool:
        automaton: Automaton = whole.detail
        if len(automaton.layers[at]) * len(automaton.alphabets[at]) > MAX_ROWS or not self._is_total(whole, facts):
            return False
        step: Transition = self._step(automaton, at)
        left = step.rows
        wanted = frozenset(state for state, each in enumerate(automaton.results) if _allows(facts.of(whole), each))
        for to, leads in enumerate(self._leading(automaton, wanted)[at + 1]):
            if not leads:
                left &= ~step.after[to]
        for state, is_reached in enumerate(self._reached(automaton)[at]):
            if not is_reached:
                left &= ~step.before[state]
        possible = facts.of(whole.args[at])
        for value, rows in step.values.items():
            if not _allows(possible, value):
                left &= ~rows
        for term, is_true in literals:
            rows = self._rows(term, whole, at, step)
            if rows is not None:
                left &= rows if is_true else ~rows
        return not left

    def _rows(self, term: Term, whole: Term, at: int, step: Transition) -> int | None:
        """Return the rows in which a term about this step is true; None if it is about something else."""
        if term.op == "not":
            found = self._rows(term.args[0], whole, at, step)
            return None if found is None else step.rows ^ found
        if term.op == "state" and term.detail[0] is whole.detail and term.args == whole.args[: len(term.args)]:
            state: int = term.detail[1]
            if len(term.args) == at:
                return step.before[state]
            return step.after[state] if len(term.args) == at + 1 else None
        if term.op == "and":
            parts = [self._rows(arg, whole, at, step) for arg in term.args]
            if None not in parts:
                return functools.reduce(int.__and__, [part for part in parts if part is not None], step.rows)
        if at + 1 == len(whole.args) and (term is whole or (term.op == "is" and term.args[0] is whole)):
            found = 0
            for rows, each in zip(step.after, whole.detail.results, strict=True):
                if each if term is whole else all_operations()["is"].evaluate(term, [each]):
                    found |= rows
            return found
        return None


def _states(term: Term) -> list[Term]:
    if term.op == "state":
        return [term]
    return [found for arg in term.args for found in _states(arg)] if term.op in ("and", "not") else []


def _allows(possible: Possible, value: object) -> bool:
    return isinstance(possible, Range) or value in possible


def _leading(automaton: Automaton, wanted: frozenset[int]) -> list[list[bool]]:
    """Return for each layer and state whether it leads to a wanted end."""
    found = [[state in wanted for state in range(len(automaton.results))]]
    for table in reversed(automaton.layers):
        found.append([any(found[-1][to] for to in row) for row in table])
    return found[::-1]


def _reached(automaton: Automaton) -> list[list[bool]]:
    """Return for each layer and state whether it is reached from the first one."""
    found = [[state == 0 for state in range(automaton.width(0))]]
    for at, table in enumerate(automaton.layers):
        following = [False] * automaton.width(at + 1)
        for state, row in enumerate(table):
            if found[-1][state]:
                for to in row:
                    following[to] = True
        found.append(following)
    return found
