"""A browser for the page of the studio."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from chromium import FLAGS, chromium

SHOTS = os.environ.get("GRIDWRIGHT_SCREENSHOTS")  # a folder, to look at what the tests see


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, as it is installed: Playwright's own is never downloaded."""
    path = chromium()
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 (most tests in this folder need none)

    with sync_playwright() as run:
        browser = run.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def shoot() -> Any:
    """Take a picture of a page, if a folder for them is named."""

    def shoot(page: Any, name: str) -> None:
        if SHOTS:
            page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))

    return shoot
