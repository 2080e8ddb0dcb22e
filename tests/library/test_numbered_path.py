"""Random puzzles of numbered paths with sums and products of parts: what each engine finds, against brute force."""

from __future__ import annotations

import random

import pytest
from brute import solutions, visible
from gridwright.compiler.loader import load_text
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.solving.solve import solve

BOARDS = [
    ("1x4", "1..4"),
    ("2x2", "1..4"),
    ("4x1", "1..4, blank: true"),
    ("1x5", "1..3, blank: true"),
    ("2x3", "1..3"),
    ("3x2", "1..3, blank: true"),
]
MOVES = ("neighbors", "touching", "knight_moves", "any_other", "ahead")
SENTENCES = 10  # for each number that chance begins with


def puzzle(chance: random.Random) -> str:
    """A puzzle of this family."""
    grid, values = chance.choice(BOARDS)
    rows, columns = map(int, grid.split("x"))
    size = rows * columns
    moves = chance.choice(MOVES)
    last = chance.choice([str(size), str(size - 1), "count(number != blank)", "max(number)"])
    kinds = ["numbered_path", "numbered_path_to", "one_way_path"] if moves != "ahead" else ["one_way_path"]
    kind = chance.choice(kinds)
    path = f"numbered_path(number, {moves})" if kind == "numbered_path" else f"{kind}(number, {moves}, {last})"
    part = (
        f"[{', '.join(chance.sample([f'r{r + 1}c{c + 1}' for r in range(rows) for c in range(columns)], chance.randint(2, 3)))}]"
    )
    other = "rows[0]" if rows > 1 else "cells[:2]"
    about = chance.choice(
        [
            f"sum(number[{part}]) == {chance.randint(3, 12)}",
            f"sum(number[{part}]) == sum(number[{other}])",
            f"product(number[{part}]) == {chance.choice([2, 6, 8, 10, 12, 20, 24, 30])}",
            f"product(number[{part}]) > sum(number[{other}])",
            f"sum(number[{part}]) in 4..7",
            f"number[r1c1] + 1 == {chance.randint(1, 7)} or number[{part[1:5]}] == 1",
            f"2 * number[r1c1] + 1 != {chance.randint(1, 9)}",
        ]
    )
    arrows = [[chance.choice(["right", "down", "left", "up"]) for _ in range(columns)] for _ in range(rows)]
    return (
        f"gridwright: 1\ngrid: {grid}\nuse: [numbered_path]\n"
        + "data:\n  arrows:\n"
        + "".join(f"    - [{', '.join(row)}]\n" for row in arrows)
        + f"layers:\n  number: {{values: {values}}}\n"
        + 'define:\n  any_other(c): "[d for d in cells if d != c]"\n  ahead(c): ray(c, arrows[c.row][c.column])\n'
        + f"rules:\n  - {path}\n  - {about}\n"
    )


@pytest.mark.cases(quick=1, ci=3)
@pytest.mark.parametrize("seed", range(500))
def test_random_paths(seed: int) -> None:
    """An engine finds the solutions that there are."""
    chance = random.Random(seed)
    for number in range(SENTENCES if seed else 2):
        text = puzzle(chance)
        spec = load_text(text, "path.yaml")
        engines = ENGINES if seed == 0 else [sorted(ENGINES)[(seed + number) % len(ENGINES)]]
        expected = solutions(spec)
        for engine in engines:
            outcome = solve(spec, limit=10_000, engine=engine)
            found_solutions = {visible(spec, solution.grid) for solution in outcome.solutions}
            assert (outcome.complete, found_solutions) == (True, expected), (engine, text)
