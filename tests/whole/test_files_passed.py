"""A piece of work does not pass through more and more files: somebody has to read them who follows it."""

from __future__ import annotations

import pytest
from files_passed import WORK, files_passed

# A number may become smaller. It may become larger only by a file that does something new, as `different_sums.py` did, or that is
# met sooner, as `compiled_expressions.py` is since expressions are prepared at the third turn.
MOST = {"a rule with gcd": 83, "an edit in the studio": 153}


@pytest.mark.slow
@pytest.mark.parametrize("name", MOST)
def test_files_passed(name: str) -> None:
    """Each piece of work passes through as many files as are written down, or a few less."""
    files = files_passed(WORK[name])
    assert MOST[name] - 5 < len(files) <= MOST[name], f"{len(files)} files, not {MOST[name]}: {files}"


def test_each_work_is_limited() -> None:
    """All pieces of work have a number."""
    assert MOST.keys() == WORK.keys()
