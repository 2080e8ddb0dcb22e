"""Nurikabe: each cell is sea or of one island that reaches it; islands and sea are trees with ranks."""

from ortools.sat.python import cp_model
from peers.puzzle import Puzzle
from peers.tools.cpsat import connected


def build(model: cp_model.CpModel, puzzle: Puzzle) -> dict[str, dict[object, cp_model.IntVar]]:
    """A literal for each cell and each island that is near enough; its cells have parents nearer to its clue."""
    sea = {cell: model.new_bool_var("") for cell in puzzle.cells}
    near = {}
    for clue, size in puzzle.inside["size"]:
        for cell in puzzle.cells:
            if abs(cell[0] - clue[0]) + abs(cell[1] - clue[1]) < size:
                near[clue, cell] = model.new_bool_var("")
    for cell in puzzle.cells:
        model.add_exactly_one(sea[cell], *(literal for (_, other), literal in near.items() if other == cell))
    for clue, size in puzzle.inside["size"]:
        cells = [cell for root, cell in near if root == clue]
        rank = {cell: model.new_int_var(0, size - 1, "") for cell in cells}
        model.add(near[clue, clue] == 1)
        model.add(rank[clue] == 0)
        model.add(sum(near[clue, cell] for cell in cells) == size)
        for cell in cells:
            if cell == clue:
                continue
            parents = []
            for other in puzzle.neighbors(cell):
                if (clue, other) in near:
                    parent = model.new_bool_var("")
                    model.add_implication(parent, near[clue, other])
                    model.add(rank[cell] > rank[other]).only_enforce_if(parent)
                    parents.append(parent)
            model.add(sum(parents) == near[clue, cell])
    for (clue, cell), literal in near.items():
        for other in puzzle.neighbors(cell):
            model.add_bool_or(~literal, sea[other], *([near[clue, other]] if (clue, other) in near else []))
    for block in puzzle.blocks:
        model.add_bool_or(~sea[cell] for cell in block)
    connected(model, puzzle, sea)
    return {"sea": sea}
