"""The greatest common divisors of a candidate are looked at."""

import clingo
from peers.models.gcd_clingo import refined
from peers.puzzle import Puzzle


def refine(control: clingo.Control, puzzle: Puzzle, found: dict[str, list[int]]) -> bool:
    """Exclude divisors that are too large."""
    return refined(control, puzzle, "divisor", found)
