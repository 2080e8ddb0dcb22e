"""Slitherlink: sides are 0 or 1, corners have 0 or 2 of them, and ranks say that there is one loop."""

import z3
from peers.puzzle import Puzzle


def build(solver: z3.Solver, puzzle: Puzzle) -> dict[str, dict[object, z3.ExprRef]]:
    """A number for each side, and a rank for each corner on the loop."""
    side = {key: z3.Int(f"side_{key}") for key in puzzle.layers["side"]}
    corners = sorted({corner for key in side for corner in key})
    rank = {corner: z3.Int(f"rank_{corner}") for corner in corners}
    solver.add([z3.And(unknown >= 0, unknown <= 1) for unknown in side.values()])
    first = []
    for corner in corners:
        beside = {key[1] if key[0] == corner else key[0]: unknown for key, unknown in side.items() if corner in key}
        degree = z3.Sum(list(beside.values()))
        solver.add(z3.Or(degree == 0, degree == 2), rank[corner] >= 0, rank[corner] < len(corners))
        nearer = [z3.And(unknown == 1, rank[other] < rank[corner]) for other, unknown in beside.items()]
        solver.add(z3.Or(degree == 0, rank[corner] == 0, *nearer))
        first.append(z3.If(z3.And(degree == 2, rank[corner] == 0), 1, 0))
    solver.add(z3.Sum(first) == 1)
    for (row, column), value in puzzle.inside["number"]:
        around = [
            ((row, column), (row, column + 1)),
            ((row + 1, column), (row + 1, column + 1)),
            ((row, column), (row + 1, column)),
            ((row, column + 1), (row + 1, column + 1)),
        ]
        solver.add(z3.Sum([side[key] for key in around]) == value)
    return {"side": side}
