"""Loops that are prepared: the same terms, the same judgement and the same messages as without."""

from __future__ import annotations

import random
from typing import Any

import pytest
from gridwright.compiler.compile import lower
from gridwright.compiler.language.budget import Budget
from gridwright.compiler.language.compiled_expressions import MOST_NODES, CompiledExpression
from gridwright.compiler.language.interpreter import Interpreter
from gridwright.compiler.language.semantics import Semantics
from gridwright.compiler.limits import USUAL
from gridwright.compiler.loader import load_text
from gridwright.compiler.lowering.symbolic_semantics import SymbolicSemantics
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.diagnostics import Code, Fault, SpecError
from gridwright.compiler.syntax.parser import parse
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.compiler.values import BLANK
from gridwright.runtime.judging.judge import judge
from gridwright.runtime.judging.partial_judge import PartialJudge
from instances import values_of

BOARD = """gridwright: 1
grid: 3x4
areas: {rooms: "a a b b\\na c c b\\nc c c b"}
layers: {x: {values: 1..3, blank: true}, y: {values: bool}, wall: {over: links, values: bool}, way: {over: ways, values: bool}}
data: {shapes: {L: '##/#-', D: '##'}}
define:
  whole: 2 < 3
  true_near(a): count(y[neighbors(a)])
  lies(p): all(x[p] != 2) and any(y[around(p)])
  beside(a, b): abs(a.row - b.row) + abs(a.column - b.column) == 1
  twice(n): 2 * n
  region(a): group(a, cells, by=not wall)
  last: 2
  is_early(a): a.row in 1..last
  in_row(n): count(c.row == n for c in cells)
  ways: "[(a, b) for a in cells for b in neighbors(a)]"
"""
PLACES = ["a", "b", "r1c1", "cell(a.row, b.column)", "step(a, right)", "(a if y[b] else b)"]
GRIDS = 4
NUMBERS = [
    *("x[{p}]", "{p}.row", "{p}.column - b.row", "twice(x[{p}])", "abs({p}.row - 2)", "distance(a, {p})", "true_near({p})"),
    "in_row(x[{p}])",
    *("x[region({p})][a]", "x[group({p}, y)][b]", "x[neighbors(a)][{p}]", "[a.row, b.row, 2][a.row]", "len(y[region(a)])"),
    *("max(x[region({p})])", "count(y[region({p})])", "{p}.corners[0].row", "x[(a, {p})[1]]", "x[group(a, y)[0]]"),
    *("(x[a], {n})[1]", "-{n}", "{n} + {n}", "{n} * 2", "x[a] // 2", "min({n}, {n})", "sum([{n}, {n}])", "len(region({p}))"),
    *("default(x[{p}], {n})", "len(neighbors(a)[b.row:])", "sum(x[neighbors({p})][:2])", "sum(x[ray(b, left)][b.row:3])"),
]
TRUTHS = [
    *("y[{p}]", "{n} == {n}", "{n} < {n}", "{n} <= {n} < 3", "{n} in (1, 2)", "beside(a, {p})", "{p} == b", "x[{p}] == blank"),
    *("not {t}", "({t} and {t})", "({t} or {t})", "({t} if {t} else {t})", "{p} in neighbors(a)"),
    *("rooms[{p}] == rooms[b]", "rooms[a] != rooms[{p}]", "(whole and {t})", "any(y[[a, {p}]])"),
    *(
        "{p} in region(a)",
        "b not in region({p})",
        "{p} in group(a, not y)",
        "len(group({p}, mask=y)) == 2",
        "wall[a, b] == (b in region(a))",
    ),
    "same_shape(region(a), region({p}), rotate=false)",
    *("is_early(a)", "is_early({p})"),
    *("{p} in [a, b, r1c2]", "{n} not in [1, {n}]", "(a, {p}) in [(a, b), (b, a)]", "{p}.corners[1] in b.corners"),
    *("{p}.links[0] in b.links", "wall[{p}.links[0]]", "any(wall[{p}.links])", "all(y[region({p})])", "y[region(a)][{p}]"),
    *(
        "[a, {p}] == [b, a]",
        "(x[a], {n}) == (1, {n})",
        "[y[a], {t}] == [true, {t}]",
        "group(a, y) == blank",
        "y[{p}.corners[0].cells[0]]",
    ),
    *("is_early(a)", "is_early({p})", "default(way[(a, {p})], {t})", "way[(b, {p})]", "default({t}, {t}) == true"),
    *("{p} in (a, b, 3)", "b not in [{p}, x[{p}]]", "{n} in (2, 5)", "({p}, {n}) in [(a, 2), (b, x[b])]"),
    "{p} in neighbors(a)[1:a.row]",
]
LOOPS = [
    *("a, b in combinations(cells, 2)", "a in cells for b in cells", "a, b in links", "a, b in zip(rows[0], rows[1])"),
    "last in 0..3 for a, b in links",
]
FORMS = [
    *("all({t} for {l} if {t})", "any({t} for {l})", "count({t} for {l} if {t}) == 3", "sum({n} for {l} if {t}) > 4"),
    *("distinct(({n}, {n}) for {l} if a.row == 0)", "max({n} for {l}) == 2", "all({t} for {l} if {t} if {t})"),
    *("all({n} < 3 or lies(p) for p in placements(shapes) for {l})", "count(lies(p) for p in placements(shapes) if {q}) < 5"),
    "all(any(lies(p) for p in covering(a, placements(shapes)) if {q}) for a in cells if a.row < 2)",
]
OF_PLACEMENTS = ["true", "p.shape.name == 'L'", "r1c2 in p", "all(y[p])", "len(p) == 2", "p == placements(shapes)[3]"]


