"""Start a puzzle of a genre on an empty board: what the genre prints, with dots for everything that the setter has to fill in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gridwright.compiler.compile import compile_spec
from gridwright.compiler.geometry.board import SIDES
from gridwright.compiler.library import LibraryFile, Use, libraries, uses
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.examples import examples_of
from gridwright.compiler.loader.genre_declarations import OUTSIDE, Printed
from gridwright.compiler.loader.libraries import Library, holds_numbers
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import Mapping

from ..warnings.names_used import names_of_rules
from .commented_templates import PLACES, area_template, clue_template

COMMENT = """
# Started with `gridwright new {name} --size {size}`. Replace the dots by your clues. When the puzzle is finished, write
# `solutions: 1` below `expect`. `gridwright watch {file}` shows on every save how far it is.

"""
NO_FILE_COMMENT = """
# Put your clues on the board, or replace the dots here. When the puzzle is finished, write `solutions: 1` below `expect`.

"""


def empty_board(genre: LibraryFile, height: int, width: int, file: str, labels: Sequence[str] = ()) -> str:
    """Return the text below the heading of a new puzzle of a genre: its library, the board, and places for clues and areas.

    `labels`: a row of labels for each row of areas that cover the board, instead of one area.

    Without the name of a `file`, the comment names no commands.

    >>> from gridwright.compiler.library import Use, libraries, uses
    >>> print(empty_board(libraries()["star_battle"], 2, 3, "mine.yaml").partition("use:")[2])
     star_battle
    grid: 2x3
    areas:
      # the board is divided into regions
      regions: |
        a a a
        a a a
    expect:
      solutions: any
    <BLANKLINE>
    """
    parts = [*_used_libraries(genre)]
    printed = [
        printed_kind
        for part in parts
        for printed_kind in Library(Use(part.name, part.document.span, None), part.document).printed_kinds()
    ]
    lines = [f"use: {_use_text(genre)}", f"grid: {height}x{width}"]
    values = [
        key.text
        for part in parts
        if isinstance(layers := part.document.get("layers"), Mapping)
        for key, node in layers.items
        if isinstance(node, Mapping) and _has_numbers(node, part.document)
    ]
    if values:
        lines += ["givens:", f"  {values[0]}: |", *_picture(height, width, ".")]
    for key, areas in (("areas", True), ("clues", False)):
        kinds = [kind for kind in printed if kind.is_areas is areas]
        lines += [f"{key}:"] * any(_is_drawn(kind) for kind in kinds) + [f"# {key}:"] * (
            bool(kinds) and not any(map(_is_drawn, kinds))
        )
        for printed_kind in kinds:
            lines += _areas(printed_kind, height, width, labels) if areas else _clues(printed_kind, height, width)
    words = COMMENT if file else NO_FILE_COMMENT
    comment = words.format(name=genre.name, size=f"{height}x{width}", file="".join(c for c in file if c.isprintable()))
    return comment + "\n".join([*lines, "expect:", "  solutions: any"]) + "\n"


def check_size(board: str) -> None:
    """Raise `SpecError` if a rule about the board alone refuses its size, as sudoku does if it is no square.

    Such a rule reads no layer and no clues, also not through definitions: clues are still to come.

    >>> check_size("use: sudoku\\ngrid: 4x4")
    """
    spec = load_text(f"gridwright: 1\n{board}")
    others = {layer.name for layer in spec.layers} | {group.name for grid in spec.grids for group in grid.clue_groups}
    about_board = tuple(rule for rule in spec.rules if others.isdisjoint(names_of_rules(replace(spec, rules=(rule,)))))
    contradictions = compile_spec(replace(spec, rules=about_board)).contradictions
    if contradictions:
        raise SpecError([contradiction.diagnostic for contradiction in contradictions])


def reason_of_refusal(problem: SpecError) -> str:
    """Return the message of the rule that refuses the size of a board."""
    first = problem.diagnostics[0]
    return next((note.message for note in first.notes), first.message)


def _used_libraries(genre: LibraryFile) -> Iterator[LibraryFile]:
    """Yield the libraries that a genre uses, and those that they use, before itself."""
    for use in uses(genre.document):
        if use.name in libraries():
            yield from _used_libraries(libraries()[use.name])
    yield genre


def _use_text(genre: LibraryFile) -> str:
    """Return the value of `use`: the genre, or with the libraries that it goes with, if its first example uses several."""
    first = next(examples_of(genre.name, genre.document), None)
    names = dict.fromkeys(use.name for use in uses(first.node)) if first else {}
    return genre.name if len(names) < 2 else f"[{', '.join(names)}]"


def _has_numbers(layer: Mapping, document: Mapping) -> bool:
    """Check whether a layer may have printed values: one of numbers in cells."""
    return layer.get("over") is None and layer.get("hidden") is None and holds_numbers(layer, document)


def _is_drawn(printed: Printed) -> bool:
    """Check whether an empty one can be written down."""
    if printed.is_areas:
        return printed.text("cover") == "all" and not printed.is_true("optional")
    return _fits_a_picture(printed) or any(word in (OUTSIDE, *SIDES) for word in printed.places)


def _fits_a_picture(printed: Printed) -> bool:
    """Check whether clues can be written as a picture of the cells. Clues that are lists of lists cannot."""
    return "cells" in printed.places and not (printed.is_true("list") and printed.node.get("parts") is not None)


def _picture(height: int, width: int, sign: str) -> Iterator[str]:
    yield from ["    " + " ".join([sign] * width)] * height


def _areas(printed: Printed, height: int, width: int, labels: Sequence[str]) -> Iterator[str]:
    if printed.text("says"):
        yield f"  # {printed.text('says')}"
    if _is_drawn(printed):
        yield f"  {printed.name}: |"
        yield from [f"    {row}" for row in labels] or _picture(height, width, "a")
    else:
        yield f"  {area_template(printed.name)}"


def _clues(printed: Printed, height: int, width: int) -> Iterator[str]:
    yield "  # " + printed.words().partition(": ")[2] + (f"; {printed.text('says')}" if printed.text("says") else "")
    sides = [side for word in printed.places for side in (SIDES if word == OUTSIDE else (word,)) if side in SIDES]
    if _fits_a_picture(printed):
        yield f"  {printed.name}: |"
        yield from _picture(height, width, ".")
    elif sides:
        yield f"  {printed.name}:"
        for side in sides:
            yield f"    {side}: [{', '.join(['.'] * (height if side in ('left', 'right') else width))}]"
    else:
        place = next((PLACES[word] for word in printed.places if word in PLACES), "a")
        yield f"  {clue_template(printed.name, place)}"
