"""`expect`: the results that the author expects."""

from __future__ import annotations

from fractions import Fraction

from ..geometry.board import Board
from ..language.operators import is_number
from ..language.spec import Expected, Grids, Layer, Objective
from ..syntax.diagnostics import Code, Collector
from ..syntax.suggestions import did_you_mean
from ..syntax.yaml_nodes import Mapping, Node, Scalar, Sequence
from ..values import BLANK, Number, Value
from .data import read_data
from .layers import given_value, read_givens
from .line_pictures import is_line_picture
from .pictures import is_picture

Solution = dict[tuple[str, str], tuple[Value, ...]]


def read_expected(node: Node | None, grids: Grids, objective: Objective | None, collector: Collector) -> Expected:
    """Return the expectations: answer, objective, number of solutions and solution."""
    if not isinstance(node, Mapping):
        return Expected()
    _check_claims(node, collector)
    answer, count, solution = node.get("answer"), node.get("solutions"), node.get("solution")
    worth = node.get("objective")
    if worth is not None and objective is None:
        collector.add(
            Code.WRONG_VALUE,
            "`expect` has an `objective`, but the spec has neither `maximize` nor `minimize`",
            node.key("objective").span,
            help="write `maximize:` or `minimize:` beside `rules`",
        )
    if isinstance(worth, Scalar) and not is_number(worth.value):
        collector.add(Code.WRONG_VALUE, "`objective` must be a number", worth.span, help="write a number such as 7, 9/2 or 4.5")
    number: int | None = 1
    if isinstance(count, Scalar):
        number = count.value if isinstance(count.value, int) else None
    return Expected(
        answer=None if answer is None else read_data(answer, None, collector),
        objective=worth.value if isinstance(worth, Scalar) and isinstance(worth.value, (int, Fraction)) else None,
        solutions=number,
        difficulty=_interval(node.get("difficulty"), collector),
        solution=_solution(solution, grids, collector) if isinstance(solution, Mapping) else None,
        span=node.span,
    )


def _interval(node: Node | None, collector: Collector) -> tuple[Number, Number] | None:
    """Return the least and the largest value of a range such as `1.5..3`; a single number is both."""
    if not isinstance(node, Scalar):
        return None
    low, _, high = node.text.partition("..")
    try:
        least, most = Fraction(low), Fraction(high or low)
    except ValueError:
        return None  # the schema has said so
    if most < least:
        collector.add(Code.WRONG_VALUE, "the largest difficulty is less than the least", node.span, help=f"write {high}..{low}")
    return least, most


def _check_claims(node: Mapping, collector: Collector) -> None:
    """Refuse a key under which nothing stands: it looks like a claim, and would hold whatever comes out."""
    for key, value in node.items:
        if isinstance(value, Scalar) and value.value is None:
            collector.add(
                Code.WRONG_VALUE,
                f"`{key.text}` is empty",
                key.span,
                help="write the value that you expect, or remove the key",
            )


def _solution(node: Mapping, grids: Grids, collector: Collector) -> Solution:
    """Return the layers that are written out, by grid and name; with several grids each under its grid's name."""
    solution: Solution = {}
    by_grid = [(grid, node.get(grid.name)) for grid in grids] if len(grids) > 1 else [(grids[0], node)]
    if len(grids) > 1:
        _check_keys(node, [grid.name for grid in grids], collector)
    for grid, part in by_grid:
        if not isinstance(part, Mapping):
            continue
        layers = {layer.name: layer for layer in grid.layers}
        _check_keys(part, list(layers), collector)
        for key, written in part.items:
            if key.text in layers:
                layer = layers[key.text]
                solution[grid.name, layer.name] = read_layer_values(written, layer, grid.board, collector)
    return solution


def _check_keys(node: Mapping, known: list[str], collector: Collector) -> None:
    for key, _ in node.items:
        if key.text not in known:
            collector.add(Code.UNKNOWN_KEY, f"unknown key `{key.text}`", key.span, help=did_you_mean(key.text, known))


def read_layer_values(
    node: Node, layer: Layer, board: Board, collector: Collector, *, is_partial: bool = False
) -> tuple[Value | None, ...]:
    """Return the values of a whole layer: a picture, rows of values, or anything that givens may be written as.

    A value that is not written is blank, or None (not stated) if the layer cannot be blank, or if `is_partial`. In a picture of
    lines, what is not drawn is false.
    """
    rest: Value | None = BLANK if layer.blank else None
    if isinstance(node, Scalar) and is_picture(node) and is_line_picture(layer, board) and isinstance(layer.values[0], bool):
        rest = False
    values: list[Value | None] = [None if is_partial else rest] * len(layer.places)
    if isinstance(node, Sequence) and node.items and all(isinstance(item, Sequence) for item in node.items):
        _read_rows(node, layer, board, values, collector)
        return tuple(values)
    for given in read_givens(node, layer, board, collector):
        values[given.position] = given.value
    return tuple(values)


def _read_rows(node: Sequence, layer: Layer, board: Board, values: list[Value | None], collector: Collector) -> None:
    if len(node.items) != board.height:
        collector.add(
            Code.WRONG_SIZE,
            f"this has {len(node.items)} row{'s' * (len(node.items) != 1)}; the board has {board.height}",
            node.span,
        )
        return
    for row, items in enumerate(node.items):
        assert isinstance(items, Sequence)
        if len(items.items) != board.row_lengths[row]:
            collector.add(
                Code.WRONG_SIZE,
                f"row {row + 1} has {len(items.items)} values; the board has {board.row_lengths[row]} columns",
                items.span,
            )
            continue
        for column, item in enumerate(items.items):
            position = layer.index.get(board.at(row, column))
            if position is not None and isinstance(item, Scalar) and item.value is not None:
                values[position] = given_value(item.value, item.span, layer, collector)
