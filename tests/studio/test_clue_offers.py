"""Clues that would make a puzzle unique: each does, and all of them are found on a small board."""

from __future__ import annotations

import pytest
from gridwright.compiler.language.budget import Deadline
from gridwright.runtime.editing.work_process import OPTIONS, Asked
from gridwright.runtime.solving.solve import solve
from gridwright.runtime.studio import clue_offers
from layout import ROOT

ASKED = Asked(str(ROOT), OPTIONS, Deadline(None), lambda kind, known: None)
TEXT = "gridwright: 1\nuse: slitherlink\ngrid: 2x3\nclues:\n  number: |\n    . . .\n    . 3 3\n"


def test_each_would_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The offers for a slitherlink are numbers, and just those that leave the first solution when all are tried."""
    monkeypatch.setattr(clue_offers, "SECONDS_FOR_CLUES", 600)
    spec = ASKED.load(TEXT)
    solutions = [solution.grid for solution in solve(spec, limit=2).solutions]
    offers = {(offer["place"], offer["value"]) for offer in clue_offers.clue_offers(spec, TEXT, solutions, ASKED)}
    expected = set()
    for row in (0, 1):
        for column in range(3):
            if (row, column) in ((1, 1), (1, 2)):
                continue
            for value in range(5):
                rows = [[".", ".", "."], [".", "3", "3"]]
                rows[row][column] = str(value)
                after = ASKED.load(TEXT.replace(". . .\n    . 3 3", "\n    ".join(map(" ".join, rows))))
                outcome = solve(after, limit=2)
                if outcome.unique and outcome.solutions[0].grid == solutions[0]:
                    expected.add((f"r{row + 1}c{column + 1}", value))
    assert offers == expected != set()
