"""Families of generated puzzles of any size, each with exactly one solution.

    python benchmarks/families.py FAMILY SIZE [--seed N] > SPEC

A grid is made at random, and clues are read off it. While there is another solution, the value of a place where the two differ is
printed too. The same size and seed give the same puzzle, as long as the search goes the same way.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.loader import load_text
from gridwright.runtime.solving.solve import solve

Point = tuple[int, int]


@dataclass
class Draft:
    """A puzzle in the making: its text without givens, its only layer, and what was meant, in the order of the layer's places."""

    text: str
    layer: str
    meant: list[int]
    names: list[str]
    givens: set[int] = field(default_factory=set)

    def __str__(self) -> str:
        shown = ", ".join(f"{self.names[place]}: {self._value(place)}" for place in sorted(self.givens))
        return f"{self.text}givens:\n  {self.layer}: {{{shown}}}\n" if shown else self.text

    def _value(self, place: int) -> str:
        value = self.meant[place]
        return str(value).lower() if isinstance(value, bool) else str(value)


def finished(draft: Draft, deadline: Deadline) -> str | None:
    """The text with as many values given that there is one solution; None if the time ended before."""
    at_once = 1 + len(draft.meant) // 300  # of what one solution has wrong, so that large boards need few rounds
    while True:
        outcome = solve(load_text(str(draft)), limit=6, deadline=deadline)
        if outcome.unique:
            return str(draft)
        if outcome.reason:
            return None
        for solution in outcome.solutions:
            [values] = [value for (_, name), value in solution.grid.items() if name == draft.layer]
            wrong = [place for place, (found, meant) in enumerate(zip(values, draft.meant, strict=True)) if found != meant]
            if wrong and not draft.givens.intersection(wrong):
                draft.givens.update(wrong[len(wrong) // 2 :: 1 + len(wrong) // (2 * at_once)])


# parts of grids


def beside(cell: Point, size: int) -> Iterator[Point]:
    """The cells that share a side with a cell."""
    for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1)):
        row, column = cell[0] + down, cell[1] + right
        if 0 <= row < size and 0 <= column < size:
            yield row, column


def grown(size: int, chance: random.Random, allowed: Callable[[set[Point], Point], bool]) -> set[Point]:
    """A connected set of cells: one after another is added at its edge, in random order, where that is allowed."""
    start = (size // 2, size // 2)
    reached, edge = {start}, list(beside(start, size))
    while edge:
        cell = edge.pop(chance.randrange(len(edge)))
        if cell not in reached and allowed(reached, cell):
            reached.add(cell)
            edge += [other for other in beside(cell, size) if other not in reached]
    return reached


def rows(values: Iterable[object], size: int) -> str:
    """A picture of a grid, indented."""
    texts = [str(value) for value in values]
    width = max(map(len, texts))
    lines = [texts[i : i + size] for i in range(0, len(texts), size)]
    return "".join("    " + " ".join(text.ljust(width) for text in line).rstrip() + "\n" for line in lines)


def head(title: str, text: str, size: int) -> str:
    """What every spec begins with."""
    return f"gridwright: 1\ntitle: {title}\ntext: {text}\n\ngrid: {size}x{size}\n"


def cells(size: int) -> list[Point]:
    """All cells in reading order."""
    return [(row, column) for row in range(size) for column in range(size)]


# families


def shading(size: int, chance: random.Random) -> Draft:
    """Connected shaded cells without a full 2-by-2 block; a number counts the shaded cells of the 3-by-3 cells around it."""

    def allowed(found: set[Point], cell: Point) -> bool:
        row, column = cell
        corners = ((row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column))
        blocks = ([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in corners)
        return not any(all(each in found or each == cell for each in block) for block in blocks) and chance.random() < 0.8

    shaded = grown(size, chance, allowed)
    counts = [
        sum((row + down, column + right) in shaded for down in (-1, 0, 1) for right in (-1, 0, 1))
        if chance.random() < 0.4
        else "."
        for row, column in cells(size)
    ]
    text = head(
        "Shading", "All shaded cells are connected, and no 2-by-2 block is shaded. A number counts the cells around it.", size
    )
    text += f"use: [no_full_block]\nlayers:\n  shaded: {{values: bool}}\nclues:\n  around: |\n{rows(counts, size)}"
    text += """rules:
  - rule: connected(shaded)
    says: All shaded cells are connected.
  - rule: no_full_block(shaded)
    says: No 2-by-2 block is shaded.
  - for: clue in around
    rule: count([shaded[clue.cell]]) + count(shaded[touching(clue.cell)]) == clue.value
    says: A number counts the shaded cells among its own and the eight around.
answer: count(shaded)
"""
    return Draft(
        text, "shaded", [cell in shaded for cell in cells(size)], [f"r{row + 1}c{column + 1}" for row, column in cells(size)]
    )


def loops(size: int, chance: random.Random) -> Draft:
    """Slitherlink: one loop along sides; a number says how many sides of its cell belong to it."""

    def allowed(found: set[Point], cell: Point) -> bool:
        row, column = cell
        ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)]
        here = [(row + down, column + right) in found for down, right in ring]
        changes = sum(first != second for first, second in zip(here, here[1:] + here[:1], strict=True))
        return changes == 2 and sum(other in found for other in beside(cell, size)) <= 2 and chance.random() < 0.8

    inside = grown(size, chance, allowed)

    def drawn(first: Point, second: Point) -> bool:
        return (first in inside) != (second in inside)

    around = {
        (row, column): sum(
            drawn((row, column), other) for other in ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1))
        )
        for row, column in cells(size)
    }
    clues = [around[cell] if chance.random() < 0.6 else "." for cell in cells(size)]
    text = head("Loop", "One loop along the sides of cells. A number says how many sides of its cell belong to it.", size)
    text += f"layers:\n  side: {{over: borders, values: bool}}\nclues:\n  number: |\n{rows(clues, size)}"
    text += """rules:
  - rule: loop(side)
    says: The sides that are drawn are one closed loop.
  - for: clue in number
    rule: count(side[clue.cell.borders]) == clue.value
    says: A number says how many sides of its cell belong to the loop.
answer: count(side)
"""
    [layer] = load_text(text).layers
    meant, names = [], []
    for position, border in enumerate(layer.places):
        first, second = tuple(sorted((corner.row, corner.column) for corner in border.corners))
        row, column = first
        meant.append(drawn((row, column), (row - 1, column) if second[0] == row else (row, column - 1)))
        names.append(layer.place_name(position))
    return Draft(text, "side", meant, names)


