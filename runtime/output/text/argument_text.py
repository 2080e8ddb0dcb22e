"""Say an argument in words: what would be wrong otherwise."""

from __future__ import annotations

from ...steps.argument import Argument, ArgumentKind
from .fact_text import is_thing, value_text
from .places_in_words import list_of_spots
from .print_text import number_of


def argument_text(argument: Argument) -> str:
    """Return the consequence of the opposite, as the end of a sentence that begins with "otherwise"."""
    inside, sure, kind = argument.inside, argument.sure, argument.kind
    by = f" by {list_of_spots(argument.around)}" if argument.around else ""
    if kind is ArgumentKind.CUT_OFF:
        return f"{list_of_spots(sure or inside)} would be cut off from the rest{by}"
    if kind is ArgumentKind.SMALL_LOOP:
        return f"{list_of_spots(inside)} would close a small loop"
    if kind is ArgumentKind.TOO_SMALL and argument.number == 0:
        return f"{list_of_spots(inside[:1])} would be in no group"
    if kind is ArgumentKind.TOO_SMALL:
        where = f" ({list_of_spots(inside)})" if len(inside) > 1 else ""
        return f"the group of {list_of_spots(inside[:1])} could not grow beyond {number_of(argument.number or 0, 'place')}{where}"
    if kind is ArgumentKind.TOO_LARGE:
        places = number_of(argument.number or 0, "place")
        return f"the group of {list_of_spots(inside[:1])} would have {places} or more: {list_of_spots(inside)}"
    if kind is ArgumentKind.JOINED:
        between = f" through {list_of_spots(inside[1:-1])}" if len(inside) > 2 else ""
        return f"{list_of_spots(inside[:1])} would be joined to {list_of_spots(inside[-1:])}{between}"
    if kind is ArgumentKind.APART:
        others = list_of_spots(sure[1:]) if len(sure) > 1 else "what it belongs to"
        return f"{list_of_spots(sure[:1])} could not be joined to {others}{by}"
    more = f"{'at most' if kind is ArgumentKind.TOO_LITTLE else 'at least'} {argument.number}"
    if argument.counted:
        variable, value = argument.counted.variable, argument.counted.value
        if is_thing(variable):
            like = f"have {value_text(variable, bool(value) == argument.counted.holds)}"
        else:
            like = f"{'' if argument.counted.holds else 'not '}be {value_text(variable, value)}"
        if more == "at most 0" and like.startswith("not "):
            return f"all of {list_of_spots(inside)} would {like.removeprefix('not ')}"
        return f"{'none' if more == 'at most 0' else more} of {list_of_spots(inside)} would {like}"
    return f"{list_of_spots(inside)} would add up to {more}"
