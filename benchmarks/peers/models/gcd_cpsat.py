"""Clues that are greatest common divisors of the numbers of a line, in CP-SAT."""

from collections.abc import Mapping

from ortools.sat.python import cp_model
from peers.models.runs import FACTORS, LARGEST, larger, multiples, not_multiples
from peers.puzzle import Point, Puzzle
from peers.tools.cpsat import exclude


def divisors(model: cp_model.CpModel, puzzle: Puzzle, group: str, number: Mapping[Point, cp_model.IntVar]) -> None:
    """All numbers are multiples of what is printed, and not all of some larger multiples."""
    for clue in puzzle.outside:
        if clue.group == group:
            line = [number[cell] for cell in clue.cells]
            model.add(sum(line) >= 1)
            model.add_automaton(line, 0, *multiples(clue.value))
            for factor in FACTORS:
                model.add_automaton(line, 0, *not_multiples(factor * clue.value))


def refined(
    model: cp_model.CpModel,
    puzzle: Puzzle,
    group: str,
    layers: dict[str, dict[object, cp_model.IntVar]],
    found: dict[str, list[int]],
) -> bool:
    """Divisors of the candidate that are too large are excluded."""
    number = dict(zip(puzzle.cells, found["number"], strict=True))
    wrong = list(larger(puzzle, group, number))
    for clue, divisor in wrong:
        line = [layers["number"][cell] for cell in clue.cells]
        if divisor <= LARGEST:
            model.add_automaton(line, 0, *not_multiples(divisor))
        else:
            exclude(model, [(layers["number"][cell], number[cell]) for cell in clue.cells])
    return bool(wrong)