def numbers(size: int, chance: random.Random) -> Draft:
    """Numbers 1 to 6, different where cells touch; a clue is the sum of the cells that share a side with its own."""
    numbers_at: dict[Point, int] = {}
    for row, column in cells(size):
        before = ((row - 1, column - 1), (row - 1, column), (row - 1, column + 1), (row, column - 1))
        numbers_at[row, column] = chance.choice(
            [value for value in range(1, 7) if value not in {numbers_at.get(cell) for cell in before}]
        )
    sums = [sum(numbers_at[other] for other in beside(cell, size)) if chance.random() < 0.8 else "." for cell in cells(size)]
    text = head("Numbers", "Cells that touch hold different numbers. A clue is the sum of the numbers beside it.", size)
    text += f"layers:\n  number: {{values: 1..6}}\nclues:\n  total: |\n{rows(sums, size)}"
    text += """rules:
  - for: c in cells for d in touching(c)
    rule: number[c] != number[d]
    says: Cells that touch hold different numbers.
  - for: clue in total
    rule: sum(number[neighbors(clue.cell)]) == clue.value
    says: A clue is the sum of the numbers beside it.
answer: sum(number)
"""
    return Draft(
        text, "number", [numbers_at[cell] for cell in cells(size)], [f"r{row + 1}c{column + 1}" for row, column in cells(size)]
    )


def lines(size: int, chance: random.Random) -> Draft:
    """Runs along lines: outside stand the lengths of the runs of shaded cells, in order."""
    shaded = {cell: chance.random() < 0.6 for cell in cells(size)}

    def lengths(line: Sequence[Point]) -> list[int]:
        words = "".join("#" if shaded[cell] else " " for cell in line).split()
        return [len(word) for word in words]

    left = [lengths([(row, column) for column in range(size)]) for row in range(size)]
    top = [lengths([(row, column) for row in range(size)]) for column in range(size)]
    text = head("Lines", "Outside stand the lengths of the runs of shaded cells of each line, in order.", size)
    text += f"layers:\n  shaded: {{values: bool}}\nclues:\n  run:\n    left: {left}\n    top: {top}\n"
    text += """rules:
  - for: clue in run
    rule: len(runs(shaded[clue.line])) == len(clue.value)
    says: There are as many runs as lengths.
  - for: clue in run for k in range(len(clue.value))
    rule: len(runs(shaded[clue.line])[k]) == clue.value[k]
    says: Each run has its length.
answer: count(shaded)
"""
    return Draft(text, "shaded", list(shaded.values()), [f"r{row + 1}c{column + 1}" for row, column in cells(size)])


FAMILIES: dict[str, Callable[[int, random.Random], Draft]] = {
    "shading": shading,
    "loops": loops,
    "numbers": numbers,
    "lines": lines,
}


def spec(family: str, size: int, seed: int = 0, seconds: float = 600) -> str | None:
    """The text of a puzzle with one solution; None if it is not found in the time."""
    return finished(FAMILIES[family](size, random.Random(f"{family} {size} {seed}")), Deadline(seconds))


def main() -> None:
    """Print a puzzle."""
    parser = argparse.ArgumentParser(description="A generated puzzle with one solution.")
    parser.add_argument("family", choices=FAMILIES)
    parser.add_argument("size", type=int)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    text = spec(options.family, options.size, options.seed)
    if text is None:
        raise SystemExit("no puzzle with one solution was found in the time")
    sys.stdout.write(
        f"# made by: python benchmarks/{Path(__file__).name} {options.family} {options.size} --seed {options.seed}\n{text}"
    )


if __name__ == "__main__":
    main()
