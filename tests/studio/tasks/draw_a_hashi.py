"""Draw a Hashi, and solve it by drawing bridges

Islands are numbers; bridges are drawn from one to the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 140


@step()
def start_it(at: AtPage) -> None:
    """Choose **New…** and type `bridges`: genres are found by their other names, too. Set 3 rows and 3 columns, and choose
    **Create**.

    The board is empty.
    """
    at.start("bridges", "Hashiwokakero", 3, 3)


@step()
def put_islands(at: AtPage) -> None:
    """Click the cell at the upper left and type 3. Type 2 at the upper right, and 1 at the lower left.

    The sign says **unique**, and the bridges are on the board in blue.
    """
    at.put("r1c1", "3")
    at.put("r1c3", "2")
    at.put("r3c1", "1")
    at.verdict("unique")
    assert {each["place"]: each["value"] for each in at.board()["clues"]} == {"r1c1": 3, "r1c3": 2, "r3c1": 1}


@step(picture="Bridges that were drawn from island to island.")
def draw_bridges(at: AtPage) -> None:
    """Choose **Solve**. Drag from the 3 to the 2, and once more for the second bridge; then from the 3 to the 1. Choose
    **Check**.

    All of it is right.
    """
    at.mode("Solve")
    at.stroke("r1c1", "r1c3")
    at.stroke("r1c1", "r1c3")
    at.stroke("r1c1", "r3c1")
    at.is_right()
