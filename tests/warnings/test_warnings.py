"""Warnings: each is told where it is meant, none where it is not, and what they claim is so by brute force."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from brute import assignments
from command_line import ROOT
from gridwright.compiler.compile import lower
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.syntax.diagnostics import Diagnostic, SpecError
from gridwright.runtime.cli.app import run
from gridwright.runtime.editing.watch.screen import ScreenLines, report_of
from gridwright.runtime.editing.watch.stages import CHECK, VERIFY, SpecStage
from gridwright.runtime.editing.watch.state import SpecStatus
from gridwright.runtime.execution import check_spec as check_spec_module
from gridwright.runtime.execution.check_spec import check_spec
from gridwright.runtime.execution.options import Options
from gridwright.runtime.judging.judge import accepts, judge
from gridwright.runtime.warnings import heavy_rule
from gridwright.runtime.warnings.warning_kind import WarningKind, all_warning_kinds, warnings
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_specs import given_specs

KINDS = all_warning_kinds()
SPECS = sorted((ROOT / "specs").rglob("*.yaml"))
OPTIONS = Options(json=False, timeout=None, seed=0, engine="clasp", quiet=True, verbose=False, command="watch")
HEAD = "gridwright: 1\ngrid: 2x3\nlayers:\n  number: {values: 1..3}\n"


def told(text: str) -> list[tuple[str, int]]:
    """The codes of the warnings about a spec, each with its line."""
    spec = load_text(text)
    return [(warning.code.label, warning.span.line if warning.span else 0) for warning in warnings(spec, lower(spec))]


def rules(*written: str) -> str:
    """A spec with some rules, the first of them on line 6."""
    return HEAD + "rules:\n" + "".join(f"  - {json.dumps(rule)}\n" for rule in written)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.label)
def test_example(kind: WarningKind) -> None:
    """The example of a kind has its warning and no other; it says what to do, and where."""
    spec = load_text(kind.example)
    (warning,) = warnings(spec, lower(spec))
    assert warning.code is kind
    assert warning.help
    assert warning.span


# Specs with a warning, and the text that it is about: an objective that is only evaluated is meant so.
WARNED = {"2019-08-knight-moves-3": [("general-lemma", "product_of_areas")]}


@pytest.mark.cases(ci=17)
@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_no_puzzle_is_warned_of(path: Path) -> None:
    """No spec of ours has anything without effect, and what is expected is what is found: neither more nor less."""
    spec = load(path)
    assert [(warning.code.label, warning.span.text) for warning in warnings(spec, lower(spec))] == WARNED.get(path.stem, [])


def test_warned_specs_exist() -> None:
    """What is expected of a spec is expected of one that is there."""
    assert set(WARNED) <= {path.stem for path in SPECS}


USED = {
    "a definition through another, in an answer": """
define:
  one: two + 1
  two: 3
  three: number[r1c1] + one
rules: ["distinct(number[rows[0]])"]
answer: three
""",
    "clues and data through definitions with parameters": """
clues: {dot: {r1c1: 3}}
data: {k: 3}
define:
  f(c): dot[c]
  g(c): f(c) == k
rules: ["g(r1c1) and number[r1c1] == 1"]
""",
    "an area by its clues alone": """
areas: {cage: {a: r1c1:r1c2}}
clues: {total: {a: 3}}
rules:
  - for: clue in total
    rule: sum(number[clue.area]) == clue.value
""",
    "names in `over`, `values` and `let`": """
data: {most: 3}
define: {pairs: "[(r1c1, r1c3)]"}
rules:
  - for: p in pairs
    let: {other: most}
    if: p[0] != p[1]
    rule: number[p[0]] < other
""",
    "data of a layer": """
data: {most: 3}
define: {ends: "[r1c1, r2c3]"}
layers: {number: {over: ends, values: 1..most}}
rules: ["number[r1c1] != number[r2c3]"]
""",
    "parameters of a library": """
