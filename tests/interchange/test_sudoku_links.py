"""Links of f-puzzles and SudokuPad that stand for long texts: what is read of them, or refused, takes little memory."""

from __future__ import annotations

import contextlib

import pytest
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText
from gridwright.runtime.authoring.import_puzzle import recognised_format, spec_text
from gridwright.runtime.interchange.lz_string import MOST_UNITS, pack
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_peak import peak_bytes

MOST_BYTES = 100_000_000
F_PUZZLES, PAD = "https://f-puzzles.com/?load=", "https://sudokupad.app/scl"
# A link, and what stands before and after a part that comes again and again.
FRAMES = [
    (F_PUZZLES, '{"size":9,"grid":[', "0]}"),
    (F_PUZZLES, '{"size":9,"grid":[],"title":"', '"}'),
    (F_PUZZLES, '{"size":1,"grid":[[{}]],"cage":[', "0]}"),
    (PAD, '{"cells":[[', '0]],"regions":[]}'),
    (PAD, '{"cells":[[{}]],"regions":[],"title":"', '"}'),
    (PAD, "{ce:[[{}]],re:[],t:'", "'}"),
    (PAD, "{ce:[[{}]],re:[],ca:[", "]}"),
]
PARTS = ["[],", "{},", '{"":0},', "'", "'x", "\\n", "0.1,", "é", "\U0001f600", '{"a":[{"b":""}]},', "{v:1},", "x"]


def read(link: str) -> None:
    """Read a link, or refuse it."""
    with contextlib.suppress(SpecError):
        source = SourceText("link.txt", link)
        for puzzle in recognised_format(source).read(source):
            spec_text(puzzle)


def filled(frame: tuple[str, str, str], part: str, size: int) -> str:
    """Return a link whose text has so many characters."""
    address, begin, end = frame
    return address + pack(begin + part * ((size - len(begin) - len(end)) // len(part)) + end)


@pytest.mark.parametrize(("frame", "part"), [(FRAMES[1], "x"), (FRAMES[5], "'x"), (FRAMES[5], "\\n"), (FRAMES[4], "x")])
def test_a_long_text(frame: tuple[str, str, str], part: str) -> None:
    """A text in quotes takes a few bytes for each of its characters, and not what a matcher needs to come back to each."""
    read(filled(frame, part, 500))  # with what is imported and kept
    size = 100_000
    link = filled(frame, part, size)
    assert peak_bytes(lambda: read(link)) < MOST_BYTES * size / MOST_UNITS


@pytest.mark.thorough
@settings(max_examples=40)
@given(
    st.sampled_from(FRAMES), st.sampled_from(PARTS) | st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=6)
)
def test_long_links(frame: tuple[str, str, str], part: str) -> None:
    """Whatever a link stands for, its longest text takes less than 100 MB."""
    link = filled(frame, part, MOST_UNITS - 1_000)
    assert peak_bytes(lambda: read(link)) < MOST_BYTES
