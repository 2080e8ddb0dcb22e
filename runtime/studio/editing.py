"""Answer what is done on the board by edits of the text, once it is sure that they change that and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gridwright.compiler.geometry.area import Area
from gridwright.compiler.language.spec import Grid, Spec
from gridwright.compiler.loader.genre_declarations import ENTRIES
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import read_text, resolve

from ..authoring.board_edits import add_area, areas_of, free_label, given_edits, label_at, paint, remove_area, set_clue
from ..authoring.editable_spec import NOTHING, EditableSpec, NoEdit, editable, room_for_sections
from ..authoring.text_edits import Edit, apply_edits
from ..editing.diagnostics_json import Offsets
from ..editing.work_process import FILE, Asked, Json
from .board_model import are_texts, is_path, place_name, value_json
from .filling import filling
from .heading_edits import heading_edits
from .layout_edits import with_layout
from .overlapping_squares import with_second_square
from .request_fields import check_fields
from .walls import region_operations

MOST_CELLS = 10_000
MOST_OPERATIONS = 2_000  # at once
MOST_MEMBERS = 50  # of a value that is a list


def edit(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return the edits that an operation comes to, or why there are none. `note`: what the edits leave to be checked by hand."""
    text, op = request["text"], request["op"]
    note = ""
    try:
        if op.get("kind") == "layout":
            after, note = with_layout(text, op, asked)
            edits = _difference(text, after)
        elif op.get("kind") == "overlap":
            edits = _difference(text, with_second_square(text, op, asked))
        elif op.get("kind") == "several":
            edits = _edits_of_values(text, check_fields(op, {"ops": list})["ops"], asked)
        elif op.get("kind") == "fill":
            ops, note = filling(text, op, asked)
            edits = _edits_of_values(text, ops, asked)
        elif op.get("kind") == "walls":
            edits = _edits_of_regions(text, region_operations(text, op), asked)
        else:
            heading = heading_edits(read_text(text, FILE), op)
            edits = _edits_of_board(text, op, asked) if heading is None else heading
    except SpecError as problem:
        first = problem.diagnostics[0]
        where = f" (line {first.span.line})" if first.span else ""
        return {"error": f"mend the text first: {first.message}{where}"}
    except NoEdit as problem:
        return {"error": str(problem)}
    offsets = Offsets(text)
    shown = [
        {"start": offsets.outside(change.span.start), "end": offsets.outside(change.span.end), "text": change.text}
        for change in edits
    ]
    return {"edits": shown} | ({"note": note} if note else {})


def _edits_of_board(text: str, op: Mapping[str, Any], asked: Asked) -> list[Edit]:
    """Return the edits of one operation, in the order of the text."""
    before = _load(text, asked)
    op, roomy, edits = _read_edits(text, op, before, asked)
    after = apply_edits(roomy, edits)
    freed = _without_clues(after, op, before)
    if roomy != text or freed != after:
        edits = _difference(text, freed)
    _check(text, freed, [op], before, asked)
    return sorted(edits, key=lambda change: (change.span.start, change.span.end))


def _edits_of_values(text: str, ops: Sequence[Any], asked: Asked) -> list[Edit]:
    """Return one edit for several values, such as those of a stroke: one step of undo. If one value is refused, all are."""
    if len(ops) > MOST_OPERATIONS:
        raise NoEdit("these are too many at once")
    before, after, labelled = _load(text, asked), text, list[Mapping[str, Any]]()
    for op in ops:
        if check_fields(op, {"kind": str})["kind"] not in ("given", "clue"):
            raise NoEdit("only givens and clues can be set together")
        now, roomy, edits = _read_edits(after, op, before, asked)
        after = apply_edits(roomy, edits)
        labelled.append(now)
    if after != text:
        _check(text, after, labelled, before, asked)
    return _difference(text, after)


def _edits_of_regions(text: str, ops: Sequence[Mapping[str, Any]], asked: Asked) -> list[Edit]:
    """Return one edit for several operations on regions, one after the other: one step of undo."""
    if len(ops) > MOST_OPERATIONS:
        raise NoEdit("these are too many at once")
    after = text
    for op in ops:
        after = apply_edits(after, _edits_of_board(after, op, asked))
    return _difference(text, after)


