"""Draw a Tapa: clues of several numbers

Some clues are lists of numbers. You write them into a field that opens on the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 190


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `tapa`. Set 3 rows and 4 columns, and choose **Create**.

    There is an empty board.
    """
    at.start("tapa", "Tapa", 3, 4)


@step()
def write_a_clue(at: AtPage) -> None:
    """Click the cell in row 2, column 2, and press Enter. Write `3 1`, and press Enter again.

    Both numbers stand in the cell, and together in the text.
    """
    at.cell("r2c2")
    at.press("Enter")
    at.write("3 1")
    with at.change():
        at.press("Enter")
    assert [(each["place"], each["value"]) for each in at.board()["clues"]] == [("r2c2", [3, 1])]


@step(picture="A clue of two numbers, and cells that were shaded by a stroke.")
def shade(at: AtPage) -> None:
    """Choose **Solve**, and drag over the first three cells of the first row. Choose **Check**.

    One stroke has shaded them. A stroke that begins on a shaded cell would erase.
    """
    at.mode("Solve")
    at.stroke("r1c1", "r1c2", "r1c3")
    at.is_right()
