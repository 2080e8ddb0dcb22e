"""What is drawn by hand on the board of the studio, with a real mouse: lines, shades, walls, symbols, several cells at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")
pytest.importorskip("starlette")
from playwright.sync_api import Browser, Page, expect
from real_server import PATIENCE, Server, checked, choose_mode, now, opened, place, served, write

pytestmark = pytest.mark.slow
SMALL = "gridwright: 1\nuse: latin_square\ngrid: 2x2\nexpect: {solutions: any}\n"
# No library: the tools follow from what the layers are.
OWN = """\
gridwright: 1
grid: 3x3
layers:
  path: {over: links, values: bool}
  fence: {over: borders, values: bool}
  dark: {values: bool}
  height: {values: 1..5}
rules:
  - rule: count(path) >= 1
expect: {solutions: any}
"""
HASHI = """\
gridwright: 1
use: hashiwokakero
grid: 3x3
clues:
  island: |
    3 . 2
    . . .
    1 . .
expect: {solutions: any}
"""
GALAXIES = """\
gridwright: 1
use: spiral_galaxies
grid: 2x3
clues:
  dot: {r1c1-r2c1: white, r1c2-r1c3: white, r2c2-r2c3: black}
expect: {solutions: any}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The studio in a folder with one small puzzle."""
    file = tmp_path_factory.mktemp("drawing") / "small.yaml"
    file.write_text(SMALL, "utf-8")
    with served(file) as server:
        yield server


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """Its page."""
    with opened(browser, server.newest()) as page:
        checked(page)
        yield page


def cells(page: Page, *names: str) -> list[tuple[float, float]]:
    """Return where the middles of cells are."""
    return [place(page, "cells", name) for name in names]


def drag(page: Page, points: Sequence[tuple[float, float]], button: Any = "left") -> None:
    """Press a button, move through points, and let it go."""
    page.mouse.move(*points[0])
    page.mouse.down(button=button)
    for x, y in points[1:]:
        page.mouse.move(x, y, steps=3)
    page.mouse.up(button=button)


def choose_layer(page: Page, name: str) -> None:
    """Choose what is edited, of several."""
    page.locator("#board-layer").select_option(name)


def palette(page: Page, name: str) -> None:
    """Click a button below the board."""
    page.locator(".palette").get_by_role("button", name=name, exact=True).click()


def undo(page: Page) -> None:
    """Take back the last step."""
    page.locator("#undo").click()


def test_a_line_through_centres(page: Page, shoot: Any) -> None:
    """A stroke draws a line, backwards takes it back, over a line erases, with the right button draws crosses: one step each."""
    write(page, OWN)
    choose_mode(page, "givens")
    choose_layer(page, "path")
    drag(page, cells(page, "r1c1", "r1c3", "r2c3", "r1c3", "r2c3", "r3c3"))
    text = now(page)
    assert [line.strip() for line in text.splitlines() if "-r" in line] == [
        "r1c1-r1c2: true",
        "r1c2-r1c3: true",
        "r1c3-r2c3: true",
        "r2c3-r3c3: true",
    ]
    shoot(page, "line")
    drag(page, cells(page, "r1c2", "r1c3", "r2c3"))
    assert [line.strip() for line in now(page).splitlines() if "-r" in line] == ["r1c1-r1c2: true", "r2c3-r3c3: true"]
    drag(page, cells(page, "r3c1", "r3c2"), "right")
    assert "r3c1-r3c2: false" in now(page)
    undo(page)
    undo(page)
    assert now(page) == text
    undo(page)
    assert now(page) == OWN


def test_shades_borders_and_digits(page: Page, shoot: Any) -> None:
    """Strokes shade and erase cells, draw along borders, and select cells that one digit fills."""
    write(page, OWN)
    choose_mode(page, "givens")
    choose_layer(page, "dark")
    drag(page, cells(page, "r1c1", "r1c2", "r2c2"))
    assert "    # # .\n    . # .\n    . . .\n" in now(page)
    drag(page, cells(page, "r1c2", "r2c2"))
    drag(page, cells(page, "r3c1", "r3c3"), "right")
    assert "    # . .\n    . . .\n    - - -\n" in now(page)
    choose_layer(page, "fence")
    (x, y), (right, below) = cells(page, "r1c1", "r2c2")
    half = (right - x) / 2
    drag(page, [(x - half, y + half), (right + half, y + half), (right + half, below + half)])
    fences = {line.strip() for line in now(page).splitlines() if ": true" in line}
    assert fences == {"r1c1-r2c1: true", "r1c2-r2c2: true", "r2c2-r2c3: true"}
    choose_layer(page, "height")
    drag(page, cells(page, "r1c1", "r1c3", "r2c3"))
    expect(page.locator(".overlay .selected")).to_have_count(4)
    shoot(page, "selected")
    page.keyboard.press("4")
    assert "    4 4 4\n    . . 4\n    . . .\n" in now(page)
    drag(page, cells(page, "r1c1", "r1c2"), "right")
    assert "    . . 4\n    . . 4\n    . . .\n" in now(page)


def test_two_clicks_for_an_arrow(page: Page, shoot: Any) -> None:
    """A number and a direction are two buttons; either can be changed alone. A circle is a button with a circle on it."""
    write(page, "gridwright: 1\nuse: yajilin\ngrid: 3x3\nexpect: {solutions: any}\n")
    choose_mode(page, "clues")
    page.mouse.click(*cells(page, "r2c1")[0])
    palette(page, "Set 1")
    palette(page, "Set right")
    assert "r2c1: [1, right]\n" in now(page)
    palette(page, "Set down")
    assert "r2c1: [1, down]\n" in now(page)
    write(page, "gridwright: 1\nuse: masyu\ngrid: 3x3\nexpect: {solutions: any}\n")
    choose_mode(page, "clues")
    expect(page.locator(".palette .symbol svg circle")).to_have_count(2)
    drag(page, cells(page, "r1c1", "r1c2"))
    palette(page, "Set w")
    expect(page.locator(".paper-place circle")).to_have_count(2)
    page.mouse.click(*cells(page, "r3c3")[0])
    page.mouse.click(*cells(page, "r3c3")[0])
    page.mouse.click(*cells(page, "r1c2")[0], button="right")
    shoot(page, "circles")
    assert "    w . .\n    . . .\n    . . w\n" in now(page)


def test_regions_by_their_walls(page: Page, shoot: Any) -> None:
    """What a wall shuts off becomes a region; a wall that is taken away makes one region of two."""
    write(page, "gridwright: 1\nuse: star_battle\ngrid: 3x3\nareas:\n  regions: |\n    a a a\n    a a a\n    a a a\n")
    choose_mode(page, "regions")
    page.locator("[name=region-tool][value=walls]").check(force=True)
    (x, y), (right, _) = cells(page, "r1c1", "r2c2")
    half = (right - x) / 2
    drag(page, [(x + half, y - half), (x + half, y + half)])
    assert "a a a" in now(page)
    shoot(page, "walls")
    drag(page, [(x + half, y + half), (x - half, y + half)])
    assert "    b a a\n    a a a\n" in now(page)
    drag(page, [(x + half, y - half * 0.6), (x + half, y + half * 0.6)], "right")
    text = now(page)
    assert "    b b b\n    b b b\n" in text or "    a a a\n    a a a\n" in text


def test_a_wall_taken_away_at_once(page: Page) -> None:
    """A wall that goes before the page has drawn the region that it made leaves one region: the server reads the newest text."""
    write(page, "gridwright: 1\nuse: star_battle\ngrid: 2x2\nareas:\n  regions: |\n    a a\n    a a\n")
    choose_mode(page, "regions")
    page.locator("[name=region-tool][value=walls]").check(force=True)
    (x, y), (right, bottom) = cells(page, "r1c1", "r2c2")
    middle, half = (x + right) / 2, (bottom - y) / 2
    page.route("**/api/board", lambda route: None)  # no picture comes
    drag(page, [(middle, y - half * 0.8), (middle, bottom + half * 0.8)])
    assert "    a b\n    a b\n" in now(page)
    drag(page, [(middle, y - half * 0.8), (middle, bottom + half * 0.8)], "right")
    assert re.search(r"    (\w) \1\n    \1 \1\n", now(page))


def test_the_sum_of_a_cage_that_has_another_number(page: Page) -> None:
    """A sum that is typed before the page has drawn that a cage is gone stands at the cage in which it was typed."""
    write(page, "gridwright: 1\nuse: [sudoku, killer]\ngrid: 4x4\nareas:\n  cages:\n    - r1c1 r1c2\n    - r3c1 r3c2\n")
    choose_mode(page, "lines")
    first, last, other = cells(page, "r1c1", "r1c2", "r3c1")
    page.route("**/api/board", lambda route: None)  # no picture comes
    drag(page, [first, last], "right")
    assert "  cages:\n    - r3c1 r3c2\n" in now(page)
    choose_mode(page, "clues")
    page.mouse.click(*other)
    page.keyboard.press("7")
    assert "    '1': 7\n" in now(page)


def test_bridges_and_galaxies_are_solved_on_the_page(page: Page, shoot: Any) -> None:
    """Bridges are drawn from island to island, galaxies are spread from their dots; Check says that all is right."""
    write(page, HASHI)
    choose_mode(page, "solve")
    for _ in range(2):
        drag(page, cells(page, "r1c1", "r1c3"))
    drag(page, cells(page, "r3c1", "r1c1"))
    shoot(page, "bridges")
    page.locator(".tools button", has_text="Check").click()
    expect(page.locator(".hint")).to_contain_text("Solved", timeout=PATIENCE)
    write(page, GALAXIES)
    choose_mode(page, "solve")
    drag(page, cells(page, "r1c1", "r2c1"))
    drag(page, cells(page, "r1c2", "r1c3"))
    drag(page, cells(page, "r2c3", "r2c2"))
    shoot(page, "galaxies")
    page.locator(".tools button", has_text="Check").click()
    expect(page.locator(".hint")).to_contain_text("Solved", timeout=PATIENCE)


def test_marks_colours_and_conflicts(page: Page, shoot: Any) -> None:
    """Marks in corners and in the middle, colours, what breaks a rule at once in red, a clock; nothing of it is in the text."""
    text = "gridwright: 1\nuse: latin_square\ngrid: 4x4\nexpect: {solutions: any}\n"
    write(page, text)
    choose_mode(page, "solve")

    def note(name: str) -> None:
        page.locator(f"[name=note][value={name}]").check(force=True)

    note("corner")
    drag(page, cells(page, "r1c1", "r1c2"))
    page.keyboard.type("12")
    note("centre")
    page.mouse.click(*cells(page, "r2c1")[0])
    page.keyboard.type("34")
    note("colour")
    drag(page, cells(page, "r3c1", "r3c4"))
    palette(page, "Colour 3")
    expect(page.locator(".overlay .colour-3")).to_have_count(4)
    expect(page.locator(".overlay text.pencil")).to_have_count(5)
    expect(page.locator(".overlay text.pencil", has_text="34")).to_have_count(1)
    note("value")
    page.mouse.click(*cells(page, "r4c1")[0])
    page.keyboard.press("1")
    page.mouse.click(*cells(page, "r4c4")[0])
    page.keyboard.press("1")
    expect(page.locator(".overlay .conflicting")).not_to_have_count(0, timeout=PATIENCE)
    shoot(page, "playing")
    expect(page.locator(".clock")).not_to_contain_text("0:00")
    page.keyboard.press("Delete")
    expect(page.locator(".overlay .conflicting")).to_have_count(0, timeout=PATIENCE)
    page.keyboard.press("Control+z")
    expect(page.locator(".overlay .conflicting")).not_to_have_count(0, timeout=PATIENCE)
    assert now(page) == text


def test_nothing_moves(page: Page) -> None:
    """The board stays where it is, whatever is edited, whatever is found out, and whatever is said."""
    write(page, OWN)
    before = page.locator(".overlay").bounding_box()
    for mode in ("clues", "regions", "lines", "solve", "givens"):
        choose_mode(page, mode)
        assert page.locator(".overlay").bounding_box() == before, mode
    for layer in ("path", "dark", "height"):
        choose_layer(page, layer)
        assert page.locator(".overlay").bounding_box() == before, layer
    page.mouse.click(*cells(page, "r1c1")[0])
    page.keyboard.press("3")
    checked(page)
    assert page.locator(".overlay").bounding_box() == before
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.type("wrong: 1")
    expect(page.locator("#verdict")).to_have_attribute("data-state", "wrong")
    assert page.locator(".overlay").bounding_box() == before


TOOLS = """() => {
  const bar = document.querySelector('.tool-bar');
  const { top, bottom, left, right } = bar.getBoundingClientRect();
  const isOut = (box) => box.width && (box.top < top || box.bottom > bottom || box.left < left || box.right > right);
  return [...bar.querySelectorAll('button, select, .chip-choice, .clock')].filter((each) => isOut(each.getBoundingClientRect()))
    .map((each) => each.textContent || each.id);
}"""


@pytest.mark.parametrize("width", [1440, 1200, 1024, 820, 390])
def test_tools_have_room(page: Page, width: int, shoot: Any) -> None:
    """Each tool is in its row, with nothing to scroll, in windows of any width; the row is as high whatever is edited."""
    page.set_viewport_size({"width": width, "height": 900})
    for name, text in (("own", OWN), ("kakuro", "gridwright: 1\nuse: kakuro\ngrid: 3x3\nexpect: {solutions: any}\n")):
        write(page, text)
        before = page.locator(".stage").bounding_box()
        for mode in ("givens", "clues", "regions", "lines", "solve"):
            choose_mode(page, mode)
            assert page.evaluate(TOOLS) == [], (name, mode)
            assert page.locator(".stage").bounding_box() == before
            shoot(page, f"tools-{width}-{name}-{mode}")


def test_the_text_folds(page: Page, shoot: Any) -> None:
    """Without the text there is more room for the board, also after a reload; tabs are in one column or one row."""
    before = page.locator(".stage").bounding_box()
    assert before is not None
    page.locator("#fold").click()
    after = page.locator(".stage").bounding_box()
    assert after is not None and after["width"] > before["width"] * 1.2
    page.reload()
    page.wait_for_selector("html[data-ready]")
    checked(page)
    shoot(page, "folded")
    expect(page.locator("#editor-pane")).to_be_hidden()
    boxes = [tab.bounding_box() for tab in page.locator("#tabs [role=tab]").all()]
    assert len({round(box["x"]) for box in boxes if box}) == 1
    page.set_viewport_size({"width": 900, "height": 800})
    boxes = [tab.bounding_box() for tab in page.locator("#tabs [role=tab]").all()]
    assert len({round(box["y"]) for box in boxes if box}) == 1


def test_symmetry(page: Page, shoot: Any) -> None:
    """A sign gets its partner at once, and goes with it; the partner of a number waits for its own."""
    write(page, "gridwright: 1\nuse: masyu\ngrid: 3x4\nexpect: {solutions: any}\n")
    choose_mode(page, "clues")
    page.locator("#symmetry").select_option("half")
    page.mouse.click(*cells(page, "r1c2")[0])
    palette(page, "Set b")
    assert "    . b . .\n    . . . .\n    . . b .\n" in now(page)
    undo(page)
    assert "b" not in now(page).partition("grid")[2]
    write(page, "gridwright: 1\nuse: latin_square\ngrid: 3x3\nexpect: {solutions: any}\n")
    choose_mode(page, "givens")
    page.locator("#symmetry").select_option("mirror")
    page.mouse.click(*cells(page, "r1c1")[0])
    page.keyboard.press("2")
    expect(page.locator(".overlay .awaited")).to_have_count(1)
    shoot(page, "symmetry")
    page.mouse.click(*cells(page, "r1c3")[0])
    page.keyboard.press("3")
    expect(page.locator(".overlay .awaited")).to_have_count(0)
    assert "    2 . 3\n" in now(page)
