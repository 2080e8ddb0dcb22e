"""Shading: 0 or 1 in each cell, and ranks for connectivity."""

import z3
from peers.puzzle import Puzzle
from peers.tools.z3ints import connected


def build(solver: z3.Solver, puzzle: Puzzle) -> dict[str, dict[object, z3.ExprRef]]:
    """A number for each cell."""
    shaded = {cell: z3.Int(f"shaded_{cell}") for cell in puzzle.cells}
    solver.add([z3.And(unknown >= 0, unknown <= 1) for unknown in shaded.values()])
    solver.add([shaded[cell] == value for cell, value in puzzle.givens["shaded"]])
    solver.add([z3.Sum([shaded[cell] for cell in block]) <= 3 for block in puzzle.blocks])
    for (row, column), value in puzzle.inside["around"]:
        near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        solver.add(z3.Sum([shaded[cell] for cell in near if cell in shaded]) == value)
    connected(solver, puzzle, {cell: unknown == 1 for cell, unknown in shaded.items()})
    return {"shaded": shaded}
