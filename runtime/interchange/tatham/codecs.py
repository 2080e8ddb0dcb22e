"""The codecs that most games share: runs of empty places, gaps up to the next thing, signs, and lists of numbers."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence

from gridwright.compiler.values import Value

from ..puzzle import Place, place_name
from ..pzpr.scanner import Scanner
from .content import CannotHold, Content, IdCodec, Places

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
LONGEST = 26  # places that one letter passes
MOST_DIGITS = 6
Signs = Mapping[str, Value]


def digits_to(most: int) -> dict[str, Value]:
    """Return signs for numbers: digits, and capital letters from 10 on.

    >>> digits_to(11)["9"], digits_to(11)["B"]
    (9, 11)
    """
    return {str(value) if value < 10 else ALPHABET[value - 10].upper(): value for value in range(most + 1)}


def cells(content: Content) -> Sequence[Place]:
    """Return the places of a codec that goes through all cells."""
    return content.cells


def is_digit(sign: str) -> bool:
    """Check whether a sign is one of ten digits."""
    return sign.isascii() and sign.isdigit()


def number_at(scanner: Scanner, what: str) -> int:
    """Take a number of several digits. Raise `SpecError` if there is none."""
    longest = scanner.source.text[scanner.at : min(scanner.end, scanner.at + MOST_DIGITS + 1)]
    text = "".join(itertools.takewhile(is_digit, longest))
    if not text:
        raise scanner.wrong(f"expected {what}" + (f", found `{scanner.sign}`" if scanner.sign else ""))
    if len(text) > MOST_DIGITS:
        raise scanner.wrong(f"a number has at most {MOST_DIGITS} digits", length=len(text))
    scanner.at += len(text)
    return int(text)


def sign_of(signs: Signs, value: Value, place: Place) -> str:
    """Return the sign for a value. Raise `CannotHold` if there is none."""
    for sign, signed in signs.items():
        if signed == value and type(signed) is type(value):
            return sign
    raise CannotHold(f"{value} at {place_name(place)}")


class PlaceRuns(IdCodec):
    """A value for each place that has one; a letter passes 1 to 26 places without.

    `signs`: a sign for each value; None for numbers of several digits, with `_` between two of them. `end`: what follows.
    """

    def __init__(self, group: str, signs: Signs | None = None, places: Places = cells, end: str = "") -> None:
        self.group, self.signs, self.places, self.end = group, signs, places, end
        self.held = (group,)

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read values and letters up to the end of the places."""
        places, at = self.places(content), 0
        while not scanner.is_done and scanner.sign != (self.end or None):
            sign = scanner.sign
            if sign in ALPHABET:
                at += ALPHABET.index(sign) + 1
                scanner.at += 1
            elif sign == "_" and self.signs is None:
                scanner.at += 1
            elif at >= len(places):
                raise scanner.wrong("there is more than the board has places for")
            elif self.signs is not None and sign in self.signs:
                content.put(self.group, places[at], self.signs[sign])
                scanner.at += 1
                at += 1
            elif self.signs is None and is_digit(sign):
                content.put(self.group, places[at], number_at(scanner, "a number"))
                at += 1
            else:
                raise scanner.wrong(f"`{sign}` means nothing here")
        if at != len(places):
            raise scanner.wrong(f"this is about {at} places; the board has {len(places)}")

    def write(self, content: Content) -> str:
        """Write values and letters."""
        text, run = "", 0
        for place in self.places(content):
            value = content.at(self.group, place)
            if value is None:
                run += 1
                continue
            sign = str(value) if self.signs is None else sign_of(self.signs, value, place)
            between = "_" if self.signs is None and not run and text else ""
            text, run = text + run_letters(run) + between + sign, 0
        return text + run_letters(run)


