"""Rail Pool, in plain Python: all loops through every cell, and the lengths of their stretches."""

from __future__ import annotations

from collections.abc import Iterator

Cell = tuple[int, int]
REGIONS = ("aabbb", "aabbc", "ddccc", "ddccc")


def loops(walked: list[Cell]) -> Iterator[list[Cell]]:
    """Yield each loop through all cells that begins so, to the right."""
    r, c = walked[-1]
    if len(walked) == 20:
        if (r, c) == (1, 0):
            yield list(walked)
        return
    for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
        if 0 <= cell[0] < 4 and 0 <= cell[1] < 5 and cell not in walked:
            walked.append(cell)
            yield from loops(walked)
            walked.pop()


def lengths(loop: list[Cell]) -> dict[str, set[int]]:
    """Return the lengths of the stretches in each region; each stretch begins and ends where the loop turns."""
    corners = [k for k in range(20) if loop[k - 1][0] != loop[(k + 1) % 20][0] and loop[k - 1][1] != loop[(k + 1) % 20][1]]
    of_regions: dict[str, set[int]] = {}
    for first, last in zip(corners, [*corners[1:], corners[0] + 20], strict=True):
        for k in range(first, last + 1):
            r, c = loop[k % 20]
            of_regions.setdefault(REGIONS[r][c], set()).add(last - first)
    return of_regions


def puzzle(clues: dict[str, list[int]]) -> tuple[str, object]:
    """Return a puzzle with lengths in some regions, and the program that counts its solutions."""
    rows = "\n".join("    " + " ".join(row) for row in REGIONS)
    written = ", ".join(f"{region}: {numbers}" for region, numbers in clues.items())
    text = f"use: rail_pool\ngrid: 4x5\nareas:\n  regions: |\n{rows}\nclues: {{lengths: {{{written}}}}}"
    return text, lambda: sum(
        all(lengths(loop)[region] == set(numbers) for region, numbers in clues.items()) for loop in loops([(0, 0), (0, 1)])
    )


PUZZLES = (puzzle({"a": [1, 3]}), puzzle({"a": [1, 2]}), puzzle({"c": [1, 2, 4]}), puzzle({"b": [1, 2, 4], "d": [1, 4]}))
