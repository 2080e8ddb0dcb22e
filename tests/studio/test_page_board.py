"""What can be done on the board of the studio, with its own server: every kind of place, several boards, touch, playing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
pytest.importorskip("starlette")
from playwright.sync_api import Browser, Locator, Page, expect
from real_server import Server, checked, choose_genre, choose_mode, click, now, opened, place, served, start, told, write

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The studio in a folder with one small puzzle."""
    folder = tmp_path_factory.mktemp("board")
    (folder / "small.yaml").write_text("gridwright: 1\nuse: latin_square\ngrid: 2x2\nexpect: {solutions: any}\n", "utf-8")
    with served(folder / "small.yaml") as server:
        yield server


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """Its page."""
    with opened(browser, server.newest()) as page:
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
    page.get_by_role("button", name="Set black").click()
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


BOARDS = """\
gridwright: 1
grids:
  left:
    size: 3x3
    areas:
      rooms: |
        a a a
        b b b
        c c c
  right: 3x3  # to be filled
layers:
  number: {values: 1..3}
rules:
  - for: line in lines
    rule: distinct(number[line])
  - for: room in rooms
    rule: distinct(number[room])
  - for: clue in first_seen
    rule: first(number[clue.line]) == clue.value
expect: {solutions: any}
"""


def test_several_boards(page: Page, shoot: Any) -> None:
    """What is put on a board goes to the text of that board, and arrow keys lead from one to the other."""
    text = BOARDS.replace("  right: 3x3  # to be filled\n", "  right:\n    size: 3x3\n    areas: {rooms: [r1c1]}\n")
    text = text.replace("        c c c\n", "        c c c\n    clues: {first_seen: {left: [., ., .]}}\n")
    text = text.replace("{rooms: [r1c1]}\n", "{rooms: [r1c1]}\n    clues: {first_seen: {left: [., ., .]}}\n")
    write(page, text)
    choose_mode(page, "givens")
    click(page, "cells", "r2c3", "left")
    page.keyboard.press("1")
    told(page, "left, row 2, column 3: given 1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    told(page, "right, row 2, column 1: given 2")
    left = "    givens:\n      number: |\n        . . .\n        . . 1\n        . . .\n"
    right = left.replace(". . 1", "2 . .")
    assert now(page).count(left) == 1 and now(page).count(right) == 1
    choose_mode(page, "clues")
    click(page, "outside", "left 3", "right")
    page.keyboard.press("3")
    told(page, "right, left 3: clue 3")
    assert now(page).count("{left: [., ., 3]}") == 1
    assert now(page).index("{left: [., ., .]}") < now(page).index("{left: [., ., 3]}")
    choose_mode(page, "regions")
    page.mouse.move(*place(page, "cells", "r1c1", "left"))
    page.mouse.down()
    page.mouse.move(*place(page, "cells", "r2c1", "left"), steps=4)
    page.mouse.up()
    assert "        a a a\n        a b b\n        c c c\n" in now(page)
    shoot(page, "boards")
    checked(page)
    choose_mode(page, "lines")
    page.mouse.move(*place(page, "cells", "r3c1", "right"))
    page.mouse.down()
    page.mouse.move(*place(page, "cells", "r3c3", "right"), steps=8)
    page.mouse.up()
    assert "areas: {rooms: [r1c1, r3c1 r3c2 r3c3]}" in now(page)
    for _ in range(5):
        page.keyboard.press("Control+z")
    assert now(page) == text


def test_a_board_that_is_only_a_size(page: Page) -> None:
    """The first given of such a board gives it sections, and keeps the comment."""
    text = "gridwright: 1\ngrids:\n  one: 2x2  # small\n  two: 2x2\nuse: latin_square\nexpect: {solutions: any}\n"
    write(page, text)
    choose_mode(page, "givens")
    click(page, "cells", "r1c2", "one")
    page.keyboard.press("2")
    told(page, "one, row 1, column 2: given 2")
    assert "  one:  # small\n    size: 2x2\n    givens:\n      number: |\n        . 2\n        . .\n  two: 2x2\n" in now(page)
    page.keyboard.press("Control+z")
    assert now(page) == text


VALUES = """\
gridwright: 1
grid: 2x2
layers:
  number: {values: -12..12}
  way: {values: [N, NE, E, SE]}
  digit: {values: ['5', '10', x]}
clues:
  letter: {left: [A, '7']}
rules:
  - for: clue in letter
    rule: clue.value == clue.value
expect: {solutions: any}
"""


def test_values_of_several_signs(page: Page, shoot: Any) -> None:
    """Negative numbers, numbers of two digits, words, and texts that look like numbers are typed and offered."""
    write(page, VALUES)
    page.locator("#live").uncheck()
    choose_mode(page, "givens")
    click(page, "cells", "r1c1")
    page.keyboard.type("-12")
    told(page, "row 1, column 1: given -12")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("-")
    page.keyboard.type("7")
    told(page, "row 1, column 2: given -7")
    assert "  number: |\n    -12 -7\n" in now(page)
    page.locator(".palette button.value", has_text="10").last.click()
    told(page, "row 1, column 2: given 10")
    page.locator("#board-layer").select_option("way")
    click(page, "cells", "r2c1")
    page.keyboard.type("se")
    told(page, "row 2, column 1: given SE")
    page.locator(".palette button.value", has_text="NE").click()
    told(page, "row 2, column 1: given NE")
    page.locator("#board-layer").select_option("digit")
    click(page, "cells", "r2c2")
    page.keyboard.type("10")
    told(page, "row 2, column 2: given 10")
    assert "  digit:\n    r2c2: '10'\n" in now(page)
    choose_mode(page, "clues")
    click(page, "outside", "left 1")
    page.keyboard.type("42")
    told(page, "left 1: clue 42")
    assert "{left: ['42', '7']}" in now(page)
    checked(page, "valid")
    shoot(page, "values")


PLAYED = """\
gridwright: 1
grid: 2x3
layers:
  number: {values: 1..3}
  shaded: {values: bool}
  line: {over: links, values: bool}
  letter: {values: [A, B, C]}
givens:
  number: {r1c1: 1}
rules:
  - for: line_ in rows
    rule: distinct(number[line_])
    says: A row has no number twice.
  - rule: count(shaded) == 1
  - rule: count(line) == 2
  - for: line_ in rows
    rule: distinct(letter[line_])
expect: {solutions: any}
"""


def fill_numbers(page: Page) -> None:
    """Play the numbers: a mistake first, then pencil marks."""
    click(page, "cells", "r1c2")
    page.keyboard.press("1")
    expect(page.locator(".overlay text.solve")).to_have_text("1")
    page.locator(".tools button", has_text="Check").click()
    expect(page.locator("#board-hint")).to_contain_text("A row has no number twice.")
    expect(page.locator(".mark.mistake")).to_have_count(2)
    page.locator(".stage").focus()
    page.keyboard.press("2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.keyboard.press("2")
    page.keyboard.press("3")
    page.keyboard.press("2")
    expect(page.locator(".overlay text.pencil")).to_have_text(["3"])
    page.keyboard.press("Space")
    page.keyboard.press("3")
    expect(page.locator(".overlay text.pencil")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(page.locator(".overlay text.pencil")).to_have_text(["3"])
    page.keyboard.press("Control+y")
    for key in ("ArrowDown", "1", "ArrowLeft", "2", "ArrowLeft", "3"):
        page.keyboard.press(key)


def shade_and_draw(page: Page) -> None:
    """Play the shades and the lines, by mouse and by keys."""
    page.locator("#board-layer").select_option("shaded")
    click(page, "cells", "r2c2")
    expect(page.locator(".overlay .shade.solve")).to_have_count(1)
    click(page, "cells", "r2c3")
    click(page, "cells", "r2c3")
    expect(page.locator(".overlay .cross.solve")).to_have_count(1)
    for key in ("ArrowLeft", "ArrowLeft", "x", "ArrowUp", "x", "ArrowRight", "x", "ArrowRight", "x"):
        page.keyboard.press(key)
    expect(page.locator(".overlay .cross.solve")).to_have_count(5)
    page.locator("#board-layer").select_option("line")
    click(page, "links", "r1c1-r1c2")
    click(page, "links", "r1c2-r2c2")
    expect(page.locator(".overlay line.solve")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    told(page, "r1c3-r2c3: empty")
    page.keyboard.press("Space")
    expect(page.locator(".overlay line.solve")).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(page.locator(".overlay line.solve")).to_have_count(2)
    for name in ("r1c3-r2c3", "r1c1-r2c1", "r1c2-r1c3", "r2c1-r2c2", "r2c2-r2c3"):
        click(page, "links", name)
        page.keyboard.press("0")


def test_play(page: Page, shoot: Any) -> None:
    """Numbers, shades, lines and letters are played, checked and undone, and nothing of it reaches the file."""
    write(page, PLAYED)
    choose_mode(page, "solve")
    fill_numbers(page)
    shade_and_draw(page)
    page.locator("#board-layer").select_option("letter")
    click(page, "cells", "r1c1")
    for key in ("a", "ArrowRight", "b", "ArrowRight", "c", "ArrowDown", "a", "ArrowLeft", "b", "ArrowLeft"):
        page.keyboard.press(key)
    page.locator(".tools button", has_text="Check").click()
    expect(page.locator("#board-hint")).to_contain_text("No rule is broken")
    page.locator(".palette button.value", has_text="C").click()
    page.locator(".tools button", has_text="Check").click()
    expect(page.locator("#board-hint")).to_have_text("Solved: everything is correct.")
    shoot(page, "solved")
    assert now(page) == PLAYED
    page.locator(".tools").get_by_role("button", name="Start over").click()
    expect(page.locator(".overlay .solve")).to_have_count(0)
    page.locator(".stage").focus()
    page.keyboard.press("Control+z")
    expect(page.locator(".overlay line.solve")).to_have_count(2)
    page.locator(".tools").get_by_role("button", name="Start over").click()


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
TARGETS = """() => [...document.querySelectorAll('button, select, label:has(input), summary')]
  .filter((each) => each.offsetParent !== null && !each.closest('.cm-editor') && !each.closest('[hidden]'))
  .map((each) => [each.textContent.trim() || each.ariaLabel || each.id, each.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && (box.height < 40 || box.width < 40))
  .map(([name, box]) => `${name}: ${Math.round(box.width)} x ${Math.round(box.height)}`)"""


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Page]:
    """The page on a telephone."""
    with opened(browser, server.newest(), **PHONE) as page:
        yield page


def tap(page: Page, kind: str, name: str) -> None:
    """Tap a place of the board."""
    page.touchscreen.tap(*place(page, kind, name))


def tap_choice(choice: Locator) -> None:
    """Tap a choice, which takes effect a moment after the finger has left."""
    choice.locator("xpath=ancestor-or-self::label").tap()
    expect(choice).to_be_checked()


def swipe(page: Page, points: list[tuple[float, float]]) -> None:
    """Draw with a finger from point to point."""
    session = page.context.new_cdp_session(page)
    for kind, (x, y) in [("touchStart", points[0]), *(("touchMove", point) for point in points[1:])]:
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def between(start: tuple[float, float], end: tuple[float, float]) -> list[tuple[float, float]]:
    """Return points on the way of a finger."""
    return [(start[0] + (end[0] - start[0]) * at / 8, start[1] + (end[1] - start[1]) * at / 8) for at in range(9)]


def test_a_board_on_a_phone(phone: Page) -> None:
    """A sudoku takes the width of a phone, so that its cells are large enough for a finger."""
    write(phone, "gridwright: 1\nuse: sudoku\ngrid: 9x9\nexpect: {solutions: any}\n")
    phone.wait_for_function(
        "document.querySelectorAll('.paper-place svg').length && document.querySelector('.sheet').clientWidth > 0"
    )
    assert place(phone, "cells", "r1c2")[0] - place(phone, "cells", "r1c1")[0] > 31


def test_touch(phone: Page, shoot: Any) -> None:
    """A tap chooses a place and a value; a finger draws a line without scrolling the page, and elsewhere scrolls it."""
    page = phone
    write(page, "gridwright: 1\nuse: [sudoku, thermo]\ngrid: 4x4\nexpect: {solutions: any}\n")
    choose_mode(page, "givens")
    tap(page, "cells", "r2c3")
    told(page, "row 2, column 3: empty; can be 1, 2, 3, 4")
    page.locator(".palette button.value", has_text="3").tap()
    told(page, "row 2, column 3: given 3")
    assert "    . . 3 .\n" in now(page)
    checked(page)
    assert page.evaluate(TARGETS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shoot(page, "phone")
    tap_choice(page.locator("input[name=mode][value=lines]"))
    before = page.evaluate("scrollY")
    swipe(page, between(place(page, "cells", "r1c1"), place(page, "cells", "r4c1")))
    assert "  thermos:\n    - r1c1 r2c1 r3c1 r4c1\n" in now(page)
    assert page.evaluate("scrollY") == before
    checked(page)
    shoot(page, "phone-line")
    for _ in range(20):  # for a moment after a swipe the browser takes a tap for the end of scrolling
        page.locator(".palette button", has_text="Remove").tap()
        page.wait_for_timeout(100)
        if "thermos" not in now(page):
            break
    assert "thermos" not in now(page)


def test_touch_plays(phone: Page, shoot: Any) -> None:
    """Taps shade, draw and note in pencil; a finger that scrolls the page over the board changes nothing."""
    page = phone
    write(page, PLAYED)
    tap_choice(page.locator("input[name=mode][value=solve]"))
    tap(page, "cells", "r1c2")
    tap_choice(page.locator(".tools input[value=centre]"))
    page.locator(".palette button.value", has_text="2").tap()
    page.locator(".palette button.value", has_text="3").tap()
    expect(page.locator(".overlay text.pencil")).to_have_text(["23"])
    tap_choice(page.locator(".tools input[value=value]"))
    page.locator(".palette button.value", has_text="3").tap()
    expect(page.locator(".overlay text.solve")).to_have_text("3")
    page.locator("#board-layer").select_option("shaded")
    tap(page, "cells", "r2c2")
    expect(page.locator(".overlay .shade.solve")).to_have_count(1)
    page.locator("#board-layer").select_option("line")
    tap(page, "links", "r2c1-r2c2")
    expect(page.locator(".overlay line.solve")).to_have_count(1)
    shoot(page, "phone-solve")
    assert page.evaluate(TARGETS) == []
    page.locator("#board-layer").select_option("shaded")
    x, y = place(page, "cells", "r2c1")
    swipe(page, between((x, y), (x, y - 200)))
    page.wait_for_function("scrollY > 0")
    expect(page.locator(".overlay .shade.solve")).to_have_count(1)
    assert now(page) == PLAYED
    page.locator(".tools").get_by_role("button", name="Start over").tap()


@pytest.mark.parametrize(("height", "width"), [("-1", "2"), ("0", "5"), ("1000000000", "1"), ("2.5", "3"), ("", "4")])
def test_sizes_that_are_none(page: Page, height: str, width: str) -> None:
    """A size that no board has is refused with a plain sentence, and the dialog stays."""
    before = now(page)
    choose_genre(page, "Futoshiki")
    page.locator("#new-height").fill(height)
    page.locator("#new-width").fill(width)
    page.locator("dialog button", has_text="Create").click()
    expect(page.locator("dialog .wrong")).to_have_text("a new board has 1 to 40 rows and columns, in whole numbers")
    page.keyboard.press("Escape")
    assert now(page) == before


def test_numbers_under_shades(page: Page, shoot: Any) -> None:
    """In solve mode the clue of a shaded cell can still be read."""
    rows = ["1 2 2", "3 1 2", "2 3 3"]
    write(page, "gridwright: 1\nuse: hitori\ngrid: 3x3\nclues:\n  number: |\n    " + "\n    ".join(rows) + "\n")
    choose_mode(page, "solve")
    click(page, "cells", "r1c2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("x")
    told(page, "row 1, column 3: value no")
    expect(page.locator(".overlay .shade.solve")).to_have_count(1)
    shoot(page, "shaded")
    page.locator(".tools").get_by_role("button", name="Start over").click()


def test_line_ends_stay(browser: Browser, tmp_path: Path) -> None:
    """A file with line ends of two signs is edited on the board and saved, and differs by the edit alone."""
    text = "gridwright: 1\r\nuse: latin_square\r\ngrid: 2x2\r\n# kept\r\ngivens:\r\n  number: |\r\n    . .\r\n    . .\r\n"
    path = tmp_path / "crlf.yaml"
    path.write_bytes((text + "expect: {solutions: any}\r\n").encode())
    with served(path) as server, opened(browser, server.link) as page:
        checked(page)
        expect(page.locator("#status-file")).to_have_text("Saved")
        choose_mode(page, "givens")
        click(page, "cells", "r1c2")
        page.keyboard.press("2")
        now(page)
        page.locator("#save").click()
        expect(page.locator("#status-file")).to_have_text("Saved")
    assert path.read_bytes() == (text.replace(". .", ". 2", 1) + "expect: {solutions: any}\r\n").encode()


DRAWN = """\
gridwright: 1
grid: 2x3
layers:
  line: {over: links, values: bool}
  side: {over: borders, values: bool}
givens:
  line: |
    o-o o

    o o o
rules: [count(line) == 3]
expect: {solutions: any}
"""


def test_given_lines(page: Page, shoot: Any) -> None:
    """Printed segments are put by mouse and keyboard, into a picture of lines too: yes, no, nothing."""
    write(page, DRAWN)
    choose_mode(page, "givens")
    click(page, "links", "r1c3-r2c3")
    told(page, "r1c3-r2c3: given yes")
    assert "    o-o o\n        |\n    o o o\n" in now(page)
    click(page, "links", "r1c3-r2c3")
    assert "    o-o o\n        x\n    o o o\n" in now(page)
    page.keyboard.press("Space")
    assert now(page) == DRAWN
    page.locator("#board-layer").select_option("side")
    click(page, "borders", "r0c2-r1c2")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("0")
    text = now(page)
    assert "  side:\n    r0c2-r1c2: true\n" in text and text.count(": false\n") == 1
    checked(page)
    shoot(page, "given-lines")
    for _ in range(2):
        page.keyboard.press("Control+z")
    assert now(page) == DRAWN


def test_lines_and_regions_by_keyboard(page: Page) -> None:
    """A thermometer is drawn, given up and removed without a mouse, and a region grows."""
    text = "gridwright: 1\nuse: [sudoku, thermo]\ngrid: 4x4\nareas:\n  # mine\n  regions: |\n" + "    a a b b\n" * 4
    write(page, text)
    choose_mode(page, "lines")
    page.locator(".stage").focus()
    for key in ("Enter", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert "  thermos:\n    - r1c1 r1c2 r2c2\n" in now(page)
    for key in ("Enter", "ArrowDown", "Escape", "Enter", "Enter"):
        page.keyboard.press(key)
    assert now(page).count("- r") == 1
    checked(page, "wrong unique several none")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Delete")
    assert now(page) == text
    choose_mode(page, "regions")
    page.locator(".stage").focus()
    for key in ("Home", "ArrowLeft", "ArrowLeft", "ArrowUp", "ArrowUp", "ArrowRight", "Shift+ArrowRight"):
        page.keyboard.press(key)
    assert "    a a a b\n    a a b b\n" in now(page)
    page.keyboard.press("c")
    assert "    a a c b\n    a a b b\n" in now(page)
    page.keyboard.press("Delete")
    assert "    a a . b\n    a a b b\n" in now(page)
    for _ in range(3):
        page.keyboard.press("Control+z")
    assert now(page) == text


ENTRIES = """\
gridwright: 1
grid: 2x2
layers: {digit: {values: 1..9}}
clues:
  entry: {1A: '12'}  # as in a crossword
rules:
  - for: clue in entry
    rule: sum(digit[clue.area]) > 0
expect: {solutions: any}
"""


def test_areas_that_overlap(page: Page) -> None:
    """Entries of a crossword begin in one cell: a click chooses the one across, and the next click the one down."""
    write(page, ENTRIES)
    choose_mode(page, "clues")
    click(page, "cells", "r1c1")
    told(page, "region 1A: clue 12")
    click(page, "cells", "r1c1")
    told(page, "region 1D: empty")
    page.keyboard.type("34")
    told(page, "region 1D: clue 34")
    assert "  entry: {1A: '12', 1D: '34'}  # as in a crossword\n" in now(page)
    click(page, "cells", "r2c2")
    told(page, "region 3A: empty")
