"""Compare the clauses that the compiler made with plain evaluation: a grid on which a rule holds must satisfy its clauses.

The clauses of a constraint are those that the refutation uses: its own, those of its lemmas, and those that say what their
auxiliary variables mean. All values of the cells that it reads are gone through if there are few enough. Otherwise grids are
drawn: the solution with some cells changed. A grid satisfies clauses if auxiliary variables have values that do.

If an optimum rests on multipliers, no clauses are used. Then the rows of the linear relaxation are compared in the same way: each
that a constraint gives, and what the objective adds up.

Some constraints are compiled together with others that speak of one or two of their cells. Where a grid breaks one of these, the
clauses may refuse it.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from gridwright.compiler.encode.linear_relaxation import Reader, Row, rows_of
from gridwright.compiler.encode.problem import Clause, VariableEncoding
from gridwright.compiler.ir.evaluation import evaluate
from gridwright.compiler.ir.module import Module, Origin
from gridwright.compiler.ir.term import Operand, Term
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.values import BLANK, Value, typed

from ...judging.judge import Assignment
from ...judging.objective import objective_value
from ..formula import Formula
from ..puzzle_cnf import UsedGroup
from .constraints import Cell, Constraint, Key, constraints, with_cells
from .coverage import Basis, Compared, Coverage
from .json_values import Rejected
from .satisfiable import Satisfiable

SAMPLES = 20
SHARED = 100  # constraints of one rule for each of which so many are drawn; of more for each fewer
LEAST = 6
MEANINGS = 5_000  # clauses at most that say what the variables of one constraint mean

Holds = Callable[[Assignment, dict[Cell, None]], bool]  # the truth on a grid; the cells that this reads are added


@dataclass(frozen=True, slots=True, eq=False)
class Audited:
    """A constraint with its clauses, which the refutation uses, and rows that hold on a grid; without either it is not used."""

    what: str
    span: Span
    holds: Holds
    clauses: Sequence[Clause]
    of: tuple[object, ...]  # those of the same rule have the same
    rows: Callable[[Assignment], bool] | None = None

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
    audited = list(_audited(formula, used, solutions, deadline))
    grids = _Grids(formula, solutions, coverage.seed)
    others = _Others([each.holds for each in audited], grids.start)
    alike = Counter(each.of for each in audited if each.is_used)
    clauses = _Meanings(formula, used)
    for each in audited:
        deadline.check()
        line, column = each.span.line, each.span.column
        if not each.is_used:
            coverage.compared.append(Compared(each.what, line, column, "not used"))
            continue
        comparison = _Comparison(each, clauses.of(each.clauses), grids, others, deadline)
        coverage.compared.append(comparison.compared(limit, share(alike[each.of])))


def share(number: int) -> int:
    """Return how many grids are drawn for each of so many constraints of one rule.

    >>> share(1), share(300), share(100_000)
    (20, 6, 6)
    """
    return max(LEAST, SAMPLES * SHARED // max(SHARED, number))


def _audited(
    formula: Formula, used: Sequence[UsedGroup], solutions: Sequence[Assignment], deadline: Deadline
) -> Iterator[Audited]:
    """Yield all constraints, and the objective if clauses say that something is better."""
    spec = formula.spec
    of_origin: dict[Origin | None, list[Clause]] = {}
    for each in used:
        group = formula.groups[each.number]
        if group.source is None or isinstance(group.source, Origin):
            some = of_origin.setdefault(group.source, [])
            some += [group.clauses[at] for at in each.clauses]
            some += [clause for _, clause in each.sums]
    relaxed = _Relaxed(formula) if () in of_origin.get(None, ()) else None
    known = {each.key: each for each in constraints(spec, deadline)}
    for key, assertion in zip(constraint_keys(spec, formula.module), formula.module.assertions, strict=True):
        constraint = known[key]
        clauses = of_origin.get(assertion.origin, ())
        rows = relaxed.rows_of(assertion.term) if relaxed else None
        yield Audited(str(constraint), constraint.span, _holds(constraint, deadline), clauses, key[:3], rows)
    objective = spec.objective
    if objective is not None and solutions and of_origin.get(None) and formula.problem.objective is not None:
        best = objective_value(spec, solutions[0], deadline)
        cells = {(layer.grid, layer.name, at): None for layer in spec.layers for at in range(len(layer.places))}

        def is_better(grid: Assignment, reads: dict[Cell, None]) -> bool:
            reads.update(cells)
            return objective.is_better(objective_value(spec, grid, deadline), best)

        def is_read(grid: Assignment, reads: dict[Cell, None]) -> bool:
            reads.update(cells)
            return objective_value(spec, grid, deadline) is not BLANK

        span = objective.expression.span
        if relaxed is None:
            yield Audited("the objective", span, is_better, of_origin[None], ())
        else:
            yield Audited("the objective", span, is_read, (), (), relaxed.objective(deadline))


def _holds(constraint: Constraint, deadline: Deadline) -> Holds:
    return lambda grid, reads: constraint.holds(grid, deadline, reads)


def constraint_keys(spec: Spec, module: Module) -> Iterator[Key]:
    """Yield the key of each assertion of a module, in their order."""
    rules = {id(rule.span): ("rule", number) for number, rule in enumerate(spec.rules)}
    rules |= {id(rule.span): ("rule for all grids", number) for number, rule in enumerate(spec.together)}
    givens: dict[str, int] = {}
    counts: Counter[tuple[object, ...]] = Counter()
    for assertion in module.assertions:
        origin = assertion.origin
        if origin.kind == "given":
            kind, number = "given", givens.setdefault(origin.grid, 0)
            givens[origin.grid] += 1
        else:
            kind, number = rules[id(origin.span)]
        bindings = () if origin.kind == "given" else origin.bindings
        key = (kind, number, origin.grid, bindings)
        yield (*key, counts[key])
        counts[key] += 1


class _Relaxed:
    """The rows that constraints give to the linear relaxation, on a grid."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._terms = formula.module.terms
        self._reader = Reader()
        self._unknowns = {self._terms.unknown(variable): variable for variable in formula.problem.places}

    def rows_of(self, truth: Operand) -> Callable[[Assignment], bool] | None:
        """Return whether the rows of a truth hold on a grid; None if it has none."""
        rows = list(rows_of(self._terms, truth, self._reader))
        return (lambda grid: self._hold(rows, grid)) if rows else None

    def objective(self, deadline: Deadline) -> Callable[[Assignment], bool]:
        """Return whether the target adds up to the value of the objective on a grid."""
        target = self._formula.problem.target
        assert target is not None
        term = target.term
        assert term is not None
        constant, factors = self._reader.factors(term)

        def is_so_much(grid: Assignment) -> bool:
            worth = target.scaled(objective_value(self._formula.spec, grid, deadline))
            return self._hold([Row(term, constant, worth - constant, worth - constant, factors)], grid)

        return is_so_much

    def _hold(self, rows: Sequence[Row], grid: Assignment) -> bool:
        given = {
            term: grid[variable.layer.grid, variable.layer.name][variable.position] for term, variable in self._unknowns.items()
        }
        memo: dict[Term, Value] = {}
        for row in rows:
            with contextlib.suppress(KeyError):  # what only plain evaluation computes
                values = {base: typed(evaluate(base, given, memo)) for base in row.factors}
                parts = (
                    factor
                    for base, factors in row.factors.items()
                    for value, factor in zip(base.domain, factors, strict=True)
                    if typed(value) == values[base]
                )
                if not row.low <= sum(parts) <= row.high:
                    return False
        return True


