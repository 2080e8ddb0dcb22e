"""Answers, checked before anything is solved: they are never solved for, so they are only evaluated for their mistakes.

An answer may take long, so only its first steps are looked at: with unknown values, which finds mistakes that every grid has, and
on a few random grids.
"""

from __future__ import annotations

from ..ir.term_factory import TermFactory
from ..language.all_solutions import is_over_all_solutions, with_solutions
from ..language.budget import Budget, Deadline
from ..language.interpreter_cache import InterpreterCache
from ..language.scope import Scope
from ..language.spec import Spec
from ..records import replace
from ..syntax.diagnostics import Code, SpecError
from ..syntax.syntax_tree import Expression
from .smoke_evaluation import random_grid, smoke_evaluate
from .symbolic import SymbolicInterpreter

STEPS = 10_000  # of each of these evaluations
SOLUTIONS = 3  # random grids that stand for all solutions


def check_answers(spec: Spec, deadline: Deadline) -> None:
    """Raise `SpecError` for mistakes in the answers."""
    limits = replace(
        spec.limits,
        steps=min(STEPS, spec.limits.steps),
        answer_steps=min(STEPS, spec.limits.answer_steps),
        fold_steps=min(STEPS, spec.limits.fold_steps),
    )
    for node in spec.answers.values():
        budget = Budget("the answer", node.span, limits, deadline, name="answer_steps")
        scope = spec.answer_scope
        if is_over_all_solutions(node, scope):
            number = min(SOLUTIONS, spec.expected.solutions or 0)
            scope = with_solutions(spec, [random_grid(seed, budget) for seed in range(number)])
        else:
            _evaluate_with_unknowns(node, scope, budget, InterpreterCache.of(spec))
        smoke_evaluate(node, scope, budget, is_truth=False, visible_only=scope is not spec.answer_scope)


def _evaluate_with_unknowns(node: Expression, scope: Scope, budget: Budget, cache: InterpreterCache) -> None:
    try:
        SymbolicInterpreter(TermFactory(budget.deadline), budget=budget, purpose="answer", cache=cache).run(node, scope)
    except SpecError as problem:
        if any(diagnostic.code is not Code.TOO_MUCH for diagnostic in problem.diagnostics):
            raise