def sentence(draw: random.Random) -> str:
    """A random sentence about pairs of places."""

    def filled(text: str, depth: int = 2) -> str:
        while "{" in text:
            begin = text.index("{")
            kind = text[begin + 1]
            of = {"p": PLACES, "n": NUMBERS, "l": LOOPS, "t": TRUTHS if depth else TRUTHS[:8], "q": OF_PLACEMENTS}[kind]
            depth -= kind == "t" and depth > 0
            text = text[:begin] + draw.choice(of) + text[begin + 3 :]
        return text

    return filled(draw.choice(FORMS))


def found(text: str, often: int, patch: pytest.MonkeyPatch) -> object:
    """How much a spec is lowered to, what that and the judges say of some grids, also with open places; or the mistakes in it."""
    patch.setattr(Interpreter, "often", often)
    draw = random.Random(0)
    try:
        spec = load_text(text, "loops.yaml")
        module = lower(spec)
        verdicts = []
        for _ in range(GRIDS):
            grid = {
                (layer.grid, layer.name): tuple(draw.choices([*layer.values, *[BLANK] * layer.blank], k=len(layer.places)))
                for layer in spec.layers
            }
            values = values_of(module, grid)
            holds = [values.get(assertion.term, assertion.term) for assertion in module.assertions]
            violations = [str(violation) for violation in judge(spec, grid).violations]
            assert all(holds) == (not violations), text
            open_grid = {key: tuple(value if draw.random() < 0.6 else None for value in row) for key, row in grid.items()}
            partial = PartialJudge(spec, open_grid, left_for_values=0).judge(by_cases=False)
            verdicts.append((holds, violations, [*map(str, partial.violations)], len(partial.open_rules)))
        return len(module.reachable_terms()), verdicts
    except SpecError as problem:
        return [
            (diagnostic.code, diagnostic.message, str(diagnostic.span), [note.message for note in diagnostic.notes])
            for diagnostic in problem.diagnostics
        ]


