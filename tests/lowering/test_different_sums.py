"""Sums that are impossible because values differ: a message exactly where brute force finds no such values."""

from __future__ import annotations

import itertools
import random

import pytest
from gridwright.compiler.compile import contradictions, lower
from gridwright.compiler.loader import load_text

VALUES = {"1..4": [1, 2, 3, 4], "[1, 2, 4, 8]": [1, 2, 4, 8], "-2..2": [-2, -1, 0, 1, 2], "[0, 3, 5, 9]": [0, 3, 5, 9]}
HOLDS = {"==": int.__eq__, "<=": int.__le__, ">=": int.__ge__}


def messages(layer: str, *rules: str, grid: str = "1x4") -> list[str]:
    """Return the messages of contradictions that are known after lowering."""
    lines = "".join(f"  - rule: {rule}\n" for rule in rules)
    spec = load_text(f"gridwright: 1\ngrid: {grid}\nlayers: {{number: {{values: {layer}}}}}\nrules:\n{lines}", "sums.yaml")
    return [contradiction.diagnostic.message for contradiction in contradictions(spec, lower(spec))]


@pytest.mark.parametrize("layer", VALUES)
@pytest.mark.parametrize("compare", HOLDS)
def test_a_cage_is_impossible_exactly_if_brute_force_says_so(layer: str, compare: str) -> None:
    """A sum of two or three different values has a message exactly where no such values have it."""
    for number, total in itertools.product((2, 3), range(-7, 20)):
        cage = f"number[rows[0][:{number}]]"
        known = messages(layer, f"distinct({cage})", f"sum({cage}) {compare} {total}")
        exists = any(HOLDS[compare](sum(chosen), total) for chosen in itertools.permutations(VALUES[layer], number))
        assert bool(known) == (not exists), (number, total, known)


@pytest.mark.parametrize("seed", range(60))
def test_what_is_called_impossible_has_no_grid(seed: int) -> None:
    """Whatever factors, blanks and overlapping rules there are, no grid satisfies what is called impossible."""
    chance = random.Random(seed)
    values, blank = chance.choice([*VALUES.items()])[1], chance.random() < 0.4
    factors = [chance.choice([1, 1, 1, 2, -1, 0]) for _ in range(4)]
    parts = [sorted(chance.sample(range(4), chance.choice([2, 3, 4]))) for _ in range(2)]
    compare = chance.choice([*HOLDS])
    layer = f"{values}" + (", blank: true" if blank else "")
    total_of = " + ".join(f"{factor} * default(number[r1c{at + 1}], 0)" for at, factor in enumerate(factors) if factor) or "0"
    differ = [f"distinct(number[[{', '.join(f'r1c{at + 1}' for at in part)}]])" for part in parts]

    def differs(grid: tuple[int | None, ...], part: list[int]) -> bool:
        filled = [grid[at] for at in part if grid[at] is not None]
        return len(set(filled)) == len(filled)

    grids = [
        grid
        for grid in itertools.product([*values, *([None] if blank else [])], repeat=4)
        if all(differs(grid, part) for part in parts)
    ]
    totals = {sum(factor * (value or 0) for factor, value in zip(factors, grid, strict=True)) for grid in grids}
    for total in range(min(totals) - 2, max(totals) + 3):
        if messages(layer, *differ, f"{total_of} {compare} {total}"):
            assert not any(HOLDS[compare](reached, total) for reached in totals)


def test_a_cell_added_twice() -> None:
    """A cell is not different from itself."""
    assert not messages("1..4", "distinct(number)", "number[r1c1] + number[r1c1] == 2")
    assert not messages("1..4", "distinct(number)", "number[r1c1] == 4 - number[r1c1]")


@pytest.mark.parametrize(
    ("layer", "impossible", "is_known"),
    [
        ("1..3", 2, True),
        ("1000000..1000003", 2_000_000, True),
        ("[1, 2, 1000000000000]", 2, False),
        ("[-1000000000000, 1, 2]", 2, False),
    ],
)
@pytest.mark.parametrize("factor", [1, -1])
def test_values_far_apart(layer: str, impossible: int, is_known: bool, factor: int) -> None:
    """The work grows with how far apart the sums are, not with the values; of sums too far apart nothing is known."""
    total = f"{factor} * number[r1c1] + {factor} * number[r1c2]"
    assert bool(messages(layer, "distinct(number)", f"{total} == {factor * impossible}", grid="1x2")) == is_known


def test_the_place_is_that_of_the_clue() -> None:
    """The message stands at the clue that the puzzle prints, and names the rule that values differ."""
    spec = load_text(
        "gridwright: 1\ngrid: 4x4\nuse: [sudoku, killer]\nareas:\n  cages: {a: r1c1 r1c2 r1c3, b: r3c1 r4c1}\n"
        "clues:\n  cage_sum: {a: 5, b: 7}\n",
        "killer.yaml",
    )
    (contradiction,) = contradictions(spec, lower(spec))
    diagnostic = contradiction.diagnostic
    assert diagnostic.message == "no grid satisfies the rule for this clue, because values that it adds up must differ"
    assert diagnostic.span is not None
    assert diagnostic.span.text == "a: 5"
    words = [note.message for note in diagnostic.notes]
    assert "values that must differ have a sum of 6 to 9 here, because of this rule" in words
