"""Lists of words and of lines as they stand in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePath

from gridwright.compiler.syntax.span import SourceText, Span


def list_of(words: Sequence[str], last: str = "and") -> str:
    """Return words as a list in a sentence.

    >>> list_of(["a"]), list_of(["a", "b", "c"]), list_of(["1", "2"], "or")
    ('a', 'a, b and c', '1 or 2')
    """
    *others, end = words or ["nothing"]
    return f"{', '.join(others)} {last} {end}" if others else end


def lines_of(here: SourceText, source: SourceText, spans: Sequence[Span]) -> str:
    """Return the lines of spans in `source`, with its name if that is not the file `here` that somebody reads."""
    numbers = [str(number) for number in dict.fromkeys(span.line for span in spans)]
    name = "" if source.path == here.path else f" of {PurePath(source.path).stem}"
    return f"{'line' if len(numbers) == 1 else 'lines'} {list_of(numbers)}{name}"
