"""The best multipliers of a linear relaxation, by the simplex of HiGHS (Huangfu and Hall 2018).

They maximise the bound of `Relaxation.priced`, which holds for any multipliers and is found in exact numbers: what comes from
here is a suggestion, and a mistake would only make the bound worse. Z3's simplex, which is exact, took 1 to 20 s for 0.3 s here.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import highspy
from gridwright.compiler.encode.linear_relaxation import Relaxation

ITERATIONS = 100_000  # and not seconds only, so that the same spec is solved in the same way every time
DENOMINATOR = 1_000  # to which multipliers are rounded

Value = tuple[int, tuple[tuple[int, int], ...]]  # what a value costs, and what it adds to which rows


def multipliers_of(relaxation: Relaxation, seconds: float | None = None, *, elastic: bool = False) -> Sequence[Fraction] | None:
    """Return a multiplier for each row; None if that takes too long, or if the rows are infeasible.

    `elastic`: rows may be broken, at a cost of 1 for each 1 by which they are. Of rows that contradict this gives the multipliers
    that show it (Farkas 1902), of which none is beyond 1 or -1; the name is that of Brown and Graves (1975).
    """
    solver = highspy.Highs()  # type: ignore[no-untyped-call]  # only its C++ part has types
    solver.silent()
    solver.setOptionValue("solver", "simplex")
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("simplex_iteration_limit", ITERATIONS)
    solver.setOptionValue("time_limit", math.inf if seconds is None else seconds)
    solver.passModel(_programme(relaxation, elastic))
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    found = solver.getSolution().row_dual[: len(relaxation.rows)]
    return [Fraction(multiplier).limit_denominator(DENOMINATOR) for multiplier in found]


def _programme(relaxation: Relaxation, elastic: bool) -> highspy.HighsLp:
    """Build the linear programme: a column for each value of a base, from 0; a constraint for each row, and one for each base,
    whose values add up to 1.

    If it is elastic, two more columns for each row: by how much it is too small, and too large.
    """
    bases = _bases(relaxation)
    columns = [
        (cost, (*added, (len(relaxation.rows) + at, 1))) for at, values in enumerate(bases) for cost, added in sorted(values)
    ]
    if elastic:
        columns += [(1, ((at, sign),)) for at in range(len(relaxation.rows)) for sign in (1, -1)]
    programme = highspy.HighsLp()
    programme.num_col_ = len(columns)
    programme.num_row_ = len(relaxation.rows) + len(bases)
    programme.col_cost_ = [float(cost) for cost, _ in columns]
    programme.col_lower_ = [0.0] * len(columns)
    programme.col_upper_ = [math.inf] * len(columns)
    programme.row_lower_ = [float(end) for end in (*(row.low for row in relaxation.rows), *bases.values())]
    programme.row_upper_ = [float(end) for end in (*(row.high for row in relaxation.rows), *bases.values())]
    starts = [0]
    for _, added in columns:
        starts.append(starts[-1] + len(added))
    programme.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    programme.a_matrix_.start_ = starts
    programme.a_matrix_.index_ = [row for _, added in columns for row, _ in added]
    programme.a_matrix_.value_ = [float(factor) for _, added in columns for _, factor in added]
    return programme


def _bases(relaxation: Relaxation) -> Counter[frozenset[Value]]:
    """Return the values of each base; bases with the same coefficients become one, with a count."""
    added: dict[object, list[list[tuple[int, int]]]] = {
        base: [[] for _ in allowed] for base, allowed in relaxation.allowed.items()
    }
    for at, row in enumerate(relaxation.rows):
        for base, factors in row.factors.items():
            for value, factor in enumerate(factors):
                if factor:
                    added[base][value].append((at, factor))
    found: Counter[frozenset[Value]] = Counter()
    for base, allowed in relaxation.allowed.items():
        costs = relaxation.costs.get(base, [0] * len(allowed))
        values = zip(costs, added[base], allowed, strict=True)
        found[frozenset((cost, tuple(rows)) for cost, rows, is_allowed in values if is_allowed)] += 1
    return found
