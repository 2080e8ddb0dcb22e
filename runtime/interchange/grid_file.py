"""Read grids for the judge: what `solve` prints, the JSON of `--json`, YAML as under `expect: solution:`, CSV, pictures, rows."""

from __future__ import annotations

import json
import re
import sys

from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.limits import Limits
from gridwright.compiler.loader.expect import read_layer_values
from gridwright.compiler.records import replace
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import Code, Collector, Note, SpecError, error
from gridwright.compiler.syntax.span import SourceText
from gridwright.compiler.syntax.suggestions import did_you_mean
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar, Sequence
from gridwright.compiler.values import BLANK

from ..judging.judge import Assignment, PartialAssignment
from .format_solution import format_with_solution, solution_in
from .grid_csv import SEPARATORS, read_csv
from .printed_grid import Values, is_printed, read_printed

Key = tuple[str, str]

STANDARD_INPUT = "-"
MOST_NOTES = 3  # on layers that a picture does not fit
OR_PARTIAL = "judge --partial takes a grid in which values are missing"
FORMATS = (
    "judge takes what `solve` or `solve --json` prints; YAML as under `expect: solution:`; CSV; for a single layer also a "
    "picture, a line of characters for each row, or a list of rows; solved links of Penpa+, f-puzzles and SudokuPad, and pzprv3"
)
UNCLEAR = (Code.SYNTAX, Code.WRONG_TYPE, Code.WRONG_SIZE, Code.EMPTY, Code.FORMAT, Code.WRONG_VALUE, Code.MANGLED)


def read_grid(path: str, spec: Spec, *, may_lack_layers: bool = False) -> Assignment:
    """Read the values of all visible layers. Raise `SpecError` if the file does not give them; `-` is standard input.

    `may_lack_layers`: whole layers may be missing, but not all of them.
    """
    return grid_in(_text(path, spec.limits), _name(path), spec, may_lack_layers=may_lack_layers)


def grid_in(text: str, name: str, spec: Spec, *, may_lack_layers: bool = False) -> Assignment:
    """Return the grid that a text gives, as `read_grid` does; `name` stands for the text in messages."""
    grid = partial_grid_in(text, name, spec, is_partial=False)
    for layer in spec.layers:
        if layer.hidden or (may_lack_layers and grid and (layer.grid, layer.name) not in grid):
            continue
        if (layer.grid, layer.name) not in grid:
            where = f" of the grid `{layer.grid}`" if layer.grid else ""
            raise error(Code.MISSING_KEY, f"{name} has no layer `{layer.name}`{where}", help=OR_PARTIAL)
        missing = [position for position, value in enumerate(grid[layer.grid, layer.name]) if value is None]
        if missing:
            others = f" and {len(missing) - 1} other place{'s' * (len(missing) > 2)}" if len(missing) > 1 else ""
            place = layer.place_name(missing[0]) + others
            is_truth = isinstance(layer.values[0], bool)
            help = f"write # for true and - for false, not `.`; {OR_PARTIAL}" if is_truth else OR_PARTIAL
            raise error(Code.MISSING_KEY, f"{name} has no value for {layer.name} at {place}", help=help)
    return grid


def read_partial_grid(path: str, spec: Spec) -> PartialAssignment:
    """Read the values of visible layers; what is not written is open, even where it could be blank.

    Raise `SpecError` if the file is in no format that is known, or does not go with the spec.
    """
    return partial_grid_in(_text(path, spec.limits), _name(path), spec)


def partial_grid_in(text: str, name: str, spec: Spec, *, is_partial: bool = True) -> PartialAssignment:
    """Return the values that a text gives. What is not written is open, even where it could be blank if `is_partial`."""
    try:
        return _in_some_format(text.replace("\r\n", "\n"), name, spec, is_partial=is_partial)
    except SpecError as problem:
        *others, last = problem.diagnostics
        if last.code not in UNCLEAR:
            raise
        raise SpecError([*others, replace(last, notes=(*last.notes, Note(FORMATS)))]) from None


def _in_some_format(text: str, name: str, spec: Spec, *, is_partial: bool) -> dict[Key, Values]:
    source = SourceText(name, text)
    if not text.strip() and not _is_csv(name, text):
        raise error(Code.FORMAT, f"{name} is empty")
    if (format := format_with_solution(text)) is not None:
        return solution_in(format, source, spec)
    is_mapping = text.lstrip().startswith("{")
    if is_printed(text) and not is_mapping:
        try:
            return read_printed(source, spec, is_partial=is_partial)
        except SpecError as problem:
            if not _names_layers(text, spec):
                raise problem from None
    if text.lstrip().startswith(("[", "- [")):
        return _only_layer(_lists(text, name, spec), spec, name, is_partial=is_partial)
    document: Mapping | None = None
    if _is_csv(name, text):
        document = read_csv(source, spec)
    elif is_mapping:
        document = _from_json(text, name, spec.limits)
    elif ":" in text:
        document = yaml_nodes.read_text(text, name, spec.limits)
    if document is None:
        return _only_layer(Scalar(text, "|", source.span(0, len(text))), spec, name, is_partial=is_partial)
    collector = Collector()
    inner = document.get("solution")
    values = _layers(inner if isinstance(inner, Mapping) else document, spec, collector, is_partial=is_partial)
    collector.raise_any()
    return values


def _names_layers(text: str, spec: Spec) -> bool:
    """Check whether a text has the name of a layer or a grid at the beginning of a line, as YAML has."""
    names = "|".join(re.escape(name) for layer in spec.layers for name in (layer.name, layer.grid, "solution") if name)
    return bool(re.search(rf"(?m)^(?:{names}):", text))


