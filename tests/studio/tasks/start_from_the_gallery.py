"""Start from the gallery, and set clues until the puzzle is unique

You have an idea for a Nurikabe of four rows, and want to see after each clue what it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 30


@step(picture="The gallery of genres, with Nurikabe chosen.")
def choose_a_genre(at: AtPage) -> None:
    """Choose **New…** and type `nurikabe`. Click its picture, and set 4 rows and 4 columns.

    In an empty folder this dialog is open from the start.
    """
    at.press("Escape")
    at.click("New…")
    at.fill("Find a genre", "nurikabe")
    at.choose_genre("Nurikabe")
    at.fill("Rows", "4")
    at.fill("Columns", "4")
    at.count(".card[aria-pressed=true] svg", 1)


@step()
def create_it(at: AtPage) -> None:
    """Choose **Create**.

    There is an empty board, and **Clues** is chosen above it. Without any clue there is no solution.
    """
    at.click("Create")
    at.has("#file-name", "nurikabe.yaml")
    at.verdict("no solution")
    assert at.page.get_by_role("radio", name="Clues").is_checked()


@step(picture="Two clues: several solutions, with the candidates of each cell.")
def two_clues(at: AtPage) -> None:
    """Click the cell in row 2, column 2 and type 3; then row 4, column 2 and type 2.

    After each digit the sign changes. Now there are **several solutions**. Cells that are blue or have a dot are the same in
    all of them. The others have both signs.
    """
    at.put("r2c2", "3")
    at.verdict("no solution")
    at.put("r4c2", "2")
    at.verdict("several solutions")
    assert at.count(".candidates .open") > 0


@step(picture="Three clues, and the puzzle is unique.")
def the_third(at: AtPage) -> None:
    """Click row 4, column 4 and type 2.

    The sign says **unique**, and the solution is on the board in blue. Take away the tick at **Candidates** if you do not
    want to see it.
    """
    at.put("r4c4", "2")
    at.verdict("unique")
    assert "    . . . .\n    . 3 . .\n    . . . .\n    . 2 . 2\n" in at.text()
