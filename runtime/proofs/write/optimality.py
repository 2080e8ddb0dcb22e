"""Find what shows by addition that nothing is better: the multipliers of the linear relaxation, or cores."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.language.budget import Deadline

from ...engines.engine import Engine
from ...solving.optimum import Optimum, best_multipliers
from ...solving.progress import Progress
from ...solving.session import Session
from ..objective_bound import PaidCore, TooWeak, check_multipliers, state_cores


def find_bound(problem: Problem, best: int, engine: Engine, deadline: Deadline) -> Sequence[Fraction] | Sequence[PaidCore]:
    """Return multipliers or cores that show that nothing is better than `best`; nothing if neither do soon."""
    objective = problem.objective
    if objective is None or objective.target.term is None or objective.blank:  # cores say nothing of what is blank
        return ()
    return _multipliers(problem, best, deadline) or _cores(problem, best, engine, deadline)


def _multipliers(problem: Problem, best: int, deadline: Deadline) -> Sequence[Fraction]:
    relaxation = problem.relaxation(LemmaEncoder(problem).terms)
    multipliers = relaxation and best_multipliers(relaxation, deadline.left())
    if not multipliers:
        return ()
    try:
        check_multipliers(problem, best, multipliers)
    except TooWeak:
        return ()
    return multipliers


def _cores(problem: Problem, best: int, engine: Engine, deadline: Deadline) -> Sequence[PaidCore]:
    assert problem.objective is not None
    optimum = Optimum(Session(problem, engine, deadline, Progress()), problem.objective, lambda: None)
    if not optimum.is_best(best):
        return ()
    counters = {literal: (at, number) for at, core in enumerate(optimum.cores) for number, literal in enumerate(core.counters)}
    found = [
        PaidCore(core.weight, [counters.get(literal, literal) for literal in core.literals], len(core.counters))
        for core in optimum.cores
    ]
    try:
        state_cores(problem, LemmaEncoder(problem, deadline), best, found)
    except TooWeak:
        return ()
    return found
