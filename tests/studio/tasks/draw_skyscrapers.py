"""Draw Skyscrapers: from the solution to its clues

You begin with the finished towers, and let the page write the numbers beside the board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 160


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `skyscrapers`. Set 3 rows and 3 columns, and choose **Create**.

    There is an empty board with room around it.
    """
    at.start("skyscrapers", "Skyscrapers", 3, 3)


@step()
def enter_towers(at: AtPage) -> None:
    """Choose **Solve**, click the upper left cell, and enter 1 2 3 in the first row, 3 1 2 in the second, and 2 3 1 in the third.

    This is no part of the file yet: it is the solution that you have in mind.
    """
    at.mode("Solve")
    at.cell("r1c1")
    for row in ("123", "312", "231"):
        for digit in row:
            at.press(digit, "ArrowRight")
        at.press("ArrowLeft", "ArrowLeft", "ArrowDown")


@step()
def fill_one(at: AtPage) -> None:
    """Choose **Clues**, click the place to the left of the first row, and choose **Fill**.

    From there one sees 3 towers, and that is written there.
    """
    at.mode("Clues")
    at.cell("left 1", "outside")
    with at.change():
        at.click("Fill")
    assert [(each["place"], each["value"]) for each in at.board()["clues"]] == [("left 1", 3)]


@step(picture="The fewest clues that leave the solution that was entered.")
def complete_it(at: AtPage) -> None:
    """Choose **Complete**, and then the button that puts all of what it has found.

    The puzzle is **unique**, and its solution is the one that you have entered.
    """
    at.click("Complete", inside=".tools")
    with at.change():
        at.page.locator("#panel-complete button", has_text="Put").click(timeout=60_000)
    at.verdict("unique")
