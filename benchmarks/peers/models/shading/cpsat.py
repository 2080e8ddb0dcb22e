"""Shading: a literal for each cell, and a tree with ranks for connectivity."""

from ortools.sat.python import cp_model
from peers.puzzle import Puzzle
from peers.tools.cpsat import connected


def build(model: cp_model.CpModel, puzzle: Puzzle) -> dict[str, dict[object, cp_model.IntVar]]:
    """A literal for each cell."""
    shaded = {cell: model.new_bool_var("") for cell in puzzle.cells}
    for cell, value in puzzle.givens["shaded"]:
        model.add(shaded[cell] == value)
    for block in puzzle.blocks:
        model.add_bool_or(~shaded[cell] for cell in block)
    for (row, column), value in puzzle.inside["around"]:
        near = [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
        model.add(sum(shaded[cell] for cell in near if cell in shaded) == value)
    connected(model, puzzle, shaded)
    return {"shaded": shaded}
