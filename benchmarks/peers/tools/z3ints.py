"""z3py as most of its users write it: integers, one solver, a clause against what was found."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

import z3

from peers.puzzle import Found, Point, Puzzle


def solve(path: Path, load: Callable[[Path], ModuleType], puzzle: Puzzle, workers: int) -> Found:
    """The solutions, two at most. A model's `build(solver, puzzle)` returns the unknowns of each visible layer.

    It may have `refine(solver, puzzle, layers, found)` too, which adds what a candidate breaks, and says whether it did.
    """
    started = time.perf_counter()
    module = load(path)
    solver = z3.Solver()
    layers = module.build(solver, puzzle)
    built = time.perf_counter()
    solutions, times = [], [built]
    while len(solutions) < 2:
        status = solver.check()
        if status == z3.unsat:
            times.append(time.perf_counter())
            return Found(solutions, True, built - started, times[1] - built, times[-1] - times[1])
        assert status == z3.sat, solver.reason_unknown()
        model = solver.model()
        values = {
            name: [_number(model.eval(unknowns[key], True)) for key in puzzle.layers[name]] for name, unknowns in layers.items()
        }
        if hasattr(module, "refine") and module.refine(solver, puzzle, layers, values):
            continue
        times.append(time.perf_counter())
        solutions.append(values)
        solver.add(
            z3.Or(
                [
                    layers[name][key] != (bool(value) if z3.is_bool(layers[name][key]) else value)
                    for name in values
                    for key, value in zip(puzzle.layers[name], values[name], strict=True)
                ]
            )
        )
    return Found(solutions, False, built - started, times[1] - built, times[-1] - times[1])


def connected(solver: z3.Solver, puzzle: Puzzle, inside: Mapping[Point, z3.BoolRef]) -> None:
    """The cells that are inside hang together: one has rank 0, each other one a neighbour of a smaller rank."""
    rank = {cell: z3.Int(f"rank_{id(inside)}_{cell}") for cell in inside}
    for cell, within in inside.items():
        nearer = [z3.And(inside[other], rank[other] < rank[cell]) for other in puzzle.neighbors(cell) if other in inside]
        solver.add(rank[cell] >= 0, rank[cell] < len(inside))
        solver.add(z3.Implies(z3.And(within, rank[cell] > 0), z3.Or(nearer)))
    solver.add(z3.Sum([z3.If(z3.And(within, rank[cell] == 0), 1, 0) for cell, within in inside.items()]) <= 1)


def _number(value: z3.ExprRef) -> int:
    return int(z3.is_true(value)) if z3.is_bool(value) else value.as_long()
