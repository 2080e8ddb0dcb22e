"""One spec, solved in every way: what disagrees with brute force by the judge.

Both engines, lazy and eager: how many solutions there are, which, what the best are worth, what each engine says of single grids;
and whether the clauses of a constraint are met by exactly the grids on which it holds, auxiliary variables being what they mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from brute import accepted, assignments, best, visible
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.budget import Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import Code, SpecError
from gridwright.runtime.solving.endings import reason_of
from gridwright.runtime.solving.outcome import Result
from gridwright.runtime.solving.solve import solve
from instances import faults, sample
from ways import WAYS, disagreements, told_apart

COUNTED = 24  # solutions that are counted out; of more, so many
GRIDS = 25  # grids on which clauses are looked at one by one
TRIED = 6  # solutions, and other grids, that each engine is asked about
SECONDS = 120  # for each search

# What a random expression may be refused for; nothing else that the generator makes should be.
REFUSED = {
    Code.DIVISION_BY_ZERO,
    Code.OUT_OF_RANGE,
    Code.MUST_BE_KNOWN,
    Code.WRONG_KIND,
    Code.WRONG_ARGUMENTS,
    Code.TOO_MUCH,
}


@dataclass(frozen=True)
class Looked:
    """What came of looking at a spec: its verdict by brute force, and what disagrees, if anything does.

    Where a search gave up the verdict is that: it was not compared in every way, and what was compared agreed.
    """

    verdict: str
    lemmas: frozenset[str] = frozenset()
    terms: frozenset[str] = frozenset()
    wrong: str = ""


def look(text: str) -> Looked:
    """Solve a spec in every way; a mistake of the program is a disagreement too, and giving up is none."""
    try:
        spec = load_text(text, "random.yaml")
        module = compile_spec(spec).module
    except SpecError as problem:
        return _refused(problem)
    except Exception as problem:
        return Looked("crash", wrong=f"{type(problem).__name__} while compiling: {problem}")
    lemmas: set[str] = set()
    verdict = "crash"
    terms = frozenset(term.op for term in module.terms.all)
    try:
        grids = list(accepted(spec))
    except SpecError as problem:  # a mistake on some grids only, which compiling has not come upon
        return _refused(problem, "refused by the judge")
    try:
        expected = {visible(spec, grid) for grid in grids}
        value, wanted = best(spec, grids) if spec.objective else (None, expected)
        verdict = "no solution" if not wanted else "unique" if len(wanted) == 1 else "several"
        wrong = next(_wrong(spec, expected, wanted, value, lemmas), "")
    except (GaveUp, OutOfTime) as problem:
        return Looked(f"gave up: {reason_of(problem)}")
    except Exception as problem:
        wrong = f"{type(problem).__name__}: {problem}"
    return Looked(verdict, frozenset(lemmas), terms, wrong)


def _refused(problem: SpecError, verdict: str = "refused") -> Looked:
    codes = {diagnostic.code for diagnostic in problem.diagnostics}
    names = ", ".join(sorted(code.value[0] for code in codes))
    return Looked(f"{verdict}: {names}", wrong="" if codes <= REFUSED else f"refused for {names}: {problem}")


def _wrong(spec: Spec, expected: set, wanted: set, value: object, lemmas: set[str]) -> Iterator[str]:
    grids = sample(list(assignments(spec)), GRIDS)
    for lazy in (True, False):
        for fault in faults(spec, grids, lazy=lazy):
            yield f"{'lazy' if lazy else 'eager'} clauses: {fault}"
    worlds = told_apart(spec, expected, TRIED) if len(expected) >= COUNTED else None
    for engine, lazy in WAYS:
        way = f"{engine}, {'lazy' if lazy else 'eager'}"
        most = COUNTED if len(wanted) >= COUNTED else len(wanted) + 1
        outcome = solve(spec, limit=most, engine=engine, lazy=lazy, deadline=Deadline(SECONDS))
        lemmas |= {kind for kind, number in outcome.statistics.lemmas.items() if number}
        solutions = {visible(spec, solution.grid) for solution in outcome.solutions}
        if not solutions <= (wanted if outcome.is_proved else expected):
            yield f"{way}: {len(solutions - wanted)} of {len(solutions)} solutions are wrong; brute force finds {len(wanted)}"
        if outcome.reason:
            raise GaveUp(outcome.reason)
        if len(solutions) != min(most, len(wanted)) or outcome.count != len(solutions):
            yield f"{way}: {outcome.count} solutions, and brute force finds {len(wanted)}"
        if (outcome.result is Result.NO_SOLUTION) != (not wanted):
            yield f"{way}: {outcome.result}, and brute force finds {len(wanted)} solutions"
        if outcome.objective is not None and not (outcome.objective.optimal and outcome.objective.value in (value,)):
            yield f"{way}: the best is worth {outcome.objective.value}, and brute force says {value}"
        if worlds and disagreements(compile_spec(spec, lazy=lazy), *worlds, engine):
            yield f"{way}: disagrees about a grid"
