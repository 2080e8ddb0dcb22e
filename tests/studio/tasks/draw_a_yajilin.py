"""Draw a Yajilin: numbers with arrows

A clue is a number and an arrow. You put both with two clicks, and ask whether more clues are needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 120


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `yajilin`. Set 3 rows and 4 columns, and choose **Create**.

    The buttons below the board are numbers and arrows.
    """
    at.start("yajilin", "Yajilin", 3, 4)
    at.button("Set right", inside=".palette").wait_for()


@step()
def put_a_clue(at: AtPage) -> None:
    """Click the cell in row 2, column 2. Click **1** below the board, and then the arrow to the right.

    When both parts are there, the clue is on the board and in the text.
    """
    at.sign("r2c2", "1", "right")
    assert [(each["place"], each["value"]) for each in at.board()["clues"]] == [("r2c2", [1, "right"])]


@step(picture="One clue with an arrow, and nothing to add.")
def complete_it(at: AtPage) -> None:
    """Choose **Complete** above the board.

    It would list the fewest clues that leave one solution. On so small a board one clue is enough already.
    """
    at.click("Complete", inside=".tools")
    at.sees("There is exactly one solution already.", inside="#panel-complete")
    at.verdict("unique")
