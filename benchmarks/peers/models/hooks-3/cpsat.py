"""Hooks 3: the hook of size n holds n; a product of the first two numbers seen is an automaton over the line."""

from ortools.sat.python import cp_model
from peers.models.hooks_cpsat import hooks
from peers.puzzle import Puzzle


def build(model: cp_model.CpModel, puzzle: Puzzle) -> dict[str, dict[object, cp_model.IntVar]]:
    """Numbers and hooks."""
    made = hooks(model, puzzle)
    for (cell, value), literal in made.has.items():
        if value:
            model.add_implication(literal, made.lies[cell, value])
    for clue in puzzle.outside:
        # state 0: nothing seen; v from 1 to 9: v was seen first; 10: both were seen
        pairs = [(value, clue.value // value) for value in range(1, 10) if clue.value % value == 0 and clue.value // value < 10]
        ways = [(0, 0, 0), *((10, value, 10) for value in range(10))]
        for first, second in pairs:
            ways += [(0, first, first), (first, 0, first), (first, second, 10)]
        model.add_automaton([made.number[cell] for cell in clue.cells], 0, [10], ways)
    return {"number": made.number, "hook": made.hook}
