"""The list of the steps of all genres: it has each genre, and says of its example what finding the path again shows."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest
from gridwright.compiler.library import libraries

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "steps-genres.md").read_text(encoding="utf-8")
LISTED = {line.split("`")[1]: line for line in PAGE.splitlines() if line.startswith("| `")}
GENRES = sorted(name for name, each in libraries().items() if each.family)
LIMIT = 60.0  # CPU seconds for a path; more than the list took


@pytest.fixture
def step_genres(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the program that makes the list."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    return importlib.import_module("step_genres")


def test_all_genres_are_listed() -> None:
    """The list has a line for each genre, in their order, and its sums are right."""
    assert list(LISTED) == GENRES
    whole = [line for line in LISTED.values() if "not whole" not in line]
    easy = [line for line in whole if int(line.split("|")[4]) <= 4]
    assert re.search(rf"{len(whole)} of {len(GENRES)} examples have a whole path, {len(easy)} of them", PAGE)


@pytest.mark.slow
@pytest.mark.cases(ci=5)
@pytest.mark.parametrize("genre", [genre for genre in GENRES if "not whole" not in LISTED.get(genre, "")])
def test_lines(genre: str, step_genres: ModuleType) -> None:
    """Finding the path again gives the line of the list."""
    (line,) = [line for line in step_genres.page([step_genres.row_of(genre, LIMIT)]).splitlines() if line.startswith("| `")]
    assert line == LISTED[genre]


@pytest.mark.thorough
@pytest.mark.parametrize("genre", [genre for genre in GENRES if "not whole" in LISTED.get(genre, "")])
def test_what_is_not_whole(genre: str, step_genres: ModuleType) -> None:
    """How far a path comes in its time depends on the machine; if it is whole now, the list has to be made again."""
    assert not step_genres.row_of(genre, step_genres.LIMIT)["whole"]
