"""Nurikabe: the island of each cell as an integer, 0 for the sea; ranks for islands and sea."""

import z3
from peers.puzzle import Puzzle
from peers.tools.z3ints import connected


def build(solver: z3.Solver, puzzle: Puzzle) -> dict[str, dict[object, z3.ExprRef]]:
    """An island and a rank for each cell."""
    island = {cell: z3.Int(f"island_{cell}") for cell in puzzle.cells}
    rank = {cell: z3.Int(f"island_rank_{cell}") for cell in puzzle.cells}
    clues = {cell: (number, size) for number, (cell, size) in enumerate(puzzle.inside["size"], 1)}
    for cell in puzzle.cells:
        solver.add(island[cell] >= 0, island[cell] <= len(clues), rank[cell] >= 0)
        beside = puzzle.neighbors(cell)
        solver.add([z3.Or(island[cell] == 0, island[other] == 0, island[cell] == island[other]) for other in beside])
        if cell in clues:
            number, size = clues[cell]
            solver.add(island[cell] == number, rank[cell] == 0)
            solver.add(z3.Sum([z3.If(island[other] == number, 1, 0) for other in puzzle.cells]) == size)
        else:
            solver.add(z3.Or(island[cell] == 0, *(z3.And(island[other] > 0, rank[other] < rank[cell]) for other in beside)))
    for number, size in clues.values():
        solver.add([z3.Implies(island[cell] == number, rank[cell] < size) for cell in puzzle.cells])
    for block in puzzle.blocks:
        solver.add(z3.Or([island[cell] > 0 for cell in block]))
    sea = {cell: island[cell] == 0 for cell in puzzle.cells}
    connected(solver, puzzle, sea)
    return {"sea": sea}
