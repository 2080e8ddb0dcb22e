"""Draw a Slitherlink on hexagons

A board of squares becomes one of hexagons, and what you draw works there, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 170


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `slitherlink`. Set 3 rows and 3 columns, and choose **Create**.

    The board has squares.
    """
    at.start("slitherlink", "Slitherlink", 3, 3)


@step()
def make_hexagons(at: AtPage) -> None:
    """Choose **Board…**, write 2 as the number of hexagons on a side, and choose **Make it a board of hexagons**.

    There are seven hexagons. In the text stands how many are in each row.
    """
    at.click("Board…")
    at.fill("Hexagons on a side", "2")
    with at.change():
        at.click("Make it a board of hexagons")
    assert "hex: [2, 3, 2]" in at.text()


@step()
def draw_the_loop(at: AtPage) -> None:
    """Choose **Solve**, and click the six sides of the hexagon at the upper left.

    A click draws a side, and another one crosses it out.
    """
    at.mode("Solve")
    for name in ("r1c1-r1c2", "r1c1-r2c1", "r1c1-r2c2"):
        at.cell(name, "links")
    borders = at.page.evaluate(
        """async (text) => (await (await import("/assets/api.js")).api.board(text, 0)).board.borders
        .map(({name}) => name).filter((name) => name.includes("r1c1"))""",
        at.text(),
    )
    for name in borders:
        at.cell(name, "borders")


@step(picture="A slitherlink on hexagons with the clues that leave the drawn loop.")
def complete_it(at: AtPage) -> None:
    """Choose **Clues**, then **Complete**, and the button that puts what it has found.

    The loop that you have drawn is the only solution.
    """
    at.mode("Clues")
    at.click("Complete", inside=".tools")
    with at.change():
        at.page.locator("#panel-complete button", has_text="Put").click(timeout=60_000)
    at.verdict("unique")
