"""Empty boards of all genres: each is a spec that can be checked, and says what has to be filled in."""

from __future__ import annotations

import pytest
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.runtime.authoring.empty_board import empty_board

GENRES = [name for name, each in libraries().items() if each.family]


@pytest.mark.parametrize("name", GENRES)
def test_loads(name: str) -> None:
    """A square board of each genre can be read, and its comments name what is printed."""
    text = empty_board(libraries()[name], 6, 6, "mine.yaml")
    spec = load_text("gridwright: 1\n" + text)
    assert (spec.grids[0].board.height, spec.grids[0].board.width) == (6, 6)
    assert not any(any(grid.clue_groups) for grid in spec.grids)
    printed = libraries()[name].document.get("clues")
    assert all(key.text in text for key, _ in getattr(printed, "items", ()))
