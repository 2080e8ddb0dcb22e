"""Litherslink, in plain Python: all sides of a board of one row."""

from __future__ import annotations

import itertools

Corner = tuple[int, int]


def puzzle(height: int, width: int, number: dict[tuple[int, int], int]) -> tuple[str, object]:
    """Return a puzzle, and the program that counts its solutions."""
    clues = ", ".join(f"r{r + 1}c{c + 1}: {k}" for (r, c), k in number.items())
    corners = list(itertools.product(range(height + 1), range(width + 1)))
    sides = [((r, c), (r, c + 1)) for r, c in corners if c < width] + [((r, c), (r + 1, c)) for r, c in corners if r < height]

    def count() -> int:
        total = 0
        for chosen in itertools.product((False, True), repeat=len(sides)):
            drawn = {side for side, is_drawn in zip(sides, chosen, strict=True) if is_drawn}
            degrees = [sum(corner in side for side in drawn) for corner in corners]
            if 0 in degrees or 2 in degrees:
                continue
            trees = parts(corners, drawn)  # a forest has one side less than corners in each of its trees
            total += (
                trees > 1
                and len(drawn) == len(corners) - trees
                and all(
                    sum(
                        side in drawn
                        for side in (
                            ((r, c), (r, c + 1)),
                            ((r + 1, c), (r + 1, c + 1)),
                            ((r, c), (r + 1, c)),
                            ((r, c + 1), (r + 1, c + 1)),
                        )
                    )
                    == k
                    for (r, c), k in number.items()
                )
            )
        return total

    return f"use: litherslink\ngrid: {height}x{width}\nclues: {{number: {{{clues}}}}}", count


def parts(corners: list[Corner], drawn: set[tuple[Corner, Corner]]) -> int:
    """Count what is connected."""
    part = {corner: {corner} for corner in corners}
    for a, b in drawn:
        if part[a] is not part[b]:
            both = part[a] | part[b]
            part |= dict.fromkeys(both, both)
    return len({id(corners) for corners in part.values()})


PUZZLES = (puzzle(1, 4, {}), puzzle(1, 4, {(0, 1): 1}), puzzle(1, 5, {(0, 0): 2}))