areas: {region: {a: r1c1:r2c3}}
define: {many: 1..3}
use: [counts_by_value]
rules: ["counts_by_value(number[region['a']], many)"]
""",
    "a layer that is given whole": """
layers: {number: {values: 1..3}, seen: {values: 1..2, over: rows}}
givens: {seen: [1, 2]}
rules: ["distinct(number[rows[0]])"]
""",
    "an objective": """
rules: ["distinct(number[rows[0]])"]
maximize: sum(number)
""",
    "a rule with a condition that is unknown": """
rules:
  - for: c in cells
    if: number[c] > 1
    rule: number[r1c1] == 1
""",
    "areas that are drawn on purpose": """
areas: {cage: {a: r1c1:r1c2}}
display: {cage: regions}
rules: ["distinct(number[rows[0]])"]
""",
}


@pytest.mark.parametrize("name", USED)
def test_what_is_used_is_not_warned_of(name: str) -> None:
    """No use is missed."""
    head = HEAD.partition("layers")[0] if "layers:" in USED[name] else HEAD
    assert told(head + USED[name]) == []


def test_names_on_several_grids() -> None:
    """A name of a grid is used as `g.name`; one that only another grid uses is still told of."""
    text = """gridwright: 1
grids:
  a: {size: 1x2, clues: {dot: {r1c1: 1}, dash: {r1c1: 1}}}
  b: {size: 1x2, data: {k: 1}}
layers: {number: {values: 1..3}}
together:
  - grids['a'].dot[grids['a'].cells[0]] == grids['b'].k and sum(grids['a'].number) == 3 and sum(grids['b'].number) == 3
"""
    assert told(text) == [("unused", 3)]


def test_everything_unused_is_named() -> None:
    """One warning for each of these, at its key."""
    text = HEAD + "\n".join(
        [
            "  hidden_one: {values: bool, hidden: true}",
            "areas: {cage: {a: r1c1:r1c2}}",
            "clues: {total: {a: 3}}",
            "display: {total: none}",
            "data: {k: 1}",
            "define: {'f(x)': x + k, g: 2}",
            "rules: ['distinct(number[rows[0]])']",
        ]
    )
    assert told(text) == [
        ("unconstrained-layer", 5),
        ("unused", 6),
        ("unused", 7),
        ("unused", 9),
        ("unused", 10),
        ("unused", 10),
    ]


ALWAYS = [
    "sum(number) >= 6",
    "number[r1c1] in 1..3",
    "number[r1c1] in [3, 1, 2, 2]",
    "all(number > 0)",
    "1 == 1",
    "len(number) == 6",
]
SOMETIMES = [
    "sum(number) >= 7",
    "number[r1c1] in 1..2",
    "all(number > 1)",
    "number[r1c1] != number[r2c3]",
    "distinct(number[rows[0]])",
]


@pytest.mark.parametrize("rule", [*ALWAYS, *SOMETIMES])
def test_rules_that_always_hold(rule: str) -> None:
    """Those that hold for every grid are told of, and no others; brute force says which hold."""
    text = rules("distinct(number[columns[0]])", rule)
    spec = load_text(rules(rule))
    assert all(accepts(spec, grid) for grid in assignments(spec)) == (rule in ALWAYS)
    assert told(text) == ([("always-true", 7)] if rule in ALWAYS else [])


def test_a_rule_that_applies_nowhere() -> None:
    """It is another sentence: on another board the rule might exclude something. A library's rules are not told of."""
    text = rules("distinct(number)") + "  - for: a, b in links if a.row > b.row\n    rule: number[a] < number[b]\n"
    spec = load_text(text)
    (warning,) = warnings(spec, lower(spec))
    assert "applies nowhere on this board" in warning.message
    assert told(text) == [("always-true", 8)]


