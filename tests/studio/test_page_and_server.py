"""The page of the studio with its own server. What setters do with it is in `tasks`. Needs Playwright and Chromium."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pypdf
import pytest
from at_page import at_page
from playwright.sync_api import Browser, expect
from real_server import PATIENCE, opened, served

pytestmark = pytest.mark.slow
SUDOKU = Path(__file__).parents[2] / "specs" / "classics" / "sudoku.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a puzzle of the repository."""
    (tmp_path / "sudoku.yaml").write_text(SUDOKU.read_text("utf-8"), "utf-8")
    return tmp_path


def test_find_and_mend(browser: Browser, folder: Path, shoot: Any) -> None:
    """A wrong given makes the puzzle impossible; Explain names it, a button removes it, undo goes back, saving keeps the file."""
    spec = SUDOKU.read_text("utf-8")
    with at_page(browser, folder / "sudoku.yaml") as at:
        at.verdict("unique")
        at.put("r1c1", "3")
        at.verdict("no solution")
        changed = spec.replace("    . . 2 . 3", "    3 . 2 . 3", 1)
        assert at.text() == changed
        at.tab("Explain")
        at.click("Explain", inside="#panel-explain")
        wrong = at.page.locator(".members li", has_text="row 1, column 1 is 3")
        expect(wrong).to_contain_text("your last entry")
        wrong.locator(".sentence").hover()
        at.count(".mark.pointed", 1)
        shoot(at.page, "explain")
        with at.change():
            wrong.locator("button", has_text="Remove").click()
        at.verdict("unique")
        assert at.text() == spec
        with at.change():
            at.click("Undo")
        at.verdict("no solution")
        at.press("Control+s")
        at.has("#status-file", "Saved")
        assert at.file("sudoku.yaml") == changed


def test_difficulty_beside_the_verdict(browser: Browser, folder: Path, shoot: Any) -> None:
    """A unique puzzle gets its difficulty after a rest, and loses it with the next change; one with no solution has none."""
    (folder / "latin.yaml").write_text(
        "gridwright: 1\nuse: futoshiki\ngrid: 3x3\ngivens: {number: {r1c1: 1, r2c2: 3}}\n", "utf-8"
    )
    with at_page(browser, folder / "latin.yaml") as at:
        at.verdict("unique")
        rating = at.page.locator("#verdict .rating")
        expect(rating).to_have_text(re.compile(r"^ · difficulty 1\.\d easy$"), timeout=PATIENCE)
        expect(at.page.locator("#verdict")).to_have_attribute("title", re.compile("easy for futoshiki"))
        shoot(at.page, "difficulty")
        at.put("r1c2", "3")
        at.verdict("no solution")
        expect(rating).to_have_text("")
        with at.change():
            at.click("Undo")
        at.verdict("unique")
        expect(rating).to_have_text(re.compile("difficulty"), timeout=PATIENCE)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_printed(browser: Browser, folder: Path, scheme: str) -> None:
    """The browser's own command prints the board on one page, and nothing of what is around it."""
    with at_page(browser, folder / "sudoku.yaml", color_scheme=scheme) as at:
        at.verdict("unique")
        printed = pypdf.PdfReader(io.BytesIO(at.page.pdf(format="A4")))
        assert len(printed.pages) == 1
        words = printed.pages[0].extract_text()
        assert "Sudoku" in words
        assert not [word for word in ("Problems", "Verify", "Givens", "gridwright", "Saved", "unique") if word in words]
        at.page.emulate_media(media="print", color_scheme=scheme)
        assert at.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert at.seen() == ["svg"]


def test_who_gets_in(browser: Browser, folder: Path) -> None:
    """A browser that the link has let in stays in: after a reload, in another tab, and where the link is opened again.

    Another browser is told to open another link, and one where it is put into the address is let in at once. No cookie is left,
    and no token in the address.
    """
    ready = "html[data-ready]"
    with served(folder / "sudoku.yaml") as server, opened(browser, server.link) as page:
        home = server.link.partition("#")[0]
        page.reload()
        page.wait_for_selector(ready)
        for address in (server.link, home, server.link):
            tab = page.context.new_page()
            tab.goto(address)
            tab.wait_for_selector(ready)
            expect(tab.locator("#verdict")).to_have_attribute("data-state", "unique", timeout=PATIENCE)
            assert tab.url == home
        assert page.context.cookies() == []
        other = browser.new_context().new_page()
        other.goto(server.link)
        expect(other.locator(".notice.error")).to_contain_text("this link has been used")
        other.reload()
        expect(other.locator(".notice.error")).to_contain_text("open the newest link")
        other.evaluate("(link) => { location.href = link; }", server.newest())
        other.wait_for_selector(ready)
        other.context.close()


def test_both_at_once(browser: Browser, folder: Path) -> None:
    """The link may be opened twice at the same time: by the command, and by whoever clicks it."""
    with served(folder / "sudoku.yaml") as server:
        context = browser.new_context()
        tabs = [context.new_page() for _ in range(3)]
        for tab in tabs:
            tab.evaluate("(link) => { setTimeout(() => { location.href = link; }); }", server.link)
        for tab in tabs:
            tab.wait_for_selector("html[data-ready]", timeout=PATIENCE)
        context.close()
