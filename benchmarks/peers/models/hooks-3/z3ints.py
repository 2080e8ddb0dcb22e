"""Hooks 3: the hook of size n holds n; one of the pairs of cells that a line can be seen to begin with has the product."""

import z3
from peers.models.hooks_z3 import hooks
from peers.puzzle import Puzzle


def build(solver: z3.Solver, puzzle: Puzzle) -> dict[str, dict[object, z3.ExprRef]]:
    """Numbers and hooks."""
    number, hook = hooks(solver, puzzle)
    solver.add([z3.Or(number[cell] == 0, number[cell] == hook[cell]) for cell in puzzle.cells])
    for clue in puzzle.outside:
        seen = [number[cell] for cell in clue.cells]
        values = [(value, clue.value // value) for value in range(1, 10) if clue.value % value == 0]
        ways = []
        for j in range(len(seen)):
            for i in range(j):
                blank = [seen[k] == 0 for k in range(j) if k != i]
                ways += [z3.And(seen[i] == first, seen[j] == second, *blank) for first, second in values]
        solver.add(z3.Or(ways))
    return {"number": number, "hook": hook}
