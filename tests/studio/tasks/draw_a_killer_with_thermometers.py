"""Draw a killer sudoku with thermometers

A genre gets another constraint by **Add…**, and the tools for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 150


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `killer`. Set 4 rows and 4 columns, and choose **Create**. Choose **Add…**, type `thermo`,
    and press Enter.

    The file says `use: [sudoku, killer, thermo]`.
    """
    at.start("killer", "Killer", 4, 4)
    at.click("Add…")
    at.fill("Find a constraint", "thermo sudoku")
    with at.change():
        at.press("Enter")
    assert "use: [sudoku, killer, thermo]" in at.text()


@step()
def draw_cages(at: AtPage) -> None:
    """Choose **Lines, cages**, and `cages` beside it. Drag over two cells of the first row, and over three cells at the
    lower right.

    Each cage has a label of its own in the text.
    """
    at.mode("Lines, cages")
    at.page.locator("#board-layer").select_option("cages")
    at.drag("r1c1", "r1c2")
    at.drag("r4c3", "r4c4", "r3c4")


@step(picture="Two cages and a thermometer, drawn with the mouse.")
def draw_a_thermometer(at: AtPage) -> None:
    """Choose `thermos` instead of `cages`, and drag from row 4, column 1 up to row 2, and to the right.

    Its bulb is where you have begun.
    """
    at.page.locator("#board-layer").select_option("thermos")
    at.drag("r4c1", "r3c1", "r2c1", "r2c2")
    assert "r4c1 r3c1 r2c1 r2c2" in at.text()


@step()
def write_totals(at: AtPage) -> None:
    """Choose **Clues**. Click the first cage, and type 3; click the other one, and type 7.

    The totals are in the corners of their cages.
    """
    at.mode("Clues")
    at.put("r1c1", "3")
    at.put("r4c3", "7")
    assert [each["value"] for each in at.board()["clues"]] == [3, 7]
    at.page.wait_for_selector("#verdict[data-state=several], #verdict[data-state=none], #verdict[data-state=unique]")
