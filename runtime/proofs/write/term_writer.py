"""Terms as lines of JSON: `[operation, arguments, detail]`, arguments before what they are arguments of.

A function becomes its table, an automaton or a way a line of its own. What only plain evaluation tells is named by the constraint
that it stands in, and by its number among those of that constraint.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.compiler.ir.automaton import Automaton
from gridwright.compiler.ir.decision_graph import DecisionGraph
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.module import Module
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Term

from ..check.json_values import Values


class TermWriter:
    """Numbers terms as they are asked for. `evaluated`: for each term that is left to evaluation its constraint and number."""

    def __init__(self, evaluated: Mapping[Term, tuple[int, int]], values: Values) -> None:
        self.to_json = values.to_json
        self._evaluated = evaluated
        self._numbers: dict[Term, int] = {}
        self._machines: dict[int, int] = {}
        self._kept: list[object] = []  # machines are told apart by identity, so they stay alive
        self.terms: list[Any] = []
        self.machines: list[Any] = []

    def number(self, term: Term) -> int:
        """Return the number of a term; write it and everything below it if that has not been done."""
        if term not in self._numbers:
            operations = all_operations()
            for below in topological_order([term]):
                if below not in self._numbers:
                    detail = operations[below.op].write(self, below)
                    self.terms.append([below.op, [self._numbers[arg] for arg in below.args], detail])
                    self._numbers[below] = len(self._numbers)
        return self._numbers[term]

    def machine(self, machine: Automaton | DecisionGraph) -> int:
        """Return the number of an automaton or a way; write it if that has not been done."""
        if id(machine) not in self._machines:
            self._machines[id(machine)] = len(self.machines)
            self._kept.append(machine)
            self.machines.append(machine.to_json(self.to_json))
        return self._machines[id(machine)]

    def named(self, term: Term) -> Any:
        """Return the constraint that a term stands in, and its number there: see `Operation.from_rule`."""
        return list(self._evaluated[term])


def left_to_evaluation(original: Module, module: Module) -> dict[Term, tuple[int, int]]:
    """Return for each term whose detail only its rule tells the first constraint that it is below, and its number there.

    The numbers are those of the module as it was lowered, which is what a rule is when it is lowered anew.
    """
    found: dict[Term, tuple[int, int]] = {}
    refinements: dict[Any, tuple[int, int]] = {}
    operations = all_operations()
    for at, assertion in enumerate(original.assertions):
        below = topological_order([assertion.term]) if isinstance(assertion.term, Term) else []
        for number, each in enumerate(each for each in below if operations[each.op].from_rule):
            found.setdefault(each, (at, number))
            refinements.setdefault(each.detail, (at, number))
    return found | {each: refinements[each.detail] for each in module.used() if each.op == "refined"}
