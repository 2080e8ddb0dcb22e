"""Places by their names, for what is worked out by hand."""

from __future__ import annotations

from gridwright.compiler.geometry.board import Board
from gridwright.compiler.geometry.places import Cell


def named(places: object) -> str:
    """The names of places, with blanks between them."""
    return " ".join(str(place) for place in places)  # type: ignore[attr-defined]


def cell(board: Board, name: str) -> Cell:
    """The cell of that name."""
    return next(candidate for candidate in board.cells if candidate.name == name)