GENERAL = [
    ("sorted(number[rows[0]])[0] == 2", "sorted", 5),
    ("number[r1c1] == 1 or join(number[rows[0]]) == '123'", "join", 26),
    ("len(runs(number[rows[0]])[-2]) == 1", "runs(number[rows[0]])[-2]", 9),
    ("fold(rows[0], start=0, step=lambda s, c: s + number[c]) == 4", "fold", 5),
]


@pytest.mark.parametrize(("rule", "part", "column"), GENERAL)
def test_the_part_without_a_lowering(rule: str, part: str, column: int) -> None:
    """The warning names the function or expression, at its own place, and not the whole rule."""
    spec = load_text(HEAD + f"rules:\n  - {rule}\n" if ": " not in rule else HEAD + f'rules:\n  - "{rule}"\n')
    (warning,) = warnings(spec, lower(spec))
    assert warning.code.label == "general-lemma"
    assert f"`{part}`" in warning.message
    assert warning.span
    source = warning.span.source
    assert source.position(warning.span.start) == (6, column + (": " in rule))


def test_a_gap_in_a_definition() -> None:
    """The place is in the definition, and a note leads to the rule."""
    text = HEAD + "define: {low: 'sorted(number[rows[0]])[0]'}\nrules:\n  - low == 2\n  - low != 3\n"
    spec = load_text(text)
    warnings_found = warnings(spec, lower(spec))
    assert {warning.span.line for warning in warnings_found if warning.span} == {5}
    assert all(warning.notes[0].span for warning in warnings_found)


AREAS = "gridwright: 1\ngrid: 3x3\nlayers:\n  number: {values: 1..9}\nrules:\n  - for: a in kind\n    rule: distinct(number[a])\n"


def of_areas(written: str, display: str = "") -> list[tuple[str, int]]:
    """The codes of the warnings about areas, which begin in line 9."""
    return told(AREAS + f"areas:\n  kind:{written}\n" + (f"display: {{kind: {display}}}\n" if display else ""))


def picture(*rows: str) -> str:
    """A picture of areas, whose first row is line 10."""
    return " |" + "".join(f"\n    {row}" for row in rows)


def test_areas_in_parts() -> None:
    """One region in several parts is told of if all others are connected; several are meant so, and so are lists of cells."""
    assert of_areas(picture("aab", "cab", "cca")) == [("area-in-parts", 10)]
    assert of_areas(picture("aab", "cbb", "cca")) == [("area-in-parts", 10)]
    assert of_areas(picture("aab", "cab", "ccb")) == []
    assert of_areas(picture("abc", "cab", "bca")) == []
    assert of_areas(" {a: r1c1 r3c3, b: r1c2 r1c3, c: r2c1 r2c2}") == []


def test_labels_that_differ_in_case() -> None:
    """Two areas that touch are told of; two that do not are meant so."""
    assert of_areas(picture("aab", "Aab", "Abb")) == [("labels-differ-in-case", 11)]
    assert of_areas(picture("aab", "ccb", "cAA")) == []


def test_cages_that_overlap() -> None:
    """Cages are told of; what is not drawn as cages may overlap."""
    overlapping = " {a: r1c1 r1c2, b: r1c2 r1c3}"
    assert of_areas(overlapping, "cages") == [("overlapping-cages", 9)]
    assert of_areas(overlapping) == []
    assert of_areas(" {a: r1c1 r1c2, b: r2c2 r2c3, c: r3c1 r3c3, d: r1c3 r2c3}".replace("r2c2 r2c3", "r2c1 r2c2"), "cages") == [
        ("area-in-parts", 9)
    ]


def test_the_order_of_a_picture() -> None:
    """A thermometer of a picture is told of; another line only if its cells can be passed in another order, but backwards."""
    straight, bent = picture("aaa", "...", "..."), picture("aaa", "a..", "...")
    assert of_areas(straight, "thermo") == of_areas(straight, "arrow") == of_areas(bent, "line") == [("order-of-picture", 10)]
    assert of_areas(straight, "line") == of_areas(bent) == of_areas(" [r1c3 r1c2 r1c1]", "thermo") == []


