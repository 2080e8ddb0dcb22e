"""Forged certificates: none is accepted whose claim is not so, as brute force tells."""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path

import pytest
from forgeries import KINDS, Pair, Truth, forge, pairs
from gridwright.compiler.language.budget import GaveUp
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.json_values import Rejected

EACH = int(os.environ.get("GRIDWRIGHT_FORGERIES", "14"))  # of each kind, in the slow tier; a campaign makes more
MORE = random.Random(0)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Pair]:
    """The certificates of all bases, and of stricter ones."""
    return pairs(tmp_path_factory.mktemp("made"), random.Random(0), 2)


def is_accepted(folder: Path, limit: int) -> bool:
    """Whether a certificate is accepted."""
    try:
        return not check(folder, limit=limit, seed=0).gaps
    except (Rejected, GaveUp):
        return False


@pytest.mark.parametrize("first", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_nothing_that_is_forged_is_believed_wrongly(first: int, made: list[Pair], tmp_path: Path) -> None:
    """Forgeries of every kind are refused, or what they claim is so. Most claim what is not."""
    truth = Truth()
    found: Counter[tuple[bool, bool]] = Counter()
    for kind in KINDS:
        for number in range(first, EACH if first else 1):
            source = random.Random(f"{kind} {number}")
            forged = forge(kind, made, tmp_path / "forged", source)
            accepted, so = is_accepted(forged, source.choice((0, 8, 64, 4096))), truth.is_so(forged)
            assert so or not accepted, (kind, number)
            found[accepted, so] += 1
    print(dict(found))
    assert found[False, False] > 0.5 * found.total()
    assert found[True, True] or not first
