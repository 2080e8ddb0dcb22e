"""Two sudokus that overlap, made by the page

You put a second square on the board, and let the page find digits for both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 180


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `sudoku`. Set 4 rows and 4 columns, and choose **Create**.

    There is one empty sudoku.
    """
    at.start("sudoku", "Sudoku", 4, 4)


@step(picture="Two empty sudokus that share a box.")
def add_the_second(at: AtPage) -> None:
    """Choose **Board…**, and **Add it** below *A second square that overlaps*.

    It begins two rows further down and two columns to the right, so they share a box. Undo would take it away again.
    """
    at.click("Board…")
    with at.change():
        at.click("Add it")
    assert "squares: [r1c1:r4c4, r3c3:r6c6]" in at.text()
    at.verdict("several solutions")


@step(picture="Puzzles that the page has found for both squares.")
def generate(at: AtPage) -> None:
    """Choose **Generate…**. *The rules and the board of this puzzle* is chosen already; choose **Generate**. Wait for the
    second puzzle, and choose **Stop**.

    Each puzzle appears when it is found.
    """
    at.click("Generate…")
    at.click("Generate", inside="dialog")
    at.page.locator("dialog .card").nth(1).wait_for(timeout=60_000)
    if at.button("Stop", inside="dialog").count():
        at.click("Stop", inside="dialog")
    at.button("Generate", inside="dialog").wait_for()


@step()
def open_one(at: AtPage) -> None:
    """Click the first of them. If the page asks what to do with the empty board, choose **Leave it**.

    It is on the board, and it is unique.
    """
    at.page.locator("dialog .card").first.click()
    at.click("Leave it")
    at.verdict("unique")
