"""Which rules the lemmas of a search came from: what a run that gave up can say of where the time went."""

from __future__ import annotations

from collections.abc import Iterable

from gridwright.compiler.encode.problem import Lazy, Problem
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.ir.term import Term
from gridwright.compiler.syntax.span import Span

from .outcome import RuleWork
from .progress import Progress


def rule_work(problems: Iterable[Problem], progress: Progress) -> tuple[RuleWork, ...]:
    """Return the rules that were refined, those with the most lemmas first.

    A constraint that several rules use counts for the first of them. One that stands in no rule, because the encoder made it
    for another, is left out.
    """
    work_at: dict[Span, RuleWork] = {}
    for problem in problems:
        refined = [lazy for lazy in problem.lazy if lazy in progress.work]
        origins = _origins(problem, refined)
        for lazy in refined:
            origin = origins.get(lazy.origin) if isinstance(lazy.origin, Term) else lazy.origin
            if origin is not None:
                work = progress.work[lazy]
                before = work_at.get(origin.span, RuleWork(origin, 0, 0.0))
                work_at[origin.span] = RuleWork(before.rule, before.lemmas + work.lemmas, before.seconds + work.seconds)
    return tuple(sorted(work_at.values(), key=lambda work: (-work.lemmas, -work.seconds)))


def _origins(problem: Problem, refined: Iterable[Lazy]) -> dict[Term, Origin]:
    """Return for each refined term the first rule in which it stands."""
    wanted = {lazy.origin for lazy in refined if isinstance(lazy.origin, Term)}
    origins: dict[Term, Origin] = {}
    for assertion in problem.assertions if wanted else ():
        if isinstance(assertion.term, Term):
            for term in wanted.intersection(topological_order([assertion.term])):
                origins.setdefault(term, assertion.origin)
    return origins
