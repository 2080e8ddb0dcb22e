"""Nothing that was typed or drawn is lost: fast strokes, puzzles without a file, reloads. Needs Playwright and Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from real_server import PATIENCE, checked, choose_mode, now, opened, place, served, write

pytestmark = pytest.mark.slow
KILLER = "gridwright: 1\ngrid: 4x4\nuse: [sudoku, killer]\n"
LITTLE = "gridwright: 1\ngrid: 2x2\nlayers: {x: {values: 1..2}}\nrules:\n  - rule: all(distinct(x[line]) for line in lines)\n"
STORED = "() => Object.keys(localStorage).filter((key) => key.startsWith('gridwright.draft.untitled:')).length"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one puzzle."""
    (tmp_path / "little.yaml").write_text(LITTLE, "utf-8")
    return tmp_path


def drag(page: Page, points: list[tuple[float, float]]) -> None:
    """Draw through points of the window as fast as the browser takes it: it hears of these points only, not of those between."""
    page.mouse.move(*points[0])
    page.mouse.down()
    for x, y in points[1:]:
        page.mouse.move(x, y)
    page.mouse.up()


def new_sudoku(page: Page) -> None:
    """Ask for an empty sudoku."""
    page.locator("#new").click()
    page.locator(".card", has=page.get_by_text("Sudoku", exact=True)).click(timeout=PATIENCE)
    page.locator("dialog[open] .primary").click()


def start_unnamed(page: Page, text: str) -> None:
    """Begin a new puzzle that has no file, and type a text over its template."""
    new_sudoku(page)
    page.wait_for_selector("dialog[open]", state="detached")
    write(page, text)


@pytest.mark.parametrize("gap", [0, 300])
def test_fast_strokes(browser: Browser, tmp_path: Path, gap: int) -> None:
    """Cages that are drawn one after the other get labels of their own, all of them, and the board does not move meanwhile."""
    (tmp_path / "killer.yaml").write_text(KILLER, "utf-8")
    with served(tmp_path / "killer.yaml") as server, opened(browser, server.link) as page:
        checked(page)
        choose_mode(page, "lines")
        cages = [[place(page, "cells", f"r{row}c{column}") for column in (1, 3)] for row in (1, 2, 3, 4)]
        before = page.locator(".overlay").bounding_box()
        for cage in cages:
            drag(page, cage)
            page.wait_for_timeout(gap)
            assert page.locator(".overlay").bounding_box() == before
        text = now(page)
        for row in (1, 2, 3, 4):
            assert text.count(f"r{row}c1 r{row}c2 r{row}c3") == 1
        assert page.locator("[data-notice]").count() == 0


def test_fast_removal(browser: Browser, tmp_path: Path) -> None:
    """A cage that is not on the board yet can be removed: the text is as it was before the strokes."""
    (tmp_path / "killer.yaml").write_text(KILLER, "utf-8")
    with served(tmp_path / "killer.yaml") as server, opened(browser, server.link) as page:
        checked(page)
        choose_mode(page, "lines")
        cages = [[place(page, "cells", f"r{row}c{column}") for column in (1, 3)] for row in (1, 2, 3)]
        for cage in cages:
            drag(page, cage)
        for cage in cages:
            page.mouse.click(*cage[0], button="right")
        page.mouse.click(*place(page, "cells", "r4c4"), button="right")  # where no cage is
        assert now(page) == KILLER
        assert page.locator("[data-notice]").count() == 0


def test_fast_regions(browser: Browser, tmp_path: Path) -> None:
    """Two new regions that are drawn in a moment are two regions."""
    text = (
        "gridwright: 1\ngrid: 2x4\nareas:\n  regions: |\n    . . . .\n    . . . x\nlayers: {y: {values: bool}}\nrules: [any(y)]\n"
    )
    (tmp_path / "regions.yaml").write_text(text, "utf-8")
    with served(tmp_path / "regions.yaml") as server, opened(browser, server.link) as page:
        checked(page)
        choose_mode(page, "regions")
        cells = {name: place(page, "cells", name) for name in ("r1c1", "r1c2", "r2c1", "r2c3")}
        drag(page, [cells["r1c1"], cells["r1c2"]])
        drag(page, [cells["r2c1"], cells["r2c3"]])
        assert "    a a . .\n    b b b x\n" in now(page)


def test_unnamed_puzzle(browser: Browser, folder: Path) -> None:
    """A puzzle without a file is there again after a reload, also what was entered; another one has nothing of it."""
    with served(folder) as server, opened(browser, server.link) as page:
        page.locator("dialog[open] .icon").first.click()
        start_unnamed(page, LITTLE + "# mine\n")
        choose_mode(page, "solve")
        page.mouse.click(*place(page, "cells", "r1c1"))
        page.keyboard.press("2")
        page.wait_for_timeout(500)
        page.reload()
        page.wait_for_selector("html[data-ready]")
        assert now(page) == LITTLE + "# mine\n"
        choose_mode(page, "solve")
        expect(page.locator(".overlay .solve")).to_have_count(1)
        new_sudoku(page)
        page.locator("[data-notice=leave] button", has_text="Save it").click()
        page.locator("#save-name").fill("mine.yaml")
        page.keyboard.press("Enter")
        page.wait_for_selector("dialog[open]", state="detached")
        assert "use: sudoku" in now(page)  # the new puzzle, which was asked for
        assert (folder / "mine.yaml").read_text("utf-8") == LITTLE + "# mine\n"
        write(page, LITTLE)
        choose_mode(page, "solve")
        expect(page.locator(".overlay .solve")).to_have_count(0)
        page.locator("#files").click()
        page.locator("dialog[open] button", has_text="mine.yaml").click()
        expect(page.locator("[data-notice=leave]")).to_be_visible()
        page.locator("[data-notice=leave] button", has_text="Leave it").click()
        expect(page.locator("#file-name")).to_have_text("mine.yaml")
        checked(page)
        choose_mode(page, "solve")
        expect(page.locator(".overlay .solve")).to_have_count(1)  # entries go with the puzzle into its file
        assert page.evaluate(STORED) == 0


