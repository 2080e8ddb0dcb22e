"""Divisors of a candidate that are too large are excluded by a part of the program that is grounded then."""

import clingo
from peers.models.runs import LARGEST, larger
from peers.puzzle import Puzzle


def refined(control: clingo.Control, puzzle: Puzzle, group: str, found: dict[str, list[int]]) -> bool:
    """Ground what the candidate breaks; numbers whose divisor is too large for it are excluded as they are."""
    number = dict(zip(puzzle.cells, found["number"], strict=True))
    wrong = list(larger(puzzle, group, number))
    for clue, divisor in wrong:
        if divisor <= LARGEST:
            control.ground([("larger", [clingo.Number(puzzle.outside.index(clue)), clingo.Number(divisor)])])
            continue
        with control.backend() as backend:
            body = []
            for cell in clue.cells:
                for atom in control.symbolic_atoms.by_signature("value", 3):
                    layer, place, value = atom.symbol.arguments
                    if str(layer) == "number" and str(place) == str(cell).replace(" ", ""):
                        body.append(atom.literal if value.number == number[cell] else -atom.literal)
            backend.add_rule([], body)
    return bool(wrong)
