"""The line of progress stays one line in a narrow terminal, and says in words what was counted."""

from __future__ import annotations

import pytest
from gridwright.runtime.execution.progress_display import fitting
from gridwright.runtime.solving.progress import Progress


@pytest.mark.parametrize("width", [1, 2, 20, 45, 200])
def test_fits(width: int) -> None:
    """A text is cut to the width of the terminal; its end, where the progress stands, is kept."""
    text = "a/folder/with/a/long/name/puzzle.yaml: solving, 2 rounds (1.2 s)"
    shown = fitting(text, width)
    assert len(shown) <= width
    assert text.endswith(shown.removeprefix("…"))


def test_counts() -> None:
    """A count of one is singular."""
    progress = Progress(stage="solving", rounds=1, lemmas={"connected": 1})
    assert str(progress).startswith("solving, 1 round, 1 constraint added (")
    progress.rounds, progress.lemmas = 2, {"connected": 3_000}
    assert str(progress).startswith("solving, 2 rounds, 3,000 constraints added (")
