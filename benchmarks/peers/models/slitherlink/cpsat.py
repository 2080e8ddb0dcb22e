"""Slitherlink: a circuit through corners, clockwise around the cells inside, so that a loop is one circuit and not two."""

from ortools.sat.python import cp_model
from peers.puzzle import Puzzle


def build(model: cp_model.CpModel, puzzle: Puzzle) -> dict[str, dict[object, cp_model.IntVar]]:
    """A literal for each side, one for each way along it, and one for each cell: it is inside."""
    inside = {cell: model.new_bool_var("") for cell in puzzle.cells}
    side = {key: model.new_bool_var("") for key in puzzle.layers["side"]}
    nodes = {
        (row, column): row * (puzzle.width + 1) + column for row in range(puzzle.height + 1) for column in range(puzzle.width + 1)
    }
    arcs = [(node, node, model.new_bool_var("")) for node in nodes.values()]
    around: dict[object, list[cp_model.IntVar]] = {cell: [] for cell in puzzle.cells}
    for (start, end), literal in side.items():
        onward, back = model.new_bool_var(""), model.new_bool_var("")
        arcs += [(nodes[start], nodes[end], onward), (nodes[end], nodes[start], back)]
        model.add(onward + back == literal)
        row, column = start
        # Walking to the right, what is on the right hand is the cell below; walking down, it is the cell on the left.
        right = (row, column) if start[0] == end[0] else (row, column - 1)
        left = (row - 1, column) if start[0] == end[0] else (row, column)
        for cell, way in ((right, onward), (left, back)):
            if cell in inside:
                model.add_implication(way, inside[cell])
                around[cell].append(literal)
            else:
                model.add(way == 0)
        for cell, way in ((left, onward), (right, back)):
            if cell in inside:
                model.add_implication(way, ~inside[cell])
        if left in inside and right in inside:
            model.add_bool_xor(inside[left], inside[right], ~literal)
        else:
            model.add(literal == inside[left if left in inside else right])
    model.add_circuit(arcs)
    for cell, value in puzzle.inside["number"]:
        model.add(sum(around[cell]) == value)
    return {"side": side}
