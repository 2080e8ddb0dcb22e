"""Say an argument in words: what would be wrong otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.geometry.places import Cell

from ...steps.argument import Argument, ArgumentKind, Spot
from .print_text import number_of

MOST_PLACES = 8  # that are named


def argument_text(argument: Argument) -> str:
    """Return the consequence of the opposite, as the end of a sentence that begins with "otherwise"."""
    inside, sure, kind = argument.inside, argument.sure, argument.kind
    by = f" by {list_of_places(argument.around)}" if argument.around else ""
    if kind is ArgumentKind.CUT_OFF:
        return f"{list_of_places(sure or inside)} would be cut off from the rest{by}"
    if kind is ArgumentKind.SMALL_LOOP:
        return f"{list_of_places(inside)} would close a small loop"
    if kind is ArgumentKind.TOO_SMALL and argument.number == 0:
        return f"{list_of_places(inside[:1])} would be in no group"
    if kind is ArgumentKind.TOO_SMALL:
        where = f" ({list_of_places(inside)})" if len(inside) > 1 else ""
        return (
            f"the group of {list_of_places(inside[:1])} could not grow beyond {number_of(argument.number or 0, 'place')}{where}"
        )
    if kind is ArgumentKind.TOO_LARGE:
        places = number_of(argument.number or 0, "place")
        return f"the group of {list_of_places(inside[:1])} would have {places} or more: {list_of_places(inside)}"
    if kind is ArgumentKind.JOINED:
        between = f" through {list_of_places(inside[1:-1])}" if len(inside) > 2 else ""
        return f"{list_of_places(inside[:1])} would be joined to {list_of_places(inside[-1:])}{between}"
    if kind is ArgumentKind.APART:
        others = list_of_places(sure[1:]) if len(sure) > 1 else "what it belongs to"
        return f"{list_of_places(sure[:1])} could not be joined to {others}{by}"
    more = "at most" if kind is ArgumentKind.TOO_LITTLE else "at least"
    if argument.counted:
        number = "none" if more == "at most" and argument.number == 0 else f"{more} {argument.number}"
        return f"{number} of {list_of_places(inside)} would be {argument.counted}"
    return f"{list_of_places(inside)} would add up to {more} {argument.number}"


def list_of_places(spots: Sequence[Spot]) -> str:
    """Return places as a list in a sentence, at most a few of them by name."""
    names = [_name(spot) for spot in spots[:MOST_PLACES]]
    if len(spots) > MOST_PLACES:
        names.append(f"{len(spots) - MOST_PLACES:,} more")
    *others, end = names or ["the rest"]
    return f"{', '.join(others)} and {end}" if others else end


def _name(spot: Spot) -> str:
    grid, place = spot
    if isinstance(place, tuple) and all(isinstance(part, Cell) for part in place):
        place = "-".join(map(str, place))
    return f"{grid} {place}" if grid else str(place)