@pytest.mark.cases(quick=1, ci=4)
@pytest.mark.parametrize("seed", range(250))
def test_as_without(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random sentences about pairs of places: prepared from the first turn, and never."""
    draw = random.Random(seed)
    for _ in range(20):
        text = f'{BOARD}rules:\n  - "{sentence(draw)}"\n'
        assert found(text, 0, monkeypatch) == found(text, 10**9, monkeypatch), text


@pytest.mark.parametrize(
    "rule",
    [
        "all(x[group(a, y)][b] in (blank, 2) for a in cells for b in cells)",
        "count(x[region(a)][b] == 2 for a, b in links) > 5",
        "all(y[group(a, y)][a] for a in cells)",
    ],
)
def test_a_place_that_may_not_be_in_a_group(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The values at the places of an unknown group are read at none of them as if it were there."""
    text = f'{BOARD}rules:\n  - "{rule}"\n'
    assert found(text, 0, monkeypatch) == found(text, 10**9, monkeypatch)


@pytest.mark.parametrize(
    "rule",
    [
        "count(on_top(a) for whole in [false, true] for a in cells) == 8",
        "all(on_top(a) or y[b] for whole in [false, true] for a, b in links)",
        "all(is_early(a) == (a.row in 1..2) for last in 0..3 for a in cells)",
        "all((last + 0 if is_early(a) else 9) == (last if a.row in 1..2 else 9) for last in 0..3 for a in cells)",
    ],
)
def test_a_loop_over_a_name_that_a_definition_uses(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A definition means the same where a loop has a name that the definition reads, also in what is not prepared."""
    text = BOARD.replace("define:\n", "define:\n  on_top(c): whole and c.row == 0\n") + f'rules:\n  - "{rule}"\n'
    assert found(text, 0, monkeypatch) == found(text, 10**9, monkeypatch)


@pytest.mark.parametrize(
    "rule",
    [
        '"count(in_row(x[a]) == 4 for a in cells) == 3"',
        "{for: a in cells, rule: 'in_row(x[a]) == 4 or in_row(a.row) == 3'}",
        '"all(in_row(v) == 4 for a in cells for v in [1, x[a], 2])"',
    ],
)
def test_unknown_arguments_of_a_definition_that_reads_no_layer(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only for arguments that are known is a definition what it is by plain evaluation."""
    text = f"{BOARD}rules:\n  - {rule}\n"
    prepared = found(text, 0, monkeypatch)
    assert isinstance(prepared, tuple)
    assert prepared == found(text, 10**9, monkeypatch)


@pytest.mark.parametrize("often", [0, 2, 10**9])
def test_a_mistake_in_a_turn_after_it_is_prepared(often: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that the board has not is a mistake of the turn that reads it, and not of preparing."""
    text = "gridwright: 1\ngrid: {hex: [3, 4, 3]}\nlayers: {x: {values: 1..2}}\nrules:\n  - for: n in 1..5\n"
    mistakes = found(f"{text}    rule: n < 4 or len(columns) > 0\n", often, monkeypatch)
    assert isinstance(mistakes, list)
    assert mistakes[0][0] is Code.WRONG_KIND
    assert mistakes[0][3] == ["for n = 4"]


def _chain(depth: int) -> str:
    return f"max(0, 1 if 0 <= {_chain(depth - 1)} <= 1 else 0)" if depth else "x[a]"


@pytest.mark.parametrize(
    ("defines", "rule"),
    [
        ("", f"{_chain(12)} >= 0"),
        ("".join(f"  f{at}(n): ({'+'.join([f'f{at - 1}(n)'] * 4)}) if n > 5 else 1\n" for at in range(1, 9)), "f8(x[a]) > 0"),
        (
            "".join(f"  f{at}(n): ({'+'.join([f'f{at - 1}(n)'] * 4)}) if n > 5 else 1\n" for at in range(1, 9)),
            "fold([1, 2, 3], 0, lambda s, n: f8(n)) > 0",
        ),
    ],
)
def test_what_is_prepared_is_bounded(defines: str, rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each operand of a chain is prepared once, and definitions in definitions not as often as all calls of them together."""
    nodes: list[object] = []
    prepare = CompiledExpression._prepare
    monkeypatch.setattr(CompiledExpression, "_prepare", lambda self, node: nodes.append(node) or prepare(self, node))
    text = BOARD.replace("define:\n", f"define:\n  f0(n): n + 1\n{defines}")
    lower(load_text(f"{text}rules:\n  - {{for: a in cells, rule: '{rule}'}}\n", "loops.yaml"))
    assert 0 < len(nodes) < 10 * MOST_NODES


def test_a_condition_that_may_be_a_mistake_on_a_grid_with_open_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is open in some turns hides no violation in another one."""
    text = BOARD + 'rules:\n  - {for: "a in cells", if: "(true if y[a] else x[a])", rule: "x[a] == 3"}\n'
    spec = load_text(text, "loops.yaml")
    grid = {(layer.grid, layer.name): (None,) * len(layer.places) for layer in spec.layers}
    grid |= {("", "x"): (3,) * 11 + (2,), ("", "y"): (None,) * 11 + (True,)}
    for often in (0, 10**9):
        monkeypatch.setattr(Interpreter, "often", often)
        violations = PartialJudge(spec, grid, left_for_values=0).judge(by_cases=False).violations
        assert [*map(str, violations)] == ["x[a] == 3 (a = r3c4)"]


@pytest.mark.parametrize(
    "rule",
    [
        "all([2, 3][a.column] == 1 or a.row < 9 for a in cells)",
        "all(x[a] == 1 for a in cells if [2, 3][a.column] == 2 or a.row == 9 or a.column > 0)",
        "len([x[a] for a in cells if y[a] if a.row > 9]) == 0",
        '{for: "a in cells", if: "[2, 3][a.column] == 1 or a.row < 9", rule: "y[a]"}',
        '{for: "a in cells if [2, 3][a.column] > 1", if: "a.column < 2", rule: "y[a]"}',
        '{for: "a in cells if (a.row if a.column > 1 else true)", if: "a.column < 2", rule: "y[a]"}',
        '{for: "a in cells if y[a] if a.column > 9", rule: "y[a]"}',
        '{for: "a in cells if y[a]", if: "a.column > 9", rule: "y[a]"}',
        '"len([a for a, b in links if all(x[ray((a if y[b] else b), left)] != 2)]) > 3"',
    ],
)
def test_a_mistake_before_what_decides(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Operands and conditions are read in order, whichever decided in the turn before, so none hides a mistake in another."""
    text = f"{BOARD}rules:\n  - {rule}\n"
    mistakes = found(text, 0, monkeypatch)
    assert isinstance(mistakes, list)
    assert {code for code, *_ in mistakes} <= {Code.OUT_OF_RANGE, Code.MUST_BE_KNOWN, Code.WRONG_KIND}
    assert mistakes == found(text, 10**9, monkeypatch)


PARTS = [
    *("all(y[p])", "not any(y[p])", "count(y[p]) == 1", "all(x[p] == 1)", "any(x[p] != 2)", "count(x[p] == 3) < 2"),
    *("any(x[p] == blank)", "count(y[p] != true) == x[p[0]]", "all(x[p] == x[around(p)[0]])"),
    *("any(y[around(p)]) or count(x[p] == p.turn) < 2", "all(y[p]) or all(y[p] == y[around(p)[0]])"),
    *("all(x[neighbors(p[0])] != 1)", "count(y[[p[0], p[0]]]) == 0", "any(x[[p[0], step(p[0], left)]] == 2)"),
]
OF_OTHERS = [
    *("all(x[p] == x[p[0]])", "not all(y[p] == 1)", "any(x[p] == 'L')", "all(x[p[:0]] == 1)"),
    *("all(x[p])", "any(x[p] == x[p])", "all(y[p[0]])", "count(y[p], y[p]) > 1", "all(x[p] == p[9])"),
    *("any(wall[p])", "count(deep[p]) == 1", "all(deep[rooms[p[0]]])", "any(deep[rooms[p[0]]] == true)"),
    *("any(wall[p] == true)", "all((x[p] if y[p[0]] else y[p]) == 1)"),
]


@pytest.mark.parametrize("rule", [*PARTS, *OF_OTHERS])
def test_parts_of_layers(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A function of a part of a layer is evaluated at once where all of it are unknown truth values, and means the same."""
    at_once: list[bool] = []
    of_part = SymbolicSemantics.of_part

    def observed(*given: Any) -> Any:
        values = of_part(*given)
        at_once.append(values is not None)
        return values

    monkeypatch.setattr(SymbolicSemantics, "of_part", observed)
    board = BOARD.replace("layers: {", "layers: {deep: {over: rooms, values: bool}, ")
    text = f'{board}rules:\n  - {{for: p in placements(shapes), rule: "{rule}"}}\n'
    prepared = found(text, 0, monkeypatch)
    assert any(at_once) is (rule in PARTS)
    assert isinstance(prepared, tuple) or rule in OF_OTHERS
    assert prepared == found(text, 10**9, monkeypatch)


def test_an_attribute_of_an_unknown_place_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read as the semantics of unknown values say, and not first like that of a known value, which it has not."""
    mistakes: list[str] = []
    missing = Semantics.attribute

    def observed(self: Semantics, value: Any, name: str) -> Any:
        try:
            return missing(self, value, name)
        except Fault as fault:
            mistakes.append(fault.message)
            raise

    monkeypatch.setattr(Semantics, "attribute", observed)
    monkeypatch.setattr(Interpreter, "often", 0)
    lower(load_text(f'{BOARD}rules:\n  - "all((a if y[a] else b).row + 1 == x[a] for a, b in links)"\n', "loops.yaml"))
    assert mistakes == []


@pytest.mark.parametrize(
    "rule", ["all(y[a] or x[b] < 2 for a, b in combinations(cells, 2))", "count(y[a] == 1 for a in cells) > 1"]
)
def test_work_is_counted(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is prepared counts fewer steps, and a mistake in it is told like any other."""
    steps = []
    for often in (1, 10**9):
        monkeypatch.setattr(Interpreter, "often", often)
        spec = load_text(f'{BOARD}rules:\n  - "true"\n', "loops.yaml")
        budget = Budget("a test", None)
        try:
            node = parse(read_text(f"rule: {rule}").get("rule"))
            Interpreter(lambda layer, at: layer.name == "y" or 3, budget=budget).run_truth(node, spec.grids[0].scope)
            steps.append("")
        except SpecError as problem:
            steps.append(problem.diagnostics[0].message)
        steps.append(budget.steps)
    assert steps[0] == steps[2]
    assert 0 < steps[1] <= steps[3]


@pytest.mark.parametrize(
    "rule",
    [
        "all(few(a, n) for n in 1..1000 for a in cells)",
        "all((y[a] or sum(sum([n, m, len([v for v in 1..50 if v > m])]) for m in 1..100) > 4) for n in 1..1000 for a in cells)",
    ],
)
@pytest.mark.parametrize("often", [0, 2, 10**9])
def test_where_a_limit_is_reached(rule: str, often: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes too many steps says in which loops it stopped, those in what is prepared among them."""
    monkeypatch.setattr(Interpreter, "often", often)
    few = "  few(a, n): count(x[c] == n for c in cells for d in cells if c.row < d.row) > a.row\n"
    text = BOARD.replace("define:\n", f"define:\n{few}") + f'rules:\n  - "{rule}"\n'
    with pytest.raises(SpecError) as problem:
        lower(load_text(text, "loops.yaml", limits=replace(USUAL, steps=5_000)))
    diagnostic = problem.value.diagnostics[0]
    assert "; it would take about " in diagnostic.message
    assert "for `a in cells`, " in diagnostic.notes[0].message
