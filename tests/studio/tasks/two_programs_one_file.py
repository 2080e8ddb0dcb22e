"""Keep your work when another program changes the file

While the page is open, you change the same file in another editor, or `git` does. Nothing of yours is overwritten until you
choose.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 90
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
    """Open the file in the page, and in another editor. Change its title there to `Small sudoku`, and save it there.

    The page takes the change in, because you have not typed anything since. Undo would bring the version before back.
    """
    at.page.locator("dialog .files button", has_text="little.yaml").click()
    at.verdict("unique")
    (at.folder / "little.yaml").write_text(SPEC.replace("Little", "Small"), "utf-8")
    at.sees("little.yaml has changed on disk, and the page has taken the change.")
    assert at.text() == SPEC.replace("Little", "Small")


@step(picture="A notice: the file has changed on disk, and there are changes that are not saved.")
def both_change(at: AtPage) -> None:
    """Click row 1, column 2 of the board and type 3. In the other editor, change the title to `Tiny sudoku`, and save.

    Now there are two versions. A notice says so, and nothing is overwritten.
    """
    at.put("r1c2", "3")
    at.verdict("unique")
    (at.folder / "little.yaml").write_text(SPEC.replace("Little", "Tiny"), "utf-8")
    at.sees("Nothing is overwritten until you choose.")
    assert at.text() == SPEC.replace("Little", "Small").replace("1 . . .", "1 3 . .")


@step(picture="Both versions beside each other, with the lines marked that differ.")
def compare(at: AtPage) -> None:
    """Choose **Compare**.

    Both versions are beside each other. Lines that differ are marked.
    """
    at.click("Compare")
    at.sees("Two versions", "Yours, in the editor", "On disk", "title: Tiny sudoku", inside="dialog")
    assert at.count(".versions .differs") == 4


@step()
def keep_mine(at: AtPage) -> None:
    """Choose **Keep mine**, and press Ctrl-S.

    Your version is saved. **Take the one on disk** would put the other one into the editor, and undo would bring yours back.
    """
    at.click("Keep mine", inside="dialog")
    assert at.file("little.yaml") == SPEC.replace("Little", "Tiny")
    at.press("Control+s")
    at.has("#status-file", "Saved")
    assert at.file("little.yaml") == at.text() == SPEC.replace("Little", "Small").replace("1 . . .", "1 3 . .")
