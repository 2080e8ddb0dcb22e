"""OR-tools CP-SAT: solve, exclude what was found, solve again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType

from ortools.sat.python import cp_model

from peers.puzzle import Found, Key, Point, Puzzle


def solve(path: Path, load: Callable[[Path], ModuleType], puzzle: Puzzle, workers: int) -> Found:
    """The solutions, two at most. A model's `build(model, puzzle)` returns the variables of each visible layer.

    It may have `refine(model, puzzle, layers, found)` too, which adds what a candidate breaks, and says whether it did.
    """
    started = time.perf_counter()
    module = load(path)
    model = cp_model.CpModel()
    layers = module.build(model, puzzle)
    built = time.perf_counter()
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solutions, times = [], [built]
    while len(solutions) < 2:
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            times.append(time.perf_counter())
            return Found(solutions, True, built - started, times[1] - built, times[-1] - times[1])
        assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE), solver.status_name(status)
        values = {name: [solver.value(variables[key]) for key in puzzle.layers[name]] for name, variables in layers.items()}
        if hasattr(module, "refine") and module.refine(model, puzzle, layers, values):
            continue
        times.append(time.perf_counter())
        solutions.append(values)
        exclude(
            model,
            [(layers[name][key], value) for name in values for key, value in zip(puzzle.layers[name], values[name], strict=True)],
        )
    return Found(solutions, False, built - started, times[1] - built, times[-1] - times[1])


def exclude(model: cp_model.CpModel, assignment: Iterable[tuple[cp_model.IntVar, int]]) -> None:
    """Not all of these values again."""
    differs = []
    for variable, value in assignment:
        literal = model.new_bool_var("")
        model.add(variable != value).only_enforce_if(literal)
        differs.append(literal)
    model.add_bool_or(differs)


def is_value(model: cp_model.CpModel, variable: cp_model.IntVar, value: int) -> cp_model.IntVar:
    """A literal that is true exactly if the variable has the value."""
    literal = model.new_bool_var("")
    model.add(variable == value).only_enforce_if(literal)
    model.add(variable != value).only_enforce_if(~literal)
    return literal


def filled(model: cp_model.CpModel, number: Mapping[Key, cp_model.IntVar]) -> dict[Key, cp_model.IntVar]:
    """For each place a literal: it is not 0."""
    return {key: ~is_value(model, variable, 0) for key, variable in number.items()}


def connected(model: cp_model.CpModel, puzzle: Puzzle, inside: Mapping[Point, cp_model.IntVar]) -> None:
    """The cells that are inside hang together: a spanning tree, whose root is the first of them.

    CP-SAT has no constraint for this; its users write an arborescence with ranks (Miller, Tucker and Zemlin).
    """
    cells = list(inside)
    rank = {cell: model.new_int_var(0, len(cells) - 1, "") for cell in cells}
    before: list[cp_model.IntVar] = []
    for cell in cells:
        root = model.new_bool_var("")
        parents = []
        for other in puzzle.neighbors(cell):
            if other in inside:
                parent = model.new_bool_var("")
                model.add_implication(parent, inside[other])
                model.add(rank[cell] > rank[other]).only_enforce_if(parent)
                parents.append(parent)
        model.add(sum(parents) + root == inside[cell])
        model.add(rank[cell] == 0).only_enforce_if(root)
        for other in before:
            model.add_implication(root, ~other)
        before.append(inside[cell])
    # The first cell inside is the root: no cell has another one before it, so there is exactly one.
