"""Empty boards of all genres: each is a spec that can be checked, and says what has to be filled in."""

from __future__ import annotations

from pathlib import Path

import pytest
from gridwright.compiler.library import libraries
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
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


@pytest.mark.parametrize("name", [name for name in GENRES if name != "windoku"])
def test_sizes_that_a_genre_has(name: str) -> None:
    """No genre but Windoku refuses a square board of 6 rows, whatever its rules say of clues that are still to be written."""
    check_size(empty_board(libraries()[name], 6, 6, "mine.yaml"))


def test_other_sizes_that_a_genre_has() -> None:
    """Boards that are no squares are refused only by rules that say so."""
    for name in ("slitherlink", "shikaku", "haisu", "icebarn"):
        check_size(empty_board(libraries()[name], 3, 8, "mine.yaml"))


@pytest.mark.parametrize("name", ["aho", "combi_block", "dominosa", "tracks"])
def test_boards_without_links(name: str) -> None:
    """A layer without places can have a word for how it is drawn."""
    check_size(empty_board(libraries()[name], 1, 1, "mine.yaml"))


def test_boxes_that_are_no_squares() -> None:
    """A rule about the board that calls a function is one about the board too."""
    with pytest.raises(SpecError):
        check_size(empty_board(libraries()["windoku"], 6, 6, "mine.yaml"))


def test_a_size_that_is_refused_without_a_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the board cannot even be read, the reason is the first mistake."""
    path = tmp_path / "mine.yaml"
    assert run(["new", "lits", "--size", "1x1", "-o", str(path)]) == 2
    assert "LITS has no board of 1x1: the area a of `rooms` has 1 cell; `lits` needs at least 4" in " ".join(
        capsys.readouterr().err.split()
    )
    assert not path.exists()


def test_a_size_that_leaves_no_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where no number would be left for a layer, the message has the values that are written."""
    path = tmp_path / "mine.yaml"
    assert run(["new", "doppelblock", "--size", "1x1", "-o", str(path)]) == 2
    assert "Doppelblock has no board of 1x1: a layer has no values: `1..grid.width - 2` is empty on this board" in " ".join(
        capsys.readouterr().err.split()
    )
    assert not path.exists()
