"""The studio with its own server, for tests in a browser."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, expect

PATIENCE = 60_000  # milliseconds
expect.set_options(timeout=PATIENCE)  # beside other tests, what takes a moment takes seconds
TEXT = """async () => {
  const { EditorView } = await import('/assets/vendor/codemirror.js');
  return EditorView.findFromDOM(document.querySelector('.cm-editor')).state.doc.toString();
}"""
WRITE = """async (text) => {
  const { EditorView } = await import('/assets/vendor/codemirror.js');
  const view = EditorView.findFromDOM(document.querySelector('.cm-editor'));
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}"""
# Where on the window a place of the board is, as the server tells it of the present text.
PLACE = """async ([kind, name, grid]) => {
  const { EditorView } = await import('/assets/vendor/codemirror.js');
  const text = EditorView.findFromDOM(document.querySelector('.cm-editor')).state.doc.toString();
  const { api } = await import('/assets/api.js');
  const got = await api.board(text, 0);
  const place = got.board[kind].find((each) => each.name === name && (each.grid ?? '') === grid);
  const { a, d, e, f } = document.querySelector('.overlay').getScreenCTM();
  return [a * (place.x + (place.w ?? 0) / 2) + e, d * (place.y + (place.h ?? 0) / 2) + f];
}"""


class Server(NamedTuple):
    """A server: the link that it prints, its process, and what it says."""

    link: str
    process: int
    said: Path

    def newest(self) -> str:
        """Return the link that it has printed last: the first one, until that was used."""
        return [self.link, *re.findall(r"http://\S+", self.said.read_text("utf-8"))][-1]


@contextlib.contextmanager
def served(place: Path) -> Iterator[Server]:
    """Start the command on a file or folder."""
    call = [sys.executable, "-m", "gridwright", "studio", str(place), "--no-browser"]
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "said.txt").open("w", encoding="utf-8") as log:
        server = subprocess.Popen(call, stdout=subprocess.PIPE, stderr=log, text=True)
        assert server.stdout is not None
        try:
            yield Server(server.stdout.readline().strip(), server.pid, Path(log.name))
        finally:
            server.terminate()
            server.wait(20)


@contextlib.contextmanager
def opened(browser: Browser, link: str, **options: Any) -> Iterator[Page]:
    """Open the page, which must say nothing on the console and ask nobody but its own server."""
    context = browser.new_context(**{"viewport": {"width": 1400, "height": 860}, **options})
    messages: list[str] = []
    asked: list[str] = []
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: messages.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda problem: messages.append(str(problem)))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(link)
        page.wait_for_selector("html[data-ready]")
        yield page
    finally:
        context.close()
    home = link.partition("/#")[0]
    assert [address for address in asked if not address.startswith((home, "blob:", "data:"))] == []
    refused = re.compile("status of (4(00|09|29)|503)")  # what the server refuses, or has no time for
    assert [message for message in messages if not refused.search(message)] == []


def now(page: Page) -> str:
    """Return the text in the editor, once all edits of the board are in it."""
    page.wait_for_selector("#board:not([aria-busy])")
    text: str = page.evaluate(TEXT)
    return text


def write(page: Page, text: str) -> None:
    """Put another text into the editor, and wait until it has been checked."""
    page.evaluate(WRITE, text)
    checked(page)


def checked(page: Page, states: str = "unique several none gave-up") -> str:
    """Wait until the present text has a verdict, one of some; return it."""
    page.wait_for_selector("#board:not([aria-busy])")
    page.wait_for_selector(", ".join(f"#verdict[data-state='{state}']" for state in states.split()))
    return page.locator("#verdict").get_attribute("data-state") or ""


def place(page: Page, kind: str, name: str, grid: str = "") -> tuple[float, float]:
    """Return where on the window a place of the board is, once the board is that of the text."""
    page.wait_for_selector("#board:not([aria-busy])")
    page.wait_for_selector("#verdict:not([data-state='waiting'])")
    x, y = page.evaluate(PLACE, [kind, name, grid])
    return x, y


def click(page: Page, kind: str, name: str, grid: str = "") -> None:
    """Click a place of the board."""
    page.mouse.click(*place(page, kind, name, grid))


def choose_mode(page: Page, mode: str) -> None:
    """Choose what is edited on the board."""
    page.locator(f"input[name=mode][value={mode}]").check(force=True)


def choose_genre(page: Page, genre: str) -> None:
    """Open New and choose a genre."""
    page.locator("#new").click()
    page.locator("dialog input[type=search]").fill(genre)
    click_card(page, genre)


def click_card(page: Page, genre: str) -> None:
    """Click the card of a genre that was looked for, once the other cards are gone and it stands still."""
    expect(page.locator(".cards .card").first).to_contain_text(genre)
    page.locator(".card", has=page.get_by_text(genre, exact=True)).click()


def start(page: Page, genre: str, height: int, width: int) -> str:
    """Start a puzzle of a genre on an empty board, as the button New does; return its text."""
    choose_genre(page, genre)
    page.locator("#new-height").fill(str(height))
    page.locator("#new-width").fill(str(width))
    page.locator("dialog button", has_text="Create").click()
    expect(page.locator("dialog")).to_have_count(0)
    checked(page)
    return now(page)


def told(page: Page, text: str) -> None:
    """Wait until the board says this of its cursor."""
    expect(page.locator("#status-cell")).to_have_text(text)
