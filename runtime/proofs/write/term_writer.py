"""Terms as lines of JSON: `[operation, arguments, detail]`, arguments before what they are arguments of.

A function becomes its table, an automaton or a way a line of its own. What only plain evaluation tells is named by the constraint
that it stands in, and by its number among those of that constraint.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

from gridwright.compiler.ir.automaton import Automaton
from gridwright.compiler.ir.decision_graph import DecisionGraph
from gridwright.compiler.ir.module import Module
from gridwright.compiler.ir.operations import topological_order
from gridwright.compiler.ir.term import Table, Term, Variable

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
        """The number of a term, with everything below it written."""
        if term not in self._numbers:
            for below in topological_order([term]):
                if below not in self._numbers:
                    detail = _DETAILS.get(below.op, _plain)(self, below)
                    self.terms.append([below.op, [self._numbers[arg] for arg in below.args], detail])
                    self._numbers[below] = len(self._numbers)
        return self._numbers[term]

    def machine(self, machine: Automaton | DecisionGraph) -> int:
        """The number of an automaton or a way."""
        if id(machine) not in self._machines:
            self._machines[id(machine)] = len(self.machines)
            self._kept.append(machine)
            alphabets = [[self.to_json(value) for value in alphabet] for alphabet in machine.alphabets]
            if isinstance(machine, Automaton):
                results = [self.to_json(result) for result in machine.results]
                self.machines.append({"alphabets": alphabets, "layers": machine.layers, "results": results})
            else:
                self.machines.append(
                    {"alphabets": alphabets, "nodes": machine.nodes, "limit": machine.limit, "endless": machine.endless}
                )
        return self._machines[id(machine)]

    def named(self, term: Term) -> Any:
        """The constraint that something left to evaluation stands in, and its number there."""
        return list(self._evaluated[term])


def _plain(writer: TermWriter, term: Term) -> Any:
    return [writer.to_json(part) for part in term.detail] if isinstance(term.detail, tuple) else writer.to_json(term.detail)


def _unknown(writer: TermWriter, term: Term) -> Any:
    variable: Variable = term.detail
    return [variable.layer.grid, variable.layer.name, variable.position]


def _graph(term: Term) -> list[Any]:
    graph = getattr(term.detail, "graph", term.detail)
    return [graph.vertices, graph.edges]


def _table(writer: TermWriter, term: Term) -> Any:
    table: Table = term.detail
    alphabets = [tuple(arg.domain) for arg in term.args]
    return {
        "alphabets": [[writer.to_json(value) for value in alphabet] for alphabet in alphabets],
        "results": [writer.to_json(table.compute(*values)) for values in itertools.product(*alphabets)],
    }


_DETAILS: Mapping[str, Callable[[TermWriter, Term], Any]] = {
    "unknown": _unknown,
    "evaluated": lambda writer, term: writer.named(term),
    "refined": lambda writer, term: writer.named(term),
    "connected": lambda writer, term: _graph(term),
    "network": lambda writer, term: [*_graph(term), term.detail.has_values],
    "joined": lambda writer, term: [term.detail.source, term.detail.target, term.detail.steps],
    "size": lambda writer, term: [term.detail.source, term.detail.steps],
    "map": _table,
    "automaton": lambda writer, term: writer.machine(term.detail),
    "way": lambda writer, term: writer.machine(term.detail),
    "state": lambda writer, term: [writer.machine(term.detail[0]), term.detail[1]],
    "passes": lambda writer, term: [writer.machine(term.detail[0]), term.detail[1]],
    **dict.fromkeys(("not", "and", "or", "same", "distinct", "cases"), lambda writer, term: None),
}


def left_to_evaluation(original: Module, module: Module) -> dict[Term, tuple[int, int]]:
    """For each term that only plain evaluation tells the first of the constraints that it is below, and its number there.

    The numbers are those of the module as it was lowered, which is what a rule is when it is lowered anew.
    """
    found: dict[Term, tuple[int, int]] = {}
    refinements: dict[Any, tuple[int, int]] = {}
    for at, assertion in enumerate(original.assertions):
        below = topological_order([assertion.term]) if isinstance(assertion.term, Term) else []
        for number, each in enumerate(each for each in below if each.op in ("evaluated", "refined")):
            found.setdefault(each, (at, number))
            refinements.setdefault(each.detail, (at, number))
    return found | {each: refinements[each.detail] for each in module.used() if each.op == "refined"}
