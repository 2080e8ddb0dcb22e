"""Draw LITS: regions by their walls

Instead of painting regions you can draw the walls between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 210


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `lits`. Set 4 rows and 4 columns, and choose **Create**. Choose **Regions**.

    The whole board is one region.
    """
    at.start("lits", "LITS", 4, 4)
    at.mode("Regions")


@step(picture="A wall through the middle makes two regions.")
def draw_a_wall(at: AtPage) -> None:
    """Choose **Walls**, and drag down between the second and the third column.

    As soon as the wall shuts something off, that is a region.
    """
    at.page.locator(".tools").get_by_role("radio", name="Walls").check(force=True)
    with at.change():
        at.stroke("r1c2-r1c3", "r4c2-r4c3", kind="links")
    at.verdict("several solutions")
    assert len({each["label"] for each in at.board()["areas"]}) == 2


@step()
def look(at: AtPage) -> None:
    """Choose the tab **Solutions**, and look at both.

    There is still more than one way to put a tetromino into each region.
    """
    at.tab("Solutions")
    at.sees("Solution 1 of 2")
