"""Compute multipliers of a linear relaxation, by Z3's simplex method in exact fractions (Dutertre and de Moura 2006).

Whatever the multipliers, the bound of `Relaxation.priced` is valid, and a mistake here would only make it weaker. The linear
program is the dual one: an unknown for each multiplier and one for the least cost of each base, and a constraint for each value
of a base. It goes in as text, which takes 20 ms where Z3's Python operators take 300. The largest in `specs`, of Block Party 2,
takes 0.2 s; HiGHS, a library of 85 MB with what it needs, took 0.03 s and found the same bound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import z3
from gridwright.compiler.encode.linear_relaxation import Relaxation

# Work is counted, besides the limit on seconds, so that a spec is solved in the same way every time.
MAX_SIZE = 4_000_000  # constraints times unknowns, for the best bound: 10 s where 16x16 cells have 16 values, distinct in lines
MAX_WORK = 100_000_000  # in Z3's units, for a contradiction: about 3 s. Its optimizer does not count what pivots take
MAX_DENOMINATOR = 1_000  # to which the multipliers of an objective are rounded, as their common denominator scales all prices
NO_LIMIT = 2**32 - 1

Value = tuple[int, tuple[tuple[int, int], ...]]  # the cost of a value, and for each of its rows the index and the coefficient


def best_multipliers(relaxation: Relaxation, seconds: float | None = None) -> Sequence[Fraction] | None:
    """Return a multiplier for each row, with which the bound is best; None if it takes too long, or the rows are infeasible."""
    bases = _bases(relaxation)
    if sum(map(len, bases)) * (len(relaxation.rows) + len(bases)) > MAX_SIZE:
        return None
    optimizer = z3.Optimize(ctx=z3.Context())
    found = _solved(optimizer, relaxation, bases, seconds, "(maximize {})")
    if found is None or "oo" in str(z3.OptimizeObjective(optimizer, 0, True).upper()):
        return None
    return [multiplier.limit_denominator(MAX_DENOMINATOR) for multiplier in found]


def refuting_multipliers(relaxation: Relaxation, seconds: float | None = None) -> Sequence[Fraction] | None:
    """Return a multiplier for each row, with which the rows of a relaxation without costs add up to a contradiction: a bound
    above 0 (Farkas 1902). None if they are feasible, or if that takes too long.
    """
    solver = z3.SolverFor("QF_LRA", ctx=z3.Context())
    solver.set("rlimit", MAX_WORK)
    return _solved(solver, relaxation, _bases(relaxation), seconds, "(assert (>= {} 1))")


def _solved(
    solver: Any, relaxation: Relaxation, bases: Counter[frozenset[Value]], seconds: float | None, goal: str
) -> list[Fraction] | None:
    """Return the multipliers that a solver finds, given what is asked of the bound."""
    solver.set("timeout", NO_LIMIT if seconds is None else max(1, min(NO_LIMIT, int(seconds * 1000))))
    try:
        solver.from_string("\n".join(_program(relaxation, bases, goal)))
        if solver.check() != z3.sat:
            return None
        model = solver.model()
        values = {name.name(): model[name].as_fraction() for name in model.decls()}
    except z3.Z3Exception:  # for want of memory; nobody depends on a suggestion
        return None
    return [
        values.get(f"m{index}", Fraction()) + values.get(f"low{index}", Fraction()) - values.get(f"high{index}", Fraction())
        for index in range(len(relaxation.rows))
    ]


def _program(relaxation: Relaxation, bases: Counter[frozenset[Value]], goal: str) -> Iterator[str]:
    """Yield the dual linear program as lines of SMT-LIB. A row with two bounds has two multipliers, which are not negative."""
    bound, multipliers = [], []
    for index, row in enumerate(relaxation.rows):
        if row.low == row.high:
            yield f"(declare-const m{index} Real)"
            multipliers.append(f"m{index}")
            bound.append(_times(row.low, f"m{index}"))
        else:
            yield f"(declare-const low{index} Real) (assert (>= low{index} 0))"
            yield f"(declare-const high{index} Real) (assert (>= high{index} 0))"
            multipliers.append(f"(- low{index} high{index})")
            bound += [_times(row.low, f"low{index}"), _times(-row.high, f"high{index}")]
    for index, (values, count) in enumerate(bases.items()):
        yield f"(declare-const least{index} Real)"
        bound.append(_times(count, f"least{index}"))
        for cost, coefficients in sorted(values):
            factors = (_times(factor, multipliers[row]) for row, factor in coefficients)
            yield f"(assert (<= {_sum((f'least{index}', *factors))} {_number(cost)}))"
    yield goal.format(_sum(bound))


def _sum(summands: Iterable[str]) -> str:
    return f"(+ 0 {' '.join(summands)})"


def _times(factor: int, name: str) -> str:
    return f"(* {_number(factor)} {name})"


def _number(number: int) -> str:
    return str(number) if number >= 0 else f"(- {-number})"


def _bases(relaxation: Relaxation) -> Counter[frozenset[Value]]:
    """Return the values of each base; bases with the same coefficients become one, with a count."""
    coefficients: dict[object, list[list[tuple[int, int]]]] = {
        base: [[] for _ in allowed] for base, allowed in relaxation.allowed.items()
    }
    for index, row in enumerate(relaxation.rows):
        for base, factors in row.factors.items():
            for value, factor in enumerate(factors):
                if factor:
                    coefficients[base][value].append((index, factor))
    bases: Counter[frozenset[Value]] = Counter()
    for base, allowed in relaxation.allowed.items():
        costs = relaxation.costs.get(base, [0] * len(allowed))
        values = zip(costs, coefficients[base], allowed, strict=True)
        bases[frozenset((cost, tuple(rows)) for cost, rows, is_allowed in values if is_allowed)] += 1
    return bases
