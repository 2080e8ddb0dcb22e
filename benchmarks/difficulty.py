"""Compare the difficulty of paths with what others say: how well both rank the same puzzles.

    python benchmarks/difficulty.py [--sudokus SUDOKUS.csv] [--games GAMES.tsv] [--each N] [--limit SECONDS] [--rows FILE]

SUDOKUS.csv has the columns `id`, `puzzle` (81 characters, `.` for an open cell) and `D_TO`, how difficult people found it (the
data set of IEEE Access 12:104254). Spearman's rank correlation is printed for all, and for every second one and the others.

GAMES.tsv has the columns `game`, `level` and `game_id`: puzzles of Simon Tatham's collection, which makes them at a level of
difficulty. For each game the median rating of each level is printed, and Kendall's tau (b) between levels and ratings. A puzzle
whose path is not whole within the limit counts as more difficult than all others, as `inf`. `--each N`: N puzzles of each level.

The limit is on CPU seconds, so other work on the machine changes nothing. `--rows FILE` keeps a row for each puzzle,
as soon as it is found: what is in the file already is not found again. Both tables also go to docs/performance.md.
"""

from __future__ import annotations

import argparse
import csv
import json
import math
import statistics
import time
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from multiprocessing.pool import Pool
from pathlib import Path

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.span import SourceText
from gridwright.runtime.interchange.formats import tatham
from gridwright.runtime.interchange.puzzle_text import puzzle_text
from gridwright.runtime.steps.find_path import find_path
from gridwright.runtime.steps.path import End
from page import put, table

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


Rating = tuple[float, int, float, bool]


def rated(text: str, limit: float) -> Rating:
    """Return the rating, the largest cost and the search of a spec, and whether its path is whole."""
    path = find_path(load_text(text), deadline=Deadline(limit, time.process_time))
    difficulty = path.difficulty
    is_whole = path.end is End.SOLVED and not path.estimated
    return difficulty.rating if is_whole else math.inf, difficulty.largest, difficulty.search, is_whole


class Ratings:
    """The ratings of specs, found by several processes and kept in a file if there is one."""

    def __init__(self, pool: Pool, limit: float, file: Path | None) -> None:
        self._pool = pool
        self._rated = partial(rated, limit=limit)
        self._file = file
        self._kept: dict[str, Rating] = {}
        if file is not None and file.exists():
            self._kept = dict(map(json.loads, file.read_text(encoding="utf-8").splitlines()))

    def of(self, texts: Sequence[str]) -> list[Rating]:
        """Return the rating of each spec."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._kept]
        for text, rating in zip(missing, self._pool.imap(self._rated, missing), strict=True):
            self._kept[text] = rating
            if self._file is not None:
                with self._file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps([text, rating]) + "\n")
        return [self._kept[text] for text in texts]


def sudoku(puzzle: str) -> str:
    """Return the spec of a sudoku."""
    return SPEC.format(rows="\n".join("    " + " ".join(puzzle[at : at + 9]) for at in range(0, 81, 9)))


def game(name: str, description: str) -> str:
    """Return the spec of a game id."""
    (imported,) = tatham.read(SourceText("id", f"{name}:{description}"))
    assert imported.puzzle is not None
    return "gridwright: 1\n" + puzzle_text(imported.puzzle)


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


def kendall(first: Sequence[float], second: Sequence[float]) -> float:
    """Return Kendall's tau (b) of two lists: how many pairs both rank in the same way, ties left out on either side.

    >>> round(kendall([1, 1, 2, 2], [1, 2, 3, 4]), 3), kendall([1, 2, 3], [3, 2, 1])
    (0.816, -1.0)
    """
    pairs = [((a > c) - (a < c), (b > d) - (b < d)) for (a, b), (c, d) in combinations(zip(first, second, strict=True), 2)]
    untied = [sum(pair[side] != 0 for pair in pairs) for side in (0, 1)]
    return sum(a * b for a, b in pairs) / (untied[0] * untied[1]) ** 0.5 if all(untied) else 0.0


def print_sudokus(file: Path, all_ratings: Ratings) -> None:
    """Print how well the figures rank sudokus."""
    with file.open(encoding="utf-8", newline="") as text:
        rows = sorted(csv.DictReader(text), key=lambda row: int(row["id"]))
    ratings = all_ratings.of([sudoku(row["puzzle"]) for row in rows])
    difficulties = [float(row["D_TO"]) for row in rows]
    halves = {"all": slice(None), "every second one": slice(0, None, 2), "the others": slice(1, None, 2)}
    correlations = [
        [name, *(f"{spearman([rating[at] for rating in ratings[half]], difficulties[half]):.3f}" for at in range(3))]
        for name, half in halves.items()
    ]
    text = f"{len(rows)} sudokus; Spearman's rank correlation with how difficult people found them.\n\n"
    text += table(("sudokus", "rating", "largest cost", "search"), correlations)
    print(text)
    put("difficulty-sudokus", text)


def print_games(file: Path, all_ratings: Ratings, each: int) -> None:
    """Print for each game how well ratings rank its levels."""
    by_game: dict[str, dict[int, list[str]]] = {}
    with file.open(encoding="utf-8", newline="") as text:
        for row in csv.DictReader(text, delimiter="\t"):
            texts = by_game.setdefault(row["game"], {}).setdefault(int(row["level"]), [])
            if len(texts) < each:
                texts.append(game(row["game"], row["game_id"]))
    taus: list[float] = []
    rows: list[list[str]] = []
    for name, texts in by_game.items():
        puzzles = [(level, text) for level in sorted(texts) for text in texts[level]]
        ratings = all_ratings.of([text for _, text in puzzles])
        by_level = [(level, rating[0]) for (level, _), rating in zip(puzzles, ratings, strict=True)]
        taus.append(kendall([level for level, _ in by_level], [rating for _, rating in by_level]))
        medians = [statistics.median(rating for own, rating in by_level if own == level) for level in sorted(texts)]
        whole = f"{sum(rating[3] for rating in ratings)} of {len(puzzles)}"
        rows.append([name, ", ".join(f"{median:.2f}" for median in medians), f"{taus[-1]:.2f}", whole])
    text = f"Mean of Kendall's tau: {statistics.mean(taus):.2f}; {each} puzzles of each level.\n\n"
    text += table(("game", "median rating by level", "Kendall's tau", "whole paths"), rows)
    print(text)
    put("difficulty-games", text)


def main() -> None:
    """Print the correlations."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sudokus", type=Path)
    parser.add_argument("--games", type=Path)
    parser.add_argument("--each", type=int, default=10, help="puzzles of each level of a game")
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds for a puzzle")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rows", type=Path, help="file of the ratings that are found")
    options = parser.parse_args()
    with Pool(options.jobs) as pool:
        ratings = Ratings(pool, options.limit, options.rows)
        if options.sudokus is not None:
            print_sudokus(options.sudokus, ratings)
        if options.games is not None:
            print_games(options.games, ratings, options.each)


if __name__ == "__main__":
    main()
