"""Start a spec from one that comes with the program, with a new heading, and without its answer and solution."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Iterator
from importlib.resources.abc import Traversable

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.loader import load_text
from gridwright.compiler.records import dataclass, replace
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.compiler.syntax.yaml_nodes import Mapping, Scalar, read_bytes

from ..solving.outcome import Result
from ..solving.part import Part
from ..solving.solve import solve
from .printed_items import items_of, without
from .spec_heading import heading
from .text_edits import Edit, apply_edits, whole_lines

HEADING = ("gridwright", "title", "author", "source", "license")
CONFLICTS_FOR_EMPTY_BOARD = 20_000  # to find a solution of an empty board; a limit in seconds would not be reproducible
GENRES = "classics"  # the folder whose specs are listed first, by their names alone

COMMENT = """
# Started with `gridwright new {name}`. Replace these givens and clues by your own, and the texts above too.
# Run `gridwright check {file}` on every save: it is fast. `gridwright verify {file}` proves what `expect` claims.

"""

BLANK_COMMENT = """
# Started with `gridwright new {name} --blank`: replace dots by givens and clues, and write your own texts above. When it is
# finished, write `solutions: 1` under `expect`. `gridwright watch {file}` shows on every save how far it is.

"""


@dataclass(frozen=True, slots=True)
class Form:
    """A spec that comes with the program. `folder`: its folder, such as `classics`."""

    name: str
    folder: str
    document: Mapping

    @property
    def title(self) -> str:
        """Return the title it was published under."""
        return self._text(self.document, "title")

    @property
    def published(self) -> str:
        """Return by whom and when it was published."""
        source = self.document.get("source")
        texts = [self._text(source, key) for key in ("publisher", "date")] if isinstance(source, Mapping) else []
        return ", ".join(text for text in texts if text)

    @staticmethod
    def _text(node: Mapping, key: str) -> str:
        value = node.get(key)
        return value.text.strip() if isinstance(value, Scalar) else ""


def _files(folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    for child in sorted(folder.iterdir(), key=lambda child: child.name):
        if child.is_dir():
            yield from _files(child)
        elif child.name.endswith(".yaml"):
            yield folder.name, child


def _all_files() -> dict[str, tuple[str, Traversable]]:
    files = _files(importlib.resources.files("gridwright").joinpath("specs"))
    return {file.name.removesuffix(".yaml"): (folder, file) for folder, file in files}


def all_forms() -> list[Form]:
    """Return every spec that comes with the program: genres, then published puzzles.

    >>> [form.title for form in all_forms() if form.name == "sudoku"]
    ['Sudoku']
    """
    return sorted(map(_read, _all_files()), key=lambda form: (form.folder != GENRES, form.folder, form.name))


@functools.cache
def _read(name: str) -> Form:
    folder, file = _all_files()[name]
    return Form(name, folder, read_bytes(file.read_bytes(), f"gridwright/specs/{folder}/{file.name}"))


def form_by_name(name: str) -> Form:
    """Return the spec of that name; for a published one the date may be left out. Raise `KeyError` with help in words.

    >>> form_by_name("hooks-11").name
    '2025-09-hooks-11'
    >>> form_by_name("Sudoko")
    Traceback (most recent call last):
    ...
    KeyError: "did you mean 'sudoku'?"
    """
    wanted = "-".join(name.lower().replace("_", " ").split()).removesuffix(".yaml")
    names = list(_all_files())
    if wanted in names:
        return _read(wanted)
    undated = [name for name in names if _without_date(name) == wanted]
    if len(undated) == 1:
        return _read(undated[0])
    if undated:
        raise KeyError(f"it could be {' or '.join(undated)}")
    raise KeyError(did_you_mean(wanted, [*names, *map(_without_date, names)]))


def _without_date(name: str) -> str:
    year, _, rest = name.partition("-")
    month, _, rest = rest.partition("-")
    return rest if year.isdigit() and month.isdigit() and rest else name


class NoBlank(Exception):
    """An error: the rules of a form need a printed clue, so there is no blank board of it."""


def starting_text(
    form: Form, file: str, *, title: str = "", schema: str = "", blank: bool = False, deadline: Deadline = NO_DEADLINE
) -> str:
    """Return the text of a starting spec, to be written as `file`.

    Board, areas, givens, clues, rules and comments are the form's. Author and source are dropped, and `expect` keeps only the
    number of solutions, which is right for the form and for the new puzzle. `blank`: dots replace all givens and clues, and
    `expect` allows any number of solutions, or 0 if an empty board has none; raise `NoBlank` if the rules need a clue.
    """
    document = form.document
    source = document.span.source
    edits: list[Edit] = []
    for key, node in document.items:
        place = whole_lines(Span(source, key.span.start, node.span.end))
        if key.text in HEADING:
            edits.append(Edit(place, ""))
        elif key.text == "expect":
            number = "any" if blank else _solutions(node)
            edits.append(Edit(place, f"expect:\n  solutions: {number}\n"))
    first = document.items[0][0].span.start
    body = apply_edits(source.text, [Edit(source.span(0, whole_lines(source.span(first, first)).start), ""), *edits])
    where = f"{form.title} ({form.published})" if form.published else form.title
    comment = BLANK_COMMENT if blank else COMMENT
    note = comment.format(name=form.name, file="".join(c for c in file if c.isprintable()))
    text = heading(title or form.title, f"started from {where}", schema=schema) + note + body.lstrip("\n")
    return _blank(text, deadline) if blank else text


def _blank(text: str, deadline: Deadline) -> str:
    """Replace givens and clues by dots. If the empty board has no solution, because rules need clues, the spec expects none."""
    blank_text = without(text, items_of(load_text(text)))
    try:
        board = replace(load_text(blank_text), objective=None)  # any solution will do
        outcome = solve(board, limit=1, deadline=deadline, part_of=lambda number, problem, start: _LimitedPart(problem, start))
    except SpecError:
        raise NoBlank from None
    before, _, after = blank_text.rpartition("solutions: any")
    return f"{before}solutions: 0{after}" if outcome.result is Result.NO_SOLUTION else blank_text


class _LimitedPart(Part):
    """A part with a limit on the conflicts of each search."""

    def more(self, conflicts: int | None = None) -> bool:
        """Look for one more solution. Raise `OutOfConflicts` if that takes too many."""
        return super().more(CONFLICTS_FOR_EMPTY_BOARD)


def _solutions(expect: object) -> str:
    number = expect.get("solutions") if isinstance(expect, Mapping) else None
    return number.text if isinstance(number, Scalar) else "1"
