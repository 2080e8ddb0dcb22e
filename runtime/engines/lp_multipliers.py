"""Compute the best multipliers of a linear relaxation, by the simplex method of HiGHS (Huangfu and Hall 2018).

They maximise the bound of `Relaxation.priced`, which is valid for any multipliers and computed in exact numbers. So they are a
suggestion, and a mistake here would only make the bound weaker. Z3's simplex, which is exact, took 1 to 20 s where HiGHS takes
0.3 s.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import highspy
from gridwright.compiler.encode.linear_relaxation import Relaxation

MAX_ITERATIONS = 100_000  # besides the limit on seconds, so that the same spec is solved in the same way every time
MAX_DENOMINATOR = 1_000  # to which multipliers are rounded

Value = tuple[int, tuple[tuple[int, int], ...]]  # the cost of a value, and for each of its rows the index and the coefficient


def multipliers_of(
    relaxation: Relaxation, seconds: float | None = None, *, elastic: bool = False, iterations: int = MAX_ITERATIONS
) -> Sequence[Fraction] | None:
    """Return a multiplier for each row; None if that takes too long, or if the rows are infeasible.

    `elastic`: a row may be violated, at a cost of 1 per unit (Brown and Graves 1975). If the rows are infeasible, the multipliers
    are then a certificate of that (Farkas 1902), each between -1 and 1.
    """
    solver = highspy.Highs()  # type: ignore[no-untyped-call, unused-ignore]  # only its C++ part has types
    solver.silent()
    solver.setOptionValue("solver", "simplex")
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("simplex_iteration_limit", iterations)
    solver.setOptionValue("time_limit", math.inf if seconds is None else seconds)
    solver.passModel(_linear_program(relaxation, elastic))
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    duals = solver.getSolution().row_dual[: len(relaxation.rows)]
    return [Fraction(multiplier).limit_denominator(MAX_DENOMINATOR) for multiplier in duals]


def _linear_program(relaxation: Relaxation, elastic: bool) -> highspy.HighsLp:
    """Build the linear program: a column for each value of a base, at least 0; a constraint for each row, and one for each base,
    whose values add up to 1.

    If it is elastic, two more columns for each row: by how much its sum is too small, and too large.
    """
    bases = _bases(relaxation)
    columns = [
        (cost, (*coefficients, (len(relaxation.rows) + index, 1)))
        for index, values in enumerate(bases)
        for cost, coefficients in sorted(values)
    ]
    if elastic:
        columns += [(1, ((index, sign),)) for index in range(len(relaxation.rows)) for sign in (1, -1)]
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
