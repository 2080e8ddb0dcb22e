"""Write to a terminal, a pipe or a file so that nothing from a stranger's file is obeyed, and every encoding can hold it.

All that a command prints comes through here. Titles, values, names and lines of specs are text and nothing else: control
characters in it are shown. Colours and cursor movements of the program itself come from `SafeConsole`, whose texts are shown in
the same way, or through `with_controls`. An encoding without box drawings gets them in ASCII, one character for each.
"""

from __future__ import annotations

import contextlib
import io
import sys
import unicodedata
from collections.abc import Iterator
from typing import TextIO

from gridwright.compiler.syntax.visible_text import escape, visible

_SIGNS = {"·": ".", "■": "#", "□": "o", "…": "~", "✓": "+", "✗": "x"}
_ARROWS = {"UPWARDS": "^", "RIGHTWARDS": ">", "DOWNWARDS": "v", "LEFTWARDS": "<"}


class EncodableOutput(io.TextIOBase):
    """A stream whose encoding need not have every character."""

    def __init__(self, usual: TextIO) -> None:
        self.usual = usual

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Return the encoding of the stream; UTF-8 if it has none, as in memory."""
        return getattr(self.usual, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        """Write a text, with other characters instead of those that the encoding lacks."""
        self.usual.write(encodable(text, self.encoding))
        return len(text)

    def flush(self) -> None:
        """Flush the stream."""
        self.usual.flush()

    def isatty(self) -> bool:
        """Check whether it is a terminal."""
        return self.usual.isatty()

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self.usual.fileno()

    def writable(self) -> bool:
        """Return true."""
        return True


class SafeOutput(EncodableOutput):
    """A stream that shows control characters instead of passing them on."""

    def write(self, text: str) -> int:
        """Write a text from anywhere. Raise `TypeError` if it is no text, by which Click knows what kind of stream this is."""
        if not isinstance(text, str):
            raise TypeError(f"expected a text, got {type(text).__name__}")
        super().write(visible(text))
        return len(text)

    @property
    def buffer(self) -> BytesAsText:
        """Return a stream that takes the text as bytes. Click writes the script for completion in a shell there."""
        return BytesAsText(self)


class BytesAsText(io.RawIOBase):
    """A stream of bytes in UTF-8 that are written as text, with all that a stream of text does to it."""

    def __init__(self, text: TextIO | SafeOutput) -> None:
        self.text = text

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Write bytes. What is no UTF-8 is shown as escapes."""
        if not isinstance(data, bytes):
            raise TypeError(f"expected bytes, got {type(data).__name__}")
        self.text.write(data.decode("utf-8", "backslashreplace"))
        return len(data)

    def flush(self) -> None:
        """Flush the stream of text."""
        self.text.flush()

    def writable(self) -> bool:
        """Return true."""
        return True


class CapturedOutput(io.StringIO):
    """A text in memory that is going to be written to a stream with that encoding."""

    encoding = ""

    def __init__(self, encoding: str) -> None:
        super().__init__()
        self.encoding = encoding


def with_controls(stream: TextIO) -> TextIO:
    """Return the stream below a `SafeOutput`, for texts with control characters of our own."""
    return EncodableOutput(stream.usual) if isinstance(stream, SafeOutput) else stream


def is_unicode(stream: TextIO) -> bool:
    """Check whether the encoding of a stream has all characters."""
    return (
        (getattr(stream, "encoding", None) or "utf-8").lower().replace("_", "-").startswith(("utf-8", "utf8", "utf-16", "utf-32"))
    )


@contextlib.contextmanager
def safe_outputs() -> Iterator[None]:
    """Put a `SafeOutput` in front of both outputs of this process."""
    usual = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = SafeOutput(sys.stdout), SafeOutput(sys.stderr)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = usual


def encodable(text: str, encoding: str) -> str:
    """Return a text that an encoding has: drawings in ASCII, everything else that it lacks as `\\u` and a number.

    >>> encodable("┏━┓ ■ → é ß", "ascii"), encodable("┏━┓ ■ → é ß", "cp1252")
    ('+=+ # > \\\\u00e9 \\\\u00df', '+=+ # > é ß')
    """
    if text.isascii() or _has(text, encoding):
        return text
    return "".join(c if _has(c, encoding) else _in_ascii(c) for c in text)


def _has(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _in_ascii(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    words = unicodedata.name(character, "").split()
    if words[:2] == ["BOX", "DRAWINGS"]:
        thin, thick = ("-", "=") if {"HORIZONTAL", "LEFT", "RIGHT"}.intersection(words) else (":", "|")
        return "+" if "AND" in words else thick if "HEAVY" in words else thin
    if words[1:] == ["ARROW"]:
        return _ARROWS.get(words[0], "+")
    return escape(character)
