"""What is fuzzed, without the fuzzer: inputs that once went wrong, the seeds, and random changes of them, which shrink."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parents[1] / "fuzz"))

import targets
from made_of_bytes import spec_of
from time_limits import RecordProperty, left_out

EXAMPLES = {"certificates": 5, "loader": 40}  # that take longest
WORDS = (b"..", b"**", b"[", b"]", b"(", b"r1c1", b": ", b"\n", b"\n  - ", b"9" * 30, b"\x00", b"\xff", b"'", b" for x in ", b"|")
QUICK = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)


@pytest.fixture(autouse=True)
def count_out_of_time(record_property: RecordProperty) -> Iterator[None]:
    """Count the inputs that a target had no time to finish."""
    targets.OUT_OF_TIME.clear()
    yield
    for name, number in targets.OUT_OF_TIME.items():
        left_out(record_property, f"`{name}` had no time to finish an input", number)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in targets.TARGETS if name != "certificates"])
def test_seeds(name: str) -> None:
    """What was found by fuzzing stays mended, and what fuzzing begins with raises nothing that users are not told."""
    for data in targets.seeds(name):
        targets.TARGETS[name](data)


@st.composite
def changed(draw: st.DrawFn, name: str) -> bytes:
    """A seed with some stretches taken out, and words or bytes put in."""
    data = draw(st.sampled_from(list(targets.seeds(name))))[:4096]
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(data)))
        gone = draw(st.integers(0, 20))
        data = data[:at] + draw(st.sampled_from(WORDS) | st.binary(max_size=8)) + data[at + gone :]
    return data


@pytest.mark.slow
@pytest.mark.cases(ci=3)
@pytest.mark.parametrize("name", [name for name in targets.TARGETS if name != "interpreter"])
def test_changed_seeds(name: str) -> None:
    """Changed a little, they raise nothing else either."""

    @settings(QUICK, max_examples=EXAMPLES.get(name, 100))
    @given(changed(name))
    def check(data: bytes) -> None:
        targets.TARGETS[name](data)

    check()


@settings(QUICK, max_examples=80)
@given(st.binary(min_size=40, max_size=200))
def test_expressions_of_the_grammar(data: bytes) -> None:
    """Expressions in which everything is put into everything are lowered, evaluated, or refused."""
    assert spec_of(data).startswith("gridwright: 1\n")
    targets.interpreter(data)


def test_a_crash_is_seen() -> None:
    """A target that raises something else is not taken for one that refuses."""

    @targets.told
    def crashes(data: bytes) -> None:
        raise KeyError(data)

    with pytest.raises(KeyError):
        crashes(b"x")
