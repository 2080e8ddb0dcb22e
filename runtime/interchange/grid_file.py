"""Read finished grids for the judge: the JSON of `--json`, YAML as under `expect: solution:`, CSV, or one picture."""

from __future__ import annotations

import json

from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.limits import Limits
from gridwright.compiler.loader.expect import read_layer_values
from gridwright.compiler.syntax import yaml_nodes
from gridwright.compiler.syntax.diagnostics import Code, Collector, SpecError, did_you_mean, error
from gridwright.compiler.syntax.span import SourceText
from gridwright.compiler.syntax.yaml_nodes import Mapping, Node, Scalar
from gridwright.compiler.values import BLANK, Value

from ..judging.judge import Assignment
from .grid_csv import SEPARATORS, read_csv


def read_grid(path: str, spec: Spec) -> Assignment:
    """Read the values of all visible layers. Raise `SpecError` if the file does not give them.

    JSON is YAML, so one reader is enough for both. A text that is no mapping is a picture of the only visible layer on cells.
    """
    text = yaml_nodes.text_of_file(path, spec.limits).replace("\r\n", "\n")
    visible = [layer for layer in spec.layers if not layer.hidden]
    if _is_csv(path, text):
        document: Mapping | None = read_csv(SourceText(path, text), spec)
    elif text.lstrip().startswith("{"):
        document = _from_json(text, path, spec.limits)
    elif ":" in text:
        document = yaml_nodes.read_text(text, path, spec.limits)
    else:
        document = None
    collector = Collector()
    grid_values: dict[tuple[str, str], tuple[Value, ...]] = {}
    if document is None:
        picture = Scalar(text, "|", SourceText(path, text).span(0, len(text)))
        if len(visible) != 1:
            raise error(Code.WRONG_VALUE, f"{path} is one picture, but the spec has {len(visible)} visible layers",
                        help="write a mapping from layers to pictures, as under `expect: solution:`")  # fmt: skip
        grid = spec.grid(visible[0].grid)
        grid_values[grid.name, visible[0].name] = read_layer_values(picture, visible[0], grid.board, collector)
    else:
        inner = document.get("solution")
        grid_values = _layers(inner if isinstance(inner, Mapping) else document, spec, collector)
    collector.raise_any()
    for layer in visible:
        if (layer.grid, layer.name) not in grid_values:
            where = f" of the grid `{layer.grid}`" if layer.grid else ""
            raise error(Code.MISSING_KEY, f"{path} has no layer `{layer.name}`{where}")
        for position, value in enumerate(grid_values[layer.grid, layer.name]):
            if value is None:
                place = layer.place_name(position)
                raise error(Code.MISSING_KEY, f"{path} has no value for {layer.name} at {place}")
    return grid_values


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


def _layers(document: Mapping, spec: Spec, collector: Collector) -> dict[tuple[str, str], tuple[Value, ...]]:
    values = {}
    for grid in spec.grids:
        part: Node | None = document if len(spec.grids) == 1 else document.get(grid.name)
        if not isinstance(part, Mapping):
            continue
        known = {layer.name: layer for layer in grid.layers if not layer.hidden}
        for key, node in part.items:
            layer = known.get(key.text)
            if layer is not None:
                values[grid.name, layer.name] = _values(node, layer, grid, collector)
            elif document.get("solution") is None and len(spec.grids) == 1:
                collector.add(
                    Code.UNKNOWN_KEY,
                    f"there is no visible layer `{key.text}`",
                    key.span,
                    help=did_you_mean(key.text, known),
                )
    return values


def _values(node: Node, layer: Layer, grid: Grid, collector: Collector) -> tuple[Value, ...]:
    try:
        return read_layer_values(node, layer, grid.board, collector)
    except SpecError as problem:
        collector.take(problem)
        return (BLANK,) * len(layer.places)
