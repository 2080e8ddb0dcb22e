"""clingo: answer sets of a program in its own language, projected on what is visible, two at most."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import clingo

from peers.puzzle import Found, Puzzle


def facts(puzzle: Puzzle) -> Iterator[str]:
    """What is printed, as facts.

    `height(H)`, `width(W)`, `given(Layer, Place, V)`, `clue(Group, Cell, V)`, `area(Kind, N, Cell)`, and for clues outside
    `outside(N, Group, V)` with `seen(N, I, Cell)`: the cell at position I, from 0. A cell is a pair of numbers.
    """
    yield f"height({puzzle.height}). width({puzzle.width})."
    for layer, givens in puzzle.givens.items():
        yield from (f"given({layer}, {_term(key)}, {value})." for key, value in givens)
    for group, clues in puzzle.inside.items():
        yield from (f"clue({group}, {cell}, {value})." for cell, value in clues)
    for kind, areas in puzzle.areas.items():
        yield from (f"area({kind}, {number}, {cell})." for number, area in enumerate(areas) for cell in area)
    for number, clue in enumerate(puzzle.outside):
        yield f"outside({number}, {clue.group}, {clue.value})."
        yield from (f"seen({number}, {position}, {cell})." for position, cell in enumerate(clue.cells))


def solve(path: Path, load: Callable[[Path], ModuleType], puzzle: Puzzle, workers: int, limit: int = 2) -> Found:
    """The solutions, `limit` at most. A program shows `value(Layer, Place, V)`; what is not shown is 0.

    A program may have a Python file beside it with `refine(control, puzzle, found)`, which adds what a candidate breaks and
    says whether it did.
    """
    started = time.perf_counter()
    control = clingo.Control(["--project=show", "--warn=none", *([f"--parallel-mode={workers}"] if workers > 1 else [])])
    control.load(str(path))
    control.add("base", [], "\n".join(facts(puzzle)))
    control.ground([("base", [])])
    beside = path.with_name("clingo_refine.py")
    refine: Callable[..., Any] | None = load(beside).refine if beside.exists() else None
    built = time.perf_counter()
    control.configuration.solve.models = 1 if refine else limit  # type: ignore[union-attr]
    solutions: list[dict[str, list[int]]] = []
    times = [built]
    while len(solutions) < limit:
        new = []
        with control.solve(yield_=True) as handle:
            for model in handle:
                times.append(time.perf_counter())
                new.append((found_in(model, puzzle), set(model.symbols(shown=True))))
            exhausted = handle.get().exhausted
        if refine is None:
            solutions = [found for found, _ in new]
            break
        if not new:
            break
        found, symbols = new[0]
        if refine(control, puzzle, found):
            times.pop()
            continue
        solutions.append(found)
        with control.backend() as backend:
            atoms = control.symbolic_atoms.by_signature("value", 3)
            backend.add_rule([], [atom.literal if atom.symbol in symbols else -atom.literal for atom in atoms])
    ended = time.perf_counter()
    first = times[1] if len(times) > 1 else ended
    return Found(solutions, exhausted and len(solutions) < limit, built - started, first - built, ended - first)


def found_in(model: clingo.Model, puzzle: Puzzle) -> dict[str, list[int]]:
    """What a model shows, as numbers for each visible layer."""
    values: dict[str, dict[str, int]] = defaultdict(dict)
    for symbol in model.symbols(shown=True):
        layer, place, value = symbol.arguments
        values[str(layer)][str(place)] = value.number
    return {name: [values[name].get(_term(key).replace(" ", ""), 0) for key in keys] for name, keys in puzzle.layers.items()}


def _term(key: object) -> str:
    """A place as clingo writes it: `(0,1)`, `((0,1),(0,2))`, `3`."""
    return str(key)
