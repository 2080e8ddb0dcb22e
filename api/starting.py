"""List the genres, and start puzzles of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.library import LibraryFile, libraries, name_of_alias
from gridwright.compiler.loader import load_text
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.runtime.authoring.spec_heading import entry
from gridwright.runtime.output.text import genre_text

from .arguments import describe_value, integer, word

MOST_SIDE = 999

# What stands on a board: rows in which None is nothing, a picture with a character for each cell, or values by place: `r1c2`.
Printed = Sequence[Sequence[object]] | str | Mapping[str, object]


@dataclass(frozen=True)
class Genre:
    """A genre that comes with the program. `rules`: its rules in words. `names`: its other names, with who calls it so."""

    name: str
    title: str
    family: str
    rules: str
    names: tuple[str, ...]


def genres(family: str | None = None) -> tuple[Genre, ...]:
    """Return the genres that come with the program, or those of one family, by family and name.

    >>> "slitherlink" in [genre.name for genre in genres("loops")]
    True
    """
    wanted = "" if family is None else word(family, "family", genre_text.families())
    return tuple(
        Genre(
            file.name,
            genre_text.text_of(file, "title"),
            file.family,
            genre_text.text_of(file, "text"),
            tuple(genre_text.other_names(file)),
        )
        for file in genre_text.genres(wanted)
    )


def genre_file(given: str) -> LibraryFile:
    """Return the library of a genre. Raise `ValueError` if there is none of that name, with a suggestion."""
    if not isinstance(given, str):
        raise TypeError(f"genre must be the name of a genre (got {describe_value(given)})")
    known = libraries()
    file = known.get(given) or known.get(name_of_alias(given) or "")
    if file is None:
        help = did_you_mean(given, [genre.name for genre in genre_text.genres()]) or "gridwright.genres() lists them"
        raise ValueError(f"genre: there is no genre `{given}`; {help}")
    return file


def board_size(given: tuple[int, int], argument: str = "size") -> tuple[int, int]:
    """Return rows and columns. Raise `TypeError` or `ValueError` for anything else.

    >>> board_size("8x8")
    Traceback (most recent call last):
    TypeError: size must be rows and columns, as in (8, 8) (got '8x8', of type str)
    """
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        raise TypeError(f"{argument} must be rows and columns, as in (8, 8) (got {describe_value(given)})")
    rows, columns = (integer(side, argument, least=1, most=MOST_SIDE) for side in given)
    return rows, columns


def new(
    genre: str,
    size: tuple[int, int],
    *,
    clues: Mapping[str, Printed] | None = None,
    givens: Mapping[str, Printed] | None = None,
    areas: Mapping[str, str | Sequence[Sequence[object]]] | None = None,
    title: str = "",
) -> Spec:
    """Return a spec of a genre with what is printed on its board; `spec.source` is its text, as YAML.

    `size`: rows and columns. `clues`, `givens`: by name, rows of values in which None is nothing, a picture with a character for
    each cell (`.` is nothing), or values by place, such as `{"r1c2": 3}`. `areas`: by name, a picture, or rows of labels. Raise
    `ValueError` for an unknown genre, `SpecError` if it has no such clues, or they do not fit the board.

    >>> spec = new("slitherlink", (1, 2), clues={"number": [[3, None]]})
    >>> print(spec.source, end="")
    gridwright: 1
    title: Slitherlink
    use: slitherlink
    grid: 1x2
    clues:
      number: {r1c1: 3}
    """
    file = genre_file(genre)
    rows, columns = board_size(size)
    lines = ["gridwright: 1", entry("title", title or genre_text.text_of(file, "title")), f"use: {file.name}"]
    lines.append(f"grid: {rows}x{columns}")
    for key, parts in (("areas", areas), ("clues", clues), ("givens", givens)):
        if parts is not None and not isinstance(parts, Mapping):
            raise TypeError(f"{key} must be a mapping from names, as in {{'number': ...}} (got {describe_value(parts)})")
        if parts:
            lines.append(f"{key}:")
        for name, printed in (parts or {}).items():
            lines += _as_yaml(key, name, printed, (rows, columns))
    return load_text("\n".join(lines) + "\n", file.name)


def _as_yaml(key: str, name: str, printed: object, size: tuple[int, int]) -> Iterator[str]:
    """Yield the lines of one name under `areas`, `clues` or `givens`."""
    if isinstance(printed, str):
        yield f"  {name}: |"
        yield from (f"    {line.strip()}" for line in printed.strip().splitlines())
    elif isinstance(printed, Mapping):
        yield f"  {name}: {{{', '.join(f'{place}: {_scalar(value)}' for place, value in printed.items())}}}"
    elif isinstance(printed, Sequence):
        _check_rows(printed, f"{key}[{name!r}]", size)
        if key == "areas":
            yield f"  {name}: |"
            yield from (f"    {' '.join('.' if label is None else str(label) for label in row)}" for row in printed)
        else:
            placed = [
                f"r{row}c{column}: {_scalar(value)}"
                for row, values in enumerate(printed, 1)
                for column, value in enumerate(values, 1)
                if value is not None
            ]
            yield f"  {name}: {{{', '.join(placed)}}}"
    else:
        raise TypeError(f"{key}[{name!r}] must be rows, a picture, or values by place (got {describe_value(printed)})")


def _check_rows(printed: Sequence[object], argument: str, size: tuple[int, int]) -> None:
    """Raise `ValueError` unless there are as many rows and columns as the board has."""
    rows, columns = size
    if len(printed) != rows:
        raise ValueError(f"{argument} has {len(printed)} rows; the board has {rows}")
    for number, row in enumerate(printed, 1):
        if not isinstance(row, (list, tuple, str)) or len(row) != columns:
            raise ValueError(f"row {number} of {argument} must have {columns} values (got {describe_value(row)})")


def _scalar(value: object) -> str:
    """Return a value as YAML on one line; words stand without quotes where they can."""
    if isinstance(value, str) and value.isidentifier():
        return value
    return json.dumps(value, ensure_ascii=False, default=str)
