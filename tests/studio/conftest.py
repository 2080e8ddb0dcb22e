"""A browser for the page of the studio."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PLACES = (os.environ.get("GRIDWRIGHT_CHROMIUM"), "/usr/bin/chromium", "chromium", "google-chrome")
CHROMIUM = next((found for name in PLACES if name and (found := shutil.which(name))), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"]
SHOTS = os.environ.get("GRIDWRIGHT_SCREENSHOTS")  # a folder, to look at what the tests see


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, as it is installed: Playwright's own is never downloaded."""
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed (Debian: apt install chromium)")
    with playwright.sync_playwright() as run:
        browser = run.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def shoot() -> Any:
    """Take a picture of a page, if a folder for them is named."""

    def shoot(page: Any, name: str) -> None:
        if SHOTS:
            page.screenshot(path=str(Path(SHOTS) / f"{name}.png"))

    return shoot
