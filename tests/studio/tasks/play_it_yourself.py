"""Play the puzzle yourself, with pencil marks

You want to know how it feels to solve your puzzle. What you enter there never gets into the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 70
SPEC = """\
gridwright: 1
title: Little sudoku
use: sudoku
grid: 4x4
givens:
  number: |
    1 . . .
    . . 3 .
    . 4 . .
    . . . 2
"""
FILES = {"little.yaml": SPEC}


@step()
def open_it(at: AtPage) -> None:
    """Open the file, and choose **Solve** above the board.

    The candidates go away, so that you see the puzzle as a solver does.
    """
    at.page.locator("dialog .files button", has_text="little.yaml").click()
    at.verdict("unique")
    at.mode("Solve")
    assert at.count(".candidates") == 0


@step(picture="Values that were entered are blue, pencil marks small; nothing of it is in the text.")
def enter_values(at: AtPage) -> None:
    """Click row 4, column 1 and type 3. Click row 1, column 2, press Space for pencil marks, and type 2 and 3.

    Values are blue, and pencil marks are small. Space switches back. The text does not change.
    """
    at.cell("r4c1")
    at.press("3")
    at.cell("r1c2")
    at.press("Space", "2", "3")
    assert at.page.locator(".overlay text.solve").all_text_contents() == ["3"]
    assert at.page.locator(".overlay text.pencil").all_text_contents() == ["23"]
    assert at.text() == SPEC


@step()
def check(at: AtPage) -> None:
    """Choose **Check**.

    *Correct so far* means: each value is that of the solution.
    """
    at.click("Check", inside=".tools")
    at.sees("Correct so far.", inside="#board-hint")


@step(picture="Check names a mistake, and marks it with a cross.")
def make_a_mistake(at: AtPage) -> None:
    """Press Space to leave the pencil marks, click row 4, column 3, type 1, and choose **Check** again.

    A rule that is broken, or a value that is not that of the solution, is named below the board. Its cell has a frame and
    a cross.
    """
    at.page.locator(".stage").focus()
    at.press("Space")
    at.cell("r4c3")
    at.press("1")
    at.click("Check", inside=".tools")
    at.sees("Not correct:", inside="#board-hint")
    assert at.count(".mark.mistake") > 0


@step()
def take_it_back(at: AtPage) -> None:
    """Press Ctrl-Z on the board to take it back. **↺** starts over.

    The file is as it was. What you have entered is still there when you come back, in this browser.
    """
    at.page.locator(".stage").focus()
    at.press("Control+z")
    assert at.page.locator(".overlay text.solve").all_text_contents() == ["3"]
    assert at.text() == SPEC == at.file("little.yaml")
    assert at.button("Save", inside="header").is_disabled()
