"""See why there are several solutions, and add a clue

A Masyu has four solutions. You look at where two of them differ, and put a circle there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 50
LINK = "https://puzz.link/p?mashu/6/6/1060000i3000"


@step(picture="A Masyu with several solutions; what all of them share is blue, and stripes show where two differ.")
def import_the_link(at: AtPage) -> None:
    """Choose **Import…**, paste `{LINK}` and press Enter.

    The sign says **several solutions**. Blue lines are in all solutions. Choose **places differ** below the board to see marks
    where the first two differ.
    """
    at.press("Escape")
    at.import_text(LINK)
    at.verdict("several solutions")
    at.page.locator(".legend .differs input").check()
    assert at.count(".mark.differs") > 1


@step()
def turn_over(at: AtPage) -> None:
    """Choose the tab **Solutions**, and turn over with the arrows.

    Each solution has a picture. Below it is how many places differ.
    """
    at.tab("Solutions")
    at.sees("Solution 1 of 2", "places differ")
    at.click("Next solution")
    at.sees("Solution 2 of 2")


@step(picture="Explain shows two solutions that differ as little as possible.")
def explain(at: AtPage) -> None:
    """Choose the tab **Explain** and then **Explain**.

    It searches for two solutions that differ in the fewest places, and marks these on one picture.
    """
    at.tab("Explain")
    at.click("Explain", inside="#panel-explain")
    at.sees("Two solutions that differ in")
    at.count("#panel-explain .paper svg", 1)


@step(picture="A white circle where the solutions differed makes the Masyu unique.")
def add_a_clue(at: AtPage) -> None:
    """Click the cell in row 2, column 5, and type w for a white circle.

    The loop must go straight through it, and only one solution does. The sign says **unique**.
    """
    at.put("r2c5", "w")
    at.verdict("unique")
    assert "r2c5: w" in at.text()
