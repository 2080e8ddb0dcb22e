"""Starting specs: those that come with the program, with a heading of one's own and without what only their solution has."""

from __future__ import annotations

import functools
import importlib.resources
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib.resources.abc import Traversable

from gridwright.compiler.language.budget import NO_DEADLINE, Deadline
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError, did_you_mean
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.yaml_nodes import Mapping, Scalar, read_bytes

from ..solving.outcome import Result
from ..solving.part import Part
from ..solving.solve import solve
from .printed_items import items_of, without
from .spec_heading import SCHEMA, heading
from .text_edits import Edit, edited, whole_lines

HEADING = ("gridwright", "title", "author", "source", "license")
LOOKING = 20_000  # conflicts for finding out whether an empty board has a solution; seconds would not always do the same
GENRES = "classics"  # the folder whose specs are called by their names alone when they are listed

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
    """A spec that comes with the program. `folder`: where it stands, such as `classics`."""

    name: str
    folder: str
    document: Mapping

    @property
    def title(self) -> str:
        """The title it was published under."""
        return self._text(self.document, "title")

    @property
    def published(self) -> str:
        """By whom and when."""
        source = self.document.get("source")
        said = [self._text(source, key) for key in ("publisher", "date")] if isinstance(source, Mapping) else []
        return ", ".join(text for text in said if text)

    @staticmethod
    def _text(node: Mapping, key: str) -> str:
        found = node.get(key)
        return found.text.strip() if isinstance(found, Scalar) else ""


def _files(folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    for child in sorted(folder.iterdir(), key=lambda child: child.name):
        if child.is_dir():
            yield from _files(child)
        elif child.name.endswith(".yaml"):
            yield folder.name, child


def _all_files() -> dict[str, tuple[str, Traversable]]:
    found = _files(importlib.resources.files("gridwright").joinpath("specs"))
    return {file.name.removesuffix(".yaml"): (folder, file) for folder, file in found}


def all_forms() -> list[Form]:
    """Every spec that comes with the program: genres, then published puzzles.

    >>> [form.title for form in all_forms() if form.name == "sudoku"]
    ['Sudoku']
    """
    return sorted(map(_read, _all_files()), key=lambda form: (form.folder != GENRES, form.folder, form.name))


@functools.cache
def _read(name: str) -> Form:
    folder, file = _all_files()[name]
    return Form(name, folder, read_bytes(file.read_bytes(), f"gridwright/specs/{folder}/{file.name}"))


def form_called(name: str) -> Form:
    """The spec of that name; of published ones the date before the name may be left out. `KeyError` with help in words.

    >>> form_called("hooks-11").name
    '2025-09-hooks-11'
    >>> form_called("Sudoko")
    Traceback (most recent call last):
    ...
    KeyError: "did you mean 'sudoku'?"
    """
    wanted = "-".join(name.lower().replace("_", " ").split()).removesuffix(".yaml")
    names = list(_all_files())
    if wanted in names:
        return _read(wanted)
    undated = [each for each in names if _undated(each) == wanted]
    if len(undated) == 1:
        return _read(undated[0])
    if undated:
        raise KeyError(f"it could be {' or '.join(undated)}")
    raise KeyError(did_you_mean(wanted, [*names, *map(_undated, names)]))


def _undated(name: str) -> str:
    year, _, rest = name.partition("-")
    month, _, rest = rest.partition("-")
    return rest if year.isdigit() and month.isdigit() and rest else name


class NoBlank(Exception):
    """A form whose rules need a clue that is printed, so that there is no blank board of it."""


def started(
    form: Form, file: str, *, title: str = "", schema: str = SCHEMA, blank: bool = False, deadline: Deadline = NO_DEADLINE
) -> str:
    """The text of a starting spec, to be written as `file`.

    Board, areas, givens, clues, rules and comments are the form's. Who set it and where it was published is not, and of what it
    expects only the number of solutions stays, which holds for the puzzle as it is and for what it is meant to become. `blank`:
    dots stand for all givens and clues, and any number of solutions is expected, or 0 where an empty board has none; `NoBlank`.
    """
    document = form.document
    source = document.span.source
    cut: list[Edit] = []
    for key, node in document.items:
        place = whole_lines(Span(source, key.span.start, node.span.end))
        if key.text in HEADING:
            cut.append(Edit(place, ""))
        elif key.text == "expect":
            number = "any" if blank else _solutions(node)
            cut.append(Edit(place, f"expect:\n  solutions: {number}\n"))
    first = document.items[0][0].span.start
    body = edited(source.text, [Edit(source.span(0, whole_lines(source.span(first, first)).start), ""), *cut])
    where = f"{form.title} ({form.published})" if form.published else form.title
    comment = BLANK_COMMENT if blank else COMMENT
    note = comment.format(name=form.name, file="".join(c for c in file if c.isprintable()))
    text = heading(title or form.title, f"started from {where}", schema=schema) + note + body.lstrip("\n")
    return _blank(text, deadline) if blank else text


def _blank(text: str, deadline: Deadline) -> str:
    """Dots in place of what is printed. Where rules need clues an empty board may have no solution: then that is expected."""
    left = without(text, items_of(load_text(text)))
    try:
        board = replace(load_text(left), objective=None)  # whether a solution is the best one is not asked
        outcome = solve(board, limit=1, deadline=deadline, part_of=lambda number, problem, start: _Soon(problem, start))
    except SpecError:
        raise NoBlank from None
    before, _, after = left.rpartition("solutions: any")
    return f"{before}solutions: 0{after}" if outcome.result is Result.NO_SOLUTION else left


class _Soon(Part):
    """A part in which a solution is looked for a while."""

    def more(self, conflicts: int | None = None) -> bool:
        """Look for one more solution. `OutOfConflicts`."""
        return super().more(LOOKING)


def _solutions(expect: object) -> str:
    said = expect.get("solutions") if isinstance(expect, Mapping) else None
    return said.text if isinstance(said, Scalar) else "1"