class _Meanings:
    """The clauses that say what auxiliary variables mean. They hold on every grid if these have the right values."""

    def __init__(self, formula: Formula, used: Sequence[UsedGroup]) -> None:
        self._cells = {
            abs(literal)
            for place in formula.problem.places.values()
            for literal in (*place.literals.values(), *place.bits, place.filled)
        }
        self._about: dict[int, list[Clause]] = {}  # by auxiliary variable
        for each in used:
            group = formula.groups[each.number]
            if group.source is not None and not isinstance(group.source, Origin):
                for clause in (*(group.clauses[at] for at in each.clauses), *(clause for _, clause in each.sums)):
                    for variable in self._auxiliary(clause):
                        self._about.setdefault(variable, []).append(clause)

    def _auxiliary(self, clause: Clause) -> list[int]:
        return [abs(literal) for literal in clause if abs(literal) not in self._cells]

    def of(self, clauses: Sequence[Clause]) -> Sequence[Clause]:
        """Return clauses with those that say what their variables mean, and the variables in these; the nearest ones of many."""
        seen = dict.fromkeys(variable for clause in clauses for variable in self._auxiliary(clause))
        waiting, found = list(seen), dict.fromkeys(clauses)
        for variable in waiting:
            if len(found) >= len(clauses) + MEANINGS:
                break
            for clause in self._about.get(variable, ()):
                found[clause] = None
                for other in self._auxiliary(clause):
                    if other not in seen:
                        seen[other] = None
                        waiting.append(other)
        return list(found)


