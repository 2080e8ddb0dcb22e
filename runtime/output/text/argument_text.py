"""Say an argument in words: what would be wrong otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from gridwright.compiler.geometry.places import Cell

from ...steps.argument import Argument, ArgumentKind, Spot
from .print_text import counted

MOST_PLACES = 8  # that are named


def argument_text(argument: Argument) -> str:
    """Return what would be wrong, as the end of a sentence that begins with "otherwise"."""
    inside, sure, kind = argument.inside, argument.sure, argument.kind
    by = f" by {named(argument.around)}" if argument.around else ""
    if kind is ArgumentKind.CUT_OFF:
        return f"{named(sure or inside)} would be cut off from the rest{by}"
    if kind is ArgumentKind.SMALL_LOOP:
        return f"{named(inside)} would close a small loop"
    if kind is ArgumentKind.TOO_SMALL:
        where = f" ({named(inside)})" if len(inside) > 1 else ""
        return f"the group of {named(inside[:1])} could not grow beyond {counted(argument.number or 0, 'place')}{where}"
    if kind is ArgumentKind.TOO_LARGE:
        return f"the group of {named(inside[:1])} would have {counted(argument.number or 0, 'place')} or more: {named(inside)}"
    if kind is ArgumentKind.JOINED:
        between = f" through {named(inside[1:-1])}" if len(inside) > 2 else ""
        return f"{named(inside[:1])} would be joined to {named(inside[-1:])}{between}"
    if kind is ArgumentKind.APART:
        return f"{named(sure[:1])} could not be joined to {named(sure[1:]) if len(sure) > 1 else 'what it belongs to'}{by}"
    more = "at most" if kind is ArgumentKind.TOO_LITTLE else "at least"
    return f"{named(inside)} would add up to {more} {argument.number}"


def named(spots: Sequence[Spot]) -> str:
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