def _read_edits(
    text: str, op: Mapping[str, Any], before: Spec | None, asked: Asked
) -> tuple[Mapping[str, Any], str, list[Edit]]:  # fmt: skip
    """Return an operation with its label, the text with room for sections of its board, and the edits of that text.

    If there is nothing to edit, no room is made.
    """
    grid = check_fields(op, {"grid": (str, type(None))})["grid"] or ""
    roomy = apply_edits(text, room_for_sections(read_text(text, FILE), grid))
    spec = editable(read_text(roomy, FILE), grid)
    op = _with_label_of_clue(op, spec) if "group" in op else _with_label(op, spec)
    edits = _edits(spec, op, before, asked)
    return op, roomy if edits else text, edits


def _with_label(op: Mapping[str, Any], spec: EditableSpec) -> Mapping[str, Any]:
    """Return an operation with the label of its area.

    The page draws faster than texts come back, so it may not know which labels there are. `new` asks for an area of its own,
    `like` for the area of a cell, or for a new one if the cell is in none. What removes an area names cells: the last area that
    holds one of them goes, and none if there is none.
    """
    if op.get("kind") == "remove" and "place" not in op:
        return {**op, "label": label_at(spec, check_fields(op, {"area_kind": str})["area_kind"], _cells(op))}
    if op.get("kind") not in ("line", "region") or op.get("label") is not None:
        return op
    given = check_fields(op, {"area_kind": str, "new": (bool, type(None)), "like": (str, type(None))})
    label = label_at(spec, given["area_kind"], [given["like"]]) if given["like"] else None
    if label is None and (given["new"] or given["like"]):
        label = free_label(spec, given["area_kind"])
    return {**op, "label": label}


def _with_label_of_clue(op: Mapping[str, Any], spec: EditableSpec) -> Mapping[str, Any]:
    """Return an operation on a clue with the label that its area has now. The page says which cells it has drawn the area with.

    An area with just these cells is meant; if there is none, then one that holds the first of them. Raise `NoEdit` if none does.
    """
    kind = check_fields(op, {"area_kind": (str, type(None))})["area_kind"]
    if kind is None or kind == ENTRIES:  # an entry of a crossword is called by where it begins
        return op
    label, cells, areas = check_fields(op, {"place": str})["place"], _cells(op), areas_of(spec, kind)
    if label in areas and not areas[label]:  # its cells are written as an expression
        return op
    labels = sorted(areas, key=lambda other: other != label)  # of two areas alike, the one with the label that was drawn
    same = (other for other in labels if sorted(areas[other]) == sorted(cells))
    around = (other for other in labels if cells and cells[0] in areas[other])
    now = next(same, None) or next(around, None)
    if now is None:
        raise NoEdit("the area of this clue has been removed")
    return {key: value for key, value in op.items() if key not in ("area_kind", "cells")} | {"place": now}


def _load(text: str, asked: Asked) -> Spec | None:
    """Return the spec of a text; None if it has mistakes, which the page shows."""
    try:
        return asked.load(text)
    except SpecError:
        return None


def _edits(spec: EditableSpec, op: Mapping[str, Any], before: Spec | None, asked: Asked) -> list[Edit]:
    kind = check_fields(op, {"kind": str})["kind"]
    if kind in ("given", "clue") or (kind == "remove" and "place" in op):
        name = "layer" if "layer" in op else "group"
        given = check_fields(op, {name: str, "place": str})
        value = None if kind == "remove" else _value(op.get("value"))
        value = _typed_value(value, op, spec, before, asked)
        return (given_edits if name == "layer" else set_clue)(spec, given[name], given["place"], value)
    if kind == "remove":
        given = check_fields(op, {"area_kind": str, "label": (str, type(None))})
        return [] if given["label"] is None else remove_area(spec, given["area_kind"], given["label"])
    given = check_fields(op, {"area_kind": str, "label": (str, type(None))})
    cells = _cells(op)
    if kind == "region":
        return paint(spec, given["area_kind"], cells, given["label"] or ".")
    if kind == "line":
        return add_area(spec, given["area_kind"], cells, given["label"] or "")
    raise NoEdit("there is no such operation")


