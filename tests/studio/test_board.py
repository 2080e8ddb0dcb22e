"""What can be done on the board of the studio, with its own server: every kind of place, several boards, touch, playing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
pytest.importorskip("starlette")
from playwright.sync_api import Browser, Page, expect
from real_server import checked, choose_mode, click, now, opened, place, served, start, told, write

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def link(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The studio in a folder with one small puzzle."""
    folder = tmp_path_factory.mktemp("board")
    (folder / "small.yaml").write_text("gridwright: 1\nuse: latin_square\ngrid: 2x2\nexpect: {solutions: any}\n", "utf-8")
    with served(folder / "small.yaml") as link:
        yield link


@pytest.fixture
def page(browser: Browser, link: str) -> Iterator[Page]:
    """Its page."""
    with opened(browser, link) as page:
        yield page


def test_clues_outside(page: Page, shoot: Any) -> None:
    """Numbers beside the board: clicked and typed, moved to by arrows, erased; undo goes back to the empty board."""
    empty = start(page, "Skyscrapers", 4, 4)
    assert checked(page) == "several"
    choose_mode(page, "clues")
    click(page, "outside", "top 2")
    page.keyboard.press("4")
    told(page, "top 2: clue 4")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("2")
    page.keyboard.press("ArrowDown")
    told(page, "left 1: empty")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    told(page, "right 2: empty")
    page.locator(".palette button.value", has_text="1").click()
    told(page, "right 2: clue 1")
    shoot(page, "outside")
    after = empty.replace("top: [., ., ., .]", "top: [2, 4, ., .]").replace("left: [., ., ., .]", "left: [., 3, ., .]")
    after = after.replace("right: [., ., ., .]", "right: [., 1, ., .]")
    assert now(page) == after
    assert checked(page) in ("several", "unique", "none")
    page.keyboard.press("Delete")
    assert now(page) == after.replace("right: [., 1, ., .]", "right: [., ., ., .]")
    for _ in range(6):
        page.keyboard.press("Control+z")
    assert now(page) == empty


def test_signs_between_cells(page: Page, shoot: Any) -> None:
    """Signs on borders take the place of the template; arrow keys reach both kinds of borders; the last one leaves nothing."""
    empty = start(page, "Futoshiki", 4, 4)
    choose_mode(page, "clues")
    click(page, "links", "r1c1-r1c2")
    told(page, "r1c1-r1c2: empty")
    page.keyboard.press("<")
    told(page, "r1c1-r1c2: clue <")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("^")
    page.keyboard.press("ArrowDown")
    told(page, "r2c1-r2c2: empty")
    page.keyboard.press("ArrowRight")
    page.keyboard.press(">")
    text = now(page)
    assert "\n  sign:\n    r1c1-r1c2: '<'\n    r1c1-r2c1: '^'\n    r2c2-r2c3: '>'\n" in text
    assert "..." not in text and "\nclues:\n" in text and "# clues" not in text
    checked(page)
    shoot(page, "borders")
    for name in ("r1c1-r1c2", "r1c1-r2c1", "r2c2-r2c3"):
        click(page, "links", name)
        page.keyboard.press("Delete")
    assert "r1c1" not in now(page)
    checked(page)
    for _ in range(6):
        page.locator("#undo").click()
    assert now(page) == empty


def test_words_between_cells(page: Page) -> None:
    """The first letter of a word is enough where it is the only one."""
    start(page, "Kropki", 4, 4)
    choose_mode(page, "clues")
    click(page, "links", "r1c1-r1c2")
    page.keyboard.press("w")
    told(page, "r1c1-r1c2: clue white")
    click(page, "links", "r1c1-r2c1")
    page.locator(".palette button", has_text="black").click()
    assert "{" not in now(page)
    assert "    r1c1-r1c2: white\n    r1c1-r2c1: black\n" in now(page)


