"""Compare the clauses that the compiler made with plain evaluation: a grid on which a rule holds must satisfy its clauses.

The clauses of a constraint are those that the refutation uses: its own, those of its lemmas, and those that define their
auxiliary variables. If the cells that a constraint reads have few combinations of values, the audit compares all of them.
Otherwise it draws grids: a solution with some cells changed. Plain evaluation finds the grids on which the rule holds, one after
the other. Then the clauses are evaluated on all of these at once: an auxiliary variable is the truth of a term, and the term has
a value on each grid.

If an optimum rests on multipliers, no clauses are used. Then the rows of the linear relaxation are compared in the same way: each
that a constraint gives, and what the objective adds up.

The compiler may combine a constraint with others about one or two of its cells, and one about shapes of groups with those that
bound the sizes of groups. The clauses may then refuse a grid that breaks one of these.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from gridwright.compiler.encode.linear_relaxation import Reader, rows_of
from gridwright.compiler.encode.problem import Clause
from gridwright.compiler.ir.group_sizes import size_bounds
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.ir.term import Operand, Term
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.records import dataclass
from gridwright.compiler.values import BLANK

from ...judging.judge import Assignment
from ...judging.objective import objective_value
from ..formula import Formula
from ..puzzle_cnf import UsedGroup, clauses_in
from .audit_grids import AuditGrids, Changes, share
from .constraints import Cell, Cells, Constraint, cell_of, constraints, plain_truth
from .coverage import Basis, Compared, Coverage
from .json_values import Rejected
from .term_values import StatedClauses, TermValues

MEANINGS = 5_000  # clauses at most that say what the variables of one constraint mean
BATCH = 256  # grids that are compared at once

Refusing = Callable[[Sequence[Changes]], Iterable[int]]  # which of some grids are refused


@dataclass(frozen=True, slots=True, eq=False)
class _Audited:
    """A constraint, in words too, the clauses of it that the refutation uses, and what its rows of the relaxation refuse.

    `uses_sizes`: it was compiled with those that bound the sizes of groups.
    """

    what: str
    constraint: Constraint
    clauses: Sequence[Clause]
    rows: Refusing | None
    uses_sizes: bool = False

    @property
    def is_used(self) -> bool:
        """Check whether the claim rests on it."""
        return bool(self.clauses) or self.rows is not None


def audit(
    formula: Formula,
    used: Sequence[UsedGroup],
    solutions: Sequence[Assignment],
    coverage: Coverage,
    limit: int,
    deadline: Deadline,
) -> None:
    """Compare all constraints, and add to `coverage` how; `Rejected` if clauses refuse a grid on which a constraint holds."""
    grids = AuditGrids(formula.spec.layers, solutions, coverage.seed)
    values = TermValues(formula, grids)
    audited = list(_constraints_with_clauses(formula, used, solutions, values, grids))
    pairs = zip(audited, formula.module.assertions, strict=False)  # the last one may be the objective, which is no assertion
    sizes = [audited_constraint.constraint for audited_constraint, assertion in pairs if any(size_bounds(assertion.term))]
    small = SmallRules([audited_constraint.constraint for audited_constraint in audited], grids.start, sizes)
    alike = Counter(audited_constraint.constraint.of for audited_constraint in audited if audited_constraint.is_used)
    meanings = _Meanings(formula, used)
    for constraint in audited:
        deadline.check()
        comparison = _Comparison(constraint, meanings.of(constraint.clauses), values, grids, small, deadline)
        coverage.compared.append(comparison.compare(limit, share(alike[constraint.constraint.of])))


def _constraints_with_clauses(
    formula: Formula, used: Sequence[UsedGroup], solutions: Sequence[Assignment], values: TermValues, grids: AuditGrids
) -> Iterator[_Audited]:
    """Yield all constraints with their clauses, and the objective if clauses say that something is better."""
    spec, module, deadline = formula.spec, formula.module, formula.deadline
    clauses_of: dict[Origin | Term | None, list[Clause]] = {}
    for used_group in used:
        clauses_of.setdefault(formula.groups[used_group.number].source, []).extend(clauses_in(formula, used_group))
    relaxed = _Relaxed(formula, values, grids) if () in clauses_of.get(None, ()) else None
    for constraint, assertion in zip(constraints(spec, module, deadline), module.assertions, strict=True):
        rows = relaxed.rows_of(assertion.origin) if relaxed else None
        what, clauses = formula.constraint(assertion.origin), clauses_of.get(assertion.origin, ())
        yield _Audited(what, constraint, clauses, rows, assertion.uses_sizes)
    objective = spec.objective
    if objective is not None and solutions and None in clauses_of and formula.problem.objective is not None:
        best = objective_value(spec, solutions[0], deadline)
        cells = {(layer.grid, layer.name, at): None for layer in spec.layers for at in range(len(layer.places))}

        def is_better(grid: Assignment, reads: Cells) -> bool:
            reads.update(cells)
            value = objective_value(spec, grid, deadline)
            return objective.is_better(value, best) if relaxed is None else value is not BLANK

        constraint = Constraint(objective.expression.span, (None, "the objective"), is_better)
        rows = relaxed.objective() if relaxed else None
        yield _Audited("the objective", constraint, () if relaxed else clauses_of[None], rows)


class _Relaxed:
    """The rows that constraints give to the linear relaxation, on grids."""

    def __init__(self, formula: Formula, values: TermValues, grids: AuditGrids) -> None:
        self._formula = formula
        self._values = values
        self._grids = grids
        self._reader = Reader()
        self._asserted: dict[Origin, list[Operand]] = {}
        for assertion in formula.problem.assertions:
            self._asserted.setdefault(assertion.origin, []).append(assertion.term)

    def rows_of(self, origin: Origin) -> Refusing | None:
        """Return which grids the rows of a constraint refuse; None if it has none."""
        terms = self._formula.module.terms
        rows = [row for truth in self._asserted[origin] for row in rows_of(terms, truth, self._reader)]

        def refused_grids(batch: Sequence[Changes]) -> Iterator[int]:
            for row in rows:
                totals = self._values.totals(row.factors, batch)
                yield from (at for at, total in totals.items() if not row.low <= total <= row.high)

        return refused_grids if rows else None

    def objective(self) -> Refusing:
        """Return on which grids the target does not add up to the value of the objective."""
        formula, target = self._formula, self._formula.problem.target
        assert target is not None
        assert target.term is not None
        constant, factors = self._reader.factors(target.term)

        def refused_grids(batch: Sequence[Changes]) -> Iterator[int]:
            for at, total in self._values.totals(factors, batch).items():
                value = objective_value(formula.spec, self._grids.with_changes(batch[at]), formula.deadline)
                if constant + total != target.term_value(value):
                    yield at

        return refused_grids


class _Meanings:
    """The clauses that hold on every grid: which values a cell can have, and what auxiliary variables mean."""

    def __init__(self, formula: Formula, used: Sequence[UsedGroup]) -> None:
        self._cells = {
            abs(literal)
            for place in formula.problem.places.values()
            for literal in (*place.literals.values(), *place.bits, place.filled)
        }
        # By auxiliary variable, each with its variables; of clauses that have none, by those of cells.
        self._about: dict[int, list[tuple[Clause, list[int]]]] = {}
        for used_group in used:
            if isinstance(formula.groups[used_group.number].source, Term):
                for clause in clauses_in(formula, used_group):
                    variables = [*map(abs, clause)]
                    for variable in [at for at in variables if at not in self._cells] or variables:
                        self._about.setdefault(variable, []).append((clause, variables))

    def of(self, clauses: Sequence[Clause]) -> Sequence[Clause]:
        """Return clauses with those about their variables, and about the variables in these; the nearest ones of many."""
        clauses_with_meaning = dict.fromkeys(clauses)
        waiting = list(dict.fromkeys(abs(literal) for clause in clauses for literal in clause))
        seen = {*waiting}
        for variable in waiting:
            if len(clauses_with_meaning) >= len(clauses) + MEANINGS:
                break
            for clause, variables in self._about.get(variable, ()):
                if clause not in clauses_with_meaning:
                    clauses_with_meaning[clause] = None
                    further = [other for other in variables if other not in seen]
                    seen.update(further)
                    waiting += further
        return list(clauses_with_meaning)


class SmallRules:
    """The constraints of one or two cells, which longer ones may be compiled with. `start`: a grid.

    `sizes`: those that bound the sizes of groups, which those about shapes may be compiled with.
    """

    def __init__(self, every: Sequence[Constraint], start: Assignment, sizes: Sequence[Constraint] = ()) -> None:
        self._every = every
        self._start = start
        self._sizes = sizes
        self._usual: dict[Constraint, tuple[bool | None, Cells]] = {}

    def usual(self, constraint: Constraint) -> tuple[bool | None, Cells]:
        """Return whether a constraint holds on `start`, and which cells it reads there. That is evaluated once."""
        if constraint not in self._usual:
            reads: Cells = {}
            self._usual[constraint] = plain_truth(constraint.holds, self._start, reads), reads
        return self._usual[constraint]

    @functools.cached_property
    def _small(self) -> list[tuple[Constraint, Cells]]:
        small_constraints = [(rule, self.usual(rule)[1]) for rule in self._every]
        return [(rule, reads) for rule, reads in small_constraints if 0 < len(reads) <= 2]

    def hold(self, cells: Cells, grid: Assignment) -> bool:
        """Check whether the constraints hold that read only `cells`. A constraint that reads other cells too does not count."""
        for rule, usual in self._small:
            reads: Cells = {}
            if usual.keys() <= cells.keys() and plain_truth(rule.holds, grid, reads) is False and reads.keys() <= cells.keys():
                return False
        return True

    def bound_sizes(self, grid: Assignment) -> bool:
        """Check whether the sizes of groups are as the constraints say that bound them."""
        return all(plain_truth(rule.holds, grid, {}) is not False for rule in self._sizes)


class _Comparison:
    """One constraint. `clauses`: those that it rests on."""

    def __init__(
        self,
        of: _Audited,
        clauses: Sequence[Clause],
        values: TermValues,
        grids: AuditGrids,
        small: SmallRules,
        deadline: Deadline,
    ) -> None:
        self._of = of
        self._own = StatedClauses(of.clauses, values)
        self._stated = StatedClauses(clauses, values)
        self._grids = grids
        self._small = small
        self._deadline = deadline

    def compare(self, limit: int, samples: int) -> Compared:
        """Compare on all grids of the cells that the constraint or its clauses read, or on drawn ones; raise `Rejected`."""
        if not self._of.is_used:
            return self._note("not used", 0, 0)
        _, usual = self._small.usual(self._of.constraint)
        cells = {**{cell_of(term): None for term in self._own.order if term.op == "unknown"}, **usual}
        while self._grids.count(cells) <= limit:
            before, cells = len(cells), cells.copy()
            counts = self._compare(self._grids.all(cells), cells, before)
            if len(cells) == before:
                return self._note("every grid", *counts)
        drawn = self._grids.draw(self._of.what, cells, samples)
        return self._note("drawn grids", *self._compare(drawn, cells))

    def _note(self, basis: Basis, grids: int, holding: int) -> Compared:
        span = self._of.constraint.span
        return Compared(self._of.what, span.line, span.column, basis, grids, holding)

    def _compare(self, grids: Iterable[Changes], reads: Cells, most: int | None = None) -> tuple[int, int]:
        """Compare on grids; return how many there are, and on how many the constraint holds.

        The cells that it reads are added to `reads`. With more of them than `most`, the rest is left out: which cells are read
        depends on what is in others, and all grids that differ in any of them are gone through next.
        """
        count = holding = 0
        batch: list[Changes] = []
        for changes in grids:
            self._deadline.check()
            count += 1
            if self._holds(changes, reads):
                holding += 1
                batch.append(changes)
            if len(batch) == BATCH:
                self._check(batch, reads)
                batch = []
            if most is not None and len(reads) > most:
                break
        self._check(batch, reads)
        return count, holding

    def _holds(self, changes: Changes, reads: Cells) -> bool:
        """Check whether the constraint holds on a grid; where evaluating it is a mistake, it does not."""
        constraint = self._of.constraint
        if not changes:
            return bool(self._small.usual(constraint)[0])
        return bool(plain_truth(constraint.holds, self._grids.with_changes(changes), reads))

    def _check(self, holding: Sequence[Changes], reads: Cells) -> None:
        """Raise `Rejected` if the clauses or rows refuse a grid on which the constraint holds."""
        refused = [*self._stated.refused_grids(holding), *(self._of.rows(holding) if self._of.rows else ())]
        for at in refused:
            grid = self._grids.with_changes(holding[at])
            if self._small.hold(reads, grid) and (not self._of.uses_sizes or self._small.bound_sizes(grid)):
                raise Rejected(
                    f"the clauses of {self._of.what} refuse a grid on which it holds: {_text_of(reads, grid)}; please report this"
                )


def _text_of(cells: Mapping[Cell, None], grid: Assignment) -> str:
    shown = [f"{layer}[{position}] = {grid[name, layer][position]}" for name, layer, position in list(cells)[:12]]
    return ", ".join(shown) + (", ..." if len(cells) > 12 else "")