def _only_layer(node: Node, spec: Spec, name: str, *, is_partial: bool) -> dict[Key, Values]:
    """Return the values of a picture or list without a name: of the only visible layer, or of the only one that they fit."""
    visible = [layer for layer in spec.layers if not layer.hidden]
    fitting: dict[Key, Values] = {}
    reasons: list[Note] = []
    for layer in visible:
        grid = spec.grid(layer.grid)
        collector = Collector()
        values = read_layer_values(_split(node, grid), layer, grid.board, collector, is_partial=is_partial)
        try:
            collector.raise_any()
        except SpecError as problem:
            if len(visible) == 1:
                raise
            reasons.append(Note(f"it is not {_key_text((grid.name, layer.name))}: {problem.diagnostics[0].message}"))
        else:
            fitting[grid.name, layer.name] = values
    if len(fitting) == 1:
        return fitting
    what = "picture" if isinstance(node, Scalar) else "list of rows"
    message = f"{name} is one {what}, but the spec has {len(visible)} visible layers"
    notes = [Note(f"it may be {' or '.join(map(_key_text, fitting))}")] if fitting else reasons[:MOST_NOTES]
    help = "write a mapping from layers to pictures, as under `expect: solution:`"
    raise error(Code.WRONG_VALUE, message, notes=notes, help=help)


def _key_text(key: Key) -> str:
    return f"`{'.'.join(filter(None, key))}`"


def _split(node: Node, grid: Grid) -> Node:
    """Return rows that are texts, and all cells in one line of characters, as one picture."""
    text = None
    if isinstance(node, Sequence) and len(node.items) == grid.board.height and grid.board.width > 1:
        rows = [item for item in node.items if isinstance(item, Scalar) and len(item.text) > 1]
        text = "\n".join(row.text for row in rows) if len(rows) == len(node.items) else None
    elif isinstance(node, Scalar) and grid.board.height > 1 and " " not in node.text.strip():
        signs, width = node.text.strip(), grid.board.width
        if "\n" not in signs and len(signs) == sum(grid.board.row_lengths) == width * grid.board.height:
            text = "\n".join(signs[at : at + width] for at in range(0, len(signs), width))
    return node if text is None else Scalar(text, "|", node.span)


def _lists(text: str, name: str, spec: Spec) -> Node:
    """Return rows that are lists: one list of them, or a line for each."""
    lines = text.split("\n")
    filled = [number for number, line in enumerate(lines) if line.strip()]
    if len(filled) > 1 and all(re.fullmatch(r"\s*\[[^\[\]]*\]\s*,?\s*", lines[number]) for number in filled):
        whole, height = SourceText(name, text), max(grid.board.height for grid in spec.grids)
        if len(filled) > height:
            raise error(Code.WRONG_SIZE, f"this has {len(filled):,} rows; the board has {height}", whole.span(0))
        rows = [yaml_nodes.read_list("\n" * number + lines[number].rstrip().rstrip(","), name, spec.limits) for number in filled]
        return Sequence(tuple(row for row in rows if row is not None), whole.span(0, len(text)))
    list_node = yaml_nodes.read_list(text, name, spec.limits)
    if list_node is None:
        raise error(Code.SYNTAX, "this is no list", SourceText(name, text).span(0))
    return list_node


def _name(path: str) -> str:
    return "standard input" if path == STANDARD_INPUT else "link" if path.startswith(("https://", "http://")) else path


def _text(path: str, limits: Limits) -> str:
    if path.startswith(("https://", "http://")):
        return path
    if path != STANDARD_INPUT:
        return yaml_nodes.text_of_file(path, limits)
    return yaml_nodes.decode(sys.stdin.buffer.read(limits.file_size + 1), _name(path), limits)


def _is_csv(path: str, text: str) -> bool:
    """Check whether a file is CSV: by its name, or because it is no mapping and has separators, which no picture has."""
    named = path.lower().endswith((".csv", ".tsv"))
    return named or not (text.lstrip().startswith("{") or ":" in text or not any(sign in text for sign in SEPARATORS))


def _from_json(text: str, path: str, limits: Limits) -> Mapping:
    """Read JSON as YAML; if it is not JSON, report the error of JSON's parser, which explains it better."""
    try:
        json.loads(text)
    except json.JSONDecodeError as problem:
        raise error(Code.SYNTAX, f"not JSON: {problem.msg}", SourceText(path, text).span(min(problem.pos, len(text)))) from None
    except ValueError:
        pass  # a number that Python does not read; as YAML it is a text, and no value of a layer
    except RecursionError:
        raise error(Code.TOO_DEEP, f"{path} is nested too deeply") from None
    return yaml_nodes.read_text(text, path, limits)


def _layers(document: Mapping, spec: Spec, collector: Collector, *, is_partial: bool) -> dict[Key, Values]:
    values = {}
    for grid in spec.grids:
        part: Node | None = document if len(spec.grids) == 1 else document.get(grid.name)
        if not isinstance(part, Mapping):
            continue
        known = {layer.name: layer for layer in grid.layers if not layer.hidden}
        for key, node in part.items:
            layer = known.get(key.text)
            if layer is not None:
                values[grid.name, layer.name] = _values(node, layer, grid, collector, is_partial=is_partial)
            elif document.get("solution") is None and len(spec.grids) == 1:
                collector.add(
                    Code.UNKNOWN_KEY,
                    f"there is no visible layer `{key.text}`",
                    key.span,
                    help=did_you_mean(key.text, known) or f"the visible layers are: {', '.join(known)}",
                )
    return values


def _values(node: Node, layer: Layer, grid: Grid, collector: Collector, *, is_partial: bool) -> Values:
    try:
        return read_layer_values(node, layer, grid.board, collector, is_partial=is_partial)
    except SpecError as problem:
        collector.take(problem)
        return (BLANK,) * len(layer.places)