def _cells(op: Mapping[str, Any]) -> list[str]:
    """Return the cells that an operation names."""
    cells: list[str] = check_fields(op, {"cells": list})["cells"]
    if len(cells) > MOST_CELLS or not all(isinstance(cell, str) for cell in cells):
        raise NoEdit("cells are names of cells")
    return cells


def _value(value: object, depth: int = 2) -> Any:
    """Return a value that may be printed: lists of lists are deep enough. Raise `NoEdit` for anything else."""
    if isinstance(value, list) and len(value) <= MOST_MEMBERS and depth:
        return [_value(member, depth - 1) for member in value]
    if value is None or isinstance(value, (bool, str)) or (isinstance(value, int) and abs(value) < 10**15):
        return value
    raise NoEdit("this cannot be printed")


def _typed_value(value: Any, op: Mapping[str, Any], spec: EditableSpec, before: Spec | None, asked: Asked) -> Any:
    """Return a value as it is meant: what was typed is a number if it looks like one, unless texts are printed there."""
    if isinstance(value, list):
        return [_typed_value(member, op, spec, before, asked) for member in value]
    if not isinstance(value, str) or resolve(value) == value:
        return value
    if value == NOTHING:
        return None
    meant = resolve(value)
    return value if meant is None or are_texts(value, op, spec.document, before, asked.folder) else meant


def _without_clues(text: str, op: Mapping[str, Any], before: Spec | None) -> str:
    """Return the text without the clues of an area that was removed."""
    if before is None or op.get("kind") != "remove" or op.get("label") is None:
        return text
    grid = next((grid for grid in before.grids if grid.name == (op.get("grid") or "")), before.grids[0])
    areas = {id(area): area.name for kind in grid.kinds if kind.name == op["area_kind"] for area in kind}
    for group in grid.clue_groups:
        labels = [areas[id(clue.place)] for clue in group if id(clue.place) in areas]
        if labels and op["label"].isdecimal():
            raise NoEdit(f"clues of `{group.name}` call the areas by their numbers, which would change; edit it in the text")
        if op["label"] in labels:
            spec = editable(read_text(text, FILE), grid.name)
            key = next((key for key in (op["label"], f"{op['area_kind']}.{op['label']}") if _has_clue(spec, group.name, key)), "")
            text = apply_edits(text, set_clue(spec, group.name, key or op["label"], None))
    return text


def _has_clue(spec: EditableSpec, group: str, key: str) -> bool:
    clues = spec.own.get("clues")
    node = clues.get(group) if isinstance(clues, type(spec.document)) else None
    return isinstance(node, type(spec.document)) and any(key_node.text == key for key_node, _ in node.items)


def _difference(before: str, after: str) -> list[Edit]:
    """Return one edit that makes one text of another, as small as it can be; none if they are the same."""
    if before == after:
        return []
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    end = next((at for at in range(shorter - start) if before[-1 - at] != after[-1 - at]), shorter - start)
    source = read_text(before, FILE).span.source
    return [Edit(source.span(start, len(before) - end), after[start : len(after) - end])]


