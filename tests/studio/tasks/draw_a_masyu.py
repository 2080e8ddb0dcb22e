"""Draw a Masyu: circles by buttons, the loop with the mouse

You place circles, and draw the loop through the centres of cells, as on paper.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 110


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `masyu`. Set 4 rows and 4 columns, and choose **Create**.

    There is an empty board, and **Clues** is chosen above it.
    """
    at.start("masyu", "Masyu", 4, 4)
    at.button("Set b", inside=".palette").wait_for()


@step()
def put_circles(at: AtPage) -> None:
    """Click the upper left cell and then the black circle below the board. Put a white circle in row 4, column 3, too.

    Each button has the picture of its sign. In the text they are `b` and `w`.
    """
    at.sign("r1c1", "b")
    at.sign("r4c3", "w")
    assert [(each["place"], each["value"]) for each in at.board()["clues"]] == [("r1c1", "b"), ("r4c3", "w")]


@step(picture="A loop that was drawn through centres of cells.")
def draw_the_loop(at: AtPage) -> None:
    """Choose **Solve**. Press the button in the upper left cell, go once around the board, and let it go where you began.
    Choose **Check**.

    The line follows the pointer; going back takes it back. Nothing is wrong with it.
    """
    at.mode("Solve")
    at.stroke("r1c1", "r1c4", "r4c4", "r4c1", "r1c1")
    at.is_right()
