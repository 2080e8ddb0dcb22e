"""The variants of sudoku in one puzzle: no two of them claim the same name, and puzzles with many of them are solved."""

from __future__ import annotations

from dataclasses import replace

import pytest
from gridwright.compiler.language.spec import Expected
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.output.pictures.display_hints import hints
from gridwright.runtime.solving.solve import solve

FAMILY = [name for name, each in libraries().items() if each.family == "sudoku"]

# Each made from its solution: marks that hold in it, until no other grid was left.
COMBINATIONS = {
    "on nine rows": """
use: [sudoku, diagonal, killer, thermo, arrow, little_killer, quadruples, kropki_dots, sandwich, skyscraper_sudoku,
  counting_circles, pill_arrow, min_max, column_indexer]
grid: 9x9
areas:
  cages: {killer_a: r7c8 r8c6 r8c7 r8c8, killer_b: r4c6 r4c7}
  thermos: {thermo_a: r2c2 r1c1 r2c1, thermo_b: r7c8 r6c9 r6c8}
  arrows: {arrow_a: r8c4 r8c3 r8c2, arrow_b: r8c5 r8c6 r9c7 r9c6}
  circles: {counting_circles_a: r3c5 r4c9 r5c1 r6c4 r7c1 r8c2 r8c6}
  pills: {pill_arrow_a: r1c5 r1c6}
  pill_arrows: {pill_arrow_a: r1c6 r2c5 r3c6 r3c7 r4c6 r3c5, pill_arrow_b: r1c5 r2c4 r3c4 r4c3 r5c2}
  column_indexers: {column_indexer_a: r1c8 r1c9 r3c3 r3c7 r4c6 r5c1 r6c8 r9c4}
clues:
  cage_sum: {killer_a: 13, killer_b: 7}
  little_killer: {r3c9: [38, down_left], r4c9: [16, up_left], r6c1: [[16, down_right], [28, up_right]],
    r6c9: [13, down_left], r9c3: [14, up_left]}
  quadruple: {r2c3-r3c4: [3, 5, 8], r4c7-r5c8: [1, 2, 3, 6], r4c8-r5c9: [2, 3, 4, 7], r5c6-r6c7: [4, 6, 8, 9],
    r5c8-r6c9: [3, 5, 7, 8]}
  kropki_dot: {r1c7-r2c7: white, r3c4-r3c5: white, r3c5-r4c5: white, r6c7-r7c7: white, r8c4-r8c5: white}
  sandwich: {left: [., ., 7, ., 0, ., ., ., .], top: [., ., 8, ., 9, ., ., ., .]}
  skyscraper: {left: [., 1, ., 2, ., ., ., ., .], right: [2, ., ., ., 3, ., 1, ., 4],
    top: [., 4, ., ., ., 2, ., ., .], bottom: [., ., 2, ., ., ., ., ., .]}
  extreme: {r1c2: minimum, r1c6: maximum, r1c7: minimum, r1c8: maximum, r2c1: maximum, r2c4: maximum, r2c5: minimum,
    r3c1: minimum, r3c2: maximum, r3c3: minimum, r3c6: maximum, r3c8: minimum, r4c1: maximum, r4c2: minimum,
    r4c3: maximum, r4c7: minimum, r5c4: minimum, r5c5: maximum, r5c9: maximum, r6c1: minimum, r6c2: maximum,
    r6c7: maximum, r6c9: minimum, r7c3: minimum, r7c8: minimum, r7c9: maximum, r8c1: maximum, r8c2: minimum,
    r8c4: maximum, r8c6: minimum, r9c1: minimum, r9c2: maximum, r9c4: minimum, r9c8: maximum, r9c9: minimum}
expect:
  solution:
    number: |
      5 1 4 6 2 7 3 9 8
      9 2 7 8 1 3 4 5 6
      6 8 3 5 4 9 7 1 2
      8 3 9 7 5 6 1 2 4
      4 5 2 1 9 8 6 3 7
      1 7 6 2 3 4 9 8 5
      2 6 1 3 7 5 8 4 9
      7 4 5 9 8 1 2 6 3
      3 9 8 4 6 2 5 7 1
""",
    "lines on nine rows": """
use: [sudoku, renban, whispers, german_whispers, dutch_whispers, palindrome, region_sum, zipper, between_line,
  nabner, odd_even, x_sums, numbered_rooms, lockout, double_arrow, ten_line, box_indexer, clone, extra_regions]
grid: 9x9
areas:
  renbans: {renban_a: r6c3 r5c2 r4c3, renban_b: r5c4 r6c4 r7c4}
  whispers: {whispers_a: r4c7 r4c8 r4c9 r5c8 r6c8, whispers_b: r8c6 r9c7 r8c7 r7c6}
  german_whispers: {german_whispers_a: r8c7 r7c6 r6c5, german_whispers_b: r4c8 r3c9 r2c9}
  dutch_whispers: {dutch_whispers_a: r5c5 r6c6 r5c7 r5c6, dutch_whispers_b: r2c1 r2c2 r3c1}
  palindromes: {palindrome_a: r6c6 r5c7 r4c7, palindrome_b: r8c4 r7c3 r6c3}
  region_sum_lines: {region_sum_a: r5c6 r6c6 r7c6 r8c5, region_sum_b: r3c1 r3c2 r4c1 r4c2}
  zippers: {zipper_a: r4c6 r4c7 r5c7 r6c8, zipper_b: r1c9 r2c8 r1c8 r2c9}
  between_lines: {between_line_a: r2c9 r2c8 r1c9 r1c8 r2c7, between_line_b: r4c6 r5c6 r6c7 r7c8 r8c9}
  nabner_lines: {nabner_a: r9c9 r9c8, nabner_b: r2c1 r2c2}
  lockout_lines: {lockout_a: r8c5 r9c6 r8c7 r8c6, lockout_b: r4c9 r3c9 r2c8}
  double_arrows: {double_arrow_a: r3c1 r4c2 r5c2 r4c1, double_arrow_b: r6c7 r5c8 r4c8 r3c9 r2c8}
  ten_lines: {ten_line_a: r4c9 r3c8 r4c7 r3c7, ten_line_b: r6c8 r5c9 r5c8 r5c7}
  box_indexers: {box_indexer_a: r2c3 r2c6 r7c2 r7c3 r8c2 r8c4 r8c6 r9c6}
  clones: {clone_a: r1c3 r1c2 r2c2, clone_b: r8c1 r7c1 r7c2, clone_c: r2c8 r2c7 r3c7, clone_d: r8c9 r8c8 r9c8}
  extra_regions: {extra_regions_a: r6c6 r7c3 r7c4 r7c6 r8c4 r8c5 r8c6 r9c4 r9c5,
    extra_regions_b: r6c9 r7c8 r7c9 r8c8 r8c9 r9c6 r9c7 r9c8 r9c9}
clues:
  whisper: {whispers_a: 2, whispers_b: 5}
  parity: {r4c7: odd, r5c5: even, r7c2: even, r7c3: odd, r9c8: even}
  x_sum: {left: [., ., ., 32, ., ., ., ., .], right: [., ., ., ., ., ., ., ., .],
    top: [., ., ., ., 45, ., ., 33, 23], bottom: [., ., ., 39, ., ., ., ., .]}
  numbered_room: {left: [., 4, 5, ., ., ., ., ., 4], right: [., ., ., ., ., ., ., ., .],
    top: [., ., ., ., ., ., ., ., 3], bottom: [5, ., 9, ., 6, ., 9, ., 1]}
  clone_letter: {clone_a: A, clone_b: A, clone_c: B, clone_d: B}
expect:
  solution:
    number: |
      3 4 2 1 9 8 7 6 5
      5 1 7 2 4 6 3 8 9
      6 9 8 3 7 5 4 1 2
      7 8 6 5 3 2 1 9 4
      9 5 1 7 6 4 8 2 3
      2 3 4 9 8 1 5 7 6
      4 2 9 8 1 3 6 5 7
      1 6 5 4 2 7 9 3 8
      8 7 3 6 5 9 2 4 1
""",
    "with regions and negatives": """
use: [sudoku, entropic, modular, parity_line, slow_thermo, ratio, {difference: {negative: true}}, xv, inequality,
  row_indexer]
grid: 6x6
areas:
  regions: |
    a a a b b b
    a c a b d b
    a c c d d b
    e c c d d f
    e c e f d f
    e e e f f f
  entropic_lines: {entropic_a: r5c5 r5c4 r6c5 r5c6, entropic_b: r4c4 r4c5 r3c4 r3c5 r4c6 r3c6}
  modular_lines: {modular_a: r6c5 r5c4 r4c4 r5c3, modular_b: r6c3 r6c4 r5c5 r5c6}
  parity_lines: {parity_line_a: r1c6 r2c5 r3c5 r4c4, parity_line_b: r2c2 r3c3 r3c2 r4c2 r5c2}
  slow_thermos: {slow_thermo_a: r6c4 r5c3 r4c2 r3c3, slow_thermo_b: r4c1 r5c2 r5c1 r6c2}
  row_indexers: {row_indexer_a: r1c3 r3c1 r3c2 r4c1 r4c3 r5c1 r5c6 r6c1}
clues:
  ratio: {r1c1-r2c1: black, r1c5-r2c5: 3, r2c3-r2c4: black, r5c1-r5c2: 3, r6c4-r6c5: black}
  difference: {r1c2-r2c2: white, r1c3-r1c4: 4, r1c4-r2c4: white, r1c5-r1c6: white, r2c4-r3c4: 4, r3c1-r4c1: 4,
    r3c2-r4c2: white, r3c3-r3c4: 4, r3c4-r4c4: white, r3c5-r4c5: white, r4c1-r4c2: white, r4c2-r5c2: white,
    r4c3-r4c4: white, r4c4-r5c4: white, r4c5-r4c6: white, r4c5-r5c5: white, r4c6-r5c6: white, r5c2-r5c3: white,
    r5c5-r5c6: white, r5c5-r6c5: 4, r6c2-r6c3: white, r6c3-r6c4: 4, r6c4-r6c5: white, r6c5-r6c6: white}
  xv: {r1c5-r1c6: V, r2c5-r3c5: V, r3c3-r4c3: X, r3c5-r3c6: V, r5c4-r6c4: V}
  inequality: {r2c3-r2c4: '<', r2c3-r3c3: '^', r3c2-r4c2: '>', r3c4-r4c4: '<', r5c2-r6c2: '<'}
expect:
  solution:
    number: |
      4 6 1 5 3 2
      2 5 3 6 1 4
      5 3 6 2 4 1
      1 2 4 3 5 6
      3 1 2 4 6 5
      6 4 5 1 2 3
""",
    "miracle": """
use: [sudoku, anti_knight, anti_king, non_consecutive]
grid: 9x9
givens: {number: {r5c3: 1, r6c7: 2}}
expect:
  solution:
    number: |
      4 8 3 7 2 6 1 5 9
      7 2 6 1 5 9 4 8 3
      1 5 9 4 8 3 7 2 6
      8 3 7 2 6 1 5 9 4
      2 6 1 5 9 4 8 3 7
      5 9 4 8 3 7 2 6 1
      3 7 2 6 1 5 9 4 8
      6 1 5 9 4 8 3 7 2
      9 4 8 3 7 2 6 1 5
""",  # by Mitchell Lee, 2020
}


