"""Hooks 9: each hook has its own digit; clues are greatest common divisors, by automata."""

from ortools.sat.python import cp_model
from peers.models.gcd_cpsat import divisors, refined
from peers.models.hooks_cpsat import hooks
from peers.puzzle import Puzzle
from peers.tools.cpsat import is_value


def build(model: cp_model.CpModel, puzzle: Puzzle) -> dict[str, dict[object, cp_model.IntVar]]:
    """Numbers, hooks and digits."""
    made = hooks(model, puzzle)
    digit = {size: model.new_int_var(1, 9, "") for size in puzzle.layers["digit"]}
    model.add_all_different(digit.values())
    holds = {(size, value): is_value(model, digit[size], value) for size in digit for value in range(1, 10)}
    for cell in puzzle.cells:
        for (size, value), literal in holds.items():
            model.add_bool_or(~made.has[cell, value], ~made.lies[cell, size], literal)
    divisors(model, puzzle, "divisor", made.number)
    return {"number": made.number, "hook": made.hook, "digit": digit}


def refine(
    model: cp_model.CpModel, puzzle: Puzzle, layers: dict[str, dict[object, cp_model.IntVar]], found: dict[str, list[int]]
) -> bool:
    """Exclude divisors that are too large."""
    return refined(model, puzzle, "divisor", layers, found)
