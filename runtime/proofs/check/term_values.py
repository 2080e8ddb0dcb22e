"""The values of terms on many grids at once, and which of these grids satisfy clauses.

Most grids differ from the first one, `start`, in a few cells. So a term has a usual value, that on `start`, and is computed anew
only on the grids on which an argument differs. A variable is the truth of a term: a number with a bit for each grid. So a clause
takes all grids at once.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping, Sequence

from gridwright.compiler.encode.linear_relaxation import Factors
from gridwright.compiler.encode.problem import Clause
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.values import Value, typed_key

from ...judging.judge import grid_interpreter
from ..formula import Formula
from .audit_grids import AuditGrids, Changes
from .constraints import Cell, cell_of, plain_truth

Differing = Mapping[int, Value]  # by the number of a grid

_NOWHERE: Differing = {}


class TermValues:
    """The values of the terms of a formula. `usual`: those on `start`, of all terms that were asked for."""

    def __init__(self, formula: Formula, grids: AuditGrids) -> None:
        self.meanings = formula.encoder.meanings
        self.usual: dict[Term, Value] = {}
        self._grids = grids
        self._limits = formula.spec.limits
        self._deadline = formula.deadline

    def differing(self, order: Sequence[Term], batch: Sequence[Changes]) -> tuple[Mapping[Term, Differing], set[int]]:
        """Return the values of terms that are not as usual, and the grids on which evaluating one is a mistake.

        The terms stand after their arguments. What is returned of a grid with a mistake means nothing.
        """
        operations, usual = all_operations(), self.usual
        in_cells: dict[Cell, dict[int, Value]] = {}
        for at, changes in enumerate(batch):
            for cell, value in changes.items():
                in_cells.setdefault(cell, {})[at] = value
        differing: dict[Term, Differing] = {}
        mistaken: set[int] = set()
        for term in order:
            if term.op == "unknown":
                cell = cell_of(term)
                usual[term] = self._grids.start[cell[:2]][cell[2]]
                values = in_cells.get(cell, _NOWHERE)
            elif term.op == "evaluated":
                usual[term] = False
                truths = {at: self._evaluate(term, changes) for at, changes in enumerate(batch)}
                mistaken.update(at for at, truth in truths.items() if truth is None)
                values = {at: True for at, truth in truths.items() if truth}
            else:
                args, evaluate = term.args, operations[term.op].evaluate
                if term not in usual:
                    usual[term] = evaluate(term, [usual[arg] for arg in args])
                if differing.keys().isdisjoint(args):
                    continue
                values = {}
                for at in {at for arg in args for at in differing.get(arg, _NOWHERE)}:
                    self._deadline.check()
                    value = evaluate(term, [differing.get(arg, _NOWHERE).get(at, usual[arg]) for arg in args])
                    if value is not usual[term]:
                        values[at] = value
            if values:
                differing[term] = values
        return differing, mistaken

    def _evaluate(self, term: Term, changes: Changes) -> Value:
        """Return the truth of an expression that has no lowering; None if evaluating it is a mistake."""
        budget = Budget("this rule", term.detail.node.span, self._limits, self._deadline)
        interpreter = grid_interpreter(self._grids.with_changes(changes), budget)
        return plain_truth(interpreter.run_truth, term.detail.node, term.detail.scope)

    def totals(self, factors: Factors, batch: Sequence[Changes]) -> dict[int, int]:
        """Return the weighted sum of values on each grid, without the grids where evaluation is a mistake."""
        differing, mistaken = self.differing(topological_order([*factors]), batch)
        totals = {at: 0 for at in range(len(batch)) if at not in mistaken}
        for base, of_base in factors.items():
            worth = {typed_key(value): factor for value, factor in zip(base.domain, of_base, strict=True)}
            values = differing.get(base, _NOWHERE)
            for at in totals:
                totals[at] += worth.get(typed_key(values.get(at, self.usual[base])), 0)
        return totals


class StatedClauses:
    """Clauses, and the terms that their variables depend on, each after those that it depends on."""

    def __init__(self, clauses: Sequence[Clause], values: TermValues) -> None:
        self._clauses = clauses
        self._values = values
        self._variables = {abs(literal) for clause in clauses for literal in clause}
        self.order = topological_order([values.meanings[variable - 1] for variable in self._variables])

    def refused_grids(self, batch: Sequence[Changes]) -> list[int]:
        """Return the grids that do not satisfy all clauses."""
        differing, mistaken = self._values.differing(self.order, batch)
        true: dict[int, int] = {}  # -1 has all bits
        for variable in self._variables:
            term = self._values.meanings[variable - 1]
            usual = bool(self._values.usual[term])
            others = (1 << at for at, value in differing.get(term, _NOWHERE).items() if bool(value) is not usual)
            true[variable] = functools.reduce(operator.xor, others, -1 if usual else 0)
            true[-variable] = ~true[variable]
        satisfied = -1
        for clause in self._clauses:
            satisfied &= functools.reduce(operator.or_, map(true.__getitem__, clause), 0)
        return [at for at in range(len(batch)) if not satisfied >> at & 1 and at not in mistaken]
