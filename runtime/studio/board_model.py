"""Check a text and describe its board for the page: the picture, and where on it everything is that can be clicked on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gridwright.compiler.geometry.area import Area, Line, Segment
from gridwright.compiler.geometry.board import SIDES
from gridwright.compiler.geometry.places import Border, Cell, Corner, Link
from gridwright.compiler.language.interpreter_cache import InterpreterCache
from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.library import uses
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader.genre_declarations import COVER, ENTRIES, OUTSIDE, SETS, Printed
from gridwright.compiler.loader.layers import read_listed
from gridwright.compiler.loader.libraries import LibraryPlaces, read_libraries
from gridwright.compiler.syntax.diagnostics import Collector, SpecError
from gridwright.compiler.syntax.visible_text import visible
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.syntax.yaml_nodes import Node, Scalar, resolve
from gridwright.compiler.values import BLANK, Value, describe

from ..editing.diagnostics_json import diagnostics_json
from ..editing.work_process import Asked, Json
from ..output.pictures.paper_geometry import Paper
from ..output.pictures.picture import placed_picture
from ..output.pictures.scene import CELL, Point
from ..output.pictures.style_rules import style_rules
from ..output.pictures.svg import svg
from .heading_edits import used_libraries
from .value_symbols import clue_symbols, layer_symbols

MOST_VALUES = 64  # of a layer, that are offered for choice
SPANS = "spans"  # the places between two cells that need not be neighbours
MOST_CLICKED = 40_000  # places of one kind
BESIDE = CELL * 0.3  # how far from the board a place beside it is: where a clue of one sign stands
SAFE = 2**53  # a number of JavaScript beyond it may lose digits


def board(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return the mistakes in a text, or its board if there are none.

    `digests` has one for each part of the board. The page sends those that it has as `known`, and parts that are still the same
    are left out. So a large board need not be sent, read and drawn again for every key.
    """
    try:
        spec = asked.load(request["text"])
    except SpecError as problem:
        diagnostics = diagnostics_json(problem.diagnostics, request["text"])
        return {"status": "invalid", "diagnostics": diagnostics, "board": None}
    known, parts = request.get("known") or {}, board_json(spec, asked.folder)
    digests = {name: hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16] for name, value in parts.items()}
    news = {name: value for name, value in parts.items() if known.get(name) != digests[name]}
    return {"status": "valid", "diagnostics": [], "board": news, "digests": digests}


def board_json(spec: Spec, folder: str) -> Json:
    """Return the picture of a puzzle, and what is where on it, in the units of the picture."""
    scene, corners = placed_picture(spec)
    board_as_json: Json = {"svg": svg(scene), "width": scene.width, "height": scene.height, "title": visible(spec.title)}
    places: dict[str, list[Json]] = {kind: [] for kind in ("cells", "holes", "links", "borders", "corners", "outside", SPANS)}
    for grid, corner in corners:
        for kind, place in _places(grid, corner):
            if len(places[kind]) < MOST_CLICKED:
                places[kind].append(place | _of(grid))
    printed = _printed_kinds(spec.document, folder)
    first = spec.grids[0]
    return (
        board_as_json
        | places
        | {
            "grids": [{"name": grid.name, "height": grid.board.height, "width": grid.board.width} for grid in spec.grids],
            "layers": [layer for grid in spec.grids for layer in _layers(spec, grid)],
            "clues": [
                _clues(name, spec, grid, printed.get(name)) | _of(grid)
                for grid in spec.grids
                for name in _names(spec, grid, "clues", printed)
            ],
            "areas": [
                _areas(name, spec, grid, printed.get(name)) | _of(grid)
                for grid in spec.grids
                for name in _names(spec, grid, "areas", printed)
            ],
            "printed": _printed_items(spec),
            "uses": used_libraries(spec.document),
            "expects": None if spec.expected.solutions is None else spec.expected.solutions,
            "is_square": first.board.is_of_squares,
        }
    )


def _of(grid: Grid) -> Json:
    """Return the name of a board, for what stands on it, where there are several."""
    return {"grid": grid.name} if grid.name else {}


