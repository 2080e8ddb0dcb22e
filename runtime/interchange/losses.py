"""Name what a format cannot hold: libraries with what they print, and areas, clues and givens that nothing has taken."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from gridwright.compiler.library import libraries
from gridwright.compiler.syntax.yaml_nodes import Mapping

from .puzzle import Loss, PrintedPuzzle, place_name


def printed_names(puzzle: PrintedPuzzle, library: str) -> list[str]:
    """Return the names of the areas and clues that a library prints.

    >>> printed_names(PrintedPuzzle(height=1, width=1), "killer"), printed_names(PrintedPuzzle(height=1, width=1), "unheard_of")
    (['cages', 'cage_sum'], [])
    """
    document = _document(puzzle, library)
    nodes = [node for key in ("areas", "clues") if document and isinstance(node := document.get(key), Mapping)]
    return [key.text for node in nodes for key, _ in node.items]


def of_library(puzzle: PrintedPuzzle, library: str) -> Loss | None:
    """Return the loss of a library's rules; None if it has no rules.

    A library of the user's own that says nothing of formats is among `own` already.

    >>> of_library(PrintedPuzzle(height=4, width=4, clues={"x_sum": {("left", 0): 5}}), "x_sums").message
    'the rules of `x_sums`, with 1 of `x_sum`'
    """
    document = _document(puzzle, library)
    if document is None or (library not in libraries() and document.get("formats") is None):
        return None
    names = printed_names(puzzle, library)
    counts = {name: len(puzzle.areas.get(name, ())) or len(puzzle.clues.get(name, ())) for name in names}
    more = " and ".join(f"{count} of `{name}`" for name, count in counts.items() if count)
    has_rules = document.get("rules") is not None
    return Loss(f"the rules of `{library}`" + f", with {more}" * bool(more)) if more or has_rules else None


def _document(puzzle: PrintedPuzzle, library: str) -> Mapping | None:
    own = next((candidate.document for candidate in puzzle.libraries if candidate.name == library), None)
    return own if own is not None or library not in libraries() else libraries()[library].document


def of_rest(puzzle: PrintedPuzzle, held: Collection[str]) -> Iterator[Loss]:
    """Yield areas, clues and givens with other names than `held`.

    >>> [loss.message for loss in of_rest(PrintedPuzzle(height=4, width=4, clues={"odd": {(1, 1): 1, (1, 3): 1}}), ["number"])]
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
