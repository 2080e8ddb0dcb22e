"""Say facts in words: which values places have, do not have, or have left."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader.display import glyph_of
from gridwright.compiler.values import BLANK, Value, typed_key

from ...steps.fact import Fact
from .lists_in_words import list_of
from .places_in_words import list_of_variables

MOST_LEFT = 3  # values that are named instead of more that are excluded
SHORTEST_RUN = 3  # whole numbers in a row that are named by the first and the last


def sentence(spec: Spec, facts: Sequence[Fact], most: int | None = None) -> str:
    """Return facts in words: `r1c1 and r1c2 are not 4 and r2c1 is 3`. Of places with the same values, at most some are named."""
    several = len([layer for layer in spec.layers if not layer.hidden]) > 1 or any(fact.variable.layer.hidden for fact in facts)
    by_place: dict[tuple[Variable, bool], list[Value]] = {}
    for fact in sorted(facts, key=lambda stated: (not stated.holds, stated.variable.position)):
        value, holds = fact.value, fact.holds
        if value is False and _is_truth(fact.variable):
            value, holds = True, not holds
        by_place.setdefault((fact.variable, holds), []).append(value)
    by_text: dict[tuple[str, str], list[Variable]] = {}
    for (variable, holds), values in by_place.items():
        layer = f"{variable.layer.name} at " if several and not isinstance(values[0], bool) and not variable.layer.single else ""
        words = _one_of(variable, values) if holds else _none_of(variable, values)
        by_text.setdefault((layer, words), []).append(variable)
    return list_of(
        [f"{layer}{list_of_variables(places, most)} {_verb(places)} {words}" for (layer, words), places in by_text.items()]
    )


def _verb(places: Sequence[Variable]) -> str:
    """Return the verb between places and their values: a place is 3 or shaded, and has a star."""
    if is_thing(places[0]):
        return "has" if len(places) == 1 else "have"
    return "is" if len(places) == 1 else "are"


def is_thing(variable: Variable) -> bool:
    """Check whether a layer says where something is: it has truth values, and its name is a way of drawing, such as `star`."""
    return _is_truth(variable) and glyph_of(variable.layer.name) is not None


def _one_of(variable: Variable, values: Sequence[Value]) -> str:
    """Return values in words: `1, 2 or 5 to 9`, `shaded` or `a star`."""
    if not all(type(value) is int for value in values):
        return list_of([value_text(variable, value) for value in values], "or")
    words: list[str] = []
    for _, numbered in groupby(enumerate(sorted(values)), lambda pair: pair[1] - pair[0]):
        run = [value for _, value in numbered]
        words += [f"{run[0]} to {run[-1]}"] if len(run) >= SHORTEST_RUN else map(str, run)
    return list_of(words, "or")


def _none_of(variable: Variable, excluded: Sequence[Value]) -> str:
    """Return that a place has none of some values: `not 2 or 3`, `at least 6`, `no star` or, if few values are left, `8 or 9`."""
    if is_thing(variable):
        return f"no {variable.layer.name}"
    keys = {typed_key(value) for value in excluded}
    left = [value for value in (*variable.layer.values, *[BLANK] * variable.layer.blank) if typed_key(value) not in keys]
    if 0 < len(left) <= MOST_LEFT and len(left) < len(keys):
        return _one_of(variable, left)
    numbers = [value for value in (*left, *excluded) if type(value) is int]
    if left and len(excluded) >= SHORTEST_RUN and len(numbers) == len(left) + len(excluded):
        if min(left) > max(excluded):
            return f"at least {min(left)}"
        if max(left) < min(excluded):
            return f"at most {max(left)}"
    return f"not {_one_of(variable, excluded)}"


def _is_truth(variable: Variable) -> bool:
    return not variable.layer.blank and all(isinstance(value, bool) for value in variable.layer.values)


def value_text(variable: Variable, value: Value) -> str:
    """Return a value of a place in words: `blank`, a number or a label, or the name of a layer that is true or false."""
    if is_thing(variable):
        name = variable.layer.name
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}" if value else f"no {name}"
    if value is BLANK:
        return "blank"
    if isinstance(value, bool):
        return variable.layer.name if value else f"false ({variable.layer.name})"
    return str(value)
