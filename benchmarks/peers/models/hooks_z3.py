"""What all hooks puzzles have in common: the hooks, connected numbers, no full block."""

import z3
from peers.puzzle import Point, Puzzle
from peers.tools.z3ints import connected

Unknowns = dict[Point, z3.ArithRef]


def hooks(solver: z3.Solver, puzzle: Puzzle) -> tuple[Unknowns, Unknowns]:
    """Numbers (0 is blank) and sizes of hooks."""
    size = puzzle.height
    arms = []
    for name in ("row", "column"):
        arm = [z3.Int(f"{name}_{i}") for i in range(size)]
        solver.add(z3.Distinct(arm), *(z3.And(each >= 1, each <= size) for each in arm))
        solver.add([z3.Or(arm[i - 1] > arm[i], arm[i] < arm[i + 1]) for i in range(1, size - 1)])  # a valley
        arms.append(arm)
    rows, columns = arms
    number = {cell: z3.Int(f"number_{cell}") for cell in puzzle.cells}
    hook = {cell: z3.Int(f"hook_{cell}") for cell in puzzle.cells}
    for row, column in puzzle.cells:
        solver.add(hook[row, column] == z3.If(rows[row] > columns[column], rows[row], columns[column]))
    solver.add([z3.And(unknown >= 0, unknown <= size) for unknown in number.values()])
    solver.add([number[cell] == value for cell, value in puzzle.givens.get("number", [])])
    for value in range(1, size + 1):
        solver.add(z3.Sum([z3.If(unknown == value, 1, 0) for unknown in number.values()]) == value)
    for block in puzzle.blocks:
        solver.add(z3.Or([number[cell] == 0 for cell in block]))
    connected(solver, puzzle, {cell: number[cell] > 0 for cell in puzzle.cells})
    return number, hook
