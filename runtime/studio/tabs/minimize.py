"""Minimise: which givens and clues can go while the solution stays the only one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gridwright.compiler.syntax.visible_text import visible

from ...authoring.minimize import NotUnique, Search
from ...authoring.printed_items import Item, Unit, items_of, removals
from ...authoring.symmetry import MOVES, NotSymmetric, units
from ...editing.diagnostics_json import Offsets, place_json
from ...editing.refused import Refused
from ...editing.work_process import Asked, Json
from ..findings import verdict_of
from ..tab import Tab

MOST_SEED = 2**31


def _minimal(request: Mapping[str, Any], asked: Asked) -> Json:
    """Return the removable items as edits of the text; `options`: `symmetry`, `only` (givens or clues), `seed`."""
    options = request.get("options") or {}
    symmetry, only, seed = options.get("symmetry"), options.get("only"), options.get("seed", 0)
    if symmetry not in (None, *MOVES) or only not in (None, "givens", "clues"):
        raise Refused(400, "a symmetry or a kind of items that is not known")
    if type(seed) is not int or not 0 <= seed < MOST_SEED:
        raise Refused(400, "a seed is a whole number from 0")
    progress = asked.progress()
    progress.enter("reading")
    spec = asked.load(request["text"])
    items = [item for item in items_of(spec) if only is None or item.is_given == (only == "givens")]
    chosen: list[Unit] = [(item,) for item in items]
    if symmetry is not None:
        try:
            chosen, _ = units(spec, items, symmetry)
        except NotSymmetric as problem:
            return {"problem": visible(str(problem))}
    try:
        minimized = Search(asked.options.engine, seed, asked.deadline, progress).minimize(spec, chosen)
    except NotUnique as problem:
        return {"problem": str(problem), "verdict": verdict_of(problem.outcome)}
    offsets = Offsets(spec.source)
    gone = [item for unit in minimized.dropped for item in unit]
    edits = [
        {"start": offsets.outside(edit.span.start), "end": offsets.outside(edit.span.end), "text": edit.text}
        for edit in removals(gone)
    ]
    return {
        "dropped": [_item(item, offsets) for item in gone],
        "kept": [_item(item, offsets) for unit in minimized.kept for item in unit],
        "text": minimized.text,
        "edits": sorted(edits, key=lambda edit: edit["start"]),
    }


def _item(item: Item, offsets: Offsets) -> Json:
    kind = "given" if item.is_given else "clue"
    words = {"kind": kind, "name": visible(item.name), "where": visible(item.where), "value": visible(item.value)}
    return words | place_json(item.place, offsets)


TAB = Tab(_minimal)
