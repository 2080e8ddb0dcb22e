"""Draw a Star Battle: regions, and how many stars

You paint the regions with the mouse. How many stars each of them has is a number of the genre.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 130


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `star battle`. Set 4 rows and 4 columns, and choose **Create**.

    The whole board is one region. **Regions** is chosen above it.
    """
    at.start("star battle", "Star Battle", 4, 4)
    at.mode("Regions")


@step()
def paint(at: AtPage) -> None:
    """Choose **New** below the board, and drag down over rows 1 and 2 of column 4. Do the same with rows 2 and 3 of column 1.
    Then drag from row 4, column 3 to the right and up to row 3.

    Each stroke makes a region of its own.
    """
    at.page.locator(".palette").get_by_role("radio", name="New").check(force=True)
    at.drag("r1c4", "r2c4")
    at.drag("r2c1", "r3c1")
    at.drag("r4c3", "r4c4", "r3c4")
    assert len({each["label"] for each in at.board()["areas"]}) == 4


@step(picture="Four regions, and the stars of the only solution.")
def look(at: AtPage) -> None:
    """Choose the tab **Solutions**.

    The puzzle is **unique**, and there are its stars.
    """
    at.verdict("unique")
    at.tab("Solutions").locator("svg").first.wait_for()


@step()
def two_stars(at: AtPage) -> None:
    """Choose **Board…**, write 2 as the number of stars, and choose **Set**. Then choose **Undo**.

    Two stars in each row do not fit, and the sign says so. One undo brings the one star back.
    """
    at.click("Board…")
    at.page.locator("#parameter-star_battle-stars").fill("2")
    with at.change():
        at.click("Set stars")
    at.verdict("no solution")
    with at.change():
        at.click("Undo")
    at.verdict("unique")
