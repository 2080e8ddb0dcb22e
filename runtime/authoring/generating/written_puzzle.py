"""Write a generated puzzle into the text of a spec: its clues and givens by small edits, and what the spec expects."""

from __future__ import annotations

from collections.abc import Mapping

from gridwright.compiler.geometry.area import Area, Line
from gridwright.compiler.geometry.places import Direction
from gridwright.compiler.language.spec import Grid, Spec
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.genre_declarations import names_read
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.syntax.yaml_nodes import Node, Scalar, read_text
from gridwright.compiler.values import Value

from ...interchange.puzzle_of_spec import puzzle_of_spec
from ...interchange.puzzle_text import expect_text
from ..board_edits import given_edits, set_clue
from ..editable_spec import Plain, editable
from ..printed_items import end_of
from ..text_edits import Edit, apply_edits, whole_lines

Printed = Mapping[tuple[str, str], Mapping[Value, Value]]


def print_puzzle(spec: Spec, text: str, clues: Printed, givens: Printed) -> str:
    """Return the text of a spec with clues and givens at places, by the names of their grid and of their group or layer.

    Raise `NoEdit` where the text is written in a way that no edit fits.
    """
    for printed, edits_of in ((clues, set_clue), (givens, given_edits)):
        for (grid, name), values in printed.items():
            for place, value in values.items():
                board = editable(read_text(text, spec.path, spec.limits), grid)
                text = apply_edits(text, edits_of(board, name, place_text(spec.grid(grid), name, place), plain(value)))
    return text


def without_empty_pictures(spec: Spec, text: str) -> str:
    """Return a text without pictures in which nothing is printed, and without a section that has only such pictures.

    A picture that the spec's own rules read stays.
    """
    document = read_text(text, spec.path, spec.limits)
    read = names_read(document)
    places: list[Span] = []
    for section in ("clues", "givens"):
        parent = document.get(section)
        if not isinstance(parent, SourceMapping):
            continue
        empty = [(key, node) for key, node in parent.items if _is_empty_picture(node) and key.text not in read]
        if empty and len(empty) == len(parent.items):
            empty = [(document.key(section), parent)]
        places += [whole_lines(Span(key.span.source, key.span.start, end_of(node))) for key, node in empty]
    return apply_edits(text, [Edit(place, "") for place in places])


def _is_empty_picture(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style == "|" and set(node.text.split()) == {"."}


def place_text(grid: Grid, name: str, place: Value) -> str:
    """Return a place as an edit of the board takes it: `r1c2`, `left 3`, or the label of an area."""
    if isinstance(place, Line) and place.side:
        return f"{place.side} {place.index + 1}"
    if isinstance(place, Area):
        return place.name
    layer = next((layer for layer in grid.layers if layer.name == name), None)
    return layer.place_name(layer.index[place]) if layer else str(place)


def plain(value: Value) -> Plain:
    """Return a printed value as YAML has it."""
    if isinstance(value, (list, tuple)):
        return [plain(member) for member in value]
    return value.name if isinstance(value, Direction) else value


def expect_solution(spec: Spec, text: str, solution: Mapping[tuple[str, str], tuple[Value, ...]]) -> str:
    """Return a text that expects exactly this solution. On a board that no picture shows, it expects one solution.

    What else stands under `expect` goes with the puzzle for which it was written. Hidden layers whose places cannot be written,
    such as the diagonals of Slant, are left out.
    """
    hidden = {(layer.grid, layer.name) for layer in spec.layers if layer.hidden}
    written = _expect(spec, text, solution)
    if not hidden:
        return written
    try:
        read_spec(read_text(written, spec.path, spec.limits), spec.path, LibraryPlaces(texts=spec.files), spec.limits)
    except SpecError:
        return _expect(spec, text, {key: values for key, values in solution.items() if key not in hidden})
    return written


def _expect(spec: Spec, text: str, solution: Mapping[tuple[str, str], tuple[Value, ...]]) -> str:
    document = read_text(text, spec.path, spec.limits)
    changed = read_spec(document, spec.path, LibraryPlaces(texts=spec.files), spec.limits)
    try:
        expected = expect_text(puzzle_of_spec(changed, solution))
    except SpecError:  # several boards, or hexagons
        expected = "expect:\n  solutions: 1\n"
    node = document.get("expect")
    if node is None:
        return text.rstrip("\n") + "\n" + expected
    source = document.span.source
    return apply_edits(text, [Edit(whole_lines(Span(source, document.key("expect").span.start, node.span.end)), expected)])
