"""Empty boards of all genres: each is a spec that can be checked, and says what has to be filled in."""

from __future__ import annotations

from pathlib import Path

import pytest
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.runtime.authoring.empty_board import check_size, empty_board
from gridwright.runtime.cli.app import run

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


@pytest.mark.parametrize(("genre", "size"), [("sudoku", "9x8"), ("killer", "6x5")])
def test_sizes_that_a_genre_does_not_have(genre: str, size: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A size that the rules refuse is refused before anything is written."""
    path = tmp_path / "mine.yaml"
    assert run(["new", genre, "--size", size, "-o", str(path)]) == 2
    assert f"has no board of {size}: the rule says: The board has as many rows as columns." in capsys.readouterr().err
    assert not path.exists()


def test_sizes_that_a_genre_has() -> None:
    """Boards of other sizes are fine."""
    check_size(empty_board(libraries()["sudoku"], 6, 6, "mine.yaml"))
    check_size(empty_board(libraries()["slitherlink"], 3, 8, "mine.yaml"))


@pytest.mark.parametrize("genre", ["shikaku", "nurimaze", "kramma"])
def test_rules_about_clues_refuse_no_size(genre: str) -> None:
    """Without clues there is no solution, but that is no matter of the size: clues are still to come."""
    check_size(empty_board(libraries()[genre], 8, 8, "mine.yaml"))
