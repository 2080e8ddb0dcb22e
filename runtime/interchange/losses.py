"""Name what a format cannot hold: libraries with what they print, and areas, clues and givens that nothing has taken."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gridwright.compiler.library import libraries
from gridwright.compiler.syntax.yaml_nodes import Mapping

from .puzzle import Loss, Puzzle, place_name


def printed_names(library: str) -> list[str]:
    """Return the names of the areas and clues that a library prints.

    >>> printed_names("killer"), printed_names("unheard_of")
    (['cages', 'cage_sum'], [])
    """
    if library not in libraries():
        return []
    document = libraries()[library].document
    nodes = [node for key in ("areas", "clues") if isinstance(node := document.get(key), Mapping)]
    return [key.text for node in nodes for key, _ in node.items]


def of_library(puzzle: Puzzle, library: str, program: str) -> Loss | None:
    """Return what is lost without a library; None if it has no rules. What is no library of the language is among `own`.

    >>> of_library(Puzzle(height=4, width=4, clues={"x_sum": {("left", 0): 5}}), "x_sums", "a line").message
    'the rules of `x_sums`, which a line does not have, with 1 of `x_sum`'
    """
    if library not in libraries():
        return None
    counts = {each: len(puzzle.areas.get(each, ())) or len(puzzle.clues.get(each, ())) for each in printed_names(library)}
    more = "".join(f", with {count} of `{each}`" for each, count in counts.items() if count)
    has_rules = libraries()[library].document.get("rules") is not None
    return Loss(f"the rules of `{library}`, which {program} does not have{more}") if more or has_rules else None


def of_rest(puzzle: Puzzle, held: Collection[str]) -> Iterator[Loss]:
    """Yield areas, clues and givens with other names than `held`.

    >>> [loss.message for loss in of_rest(Puzzle(height=4, width=4, clues={"odd": {(1, 1): 1, (1, 3): 1}}), ["number"])]
    ['the clues `odd`: r1c1 and 1 more']
    """
    for kind in puzzle.areas:
        if kind not in held:
            yield Loss(f"the areas `{kind}`")
    for group, clues in puzzle.clues.items():
        if group not in held and clues:
            first = next(iter(clues))
            more = f" and {len(clues) - 1} more" if len(clues) > 1 else ""
            yield Loss(f"the clues `{group}`: {place_name(first)}{more}", puzzle.span(group, first))
    for layer, givens in puzzle.givens.items():
        if layer not in held and givens:
            yield Loss(f"the givens of `{layer}`", puzzle.span(layer, next(iter(givens))))