class _Grids:
    """Makes grids, and says which literals are true on them. `start`: the first solution, or the first value everywhere."""

    def __init__(self, formula: Formula, solutions: Sequence[Assignment], seed: int) -> None:
        self.layers = {(layer.grid, layer.name): layer for layer in formula.spec.layers}
        first = {key: tuple(_values(layer)[0] for _ in layer.places) for key, layer in self.layers.items()}
        self.starts: Sequence[Assignment] = solutions[:SAMPLES] or [first]
        self.start = self.starts[0]
        self._seed = seed
        self._places: dict[Cell, VariableEncoding] = {}
        self._of_variable: dict[int, Cell] = {}
        for variable, place in formula.problem.places.items():
            cell = variable.layer.grid, variable.layer.name, variable.position
            self._places[cell] = place
            for literal in (*place.literals.values(), *place.bits, *((place.filled,) if place.filled else ())):
                self._of_variable[abs(literal)] = cell

    def cells(self, clauses: Iterable[Clause]) -> dict[Cell, None]:
        """Return the cells that clauses speak of."""
        return {self._of_variable[abs(at)]: None for clause in clauses for at in clause if abs(at) in self._of_variable}

    def literals(self, cells: Iterable[Cell], grid: Assignment) -> Iterator[int]:
        """Yield the literals of cells that are true on a grid: all of them, or their negations."""
        for cell in cells:
            place, value = self._places[cell], grid[cell[:2]][cell[2]]
            if not place.bits:
                wanted = typed(value)
                for other, literal in place.literals.items():
                    yield literal if typed(other) == wanted else -literal
                continue
            if place.filled:
                yield -place.filled if value is BLANK else place.filled
            number = 0 if value is BLANK else value - place.offset
            yield from (bit if number >> at & 1 else -bit for at, bit in enumerate(place.bits)) if value is not BLANK else ()

    def count(self, cells: Iterable[Cell]) -> int:
        """Return how many grids differ in some cells."""
        return math.prod(len(_values(self.layers[cell[:2]])) for cell in cells)

    def all(self, cells: Iterable[Cell]) -> Iterator[Assignment]:
        """Yield all grids that differ in some cells, one after the other in the same lists."""
        changing = {key: list(self.start[key]) for key in dict.fromkeys(cell[:2] for cell in cells)}
        grid: Assignment = {**self.start, **changing}  # type: ignore[dict-item]
        places = [(changing[cell[:2]], cell[2]) for cell in cells]
        for values in itertools.product(*[_values(self.layers[cell[:2]]) for cell in cells]):
            for (layer, position), value in zip(places, values, strict=True):
                layer[position] = value
            yield grid

    def drawn(self, what: str, cells: Mapping[Cell, None], number: int) -> Iterator[Assignment]:
        """Yield a solution, and grids close to one."""
        source = random.Random(f"{self._seed} {what}")
        yield self.start
        among = list(cells)
        for _ in range(number // 2 if among else 0):
            start = source.choice(self.starts)
            changed = source.sample(among, min(len(among), source.randint(1, 4)))
            yield with_cells(start, {cell: source.choice(_values(self.layers[cell[:2]])) for cell in changed})
            values = [start[cell[:2]][cell[2]] for cell in changed]  # the same values in other places
            turned = dict(zip(changed, values[1:] + values[:1], strict=True))
            if all(typed(value) in map(typed, _values(self.layers[cell[:2]])) for cell, value in turned.items()):
                yield with_cells(start, turned)


class _Others:
    """The constraints of one or two cells, which longer ones may be compiled with."""

    def __init__(self, every: Sequence[Holds], start: Assignment) -> None:
        self._every = every
        self._start = start
        self._small: list[tuple[Holds, frozenset[Cell]]] | None = None

    def hold(self, cells: Iterable[Cell], grid: Assignment) -> bool:
        """Check whether those hold that speak of some cells only. One that reads others on this grid does not count."""
        if self._small is None:
            each = [(holds, self._reads(holds)) for holds in self._every]
            self._small = [(holds, read) for holds, read in each if 0 < len(read) <= 2]
        inside = set(cells)
        for holds, read in self._small:
            if read <= inside:
                reads: dict[Cell, None] = {}
                if _tried(holds, grid, reads) is False and reads.keys() <= inside:
                    return False
        return True

    def _reads(self, holds: Holds) -> frozenset[Cell]:
        """Return the cells that a constraint reads on the first grid, up to a mistake."""
        read: dict[Cell, None] = {}
        with contextlib.suppress(SpecError):
            holds(self._start, read)
        return frozenset(read)


def _tried(holds: Holds, grid: Assignment, reads: dict[Cell, None]) -> bool | None:
    """Return a truth on some grid; None if evaluating it is a mistake there."""
    try:
        return holds(grid, reads)
    except SpecError as problem:
        if problem.is_at_limit:
            raise
        return None


class _Comparison:
    """One constraint."""

    def __init__(self, of: Audited, clauses: Sequence[Clause], grids: _Grids, others: _Others, deadline: Deadline) -> None:
        self._of = of
        self._clauses = Satisfiable(clauses)
        self._grids = grids
        self._others = others
        self._deadline = deadline
        self._cells = grids.cells(clauses)

    def compared(self, limit: int, samples: int) -> Compared:
        """Compare on all grids that differ in what is read or in what clauses of its own say, or on some; raise `Rejected`."""
        cells = self._grids.cells(self._of.clauses)
        _tried(self._of.holds, self._grids.start, cells)
        while self._grids.count(cells) <= limit:
            read, held = cells.copy(), []
            for grid in self._grids.all(cells):
                held.append(self._check(grid, read))
                if len(read) > len(cells):
                    break  # which cells are read depends on what is in others: all that differ in any of them are gone through
            else:
                return self._noted("every grid", held)
            cells = read
        return self._noted(
            "drawn grids", [self._check(grid, cells) for grid in self._grids.drawn(self._of.what, cells.copy(), samples)]
        )

    def _noted(self, basis: Basis, held: Sequence[bool]) -> Compared:
        return Compared(self._of.what, self._of.span.line, self._of.span.column, basis, len(held), sum(held))

    def _check(self, grid: Assignment, read: dict[Cell, None]) -> bool:
        """Return whether the constraint holds on a grid; raise `Rejected` if it does, and its clauses refuse the grid."""
        self._deadline.check()
        holds = _tried(self._of.holds, grid, read)
        if holds and not self._satisfied(grid) and self._others.hold(read, grid):
            raise Rejected(
                f"the clauses of {self._of.what} refuse a grid on which it holds: {_shown(read, grid)}; please report this"
            )
        return bool(holds)

    def _satisfied(self, grid: Assignment) -> bool:
        if self._of.rows is not None and not self._of.rows(grid):
            return False
        return self._clauses.with_true(list(self._grids.literals(self._cells, grid)))


def _values(layer: Layer) -> Sequence[Value]:
    return [*layer.values, BLANK] if layer.blank else layer.values


def _shown(cells: Mapping[Cell, None], grid: Assignment) -> str:
    shown = [f"{layer}[{position}] = {grid[name, layer][position]}" for name, layer, position in list(cells)[:12]]
    return ", ".join(shown) + (", ..." if len(cells) > 12 else "")
