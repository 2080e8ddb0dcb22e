"""What the page makes by itself: puzzles of a genre, clues of a drawn solution, and what a puzzle lacks to have one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
pytest.importorskip("starlette")
from playwright.sync_api import Browser, Page, expect
from real_server import PATIENCE, Server, checked, choose_mode, now, opened, place, served, write

pytestmark = pytest.mark.slow
LOOP = "gridwright: 1\nuse: slitherlink\ngrid: 3x4\nclues: {number: {}}\nexpect: {solutions: any}\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The studio for a small puzzle."""
    folder = tmp_path_factory.mktemp("generating")
    (folder / "loop.yaml").write_text(LOOP, "utf-8")
    with served(folder / "loop.yaml") as server:
        yield server


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """Its page."""
    with opened(browser, server.newest(), viewport={"width": 1200, "height": 760}) as page:
        checked(page)
        yield page


def draw_loop(page: Page) -> None:
    """Draw in Solve around the four cells in the upper left, with the mouse."""
    choose_mode(page, "solve")
    (x, y), (right, _) = place(page, "cells", "r1c1"), place(page, "cells", "r1c2")
    side = right - x
    page.mouse.move(x - side / 2, y - side / 2)
    page.mouse.down()
    for column, row in ((2, 0), (2, 2), (0, 2), (0, 0)):
        page.mouse.move(x + side * (column - 0.5), y + side * (row - 0.5), steps=8)
    page.mouse.up()
    choose_mode(page, "clues")


def select(page: Page, *names: str) -> None:
    """Drag over cells."""
    page.mouse.move(*place(page, "cells", names[0]))
    page.mouse.down()
    for name in names[1:]:
        page.mouse.move(*place(page, "cells", name), steps=5)
    page.mouse.up()


def test_generate(page: Page, shoot: Any) -> None:
    """Puzzles appear one after the other until they are stopped; a click opens one, and it has one solution."""
    page.locator("#generate").click()
    page.get_by_label("Find a genre").fill("light up")
    page.get_by_label("Rows").fill("4")
    page.get_by_label("Columns").fill("5")
    page.locator("dialog").get_by_label("Symmetry").select_option(label="half turn")
    page.locator("dialog").get_by_role("button", name="Generate", exact=True).click()
    expect(page.locator("dialog .card").nth(1)).to_be_visible(timeout=PATIENCE)
    stop = page.locator("dialog").get_by_role("button", name="Stop", exact=True)
    if stop.count():  # it may have been fast
        stop.click()
    expect(page.locator("dialog").get_by_role("button", name="Generate", exact=True)).to_be_enabled()
    shoot(page, "generate")
    box = page.locator("dialog .card").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("dialog")).to_have_count(0)
    text = now(page)
    assert "use: light_up" in text
    assert "grid: 4x5" in text
    assert checked(page) == "unique"
    expect(page.locator("#file-name")).to_have_text("light_up.yaml")


def test_generate_with_a_difficulty(page: Page, shoot: Any) -> None:
    """Where a genre has bands, one can be chosen, and puzzles show their rating; a range of ratings has fields of its own."""
    page.locator("#generate").click()
    dialog = page.locator("dialog")
    difficulty = dialog.get_by_label("Difficulty", exact=True)
    lowest = dialog.get_by_label("Lowest rating")
    dialog.get_by_label("Find a genre").fill("nurimaze")
    expect(difficulty.locator("option[value=hard]")).to_be_disabled()
    expect(lowest).to_be_hidden()
    difficulty.select_option("rating")
    expect(lowest).to_be_visible()
    dialog.get_by_label("Find a genre").fill("futoshiki")
    difficulty.select_option("hard")
    expect(lowest).to_be_hidden()
    dialog.get_by_role("button", name="Generate", exact=True).click()
    expect(dialog.locator(".card").first).to_contain_text("rating", timeout=PATIENCE)
    shoot(page, "difficulty")


def test_generate_on_this_board(page: Page) -> None:
    """The rules and the board of the text are the first choice; closing the dialog stops it. Without a genre nothing is begun."""
    write(page, LOOP)
    page.locator("#generate").click()
    expect(page.get_by_label("Genre", exact=True)).to_have_value("")
    expect(page.get_by_label("Rows")).to_be_disabled()
    page.locator("dialog").get_by_role("button", name="Generate", exact=True).click()
    expect(page.locator("dialog .card").first).to_be_visible(timeout=PATIENCE)
    page.locator("dialog").get_by_role("button", name="Close").click()
    assert now(page) == LOOP
    checked(page)
    page.locator("#generate").click()
    page.locator("dialog").get_by_label("Find a genre").fill("nothing is called so")
    expect(page.locator("dialog").get_by_role("button", name="Generate", exact=True)).to_be_disabled()


def test_fill(page: Page, shoot: Any) -> None:
    """A loop is drawn in Solve, without a cross anywhere; selected cells get its numbers; one undo takes them away."""
    write(page, LOOP)
    draw_loop(page)
    select(page, "r1c1", "r1c4")
    page.locator("#fill").click()
    assert "number: {r1c1: 2, r1c2: 2, r1c3: 1, r1c4: 0}" in now(page)
    checked(page)
    shoot(page, "fill")
    page.locator("#undo").click()
    assert now(page) == LOOP
    write(page, LOOP.replace("{}", '{r3c1: "?", r2c4: 3}'))
    select(page, "r1c1", "r1c2")
    page.locator("#fill").click()
    expect(page.locator("[data-notice=edit]")).to_contain_text("what is drawn in Solve is no solution")
    write(page, LOOP.replace("{}", '{r3c1: "?"}'))
    select(page, "r3c3", "r3c4")
    page.locator("#fill").click()
    assert "number: {r3c1: 1, r3c3: 0, r3c4: 0}" in now(page)


def test_complete(page: Page, shoot: Any) -> None:
    """What is drawn stays the solution: the additions say the same as it, and with all of them there is no other."""
    write(page, LOOP)
    draw_loop(page)
    page.locator("#complete").click()
    put = page.locator("#panel-complete button", has_text="Put")
    put.wait_for(timeout=PATIENCE)
    shoot(page, "complete")
    page.locator("#panel-complete .offers button").first.hover()
    expect(page.locator(".overlay .pointed")).to_have_count(1)
    put.click()
    now(page)
    assert checked(page) == "unique"
    page.locator("input[name=mode][value=solve]").check(force=True)
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#board-hint")).to_have_attribute("data-state", "good", timeout=PATIENCE)
    page.locator("#panel-complete").get_by_role("button", name="Complete", exact=True).click()
    expect(page.locator("#panel-complete")).to_contain_text("There is exactly one solution already.", timeout=PATIENCE)


def test_one_row_of_tools(page: Page) -> None:
    """At 1,200 pixels nothing has to be scrolled to: neither the tools of playing, nor what is at the top."""
    write(page, "gridwright: 1\nuse: sudoku\ngrid: 4x4\nexpect: {solutions: any}\n")
    for mode in ("givens", "clues", "solve"):
        choose_mode(page, mode)
        row = page.locator(".tool-bar")
        assert row.evaluate("(node) => node.scrollWidth - node.clientWidth") == 0
    assert page.locator(".bar").evaluate("(node) => node.offsetHeight") < 60