def _places(grid: Grid, corner: Point) -> Iterator[tuple[str, Json]]:
    paper, drawn = Paper(grid.board), grid.board
    left, top = corner

    def at(name: str, point: Point) -> Json:
        return {"name": name, "x": round(left + point[0], 2), "y": round(top + point[1], 2)}

    for cell in (*drawn.cells, *drawn.holes):
        outline = paper.outline(cell)
        xs, ys = [x for x, _ in outline], [y for _, y in outline]
        size = {"w": round(max(xs) - min(xs), 2), "h": round(max(ys) - min(ys), 2)}
        yield (
            ("holes" if cell.hole else "cells"),
            at(cell.name, (min(xs), min(ys))) | size | {"row": cell.row + 1, "column": cell.column + 1},
        )
    for border in drawn.borders:
        for point in paper.middles(border):
            yield ("links" if len(border.cells) == 2 else "borders"), at(str(border), point)
    for corner_point in drawn.corners:
        for point in paper.corner(corner_point):
            yield "corners", at(str(corner_point), point)
    spans = dict.fromkeys(place for layer in grid.layers if are_pairs(layer) and not layer.hidden for place in layer.places)
    for first, last in spans:
        (x1, y1), (x2, y2) = paper.centre(first), paper.centre(last)
        ends = {"x1": left + x1, "y1": top + y1, "x2": left + x2, "y2": top + y2}
        yield SPANS, at(f"{first}-{last}", ((x1 + x2) / 2, (y1 + y2) / 2)) | {key: round(end, 2) for key, end in ends.items()}
    if paper.is_hexagonal:
        return
    for side in SIDES:
        for index in range(drawn.height if side in ("left", "right") else drawn.width):
            along = (index + 0.5) * CELL
            x = {"left": -BESIDE, "right": paper.width + BESIDE}.get(side, along)
            y = {"top": -BESIDE, "bottom": paper.height + BESIDE}.get(side, along)
            yield "outside", at(f"{side} {index + 1}", (x, y))


def value_json(value: Value) -> Any:
    """Return a value for the page: a number or a text; lists of such; what JavaScript would round is a text.

    >>> value_json(5), value_json((1, "a")), value_json(2**60), value_json(True)
    (5, [1, 'a'], '1152921504606846976', True)
    """
    if value is None or value is BLANK:
        return None
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) < SAFE else describe(value)
    if isinstance(value, (list, tuple)):
        return [value_json(member) for member in value]
    return describe(value)


def place_name(place: object, index: Any = None) -> str:
    """Return the name of a place of a clue, as the page and `edit` call it: `r1c2`, `left 3`, `1A`."""
    if isinstance(place, Line) and place.side:
        return f"{place.side} {place.index + 1}"
    return place.name if isinstance(place, (Cell, Area)) else str(place)


def _layers(spec: Spec, grid: Grid) -> Iterator[Json]:
    styling = style_rules(spec, grid)
    for layer in grid.layers:
        if not layer.hidden:
            yield _layer(layer) | {"way": styling.layers[layer.name], "symbols": layer_symbols(grid, layer, styling)}


def are_pairs(layer: Layer) -> bool:
    """Check whether a layer has values between cells that need not be neighbours, such as bridges."""
    first = layer.places[0] if layer.places else None
    return isinstance(first, tuple) and len(first) == 2 and all(isinstance(end, Cell) for end in first)


def _layer(layer: Layer) -> Json:
    values = list(layer.values[: MOST_VALUES + 1]) if not layer.is_unbounded else []
    is_drawn = any(isinstance(place, (Cell, Link, Border, Corner)) for place in layer.places[:1])
    return {
        "name": layer.name,
        "grid": layer.grid,
        "over": SPANS if are_pairs(layer) else layer.over,
        "values": [value_json(value) for value in values] if 0 < len(values) <= MOST_VALUES else None,
        "blank": layer.blank,
        "givens": not layer.single and (are_pairs(layer) or is_drawn),
        "says": visible(layer.says),
    }


