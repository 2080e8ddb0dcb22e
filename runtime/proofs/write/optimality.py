"""A proof that nothing is better: a sum of inequalities, those of the rules and that one member of each core is false.

What rules bound goes in as often as the linear relaxation says. Where that does not suffice, cores do: literals of which the
refutation shows that they cannot all be true. That one of them is false costs something, and that as much has to be paid as a
solution costs which is not better is then an addition. What is left to be refuted is that all of some core are true.
"""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.linear_relaxation import compared, conjuncts
from gridwright.compiler.encode.problem import Clause, Group, Problem
from gridwright.compiler.ir.module import Module
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.records import dataclass

from ...engines.engine import Engine
from ...solving.optimum import Optimum, best_multipliers
from ...solving.progress import Progress
from ...solving.session import Session

Row = tuple[int, Term, int | None]  # how many times, what is bounded, and the constraint that does; none: that it is better


@dataclass(frozen=True, slots=True)
class PaidCore:
    """A core, as the literal that is true if all of it are: how often it is added, and literals that count what is false."""

    weight: int
    literal: int
    members: Sequence[int]
    counters: Sequence[int]


@dataclass(frozen=True, slots=True)
class CuttingPlanes:
    """What is added up. `groups` define the literals of cores. One of these literals is true, or there is a contradiction."""

    rows: Sequence[Row]
    cores: Sequence[PaidCore] = ()
    groups: Sequence[Group] = ()

    @property
    def clause(self) -> Clause:
        """Return the clause that follows."""
        return tuple(dict.fromkeys(core.literal for core in self.cores))


def inequalities(
    problem: Problem, encoder: LemmaEncoder, module: Module, best: int, engine: Engine, deadline: Deadline
) -> CuttingPlanes | None:
    """Return inequalities that contradict "better than the best", with cores; None if neither the relaxation nor cores show it
    soon.
    """
    objective = problem.objective
    if objective is None or objective.target.term is None or objective.blank:  # cores say nothing of what is blank
        return None
    target = objective.target.term
    return _relaxed(problem, target, module, best, deadline) or _paid(problem, encoder, target, best, engine, deadline)


def _relaxed(problem: Problem, target: Term, module: Module, best: int, deadline: Deadline) -> CuttingPlanes | None:
    """Return the rows of the relaxation if they suffice, and otherwise None."""
    relaxation = problem.relaxation(module.terms)
    multipliers = relaxation and best_multipliers(relaxation, deadline.left())
    if not relaxation or not multipliers:
        return None
    priced = relaxation.priced(multipliers)
    assert problem.objective is not None
    sign = -1 if problem.objective.target.maximize else 1
    if priced.bound <= priced.scale * (sign * best - 1):
        return None
    places: dict[Term, int] = {}
    for at, assertion in enumerate(module.assertions):
        for truth in conjuncts([assertion.term]):
            for term, _, _ in compared(module.terms, truth):
                places.setdefault(term, at)
    rows: list[Row] = [(-sign * priced.scale, target, None)]
    for multiplier, row in zip(multipliers, relaxation.rows, strict=True):
        if multiplier:
            rows.append((int(multiplier * priced.scale), row.term, places[row.term]))
    return CuttingPlanes(rows)


def _paid(
    problem: Problem, encoder: LemmaEncoder, target: Term, best: int, engine: Engine, deadline: Deadline
) -> CuttingPlanes | None:
    """Return cores if they suffice, and otherwise None."""
    assert problem.objective is not None
    session = Session(problem, engine, deadline, Progress(), encoder=encoder)
    optimum = Optimum(session, problem.objective, lambda: None)
    if not optimum.is_best(best):
        return None
    paid = []
    groups = [group for core in optimum.cores for group in core.groups]
    for core in optimum.cores:
        all_true = encoder.terms.conjunction([encoder.term(literal) for literal in core.literals])
        if not isinstance(all_true, Term):  # what is known to be false needs no refutation, and has no literal
            return None
        literal, defining = encoder.encode_literal(all_true)
        groups += defining
        paid.append(PaidCore(core.weight, literal, core.literals, core.counters))
    return CuttingPlanes([(1 if problem.objective.target.maximize else -1, target, None)], paid, groups)
