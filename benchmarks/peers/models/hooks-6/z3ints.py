"""Hooks 6: the hook of size n holds n; red clues are greatest common divisors, black ones products of integers."""

import z3
from peers.models.gcd_z3 import divisors, ends, refined
from peers.models.hooks_z3 import hooks
from peers.puzzle import Puzzle


def build(solver: z3.Solver, puzzle: Puzzle) -> dict[str, dict[object, z3.ExprRef]]:
    """Numbers and hooks."""
    number, hook = hooks(solver, puzzle)
    solver.add([z3.Or(number[cell] == 0, number[cell] == hook[cell]) for cell in puzzle.cells])
    divisors(solver, puzzle, "red", number)
    for clue in puzzle.outside:
        if clue.group == "black":
            read = ends([number[cell] for cell in clue.cells])
            solver.add(z3.Product([z3.If(end, value, 1) for end, value in read]) == clue.value)
    return {"number": number, "hook": hook}


def refine(solver: z3.Solver, puzzle: Puzzle, layers: dict[str, dict[object, z3.ExprRef]], found: dict[str, list[int]]) -> bool:
    """Exclude divisors that are too large."""
    return refined(solver, puzzle, "red", layers, found)