@pytest.mark.parametrize(
    ("rule", "is_told"),
    [
        ("all(increasing(number[way]) for way in ways)", True),
        ("all(increasing(number[w]) for w in ways if len(w) > 1)", True),
        ("all(increasing(number[row]) for row in rows) and all(distinct(number[way]) for way in ways)", False),
    ],
)
def test_the_order_of_a_picture_that_a_rule_reads(rule: str, is_told: bool) -> None:
    """Areas along which a rule says that a layer increases are lines, whatever they are called and however they are drawn."""
    areas = "areas:\n  ways: |\n    . a\n    a a\n"
    text = f"gridwright: 1\ngrid: 2x2\nlayers: {{number: {{values: 1..4}}}}\n{areas}rules:\n  - {rule}\n"
    assert ("order-of-picture" in [label for label, _ in told(text)]) is is_told


def test_solution_under_expect() -> None:
    """A rule or a given that it breaks; also where only a part of it is written, and layers are hidden."""
    text = """gridwright: 1
grid: 1x3
layers:
  number: {values: 1..3}
  other: {values: 1..3, hidden: true}
givens: {number: {r1c1: 1}}
rules:
  - distinct(number)
  - number[r1c1] < number[r1c2]
  - all(number == other)
  - sorted(number)[0] == 2
expect: {solution: {number: SOLUTION}}
"""
    assert told(text.replace("SOLUTION", "[1, 2, 2]")) == [
        ("solution-breaks-rule", 8),
        ("general-lemma", 11),
        ("solution-breaks-rule", 11),
    ]
    assert told(text.replace("SOLUTION", "{r1c1: 2, r1c2: 1}")) == [
        ("solution-breaks-rule", 6),
        ("solution-breaks-rule", 9),
        ("general-lemma", 11),
    ]
    assert told(text.replace("SOLUTION", "[1, 2, 2]").replace("expect: {", "expect: {solutions: 0, ")) == [("general-lemma", 11)]


cells = st.sampled_from([f"r{row}c{column}" for row in (1, 2) for column in (1, 2, 3)])
some_rules = st.sampled_from(
    [
        "distinct(number[rows[0]])",
        "sum(number) <= 8",
        "number[r1c1] < number[r1c2]",
        "count(number == 3) == 1",
        "number[r2c1] + number[r2c2] == 4 or number[r1c1] == 2",
        "connected(number > 1)",
        "sorted(number[rows[1]])[0] == 2",
        "product(number[columns[0]]) == 6",
    ]
)


@pytest.mark.slow
@settings(max_examples=40)
@given(st.dictionaries(cells, st.integers(1, 3), min_size=1, max_size=4), some_rules)
def test_givens_that_break_a_rule(givens: dict[str, int], rule: str) -> None:
    """What is told is so: no grid has these givens and satisfies the rule, but without any one of the named givens one does."""
    spec = load_text(HEAD + f"givens: {{number: {json.dumps(givens).replace(chr(34), '')}}}\nrules: ['{rule}']\n")
    broken = [warning for warning in warnings(spec, lower(spec)) if warning.code.label == "givens-break-rule"]
    grids = list(assignments(spec))
    possible = any(accepts(spec, grid) for grid in grids)
    assert not (possible and broken)
    if not broken:
        return
    named = [_cell(broken[0]), *(_place(note.span.text) for note in broken[0].notes[:-1] if note.span)]
    assert _has_grid(rule, {cell: givens[cell] for cell in named}, grids) is False
    for left_out in named:
        assert _has_grid(rule, {cell: givens[cell] for cell in named if cell != left_out}, grids) or rule.startswith("connected")


def _cell(warning: Diagnostic) -> str:
    assert warning.span
    return _place(warning.span.text)


def _place(text: str) -> str:
    return text.partition(":")[0]


