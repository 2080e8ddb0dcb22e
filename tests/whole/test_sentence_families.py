"""Random sentences of each family that somebody wrote first say on all grids what brute force says."""

from __future__ import annotations

import pytest
from first_written import Verdict
from sentence_families import FAMILIES, compared_family
from time_limits import RecordProperty, left_out

IN_CI, THOROUGH, EACH = 12, 5_000, 250


def _compared(name: str, seeds: range, record_property: RecordProperty) -> None:
    verdicts = compared_family(name, seeds)
    record_property("sentences compared", verdicts[Verdict.COMPARED] + verdicts[Verdict.LEMMA])
    if verdicts[Verdict.GAVE_UP]:
        left_out(record_property, "sentences of a family", verdicts[Verdict.GAVE_UP])
    assert verdicts[Verdict.COMPARED] > len(seeds) // 2, verdicts


@pytest.mark.slow
@pytest.mark.parametrize("name", FAMILIES)
def test_sentences(name: str, record_property: RecordProperty) -> None:
    """A few sentences of each family, each by one engine."""
    _compared(name, range(IN_CI), record_property)


@pytest.mark.thorough
@pytest.mark.parametrize("start", range(0, THOROUGH, EACH))
@pytest.mark.parametrize("name", FAMILIES)
def test_many_sentences(name: str, start: int, record_property: RecordProperty) -> None:
    """Five thousand sentences of each family; `python tests/campaign.py 5000 --family NAME` says how many were compared."""
    _compared(name, range(start, start + EACH), record_property)
