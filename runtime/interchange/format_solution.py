"""Read the solution that a link or a file in another program's format holds, as a grid for the judge."""

from __future__ import annotations

from gridwright.compiler.geometry.places import Direction
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.library import uses
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import Code, error
from gridwright.compiler.syntax.span import SourceText
from gridwright.compiler.values import BLANK, Value

from .format import PuzzleFormat, all_formats
from .puzzle import Place, PrintedPuzzle, place_name
from .puzzle_of_spec import layer_place, own_libraries, puzzle_of_spec

Values = tuple[Value | None, ...]


def format_with_solution(text: str) -> PuzzleFormat | None:
    """Return the format that a text is in, if it can hold a solution, or is a link; None for a plain grid."""
    formats = [kind for kind in all_formats().values() if kind.read is not None and (kind.is_link or kind.holds_solution)]
    return next((kind for kind in formats if kind.recognises is not None and kind.recognises(text)), None)


def solution_in(format: PuzzleFormat, source: SourceText, spec: Spec) -> dict[tuple[str, str], Values]:
    """Return the values of the visible layers. Raise `SpecError` if there is no solution, or one of another board."""
    assert format.read is not None
    used = [use.name for use in uses(spec.document)]
    genre = used[0] if len(used) == 1 else f"[{', '.join(used)}]" if used else ""
    own = own_libraries(spec)
    if format.read_as is not None and genre:
        read = format.read_as(source, genre)
    else:
        read = format.read_with(source, own) if format.read_with is not None and own else format.read(source)
    puzzle = read[0].puzzle
    whole = source.span(0, min(len(source.text), 60))
    if puzzle is None or not any(puzzle.solution.values()):
        help = "save it in the other program with what you entered"
        raise error(Code.FORMAT, f"this {format.name} text holds no solution", whole, help=help)
    (grid, *others) = spec.grids
    size = grid.board.height, grid.board.width
    if others or size != (puzzle.height, puzzle.width):
        board = "several boards" if others else f"a board of {size[0]} by {size[1]} cells"
        message = f"the spec has {board}; this is one of {puzzle.height} by {puzzle.width}"
        raise error(Code.WRONG_SIZE, message, whole)
    visible = [layer for layer in grid.layers if not layer.hidden]
    known = [layer for layer in visible if layer.name in puzzle.solution]
    if not known:
        names = ", ".join(f"`{layer.name}`" for layer in visible)
        raise error(Code.FORMAT, f"this holds no values of {names}", whole)
    puzzle = replace(puzzle, solution={**puzzle.solution, **_renumber(puzzle, spec)})
    return {(grid.name, layer.name): tuple(_values(layer, puzzle)) for layer in known}


def _renumber(puzzle: PrintedPuzzle, spec: Spec) -> dict[str, dict[Place, Value]]:
    """Return the values of layers that are numbers of clues as the spec counts these."""
    values_of_layer = {}
    for layer, group in puzzle.numbered.items():
        order = [*puzzle_of_spec(spec).clues.get(group, {})]
        clues = [*puzzle.clues.get(group, {})]
        if set(order) != set(clues):
            raise error(Code.FORMAT, f"this has other clues `{group}` than the spec", spec.document.span.source.span(0))
        values_of_layer[layer] = {
            place: order.index(clues[value - 1]) + 1 for place, value in puzzle.solution.get(layer, {}).items()
        }
    return values_of_layer


def _values(layer: Layer, puzzle: PrintedPuzzle) -> list[Value | None]:
    """Return the values of a layer; what is not entered is false, or blank, or else open."""
    entered = puzzle.solution[layer.name]
    is_truth = isinstance(layer.values[0], bool)
    is_count = bool(layer.places) and isinstance(layer.places[0], tuple) and 0 in layer.values  # of lines between two cells
    nothing = False if is_truth else BLANK if layer.blank else 0 if is_count else None
    places = {layer_place(place) for place in layer.places}
    other = next((place for place, value in entered.items() if value and place not in places), None)
    if other is not None:
        raise error(Code.NOT_A_VALUE, f"{entered[other]} at {place_name(other)} is no value of `{layer.name}`")
    directions = (
        {direction.name: direction for direction in layer.values if isinstance(direction, Direction)}
        if not layer.is_unbounded
        else {}
    )
    values = []
    for at, place in enumerate(layer.places):
        value = entered.get(layer_place(place), nothing)
        value = directions.get(value, value) if isinstance(value, str) else value
        if value is not None and value is not BLANK and value not in layer.values:
            raise error(Code.NOT_A_VALUE, f"{value} at {layer.place_name(at)} is no value of `{layer.name}`")
        values.append(value)
    return values
