"""Regions that are drawn by their walls. Where walls shut off a part of a region, it becomes a region of its own.

The page sends all walls that it knows with each stroke. The regions are those of the newest text. So a wall can be taken away
again before the page has drawn the region that it made.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from gridwright.compiler.geometry.places import Link
from gridwright.compiler.syntax.yaml_nodes import read_text

from ..authoring.board_edits import areas_of
from ..authoring.editable_spec import NoEdit, editable
from ..editing.work_process import FILE
from .request_fields import check_fields

MOST_LINKS = 20_000


def region_operations(text: str, op: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the operations on regions that a stroke of walls comes to, in their order.

    `op` has `area_kind`; `links`, the names of the links that the stroke crosses; `removed`, whether it takes walls away; and
    `walls`, the names of all links with a wall. Raise `NoEdit` if one of these is not the name of a link of the board.
    """
    given = check_fields(op, {"area_kind": str, "links": list, "removed": bool, "walls": list, "grid": (str, type(None))})
    name = given["grid"] or ""
    spec = editable(read_text(text, FILE), name)
    by_name = {link.name: link for link in spec.board.links}
    areas = areas_of(spec, given["area_kind"])
    labels = {cell: label for label, cells in areas.items() for cell in cells}
    region = {"kind": "region", "area_kind": given["area_kind"], **({"grid": name} if name else {})}
    if given["removed"]:
        return [{**region, "cells": cells, "label": label} for cells, label in _joins(_links(given["links"], by_name), labels)]
    walls = {*_links(given["links"], by_name), *_links(given["walls"], by_name)}
    cells = [cell.name for cell in spec.board.cells]
    return [{**region, "cells": part, "new": True} for part in _shut_off(cells, spec.board.links, labels, walls)]


def _links(names: list[Any], by_name: Mapping[str, Link]) -> list[Link]:
    if len(names) > MOST_LINKS or not all(isinstance(name, str) and name in by_name for name in names):
        raise NoEdit("links are names of two cells side by side")
    return [by_name[name] for name in names]


def _joins(links: Collection[Link], labels: dict[str, str]) -> Iterator[tuple[list[str], str]]:
    """Yield the cells of each region that becomes part of another one, with the label of that one."""
    for link in links:
        label, other = (labels.get(cell.name) for cell in link.cells)
        if label is None or other is None or label == other:
            continue
        cells = [cell for cell, label_of_cell in labels.items() if label_of_cell == other]
        labels.update(dict.fromkeys(cells, label))
        yield cells, label


def _shut_off(
    cells: Collection[str], links: Collection[Link], labels: Mapping[str, str], walls: Collection[Link]
) -> Iterator[list[str]]:
    """Yield the parts of regions that walls shut off: of each region all parts but the largest."""
    beside: dict[str, list[str]] = {cell: [] for cell in cells}
    for link in links:
        first, second = (cell.name for cell in link.cells)
        if link not in walls and labels.get(first) == labels.get(second):
            beside[first].append(second)
            beside[second].append(first)
    parts_of_label: dict[str | None, list[list[str]]] = {}
    reached: set[str] = set()
    for cell in cells:
        if cell not in reached:
            part = [cell]
            reached.add(cell)
            for member in part:
                new = [other for other in beside[member] if other not in reached]
                reached.update(new)
                part += new
            parts_of_label.setdefault(labels.get(cell), []).append(part)
    at_walls = {cell.name for link in walls for cell in link.cells}
    for parts in parts_of_label.values():
        smaller = sorted(parts, key=len, reverse=True)[1:]
        yield from (part for part in smaller if not at_walls.isdisjoint(part))