def _printed_kinds(document: SourceMapping, folder: str) -> dict[str, Printed]:
    """Return the declared clues and areas of a spec's libraries, by name.

    What the libraries that the spec names declare comes first, since the page offers it first.
    """
    libraries = read_libraries(document, LibraryPlaces(Path(folder), ()), Collector(), USUAL)
    named = {use.name for use in uses(document)}
    ordered = sorted(libraries, key=lambda library: library.use.name not in named)
    return {printed.name: printed for library in ordered for printed in library.printed_kinds()}


def groups_with_values(spec: Spec, grid: Grid, folder: str) -> list[tuple[str, list[Any]]]:
    """Return the groups of clues in cells whose values a library lists, with those values."""
    groups = []
    for name, declared in _printed_kinds(spec.document, folder).items():
        values = declared.node.get("values")
        if not declared.is_areas and "cells" in declared.places and values is not None and not declared.is_true("list"):
            groups.append((name, _allowed_values(values, spec, grid) or []))
    return groups


def is_path(kind: str, document: SourceMapping, folder: str) -> bool:
    """Check whether a library says that the cells of an area of a kind stand in the order of a path."""
    declared = _printed_kinds(document, folder).get(kind)
    return declared is not None and declared.is_true("path")


def are_texts(value: str, op: Mapping[str, Any], document: SourceMapping, spec: Spec | None, folder: str) -> bool:
    """Check whether what looks like a number is a text where an operation puts it."""
    grid = (
        next((candidate for candidate in spec.grids if candidate.name == (op.get("grid") or "")), spec.grids[0]) if spec else None
    )
    if "layer" in op:
        layer = next((candidate for candidate in grid.layers if candidate.name == op["layer"]), None) if grid else None
        return layer is not None and isinstance(layer.values, tuple) and any(value == member for member in layer.values)
    declared = _printed_kinds(document, folder).get(op["group"])
    values = declared.node.get("values") if declared else None
    if values is not None:
        is_text = isinstance(values, Scalar) and values.text == "texts"
        return is_text or (spec is not None and grid is not None and value in (_allowed_values(values, spec, grid) or ()))
    groups = [group for group in grid.clue_groups if group.name == op["group"]] if grid else []
    beside = [clue.value for group in groups for clue in group]
    return declared is None and any(isinstance(text, str) and resolve(text) != text for text in beside)


def _sections(spec: Spec, grid: Grid, section: str) -> list[SourceMapping]:
    """Return the mappings of a section that hold for one board: the shared one, and the one below the board's name."""
    boards = spec.document.get("grids")
    own = boards.get(grid.name) if isinstance(boards, SourceMapping) else None
    parts = [spec.document, own] if isinstance(own, SourceMapping) else [spec.document]
    return [section_node for part in parts if isinstance(section_node := part.get(section), SourceMapping)]


def _names(spec: Spec, grid: Grid, section: str, printed: Mapping[str, Printed]) -> list[str]:
    """Return the groups of clues, or kinds of areas, that a board has, and those that it may have."""
    own = [key.text for part in _sections(spec, grid, section) for key, _ in part.items]
    drawn = {name: kind for name, kind in printed.items() if not kind.is_true("optional") or kind.text(COVER) == "all"}
    return list(dict.fromkeys([*own, *(name for name, declared in drawn.items() if declared.is_areas is (section == "areas"))]))


def _clues(name: str, spec: Spec, grid: Grid, declared: Printed | None) -> Json:
    if declared is None:
        unsaid: Json = {"values": None, "set": "", "parts": None, "list": False, "unknown": "", "says": "", "symbols": {}}
        return {"name": name, "on": _where(name, spec, grid)} | unsaid
    parts, values = declared.node.get("parts"), declared.node.get("values")
    listed = None if values is None else _listed_values(values, spec, grid)
    of_parts = parts.items if isinstance(parts, SourceMapping) else ()
    return {
        "name": name,
        "on": list(declared.places),
        "values": None if values is None else _choices(values, listed),
        "part_values": [_allowed_values(node, spec, grid) for _, node in of_parts],
        "symbols": clue_symbols(spec, grid, name, declared.places, listed) if listed else {},
        "set": values.text if isinstance(values, Scalar) and values.text in SETS else "",
        "parts": [key.text for key, _ in parts.items] if isinstance(parts, SourceMapping) else None,
        "list": declared.is_true("list"),
        "unknown": declared.text("unknown"),
        "says": visible(declared.text("says")),
    }


