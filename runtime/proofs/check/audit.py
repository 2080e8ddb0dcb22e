"""Compare the clauses that the compiler made with plain evaluation: a grid on which a rule holds must satisfy its clauses.

The clauses of a constraint are those that the refutation uses: its own, those of its lemmas, and those that say what their
auxiliary variables mean. All values of the cells that it reads are gone through if there are few enough. Otherwise grids are
drawn: the solution with some cells changed. An auxiliary variable is the truth of a term, whose value on a grid is computed: with
these values a grid satisfies the clauses, or not.

If an optimum rests on multipliers, no clauses are used. Then the rows of the linear relaxation are compared in the same way: each
that a constraint gives, and what the objective adds up.

Some constraints are compiled together with others that speak of one or two of their cells. Where a grid breaks one of these, the
clauses may refuse it.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from gridwright.compiler.encode.linear_relaxation import Factors, Reader, rows_of
from gridwright.compiler.encode.problem import Clause
from gridwright.compiler.ir.evaluation import topological_order
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.ir.operation import all_operations
from gridwright.compiler.ir.term import Operand, Term
from gridwright.compiler.language.budget import Budget, Deadline
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.values import BLANK, Value, typed

from ...judging.judge import Assignment, grid_interpreter
from ...judging.objective import objective_value
from ..formula import Formula
from ..puzzle_cnf import UsedGroup, clauses_in
from .constraints import Cell, Cells, Constraint, constraints
from .coverage import Basis, Compared, Coverage
from .json_values import Rejected

SAMPLES = 20
SHARED = 100  # constraints of one rule for each of which so many are drawn; of more for each fewer
LEAST = 6
MEANINGS = 5_000  # clauses at most that say what the variables of one constraint mean

Check = Callable[[Assignment], bool]


@dataclass(frozen=True, slots=True, eq=False)
class _Audited:
    """A constraint, in words too, the clauses of it that the refutation uses, and whether its rows of the relaxation hold."""

    what: str
    constraint: Constraint
    clauses: Sequence[Clause]
    rows: Check | None

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
    grids = _Grids(formula.spec.layers, solutions, coverage.seed)
    values = _Values(formula, grids.start)
    audited = list(_audited(formula, used, solutions, values))
    small = SmallRules([each.constraint for each in audited], grids.start)
    alike = Counter(each.constraint.of for each in audited if each.is_used)
    meanings = _Meanings(formula, used)
    for each in audited:
        deadline.check()
        comparison = _Comparison(each, meanings.of(each.clauses), values, grids, small, deadline)
        coverage.compared.append(comparison.compared(limit, share(alike[each.constraint.of])))


def share(number: int) -> int:
    """Return how many grids are drawn for each of so many constraints of one rule.

    >>> share(1), share(300), share(100_000)
    (20, 6, 6)
    """
    return max(LEAST, SAMPLES * SHARED // max(SHARED, number))


def _audited(formula: Formula, used: Sequence[UsedGroup], solutions: Sequence[Assignment], values: _Values) -> Iterator[_Audited]:
    """Yield all constraints, and the objective if clauses say that something is better."""
    spec, module, deadline = formula.spec, formula.module, formula.deadline
    clauses_of: dict[Origin | Term | None, list[Clause]] = {}
    for each in used:
        clauses_of.setdefault(formula.groups[each.number].source, []).extend(clauses_in(formula, each))
    relaxed = _Relaxed(formula, values) if () in clauses_of.get(None, ()) else None
    for constraint, assertion in zip(constraints(spec, module, deadline), module.assertions, strict=True):
        rows = relaxed.rows_of(assertion.origin) if relaxed else None
        yield _Audited(formula.constraint(assertion.origin), constraint, clauses_of.get(assertion.origin, ()), rows)
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


class _StatedClauses:
    """Clauses, the variables in them, and the terms that they depend on, each after those that it depends on."""

    def __init__(self, clauses: Sequence[Clause], meanings: Sequence[Term]) -> None:
        self.clauses = clauses
        self.variables = {abs(literal) for clause in clauses for literal in clause}
        self.order = topological_order([meanings[variable - 1] for variable in self.variables])


class _Values:
    """The values of terms on grids. A variable is the truth of a term.

    Most grids differ from `start` in a few cells: values that depend on no other cells are kept.
    """

    def __init__(self, formula: Formula, start: Assignment) -> None:
        self.meanings = formula.encoder.meanings
        self._limits = formula.spec.limits
        self._deadline = formula.deadline
        self._start = start
        cells = [(layer, position) for layer, values in start.items() for position in range(len(values))]
        self._bits = {cell: 1 << at for at, cell in enumerate(cells)}
        self._below: dict[Term, int] = {}  # the bits of the cells that a term depends on
        self._kept: dict[Term, Value] = {}  # values on `start`

    def on(self, grid: Assignment, order: Sequence[Term]) -> dict[Term, Value]:
        """Return the values of terms, which are listed after what they depend on. What has no lowering is evaluated plainly."""
        operations = all_operations()
        changed = self._changed(grid)
        found: dict[Term, Value] = {}
        for term in order:
            below = self._below.get(term)
            if below is None:
                below = self._below[term] = self._bits_below(term)
            if not below & changed and term in self._kept:
                found[term] = self._kept[term]
                continue
            if term.op == "unknown":
                layer = term.detail.layer
                found[term] = grid[layer.grid, layer.name][term.detail.position]
            elif term.op == "evaluated":
                budget = Budget("this rule", term.detail.node.span, self._limits, self._deadline)
                found[term] = grid_interpreter(grid, budget).run_truth(term.detail.node, term.detail.scope)
            else:
                found[term] = operations[term.op].evaluate(term, [found[arg] for arg in term.args])
            if not below & changed:
                self._kept[term] = found[term]
        return found

    def _changed(self, grid: Assignment) -> int:
        """Return the bits of the cells whose values are not those of `start`; others may be equal too."""
        changed = 0
        for layer, values in grid.items():
            if values is not self._start[layer]:
                for position, (value, before) in enumerate(zip(values, self._start[layer], strict=True)):
                    if value is not before:
                        changed |= self._bits[layer, position]
        return changed

    def _bits_below(self, term: Term) -> int:
        if term.op == "evaluated":
            return -1
        if term.op == "unknown":
            layer = term.detail.layer
            return self._bits[(layer.grid, layer.name), term.detail.position]
        return functools.reduce(operator.or_, (self._below[arg] for arg in term.args), 0)

    def satisfy(self, grid: Assignment, stated: _StatedClauses) -> bool:
        """Check whether a grid satisfies clauses."""
        found, meanings = self.on(grid, stated.order), self.meanings
        true = {variable if found[meanings[variable - 1]] else -variable for variable in stated.variables}
        return not any(map(true.isdisjoint, stated.clauses))


def cells_among(terms: Iterable[Term]) -> Cells:
    """Return the cells whose values are among terms."""
    found = (term.detail for term in terms if term.op == "unknown")
    return {(each.layer.grid, each.layer.name, each.position): None for each in found}


class _Relaxed:
    """The rows that constraints give to the linear relaxation, on a grid."""

    def __init__(self, formula: Formula, values: _Values) -> None:
        self._formula = formula
        self._values = values
        self._reader = Reader()
        self._asserted: dict[Origin, list[Operand]] = {}
        for assertion in formula.problem.assertions:
            self._asserted.setdefault(assertion.origin, []).append(assertion.term)

    def rows_of(self, origin: Origin) -> Check | None:
        """Return whether the rows of a constraint hold on a grid; None if it has none."""
        terms = self._formula.module.terms
        rows = [row for truth in self._asserted[origin] for row in rows_of(terms, truth, self._reader)]
        return (lambda grid: all(row.low <= self._total(row.factors, grid) <= row.high for row in rows)) if rows else None

    def objective(self) -> Check:
        """Return whether the target adds up to the value of the objective on a grid."""
        formula, target = self._formula, self._formula.problem.target
        assert target is not None
        assert target.term is not None
        constant, factors = self._reader.factors(target.term)

        def is_so_much(grid: Assignment) -> bool:
            worth = target.scaled(objective_value(formula.spec, grid, formula.deadline))
            return constant + self._total(factors, grid) == worth

        return is_so_much

    def _total(self, factors: Factors, grid: Assignment) -> int:
        values = self._values.on(grid, topological_order([*factors]))
        return sum(
            factor
            for base, of_base in factors.items()
            for value, factor in zip(base.domain, of_base, strict=True)
            if typed(value) == typed(values[base])
        )


class _Meanings:
    """The clauses that hold on every grid: which values a cell can have, and what auxiliary variables mean."""

    def __init__(self, formula: Formula, used: Sequence[UsedGroup]) -> None:
        self._cells = {
            abs(literal)
            for place in formula.problem.places.values()
            for literal in (*place.literals.values(), *place.bits, place.filled)
        }
        self._about: dict[int, list[Clause]] = {}  # by auxiliary variable; of clauses that have none, by those of cells
        for each in used:
            if isinstance(formula.groups[each.number].source, Term):
                for clause in clauses_in(formula, each):
                    variables = [*map(abs, clause)]
                    for variable in [at for at in variables if at not in self._cells] or variables:
                        self._about.setdefault(variable, []).append(clause)

    def of(self, clauses: Sequence[Clause]) -> Sequence[Clause]:
        """Return clauses with those about their variables, and about the variables in these; the nearest ones of many."""
        found = dict.fromkeys(clauses)
        waiting = list(dict.fromkeys(abs(literal) for clause in clauses for literal in clause))
        seen = {*waiting}
        for variable in waiting:
            if len(found) >= len(clauses) + MEANINGS:
                break
            for clause in self._about.get(variable, ()):
                found[clause] = None
                further = [other for other in map(abs, clause) if other not in seen]
                seen.update(further)
                waiting += further
        return list(found)


class _Grids:
    """Makes grids. `start`: the first solution, or the first value everywhere."""

    def __init__(self, layers: Sequence[Layer], solutions: Sequence[Assignment], seed: int) -> None:
        self._values = {(layer.grid, layer.name): [*layer.values, *([BLANK] if layer.blank else [])] for layer in layers}
        first = {(layer.grid, layer.name): (layer.values[0],) * len(layer.places) for layer in layers}
        self._starts: Sequence[Assignment] = solutions[:SAMPLES] or [first]
        self.start = self._starts[0]
        self._seed = seed

    def count(self, cells: Iterable[Cell]) -> int:
        """Return how many grids differ in some cells."""
        return math.prod(len(self._values[cell[:2]]) for cell in cells)

    def all(self, cells: Iterable[Cell]) -> Iterator[Assignment]:
        """Yield all grids that differ in some cells, one after the other in the same lists."""
        changing = {key: list(self.start[key]) for key in dict.fromkeys(cell[:2] for cell in cells)}
        grid: Assignment = {**self.start, **changing}  # type: ignore[dict-item]
        places = [(changing[cell[:2]], cell[2]) for cell in cells]
        for values in itertools.product(*[self._values[cell[:2]] for cell in cells]):
            for (layer, position), value in zip(places, values, strict=True):
                layer[position] = value
            yield grid

    def drawn(self, what: str, cells: Iterable[Cell], number: int) -> Iterator[Assignment]:
        """Yield a solution, and grids close to one."""
        source = random.Random(f"{self._seed} {what}")
        yield self.start
        among = list(cells)
        for _ in range(number // 2 if among else 0):
            start = source.choice(self._starts)
            changed = source.sample(among, min(len(among), source.randint(1, 4)))
            yield _with(start, {cell: source.choice(self._values[cell[:2]]) for cell in changed})
            values = [start[cell[:2]][cell[2]] for cell in changed]  # the same values in other places
            turned = dict(zip(changed, values[1:] + values[:1], strict=True))
            if all(typed(value) in map(typed, self._values[cell[:2]]) for cell, value in turned.items()):
                yield _with(start, turned)


def _with(grid: Assignment, cells: Mapping[Cell, Value]) -> Assignment:
    """Return a grid with other values in some cells."""
    changed = {key: list(grid[key]) for key in dict.fromkeys(cell[:2] for cell in cells)}
    for cell, value in cells.items():
        changed[cell[:2]][cell[2]] = value
    return {**grid, **{key: tuple(values) for key, values in changed.items()}}


class SmallRules:
    """The constraints of one or two cells, which longer ones may be compiled with."""

    def __init__(self, every: Sequence[Constraint], start: Assignment) -> None:
        self._every = every
        self._start = start

    @functools.cached_property
    def _small(self) -> list[tuple[Constraint, Cells]]:
        found = [(each, Cells()) for each in self._every]
        for each, reads in found:
            _tried(each.holds, self._start, reads)
        return [(each, reads) for each, reads in found if 0 < len(reads) <= 2]

    def hold(self, cells: Cells, grid: Assignment) -> bool:
        """Check whether those hold that speak of some cells only. One that reads others on this grid does not count."""
        for each, usual in self._small:
            reads: Cells = {}
            if usual.keys() <= cells.keys() and _tried(each.holds, grid, reads) is False and reads.keys() <= cells.keys():
                return False
        return True


def _tried(holds: Callable[[Assignment, Cells], bool], grid: Assignment, reads: Cells) -> bool | None:
    """Return a truth on some grid; None if evaluating it is a mistake there."""
    try:
        return holds(grid, reads)
    except SpecError as problem:
        if problem.is_at_limit:
            raise
        return None


class _Comparison:
    """One constraint. `clauses`: those that it rests on."""

    def __init__(
        self, of: _Audited, clauses: Sequence[Clause], values: _Values, grids: _Grids, small: SmallRules, deadline: Deadline
    ) -> None:
        self._of = of
        self._stated = _StatedClauses(clauses, values.meanings)
        self._values = values
        self._grids = grids
        self._small = small
        self._deadline = deadline

    def compared(self, limit: int, samples: int) -> Compared:
        """Compare on all grids that differ in what is read or in what clauses of its own say, or on some; raise `Rejected`."""
        if not self._of.is_used:
            return self._noted("not used", [])
        cells = cells_among(_StatedClauses(self._of.clauses, self._values.meanings).order)
        _tried(self._of.constraint.holds, self._grids.start, cells)
        while self._grids.count(cells) <= limit:
            read, held = cells.copy(), []
            for grid in self._grids.all(cells):
                held.append(self._check(grid, read))
                if len(read) > len(cells):
                    break  # which cells are read depends on what is in others: all that differ in any of them are gone through
            else:
                return self._noted("every grid", held)
            cells = read
        drawn = self._grids.drawn(self._of.what, cells.copy(), samples)
        return self._noted("drawn grids", [self._check(grid, cells) for grid in drawn])

    def _noted(self, basis: Basis, held: Sequence[bool]) -> Compared:
        span = self._of.constraint.span
        return Compared(self._of.what, span.line, span.column, basis, len(held), sum(held))

    def _check(self, grid: Assignment, reads: Cells) -> bool:
        """Return whether the constraint holds on a grid; raise `Rejected` if it does, and its clauses refuse the grid."""
        self._deadline.check()
        return bool(_tried(self._compare, grid, reads))

    def _compare(self, grid: Assignment, reads: Cells) -> bool:
        holds = self._of.constraint.holds(grid, reads)
        if holds and not self._satisfied(grid) and self._small.hold(reads, grid):
            raise Rejected(
                f"the clauses of {self._of.what} refuse a grid on which it holds: {_shown(reads, grid)}; please report this"
            )
        return holds

    def _satisfied(self, grid: Assignment) -> bool:
        is_within = self._of.rows is None or self._of.rows(grid)
        return is_within and self._values.satisfy(grid, self._stated)


def _shown(cells: Mapping[Cell, None], grid: Assignment) -> str:
    shown = [f"{layer}[{position}] = {grid[name, layer][position]}" for name, layer, position in list(cells)[:12]]
    return ", ".join(shown) + (", ..." if len(cells) > 12 else "")
