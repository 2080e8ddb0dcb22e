"""Somebody at the page of the studio: what they do with mouse and keys, and what they see.

Things are found by what people read on them, so a step of a task fails when the page calls something otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect
from real_server import PATIENCE, TEXT, click_card, opened, place, served

WIDTH, HEIGHT = 1200, 760
WORD = """(word) => {
  const walker = document.createTreeWalker(document.querySelector(".cm-content"), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(word);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + word.length);
    const {x, y, width, height} = range.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }
  return null;
}"""
PRINTED = """async (text) => {
  const {api} = await import("/assets/api.js");
  return (await api.board(text, 0)).board.printed;
}"""
FOCUSED = """() => {
  const at = document.activeElement;
  const label = at.id ? document.querySelector(`label[for="${at.id}"]`) : null;
  const title = at.querySelector(".title") ?? at.querySelector("span");
  return (at.getAttribute("aria-label") ?? label?.textContent ?? title?.textContent ?? at.textContent ?? "").trim();
}"""
SEEN = """() => {
  const found = [];
  const walk = (node) => {
    if (!node.checkVisibility({visibilityProperty: true, opacityProperty: true})) return;
    if (node.tagName === "svg") return void found.push("svg");
    const words = [...node.childNodes].filter((each) => each.nodeType === 3).map((each) => each.data.trim()).join("");
    if (words && node.getBoundingClientRect().width > 1) found.push(words);
    for (const each of node.children) walk(each);
  };
  walk(document.body);
  return found;
}"""


@dataclass
class AtPage:
    """Somebody with a page, whose specs are in a folder."""

    page: Page
    folder: Path

    # What they do

    def button(self, name: str, *, inside: str = "body") -> Locator:
        """Return the button with a name."""
        return self.page.locator(inside).get_by_role("button", name=name, exact=True)

    def click(self, name: str, *, inside: str = "body") -> None:
        """Click the button with a name, as soon as it is there."""
        self.button(name, inside=inside).first.click(timeout=PATIENCE)

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def write(self, words: str) -> None:
        """Type words where the keyboard is."""
        self.page.keyboard.type(words)

    def fill(self, label: str, words: str) -> None:
        """Put words into the field with a label."""
        self.page.get_by_label(label, exact=True).fill(words)

    def choose(self, label: str, option: str) -> None:
        """Choose in the list with a label."""
        self.page.get_by_label(label, exact=True).select_option(label=option)

    def choose_genre(self, name: str) -> None:
        """Click the card of a genre that was looked for."""
        click_card(self.page, name)

    def tab(self, name: str) -> Locator:
        """Choose a tab on the right; return what it shows."""
        self.page.get_by_role("tab", name=re.compile(rf"^{name}")).click()
        return self.page.get_by_role("tabpanel", name=re.compile(rf"^{name}"))

    def mode(self, name: str) -> None:
        """Choose what is edited on the board."""
        self.page.locator(".modes").get_by_role("radio", name=name).check(force=True)  # its label lies over it

    def point(self, name: str, kind: str = "cells") -> tuple[float, float]:
        """Return where on the screen the middle of a place of the board is."""
        return place(self.page, kind, name)

    def cell(self, name: str, kind: str = "cells") -> None:
        """Click a place of the board."""
        self.page.mouse.click(*self.point(name, kind))

    def put(self, name: str, *keys: str) -> None:
        """Click a place of the board, and type a value; it is in the text in the end."""
        self.cell(name)
        with self.change():
            self.press(*keys)

    @contextmanager
    def change(self) -> Iterator[None]:
        """Wait, after what is done inside, until the text has changed: the page asks its server for edits."""
        before = self.page.locator("#verdict").get_attribute("data-rev") or ""
        yield
        expect(self.page.locator("#verdict")).not_to_have_attribute("data-rev", before, timeout=PATIENCE)

    def drag(self, *names: str) -> None:
        """Draw through cells of the board."""
        points = [self.point(name) for name in names]
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for x, y in points[1:]:
            self.page.mouse.move(x, y, steps=4)
        with self.change():
            self.page.mouse.up()

    def start(self, words: str, name: str, rows: int, columns: int) -> None:
        """Start an empty board of a genre that is found by some words."""
        self.press("Escape")
        self.click("New…")
        self.fill("Find a genre", words)
        self.choose_genre(name)
        self.fill("Rows", str(rows))
        self.fill("Columns", str(columns))
        self.click("Create")
        self.count("dialog", 0)
        self.page.wait_for_selector("#verdict:not([data-state='waiting'])")

    def stroke(self, *names: str, kind: str = "cells") -> None:
        """Draw through places of the board; in Solve this changes no text."""
        points = [self.point(name, kind) for name in names]
        self.page.mouse.move(*points[0])
        self.page.mouse.down()
        for x, y in points[1:]:
            self.page.mouse.move(x, y, steps=6)
        self.page.mouse.up()

    def sign(self, place: str, *signs: str, kind: str = "cells") -> None:
        """Click a place, and then signs below the board; the value is in the text in the end."""
        self.cell(place, kind)
        with self.change():
            for each in signs:
                self.click(f"Set {each}", inside=".palette")

    def is_right(self) -> None:
        """Choose Check, and expect that nothing is wrong."""
        self.click("Check")
        expect(self.page.locator("#board-hint[data-state=good]")).to_be_visible(timeout=PATIENCE)

    def rest_on(self, word: str) -> None:
        """Let the pointer rest on a word of the text."""
        self.page.mouse.move(*self.page.evaluate(WORD, word))

    def import_text(self, words: str) -> None:
        """Paste a link into the dialog for it."""
        self.click("Import…")
        self.page.locator("#import-link").fill(words)
        self.press("Enter")

    def tab_to(self, name: str) -> None:
        """Press Tab until the control with a name has the keyboard."""
        for _ in range(60):
            self.press("Tab")
            if self.focused() == name:
                return
        raise AssertionError(f"Tab does not lead to {name}")

    # What they see

    def focused(self) -> str:
        """Return the name of the control that has the keyboard."""
        name: str = self.page.evaluate(FOCUSED)
        return name

    def seen(self) -> list[str]:
        """Return what is drawn on the page as it is shown now: the words, and the pictures as `svg`."""
        words: list[str] = self.page.evaluate(SEEN)
        return words

    def board(self) -> dict[str, Any]:
        """Return what is printed on the board of the present text: givens, clues, areas."""
        content: dict[str, Any] = self.page.evaluate(PRINTED, self.text())
        return content

    def matches(self, selector: str, pattern: str) -> None:
        """Expect what is in a field."""
        expect(self.page.locator(selector)).to_have_value(re.compile(pattern), timeout=PATIENCE)

    def text(self) -> str:
        """Return the text in the editor."""
        content: str = self.page.evaluate(TEXT)
        return content

    def sees(self, *words: str, inside: str = "body") -> None:
        """Expect words on the page."""
        for word in words:
            expect(self.page.locator(inside).get_by_text(word).locator("visible=true").first).to_be_visible(timeout=PATIENCE)

    def verdict(self, words: str) -> None:
        """Expect words at the top, once the search has come to an end."""
        expect(self.page.locator("#verdict .words")).to_have_text(re.compile(rf"^{words}( · .*)?$"), timeout=PATIENCE)
        expect(self.page.locator("#stop")).to_be_disabled(timeout=PATIENCE)

    def file(self, name: str) -> str:
        """Return a file as it is on disk."""
        return (self.folder / name).read_text("utf-8")

    def value(self, selector: str) -> str:
        """Return what is in a field."""
        return self.page.locator(selector).input_value()

    def count(self, selector: str, number: int | None = None) -> int:
        """Return how many of a thing are there; or expect that many."""
        if number is not None:
            expect(self.page.locator(selector)).to_have_count(number, timeout=PATIENCE)
        return self.page.locator(selector).count()

    def has(self, selector: str, words: str | re.Pattern[str]) -> None:
        """Expect words in a thing."""
        expect(self.page.locator(selector).first).to_contain_text(words, timeout=PATIENCE)


@contextmanager
def at_page(browser: Browser, place: Path, **options: Any) -> Iterator[AtPage]:
    """Start the studio for a folder or a file, and open its page.

    It must not complain on the console, nor ask anyone but its own server.
    """
    with served(place) as server, opened(browser, server.link, viewport={"width": WIDTH, "height": HEIGHT}, **options) as page:
        yield AtPage(page, place if place.is_dir() else place.parent)
