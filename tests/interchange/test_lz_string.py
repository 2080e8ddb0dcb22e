"""LZ-string: packed texts of the reference, round trips, texts that are cut off, damaged or too long."""

from __future__ import annotations

import json

import pytest
from gridwright.runtime.interchange.lz_string import ALPHABET, END, NotPacked, is_base64, pack, unpack
from hypothesis import example, given
from hypothesis import strategies as st
from memory_peak import peak_bytes


def board(size: int, **more: object) -> str:
    """The JSON of a board of f-puzzles without givens."""
    return json.dumps({"size": size, "grid": [[{}] * size] * size, **more}, separators=(",", ":"))


# What other programs packed, with what it says.
BEGIN = "N4IgzglgXgpiBcA2ANCA5gJwgEwQbT2AF9ljSSzKiBdZQih8p42+5xq1q99rj/8nx7cW"
PACKED = {
    BEGIN + "1IkA": board(6),
    "N4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9ljSSzKLryBdZQmq8l54+x1p7rjtn/nQaCR3PgIm9hk0UM6zR4rssW0iQA=": board(9),
    BEGIN + "tEADsA9uIDG0sDBkBXAC4QAbnHgqMSmESA==": board(6, nonconsecutive=True),
    BEGIN + "tEADsYaAIYAXCADc48PCAAeCkGI35qRIA===": board(6, negative=["xv"], xv=[]),
    BEGIN + "tEBgCGAFwgB7fKADGMADYqw+EACUALAGEdIVLr0BWENRpEgA": board(6, ratio=[{"cells": ["R4C4", "R4C5"]}]),
    BEGIN + "tEAA8AbvlABjGABsFYfCABKAZgDCAJhCo1AFl0gxkgIYKArnHggAaiBpEgA=": board(
        6, xv=[{"cells": ["R3C2", "R4C2"], "value": "V"}]
    ),
}


@pytest.mark.parametrize("packed", PACKED)
def test_of_the_reference(packed: str) -> None:
    """Texts that the reference packed are unpacked, and packed again the same way."""
    assert unpack(packed) == PACKED[packed]
    assert pack(PACKED[packed]) == packed


TEXTS = st.text(st.characters(exclude_categories=["Cs"])) | st.text("ab", max_size=300)


@given(TEXTS)
@example("a" * 5000)
@example("\U0001f600 \u20ac")
def test_round_trip(text: str) -> None:
    """A packed text is itself again, in characters of base64."""
    packed = pack(text)
    assert unpack(packed) == text
    assert is_base64(packed)
    assert len(packed) % 4 == 0
    assert unpack(packed.rstrip("=")) == text


@given(st.text(ALPHABET))
def test_garbage(packed: str) -> None:
    """Any characters are a text, or refused."""
    try:
        unpack(packed, 10_000)
    except NotPacked as problem:
        assert str(problem)


def test_bomb() -> None:
    """Unpacking ends as soon as a text is too long."""
    bomb = pack("a" * 500_000)
    assert len(bomb) < 3_000
    with pytest.raises(NotPacked, match="more than 100,000 characters"):
        unpack(bomb, 100_000)


def phrases(count: int) -> str:
    """Return what stands for `a`, `aa`, `aaa`, ... one after the other: each is the one before it and a sign more."""
    bits = "00" + f"{ord('a'):08b}"[::-1]
    for number in range(4, 3 + count):  # of the entry that is made just then
        bits += f"{number:0{number.bit_length()}b}"[::-1]
    bits += f"{END:0{(3 + count).bit_length()}b}"[::-1]
    bits += "0" * (-len(bits) % 6)
    return "".join(ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


@pytest.mark.slow
def test_a_gigabyte() -> None:
    """A short text that stands for a gigabyte is refused before much of it is there."""
    assert unpack(phrases(100)) == "a" * (100 * 101 // 2)
    bomb = phrases(45_000)
    assert len(bomb) < 120_000  # for 45,000 * 45,001 / 2 signs

    def refused() -> None:
        with pytest.raises(NotPacked, match="more than 2,000,000 characters"):
            unpack(bomb)

    assert peak_bytes(refused) < 100_000_000


@pytest.mark.parametrize("packed", ["", "N", "%", BEGIN, "N4Igzg lg"])
def test_no_packed_text(packed: str) -> None:
    """What is cut off or has other characters is refused."""
    with pytest.raises(NotPacked):
        unpack(packed)
