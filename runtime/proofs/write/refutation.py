"""Everything that refutes a claim: the formula, and the lemmas that a search with it takes.

The search goes on until nothing but what is claimed is left. It is made anew, because the formula of a certificate differs from
that of the first search: it is one for the whole spec, nothing is split off or bounded by passes, and what can be written out is
not refined, apart from connectivity.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import LazyRefined, Problem
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass, field, replace
from gridwright.compiler.values import BLANK

from ...engines.engine import Engine, Status
from ...judging.judge import Assignment
from ...solving.lemmas.lemma_kind import Candidate, Parameters
from ...solving.optimum import best_multipliers
from ...solving.outcome import Outcome
from ...solving.solve import solve
from ..formula import Formula, NothingVisible
from ..objective_bound import TooWeak, check_multipliers


class NoCertificate(Exception):
    """Why no certificate can be written."""


@dataclass(frozen=True, slots=True)
class StatedLemma:
    """A lemma: the number of its lazy constraint, its parameters, and which groups of the formula it is."""

    of: int
    parameters: Parameters
    groups: range
    is_kept: bool  # it is left in even if the refutation does not use it, since what follows may be numbered after it


@dataclass(slots=True)
class Refuted:
    """A formula that contradicts itself, and what it was made from beside the spec."""

    formula: Formula
    solutions: Sequence[Assignment]
    multipliers: Sequence[Fraction] = ()
    lemmas: list[StatedLemma] = field(default_factory=list)


def refute(spec: Spec, outcome: Outcome, engine: Engine, deadline: Deadline) -> Refuted:
    """Return the proof of the claim of an outcome; raise `NoCertificate` if there is none."""
    formula = Formula(spec, deadline)
    refuted_claim = Refuted(formula, [solution.grid for solution in outcome.solutions])
    objective, problem = outcome.objective, formula.problem
    if objective is not None and problem.objective is not None:
        refuted_claim.solutions = refuted_claim.solutions[:1]
        is_number = isinstance(problem.objective.target.better(formula.module.terms, objective.value), Term)
        if is_number and objective.value is not BLANK:
            best = problem.objective.target.term_value(objective.value)
            refuted_claim.multipliers = _multipliers(problem, best, deadline)
        formula.state_better(objective.value, refuted_claim.multipliers)
    else:
        if objective is not None:
            refuted_claim.solutions = _all_solutions(spec, outcome, deadline)
        try:
            for grid in refuted_claim.solutions:
                formula.state_different(grid)
        except NothingVisible:
            raise NoCertificate("no layer of the solution is visible") from None
    if not any(() in group.clauses for group in formula.groups):
        _collect(refuted_claim, engine.another(), deadline)
    return refuted_claim


def _multipliers(problem: Problem, best: int, deadline: Deadline) -> Sequence[Fraction]:
    """Return multipliers of the linear relaxation that show that nothing is better than `best`; none if no such are found."""
    relaxation = problem.relaxation(LemmaEncoder(problem).terms)
    multipliers = (relaxation and best_multipliers(relaxation, deadline.seconds_left())) or ()
    try:
        check_multipliers(problem, best, multipliers)
    except TooWeak:
        return ()
    return multipliers


def _all_solutions(spec: Spec, outcome: Outcome, deadline: Deadline) -> list[Assignment]:
    """Return everything that satisfies the rules, an optimal solution first; evaluating each shows that none is better."""
    search_outcome = solve(replace(spec, objective=None), limit=spec.limits.enumerated + 1, deadline=deadline)
    if search_outcome.reason == Status.INTERRUPTED.value:
        raise KeyboardInterrupt
    deadline.check()
    if not search_outcome.complete:
        raise NoCertificate(
            f"the objective needs an evaluation of every solution, and not all are known ({search_outcome.reason})"
        )
    best = outcome.solutions[0].grid
    visible = [(layer.grid, layer.name) for layer in spec.layers if not layer.hidden]
    others = (solution.grid for solution in search_outcome.solutions)
    return [best, *(grid for grid in others if any(grid[layer] != best[layer] for layer in visible))]


def _collect(refuted_claim: Refuted, engine: Engine, deadline: Deadline) -> None:
    """Refine candidates until there is none."""
    formula = refuted_claim.formula
    problem = formula.problem
    if not problem.lazy:
        return
    engine.load(replace(problem, lazy=()))  # what hangs together has to be told in lemmas
    known = len(problem.groups)
    while True:
        for group in formula.groups[known:]:
            engine.add(group.clauses, group.sums)
        known = len(formula.groups)
        deadline.check()
        status = engine.solve((), deadline.seconds_left())
        if status is Status.UNSAT:
            return
        if status is not Status.SAT:
            raise NoCertificate(status.value)
        candidate = Candidate(problem, lambda literal: engine.value(abs(literal)) == (literal > 0), deadline, formula.encoder)
        refused = [
            (number, parameters)
            for number in range(len(problem.lazy))
            for parameters in formula.kind(number)[0].parameters(problem.lazy[number], candidate)
        ]
        if not refused:
            raise NoCertificate("the second search found a solution that the first one missed: please report this")
        for number, parameters in refused:
            before = len(formula.groups)
            formula.state_lemma(number, parameters)
            groups = range(before, len(formula.groups))
            refuted_claim.lemmas.append(StatedLemma(number, parameters, groups, isinstance(problem.lazy[number], LazyRefined)))
