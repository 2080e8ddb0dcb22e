"""What all hooks puzzles have in common: the hooks, connected numbers, no full block."""

from collections.abc import Mapping
from dataclasses import dataclass

from ortools.sat.python import cp_model
from peers.puzzle import Point, Puzzle
from peers.tools.cpsat import connected, is_value


@dataclass(frozen=True)
class Hooks:
    """Numbers (0 is blank) and sizes of hooks, with a literal for each value of each."""

    number: dict[Point, cp_model.IntVar]
    hook: dict[Point, cp_model.IntVar]
    has: Mapping[tuple[Point, int], cp_model.IntVar]
    lies: Mapping[tuple[Point, int], cp_model.IntVar]


def hooks(model: cp_model.CpModel, puzzle: Puzzle) -> Hooks:
    """A size for each row and column; a cell lies in the larger hook of the two."""
    sizes = range(1, puzzle.height + 1)
    arms = []
    for _ in range(2):
        arm = [model.new_int_var(1, puzzle.height, "") for _ in sizes]
        model.add_all_different(arm)
        # A valley: nowhere is a size larger than both beside it, for the next smaller square is without gaps.
        for before, here, after in zip(arm, arm[1:], arm[2:], strict=False):
            down, up = model.new_bool_var(""), model.new_bool_var("")
            model.add(before > here).only_enforce_if(down)
            model.add(here < after).only_enforce_if(up)
            model.add_bool_or(down, up)
        arms.append(arm)
    rows, columns = arms
    number = {cell: model.new_int_var(0, 9, "") for cell in puzzle.cells}
    hook = {cell: model.new_int_var(1, 9, "") for cell in puzzle.cells}
    for row, column in puzzle.cells:
        model.add_max_equality(hook[row, column], [rows[row], columns[column]])
    has = {(cell, value): is_value(model, number[cell], value) for cell in puzzle.cells for value in range(10)}
    lies = {(cell, value): is_value(model, hook[cell], value) for cell in puzzle.cells for value in sizes}
    for cell, value in puzzle.givens.get("number", []):
        model.add(number[cell] == value)
    for value in sizes:
        model.add(sum(has[cell, value] for cell in puzzle.cells) == value)
    for block in puzzle.blocks:
        model.add_bool_or(has[cell, 0] for cell in block)
    connected(model, puzzle, {cell: ~has[cell, 0] for cell in puzzle.cells})
    return Hooks(number, hook, has, lies)
