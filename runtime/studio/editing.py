"""Answer what is done on the board by edits of the text, once it is sure that they change that and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import read_text

from ..authoring.board_edits import (
    EditableSpec,
    NoEdit,
    add_area,
    editable,
    paint,
    remove_area,
    set_clue,
    set_given,
)
from ..authoring.text_edits import Edit, edited
from .board_model import place_name, value_json
from .diagnostics_json import Offsets
from .request_fields import checked
from .work_process import FILE, Asked, Json

MOST_CELLS = 10_000
MOST_MEMBERS = 50  # of a value that is a list


def edit(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return the edits that an operation comes to, or why there are none."""
    text, op = request["text"], request["op"]
    try:
        spec = editable(read_text(text, FILE), checked(op, {"grid": (str, type(None))})["grid"] or "")
        edits = _edits(spec, op)
        _check(text, edited(text, edits), op, asked)
    except SpecError as problem:
        first = problem.diagnostics[0]
        where = f" (line {first.span.line})" if first.span else ""
        return {"error": f"mend the text first: {first.message}{where}"}
    except NoEdit as problem:
        return {"error": str(problem)}
    offsets = Offsets(text)
    found = [
        {"start": offsets.outside(each.span.start), "end": offsets.outside(each.span.end), "text": each.text} for each in edits
    ]
    return {"edits": sorted(found, key=lambda each: (each["start"], each["end"]))}


def _edits(spec: EditableSpec, op: Mapping[str, Any]) -> list[Edit]:
    kind = checked(op, {"kind": str})["kind"]
    if kind in ("given", "clue") or (kind == "remove" and "place" in op):
        name = "layer" if "layer" in op else "group"
        given = checked(op, {name: str, "place": str})
        value = None if kind == "remove" else _value(op.get("value"))
        return (set_given if name == "layer" else set_clue)(spec, given[name], given["place"], value)
    if kind == "remove":
        given = checked(op, {"area_kind": str, "label": str})
        return remove_area(spec, given["area_kind"], given["label"])
    given = checked(op, {"area_kind": str, "cells": list, "label": (str, type(None))})
    cells = given["cells"]
    if len(cells) > MOST_CELLS or not all(isinstance(cell, str) for cell in cells):
        raise NoEdit("cells are names of cells")
    if kind == "region":
        return paint(spec, given["area_kind"], cells, given["label"] or ".")
    if kind == "line":
        return add_area(spec, given["area_kind"], cells, given["label"] or "")
    raise NoEdit("there is no such operation")


def _value(value: object) -> Any:
    """Return a value that may be printed. Raise `NoEdit` for anything else."""
    if isinstance(value, list) and len(value) <= MOST_MEMBERS and not any(isinstance(member, (list, dict)) for member in value):
        return [_value(member) for member in value]
    if value is None or isinstance(value, (bool, str)) or (isinstance(value, int) and abs(value) < 10**15):
        return value
    raise NoEdit("this cannot be printed")


def _check(before: str, after: str, op: Mapping[str, Any], asked: Asked) -> None:
    """Raise `NoEdit` if edits would change anything but what was asked for. A puzzle with mistakes keeps its other sections."""
    document, new = read_text(before, FILE), read_text(after, FILE)
    section = "givens" if "layer" in op else "clues" if "group" in op else "areas"
    own = [key.text for key, _ in document.items if key.text != section]
    others = [key.text for key, _ in new.items if key.text != section]
    if own != others:
        raise NoEdit("this would change other parts of the text; edit it in the text")
    try:
        old_spec, new_spec = asked.load(before), asked.load(after)
    except SpecError:
        return  # the page shows what is wrong
    was, now = _printed(old_spec), _printed(new_spec)
    if {key for key in {*was, *now} if was.get(key) != now.get(key)} - _meant(op):
        raise NoEdit("this would change other givens or clues too; edit it in the text")


def _printed(spec: Spec) -> dict[tuple[str, ...], Any]:
    found: dict[tuple[str, ...], Any] = {}
    for grid in spec.grids:
        for given in grid.givens:
            found["given", grid.name, given.layer.name, given.layer.place_name(given.position)] = value_json(given.value)
        for group in grid.clue_groups:
            for clue in group:
                found["clue", grid.name, group.name, place_name(clue.place)] = value_json(clue.value)
    return found


def _meant(op: Mapping[str, Any]) -> set[tuple[str, ...]]:
    """Return what an operation is about, among what is printed."""
    grid = op.get("grid") or ""
    if "layer" in op:
        return {("given", grid, op["layer"], op["place"])}
    return {("clue", grid, op["group"], op["place"])} if "group" in op else set()
