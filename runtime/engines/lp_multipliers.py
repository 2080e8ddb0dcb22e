"""Compute multipliers of a linear relaxation, by the simplex method of HiGHS (Huangfu and Hall 2018).

Whatever the multipliers, the bound of `Relaxation.priced` is valid, and it is computed in exact numbers: what comes from here is
a suggestion, and a mistake would only make it weaker.

What else was measured, in CPU seconds: for the rows of Twenty Four Seven (Four-in-One) with one wrong clue, 170 rows about 144
cells, HiGHS takes 0.05; Z3's simplex, which is exact, did not end in 38, neither for the multipliers nor for the values of
cells; with violated rows added twenty at a time it took 0.7. For those of Knight Moves, 141 rows about 64 cells with 29 values,
HiGHS takes 0.05, and Z3 did not end in 100 with violated rows added one at a time. The bound of Block Party 2, 138 rows about
886 cells and squares, takes HiGHS 0.03 and Z3 0.2. To import HiGHS, with numpy, takes 0.1.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import highspy
from gridwright.compiler.encode.linear_relaxation import Relaxation

MAX_ITERATIONS = 100_000  # besides the limit on seconds, so that a spec is solved in the same way every time
MAX_DENOMINATOR = 1_000  # to which multipliers are rounded; for an objective their common denominator scales all prices

Value = tuple[int, tuple[tuple[int, int], ...]]  # the cost of a value, and for each of its rows the index and the coefficient


def best_multipliers(relaxation: Relaxation, seconds: float | None = None) -> Sequence[Fraction] | None:
    """Return a multiplier for each row, with which the bound is best; None if it takes too long, or the rows are infeasible."""
    return _multipliers(relaxation, seconds, elastic=False)


def refuting_multipliers(relaxation: Relaxation, seconds: float | None = None) -> Sequence[Fraction] | None:
    """Return a multiplier for each row, with which the rows of a relaxation without costs add up to a contradiction: a bound
    above 0 (Farkas 1902). None if that takes too long. If the rows are feasible, the bound is 0.

    Rows may be violated, at a cost of 1 for each 1 by which they are (elastic programming, Brown and Graves 1975).
    """
    return _multipliers(relaxation, seconds, elastic=True)


class _Solver(highspy.Highs):
    """HiGHS without callbacks: to enable them, which its constructor does, prints its version on standard output."""

    def enableCallbacks(self) -> None:
        """Enable nothing."""


def _multipliers(relaxation: Relaxation, seconds: float | None, *, elastic: bool) -> Sequence[Fraction] | None:
    solver = _Solver()  # type: ignore[no-untyped-call]  # only its C++ part has types
    solver.silent()
    solver.setOptionValue("solver", "simplex")
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("simplex_iteration_limit", MAX_ITERATIONS)
    solver.setOptionValue("time_limit", math.inf if seconds is None else seconds)
    solver.passModel(_program(relaxation, elastic))
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    multipliers = solver.getSolution().row_dual[: len(relaxation.rows)]
    return [Fraction(multiplier).limit_denominator(MAX_DENOMINATOR) for multiplier in multipliers]


def _program(relaxation: Relaxation, elastic: bool) -> highspy.HighsLp:
    """Return a linear program with a column for each value of a base, and a row for each row and each base: one value together.

    If it is elastic, each row has two more columns: by how much it is too small, and too large.
    """
    bases = _bases(relaxation)
    columns = [
        (cost, (*coefficients, (len(relaxation.rows) + at, 1)))
        for at, values in enumerate(bases)
        for cost, coefficients in sorted(values)
    ]
    if elastic:
        columns += [(1, ((at, sign),)) for at in range(len(relaxation.rows)) for sign in (1, -1)]
    program = highspy.HighsLp()
    program.num_col_ = len(columns)
    program.num_row_ = len(relaxation.rows) + len(bases)
    program.col_cost_ = [float(cost) for cost, _ in columns]
    program.col_lower_ = [0.0] * len(columns)
    program.col_upper_ = [math.inf] * len(columns)
    program.row_lower_ = [float(bound) for bound in (*(row.low for row in relaxation.rows), *bases.values())]
    program.row_upper_ = [float(bound) for bound in (*(row.high for row in relaxation.rows), *bases.values())]
    starts = [0]
    for _, coefficients in columns:
        starts.append(starts[-1] + len(coefficients))
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = starts
    program.a_matrix_.index_ = [row for _, coefficients in columns for row, _ in coefficients]
    program.a_matrix_.value_ = [float(factor) for _, coefficients in columns for _, factor in coefficients]
    return program


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
