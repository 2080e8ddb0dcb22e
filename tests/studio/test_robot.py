"""A robot that uses the page of the studio without rest: nothing is lost, nothing breaks, memory does not grow."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from mock_server import SUDOKU
from playwright.sync_api import Browser, Page
from real_server import opened, served
from robot import FILE, START, Robot
from test_page import click_cell, mock, new_page, page, text, verdict, write  # noqa: F401 (fixtures)

pytestmark = pytest.mark.slow
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


@pytest.mark.parametrize("actions", [400, pytest.param(2_000, marks=pytest.mark.thorough)])
def test_robot(actions: int, browser: Browser, tmp_path: Path) -> None:
    """After many actions in any order the text is what was put and typed, verdicts are right, and memory has not grown."""
    (tmp_path / FILE).write_text(START, "utf-8")
    with served(tmp_path / FILE) as server, opened(browser, server.link) as robot_page:
        robot = Robot(robot_page, tmp_path, server.process, random.Random(SEED))
        assert robot.run(actions) == ""
