"""Turn, reflect, resize or cut a whole board: what is printed on it moves along, and is written anew under the same names.

A place is a point of row and column, also beside the board and on its rim, so one map of points moves cells, borders, corners and
clues beside the board. Directions that a clue names move too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gridwright.compiler.geometry.board import SIDES
from gridwright.compiler.language.spec import Grid, Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.syntax.yaml_nodes import Node, Scalar, read_text

from ..authoring.editable_spec import IN_TEXT, NOTHING, NoEdit, label_token, token_of, written
from ..authoring.printed_items import end_of
from ..authoring.text_edits import Edit
from ..editing.work_process import FILE
from .board_model import place_name, value_json
from .request_fields import checked

LARGEST_SIDE = 40
Point = tuple[int, int]
_PLACE = re.compile(r"r(\d+)c(\d+)(?:-r(\d+)c(\d+))?")
_BESIDE = re.compile(r"(left|right|top|bottom) (\d+)")
# The image of a point (row, column from 1) on a board of a height and a width, and whether the sides change places.
TURNS: Mapping[str, tuple[Callable[[int, int, int, int], Point], bool]] = {
    "left": (lambda row, column, height, width: (width + 1 - column, row), True),
    "right": (lambda row, column, height, width: (column, height + 1 - row), True),
    "half": (lambda row, column, height, width: (height + 1 - row, width + 1 - column), False),
    "mirror": (lambda row, column, height, width: (row, width + 1 - column), False),
    "flip": (lambda row, column, height, width: (height + 1 - row, column), False),
}
WAYS: Mapping[str, Point] = {
    "up": (-1, 0),
    "right": (0, 1),
    "down": (1, 0),
    "left": (0, -1),
    "up_right": (-1, 1),
    "down_right": (1, 1),
    "down_left": (1, -1),
    "up_left": (-1, -1),
}
SIGNS = {"^": "up", ">": "right", "v": "down", "<": "left"}
SLANTS = {"/": "up_right", "\\": "up_left"}


@dataclass(frozen=True, eq=False)
class BoardLayout:
    """A map from a board to another of a height and a width.

    `turn` is empty if the board only becomes larger or smaller, or gets holes. `cut`: cells that become holes. `is_filled`: there
    are no holes any more.
    """

    turn: str
    old: Point
    new: Point
    cut: frozenset[str] = frozenset()
    is_filled: bool = False

    def point(self, row: int, column: int) -> Point:
        """Return the image of a point."""
        return TURNS[self.turn][0](row, column, *self.old) if self.turn else (row, column)

    def place(self, name: str, sides: Sequence[str]) -> str | None:
        """Return the image of a place by its name; None if it is no longer there. `sides`: those that clues may stand at."""
        beside = _BESIDE.fullmatch(name)
        if beside:
            return self._beside(beside[1], int(beside[2]), sides)
        found = _PLACE.fullmatch(name)
        if not found:
            return name  # the label of an area
        numbers = [int(each) for each in found.groups() if each]
        points = [self.point(*numbers[at : at + 2]) for at in range(0, len(numbers), 2)]
        if not any(self._is_cell(point) for point in points):
            return None
        first, last = min(points), max(points)
        if first[1] > last[1]:  # a corner is called by the cells above left and below right of it
            first, last = (first[0], last[1]), (last[0], first[1])
        return f"r{first[0]}c{first[1]}" + (f"-r{last[0]}c{last[1]}" if len(points) > 1 else "")

    def _is_cell(self, point: Point) -> bool:
        is_inside = 1 <= point[0] <= self.new[0] and 1 <= point[1] <= self.new[1]
        return is_inside and f"r{point[0]}c{point[1]}" not in self.cut

    def _beside(self, side: str, index: int, sides: Sequence[str]) -> str | None:
        if self.turn:
            at = {"left": (index, 0), "right": (index, self.old[1] + 1), "top": (0, index), "bottom": (self.old[0] + 1, index)}
            row, column = self.point(*at[side])
            side = "top" if row == 0 else "left" if column == 0 else "bottom" if row > self.new[0] else "right"
            index = column if side in ("top", "bottom") else row
        if sides and side not in sides:
            side = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}[side]
        long = self.new[0] if side in ("left", "right") else self.new[1]
        return f"{side} {index}" if index <= long else None

    def value(self, value: Any, *, is_reversed: bool = False) -> Any:
        """Return a value with the directions in it moved; of a list that is read from the other side, the other way round."""
        if isinstance(value, list):
            members = [self.value(each) for each in value]
            return members[::-1] if is_reversed else members
        if not self.turn or not isinstance(value, str):
            return value
        for names in (SIGNS, SLANTS):
            if value in names:
                way = self._way(names[value])
                opposite = self._way({"up_right": "down_left", "up_left": "down_right"}.get(names[value], names[value]))
                return next(sign for sign, each in names.items() if each in (way, opposite))
        return self._way(value) if value in WAYS else value

    def _way(self, name: str) -> str:
        row, column = WAYS[name]
        (x, y), (start_x, start_y) = self.point(row + 2, column + 2), self.point(2, 2)
        return next(other for other, way in WAYS.items() if way == (x - start_x, y - start_y))


def layout_of(op: Mapping[str, Any], spec: Spec) -> BoardLayout:
    """Return the layout that an operation asks for. Raise `NoEdit` if the board of a spec cannot have it."""
    given = checked(op, {"turn": (str, type(None)), "height": (int, type(None)), "width": (int, type(None))})
    holes = checked(op, {"cut": (list, type(None)), "fill": (bool, type(None))})
    grid = spec.grids[0]
    if len(spec.grids) > 1 or not grid.board.is_of_squares:
        raise NoEdit(f"only one board of squares can be changed so; {IN_TEXT}")
    old = (grid.board.height, grid.board.width)
    if given["turn"]:
        if given["turn"] not in TURNS:
            raise NoEdit("there is no such turn")
        layout = BoardLayout(given["turn"], old, old[::-1] if TURNS[given["turn"]][1] else old)
    else:
        names = {cell.name for cell in grid.board.cells}
        cut = frozenset(each for each in holes["cut"] or () if each in names)
        if cut == names:
            raise NoEdit("a board needs a cell")
        layout = BoardLayout("", old, (given["height"] or old[0], given["width"] or old[1]), cut, bool(holes["fill"]))
    if not all(1 <= side <= LARGEST_SIDE for side in layout.new):
        raise NoEdit(f"a board has 1 to {LARGEST_SIDE} rows and columns here")
    return layout


def layout_edits(text: str, layout: BoardLayout, spec: Spec) -> list[Edit]:
    """Return the edits that turn or resize the board of a spec. Raise `NoEdit` if that cannot be done in this text."""
    document, grid = read_text(text, FILE), spec.grids[0]
    if document.get("grid") is None:
        raise NoEdit(f"there is no `grid`; {IN_TEXT}")
    expected = document.get("expect")
    if isinstance(expected, SourceMapping) and expected.get("solution") is not None:
        raise NoEdit("the file has the solution under `expect`, which would not move along; remove it first")
    return [_size(document.get("grid"), layout, grid), *_sections(document, layout, spec)]


def _size(node: Node | None, layout: BoardLayout, grid: Grid) -> Edit:
    """Return the edit that writes the size, and the holes."""
    assert node is not None
    size = f"{layout.new[0]}x{layout.new[1]}"
    kept = () if layout.is_filled else grid.board.holes
    holes = [place for hole in kept if (place := layout.place(hole.name, ())) is not None]
    holes += sorted(layout.cut, key=lambda name: [int(each) for each in re.findall(r"\d+", name)])
    written_size = f"{{size: {size}, holes: [{', '.join(holes)}]}}" if holes else size
    if isinstance(node, Scalar):
        return Edit(node.span, written_size)
    keys = [key.text for key, _ in node.items] if isinstance(node, SourceMapping) else []
    if not isinstance(node, SourceMapping) or not set(keys) <= {"size", "holes"} or "size" not in keys:
        raise NoEdit(f"this board cannot be changed so; {IN_TEXT}")
    source = node.span.source
    start = source.text.rindex(":", 0, node.span.start) + 1
    end = len(source.text[: end_of(node)].rstrip())
    return Edit(source.span(start, end), f" {written_size}")


def _sections(document: SourceMapping, layout: BoardLayout, spec: Spec) -> list[Edit]:
    """Return the edits that write givens, clues and areas anew."""
    grid, found = spec.grids[0], []
    for section in ("givens", "clues", "areas"):
        node = document.get(section)
        if isinstance(node, Scalar) and not node.text:
            continue
        if node is not None and (not isinstance(node, SourceMapping) or node.span.text.startswith("{")):
            raise NoEdit(f"`{section}` is written in brackets; {IN_TEXT}")
        for key, entry in node.items if isinstance(node, SourceMapping) else ():
            lines = _areas(key.text, entry, layout, grid) if section == "areas" else _values(section, key.text, layout, grid)
            source = document.span.source
            indent = " " * (key.span.start - source.text.rfind("\n", 0, key.span.start) - 1)
            colon = source.text.index(":", key.span.end) + 1
            head = f" {lines[0]}" if lines[0] else ""
            block = head + "".join(f"\n{indent}  {line}" for line in lines[1:])
            end = len(source.text[: end_of(entry)].rstrip())  # the last line end is not part of a picture
            found.append(Edit(source.span(colon, max(colon, end)), block))
    return found


def _values(section: str, name: str, layout: BoardLayout, grid: Grid) -> list[str]:
    """Return the lines of givens or clues behind their name."""
    values: dict[str, Any] = {}
    if section == "givens":
        printed = [
            (each.layer.place_name(each.position), value_json(each.value)) for each in grid.givens if each.layer.name == name
        ]
    else:
        group = [clue for group in grid.clue_groups if group.name == name for clue in group]
        printed = [(place_name(clue.place), value_json(clue.value)) for clue in group]
    sides = sorted({place.split()[0] for place, _ in printed if _BESIDE.fullmatch(place)})
    allowed = SIDES if len(sides) > 2 or len(sides) < 2 or set(sides) in ({"left", "right"}, {"top", "bottom"}) else sides
    if layout.turn in ("left", "right") and len(sides) == 1:
        allowed = SIDES
    for place, value in printed:
        image = layout.place(place, allowed)
        if image is None:
            continue
        is_reversed = bool(_BESIDE.fullmatch(place)) and layout.turn != "" and _is_reversed(place, image, layout)
        values[image] = layout.value(value, is_reversed=is_reversed)
    if any(_BESIDE.fullmatch(place) for place in values):
        return _beside(values, layout)
    if all(re.fullmatch(r"r\d+c\d+", place) for place in values):
        try:
            return _picture({place: token_of(value) for place, value in values.items()}, layout)
        except NoEdit:
            pass
    return ["", *(f"{place}: {written(value)}" for place, value in values.items())] if values else ["{}"]


def _is_reversed(place: str, image: str, layout: BoardLayout) -> bool:
    """Check whether a clue stands at the other end of its line than the turn would bring it to."""
    return layout.place(place, SIDES) != image


def _beside(values: Mapping[str, Any], layout: BoardLayout) -> list[str]:
    sides = dict.fromkeys(place.split()[0] for place in values)
    lines = [""]
    for side in (side for side in SIDES if side in sides):
        long = layout.new[0] if side in ("left", "right") else layout.new[1]
        members = [written(values.get(f"{side} {at}")) for at in range(1, long + 1)]
        lines.append(f"{side}: [{', '.join(members)}]")
    return lines


def _areas(name: str, node: Node, layout: BoardLayout, grid: Grid) -> list[str]:
    """Return the lines of a kind of areas: a picture, or a list, as it was."""
    kind = next((kind for kind in grid.kinds if kind.name == name), None)
    moved = {area.name: [place for cell in area if (place := layout.place(cell.name, ())) is not None] for area in kind or ()}
    if isinstance(node, Scalar):
        tokens = {place: label_token(label) for label, cells in moved.items() for place in cells}
        covers = len(tokens) == layout.old[0] * layout.old[1] and not layout.turn
        return _picture(_grown(tokens, layout) if covers else tokens, layout)
    kept = {label: " ".join(cells) for label, cells in moved.items() if cells}
    if not kept:
        return ["{}"] if isinstance(node, SourceMapping) else ["[]"]
    return ["", *(f"{label}: {cells}" if isinstance(node, SourceMapping) else f"- {cells}" for label, cells in kept.items())]


def _grown(tokens: dict[str, str], layout: BoardLayout) -> dict[str, str]:
    """Return the labels of a picture that covers a board, with those of new cells: the nearest label goes on."""
    found = dict(tokens)
    for row in range(1, layout.new[0] + 1):
        for column in range(1, layout.new[1] + 1):
            nearest = f"r{min(row, layout.old[0])}c{min(column, layout.old[1])}"
            found.setdefault(f"r{row}c{column}", tokens[nearest])
    return found


def _picture(tokens: Mapping[str, str], layout: BoardLayout) -> list[str]:
    wide = max(map(len, tokens.values()), default=1)
    rows = (
        " ".join(tokens.get(f"r{row}c{column}", NOTHING).ljust(wide) for column in range(1, layout.new[1] + 1)).rstrip()
        for row in range(1, layout.new[0] + 1)
    )
    return ["|", *rows]


def moved_values(values: Mapping[str, Mapping[str, Any]], layout: BoardLayout) -> dict[str, dict[str, Any]]:
    """Return the values of layers by place, as they are after a turn."""
    return {
        layer: {layout.place(place, SIDES) or place: layout.value(value) for place, value in at.items()}
        for layer, at in values.items()
    }


def check_layout(before: Spec, after: Spec) -> None:
    """Raise `NoEdit` unless as much is printed after a turn as before."""
    counts = [
        (
            sorted(each.layer.name for each in spec.grids[0].givens),
            sorted(clue.group for group in spec.grids[0].clue_groups for clue in group),
            sorted((kind.name, len(area)) for kind in spec.grids[0].kinds for area in kind),
        )
        for spec in (before, after)
    ]
    if counts[0] != counts[1]:
        raise NoEdit("this would change what is printed; edit it in the text")
