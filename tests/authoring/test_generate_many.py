"""A thousand generated puzzles of twenty genres, each held against what was asked for."""

from __future__ import annotations

import pytest
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.runtime.authoring.generating.generate import Wishes
from gridwright.runtime.authoring.generating.puzzles import Settings, Size, puzzles_of_genre
from gridwright.runtime.authoring.printed_items import items_of, without
from gridwright.runtime.authoring.symmetry import clue_symmetries
from gridwright.runtime.solving.solve import solve
from gridwright.runtime.steps.find_path import find_path

SECOND_ENGINE = "z3"
PUZZLES = 50  # of each genre
# With genres whose clues rules only loop over, and others whose clues depend on each other; sizes that take a second or so.
GENRES: dict[str, Size] = {
    "slitherlink": (5, 6),
    "masyu": (6, 6),
    "sudoku": (4, 4),
    "latin_square": (4, 4),
    "futoshiki": (4, 4),
    "skyscrapers": (4, 4),
    "nurikabe": (4, 5),
    "hitori": (4, 5),
    "yajilin": (5, 5),
    "fillomino": (4, 5),
    "kurotto": (5, 5),
    "minesweeper": (5, 5),
    "tapa": (4, 4),
    "nonogram": (4, 5),
    "light_up": (5, 5),
    "hashiwokakero": (5, 6),
    "easy_as_abc": (4, 4),
    "heyawake": (5, 5),
    "star_battle": (5, 5),
    "shikaku": (4, 5),
}
# What is wished of every fourth puzzle: nothing, a symmetry, that nothing can be removed, a difficulty.
SYMMETRY, MINIMAL, DIFFICULTY = 1, 2, 3
CARVED = ("slitherlink", "sudoku", "latin_square", "skyscrapers", "futoshiki", "minesweeper")  # of which clues are taken away


@pytest.mark.slow
@pytest.mark.cases(quick=1, ci=2)
@pytest.mark.parametrize("seed", range(PUZZLES))
@pytest.mark.parametrize("genre", GENRES)
def test_generated(genre: str, seed: int) -> None:
    """The puzzle is unique for another engine, and has the symmetry, the difficulty, and nothing to remove, as it was wished."""
    wish = seed % 4 if genre in CARVED else 0
    wishes = Wishes(symmetry="rotate180" if wish == SYMMETRY else "", is_minimal=wish == MINIMAL)
    settings = Settings(wishes=wishes, difficulty=(0.5, 4.0) if wish == DIFFICULTY else None, seed=seed)
    puzzle = next(puzzles_of_genre(libraries()[genre], GENRES[genre], settings))
    spec = load_text(puzzle.text)
    outcome = solve(spec, engine=SECOND_ENGINE)
    assert outcome.unique
    assert spec.expected.solution is not None
    for key, values in spec.expected.solution.items():
        assert outcome.solutions[0].grid[key] == values
    items = items_of(spec)
    if wish == SYMMETRY:
        assert all(pattern.unmatched_place("rotate180") is None for pattern in clue_symmetries(spec, items))
    if wish == MINIMAL:
        assert not any(solve(load_text(without(spec.source, [item]))).unique for item in items)
    if wish == DIFFICULTY:
        assert puzzle.rating == find_path(spec).difficulty.rating
        assert 0.5 <= puzzle.rating <= 4.0
