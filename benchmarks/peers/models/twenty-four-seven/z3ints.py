"""Twenty Four Seven: integers, 0 for blank, sums of `If`."""

import z3
from peers.puzzle import Puzzle, lines
from peers.tools.z3ints import connected


def build(solver: z3.Solver, puzzle: Puzzle) -> dict[str, dict[object, z3.ExprRef]]:
    """A number for each cell."""
    number = {cell: z3.Int(f"number_{cell}") for cell in puzzle.cells}
    solver.add([z3.And(unknown >= 0, unknown <= 7) for unknown in number.values()])
    solver.add([number[cell] == value for cell, value in puzzle.givens.get("number", [])])
    for window in puzzle.areas.get("windows", [puzzle.cells]):
        for value in range(1, 8):
            solver.add(z3.Sum([z3.If(number[cell] == value, 1, 0) for cell in window]) == value)
        for line in lines(window):
            solver.add(z3.Sum([z3.If(number[cell] > 0, 1, 0) for cell in line]) == 4)
            solver.add(z3.Sum([number[cell] for cell in line]) == 20)
    for block in puzzle.blocks:
        solver.add(z3.Or([number[cell] == 0 for cell in block]))
    connected(solver, puzzle, {cell: number[cell] > 0 for cell in puzzle.cells})
    for clue in puzzle.outside:
        seen = [number[cell] for cell in clue.cells]
        first = z3.Or([z3.And(*(unknown == 0 for unknown in seen[:i]), seen[i] == clue.value) for i in range(len(seen))])
        solver.add(z3.Or(z3.Sum(seen) == clue.value, first))
    return {"number": number}
