"""Check a certificate. The result is what was covered, and how; an exception says what is wrong.

The formula is made from the spec. What is read beside it chooses among what was made, or is checked where it is used: whatever a
stranger writes there, nothing becomes a premise that does not follow from the spec and the claim.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline, GaveUp, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import USUAL, Limits
from gridwright.compiler.loader import load
from gridwright.compiler.syntax.diagnostics import SpecError

from ...judging.judge import Assignment
from ...judging.objective import objective_value
from ..formula import Formula, NothingVisible
from ..objective_bound import TooWeak
from ..pb_bounds import implies
from ..puzzle_cnf import UsedGroup, clauses_of, dimacs
from . import lrat
from .audit import audit
from .certificate_files import BOUND, CNF, LEMMAS, PROOF, SPEC, USED, Folder, open_folder, version
from .coverage import LIMIT, Coverage
from .json_values import Rejected, ints, is_int
from .solutions import check_solutions


def check(
    path: Path,
    *,
    limit: int = LIMIT,
    limits: Limits = USUAL,
    seed: int = 0,
    deadline: Deadline = NO_DEADLINE,
    on_progress: Callable[[str], None] = lambda stage: None,
) -> Coverage:
    """Check a certificate. `Rejected` says what is wrong with it; `OutOfTime` at the deadline, `GaveUp` at a limit.

    `limit` and `seed`: which grids the audit of the compiler compares.
    """
    on_progress("reading")
    try:
        folder = open_folder(path)
        spec = folder.with_limits(load(path / SPEC / "puzzle.yaml", folder.within(limits), deadline, libraries=[path / SPEC]))
        try:
            return _check(folder, spec, limit, seed, deadline, on_progress)
        except Rejected as problem:
            smaller = folder.smaller(spec.limits)
            if not smaller:
                raise
            raise GaveUp(f"{problem}; but it was written with larger limits: {spec.limits.allows(*smaller)}") from None
    except SpecError as problem:
        if problem.is_at_limit:  # then nothing was found to be wrong
            raise GaveUp(str(problem)) from None
        raise Rejected(f"the spec is not valid: {problem}") from None
    except (Rejected, OutOfTime, GaveUp, MemoryError):
        raise
    except OSError as problem:
        raise Rejected(f"a file cannot be read: {problem.strerror}") from None
    except Exception as problem:  # whatever a part that others wrote leads to: it is not accepted
        raise Rejected(f"a part does not have the expected form ({type(problem).__name__}: {str(problem)[:80]})") from None


def _check(folder: Folder, spec: Spec, limit: int, seed: int, deadline: Deadline, on_progress: Callable[[str], None]) -> Coverage:
    if any(layer.is_unbounded for layer in spec.layers):
        raise Rejected("certificates do not cover layers of all integers or rationals")
    on_progress("judging")
    solutions = check_solutions(folder, spec, deadline)
    on_progress("making the formula")
    coverage = Coverage(folder.claim, seed)
    formula = formula_of(folder, spec, solutions, coverage, deadline)
    used = list(_used_groups(folder, formula))
    clauses_used = list(clauses_of(formula, used))
    on_progress("comparing clauses")
    _compare(folder, dimacs(formula, clauses_used))
    clauses = [clause for _, some in clauses_used for clause in some]
    variables = formula.variables  # a lemma or a clause of a sum may name others, and 0, which would end a clause in DIMACS
    if any(not 0 < abs(literal) <= variables for clause in clauses for literal in clause):
        raise Rejected("a clause names a variable that does not exist")
    coverage.clauses, coverage.of_sums = len(clauses), sum(len(group.sums) for group in used)
    on_progress("checking the refutation")
    try:
        coverage.steps = lrat.check(clauses, _proof(folder, deadline))
    except lrat.NotRefuted as problem:
        raise Rejected(f"the refutation: {problem}") from None
    on_progress("comparing clauses with plain evaluation")
    audit(formula, used, solutions, coverage, limit, deadline)
    return coverage


def formula_of(folder: Folder, spec: Spec, solutions: Sequence[Assignment], coverage: Coverage, deadline: Deadline) -> Formula:
    """Return the formula of a certificate: what it claims of a spec, with its lemmas, which are counted in `coverage`."""
    formula = Formula(spec, deadline)
    _state_claim(folder, formula, solutions)
    for number, parameters in _lemmas(folder, formula):
        formula.state_lemma(number, parameters)
        kind = formula.problem.lazy[number].kind
        coverage.lemmas[kind] = coverage.lemmas.get(kind, 0) + 1
    return formula


def _state_claim(folder: Folder, formula: Formula, solutions: Sequence[Assignment]) -> None:
    """State that there is another solution, or a better one."""
    spec = formula.spec
    multipliers = _multipliers(folder)
    if spec.objective is not None and solutions and formula.problem.objective is not None:
        try:
            formula.state_better(objective_value(spec, solutions[0], formula.deadline), multipliers)
        except TooWeak as problem:
            raise Rejected(f"{BOUND}: {problem}") from None
        return
    if multipliers:
        raise Rejected(f"{BOUND} is there, but no objective that can be bounded")
    try:
        for solution in solutions:
            formula.state_different(solution)
    except NothingVisible:
        raise Rejected("no layer of the solution is visible") from None


def _multipliers(folder: Folder) -> Sequence[Fraction]:
    """Return the multipliers that are listed."""
    for multiplier in folder.lines(BOUND):
        is_one = isinstance(multiplier, dict) and multiplier.keys() == {"scale", "multipliers"}
        if not is_one or not is_int(multiplier["scale"]) or multiplier["scale"] < 1:
            raise Rejected(f"{BOUND} must have multipliers and their scale")
        return [Fraction(number, multiplier["scale"]) for number in ints(multiplier["multipliers"], "multipliers")]
    return ()


def _lemmas(folder: Folder, formula: Formula) -> Iterator[tuple[int, Any]]:
    """Yield lemmas that follow, as the numbers of their constraints and their parameters; each is listed once."""
    seen: set[str] = set()
    for at, line in enumerate(folder.lines(LEMMAS)):
        formula.deadline.check()
        seen.add(str(line))
        if len(seen) <= at:
            raise Rejected(f"lemma {at} is that of a line before")
        number, parameters = line
        if not is_int(number) or not formula.follows(number, parameters):
            raise Rejected(f"lemma {at} does not follow")
        yield number, parameters


def _used_groups(folder: Folder, formula: Formula) -> Iterator[UsedGroup]:
    """Yield the used parts of the formula's groups. Check that each clause of a sum follows from it."""
    last = -1
    for number, numbers, of_sums in folder.lines(USED):
        formula.deadline.check()
        group = formula.groups[_index(number, formula.groups, "group")]
        if number <= last or not _is_rising(ints(numbers, "clauses")):
            raise Rejected(f"what is used of {group.what} is not listed once, in order")
        last = number
        bounds = group.bounds
        sums = []
        for at, clause in of_sums:
            if not implies(bounds[_index(at, bounds, "sum")], {*ints(clause, "a clause")}):
                raise Rejected(f"a clause does not follow from a sum of {group.what}")
            sums.append((at, tuple(clause)))
        yield UsedGroup(number, [_index(listed, group.clauses, "clause") for listed in numbers], sums)


def _is_rising(numbers: Sequence[int]) -> bool:
    """Check whether each number is larger than the one before: then there are no more of them than of what they choose among."""
    return all(number < following for number, following in itertools.pairwise(numbers))


def _index(number: Any, among: Sequence[Any], what: str) -> int:
    if not is_int(number) or not 0 <= number < len(among):
        raise Rejected(f"there is no {what} {str(number)[:20]}")
    index: int = number
    return index


def _compare(folder: Folder, lines: Iterator[str]) -> None:
    """Check that `puzzle.cnf` is what was made; raise `Rejected` at the first line that is not."""
    there = folder.text(CNF)
    for number, line in enumerate(lines, 1):
        if next(there, "") != line:
            raise Rejected(
                f"{CNF} differs in line {number} from what this program, version {version()}, makes of the spec; "
                f"version {folder.version} wrote it"
            )
    if next(there, ""):
        raise Rejected(f"{CNF} has more lines than what this program makes of the spec")


def _proof(folder: Folder, deadline: Deadline) -> Iterator[str]:
    """Yield the lines of the refutation; raise `OutOfTime` at the deadline."""
    for line in folder.text(PROOF):
        deadline.check()
        if line.strip():
            yield line
