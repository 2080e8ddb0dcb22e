"""The problem of a claim, clause by clause, with the lemmas that refute it; and the refutation.

It is made anew: one problem for the whole spec, nothing split off or bounded by passes, and what can be written out in place of
refined, apart from connectivity. Lemmas are collected until nothing but what is claimed is left. A lemma that is a term, such as
"not all are multiples of 12" where the gcd is 6, then becomes a part of the weaker truth that the refined one implies, and all is
made once more.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence

from gridwright.compiler.compile import lower
from gridwright.compiler.encode.encode_module import encode
from gridwright.compiler.encode.encoder import ClauseBudget
from gridwright.compiler.encode.lemma_encoder import LemmaEncoder
from gridwright.compiler.encode.problem import Clause, Group, Lazy, LazyRefined, Problem
from gridwright.compiler.ir.module import Module
from gridwright.compiler.ir.term import Operand, Refinement, Term
from gridwright.compiler.ir.term_store import TableTooLarge
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass, field, replace
from gridwright.compiler.values import BLANK, Value

from ...engines.engine import Engine, Status
from ...judging.judge import Assignment
from ...solving.lemmas.lemma_kind import Candidate, TermLemma, all_kinds
from ...solving.lemmas.nogood import literals_of
from ...solving.outcome import Outcome
from ...solving.solve import solve
from ..check.lowered_constraints import strengthened, written_out
from .optimality import CuttingPlanes, inequalities
from .pb_bounds import Side, sides


class NoCertificate(Exception):
    """Why no certificate can be written."""


@dataclass(frozen=True, slots=True)
class Reasoned:
    """A lemma: its clause, its kind, and the constraint or the term that it follows from."""

    kind: str
    clause: Clause
    of: Lazy


@dataclass(frozen=True, slots=True)
class Answered:
    """Values that a refinement answers with a lemma that is a term."""

    refinement: Refinement
    values: tuple[Value, ...]
    lemma: Term


@dataclass(slots=True)
class Refuted:
    """Everything that cannot be true together, in the order in which clauses are numbered."""

    module: Module
    original: Module  # as it was lowered, without the lemmas that are terms
    encoder: LemmaEncoder
    groups: list[Group]
    sums: list[list[Side]]  # for each group; clauses that follow from them are known once there is a refutation
    lemmas: list[Reasoned] = field(default_factory=list)
    solutions: Sequence[Assignment] = ()  # that the claim is about
    blocking: list[Clause] = field(default_factory=list)  # for each solution that something visible is other than in it
    further: int = 0  # how many groups at the end say that something is better
    better: Term | None = None  # in place of these groups: what the inequalities that are added up contradict
    added: CuttingPlanes | None = None
    answered: Sequence[Answered] = ()  # from which what refined terms imply was made

    def state(self, groups: Iterable[Group]) -> None:
        """Add groups."""
        for group in groups:
            self.groups.append(group)
            self.sums.append([side for each in group.sums for side in sides(each)])

    def clauses(self) -> Iterable[Clause]:
        """Yield all clauses."""
        for group, sums in zip(self.groups, self.sums, strict=True):
            yield from group.clauses
            for each in sums:
                yield from each.clauses
        if self.added:
            yield self.added.clause
        for lemma in self.lemmas:
            yield lemma.clause
        yield from self.blocking


def refuted(spec: Spec, outcome: Outcome, engine: Engine, deadline: Deadline) -> Refuted:
    """Return what proves the claim of an outcome; raise `NoCertificate` if there is no proof."""
    module = original = lower(spec, deadline)
    answered: list[Answered] = []
    every = functools.cache(lambda: _all_solutions(spec, outcome, deadline))
    while True:
        found, problem = _stated(spec, module, original, outcome, every, engine, deadline)
        further = [] if found.added and not found.added.clause else _collect(found, problem, engine.another(), deadline)
        if not further:
            break
        answered += further
        stronger: dict[Refinement, list[Operand]] = {}
        for each in answered:
            stronger.setdefault(each.refinement, []).append(each.lemma)
        try:
            module = strengthened(original, stronger)
        except TableTooLarge:
            raise NoCertificate("a lemma is a term that cannot be written out") from None
    found.answered = answered
    return found


def _stated(
    spec: Spec,
    module: Module,
    original: Module,
    outcome: Outcome,
    every: Callable[[], Sequence[Assignment]],
    engine: Engine,
    deadline: Deadline,
) -> tuple[Refuted, Problem]:
    """Return everything but lemmas. `every` gives all solutions of the rules."""
    problem = encode(module, refining=False, deadline=deadline, written=ClauseBudget(spec.limits, deadline))
    encoder = LemmaEncoder(problem, deadline, module.terms)  # lemmas that are terms go into the module
    found = Refuted(module, original, encoder, [], [])
    found.state(problem.groups)
    found.solutions = [solution.grid for solution in outcome.solutions]
    if outcome.objective is not None and problem.objective is not None:
        found.solutions = found.solutions[:1]
        better = problem.objective.target.better(module.terms, outcome.objective.value)
        if isinstance(better, Term) and outcome.objective.value is not BLANK:
            best = problem.objective.target.scaled(outcome.objective.value)
            found.better = better
            found.added = inequalities(problem, encoder, module, best, engine.another(), deadline)
        if found.added:
            found.state(found.added.groups)
        else:
            groups = encoder.encode_lemma(better)
            found.state(groups)
            found.further = len(groups)
        return found, problem
    if outcome.objective is not None:
        found.solutions = every()
    found.blocking = [_blocking(problem, solution) for solution in found.solutions]
    if not all(found.blocking):
        raise NoCertificate("no layer of the solution is visible")
    return found, problem


def _all_solutions(spec: Spec, outcome: Outcome, deadline: Deadline) -> list[Assignment]:
    """Yield everything that satisfies the rules, an optimal solution first; evaluating each shows that none is better."""
    found = solve(replace(spec, objective=None), limit=spec.limits.enumerated + 1, deadline=deadline)
    if found.reason == Status.INTERRUPTED.value:
        raise KeyboardInterrupt
    deadline.check()
    if not found.complete:
        raise NoCertificate(f"the objective needs an evaluation of every solution, and not all are known ({found.reason})")
    best = outcome.solutions[0].grid
    visible = [(layer.grid, layer.name) for layer in spec.layers if not layer.hidden]
    others = (solution.grid for solution in found.solutions)
    return [best, *(grid for grid in others if any(grid[layer] != best[layer] for layer in visible))]


def _blocking(problem: Problem, grid: Assignment) -> Clause:
    """Return that something visible differs from a solution."""
    return tuple(
        -literal
        for variable, place in problem.places.items()
        if not variable.layer.hidden
        for literal in literals_of(place, grid[variable.layer.grid, variable.layer.name][variable.position])
    )


def _collect(found: Refuted, problem: Problem, engine: Engine, deadline: Deadline) -> list[Answered]:
    """Refine candidates until there is none; return the lemmas that are terms."""
    further: list[Answered] = []
    if not problem.lazy:
        return further
    engine.load(replace(problem, lazy=()))  # what hangs together has to be told in lemmas
    for group in found.groups[len(problem.groups) :]:
        engine.add(group.clauses, group.sums)
    engine.add([*found.blocking, *([found.added.clause] if found.added else [])])
    while True:
        deadline.check()
        status = engine.solve((), deadline.left())
        if status is Status.UNSAT:
            return further
        if status is not Status.SAT:
            raise NoCertificate(status.value)
        candidate = Candidate(problem, lambda literal: engine.value(abs(literal)) == (literal > 0), deadline, found.encoder)
        lemmas = [(lazy, each) for lazy in problem.lazy for each in all_kinds()[type(lazy)].lemmas(lazy, candidate)]
        if not lemmas:
            raise NoCertificate("the second search found a solution that the first one missed: please report this")
        for lazy, lemma in lemmas:
            if isinstance(lemma, TermLemma):
                assert isinstance(lazy, LazyRefined)
                further.append(Answered(lazy.term.detail, lemma.values, lemma.term))
                for group in found.encoder.encode_lemma(lemma.term, lemma.unless):
                    engine.add(group.clauses, group.sums)
                continue
            found.lemmas.append(Reasoned(lazy.kind, lemma, lazy))
            engine.add([lemma])


def asserted(found: Refuted) -> list[Term | bool]:
    """Return each constraint as a term, with refinements written out."""
    return written_out(found.module, found.encoder.written_out)
