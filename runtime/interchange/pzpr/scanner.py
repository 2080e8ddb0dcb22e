"""Read a text of a link from left to right, with errors that point to the place."""

from __future__ import annotations

from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import SourceText

from ..format import wrong


@dataclass
class Scanner:
    """A text, the place up to which it has been read, and where it ends. `missing`: of how many places it says nothing."""

    source: SourceText
    at: int
    end: int
    missing: int = 0

    @property
    def is_done(self) -> bool:
        """Check whether nothing is left."""
        return self.at >= self.end

    @property
    def sign(self) -> str:
        """Return the next sign; empty at the end."""
        return self.source.text[self.at] if self.at < self.end else ""

    def take(self, what: str) -> str:
        """Take the next sign. Raise `SpecError` at the end; `what` was expected."""
        sign = self.sign
        if not sign:
            raise self.wrong(f"the link ends too early; expected {what}", help="the link may be cut off")
        self.at += 1
        return sign

    def number(self, digits: int, base: int, what: str) -> int:
        """Take a number of so many digits. Raise `SpecError` if a sign is no digit.

        >>> Scanner(SourceText("", "1f"), 0, 2).number(2, 16, "a number")
        31
        """
        value = 0
        for _ in range(digits):
            digit = digit_value(self.take(what))
            if digit >= base:
                self.at -= 1
                raise self.wrong(f"expected {what}, found `{self.sign}`")
            value = value * base + digit
        return value

    def until(self, sign: str) -> str:
        """Take the text before a sign, and the sign itself; all of the rest if it does not occur."""
        stop = self.source.text.find(sign, self.at, self.end)
        taken = self.source.text[self.at : self.end if stop < 0 else stop]
        self.at = self.end if stop < 0 else stop + 1
        return taken

    def wrong(self, message: str, *, help: str = "", length: int = 1) -> SpecError:
        """Return the error for what stands here."""
        return wrong(message, self.source.span(self.at, min(self.at + length, len(self.source.text))), help)


def digit_value(sign: str) -> int:
    """Return the value of a digit of base 36; 99 for other signs.

    >>> digit_value("7"), digit_value("z"), digit_value("-")
    (7, 35, 99)
    """
    return int(sign, 36) if sign.isascii() and sign.isalnum() and not sign.isupper() else 99


def digits(value: int, base: int, length: int = 1) -> str:
    """Return a number in a base up to 36, with zeros in front.

    >>> digits(31, 16), digits(5, 16, 2)
    ('1f', '05')
    """
    text = ""
    while value or not text:
        value, digit = divmod(value, base)
        text = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + text
    return text.rjust(length, "0")
