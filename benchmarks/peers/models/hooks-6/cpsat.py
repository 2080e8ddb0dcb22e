"""Hooks 6: the hook of size n holds n; red clues are greatest common divisors, black ones products, both by automata."""

from ortools.sat.python import cp_model
from peers.models.gcd_cpsat import divisors, refined
from peers.models.hooks_cpsat import hooks
from peers.models.runs import product
from peers.puzzle import Puzzle


def build(model: cp_model.CpModel, puzzle: Puzzle) -> dict[str, dict[object, cp_model.IntVar]]:
    """Numbers and hooks."""
    made = hooks(model, puzzle)
    for (cell, value), literal in made.has.items():
        if value:
            model.add_implication(literal, made.lies[cell, value])
    divisors(model, puzzle, "red", made.number)
    for clue in puzzle.outside:
        if clue.group == "black":
            model.add_automaton([made.number[cell] for cell in clue.cells], 0, *product(clue.value))
    return {"number": made.number, "hook": made.hook}


def refine(
    model: cp_model.CpModel, puzzle: Puzzle, layers: dict[str, dict[object, cp_model.IntVar]], found: dict[str, list[int]]
) -> bool:
    """Exclude divisors that are too large."""
    return refined(model, puzzle, "red", layers, found)
