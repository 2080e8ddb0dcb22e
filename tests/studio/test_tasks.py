"""Tasks of somebody who has only the page: a browser does them, and the documentation says what it does.

`GRIDWRIGHT_UPDATE_STUDIO=1 pytest -m "" tests/studio/test_tasks.py` writes pages and pictures again; look at them.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from setter_tasks import BEGIN, END, INDEX, PAGES, PICTURES, Task, index_text, page_text, tasks

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

UPDATE = "GRIDWRIGHT_UPDATE_STUDIO" in os.environ
MOST_BYTES = 1_500_000  # of all pictures
COLOURS = 128


@pytest.mark.slow
@pytest.mark.parametrize("task", tasks(), ids=lambda task: task.name)
def test_task(task: Task, browser: Browser, tmp_path: Path) -> None:
    """Each step can be done, and shows what its words say."""
    from at_page import at_page  # noqa: PLC0415 (the other tests need no browser)

    for name, text in task.files.items():
        (tmp_path / name).write_text(text, "utf-8")
    with at_page(browser, tmp_path) as person:
        for step in task.steps:
            step.act(person)
            if UPDATE and step.picture:
                take(person.page, PICTURES / task.picture_of(step))


def take(page: Page, path: Path) -> None:
    """Take a picture that is small enough to be kept."""
    from PIL import Image  # noqa: PLC0415 (whoever only runs the tests needs none)

    taken = Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide"))).convert("RGB")
    taken.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(path, optimize=True)


def test_pages_are_fresh() -> None:
    """The pages of the tasks, and their list, are made of the tasks."""
    index = INDEX.read_text("utf-8")
    if UPDATE:
        for old in PAGES.glob("*.md"):
            old.unlink()
        for task in tasks():
            task.page.write_text(page_text(task), "utf-8")
        index = index[: index.index(BEGIN)] + index_text() + index[index.index(END) + len(END) :]
        INDEX.write_text(index, "utf-8")
    assert index_text() in index
    assert {path: path.read_text("utf-8") for path in PAGES.glob("*.md")} == {task.page: page_text(task) for task in tasks()}


def test_pictures_are_there() -> None:
    """Every picture of a step is there, none is left over, and together they are small. What they show is for people to see."""
    named = {task.picture_of(step) for task in tasks() for step in task.steps if step.picture}
    if UPDATE:
        for path in PICTURES.iterdir():
            if path.name not in named:
                path.unlink()
    assert {path.name for path in PICTURES.iterdir()} == named
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in PICTURES.iterdir())
    assert sum(path.stat().st_size for path in PICTURES.iterdir()) < MOST_BYTES


def test_there_are_twenty() -> None:
    """Each task tells what it is about, has some steps in words, and shows something; their places in the list differ."""
    assert len(tasks()) >= 20
    assert len({task.order for task in tasks()}) == len(tasks())
    for task in tasks():
        assert task.about, task.name
        assert len(task.steps) >= 3, task.name
        assert any(each.picture for each in task.steps), task.name
        assert all(each.words for each in task.steps), task.name
