"""Import a link, find the wrong clue, and mend it

Somebody sends you a Slitherlink that cannot be solved. You find out which clues contradict each other, and mend the one that
is wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 10
LINK = "https://puzz.link/p?slither/5/5/cccbcddad"


@step(picture="A Slitherlink without a solution; the clues that contradict each other have red dashed frames.")
def import_the_link(at: AtPage) -> None:
    """Choose **Import…**, paste `{LINK}` and press Enter.

    The puzzle is there as a text and as a board. The sign at the top says **no solution**. The clues that contradict each
    other have dashed frames on the board, and **Problems** lists them.
    """
    at.press("Escape")  # the dialog for a new puzzle, which an empty folder opens
    at.import_text(LINK)
    at.verdict("no solution")
    at.sees("But there is no solution. One of these would have to be otherwise:", "number 2 at row 1, column 4: A number says")
    assert at.count(".mark.culprit") == 7


@step(picture="Explain lists the clues; the one under the pointer is marked on the board.")
def explain(at: AtPage) -> None:
    """Choose the tab **Explain** and then **Explain**.

    No smaller set of clues and rules contradicts itself. Some of the clues have the note *leaving this out is enough*: only
    one of them need be wrong. Point at a sentence, and its clue is marked on the board. So you compare clue by clue with what
    you meant.
    """
    at.tab("Explain")
    at.click("Explain", inside="#panel-explain")
    at.sees("These 8 contradict each other; no smaller set does:", "leaving this out is enough")
    at.page.locator(".sentence", has_text="row 1, column 4").hover()
    assert at.count(".mark.pointed") == 1


@step()
def remove_it(at: AtPage) -> None:
    """The clue in row 1, column 4 should be 1. Choose **Remove this** below its sentence.

    It is a dot in the text now, and the sign says **unique**: even without this clue there is exactly one solution.
    """
    wrong = at.page.locator(".members li", has_text="row 1, column 4")
    with at.change():
        wrong.get_by_role("button", name="Remove this").click()
    at.verdict("unique")
    assert "\n    2 . . . .\n" in at.text()


@step(picture="The mended Slitherlink; the only solution is drawn in blue.")
def type_the_right_one(at: AtPage) -> None:
    """Click the cell in row 1, column 4, and type 1.

    The puzzle is still unique, and the board shows the solution in blue.
    """
    at.put("r1c4", "1")
    at.verdict("unique")
    assert "\n    2 . . 1 .\n" in at.text()
    assert at.count(".candidates line.settled") > 0


@step()
def save_it(at: AtPage) -> None:
    """Choose **Save**, and give the file a name that ends in `.yaml`.

    It is in the folder in which you have started the studio.
    """
    at.click("Save", inside="header")
    at.fill("File name", "loop.yaml")
    at.click("Save", inside="dialog")
    at.has("#status-file", "Saved")
    assert at.file("loop.yaml") == at.text()
