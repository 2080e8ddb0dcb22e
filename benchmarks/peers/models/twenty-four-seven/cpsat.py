"""Twenty Four Seven: numbers with a literal for each value; first numbers seen by automata; a window or several."""

from ortools.sat.python import cp_model
from peers.puzzle import Puzzle, lines
from peers.tools.cpsat import connected

VALUES = range(8)  # 0 is blank


def build(model: cp_model.CpModel, puzzle: Puzzle) -> dict[str, dict[object, cp_model.IntVar]]:
    """A number for each cell, and a literal for each of its values."""
    number = {cell: model.new_int_var(0, 7, "") for cell in puzzle.cells}
    has = {(cell, value): model.new_bool_var("") for cell in puzzle.cells for value in VALUES}
    for cell in puzzle.cells:
        model.add_exactly_one(has[cell, value] for value in VALUES)
        model.add(number[cell] == sum(value * has[cell, value] for value in VALUES))
    for cell, value in puzzle.givens.get("number", []):
        model.add_bool_and(has[cell, value])
    for window in puzzle.areas.get("windows", [puzzle.cells]):
        for value in range(1, 8):
            model.add(sum(has[cell, value] for cell in window) == value)
        for line in lines(window):
            model.add(sum(has[cell, 0] for cell in line) == len(line) - 4)
            model.add(sum(number[cell] for cell in line) == 20)
    for block in puzzle.blocks:
        model.add_bool_or(has[cell, 0] for cell in block)
    connected(model, puzzle, {cell: ~has[cell, 0] for cell in puzzle.cells})
    for clue in puzzle.outside:
        total = model.new_bool_var("")
        model.add(sum(number[cell] for cell in clue.cells) == clue.value).only_enforce_if(total)
        if clue.value in range(1, 8):
            # state 0: nothing but blanks yet; 1: seen; without a wish (when it is the sum) every number leads on
            ways = [(0, 0, 0), (0, clue.value, 1), *((1, value, 1) for value in VALUES)]
            seen = [model.new_int_var(0, 7, "") for _ in clue.cells]
            model.add_automaton(seen, 0, [1], ways)
            for cell, variable in zip(clue.cells, seen, strict=True):
                model.add(variable == number[cell]).only_enforce_if(~total)
        else:
            model.add(total == 1)
    return {"number": number}