def _has_grid(rule: str, givens: dict[str, int], grids: list) -> bool:
    written = f"givens: {{number: {json.dumps(givens).replace(chr(34), '')}}}\n" if givens else ""
    spec = load_text(HEAD + written + f"rules: ['{rule}']\n")
    return any(judge(spec, grid).accepted for grid in grids)


@pytest.mark.slow
def test_warnings_cost_little() -> None:
    """They take a fraction of the time of lowering, also for the puzzle with the most givens and rules on them."""
    spec: Spec = load(ROOT / "specs" / "jane-street" / "2025-09-hooks-11.yaml")
    began = time.process_time()
    module = lower(spec)
    lowered = time.process_time()
    warnings(spec, module)
    assert time.process_time() - lowered < 0.5 * (lowered - began)


# on the command line


@pytest.fixture
def doubtful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A spec with a warning."""
    monkeypatch.chdir(tmp_path)
    Path("doubtful.yaml").write_text(rules("distinct(number[rows[0]])", "sum(number) >= 6"), "utf-8")
    return "doubtful.yaml"


def test_check_warns(doubtful: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The text is on standard error, the status 0; with `--strict` it is 1, and with `--quiet` nothing is printed."""
    assert run(["check", doubtful]) == 0
    out, err = capsys.readouterr()
    assert "ok (6 unknowns, 2 constraints, 1 warning)" in out
    assert "doubtful.yaml:7:6: warning[always-true]: this rule excludes nothing" in err
    assert "= help: " in err
    assert run(["check", "--quiet", doubtful]) == 0
    assert capsys.readouterr() == ("", "")
    assert run(["check", "--strict", doubtful]) == 1
    assert "warning[always-true]" in capsys.readouterr().err