def _check(before: str, after: str, ops: Sequence[Mapping[str, Any]], old_spec: Spec | None, asked: Asked) -> None:
    """Raise `NoEdit` if edits would change anything but what was asked for. A puzzle with mistakes keeps its other sections."""
    document, new = read_text(before, FILE), read_text(after, FILE)
    sections = {"givens" if "layer" in op else "clues" if "group" in op else "areas" for op in ops}
    own = [key.text for key, _ in document.items if key.text not in sections]
    others = [key.text for key, _ in new.items if key.text not in sections]
    if own != others and [key for key in own if key != "clues"] != [key for key in others if key != "clues"]:
        raise NoEdit("this would change other parts of the text; edit it in the text")
    new_spec = None if old_spec is None else _load(after, asked)
    if old_spec is None or new_spec is None:
        return  # the page shows what is wrong
    op = ops[-1]  # one of areas comes alone
    was, now = _printed_items(old_spec, op), _printed_items(new_spec, op)
    meant = {key: operation for operation in ops for key in _places_of(operation)}
    if {key for key in {*was, *now} if was.get(key) != now.get(key)} - meant.keys():
        raise NoEdit("this would change other givens or clues too; edit it in the text")
    if meant:
        if any((key in now) is (operation.get("value") in (None, NOTHING)) for key, operation in meant.items()):
            raise NoEdit("this cannot be changed on the board; edit it in the text")
    elif not _are_as_meant(
        _areas(old_spec, op), _areas(new_spec, op), op, is_path=is_path(op["area_kind"], document, asked.folder)
    ):
        raise NoEdit("this would change other areas too; edit it in the text")


def _printed_items(spec: Spec, op: Mapping[str, Any]) -> dict[tuple[str, ...], Any]:
    """Return the printed values by kind and place, without the clues of an area that an operation removes."""
    printed: dict[tuple[str, ...], Any] = {}
    for grid in spec.grids:
        for given in grid.givens:
            printed["given", grid.name, given.layer.name, given.layer.place_name(given.position)] = value_json(given.value)
        kinds = {id(area): kind.name for kind in grid.kinds for area in kind}
        for group in grid.clue_groups:
            for clue in group:
                if not _goes(clue.place, kinds, grid, op):
                    printed["clue", grid.name, group.name, place_name(clue.place)] = value_json(clue.value)
        for kind in grid.kinds:
            if not (kind.name == op.get("area_kind") and grid.name == (op.get("grid") or "")):
                printed["areas", grid.name, kind.name] = [(area.name, _names(area)) for area in kind]
    return printed


def _goes(place: object, kinds: Mapping[int, str], grid: Grid, op: Mapping[str, Any]) -> bool:
    is_removed = op.get("kind") == "remove" and isinstance(place, Area) and place.name == op.get("label")
    return is_removed and kinds.get(id(place)) == op.get("area_kind") and grid.name == (op.get("grid") or "")


def _places_of(op: Mapping[str, Any]) -> set[tuple[str, ...]]:
    """Return the keys of the printed values that an operation changes."""
    grid = op.get("grid") or ""
    if "layer" in op:
        return {("given", grid, op["layer"], op["place"])}
    return {("clue", grid, op["group"], op["place"])} if "group" in op else set()


def _areas(spec: Spec, op: Mapping[str, Any]) -> list[Area]:
    """Return the areas of the kind that an operation is about."""
    kinds = [kind for grid in spec.grids if grid.name == (op.get("grid") or "") for kind in grid.kinds]
    return [area for kind in kinds if kind.name == op["area_kind"] for area in kind]


def _are_as_meant(areas: Sequence[Area], now: Sequence[Area], op: Mapping[str, Any], *, is_path: bool) -> bool:
    """Check whether areas are those that there should be after an operation."""
    if op["kind"] == "region":
        return _labels(now) == _paint(_labels(areas), op)
    kept, shown = [_names(area) for area in areas if op["kind"] == "line" or area.name != op["label"]], [*map(_names, now)]
    if op["kind"] == "remove":
        return sorted(kept) == sorted(shown)
    new = [names for names in shown if names not in kept]
    cells = [*dict.fromkeys(op["cells"])]
    is_there = cells in shown if is_path or not new else sorted(cells) == sorted(new[0])
    return is_there and len(shown) == len(kept) + 1 and all(names in shown for names in kept)


def _names(area: Area) -> list[str]:
    return [cell.name for cell in area]


def _labels(areas: Sequence[Area]) -> dict[str, str]:
    """Return the label of each cell."""
    return {cell.name: area.name for area in areas for cell in area}


def _paint(labels: dict[str, str], op: Mapping[str, Any]) -> dict[str, str]:
    label = op.get("label") or NOTHING
    kept = {cell: name for cell, name in labels.items() if cell not in op["cells"]}
    return kept if label == NOTHING else kept | dict.fromkeys(op["cells"], label)
