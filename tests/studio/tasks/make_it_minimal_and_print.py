"""Make a puzzle minimal, and print it

A puzzle is minimal if it is unique and needs each of its clues. You leave out what is not needed, and print what remains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from setter_tasks import step

if TYPE_CHECKING:
    from at_page import AtPage

ORDER = 20
LINK = "https://puzz.link/p?slither/5/5/cbcbcddad"


@step()
def import_the_link(at: AtPage) -> None:
    """Choose **Import…**, paste `{LINK}` and press Enter.

    The sign says **unique**.
    """
    at.press("Escape")
    at.import_text(LINK)
    at.verdict("unique")


@step(picture="The tab Minimise lists the clues that can be left out.")
def find_what_is_not_needed(at: AtPage) -> None:
    """Choose the tab **Minimise** and then **Minimise**.

    It tries each clue, and lists those that can be left out, all together: here it is one. Point at it, and it is marked on
    the board.
    """
    at.tab("Minimise")
    at.click("Minimise", inside="#panel-minimize")
    at.sees("can be left out")
    at.page.locator("#panel-minimize .offers button").first.hover()
    assert at.count(".mark.pointed") == 1


@step()
def leave_it_out(at: AtPage) -> None:
    """Choose **Leave it out**.

    The clue becomes a dot, and the puzzle stays unique. Undo would bring it back.
    """
    before = at.text()
    with at.change():
        at.click("Leave it out")
    at.verdict("unique")
    assert at.text().count(". ") > before.count(". ")
    at.tab("Minimise")
    at.click("Minimise", inside="#panel-minimize")
    at.sees("It is minimal: each given and clue is needed.")


@step(picture="The tab Picture with the puzzle as it is kept or printed.")
def draw_it(at: AtPage) -> None:
    """Choose the tab **Picture** and then **Draw**. With a tick at **with the solution** the solution is drawn too.

    **Download** keeps the picture as SVG, PNG or PDF.
    """
    at.tab("Picture")
    at.click("Draw")
    at.count("#panel-picture .paper svg", 1)
    with at.page.expect_download() as download:
        at.page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "imported.svg"


@step(picture="What is printed: the puzzle alone, black on white.")
def print_it(at: AtPage) -> None:
    """Choose **Print…**.

    The browser prints the puzzle and nothing else, black on white, with light and dark colours alike.
    """
    at.page.evaluate("() => { window.print = () => { document.body.dataset.prints = 'yes'; }; }")  # a dialog of the browser
    at.click("Print…")
    at.count("body[data-prints]", 1)
    at.page.emulate_media(media="print", color_scheme="dark")
    assert at.seen() == ["svg"]
    assert at.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


@step()
def go_on(at: AtPage) -> None:
    """Go on: after printing, the page is as before.

    Your browser's own command to print, Ctrl-P, prints the board alone too.
    """
    at.page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert at.count(".print-sheet") == 0
    assert at.seen() == ["svg"]  # of the board
    at.page.emulate_media(media="screen", color_scheme="light")
    at.sees("with the solution")
