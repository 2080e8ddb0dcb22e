"""The page of the studio with its own server, as someone uses them. Needs Playwright and Chromium."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from test_page import text, verdict

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a puzzle of the repository."""
    spec = (ROOT / "specs" / "classics" / "sudoku.yaml").read_text("utf-8")
    (tmp_path / "sudoku.yaml").write_text(spec, "utf-8")
    return tmp_path


@pytest.fixture
def page(browser: Browser, folder: Path) -> Iterator[Page]:
    """The page that the command opens."""
    call = [sys.executable, "-m", "gridwright", "studio", str(folder / "sudoku.yaml"), "--no-browser"]
    server = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout is not None
    context = browser.new_context(viewport={"width": 1400, "height": 860})
    said: list[str] = []
    asked: list[str] = []
    try:
        link = server.stdout.readline().strip()
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda problem: said.append(str(problem)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(link)
        page.wait_for_selector("html[data-ready]")
        yield page
    finally:
        context.close()
        server.terminate()
        server.wait(20)
    home = link.partition("/?")[0]
    assert [each for each in asked if not each.startswith((home, "blob:", "data:"))] == []
    assert said == []


def go_to(page: Page, row: int, column: int) -> None:
    """Move the cursor of the board to a cell by its keys."""
    page.locator(".stage").focus()
    for key, count in (("ArrowUp", 9), ("ArrowLeft", 9), ("ArrowDown", row - 1), ("ArrowRight", column - 1)):
        for _ in range(count):
            page.keyboard.press(key)
    expect(page.locator("#status-cell")).to_contain_text(f"row {row}, column {column}")


def test_find_and_mend(page: Page, folder: Path, shoot: Any) -> None:
    """A wrong given makes the puzzle impossible; Explain names it, a button removes it, undo goes back, saving keeps the file."""
    spec = (folder / "sudoku.yaml").read_text("utf-8")
    verdict(page, "unique")
    go_to(page, 1, 1)
    page.keyboard.press("3")
    verdict(page, "none")
    changed = spec.replace("    . . 2 . 3", "    3 . 2 . 3", 1)
    assert text(page) == changed
    page.locator("#tab-explain").click()
    page.locator("#panel-explain .primary").click()
    wrong = page.locator(".members li", has_text="digit at r1c1 is given as 3")
    wrong.locator(".sentence").hover()
    assert page.locator(".mark.pointed").count() == 1
    shoot(page, "explain")
    wrong.locator("button", has_text="Remove").click()
    verdict(page, "unique")
    assert text(page) == spec
    page.locator("#undo").click()
    verdict(page, "none")
    page.keyboard.press("Control+s")
    expect(page.locator("#status-file")).to_have_text("Saved")
    assert (folder / "sudoku.yaml").read_text("utf-8") == changed


def test_minimise(page: Page) -> None:
    """What is left out leaves a puzzle that is still unique, with fewer givens."""
    verdict(page, "unique")
    count = page.locator(".paper-place .given text").count()
    page.locator("#tab-minimize").click()
    page.locator("#panel-minimize .primary").click()
    page.locator("#panel-minimize button", has_text="Leave them out").click(timeout=60_000)
    verdict(page, "unique")
    assert page.locator(".paper-place .given text").count() < count


def test_outside_change(page: Page, folder: Path) -> None:
    """What another program writes is in the editor soon after."""
    verdict(page, "unique")
    path = folder / "sudoku.yaml"
    path.write_text(path.read_text("utf-8").replace("title: Sudoku", "title: Other"), "utf-8")
    expect(page.locator("[data-notice=taken]")).to_be_visible()
    assert "title: Other" in text(page)


def test_import_link(page: Page, shoot: Any) -> None:
    """A link of puzz.link becomes a board on which clues are typed; what is shared again is such a link."""
    verdict(page, "unique")
    page.locator("#import").click()
    page.locator("#import-link").fill("https://puzz.link/p?slither/5/5/cbcbcddad")
    page.keyboard.press("Enter")
    expect(page.locator("#file-name")).to_have_text("imported.yaml")
    expect(page.locator("#verdict")).to_have_attribute("data-state", re.compile("unique|several|none"))
    assert page.locator("input[name=mode]:checked").get_attribute("value") == "clues"
    page.locator("#tab-share").click()
    page.locator("#panel-share .primary").click()
    expect(page.locator("#panel-share textarea")).to_have_value(re.compile(r"^https://puzz\.link/p\?slither/5/5/"))
    page.locator("#tab-picture").click()
    page.locator("#panel-picture .primary").click()
    expect(page.locator("#panel-picture svg")).to_be_visible(timeout=20_000)
    shoot(page, "imported")


def test_new_and_play(page: Page, shoot: Any) -> None:
    """A genre from the gallery, a size, clues on the board, and the puzzle played; the file holds the clues only."""
    verdict(page, "unique")
    page.locator("#new").click()
    page.locator("dialog input[type=search]").fill("nurikabe")
    page.locator(".card", has=page.get_by_text("Nurikabe", exact=True)).click()
    page.locator("#new-height").fill("4")
    page.locator("#new-width").fill("4")
    page.locator("dialog button", has_text="Create").click()
    expect(page.locator("#file-name")).to_have_text("nurikabe.yaml")
    expect(page.locator("#verdict")).to_have_attribute("data-state", re.compile("unique|several|none"))
    page.locator("input[name=mode][value=clues]").check(force=True)
    go_to(page, 1, 1)
    page.keyboard.press("3")
    expect(page.locator("#status-cell")).to_have_text("row 1, column 1: clue 3")
    expect(page.locator(".cm-content")).to_contain_text("3 . . .")
    before = text(page)
    page.locator("input[name=mode][value=solve]").check(force=True)
    go_to(page, 2, 2)
    page.keyboard.press("1")
    page.locator(".tools button", has_text="Check").click()
    expect(page.locator("#board-hint")).to_have_attribute("data-state", re.compile("good|bad"))
    shoot(page, "played")
    assert text(page) == before
