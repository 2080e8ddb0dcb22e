"""Genres against plain programs of their rules, each in a file of `by_hand`: as many solutions, on boards that are not tiny."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gridwright.compiler.loader import load_text
from gridwright.runtime.solving.solve import solve

FILES = sorted(Path(__file__).with_name("by_hand").glob("*.py"))
LIMIT = 20_000


def puzzles() -> Iterator[object]:
    """Each puzzle of each file with the program that counts its solutions."""
    for path in FILES:
        described = importlib.util.spec_from_file_location(f"by_hand_{path.stem}", path)
        assert described is not None
        assert described.loader is not None
        module = importlib.util.module_from_spec(described)
        described.loader.exec_module(module)
        for number, (text, count) in enumerate(module.PUZZLES, 1):
            yield pytest.param(text, count, id=f"{path.stem}-{number}")


@pytest.mark.cases(ci=60)
@pytest.mark.parametrize(("text", "count"), [*puzzles()])
def test_counts(text: str, count: Callable[[], int]) -> None:
    """A search for all solutions finds as many as the program."""
    outcome = solve(load_text(f"gridwright: 1\n{text.strip()}\nexpect: {{solutions: any}}\n"), limit=LIMIT)
    assert outcome.complete
    assert len(outcome.solutions) == count() > 0
