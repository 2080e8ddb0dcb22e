"""Compare the difficulty of paths with what others say: how well both rank the same puzzles.

    python benchmarks/difficulty.py SUDOKUS.csv [--jobs N]

SUDOKUS.csv has the columns `id`, `puzzle` (81 characters, `.` for an open cell) and `D_TO`, how difficult people found it (the
data set of IEEE Access 12:104254). Every second puzzle, in the order of the numbers, chose the exponents of the formula.
Spearman's rank correlation is printed for both halves.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path

import gridwright

LIMIT = 300  # seconds for a puzzle
SPEC = """\
gridwright: 1
grid: 9x9
layers: {{digit: {{values: 1..9}}}}
rules:
  - for: line in lines
    rule: distinct(digit[line])
  - for: box in boxes(3, 3)
    rule: distinct(digit[box])
givens:
  digit: |
{rows}
"""


def rated(puzzle: str) -> tuple[float, int, float]:
    """Return the rating, the largest cost and the search of a sudoku."""
    rows = "\n".join("    " + " ".join(puzzle[at : at + 9]) for at in range(0, 81, 9))
    difficulty = gridwright.path(SPEC.format(rows=rows), timeout=LIMIT).difficulty
    return difficulty.rating, difficulty.largest, difficulty.search


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal values share the mean of theirs.

    >>> ranks([3, 1, 3])
    [1.5, 0.0, 1.5]
    """
    return [(sum(other < value for other in values) + sum(other <= value for other in values) - 1) / 2 for value in values]


def spearman(first: Sequence[float], second: Sequence[float]) -> float:
    """Return the rank correlation of two lists.

    >>> spearman([1, 2, 3], [10, 20, 30]), spearman([1, 2, 3], [3, 2, 1])
    (1.0, -1.0)
    """
    x, y = ranks(first), ranks(second)
    middle = (len(x) - 1) / 2
    both = sum((a - middle) * (b - middle) for a, b in zip(x, y, strict=True))
    spread_x, spread_y = (sum((rank - middle) ** 2 for rank in column) for column in (x, y))
    return both / (spread_x * spread_y) ** 0.5 if spread_x and spread_y else 0.0


def main() -> None:
    """Print the correlations."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sudokus", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with options.sudokus.open(encoding="utf-8", newline="") as file:
        rows = sorted(csv.DictReader(file), key=lambda row: int(row["id"]))
    with Pool(options.jobs) as pool:
        ratings = pool.map(rated, [row["puzzle"] for row in rows], chunksize=1)
    difficulties = [float(row["D_TO"]) for row in rows]
    print(f"{len(rows)} sudokus; Spearman with how difficult people found them")
    for name, half in (
        ("all", slice(None)),
        ("the half that chose the exponents", slice(0, None, 2)),
        ("the other half", slice(1, None, 2)),
    ):
        for index, figure in enumerate(("rating", "largest cost", "search")):
            correlation = spearman([rating[index] for rating in ratings[half]], difficulties[half])
            print(f"{name}, {figure}: {correlation:.3f}")


if __name__ == "__main__":
    main()