def test_all_load_together() -> None:
    """All variants go into one puzzle, so every two of them do."""
    assert len(FAMILY) > 40
    spec = load_text(f"gridwright: 1\ngrid: 9x9\nuse: [{', '.join(FAMILY)}]\n")
    assert [layer.name for layer in spec.layers] == ["number"]


@pytest.mark.parametrize(
    ("text", "boxes"),
    [
        ("use: sudoku\ngrid: 6x6", {(2, 3)}),
        ("use: sudoku\ngrid: 16x16", {(4, 4)}),
        ("use: {sudoku: {box_height: 3}}\ngrid: 6x6", {(3, 2)}),
        ("use: sudoku\ngrid: 4x4\nareas:\n  regions: |\n    a a a b\n    a c b b\n    c c d b\n    c d d d", set()),
    ],
)
def test_boxes_are_drawn(text: str, boxes: set[tuple[int, int]]) -> None:
    """A picture shows the boxes of the board, or of the parameter, or else the regions."""
    spec = load_text(f"gridwright: 1\n{text}\n")
    assert hints(spec, spec.grids[0]).boxes == boxes


@pytest.mark.parametrize("text", COMBINATIONS.values(), ids=COMBINATIONS)
def test_combination(text: str) -> None:
    """A puzzle with many variants has the one solution from which it was made."""
    spec = load_text(f"gridwright: 1\n{text}")
    assert spec.expected.solution is not None
    outcome = solve(replace(spec, expected=Expected()), limit=2)
    assert outcome.unique
    assert outcome.solutions[0].grid == spec.expected.solution
    assert accepts(spec, outcome.solutions[0].grid)


