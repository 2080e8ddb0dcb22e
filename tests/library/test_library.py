"""What the libraries of the language mean: grids worked out by hand, brute force, and all engines."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.language.budget import NO_DEADLINE
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.language.spec import Layer, Spec
from gridwright.compiler.library import declared_names, libraries
from gridwright.compiler.loader import load_text
from gridwright.compiler.loader.expect import read_layer_values
from gridwright.compiler.syntax import schema, yaml_nodes
from gridwright.compiler.syntax.diagnostics import Collector
from gridwright.compiler.values import Value
from gridwright.runtime.explaining.judge_visible import judge_visible
from gridwright.runtime.judging.judge import accepts
from gridwright.runtime.solving.solve import solve
from ways import WAYS, assert_agree, disagreements, told_apart

TEXT = Path(__file__).with_name("libraries.md").read_text("utf-8")
SECTIONS = re.findall(
    r"(?m)^## (.*)\n\n```yaml\n((?:.*\n)*?)```\n(?:.*\n)*?```accepted\n((?:.*\n)*?)```\n\n```rejected\n((?:.*\n)*?)```", TEXT
)
NAMES = [name for name, _, _, _ in SECTIONS]
LIBRARIES = {name: each.document for name, each in libraries().items() if not each.family}  # genres: tests/genres


def test_every_library_is_in_the_table() -> None:
    """No library goes without grids worked out by hand."""
    assert {name.split(" ")[0] for name in NAMES} == LIBRARIES.keys()


@pytest.mark.parametrize("name", libraries())
def test_every_library_has_the_shape_of_the_schema(name: str) -> None:
    """Loading does not check this again for each puzzle that uses one."""
    schema.validate(libraries()[name].document, library=True)


@pytest.mark.parametrize(("name", "spec", "accepted", "rejected"), SECTIONS, ids=NAMES)
def test_meaning(name: str, spec: str, accepted: str, rejected: str) -> None:
    """The grids worked out by hand are accepted and rejected."""
    spec_read = load_text(f"gridwright: 1\n{spec}", f"{name}.yaml")
    layer = next(layer for layer in spec_read.layers if not layer.hidden)
    for text, wanted in ((accepted, True), (rejected, False)):
        for picture in text.strip().split("\n\n"):
            grid = {("", layer.name): values(spec_read, layer, picture)}
            verdict = judge_visible(spec_read, grid, engine="z3", seed=0, deadline=NO_DEADLINE)
            assert (not verdict.report.violations) is wanted, picture


def values(spec: Spec, layer: Layer, picture: str) -> tuple[Value, ...]:
    """The values of a layer, from a picture."""
    node = yaml_nodes.read_text("picture: |\n" + re.sub("(?m)^", "  ", picture)).get("picture")
    collector = Collector()
    assert node is not None
    values_read = read_layer_values(node, layer, spec.grids[0].board, collector)
    collector.raise_any()
    assert None not in values_read
    return tuple(values_read)


@pytest.mark.cases(quick=1, ci=5)
@pytest.mark.parametrize(("name", "spec", "accepted", "rejected"), SECTIONS, ids=NAMES)
def test_brute_force(name: str, spec: str, accepted: str, rejected: str) -> None:
    """Brute force, all engines, lazy and eager agree."""
    spec_read = load_text(f"gridwright: 1\n{spec}", f"{name}.yaml")
    assert_agree(spec_read, instances=0)


# What a library reads of the puzzle that uses it.
LINE = "layers:\n  line: {over: links, values: bool, says: the line}\n"
GATES = "  gate: {left: [in, out]}\n  ice: {r1c2: '#'}\n"
READ = {
    "along_a_line": LINE,
    "crossing_line": LINE,
    "icy_path": f"clues:\n{GATES}{LINE}",
    "inner_walls": "areas:\n  rooms: [r1c1 r1c2 r1c3]\nrules: [{rule: len(rooms) == 1, says: There is one room.}]\n",
    "moving": f"clues:\n  piece: {{r1c1: 1}}\n{LINE}",
    "numbers_in_order": f"clues:\n{GATES}  number: {{r1c3: 1}}\n{LINE}",
    "rectangular_loops": LINE,
    "sliding": f"clues:\n  piece: {{r1c1: 1}}\n{LINE}",
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_written_for_people(name: str) -> None:
    """A library has a title and a text, its layers and rules say what they are, and an editor finds its schema."""
    document = LIBRARIES[name]
    spec = load_text(f"gridwright: 1\ngrid: 2x3\nuse: [{name}]\n{READ.get(name, '')}")
    assert document.get("title") is not None
    assert document.get("text") is not None
    assert all(layer.says for layer in spec.layers)
    assert all(rule.says for rule in spec.rules)
    assert document.span.source.text.startswith("# yaml-language-server: $schema=../../schema.json#/definitions/library\n")


def test_names_are_free() -> None:
    """All libraries go together, and none has the name of a function."""
    names = [name for document in LIBRARIES.values() for name in declared_names(document)]
    assert len(set(names)) == len(names)
    assert not {*names, *libraries()} & all_functions().keys()


# hooks


def layouts(size: int) -> set[tuple[tuple[int, ...], ...]]:
    """Every way to cut a square into hooks: each hook is the rim of the square that is left, at one of its corners."""
    layouts_found = set()
    for corners in itertools.product(itertools.product((0, 1), repeat=2), repeat=size - 1):
        board = [[1] * size for _ in range(size)]
        rows, columns = list(range(size)), list(range(size))
        for hook, (bottom, right) in zip(range(size, 1, -1), corners, strict=True):
            row, column = rows[-bottom], columns[-right]
            for r, c in itertools.product(rows, columns):
                if r == row or c == column:
                    board[r][c] = hook
            rows.remove(row)
            columns.remove(column)
        layouts_found.add(tuple(map(tuple, board)))
    return layouts_found


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_hooks(size: int) -> None:
    """A square of n by n has exactly the 4 ** (n - 1) layouts that cutting it makes, by search and by brute force."""
    expected = layouts(size)
    assert len(expected) == 4 ** (size - 1)
    spec = load_text(f"gridwright: 1\ngrid: {size}x{size}\nuse: [hooks]\n")
    outcome = solve(spec, limit=1000)
    assert outcome.complete
    by_search = [solution.grid["", "hook"] for solution in outcome.solutions]
    assert sorted(by_search) == sorted(tuple(itertools.chain(*board)) for board in expected)
    by_judge = set()
    for rows, columns in itertools.product(itertools.permutations(range(1, size + 1)), repeat=2):
        board = tuple(tuple(max(row, column) for column in columns) for row in rows)
        grid = {("", "row_size"): rows, ("", "column_size"): columns, ("", "hook"): tuple(itertools.chain(*board))}
        if accepts(spec, grid):
            by_judge.add(board)
    assert by_judge == expected


def test_hooks_need_a_square() -> None:
    """A board that is not a square has no hooks, and the rule that says so is named."""
    spec = load_text("gridwright: 1\ngrid: 2x3\nuse: [hooks]\n")
    inside, outside = told_apart(spec)
    assert not inside
    for engine, lazy in WAYS:
        assert not disagreements(compile_spec(spec, lazy=lazy), inside, outside, engine)
    outcome = solve(spec)
    assert outcome.count == 0
    assert outcome.contradictions[0].origins[0].says == "A board of hooks is a square."


def test_what_a_puzzle_reads_of_a_library_lacks_nothing_but_examples() -> None:
    """The examples stand last, so that reading can end before them."""
    for name, library in libraries().items():
        whole = [(key.text, node.span.text.rstrip()) for key, node in library.document.items if key.text != "examples"]
        assert [(key.text, node.span.text.rstrip()) for key, node in library.without_examples.items] == whole, name
