"""Numbers that the runs of a line read as, in z3py: running values, which count where a run ends."""

from collections.abc import Mapping, Sequence

import z3
from peers.models.runs import FACTORS, larger
from peers.puzzle import Point, Puzzle


def ends(line: Sequence[z3.ArithRef]) -> list[tuple[z3.BoolRef, z3.ArithRef]]:
    """For each cell: whether a run ends there, and the number that it reads as."""
    ends_found, value = [], z3.IntVal(0)
    for here, after in zip(line, [*line[1:], z3.IntVal(0)], strict=True):
        value = z3.If(here > 0, 10 * value + here, 0)
        ends_found.append((z3.And(here > 0, after == 0), value))
    return ends_found


def divisors(solver: z3.Solver, puzzle: Puzzle, group: str, number: Mapping[Point, z3.ArithRef]) -> None:
    """All numbers are multiples of what is printed, and not all of some larger multiples."""
    for clue in puzzle.outside:
        if clue.group == group:
            read = ends([number[cell] for cell in clue.cells])
            solver.add(z3.Or([end for end, _ in read]))
            solver.add([z3.Implies(end, value % clue.value == 0) for end, value in read])
            for factor in FACTORS:
                solver.add(z3.Or([z3.And(end, value % (factor * clue.value) != 0) for end, value in read]))


def refined(
    solver: z3.Solver, puzzle: Puzzle, group: str, layers: dict[str, dict[object, z3.ExprRef]], found: dict[str, list[int]]
) -> bool:
    """Divisors of the candidate that are too large are excluded."""
    wrong = list(larger(puzzle, group, dict(zip(puzzle.cells, found["number"], strict=True))))
    for clue, divisor in wrong:
        read = ends([layers["number"][cell] for cell in clue.cells])
        solver.add(z3.Or([z3.And(end, value % divisor != 0) for end, value in read]))
    return bool(wrong)
