"""`of[index]` and `of[start:stop]`: layers and fields by place, lists by position, kinds of areas by label or cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from ..geometry.area import Area, AreaKind, Line
from ..geometry.clue import Clue, ClueGroup
from ..geometry.places import Border, Cell, Corner, Direction, Link
from ..syntax import syntax_tree as e
from ..syntax.diagnostics import Code, Fault
from ..syntax.suggestions import did_you_mean
from ..values import BLANK, Field, FixedTuple, FoundList, Unknown, Value, describe, is_hashable, kind_of
from .operators import is_number, listable
from .scope import Closure, midpoints
from .spec import Grid, Grids

MOST_LABELS = 20  # that a message lists
PLACES = (Cell, Link, Border, Corner, Direction)
Missing = Callable[..., Value]  # from a message, and what to do


def item(of: Value, index: Value, literal: bool, missing: Missing) -> Value:
    """Return `of[index]`. `literal`: the index is written as a number and may be negative; `missing` handles absent ones."""
    if type(index) is int and isinstance(of, (list, tuple)) and 0 <= index < len(of):  # as it is nearly always
        return of[index]
    if index is BLANK or of is BLANK:
        return BLANK
    if isinstance(of, Field):
        return _field_item(of, index, literal, missing)
    if isinstance(of, AreaKind):
        return _area_item(of, index, literal, missing)
    if isinstance(of, Grids):
        member = next((grid for grid in of if grid.name == index), None)
        called = f"write grids['{of[0].name}']; all names are {', '.join(grid.name for grid in of)}"
        return member if member is not None else missing(f"there is no grid {describe(index)}", called)
    if isinstance(of, ClueGroup) and type(index) is not Fraction and not isinstance(index, int):
        member = of.at(_clue_place(of, index))
        is_absent = member is BLANK and isinstance(index, tuple)
        return _absent_tuple([clue.place for clue in of], of.name, index, missing) if is_absent else member
    if isinstance(of, dict):
        key = key_of(index)
        return of[key] if is_hashable(key) and key in of else missing(f"the mapping has no key {describe(index)}")
    if isinstance(of, (list, tuple, range, str, Area, ClueGroup)):
        return _position(of, index, literal, missing)
    single = "a single value has no members; for the value at a cell, write the cell as the only index, as in layer[r1c1]"
    help = single if is_number(index) and (isinstance(of, Unknown) or is_number(of)) else ""
    if is_number(index) and isinstance(of, (Link, Border, Corner)):
        help = "its cells are a list: write .cells[0] for the first of them"
    if isinstance(of, Grid):
        help = f"write a layer after its name, and the place in brackets behind that: {of.name}.number[...]"
    raise Fault(Code.WRONG_KIND, f"{kind_of(of)} cannot have an index in brackets", help)


def is_literal(index: e.Expression) -> bool:
    """Check whether an index is written as a constant, with a sign or without."""
    return isinstance(index.operand if isinstance(index, e.Unary) else index, e.Constant)


def key_of(index: Value) -> Value:
    """Return the key of an index in a mapping. Directions and places have their names as keys, as under `data`."""
    return str(index) if isinstance(index, PLACES) else index


def _position(of: Value, index: Value, literal: bool, missing: Missing) -> Value:
    if not is_number(index):
        raise Fault(Code.WRONG_KIND, f"a position in {kind_of(of)} must be a number, but got {kind_of(index)}")
    if type(index) is not int:
        return missing(f"a position in {kind_of(of)} must be a whole number, but got {describe(index)}")
    if -len(of) <= index < len(of) and (index >= 0 or literal):
        return of[index]
    if isinstance(of, FoundList):
        return BLANK
    what = "" if index >= 0 or literal else "; a negative index must be written as a number"
    counting = "counting from 0" + f", so the last is {len(of) - 1}" * bool(len(of))
    message = f"there is no index {describe(index)} in {kind_of(of)} of {len(of)} ({counting}){what}"
    if isinstance(of, FixedTuple) and literal:
        raise Fault(Code.OUT_OF_RANGE, message)
    return missing(message)


def _field_item(field: Field, index: Value, literal: bool, missing: Missing) -> Value:
    position = position_in(field, index)
    if position is not None:  # an area can be a place too: helper[row]
        return field[position]
    if _is_pair(index):
        _check_grid(field, index)
        return _absent_tuple(field.places, describe(field), index, missing)
    if isinstance(index, (list, Area, AreaKind, range, Field)):
        places = index.cells if isinstance(index, Area) else tuple(listable(index))
        present = field.positions_at(places)
        if present is not None:  # as nearly always
            return field.part(places, present)
        return Field(places, lambda position: item(field, places[position], False, missing))
    if (
        isinstance(index, tuple)
        and index
        and all(map(is_number, index))
        and any(isinstance(place, Cell) for place in field.places)
    ):
        row, column = (*index, 1)[:2]
        raise Fault(
            Code.WRONG_KIND,
            f"{describe(field)} has no place {describe(index)}",
            ("write the cell: " + f"[r{row}c{column}], counted from 1, or " * (min(row, column) > 0))
            + f"[cell({row}, {column})], counted from 0",
        )
    if is_number(index):
        if field.places and all(is_number(place) for place in field.places):
            return missing(f"there is no place {describe(index)} in this layer")
        return _position(field, index, literal, missing)
    if isinstance(index, tuple):
        _check_direction(field, index)
        return _absent_tuple(field.places, describe(field), index, missing)
    if isinstance(index, (bool, str, Closure)):
        raise Fault(
            Code.WRONG_KIND, f"the index of a field must be one of its places, but got {kind_of(index)} ({describe(index)})"
        )
    if isinstance(index, PLACES) and field.places and not any(type(index) is type(place) for place in field.places):
        kind = kind_of(field.places[0]).split()[-1]
        has_some = isinstance(index, Cell) and f"{kind}s" in Cell.attributes
        help = f"for those of the cell, write {describe(field)}[{index}.{kind}s], which are several values" if has_some else ""
        return missing(f"the places of {describe(field)} are {kind}s, but got {kind_of(index)} ({index})", help)
    if isinstance(index, Clue) and not any(isinstance(place, Clue) for place in field.places):
        where = "cell" if isinstance(index.place, Cell) else "line" if isinstance(index.place, Line) else "area"
        where = where if isinstance(index.place, (Cell, Area)) else "link"
        raise Fault(Code.WRONG_KIND, "a clue is no place", f"write its place: clue.{where}")
    if isinstance(index, ClueGroup) and not any(isinstance(place, Clue) for place in field.places):
        help = f"write the places of its clues, such as {describe(field)}[[clue.cell for clue in {index.name}]]"
        raise Fault(Code.WRONG_KIND, f"`{index.name}` is a clue group, and no place", help)
    _check_grid(field, index)
    return BLANK  # a place that this field does not have


def _check_direction(field: Field, index: tuple[Value, ...]) -> None:
    """Raise `Fault` for a cell and a direction, which no layer has for a place unless it lies over such pairs."""
    if not (len(index) == 2 and isinstance(index[0], Cell) and isinstance(index[1], Direction) and field.places):
        return
    place, name, (cell, way) = field.places[0], describe(field), index
    if isinstance(place, Border):
        help = f"write the border: {name}[side({cell}, {way})]"
    elif isinstance(place, Link):
        help = f"write the two cells: {name}[{cell}, step({cell}, {way})]"
    elif isinstance(place, Cell):
        help = f"write the cell: {name}[step({cell}, {way})]"
    else:
        return
    raise Fault(Code.WRONG_KIND, f"a cell and a direction, ({cell}, {way}), are no place of {name}", help)


def _check_grid(field: Field, index: Value) -> None:
    """Raise `Fault` for a place of another grid, which no layer of this one can have a value at."""
    own = next((_grid_of(cell) for place in field.places[:1] for cell in _cells_of(place)), None)
    for cell in _cells_of(index):
        other = _grid_of(cell)
        if own not in (None, other):
            place = cell if isinstance(index, tuple) else index
            kind = kind_of(field.places[0]).split()[-1]
            by = "its row and column" if kind == "cell" else "the rows and columns of its cells"
            shown = f"{place} is {kind_of(place)} of the grid `{other}`"
            raise Fault(
                Code.WRONG_KIND,
                f"{shown}, and {describe(field)} has a value for each {kind} of `{own}`",
                f"write the {kind} of `{own}` that is meant, for example by {by}: {own}.cell(c.row, c.column)",
            )


def _grid_of(cell: Cell) -> str:
    return getattr(cell.board, "name", "")


def _cells_of(place: Value) -> Sequence[Cell]:
    """Return the cells of a place of a board, or of a pair of cells."""
    if isinstance(place, Cell):
        return [place]
    if isinstance(place, (Link, Border, Corner)):
        return place.cells
    return [member for member in place if isinstance(member, Cell)] if isinstance(place, tuple) else []


def _absent_tuple(places: Sequence[Value], name: str, index: tuple[Value, ...], missing: Missing) -> Value:
    """Return blank for a tuple that is none of the places; a mistake if these are all cells, so that no tuple can be one."""
    if not places or not all(isinstance(place, Cell) for place in places) or not all(isinstance(at, Cell) for at in index):
        return BLANK
    shown = ", ".join(map(str, index))
    return missing(
        f"{name} has a value for each cell, and none between cells: [{shown}] is not one of its places",
        f"for the values at these cells, write a list inside the brackets: {name}[[{shown}]]",
    )


def _area_item(kind: AreaKind, index: Value, literal: bool, missing: Missing) -> Value:
    if isinstance(index, str):
        labelled = kind.area_at(index)
        labels = [area.name for area in kind]
        help = did_you_mean(index, labels) or f"its labels are {', '.join(labels)}" * (0 < len(labels) <= MOST_LABELS)
        return labelled if labelled is not None else missing(f"`{kind.name}` has no area {describe(index)}", help)
    if isinstance(index, Cell):
        holding = kind.holding(index)
        if len(holding) > 1:
            raise Fault(
                Code.WRONG_KIND,
                f"{index} lies in {len(holding)} areas of `{kind.name}`",
                f"covering({index}, ...) gives all of them",
            )
        return holding[0] if holding else BLANK
    if is_number(index):
        numbered = [area.name for area in kind if area.name.isdecimal()] if not kind.is_list else []
        if numbered:  # a number might be meant as a label, or as a position
            label = str(index) if str(index) in numbered else numbered[0]
            message = f"areas of `{kind.name}` have numbers as labels, so a number is no index"
            raise Fault(Code.WRONG_KIND, message, f"write the label in quotes: {kind.name}['{label}']")
        return _position(kind, index, literal, missing)
    words = f"the index of `{kind.name}` must be a cell, a label in quotes or a position, but got {kind_of(index)}"
    raise Fault(Code.WRONG_KIND, words)


def _clue_place(group: ClueGroup, index: Value) -> Value:
    if isinstance(index, (list, AreaKind, Field)):
        message = f"`{group.name}` is a clue group: its index is one place, but got {kind_of(index)}"
        raise Fault(
            Code.WRONG_KIND, message, f"for the clues at several places, write a loop: [{group.name}[place] for place in ...]"
        )
    if not _is_pair(index):
        return index
    return next((place for place in midpoints(index[0], index[1]) if group.at(place) is not BLANK), None)


def position_in(field: Field, index: Value) -> int | None:
    """Return the position of a place in a field, or of the midpoint of two cells; None if it is not there.

    Most cells are the ends of a link, which comes before its border. So borders are not made where a layer is over links.
    """
    position = field.position(index)
    if position is not None or not _is_pair(index):
        return position
    first, second = index
    link = first.board.link_between.get((first, second))
    position = None if link is None else field.position(link)
    if position is not None:
        return position
    return next((at for place in midpoints(first, second) if (at := field.position(place)) is not None), None)


def _is_pair(index: Value) -> bool:
    return isinstance(index, tuple) and len(index) == 2 and type(index[0]) is Cell is type(index[1])


def slice_list(of: Value, cut: slice) -> Value:
    """Return `of[cut]`, by position."""
    if of is BLANK:
        return BLANK
    if cut.step == 0:
        raise Fault(Code.WRONG_ARGUMENTS, "the step of a slice cannot be 0", "leave the step out, or write 1")
    if isinstance(of, Field):
        positions = range(len(of))[cut]
        return Field([of.places[i] for i in positions], lambda i: of[positions[i]])
    if isinstance(of, (AreaKind, ClueGroup, Grids)):
        return list(of)[cut]
    if isinstance(of, FoundList):
        return FoundList(of[cut])
    if isinstance(of, (list, tuple, range, str, Area)):
        return of[cut]
    raise Fault(Code.WRONG_KIND, f"you cannot take a slice of {kind_of(of)}")
