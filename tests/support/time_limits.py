"""Checks that a search gave up on: they do not pass, they are skipped, and `conftest.py` counts them at the end of the run."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

import pytest

SKIPPED = "for time: "  # how the reasons of such skips begin
PROPERTY = "skipped for time"  # the property of a test some part of which was skipped

RecordProperty = Callable[[str, object], None]


def skip_for_time(reason: str) -> NoReturn:
    """Skip the rest of a test, because a search gave up."""
    pytest.skip(SKIPPED + reason)


def left_out(record_property: RecordProperty, reason: str, number: int = 1) -> None:
    """Count parts of a test that were skipped because a search gave up; the rest of the test counts. Takes pytest's fixture."""
    for _ in range(number):
        record_property(PROPERTY, reason)
