"""What is done on the page of the studio instead of in the text: constraints, the board, the claim, offers, the gallery."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
pytest.importorskip("starlette")
from playwright.sync_api import Browser, Page, expect
from real_server import PATIENCE, Server, checked, choose_mode, now, opened, place, served, write

pytestmark = pytest.mark.slow
SUDOKU = "gridwright: 1\nuse: sudoku  # the rules\ngrid: 4x4\nexpect: {solutions: any}\n"
NEARLY = """\
gridwright: 1
use: latin_square
grid: 2x2
expect:
  solutions: any
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one small puzzle."""
    folder = tmp_path_factory.mktemp("puzzle")
    (folder / "small.yaml").write_text(NEARLY, "utf-8")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    """The studio for it."""
    with served(folder / "small.yaml") as server:
        yield server


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """Its page."""
    with opened(browser, server.newest()) as page:
        checked(page)
        yield page


def test_add_a_constraint(page: Page, shoot: Any) -> None:
    """What goes with sudoku is found by its name, its other names and its rules; it gets its tools; undo takes it away."""
    write(page, SUDOKU)
    page.locator("#add").click()
    expect(page.locator("dialog[open]")).to_contain_text("Anti-Knight")
    page.locator("dialog input[type=search]").fill("bulb")
    expect(page.locator("dialog li button")).not_to_have_count(0)
    shoot(page, "add")
    page.locator("dialog input[type=search]").fill("thermo sudoku")
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_have_count(0)
    assert now(page) == SUDOKU.replace("use: sudoku", "use: [sudoku, thermo]")
    checked(page)
    choose_mode(page, "lines")
    page.mouse.move(*place(page, "cells", "r1c1"))
    page.mouse.down()
    page.mouse.move(*place(page, "cells", "r1c3"), steps=5)
    page.mouse.up()
    assert "r1c1 r1c2 r1c3" in now(page)
    page.locator("#undo").click()
    page.locator("#undo").click()
    assert now(page) == SUDOKU


def test_one_click_and_finished(page: Page, shoot: Any) -> None:
    """A value in a green frame is put by one click on it; what is unique can be called finished."""
    write(page, NEARLY)
    choose_mode(page, "givens")
    expect(page.locator(".candidates .frame").first).to_be_visible(timeout=PATIENCE)
    shoot(page, "green")
    box = page.locator(".candidates .frame").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert "givens:\n  number: |\n    1 .\n    . .\n" in now(page)
    assert checked(page) == "unique"
    page.locator("#panel-problems button", has_text="It is finished").click()
    assert "expect:\n  solutions: 1\n" in now(page)
    checked(page)
    expect(page.locator("#panel-problems button", has_text="It is finished")).to_have_count(0)


def test_the_board(page: Page, shoot: Any) -> None:
    """Size, turns and numbers of the genre are set in a dialog; what is printed moves along."""
    text = "gridwright: 1\nuse: star_battle\ngrid: 2x3\nareas:\n  regions: |\n    a a b\n    a b b\nexpect: {solutions: any}\n"
    write(page, text)
    page.locator("#change-board").click()
    page.get_by_role("button", name="Turn right").click()
    turned = text.replace("2x3", "3x2").replace("    a a b\n    a b b\n", "    a a\n    b a\n    b b\n")
    assert now(page) == turned
    checked(page)
    page.locator("#change-board").click()
    page.get_by_label("Rows").fill("4")
    shoot(page, "board-dialog")
    page.get_by_role("button", name="Change size").click()
    assert now(page) == turned.replace("3x2", "4x2").replace("    b b\n", "    b b\n    b b\n")
    checked(page)
    page.locator("#change-board").click()
    page.locator("#parameter-star_battle-stars").fill("2")
    page.keyboard.press("Enter")
    assert "use: {star_battle: {stars: 2}}\n" in now(page)
    for _ in range(3):
        page.locator("#undo").click()
    assert now(page) == text


def test_hexagons(page: Page, shoot: Any) -> None:
    """A board becomes one of hexagons, on which one draws as on squares; clues in cells that it has stay."""
    rows = "    . 2 .\n    . . .\n    . . .\n"
    text = f"gridwright: 1\nuse: slitherlink\ngrid: 3x3\nclues:\n  number: |\n{rows}expect: {{solutions: any}}\n"
    write(page, text)
    page.locator("#change-board").click()
    page.get_by_label("Hexagons on a side").fill("2")
    page.get_by_role("button", name="Make it a board of hexagons").click()
    assert "grid: {hex: [2, 3, 2]}\nclues:\n  number: |\n    . 2\n    . . .\n    . .\n" in now(page)
    checked(page)
    choose_mode(page, "clues")
    page.mouse.click(*place(page, "cells", "r2c2"))
    page.keyboard.press("3")
    assert "    . 2\n    . 3 .\n    . .\n" in now(page)
    checked(page)
    shoot(page, "hexagons")
    page.locator("#change-board").click()
    page.get_by_label("Rows").fill("2")
    page.get_by_role("button", name="Make it a board of squares").click()
    assert "grid: 2x3\nclues:\n  number: |\n    . 2 .\n    . 3 .\n" in now(page)
    for _ in range(3):
        page.locator("#undo").click()
    assert now(page) == text


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gridwright: 1\nuse: masyu\ngrid: 3x3\nexpect: {solutions: any}\n", "This is for sudokus"),
        ("gridwright: 1\nuse: sudoku\ngrid: {size: 4x4, holes: [r1c1]}\nexpect: {solutions: any}\n", "one square without holes"),
    ],
)
def test_no_second_square(page: Page, text: str, words: str) -> None:
    """Where no second square can be added, the dialog says why."""
    write(page, text)
    page.locator("#change-board").click()
    expect(page.locator("dialog")).to_contain_text(words)
    expect(page.get_by_role("button", name="Add it")).to_have_count(0)


def test_a_second_sudoku(page: Page, shoot: Any) -> None:
    """A second square overlaps the first one in a box; both are sudokus, and one digit of the shared box counts in both."""
    write(page, SUDOKU)
    page.locator("#change-board").click()
    shoot(page, "second-sudoku")
    page.get_by_role("button", name="Add it").click()
    text = now(page)
    assert "use: {sudoku: {chosen_from: 1..4, box_height: 2, box_width: 2}}  # the rules\n" in text
    assert "grid: {size: 6x6, holes: [r1c5:r2c6, r5c1:r6c2]}\nareas:\n  squares: [r1c1:r4c4, r3c3:r6c6]\n" in text
    checked(page)
    choose_mode(page, "givens")
    for name, digit in (("r3c3", "1"), ("r3c6", "1")):
        page.mouse.click(*place(page, "cells", name))
        page.keyboard.press(digit)
        now(page)
    assert checked(page) == "none"
    shoot(page, "two-sudokus")
    for _ in range(3):
        page.locator("#undo").click()
    assert now(page) == SUDOKU


def test_steps_and_hints(page: Page, shoot: Any) -> None:
    """The steps of a puzzle are told, each marks its places; a hint goes on from what was entered, and names a wrong entry."""
    write(
        page,
        "gridwright: 1\nuse: latin_square\ngrid: 3x3\ngivens: {number: {r1c1: 1, r2c2: 3, r1c2: 2}}\nexpect: {solutions: any}\n",
    )
    page.locator("#tab-steps").click()
    page.locator("#panel-steps button", has_text="Find steps").click()
    expect(page.locator("#panel-steps .steps li")).not_to_have_count(0, timeout=PATIENCE)
    expect(page.locator("#panel-steps")).to_contain_text("difficulty: largest cost 1, search")
    page.locator("#panel-steps .steps button").first.hover()
    expect(page.locator(".overlay .pointed")).not_to_have_count(0)
    shoot(page, "steps")
    choose_mode(page, "solve")
    page.mouse.click(*place(page, "cells", "r1c3"))
    page.keyboard.press("3")
    page.locator("#panel-steps button", has_text="Hint").click()
    expect(page.locator("#panel-steps details")).to_be_visible(timeout=PATIENCE)
    expect(page.locator(".overlay .pointed")).not_to_have_count(0)
    page.mouse.click(*place(page, "cells", "r1c3"))
    page.keyboard.press("2")
    page.locator("#panel-steps button", has_text="Hint").click()
    expect(page.locator("#panel-steps")).to_contain_text("wrong: r1c3", timeout=PATIENCE)
    expect(page.locator(".overlay .mistake")).to_have_count(1)


def test_a_wrong_clue_gets_another_value(page: Page, shoot: Any) -> None:
    """Explain offers the values that a wrong clue could have; one click enters it, and the puzzle has a solution."""
    write(page, "gridwright: 1\nuse: slitherlink\ngrid: 3x3\nclues: {number: {r1c1: 3, r1c3: 3, r2c2: 0}}\n")
    page.locator("#tab-explain").click()
    page.locator("#panel-explain .primary").click()
    values = page.locator("#panel-explain button", has_text="Make it")
    expect(values).to_have_text([f"Make it {value}" for value in (1, 2, 3)], timeout=PATIENCE)
    shoot(page, "other-values")
    values.nth(1).click()
    assert "r2c2: 2" in now(page)
    assert checked(page) != "none"


def test_holes(page: Page) -> None:
    """Cells that are selected are cut out of the board, and filled in again."""
    text = "gridwright: 1\nuse: latin_square\ngrid: 3x3\nexpect: {solutions: any}\n"
    write(page, text)
    choose_mode(page, "givens")
    page.mouse.move(*place(page, "cells", "r1c1"))
    page.mouse.down()
    page.mouse.move(*place(page, "cells", "r1c2"), steps=4)
    page.mouse.up()
    page.locator("#change-board").click()
    page.get_by_role("button", name="Cut 2 selected cells out").click()
    assert "grid: {size: 3x3, holes: [r1c1, r1c2]}\n" in now(page)
    checked(page)
    page.locator("#change-board").click()
    page.get_by_role("button", name="Fill all holes").click()
    assert now(page) == text


@pytest.mark.parametrize(("words", "title"), [("akari", "Light Up"), ("bridges", "Hashiwokakero"), ("jigsaw", "Sudoku")])
def test_the_gallery_knows_other_names(page: Page, words: str, title: str) -> None:
    """A genre is found by any of its names, and Enter takes the first that is found."""
    page.locator("#new").click()
    page.locator("dialog input[type=search]").fill(words)
    expect(page.locator(".cards .card").first).to_contain_text(title)
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_have_count(0, timeout=PATIENCE)
    assert f"title: {title}" in now(page)


def test_links_are_opened_and_the_folder_is_named(page: Page, folder: Path) -> None:
    """Beside Copy is Open, for another tab; the dialog for a name says in which folder the file will be."""
    write(page, "gridwright: 1\nuse: slitherlink\ngrid: 2x2\nclues: {number: {r1c1: 3}}\nexpect: {solutions: any}\n")
    page.locator("#tab-share").click()
    page.locator("#panel-share .primary").first.click()
    link = page.locator("#panel-share a", has_text="Open")
    expect(link).to_have_attribute("href", re.compile(r"^https://puzz\.link/p\?slither/2/2/"))
    expect(link).to_have_attribute("target", "_blank")
    page.locator("#new").click()
    page.locator("dialog input[type=search]").fill("futoshiki")
    page.keyboard.press("Enter")
    expect(page.locator("dialog[open]")).to_have_count(0, timeout=PATIENCE)
    page.locator("#save").click()
    expect(page.locator("dialog[open]")).to_contain_text(str(folder))
