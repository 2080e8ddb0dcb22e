"""Sudoku: all different, as the manual has it."""

from ortools.sat.python import cp_model
from peers.puzzle import Puzzle

Layers = dict[str, dict[object, cp_model.IntVar]]


def build(model: cp_model.CpModel, puzzle: Puzzle) -> Layers:
    """A number for each cell."""
    digit = {cell: model.new_int_var(1, 9, "") for cell in puzzle.cells}
    boxes = [[(row + i // 3, column + i % 3) for i in range(9)] for row in range(0, 9, 3) for column in range(0, 9, 3)]
    for group in (*puzzle.lines, *boxes):
        model.add_all_different(digit[cell] for cell in group)
    for cell, value in puzzle.givens["digit"]:
        model.add(digit[cell] == value)
    return {"digit": digit}
