"""A robot that uses the page of the studio without rest: nothing is lost, nothing breaks, memory does not grow."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

pytest.importorskip("playwright.sync_api")
from mock_server import SUDOKU, Mock, rows
from playwright.sync_api import Page
from test_page import click_cell, mock, new_page, page, text, verdict, write  # noqa: F401 (fixtures)

pytestmark = pytest.mark.slow
ACTIONS = 2_000
SEED = 20_261_123


def test_fast_hands(page: Page) -> None:  # noqa: F811
    """Values put faster than the server answers, and words typed in between, are all there, each one step of undo."""
    verdict(page, "unique")
    click_cell(page, 4, 1)
    for key in ("3", "ArrowRight", "1", "ArrowRight", "4", "ArrowUp", "1", "ArrowUp", "ArrowLeft", "2"):
        page.keyboard.press(key)
    write(page, "# typed")
    verdict(page, "unique")
    page.wait_for_timeout(300)
    now = SUDOKU.replace(". . . 2", "3 1 4 2").replace(". 4 . .", ". 4 1 .").replace(". . 3 .", ". 2 3 .") + "# typed"
    assert text(page) == now
    page.locator(".stage").focus()
    for _ in range(20):
        page.keyboard.press("Control+z")
    assert text(page) == SUDOKU
    for _ in range(20):
        page.keyboard.press("Control+y")
    assert text(page) == now


def test_robot(page: Page, mock: Mock) -> None:  # noqa: F811
    """After many actions in any order the board is that of the text, undo leads back to the file, and memory has not grown."""
    chance = random.Random(SEED)
    verdict(page, "unique")
    page.locator("input[name=mode][value=givens]").check(force=True)
    tabs = page.locator("#tabs [role=tab]")
    count = tabs.count()
    session = page.context.new_cdp_session(page)

    def nodes() -> int:
        session.send("HeapProfiler.collectGarbage")
        found: dict[str, int] = session.send("Memory.getDOMCounters")
        return found["nodes"] + found["jsEventListeners"]

    def keys(*names: str) -> None:
        for name in names:
            page.keyboard.press(name)

    def of_mode(mode: str) -> Callable[[], None]:
        return lambda: page.locator(f"input[name=mode][value={mode}]").check(force=True)

    actions: list[tuple[int, Callable[[], object]]] = [
        (30, lambda: click_cell(page, chance.randint(1, 4), chance.randint(1, 4))),
        (40, lambda: keys(chance.choice(["1", "2", "3", "4", "5", "Delete", "Enter", "Space", "Escape", "x"]))),
        (25, lambda: keys(chance.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Shift+ArrowUp"]))),
        (12, lambda: keys("Control+z")),
        (6, lambda: keys("Control+y")),
        (5, lambda: write(page, chance.choice(["# ", "x", "a: 1\n", "\n", "  "]))),
        (4, lambda: page.evaluate("document.getElementById('undo').click()")),
        (3, lambda: tabs.nth(chance.randrange(count)).click()),
        (3, of_mode("solve")),
        (6, of_mode("givens")),
        (1, of_mode("regions")),
        (2, lambda: page.evaluate("document.getElementById('verify').click()")),
        (2, lambda: page.evaluate("document.getElementById('stop').click()")),
        (1, lambda: page.locator("#live").click()),
        (1, lambda: page.locator("#theme").click()),
        (1, lambda: setattr(mock, "slow", chance.random() < 0.3)),
    ]
    weights, acts = [weight for weight, _ in actions], [act for _, act in actions]
    early = 0
    for step in range(ACTIONS):
        chance.choices(acts, weights)[0]()
        if step == ACTIONS // 4:
            early = nodes()
    late = nodes()
    mock.slow = False
    page.wait_for_timeout(600)
    now = rows(text(page))
    if now is not None:
        shown = page.locator(".paper-place svg text").all_text_contents()
        assert shown == [sign for line in now for sign in line if sign != "."]
    assert late < early * 1.5 + 2_000, (early, late)
    page.locator("#editor .cm-content").click()
    for _ in range(ACTIONS):
        if page.locator("#undo").is_disabled():
            break
        keys("Control+z")
    assert text(page) == SUDOKU
    page.wait_for_timeout(400)
    assert page.locator(".paper-place svg text").count() == 4
