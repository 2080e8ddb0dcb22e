"""Sudoku: integers, and `Distinct` for rows, columns and boxes."""

import z3
from peers.puzzle import Puzzle


def build(solver: z3.Solver, puzzle: Puzzle) -> dict[str, dict[object, z3.ExprRef]]:
    """A number for each cell."""
    digit = {cell: z3.Int(f"digit_{cell}") for cell in puzzle.cells}
    boxes = [[(row + i // 3, column + i % 3) for i in range(9)] for row in range(0, 9, 3) for column in range(0, 9, 3)]
    solver.add([z3.And(unknown >= 1, unknown <= 9) for unknown in digit.values()])
    for group in (*puzzle.lines, *boxes):
        solver.add(z3.Distinct([digit[cell] for cell in group]))
    solver.add([digit[cell] == value for cell, value in puzzle.givens["digit"]])
    return {"digit": digit}