def run_letters(run: int) -> str:
    """Return so many places without a value as letters.

    >>> run_letters(0), run_letters(26), run_letters(28)
    ('', 'z', 'zb')
    """
    return "z" * (run // LONGEST) + (ALPHABET[run % LONGEST - 1] if run % LONGEST else "")


class Gaps(IdCodec):
    """A letter for each place that has a value: how many without one are before it. 25 of these are `z`.

    `none`: the sign for a gap of none. With `_` letters begin with a gap of 1, with `a` of 0. `ends`: one more letter stands for
    a place behind the last one. `capital`: the value that capital letters stand for.
    """

    def __init__(
        self,
        group: str,
        value: Value,
        none: str,
        places: Places = cells,
        *,
        ends: bool,
        capital: Value | None = None,
        end: str = "",
    ) -> None:
        self.group, self.value, self.none, self.places = group, value, none, places
        self.capital, self.ends, self.end = capital, ends, end
        self.held = (group,)
        self.letters = "_" + ALPHABET[:25] if none == "_" else ALPHABET[:25]

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read letters up to the end of the places."""
        places, at = self.places(content), 0
        while not scanner.is_done and scanner.sign != (self.end or None):
            sign = scanner.sign
            is_capital = sign.isupper() and self.capital is not None
            letter = sign.lower() if is_capital else sign
            if letter == "z":
                at += 25
            elif letter in self.letters:
                at += self.letters.index(letter) + 1
                if at <= len(places):
                    value = self.capital if is_capital and self.capital is not None else self.value
                    content.put(self.group, places[at - 1], value)
            else:
                raise scanner.wrong(f"`{sign}` means nothing here")
            if at > len(places) + self.ends:
                raise scanner.wrong("there is more than the board has places for")
            scanner.at += 1
        if self.ends and at != len(places) + 1:
            raise scanner.wrong(f"this is about {max(0, at - 1)} places; the board has {len(places)}")

    def write(self, content: Content) -> str:
        """Write a letter for each value."""
        text, gap = "", 0
        for place in [*self.places(content), None] if self.ends else self.places(content):
            value = self.value if place is None else content.at(self.group, place)
            if value is None:
                gap += 1
                continue
            is_capital = self.capital is not None and value == self.capital
            if place is not None and not is_capital and value != self.value:
                raise CannotHold(f"{value} at {place_name(place)}")
            letters = gap_letters(gap, self.letters)
            text, gap = text + (letters.upper() if is_capital else letters), 0
        return text if self.ends else text + "z" * (gap // 25)


def gap_letters(gap: int, letters: str) -> str:
    """Return a gap as `z` for each 25 places, and a letter for the rest.

    >>> gap_letters(30, "_" + ALPHABET[:25]), gap_letters(25, "_" + ALPHABET[:25]), gap_letters(25, ALPHABET[:25])
    ('ze', 'y', 'za')
    """
    longer = max(0, -(-(gap - len(letters) + 1) // 25))
    return "z" * longer + letters[gap - 25 * longer]


class EachSign(IdCodec):
    """A sign for each place. `blank`: the sign of a place without a value."""

    def __init__(self, group: str, signs: Signs, places: Places = cells, blank: str = "") -> None:
        self.group, self.signs, self.places, self.blank = group, signs, places, blank
        self.held = (group,)

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read a sign for each place."""
        for place in self.places(content):
            sign = scanner.take("a sign for each place")
            if sign in self.signs:
                content.put(self.group, place, self.signs[sign])
            elif sign != self.blank:
                scanner.at -= 1
                raise scanner.wrong(f"`{sign}` means nothing here")

    def write(self, content: Content) -> str:
        """Write a sign for each place."""
        text = ""
        for place in self.places(content):
            value = content.at(self.group, place)
            if value is None and not self.blank:
                raise CannotHold(f"{place_name(place)} without a value")
            text += self.blank if value is None else sign_of(self.signs, value, place)
        return text


class NumberList(IdCodec):
    """A number for each place, with a sign between two; nothing where there is none."""

    def __init__(self, group: str, places: Places, between: str = ",", nothing: str = "") -> None:
        self.group, self.places, self.between, self.nothing = group, places, between, nothing
        self.held = (group,)

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read the numbers."""
        for at, place in enumerate(self.places(content)):
            if at:
                expect(scanner, self.between)
            if is_digit(scanner.sign):
                content.put(self.group, place, number_at(scanner, "a number"))
            elif self.nothing:
                expect(scanner, self.nothing)

    def write(self, content: Content) -> str:
        """Write the numbers."""
        values = (content.at(self.group, place) for place in self.places(content))
        return self.between.join(self.nothing if value is None else str(value) for value in values)


class Fixed(IdCodec):
    """A sign that stands between two parts."""

    def __init__(self, sign: str) -> None:
        self.sign = sign

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read the sign."""
        expect(scanner, self.sign)

    def write(self, content: Content) -> str:
        """Write the sign."""
        return self.sign


class OptionalPart(IdCodec):
    """A part that may be missing, behind a sign that is then missing, too."""

    def __init__(self, sign: str, part: IdCodec) -> None:
        self.sign, self.part, self.held = sign, part, part.held

    def read(self, scanner: Scanner, content: Content) -> None:
        """Read the part if the sign is there."""
        if scanner.sign == self.sign:
            scanner.at += 1
            self.part.read(scanner, content)

    def write(self, content: Content) -> str:
        """Write sign and part if anything is printed of it."""
        given = any(content.givens.get(name.removeprefix("=")) for name in self.held)
        return self.sign + self.part.write(content) if given else ""


def expect(scanner: Scanner, sign: str) -> None:
    """Take a sign. Raise `SpecError` if another one stands there."""
    if scanner.sign != sign:
        instead = f", found `{scanner.sign}`" if scanner.sign else " before the end"
        raise scanner.wrong(f"expected `{sign}`{instead}")
    scanner.at += 1
