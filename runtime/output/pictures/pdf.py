"""Make pages for print as PDF with Typst: each puzzle on a page of its own, solutions small at the end.

Typst reads pictures as SVG, with the reader of SVG that draws PNG too. So a new item in a scene needs nothing here; lines stay
lines, and texts stay texts. The bytes depend on nothing but the puzzles, the fonts of the machine, and the version of Typst.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files

from gridwright.compiler.syntax.visible_text import visible

from .html_page import Entry
from .styles import FONTS

PAPERS = {"a4": "a4", "letter": "us-letter"}
DEFAULT_SCALE = 1.4  # cells 15 mm wide, if the paper is large enough
MOST_CHARACTERS = 25_000_000  # of all pictures and texts, for which Typst needs more than a gigabyte
MOST_LINES = 1_000  # of the rules of one puzzle
LONGEST = 10_000  # characters of one paragraph: Typst's writer of PDF stops at 65,535 bytes without a place to break
LONGEST_TITLE = 1_000
LONGEST_CAPTION = 60  # of a solution
LONGEST_LINK = 2_000  # Typst refuses 8,000

Compile = Callable[..., bytes]


class NoPdf(Exception):
    """An error: this machine cannot make the pages, or not so many."""


def compiler() -> Compile:
    """Return the function that compiles a template to a PDF. Raise `NoPdf` if the extra is not installed."""
    try:
        import typst  # noqa: PLC0415 (an extra: only who asks for PDF needs it)
    except ImportError:
        raise NoPdf("PDF needs Typst: pip install typst, or in a clone of the repository pip install '.[pdf]'") from None
    return typst.compile


def pdf(title: str, entries: Sequence[Entry], *, paper: str = "a4") -> bytes:
    """Return a PDF: the puzzles in their order, then the solutions that are known, each with the page of its puzzle.

    `paper` is a key of `PAPERS`. A picture has the size of its SVG, at 96 pixels to an inch, or what fits on the page. Where an
    entry has no title, none is printed. What no font has is an empty box. Raise `NoPdf` if the extra is not installed, or if the
    puzzles are too large.
    """
    book = {
        "title": visible(title)[:LONGEST_TITLE],
        "paper": PAPERS[paper],
        "numbered": len(entries) > 1 or any(entry.solution for entry in entries),
        "fonts": [name.strip(" '") for name in FONTS.split(",")][:-1],  # the last one is a kind of font
        "puzzles": [_puzzle(entry) for entry in entries],
    }
    data = json.dumps(book)
    if len(data) > MOST_CHARACTERS:
        raise NoPdf(f"the pages have {len(data):,} characters, more than {MOST_CHARACTERS:,}; draw fewer puzzles at a time")
    make = compiler()
    try:
        return make(files(__package__).joinpath("booklet.typ").read_bytes(), format="pdf", sys_inputs={"book": data})
    except RuntimeError as problem:  # Typst's own errors
        raise NoPdf(f"Typst cannot set the pages: {visible(str(problem))}") from problem
    except BaseException as problem:
        if type(problem).__name__ == "PanicException":  # a mistake in Typst; it is no `Exception`
            raise NoPdf(f"Typst stopped while it set the pages: {visible(str(problem))}") from problem
        raise


def _puzzle(entry: Entry) -> dict[str, object]:
    """Return the template's data for a puzzle."""
    return {
        "title": visible(entry.title)[:LONGEST_TITLE],
        "caption": textwrap.shorten(visible(entry.title), LONGEST_CAPTION, placeholder=" …"),
        "source": visible(entry.source)[:LONGEST_TITLE],
        "link": entry.link if len(entry.link) <= LONGEST_LINK else "",
        "rules": list(_paragraphs(entry.rules)),
        "picture": entry.picture,
        "solution": entry.solution,
    }


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the lines of a text; if there are very many, they run on, and one that is very long becomes several."""
    lines = visible(text).splitlines()
    for line in lines if len(lines) <= MOST_LINES else [" ".join(lines)]:
        yield from (line[at : at + LONGEST] for at in range(0, len(line), LONGEST))
