"""Draw a variant sudoku, and let the page say which digits would make it unique

You draw thermometers on a small sudoku. As long as there are several solutions, the page says which digits would leave only
one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 40


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `thermo`. Click **Thermometers**, set 4 rows and 4 columns, and choose **Create**.

    The file says `use: [sudoku, thermo]`: an ordinary sudoku, to which thermometers are added.
    """
    at.press("Escape")
    at.click("New…")
    at.fill("Find a genre", "thermo")
    at.choose_genre("Thermometers")
    at.fill("Rows", "4")
    at.fill("Columns", "4")
    at.click("Create")
    at.verdict("several solutions")


@step(picture="A thermometer on the board, which is a line in the text.")
def draw(at: AtPage) -> None:
    """Choose **Lines, cages** above the board. Drag from row 3, column 1 up to row 1, column 1 and right to column 2.

    The thermometer is on the board, its bulb where you have begun, and a line of the text. Digits must increase from the bulb
    on.
    """
    at.mode("Lines, cages")
    at.drag("r3c1", "r2c1", "r1c1", "r1c2")
    at.verdict("several solutions")
    assert "  thermos:\n    - r3c1 r2c1 r1c1 r1c2\n" in at.text()


@step()
def draw_another(at: AtPage) -> None:
    """Drag from row 4, column 4 over column 3 up to row 3, column 3.

    It stands below the first one in the text.
    """
    at.drag("r4c4", "r4c3", "r3c3")
    at.verdict("several solutions")
    assert "    - r3c1 r2c1 r1c1 r1c2\n    - r4c4 r4c3 r3c3\n" in at.text()


@step(picture="Two solutions are left; digits in green frames would make the puzzle unique.")
def look_at_candidates(at: AtPage) -> None:
    """Choose **Givens**, and the tab **Solutions**.

    Two solutions are left. Small digits are what a cell can be; each one with a green frame would make the puzzle unique. The
    tab lists them.
    """
    at.mode("Givens")
    at.tab("Solutions")
    at.sees("Solution 1 of 2", "Each of these givens would make it unique:")
    assert at.count(".candidates .frame") > 0


@step(picture="With one digit the sudoku is unique.")
def put_one(at: AtPage) -> None:
    """Choose one of the buttons in the list.

    The digit is a given in the text and on the board, and the sign says **unique**.
    """
    with at.change():
        at.page.locator("#panel-solutions .offers button").first.click()
    at.verdict("unique")
    assert "givens:" in at.text()