@pytest.mark.parametrize(
    ("clue", "refused"),
    [
        ("[3, up_right]", False),
        ("[[3, up_right]]", False),
        ("[[3, up_right], [2, up_left]]", False),
        ("[3, up]", True),
        ("[3]", True),
        ("[[3, up_right], 2]", True),
        ("[[3, up_right], [2]]", True),
        ("[]", True),
    ],
)
def test_little_killer_clues(clue: str, *, refused: bool) -> None:
    """One cell starts one diagonal or several, each a sum and a direction."""
    text = f"gridwright: 1\ngrid: 4x4\nuse: [sudoku, little_killer]\nclues: {{little_killer: {{r2c2: {clue}}}}}\n"
    if not refused:
        assert len(load_text(text).grids[0].names["little_killer"][0].value) == clue.count("up")
        return
    with pytest.raises(
        SpecError, match=r"prints clues `little_killer` on cells: \[sum \(integers\), direction .*\], or a list of such"
    ):
        load_text(text)


@pytest.mark.parametrize(("clue", "is_right"), [("r1c1: [10, down_right]", True), ("r2c2: [8, down_right]", False)])
def test_little_killer_clues_begin_a_diagonal(clue: str, *, is_right: bool) -> None:
    """A clue stands on the first cell of its diagonal; in the middle it is wrong, though 3 + 4 + 1 = 8."""
    givens = "givens:\n  number: |\n    2 4 1 3\n    1 3 2 4\n    3 1 4 2\n    4 2 3 1\n"
    spec = load_text(f"gridwright: 1\ngrid: 4x4\nuse: [sudoku, little_killer]\n{givens}clues: {{little_killer: {{{clue}}}}}\n")
    outcome = solve(spec)
    assert outcome.unique == is_right
    assert bool(outcome.solutions) == is_right


def test_name_of_a_variant_is_no_kind_of_areas() -> None:
    """Areas with the name of the variant, and not with that of its kind, are refused and not overlooked."""
    text = "gridwright: 1\ngrid: 4x4\nuse: [sudoku, thermo]\nareas: {thermo: [r1c1 r1c2]}\n"
    with pytest.raises(SpecError, match="print no areas `thermo`\n"):
        load_text(text)
