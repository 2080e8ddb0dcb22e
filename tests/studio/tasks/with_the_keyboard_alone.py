"""Set a puzzle with the keyboard alone

You use no mouse. Tab leads to everything, and a screen reader says what is there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 100


@step()
def find_a_genre(at: AtPage) -> None:
    """In the dialog for a new puzzle, type `hitori`. Press Tab until its picture has a frame, and Enter.

    The search field has the keyboard when the dialog opens. To open it yourself, press Enter on **New…**.
    """
    at.write("hitori")
    at.count(".card", 1)
    at.tab_to("Hitori")
    at.press("Enter")
    at.count(".card[aria-pressed=true]", 1)


@step(picture="The gallery, with the frame of the keyboard on Create.")
def create(at: AtPage) -> None:
    """Press Tab to **Rows**, and type 4; the same for **Columns**. Tab to **Create**, and press Enter.

    The empty board is there.
    """
    for name in ("Rows", "Columns"):
        at.tab_to(name)
        at.press("Control+a", "4")
    at.tab_to("Create")
    at.count(".card svg", 1)


@step()
def reach_the_board(at: AtPage) -> None:
    """Press Enter. Press Tab until the board has a frame.

    The arrow keys move over the board now, and the line at the bottom says where you are and what is there.
    """
    at.press("Enter")
    at.has("#file-name", "hitori.yaml")
    at.verdict("several solutions")
    at.tab_to("Board")
    at.press("ArrowDown", "ArrowRight")
    at.has("#status-cell", "row 2, column 2: empty")


@step(picture="A Hitori that was typed on the board; it is unique.")
def type_the_numbers(at: AtPage) -> None:
    """Type numbers, and move with the arrow keys: 1 1 1 4 in the first row, 1 4 2 3 in the second, 3 3 2 1, and 4 2 1 3.

    The sign at the top is read out when it changes. The puzzle is unique.
    """
    at.press("ArrowUp", "ArrowLeft")
    for row in ("1114", "1423", "3321", "4213"):
        for digit in row:
            with at.change():
                at.press(digit)
            at.press("ArrowRight")
        at.press("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowDown")
    at.verdict("unique")
    assert "    1 1 1 4\n    1 4 2 3\n    3 3 2 1\n    4 2 1 3\n" in at.text()


@step(picture="The list of keys.")
def ask_for_the_keys(at: AtPage) -> None:
    """Press `?` on the board.

    A list shows all keys. Esc closes it, and you are on the board again.
    """
    at.press("?")
    at.sees("Move the cursor", inside="dialog")


@step()
def save(at: AtPage) -> None:
    """Press Esc, then Ctrl-S. Type `mine.yaml`, and press Enter.

    The file is saved.
    """
    at.press("Escape")
    assert at.focused() == "Board"
    at.press("Control+s")
    at.press("Control+a")
    at.write("mine.yaml")
    at.press("Enter")
    at.has("#status-file", "Saved")
    assert at.file("mine.yaml") == at.text()


@step()
def use_the_tabs(at: AtPage) -> None:
    """Press Tab to **Problems**, and go through the tabs on the right with the arrow keys.

    Each tab is chosen when you reach it. Tab leads into it.
    """
    at.tab_to("Problems")
    at.press("ArrowRight")
    at.sees("The only solution.")