def test_clues_on_corners(page: Page, shoot: Any) -> None:
    """Numbers on corners, those on the rim too."""
    empty = start(page, "Slant", 4, 4)
    choose_mode(page, "clues")
    click(page, "corners", "r0c0-r1c1")
    page.keyboard.press("1")
    told(page, "r0c0-r1c1: clue 1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("2")
    told(page, "r1c1-r2c2: clue 2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("?")
    told(page, "r2c1-r3c2: clue ?")
    shoot(page, "corners")
    assert "    r0c0-r1c1: 1\n    r1c1-r2c2: 2\n    r2c1-r3c2: '?'\n" in now(page)
    checked(page)
    for _ in range(3):
        page.keyboard.press("Control+z")
    assert now(page) == empty


def test_rooms_and_their_numbers(page: Page, shoot: Any) -> None:
    """A stroke makes a new room, a click in it chooses it for its number."""
    start(page, "Heyawake", 4, 4)
    choose_mode(page, "regions")
    page.locator(".palette label", has_text="New").click()
    page.mouse.move(*place(page, "cells", "r1c1"))
    page.mouse.down()
    for name in ("r1c2", "r2c2", "r2c1"):
        page.mouse.move(*place(page, "cells", name), steps=4)
    page.mouse.up()
    assert "    b b a a\n    b b a a\n    a a a a\n" in now(page)
    choose_mode(page, "clues")
    click(page, "cells", "r2c2")
    told(page, "region b: empty")
    page.keyboard.press("2")
    told(page, "region b: clue 2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("3")
    shoot(page, "rooms")
    assert "  number:\n    b: 2\n    a: 3\n" in now(page)
    checked(page)


def test_cages_and_their_sums(page: Page, shoot: Any) -> None:
    """A cage is drawn and gets a label, by which its sum is known; with the cage goes the sum."""
    empty = start(page, "Killer", 4, 4)
    choose_mode(page, "lines")
    page.mouse.move(*place(page, "cells", "r1c1"))
    page.mouse.down()
    page.mouse.move(*place(page, "cells", "r1c2"), steps=4)
    page.mouse.up()
    assert "  cages:\n    a: r1c1 r1c2\n" in now(page)
    choose_mode(page, "clues")
    click(page, "cells", "r1c2")
    page.keyboard.type("10")
    told(page, "region a: clue 10")
    assert "  cage_sum:\n    a: 10\n" in now(page)
    shoot(page, "cages")
    choose_mode(page, "lines")
    click(page, "cells", "r1c1")
    page.keyboard.press("Delete")
    assert "r1c1 r1c2" not in now(page) and "10" not in now(page).partition("grid:")[2]
    for _ in range(5):
        page.keyboard.press("Control+z")
    assert now(page) == empty


def test_values_of_parts(page: Page, shoot: Any) -> None:
    """A number with a direction is written in a field, with a blank between the two."""
    start(page, "Yajilin", 4, 4)
    choose_mode(page, "clues")
    click(page, "cells", "r2c3")
    page.keyboard.press("2")
    expect(page.locator("input.entry")).to_have_value("2")
    page.keyboard.type(" left")
    page.keyboard.press("Enter")
    told(page, "row 2, column 3: clue 2 left")
    assert "    . . 2,left .\n" in now(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.type("1 ^")
    page.keyboard.press("Enter")
    assert "1,up" in now(page)
    checked(page)
    page.keyboard.press("Enter")
    expect(page.locator("input.entry")).to_have_value("1 up")
    page.keyboard.press("Escape")
    shoot(page, "parts")


def test_lists_outside(page: Page) -> None:
    """Several numbers beside the board are a list."""
    start(page, "Nonogram", 4, 4)
    choose_mode(page, "clues")
    click(page, "outside", "left 1")
    page.keyboard.type("1 2")
    page.keyboard.press("Enter")
    told(page, "left 1: clue 1 2")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    told(page, "left 2: clue 3")
    assert "left: [[1, 2], [3], ., .]" in now(page)
    checked(page)


def test_dots_anywhere(page: Page) -> None:
    """Where clues stand in cells, on borders and on corners, a click finds the nearest place."""
    start(page, "Spiral Galaxies", 4, 4)
    choose_mode(page, "clues")
    for kind, name in (("cells", "r1c1"), ("links", "r2c2-r2c3"), ("corners", "r3c3-r4c4")):
        click(page, kind, name)
        page.keyboard.press("w")
        told(page, f"{'row 1, column 1' if kind == 'cells' else name}: clue white")
    assert "  dot:\n    r1c1: white\n    r2c2-r2c3: white\n    r3c3-r4c4: white\n" in now(page)


def test_clues_in_holes(page: Page) -> None:
    """Numbers stand in black cells, which are holes of the board."""
    holes = "  holes: |\n    # # #\n    # - -\n    # - -\n"
    write(page, f"gridwright: 1\nuse: kakuro\ngrid:\n  size: 3x3\n{holes}expect: {{solutions: any}}\n")
    choose_mode(page, "clues")
    page.locator("#board-layer").select_option("below")
    click(page, "holes", "r1c2")
    page.keyboard.type("12")
    told(page, "row 1, column 2: clue 12")
    assert "  below: |\n    . 12 .\n" in now(page)
    checked(page)
