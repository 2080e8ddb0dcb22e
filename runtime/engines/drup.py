"""Refutations: what a solver learns on the way to a contradiction, each clause implied by those before it (DRUP).

Glucose (Audemard and Simon), through python-sat, because it learns clauses and does nothing else: its refutations are a hundred
times shorter than those of CaDiCaL, which rewrites the problem first (June 2018: 986 clauses against 23,812).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gridwright.compiler.budget import Deadline
from gridwright.compiler.encode.problem import Clause

from .engine import NEEDS_PYTHON_SAT, EngineMissing

try:
    from pysat.solvers import Glucose4
except ImportError as problem:
    raise EngineMissing(f"a certificate {NEEDS_PYTHON_SAT}") from problem

SLICE = 2_000  # conflicts between two looks at the clock


def refutation(clauses: Iterable[Sequence[int]], deadline: Deadline) -> list[Clause] | None:
    """The clauses that are learned until there is a contradiction; none where there is a model. `OutOfTime` at the deadline."""
    given = [list(clause) for clause in clauses]  # all at once: one by one, each is simplified, and that is a line of the proof
    with Glucose4(bootstrap_with=given, with_proof=True) as solver:
        answer = None
        while answer is None:
            deadline.check()
            solver.conf_budget(SLICE)
            answer = solver.solve_limited()
        if answer:
            return None
        lines = solver.get_proof() or []
    learned = (line.split() for line in lines)
    return [tuple(map(int, words[:-1])) for words in learned if words and words[0] != "d"]
