"""Hooks 7: the hook of size n holds n; all regions have the same sum."""

from ortools.sat.python import cp_model
from peers.models.hooks_cpsat import hooks
from peers.puzzle import Puzzle


def build(model: cp_model.CpModel, puzzle: Puzzle) -> dict[str, dict[object, cp_model.IntVar]]:
    """Numbers, hooks and the sum."""
    made = hooks(model, puzzle)
    for (cell, value), literal in made.has.items():
        if value:
            model.add_implication(literal, made.lies[cell, value])
    total = model.new_int_var(0, 285, "")
    for region in puzzle.areas["regions"]:
        model.add(sum(made.number[cell] for cell in region) == total)
    model.add(sum(made.number.values()) == len(puzzle.areas["regions"]) * total)
    return {"number": made.number, "hook": made.hook, "total": dict.fromkeys(puzzle.layers["total"], total)}
