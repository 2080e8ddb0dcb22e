"""Hooks 9: each hook has its own digit; clues are greatest common divisors."""

import z3
from peers.models.gcd_z3 import divisors, refined
from peers.models.hooks_z3 import hooks
from peers.puzzle import Puzzle


def build(solver: z3.Solver, puzzle: Puzzle) -> dict[str, dict[object, z3.ExprRef]]:
    """Numbers, hooks and digits."""
    number, hook = hooks(solver, puzzle)
    digit = {size: z3.Int(f"digit_{size}") for size in puzzle.layers["digit"]}
    solver.add(z3.Distinct(list(digit.values())), *(z3.And(each >= 1, each <= 9) for each in digit.values()))
    for cell in puzzle.cells:
        solver.add(
            [z3.Implies(hook[cell] == size, z3.Or(number[cell] == 0, number[cell] == each)) for size, each in digit.items()]
        )
    divisors(solver, puzzle, "divisor", number)
    return {"number": number, "hook": hook, "digit": digit}


def refine(solver: z3.Solver, puzzle: Puzzle, layers: dict[str, dict[object, z3.ExprRef]], found: dict[str, list[int]]) -> bool:
    """Exclude divisors that are too large."""
    return refined(solver, puzzle, "divisor", layers, found)
