"""Cross the Streams, in plain Python: each line is matched with a regular expression."""

from __future__ import annotations

import itertools
import re

HEIGHT, WIDTH = 4, 4
LEFT = (["*", 1, "*"], ["*"], ["*"], ["*", 2])
TOP = (["?", "*"], ["*", "?", 1], ["*", "*"], [2, "*", "?"])

PUZZLE = f"""
use: cross_the_streams
grid: {HEIGHT}x{WIDTH}
clues:
  lengths:
    left: {[*LEFT]}
    top: {[*TOP]}
"""


def pattern(clue: list[object]) -> re.Pattern[str]:
    """A line of # and -, as a clue wants it: each run ends with a white cell, and so does the line."""
    run = {"*": "(#+-+)*", "?": "#+-+"}
    return re.compile("-*" + "".join(run.get(str(length), f"#{{{length}}}-+") for length in clue))


def is_connected(rows: list[str]) -> bool:
    """Whether all shaded cells hang together."""
    shaded = {(y, x) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"}
    reached, left = set(), [*shaded][:1]
    while left:
        y, x = left.pop()
        reached.add((y, x))
        left += {(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)} & shaded - reached
    return reached == shaded


def count() -> int:
    """Connected, without a full block, and each line as its clue says."""
    lines = ["".join(signs) for signs in itertools.product("#-", repeat=WIDTH)]
    fitting = [[line for line in lines if pattern(clue).fullmatch(line + "-")] for clue in LEFT]
    total = 0
    for rows in itertools.product(*fitting):
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        full = any(a[x : x + 2] == b[x : x + 2] == "##" for a, b in itertools.pairwise(rows) for x in range(WIDTH - 1))
        matched = all(pattern(clue).fullmatch(column + "-") for clue, column in zip(TOP, columns, strict=True))
        total += matched and not full and is_connected([*rows])
    return total


PUZZLES = ((PUZZLE, count),)