def _allowed_values(node: Node, spec: Spec, grid: Grid) -> list[Any] | None:
    """Return the values that a library allows, if they are few."""
    return _choices(node, _listed_values(node, spec, grid))


def _choices(node: Node, listed: Sequence[Value] | None) -> list[Any] | None:
    """Return the values that a library writes for the page, from those that it lists; None if they are many."""
    if listed is None:
        return [False, True] if isinstance(node, Scalar) and node.text == "bool" else None
    return [value_json(value) for value in listed]


def _listed_values(node: Node, spec: Spec, grid: Grid) -> Sequence[Value] | None:
    """Return the values that are listed, if they are few."""
    if isinstance(node, Scalar) and node.text in SETS:
        return None
    try:
        values = read_listed(node, grid.scope, spec.limits, InterpreterCache())
    except SpecError:
        return None
    return values if len(values) <= MOST_VALUES else None


def _where(name: str, spec: Spec, grid: Grid) -> list[str]:
    """Return where a group of the spec's own has clues, or room for some: on kinds of places, or on the areas of a kind."""
    kinds = {id(area): kind.name for kind in grid.kinds for area in kind}
    places = [clue.place for group in grid.clue_groups if group.name == name for clue in group]
    nodes = [part.get(name) for part in _sections(spec, grid, "clues")]
    is_outside = any(key.text in SIDES for node in nodes if isinstance(node, SourceMapping) for key, _ in node.items)
    return list(dict.fromkeys(_kind(place, kinds) for place in places)) or [OUTSIDE if is_outside else "cells"]


def _kind(place: object, kinds: Mapping[int, str]) -> str:
    if isinstance(place, Line) and place.side:
        return OUTSIDE
    words = ((Cell, "cells"), (Link, "links"), (Border, "borders"), (Corner, "corners"), (Segment, ENTRIES))
    return next((word for kind, word in words if isinstance(place, kind)), kinds.get(id(place), ""))


def _areas(name: str, spec: Spec, grid: Grid, declared: Printed | None) -> Json:
    node = next((areas_node for part in _sections(spec, grid, "areas") if (areas_node := part.get(name)) is not None), None)
    cover = declared.text(COVER) if declared else "all" if isinstance(node, Scalar) else "any"
    is_path = declared is not None and declared.is_true("path")
    is_picture = isinstance(node, Scalar) or (node is None and cover == "all")
    says = visible(declared.text("says")) if declared else ""
    return {"name": name, "cover": cover, "path": is_path, "picture": is_picture, "says": says}


def _printed_items(spec: Spec) -> Json:
    """Return givens, clues and areas with their places and values, as many as the page can click on."""
    givens: list[Json] = []
    clues: list[Json] = []
    areas: list[Json] = []
    for grid in spec.grids:
        of = _of(grid)
        givens += [
            {"layer": given.layer.name, "place": given.layer.place_name(given.position), "value": value_json(given.value)} | of
            for given in grid.givens
        ]
        for group in grid.clue_groups:
            clues += [
                {"group": group.name, "place": place_name(clue.place), "value": value_json(clue.value)} | of for clue in group
            ]
        own = {key.text for part in _sections(spec, grid, "areas") for key, _ in part.items}
        for kind in grid.kinds:
            if kind.name in own:
                areas += [{"kind": kind.name, "label": area.name, "cells": _cells(area)} | of for area in kind]
        if any(isinstance(clue.place, Segment) for group in grid.clue_groups for clue in group):  # as in a crossword
            areas += [
                {"kind": ENTRIES, "label": segment.name, "cells": _cells(segment)} | of for segment in grid.board.segments()
            ]
    return {"givens": givens[:MOST_CLICKED], "clues": clues[:MOST_CLICKED], "areas": areas[:MOST_CLICKED]}


def _cells(cells: Iterable[Cell]) -> Sequence[str]:
    return [cell.name for cell in cells]
