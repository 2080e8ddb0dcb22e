"""Share a puzzle as a link, and take a link back

You want others to solve your killer sudoku in SudokuPad, and somebody sends you a link back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 80


@step()
def open_an_example(at: AtPage) -> None:
    """Choose **New…**, type `killer`, click **Killer**, and choose **Open an example**.

    Each genre has a puzzle that shows what it is.
    """
    at.press("Escape")
    at.click("New…")
    at.fill("Find a genre", "killer")
    at.choose_genre("Killer")
    at.click("Open an example")
    at.verdict("unique")


@step(picture="The tab Share with a link for SudokuPad.")
def make_a_link(at: AtPage) -> None:
    """Choose the tab **Share**, then `sudokupad` in the list, and **Make link**.

    The whole puzzle is in the link. It is made on your machine, and nothing is sent. If the other program cannot hold
    something, the tab says what, and asks.
    """
    at.tab("Share")
    at.choose("For", "sudokupad")
    at.click("Make link")
    at.matches("#panel-share textarea", r"^https://sudokupad\.app/\S+$")


@step()
def copy_it(at: AtPage) -> None:
    """Choose **Copy**, and paste the link wherever you like.

    For a puzzle of puzz.link or Penpa+ you choose `puzz.link` or `penpa`. **Whole file as a link** keeps your comments and
    rules too, for another studio.
    """
    at.click("Copy")
    at.sees("Copied.")


@step()
def make_it_for_f_puzzles(at: AtPage) -> None:
    """Choose `f-puzzles` in the list, and **Make link**.

    A link for f-puzzles says what each cage means, and not only how it looks.
    """
    at.choose("For", "f-puzzles")
    at.click("Make link")
    at.matches("#panel-share textarea", r"^https://(www\.)?f-puzzles\.com/\S+$")


@step(picture="The link was taken back: the same cages and sums, still unique.")
def take_it_back(at: AtPage) -> None:
    """Choose **Import…**, paste the link, and press Enter.

    The puzzle is there again, as a new file that is not saved yet: the same cages with the same sums, and **unique**.
    """
    before = at.board()
    at.import_text(at.value("#panel-share textarea"))
    at.has("#file-name", "imported.yaml")
    at.verdict("unique")
    after = at.board()
    assert {tuple(area["cells"]) for area in after["areas"]} == {tuple(area["cells"]) for area in before["areas"]}
    assert sorted(str(clue["value"]) for clue in after["clues"]) == sorted(str(clue["value"]) for clue in before["clues"])
