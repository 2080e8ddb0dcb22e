"""Fill in clues with what a solution implies: those that are written as `?`, and in the cells that are selected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gridwright.compiler.geometry.clue import Clue, ClueGroup
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader.genre_declarations import LACKING
from gridwright.compiler.records import replace

from ..authoring.editable_spec import NoEdit
from ..authoring.generating.fill import FilledClue, fill, without_lacking
from ..authoring.generating.printable import printable_groups
from ..authoring.generating.variable_clues import with_clues
from ..editing.work_process import Asked, Json
from .board_model import place_name, value_json
from .drawn_solution import drawn_solution
from .findings import clue_edit
from .request_fields import check_fields

MOST_NAMED = 5  # places in a note


def filling(text: str, op: Mapping[str, Any], asked: Asked) -> tuple[list[Json], str]:
    """Return the operations that fill clues in, and a note about those that the solution leaves open; often an empty one.

    `group` and `places`: where a clue is wanted, besides each `?` of the text. `values`: what was entered of the solution.
    """
    given = check_fields(op, {"group": str, "places": list, "values": dict, "grid": (str, type(None))})
    spec = asked.load(text, may_lack_values=True)
    solution = drawn_solution(without_lacking(spec), given["values"], asked)
    wanted = _with_open_clues(spec, given["grid"] or "", given["group"], given["places"])
    filled = fill(wanted, solution, engine=asked.options.engine, deadline=asked.deadline)
    if not filled:
        raise NoEdit("select cells without a clue first, or write `?` in them")
    ops = [
        clue_edit(filled_clue.clue.group, place_name(filled_clue.clue.place), filled_clue.grid)
        | {"value": value_json(filled_clue.values[0])}
        for filled_clue in filled
        if len(filled_clue.values) == 1
    ]
    left = [filled_clue for filled_clue in filled if len(filled_clue.values) != 1]
    if not ops:
        raise NoEdit(left[0].why_not or _text_of_rest(left))
    return ops, _text_of_rest(left) if left else ""


def _with_open_clues(spec: Spec, grid: str, name: str, places: Sequence[Any]) -> Spec:
    """Return a spec with a clue `?` at some places at which there is none."""
    group = next((group for group in printable_groups(spec) if group.grid.name == grid and group.group.name == name), None)
    if group is None:
        return spec
    taken = {id(clue.place) for clue in group.group}
    added = [
        Clue(name, LACKING, place, spec.document.span)
        for place in group.places
        if id(place) not in taken and place_name(place) in places
    ]

    def open_clues(other: ClueGroup) -> ClueGroup:
        return replace(other, clues=(*other.clues, *added)) if other is group.group else other

    return with_clues(spec, open_clues)


def _text_of_rest(left: Sequence[FilledClue]) -> str:
    """Return a sentence about clues that are not filled in."""
    places = [place_name(filled_clue.clue.place) for filled_clue in left]
    names = ", ".join(places[:MOST_NAMED]) + (", …" if len(places) > MOST_NAMED else "")
    several = any(filled_clue.values for filled_clue in left)
    return f"the solution does not say which clue stands at {names}" if several else f"no clue fits the solution at {names}"
