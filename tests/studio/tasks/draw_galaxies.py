"""Draw Spiral Galaxies, and spread them

Dots stand in cells, on borders and on corners. You solve by spreading each galaxy from its dot.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 200


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `galaxies`. Set 2 rows and 3 columns, and choose **Create**.

    There is an empty board.
    """
    at.start("galaxies", "Spiral Galaxies", 2, 3)
    at.mode("Clues")


@step()
def put_dots(at: AtPage) -> None:
    """Click the border between the two cells of the first column, and the white dot below the board. Put a white dot between the
    other two cells of the first row, and a black one below it.

    Dots go where you click: into a cell, on a border, or on a corner.
    """
    at.sign("r1c1-r2c1", "white", kind="links")
    at.sign("r1c2-r1c3", "white", kind="links")
    at.sign("r2c2-r2c3", "black", kind="links")
    at.verdict("unique")


@step(picture="Three galaxies, each spread from its dot by one stroke.")
def spread(at: AtPage) -> None:
    """Choose **Solve**. Drag over the two cells of each galaxy, and choose **Check**.

    Each stroke spreads the galaxy whose dot it begins at.
    """
    at.mode("Solve")
    at.stroke("r1c1", "r2c1")
    at.stroke("r1c2", "r1c3")
    at.stroke("r2c2", "r2c3")
    at.is_right()