def test_pictures_of_files(browser: Browser, folder: Path, shoot: Any) -> None:
    """The list of files shows what each is, except one that is wrong."""
    (folder / "wrong.yaml").write_text("grid: 2x2\nrules: 1\n", "utf-8")
    with served(folder) as server, opened(browser, server.link) as page:
        expect(page.locator("dialog .thumb")).to_have_count(2)
        expect(page.locator("dialog button", has_text="little.yaml").locator("svg")).to_have_count(1)
        shoot(page, "files")
        page.locator("dialog input[type=search]").fill("little")
        expect(page.locator("dialog .thumb svg")).to_have_count(1)
        page.keyboard.press("Enter")
        expect(page.locator("#file-name")).to_have_text("little.yaml")


def test_after_a_crash(browser: Browser, folder: Path) -> None:
    """Who comes back gets the unnamed puzzle that was left, from a notice or from the list of files, and can discard it."""
    with served(folder) as server, opened(browser, server.link) as page:
        page.locator("dialog[open] .icon").first.click()
        start_unnamed(page, LITTLE + "# left\n")
        page.wait_for_timeout(500)
        home = server.link.partition("/#")[0]
        other = page.context.new_page()
        page.close()
        other.goto(home)
        other.wait_for_selector("html[data-ready]")
        other.locator("dialog[open] button", has_text="sudoku.yaml").click()
        assert now(other) == LITTLE + "# left\n"
        third = other.context.new_page()
        third.goto(home)
        third.wait_for_selector("html[data-ready]")
        expect(third.locator("dialog[open]")).not_to_contain_text("Not saved yet")  # it is open in another tab
        other.close()
        third.locator("dialog[open] .icon").first.click()
        third.locator("#files").click()
        expect(third.locator("dialog[open]")).to_contain_text("Not saved yet")
        third.locator("dialog[open] button", has_text="Discard").click()
        assert third.evaluate(STORED) == 0


def test_messages_are_about_the_puzzle(browser: Browser, folder: Path) -> None:
    """What an import warned of is gone with the puzzle that was imported."""
    with served(folder) as server, opened(browser, server.link) as page:
        page.locator("dialog[open] .icon").first.click()
        page.locator("#import").click()
        page.locator("#import-link").fill("https://puzz.link/p?slither/5/5/cbcbcd")
        page.keyboard.press("Enter")
        expect(page.locator("[data-notice=import]")).to_be_visible(timeout=PATIENCE)
        page.locator("#files").click()
        page.locator("dialog[open] button", has_text="little.yaml").click()
        page.locator("[data-notice=leave] button", has_text="Leave it").click()
        expect(page.locator("#file-name")).to_have_text("little.yaml")
        expect(page.locator("[data-notice]")).to_have_count(0)


def test_what_is_entered_is_there_at_once(browser: Browser, tmp_path: Path, shoot: Any) -> None:
    """A digit, its removal and a cage are drawn before the server answers; its picture takes over; what it refuses goes away."""
    (tmp_path / "killer.yaml").write_text(KILLER, "utf-8")
    with served(tmp_path / "killer.yaml") as server, opened(browser, server.link) as page:
        checked(page)

        def hold(route: Route) -> None:
            """Leave a request where it is, until the route is taken away."""

        choose_mode(page, "givens")
        page.mouse.click(*place(page, "cells", "r2c2"))
        cage = [place(page, "cells", name) for name in ("r1c1", "r1c2")]
        page.route("**/api/edit", hold)
        page.keyboard.press("3")
        expect(page.locator(".overlay text.echo")).to_have_text("3", timeout=1000)
        choose_mode(page, "lines")
        drag(page, cage)
        expect(page.locator(".overlay .stroke.lines")).to_have_count(1, timeout=1000)
        shoot(page, "echo")
        page.unroute("**/api/edit", hold)
        text = now(page)
        assert "3" in text and "r1c1 r1c2" in text
        checked(page)
        expect(page.locator(".overlay .echo, .overlay .stroke")).to_have_count(0)
        expect(page.locator(".paper-place text", has_text="3")).to_have_count(1)
        page.route("**/api/edit", lambda route: route.fulfill(json={"error": "no"}))
        drag(page, cage)
        expect(page.locator("[data-notice=edit]")).to_be_visible()
        expect(page.locator(".overlay .stroke")).to_have_count(0)


def test_a_value_on_an_old_board(browser: Browser, folder: Path) -> None:
    """After an undo the board may still show a value that the text has no more; whoever puts it there again gets it."""
    held: list[Route] = []
    with served(folder / "little.yaml") as server, opened(browser, server.link) as page:
        checked(page)
        choose_mode(page, "givens")
        page.mouse.click(*place(page, "cells", "r1c1"))
        page.keyboard.press("1")
        one = now(page)
        checked(page)
        page.keyboard.press("2")
        two = now(page)
        checked(page)
        page.route("**/api/board", lambda route: held.append(route))  # noqa: PLW0108 (a method of a list has no place for the mark of Playwright)
        page.keyboard.press("Control+z")
        assert now(page) == one
        page.keyboard.press("2")
        assert now(page) == two
        page.unroute("**/api/board")  # which lets them go
        checked(page)
        page.keyboard.press("Control+z")
        assert now(page) == one
