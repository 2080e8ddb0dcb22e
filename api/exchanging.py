"""Import puzzles of other programs, and export to them."""

from __future__ import annotations

import os
from collections.abc import Sequence

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Code, SpecError, error
from gridwright.compiler.syntax.span import SourceText
from gridwright.runtime.authoring.import_puzzle import read_source, read_text, spec_text
from gridwright.runtime.interchange.format import Imported, all_formats
from gridwright.runtime.interchange.puzzle_of_spec import puzzle_of_spec

from .arguments import SpecSource, describe_value, integer, spec_of, word


@dataclass(frozen=True, repr=False)
class ImportedPuzzle:
    """A puzzle that was imported: the text of its spec, and what was lost or is doubtful."""

    text: str
    warnings: tuple[str, ...]

    @property
    def spec(self) -> Spec:
        """Return the spec. Raise `SpecError` if the import says less than its genre needs."""
        return load_text(self.text, "imported puzzle")

    def __repr__(self) -> str:
        """Return a short text."""
        return f"<ImportedPuzzle: {len(self.text.splitlines())} lines, {len(self.warnings)} warnings>"


def import_puzzle(
    source: str | os.PathLike[str], *, format: str | None = None, genre: str = "", number: int | None = None, title: str = ""
) -> ImportedPuzzle:
    """Read a puzzle from a link, a file, or a text with several lines.

    `format`: if it is not recognised, one that `gridwright genres --formats` lists. `genre`: for a drawing that does not say it.
    `number`: which puzzle, from 1, if there are several. Raise `SpecError` if it is in no known format or has mistakes.

    >>> import_puzzle("https://puzz.link/p?slither/3/2/c0b").spec.title
    'Slitherlink'
    """
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"source must be a link, a path, or a text (got {describe_value(source)})")
    readable = [name for name, kind in all_formats().items() if kind.read is not None or kind.read_as is not None]
    wanted = None if format is None else word(format, "format", readable)
    if isinstance(source, str) and "\n" in source.strip():
        puzzles = read_text(SourceText("text", source), wanted, genre)
    else:
        puzzles = read_source(os.fspath(source), wanted, genre)
    return _puzzle_of(_choose(puzzles, number), title)


def _choose(puzzles: Sequence[Imported], number: int | None) -> Imported:
    if number is not None:
        return puzzles[integer(number, "number", least=1, most=len(puzzles)) - 1]
    if len(puzzles) > 1:
        raise ValueError(f"source has {len(puzzles)} puzzles: choose one with number=1 to number={len(puzzles)}")
    return puzzles[0]


def _puzzle_of(puzzle: Imported, title: str) -> ImportedPuzzle:
    warnings = () if puzzle.puzzle is None else tuple(puzzle.puzzle.warnings)
    return ImportedPuzzle(spec_text(puzzle, title=title), warnings)


def export_puzzle(spec: SpecSource, format: str, *, solution: bool = True, lossy: bool = False) -> str:
    """Return a puzzle in another program's format: a link or a text.

    `format`: one that `gridwright genres --formats` lists. `solution`: whether the solution that the spec expects goes with it.
    Raise `SpecError` for what the format cannot hold, unless it may be `lossy`.

    >>> export_puzzle(import_puzzle("https://puzz.link/p?slither/3/2/c0b").spec, "puzz.link")
    'https://puzz.link/p?slither/3/2/c0b'
    """
    formats = {name: kind for name, kind in all_formats().items() if kind.write is not None}
    wanted = formats[word(format, "format", list(formats))]
    assert wanted.write is not None
    written = wanted.write(puzzle_of_spec(spec_of(spec), None if solution else {}))
    if written.losses and not lossy:
        help = "with lossy=True it is left out"
        lost = [error(Code.FORMAT, f"{wanted.name} cannot hold {loss.message}", loss.span, help=help) for loss in written.losses]
        raise SpecError([diagnostic for problem in lost for diagnostic in problem.diagnostics])
    return written.text
