"""Pack and unpack texts as LZ-string does, in its base64 flavour: the form of the links of f-puzzles and SudokuPad.

Bits stand in characters of base64, the most significant one first. Numbers are written the least significant bit first, with as
many bits as the largest number needs that the dictionary has by then. A text is a list of UTF-16 code units.
"""

from __future__ import annotations

from collections.abc import Iterator

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
BITS = {sign: f"{value:06b}" for value, sign in enumerate(ALPHABET)}
SHORT, LONG, END = 0, 1, 2  # tokens: a new unit of 8 bits, one of 16, the end
MOST_UNITS = 2_000_000  # of an unpacked text; a short link can stand for any length


class NotPacked(ValueError):
    """What is wrong with a text that is not packed like this."""


def pack(text: str) -> str:
    """Return a text in packed form.

    >>> pack("hello"), pack("")
    ('BYUwNmD2Q===', 'Q===')
    """
    bits = _BitWriter()
    known: dict[str, int] = {}
    new: set[str] = set()  # units that have no number yet in what was written
    width, room, entry = 2, 2, 3
    phrase = ""

    def put_phrase() -> None:
        nonlocal width, room
        if phrase in new:
            bits.put(SHORT if ord(phrase) < 256 else LONG, width)
            bits.put(ord(phrase), 8 if ord(phrase) < 256 else 16)
            new.discard(phrase)
            grow()
        else:
            bits.put(known[phrase], width)
        grow()

    def grow() -> None:
        nonlocal width, room
        room -= 1
        if not room:
            room = 1 << width
            width += 1

    for unit in _units(text):
        if unit not in known:
            known[unit] = entry
            entry += 1
            new.add(unit)
        if phrase + unit in known:
            phrase += unit
            continue
        put_phrase()
        known[phrase + unit] = entry
        entry += 1
        phrase = unit
    if phrase:
        put_phrase()
    bits.put(END, width)
    return bits.text()


def unpack(packed: str, most: int = MOST_UNITS) -> str:
    """Return the text that was packed. Raise `NotPacked` if there is none, or it has more than `most` units.

    >>> unpack("BYUwNmD2Q==="), unpack("Q===")
    ('hello', '')
    """
    bits = _BitReader(packed)
    token = bits.take(2)
    if token == END:
        return ""
    if token not in (SHORT, LONG):
        raise NotPacked("it does not begin with a character")
    phrase = chr(bits.take(8 << token))
    known = ["", "", "", phrase]  # by number; the first three are tokens
    parts, length = [phrase], 1
    width, room = 3, 4
    while (token := bits.take(width)) != END:
        if token in (SHORT, LONG):
            known.append(chr(bits.take(8 << token)))
            token = len(known) - 1
            room -= 1
            if not room:
                room = 1 << width
                width += 1
        if token > len(known):
            raise NotPacked("it is damaged")
        phrase_found = known[token] if token < len(known) else phrase + phrase[0]
        length += len(phrase_found)
        if length > most:
            raise NotPacked(f"unpacked it has more than {most:,} characters")
        parts.append(phrase_found)
        known.append(phrase + phrase_found[0])
        room -= 1
        if not room:
            room = 1 << width
            width += 1
        phrase = phrase_found
    return _text("".join(parts))


def is_base64(text: str) -> bool:
    """Check whether a text has only characters of this form, with `=` at the end.

    >>> is_base64("Q==="), is_base64("Q=Q="), is_base64("")
    (True, False, False)
    """
    return bool(text) and BITS.keys() >= {*text.rstrip("=")}


def _units(text: str) -> Iterator[str]:
    for sign in text:
        if ord(sign) < 0x10000:
            yield sign
        else:
            data = sign.encode("utf-16-be")
            yield from (chr(data[0] << 8 | data[1]), chr(data[2] << 8 | data[3]))


def _text(units: str) -> str:
    """Return units as a text; half of a pair is replaced by a sign for what cannot be read."""
    if all(unit < "\ud800" or unit > "\udfff" for unit in units):
        return units
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class _BitWriter:
    """Bits that become characters, six at a time."""

    def __init__(self) -> None:
        self.bits: list[str] = []

    def put(self, number: int, width: int) -> None:
        """Write a number, the least significant bit first."""
        self.bits.append(f"{number:0{width}b}"[::-1])

    def text(self) -> str:
        """Return all characters; one more bit is always written, and the rest of the last character is zeros."""
        bits = "".join(self.bits) + "0"
        bits += "0" * (-len(bits) % 6)
        packed = "".join(ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
        return packed + "=" * (-len(packed) % 4)


class _BitReader:
    """The bits of characters."""

    def __init__(self, packed: str) -> None:
        try:
            self.bits = "".join(map(BITS.__getitem__, packed.rstrip("=")))
        except KeyError as problem:
            raise NotPacked(f"it cannot contain {problem}") from None
        self.at = 0

    def take(self, width: int) -> int:
        """Read a number, the least significant bit first."""
        bits = self.bits[self.at : self.at + width]
        if len(bits) < width:
            raise NotPacked("it is cut off")
        self.at += width
        return int(bits[::-1], 2)
