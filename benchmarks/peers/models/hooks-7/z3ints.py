"""Hooks 7: the hook of size n holds n; all regions have the same sum."""

import z3
from peers.models.hooks_z3 import hooks
from peers.puzzle import Puzzle


def build(solver: z3.Solver, puzzle: Puzzle) -> dict[str, dict[object, z3.ExprRef]]:
    """Numbers, hooks and the sum."""
    number, hook = hooks(solver, puzzle)
    solver.add([z3.Or(number[cell] == 0, number[cell] == hook[cell]) for cell in puzzle.cells])
    total = z3.Int("total")
    for region in puzzle.areas["regions"]:
        solver.add(z3.Sum([number[cell] for cell in region]) == total)
    return {"number": number, "hook": hook, "total": dict.fromkeys(puzzle.layers["total"], total)}
