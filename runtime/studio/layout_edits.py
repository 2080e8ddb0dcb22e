"""Write a board anew that is turned, resized or has other holes, with all that is printed on it under the same names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import count
from typing import Any

from gridwright.compiler.geometry.area import Area, Line, Segment
from gridwright.compiler.geometry.board import SIDES
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.language.budget import GaveUp, OutOfTime
from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.syntax.yaml_nodes import Node, Scalar, read_text
from gridwright.compiler.values import BLANK, Value, describe

from ..authoring.board_edits import picture_rows
from ..authoring.editable_spec import IN_TEXT, NoEdit, Plain, key_text, label_token, token_of, yaml_value
from ..authoring.printed_items import end_of
from ..authoring.text_edits import Edit, apply_edits
from ..editing.work_process import FILE, Asked
from ..explaining.judge_visible import judge_visible
from ..judging.judge import Assignment
from ..solving.solve import solve
from .board_layout import BESIDE, BoardLayout, has_letters, layout_of
from .board_model import are_pairs, place_name

SECONDS = 2.0  # for a solution, and again for the judge
FEWEST_IN_RECTANGLE = 5  # cells
_CELL = re.compile(r"r(\d+)c(\d+)")
NOT_CHECKED = "no solution was found and checked in time: look whether the rules know left from right, or top from bottom"


def with_layout(text: str, op: Mapping[str, Any], asked: Asked) -> tuple[str, str]:
    """Return a text with its board turned or resized, and a warning if the result could not be checked; often an empty one.

    Some rules know left from right. So the judge looks at a turned solution, if one is found soon. Raise `NoEdit` if it is not a
    solution of the turned puzzle, or if the text is written in a way that does not allow the change.
    """
    before = asked.load(text)
    layout = layout_of(op, before)
    after = with_board(text, layout, before)
    try:
        changed = asked.load(after)
    except SpecError as problem:
        raise NoEdit(f"the puzzle would not be right any more: {problem.diagnostics[0].message}") from None
    if not layout.turn:
        return after, ""
    _check_printed(before, changed)
    return after, "" if _is_checked(before, changed, layout, asked) else NOT_CHECKED


# the text


def with_board(text: str, layout: BoardLayout, spec: Spec) -> str:
    """Return the text of a spec with another board. Raise `NoEdit` if it is written in a way that does not allow the change."""
    return apply_edits(text, _edits(text, layout, spec))


def _edits(text: str, layout: BoardLayout, spec: Spec) -> list[Edit]:
    document = read_text(text, FILE)
    grid = document.get("grid")
    if grid is None:
        raise NoEdit(f"there is no `grid`; {IN_TEXT}")
    expected = document.get("expect")
    if isinstance(expected, SourceMapping) and expected.get("solution") is not None:
        raise NoEdit("the file has the solution under `expect`, which would not move along; remove it first")
    return [_rewritten(document.key("grid"), grid, [_size(grid, layout)]), *_sections(document, layout, spec.grids[0])]


def _rewritten(key: Scalar, node: Node, lines: Sequence[str]) -> Edit:
    """Return the edit that replaces what is written for a key. The first line stands behind the key, the others are indented."""
    source = key.span.source
    indent = " " * (key.span.start - source.text.rfind("\n", 0, key.span.start) - 1)
    colon = source.text.index(":", key.span.end) + 1
    end = len(source.text[: end_of(node)].rstrip())  # the last line end is not part of a picture
    head = f" {lines[0]}" if lines[0] else ""
    return Edit(source.span(colon, max(colon, end)), head + "".join(f"\n{indent}  {line}" for line in lines[1:]))


def _size(node: Node, layout: BoardLayout) -> str:
    """Return the size and the holes of the new board, as they are written."""
    keys = {key.text for key, _ in node.items} if isinstance(node, SourceMapping) else {"size"}
    if not (isinstance(node, Scalar) or keys & {"size", "hex"}) or not keys <= {"size", "hex", "holes"}:
        raise NoEdit(f"this board cannot be changed here; {IN_TEXT}")
    if layout.hexagons:
        return f"{{hex: [{', '.join(map(str, layout.row_lengths))}]}}"
    size = f"{layout.height}x{layout.width}"
    kept = () if layout.is_filled else layout.board.holes
    holes = [*(layout.place(hole.name) for hole in kept), *sorted(layout.cut, key=_position)]
    names = rectangles([name for name in holes if name is not None])
    return f"{{size: {size}, holes: [{', '.join(names)}]}}" if names else size


def rectangles(cells: Sequence[str]) -> list[str]:
    """Return cells as they are written under `holes`: many as rectangles.

    >>> rectangles(["r1c1", "r1c2"]), rectangles(["r1c1", "r1c2", "r1c3", "r2c1", "r2c2", "r2c3"])
    (['r1c1', 'r1c2'], ['r1c1:r2c3'])
    """
    if len(cells) < FEWEST_IN_RECTANGLE:
        return list(cells)
    left = {_position(cell) for cell in cells}
    names = []
    while left:
        row, column = min(left)
        width = next(width for width in count(1) if (row, column + width) not in left)
        height = next(height for height in count(1) if not {(row + height, column + at) for at in range(width)} <= left)
        left -= {(row + down, column + right) for down in range(height) for right in range(width)}
        first, last = f"r{row + 1}c{column + 1}", f"r{row + height}c{column + width}"
        names.append(first if first == last else f"{first}:{last}")
    return names


def _position(cell: str) -> tuple[int, int]:
    """Return row and column, from 0, of the name of a cell."""
    match = _CELL.fullmatch(cell)
    assert match is not None
    return int(match[1]) - 1, int(match[2]) - 1


def _sections(document: SourceMapping, layout: BoardLayout, grid: Grid) -> list[Edit]:
    """Return the edits that write givens, clues and areas anew."""
    edits = []
    for section in ("givens", "clues", "areas"):
        node = document.get(section)
        if isinstance(node, Scalar) and not node.text:
            continue
        if node is not None and (not isinstance(node, SourceMapping) or node.span.text.startswith("{")):
            raise NoEdit(f"`{section}` is written in brackets; {IN_TEXT}")
        for key, entry in node.items if isinstance(node, SourceMapping) else ():
            if section == "areas":
                lines = _areas(key.text, entry, layout, grid)
            else:
                lines = (_givens if section == "givens" else _clues)(key.text, layout, grid)
            edits.append(_rewritten(key, entry, lines))
    return edits


def _givens(name: str, layout: BoardLayout, grid: Grid) -> list[str]:
    """Return the lines of the givens of a layer, behind its name."""
    layer = next(layer for layer in grid.layers if layer.name == name)
    givens = [given for given in grid.givens if given.layer is layer]
    if layer.single:
        return [yaml_value(_plain(given.value)) for given in givens] or ["{}"]
    if layout.turn and givens and not _can_move(layer, grid):
        raise NoEdit(f"the places of `{name}` cannot be turned here; {IN_TEXT}")
    is_letter = not layer.is_unbounded and has_letters(layer.values)
    values: dict[str, Plain] = {}
    for given in givens:
        place = layout.place(layer.place_name(given.position))
        if place is not None:
            values[place] = layout.value(_plain(given.value), is_letter=is_letter)
    return _values(values, layout)


def _clues(name: str, layout: BoardLayout, grid: Grid) -> list[str]:
    """Return the lines of a group of clues, behind its name."""
    clues = [clue for group in grid.clue_groups if group.name == name for clue in group]
    if any(isinstance(clue.place, Segment) for clue in clues):
        raise NoEdit(f"clues of `{name}` call entries by their numbers, which would change; {IN_TEXT}")
    sides = {clue.place.side for clue in clues if isinstance(clue.place, Line) and clue.place.side}
    do_meet = len(sides) == 2 and sides not in ({"left", "right"}, {"top", "bottom"})
    allowed = sides if do_meet else SIDES  # where clues stand above and left only, as in a nonogram, they still do after a turn
    is_letter = has_letters(clue.value for clue in clues)
    values: dict[str, Plain] = {}
    for clue in clues:
        name_before = place_name(clue.place)
        area = clue.place if isinstance(clue.place, Area) and not isinstance(clue.place, Line) else None
        place = layout.place(name_before, allowed) if area is None else _label(area, layout)
        if place is None:
            continue
        is_reversed = isinstance(clue.place, Line) and bool(layout.turn) and place != layout.place(name_before)
        values[place] = layout.value(_plain(clue.value), is_letter=is_letter, is_reversed=is_reversed)
    return _values(values, layout)


def _label(area: Area, layout: BoardLayout) -> str | None:
    """Return the label of an area; None if the new board has none of its cells."""
    return area.name if any(layout.place(cell.name) for cell in area) else None


def _plain(value: Value) -> Plain:
    """Return a value as it can be written."""
    if value is None or value is BLANK:
        return None
    if isinstance(value, (list, tuple)):
        return [_plain(member) for member in value]
    return value if isinstance(value, (str, int, Fraction)) else describe(value)


def _values(values: Mapping[str, Plain], layout: BoardLayout) -> list[str]:
    """Return the lines of values by place: lists of sides, a picture, or a mapping."""
    if not values:
        return ["{}"]
    sides = {place.split()[0] for place in values if BESIDE.fullmatch(place)}
    if sides:
        return ["", *(_side(side, values, layout) for side in SIDES if side in sides)]
    if all(_CELL.fullmatch(place) for place in values):
        try:
            return _picture({place: token_of(value) for place, value in values.items()}, layout)
        except NoEdit:  # a value that needs quotes
            pass
    return ["", *(f"{key_text(place)}: {yaml_value(value)}" for place, value in values.items())]


def _side(side: str, values: Mapping[str, Plain], layout: BoardLayout) -> str:
    members = (yaml_value(values.get(f"{side} {number}")) for number in range(1, layout.length(side) + 1))
    return f"{side}: [{', '.join(members)}]"


def _areas(name: str, node: Node, layout: BoardLayout, grid: Grid) -> list[str]:
    """Return the lines of a kind of areas: a picture, a mapping or a list, as it was."""
    areas = [area for kind in grid.kinds if kind.name == name for area in kind]
    moved = {area.name: [place for cell in area if (place := layout.place(cell.name)) is not None] for area in areas}
    if isinstance(node, Scalar):
        tokens = {place: label_token(label) for label, cells in moved.items() for place in cells}
        is_covered = len(tokens) == sum(layout.board.row_lengths)
        return _picture(_grow(tokens, layout) if is_covered and not layout.turn else tokens, layout)
    kept = {label: " ".join(cells) for label, cells in moved.items() if cells}
    is_list = not isinstance(node, SourceMapping)
    if is_list and len(kept) < len(moved) and any(clue.place in areas for group in grid.clue_groups for clue in group):
        raise NoEdit(f"clues call the areas `{name}` by their numbers, which would change; {IN_TEXT}")
    if not kept:
        return ["[]" if is_list else "{}"]
    return ["", *(f"- {cells}" if is_list else f"{key_text(label)}: {cells}" for label, cells in kept.items())]


def _grow(tokens: Mapping[str, str], layout: BoardLayout) -> dict[str, str]:
    """Return the labels of a picture that covers the old board, and for each new cell the label that is nearest to it."""
    old = layout.board.row_lengths
    labels: dict[str, str] = {}
    for row, length in enumerate(layout.row_lengths, start=1):
        near = min(row, len(old))
        labels |= {f"r{row}c{column}": tokens[f"r{near}c{min(column, old[near - 1])}"] for column in range(1, length + 1)}
    return labels


def _picture(tokens: Mapping[str, str], layout: BoardLayout) -> list[str]:
    by_position = {_position(place): token for place, token in tokens.items()}
    return ["|", *picture_rows(layout.row_lengths, by_position)]


# the check of a turn


def _check_printed(before: Spec, after: Spec) -> None:
    """Raise `NoEdit` unless as much is printed after a turn as before."""
    counts = [
        (
            sorted(given.layer.name for given in spec.grids[0].givens),
            sorted(clue.group for group in spec.grids[0].clue_groups for clue in group),
            sorted((kind.name, len(area)) for kind in spec.grids[0].kinds for area in kind),
        )
        for spec in (before, after)
    ]
    if counts[0] != counts[1]:
        raise NoEdit(f"this would change what is printed; {IN_TEXT}")


def _is_checked(before: Spec, after: Spec, layout: BoardLayout, asked: Asked) -> bool:
    """Check whether the judge has accepted a turned solution. Raise `NoEdit` if it has refused one."""
    engine, seed = asked.options.engine, asked.options.seed
    try:
        outcome = solve(before, limit=1, engine=engine, deadline=asked.deadline.sooner(SECONDS))
        if not outcome.solutions:
            return False
        turned = _turn(before.grids[0], after.grids[0], outcome.solutions[0].grid, layout)
        if not turned:
            return False
        verdict = judge_visible(after, turned, engine=engine, seed=seed, deadline=asked.deadline.sooner(SECONDS))
    except (OutOfTime, GaveUp):
        return False
    if verdict.report.violations:
        raise NoEdit("its rules know left from right, or top from bottom: turned, it would be another puzzle")
    return not verdict.undecided


def _turn(before: Grid, after: Grid, solution: Assignment, layout: BoardLayout) -> Assignment:
    """Return a turned solution, without the layers that are hidden and those whose places or values cannot be turned by name."""
    turned: dict[tuple[str, str], tuple[Value, ...]] = {}
    for layer in before.layers:
        values = solution[layer.grid, layer.name]
        if layer.hidden or not _can_move(layer, before) or not all(_is_plain(value) for value in values):
            continue
        is_letter = not layer.is_unbounded and has_letters(layer.values)
        by_place = {
            layout.place(layer.place_name(at)): layout.value(value, is_letter=is_letter) for at, value in enumerate(values)
        }
        other = next((other for other in after.layers if other.name == layer.name), layer)
        names = [other.place_name(at) for at in range(len(other.places))]
        if by_place.keys() == set(names):
            turned[layer.grid, layer.name] = tuple(by_place[name] for name in names)
    return turned


def _can_move(layer: Layer, grid: Grid) -> bool:
    """Check whether a turn maps the places of a layer by their names: of rows and placements, for example, it does not."""
    kinds = {kind.name for kind in grid.kinds}
    is_of_places = all(isinstance(place, (Cell, Link, Border, Corner, str, int)) for place in layer.places)
    return layer.single or layer.over in kinds or are_pairs(layer) or is_of_places


def _is_plain(value: Value) -> bool:
    return value is BLANK or isinstance(value, (str, int, Fraction))