def test_check_warns_in_reports(doubtful: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--json` has them apart from errors; SARIF has their level; JUnit shows them without a failure. A cache hides none."""
    for _ in range(2):
        assert run(["check", "--json", "--cache", "kept", "--sarif", "s.json", "--junit", "j.xml", doubtful]) == 0
        report = json.loads(capsys.readouterr().out)
        assert (report["status"], report["diagnostics"]) == ("valid", [])
        assert [(warning["code"], warning["line"], warning["column"]) for warning in report["warnings"]] == [
            ("always-true", 7, 6)
        ]
    (result,) = json.loads(Path("s.json").read_text("utf-8"))["runs"][0]["results"]
    assert (result["ruleId"], result["level"]) == ("always-true", "warning")
    import xmlschema  # noqa: PLC0415 (it takes a second)

    xmlschema.XMLSchema(ROOT / "tests" / "execution" / "schemas" / "junit-10.xsd").validate("j.xml")
    text = Path("j.xml").read_text("utf-8")
    assert 'failures="0"' in text
    assert "warning[always-true]" in text


@pytest.mark.slow
@given_specs
def test_random_specs(text: str) -> None:
    """Whatever the spec: a rule that is told of holds on every grid, and a spec whose givens are told of has no solution."""
    try:
        spec = load_text(text, "random.yaml")
        module = lower(spec)
        warnings_found = warnings(spec, module)
        always = {warning.span for warning in warnings_found if warning.code.label == "always-true"}
        impossible = any(warning.code.label == "givens-break-rule" for warning in warnings_found)
        for grid in assignments(spec) if always or impossible else ():
            report = judge(spec, grid)
            assert not always & {violation.span for violation in report.violations}
            assert not (impossible and report.accepted)
    except SpecError:
        assume(False)


def test_rules_as_tests_of_definitions() -> None:
    """Where no rule reads a layer, rules are tests of definitions; they are meant to hold."""
    head = HEAD + "define:\n  twice(x): 2 * x\nrules:\n  - twice(2) == 4\n"
    assert told(head) == [("unconstrained-layer", 4)]
    assert told(head + "  - distinct(number[rows[0]])\n") == [("always-true", 8)]


@pytest.mark.slow
def test_many_givens() -> None:
    """Of thousands of givens that break a rule, the two that are enough are found without trying each."""
    rows = "\n".join("    " + " ".join(str(row * 40 + column + 1) for column in range(40)) for row in range(40))
    rows = rows.replace(" 1600", " 7")
    text = f"gridwright: 1\ngrid: 40x40\nlayers: {{n: {{values: 1..1600}}}}\ngivens:\n  n: |\n{rows}\nrules: [distinct(n)]\n"
    spec = load_text(text)
    module = lower(spec)
    began = time.process_time()
    warning, *_ = warnings(spec, module)  # that the rule makes many clauses is true as well
    assert time.process_time() - began < 10
    assert [warning.span.line if warning.span else 0, *(note.span.line for note in warning.notes if note.span)] == [45, 6, 46]


def test_watch_warns(doubtful: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A saved spec with a warning is verified all the same; the lines show the warning, and `--json` has it apart from errors."""
    result = check_spec(doubtful, OPTIONS)
    capsys.readouterr()
    state = SpecStatus(doubtful, "", True, {CHECK: result})
    assert (result.status, state.next) == (0, VERIFY)
    ScreenLines(OPTIONS).on_finished(SpecStage(CHECK, doubtful), result)
    assert "doubtful.yaml:7:6: warning[always-true]" in capsys.readouterr().out
    report = report_of(CHECK, result)
    assert report["diagnostics"] == []
    assert json.loads(json.dumps(report["warnings"]))[0]["code"] == "always-true"


TWO_HEAVY = """\
gridwright: 1
grid: 3x4
layers:
  number: {values: 1..9}
rules:
  - all(abs(number[a] - number[b]) > 1 for a, b in combinations(rows[0], 2))
  - all(abs(number[a] - number[b]) > 1 for a, b in combinations(cells, 2))
  - number[r1c1] == 1
"""


def test_the_heaviest_rule_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule with the most clauses is told, with the next ones by their number of clauses; light rules are not."""
    monkeypatch.setattr(heavy_rule, "LIGHT", 10)
    monkeypatch.setattr(heavy_rule, "HEAVY", 100)
    monkeypatch.setattr(heavy_rule, "SHARE", 0.05)
    spec = load_text(TWO_HEAVY)
    (warning,) = (warning for warning in warnings(spec, lower(spec)) if warning.code is heavy_rule.HEAVY_RULE)
    assert warning.span
    assert warning.span.line == 7
    counted = [int(words.replace(",", "")) for words in re.findall(r"[\d,]+(?= clauses)", str(warning))]
    assert len(counted) == 2
    assert counted == sorted(counted, reverse=True)
    assert [note.span.line for note in warning.notes if note.span] == [6]


def test_check_ends(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Stop a compilation that takes too long, name the rule, and give up with status 3; `--timeout` sets another limit."""
    path = tmp_path / "slow.yaml"
    path.write_text(TWO_HEAVY.replace("3x4", "20x20"), "utf-8")
    monkeypatch.setattr(check_spec_module, "LOWERING_SECONDS", 0)
    assert run(["check", str(path)]) == 3
    printed = capsys.readouterr()
    assert "slow.yaml:6:" in printed.err
    assert "warning[heavy-rule]: the compiler was stopped after 0 s in this rule" in printed.err
    assert "not checked to the end" in printed.out + printed.err
    assert run(["check", "--strict", str(path)]) == 3
    capsys.readouterr()
    assert run(["check", "--json", str(path)]) == 3
    report = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert report["status"] == "stopped"
    assert [warning["code"] for warning in report["warnings"]] == ["heavy-rule"]
    path.write_text(HEAD + "rules:\n  - distinct(number[rows[0]])\n", "utf-8")
    assert run(["check", "--timeout", "60", str(path)]) == 0
    assert ": ok (" in capsys.readouterr().out
