"""The documentation: every YAML block is loaded and checked, Python is run, and what is generated is fresh."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import gridwright
import pytest
import yaml
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.authoring.minimize import Search
from gridwright.runtime.authoring.printed_items import items_of
from gridwright.runtime.cli.app import app, run
from gridwright.runtime.output.text.reference import diagnostics_page, limits_page, page, reports_page
from gridwright.runtime.solving.expectations import differences
from gridwright.runtime.solving.solve import solve

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    (path.name, language, text)
    for path in PAGES
    for language, text in re.findall(r"(?m)^```(yaml|python)\n((?:.*\n)*?)```", path.read_text("utf-8"))
]
# What a fragment of a spec leaves out.
REST = {
    "gridwright": "gridwright: 1\n",
    "grid": "grid: 4x4\n",
    "layers": "layers:\n  number: {values: 1..4, blank: true}\n",
    "rules": "rules:\n  - true\n",
}
LINE = "..2.3.....482.7...69...83..8..3..5.2.2.....8.4.6..2..1..71...56...7.583.....9.1.."  # that of setters.md
YAML = [(name, text) for name, language, text in BLOCKS if language == "yaml"]
PYTHON = [(name, text) for name, language, text in BLOCKS if language == "python" and name != "functions.md"]


def whole(text: str) -> str:
    """A block as a spec: what a fragment leaves out is put in."""
    keys = yaml.safe_load(text)
    missing = [rest for key, rest in REST.items() if key not in keys and not (key == "grid" and "grids" in keys)]
    return text + "".join(missing)


@pytest.mark.parametrize(("name", "text"), YAML, ids=[f"{name}-{number}" for number, (name, _) in enumerate(YAML)])
def test_yaml_block(name: str, text: str) -> None:
    """Every YAML block of the documentation is a spec, or becomes one by what it leaves out, and compiles."""
    compile_spec(load_text(whole(text), name))


@pytest.mark.parametrize(("name", "text"), PYTHON)
def test_python_block(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python block of the documentation runs in the folder of the repository."""
    monkeypatch.chdir(ROOT)
    exec(compile(text, name, "exec"), {})


def test_tutorial_says_what_comes_out() -> None:
    """The numbers of solutions that the tutorial speaks of are the ones that come out."""
    specs = [load_text(text) for name, text in YAML if name == "tutorial.md"]
    counts = [solve(spec, limit=1000).count for spec in specs]
    assert counts[0] == 576
    assert counts[1] > 1
    assert counts[2:] == [1, 1]


@pytest.mark.parametrize("text", [text for name, text in YAML if name == "families.md"])
def test_recipes_have_one_solution(text: str) -> None:
    """Each recipe has exactly one solution, or what it says otherwise."""
    spec = load_text(whole(text), "families.md")
    outcome = solve(spec)
    assert outcome.solutions
    assert not differences(spec, outcome)


def test_why_says_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What the page on explanations shows is what `explain` prints for the spec above it."""
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "why.md").read_text("utf-8")
    shown = re.findall(r"(?s)```yaml\n(.*?)```(?:(?!```yaml).)*?```text\n(.*?)```", page)
    assert len(shown) == page.count("```yaml")
    for text, expected in shown:
        Path("puzzle.yaml").write_text(text, "utf-8")
        assert run(["explain", "--quiet", "puzzle.yaml"]) == 1
        assert capsys.readouterr().out == expected


@pytest.mark.slow
def test_new_clue_says_what_comes_out() -> None:
    """The puzzle that the page makes step by step has at first several solutions, and in the end the one it expects."""
    specs = [load_text(text) for name, text in YAML if name == "new-clue.md"]
    outcomes = [solve(spec, limit=2) for spec in specs]
    assert [outcome.count for outcome in outcomes] == [2, 2, 2, 1]
    assert outcomes[-1].solutions[0].answer == specs[-1].expected.answer
    assert outcomes[-2].solutions[0].answer == "110220002112"
    assert len({solve(specs[1], limit=1, seed=seed).solutions[0].answer for seed in (1, 2, 3)}) == 3  # other seeds, other grids


def test_what_is_read_along_a_line() -> None:
    """What the language page calls read along a line has no general lemma, and what it says is left to that has one."""
    texts = [text for name, text in YAML if name == "language.md" and "  line: number" in text]
    specs = [load_text(whole(text)) for text in texts]
    general = [len(compile_spec(spec).general) for spec in specs]
    assert general == [0, len(specs[1].rules)]


def test_setters_page_says_what_comes_out() -> None:
    """The puzzle that the page minimizes comes to what it shows."""
    before, after = [text for name, text in YAML if name == "setters.md"][-2:]
    spec = load_text(before)
    assert Search().minimize(spec, [(item,) for item in items_of(spec)]).text == after


def test_readme_example() -> None:
    """The puzzle in the README comes out as it expects."""
    spec = load_text(next(text for name, text in YAML if name == "README.md"))
    outcome = solve(spec)
    assert outcome.unique
    assert outcome.solutions[0].answer == spec.expected.answer


CALLS = [
    (path.name, shlex.split(re.split(r" {3,}", line)[0], comments=True)[1:])
    for path in PAGES
    for block in re.findall(r"(?m)^```(?:sh|text)\n((?:.*\n)*?)```", path.read_text("utf-8"))
    for line in block.splitlines()
    if line.startswith("gridwright ")
]


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[f"{name}-{' '.join(call)}" for name, call in CALLS])
def test_calls_are_understood(name: str, call: list[str]) -> None:
    """Every call that a page shows names a command, options of it and values that these take."""
    command = app.get_command(click.Context(app), call[0])
    assert command, name
    command.make_context(call[0], call[1:])


def test_setters_calls_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the page on the workbench calls works, one call after the other, and what is imported is what it shows."""
    monkeypatch.chdir(tmp_path)
    Path("puzzle.txt").write_text(f"{LINE}\n", "utf-8")
    Path("puzzles.txt").write_text(f"{LINE}\n{LINE[::-1]}\n", "utf-8")
    for name, call in CALLS:
        if name == "setters.md":
            assert run([*call, "--quiet"]) == 0, call
            if "-o" in call:
                assert Path(call[call.index("-o") + 1]).exists()
    assert Path("puzzle.yaml").read_text("utf-8") == next(text for name, text in YAML if name == "setters.md")


def test_generated_pages_are_fresh() -> None:
    """What `gridwright functions` and `gridwright schema report` print as pages is what is in docs/."""
    assert (ROOT / "docs" / "functions.md").read_text("utf-8") == page()
    assert (ROOT / "docs" / "diagnostics.md").read_text("utf-8") == diagnostics_page()
    assert (ROOT / "docs" / "limits.md").read_text("utf-8") == limits_page()
    assert (ROOT / "docs" / "reports.md").read_text("utf-8") == reports_page()


def test_every_page_is_in_the_navigation() -> None:
    """The site leads to every page, and to no other."""
    navigation = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]
    named = [page for entry in navigation for page in entry.values()]
    assert sorted(named) == sorted(path.name for path in (ROOT / "docs").glob("*.md"))


def test_links_lead_somewhere() -> None:
    """Links between pages and to files of the repository are not broken."""
    for path in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text("utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


COMMANDS = [
    path
    for room in ("benchmarks", "tests")
    for path in sorted((ROOT / room).rglob("*.py"))
    if not path.name.startswith("test_") and "__main__" in path.read_text("utf-8")
]


@pytest.mark.slow
def test_commands_start() -> None:
    """Every command of benchmarks/ and tests/ can be asked for its options, so what it imports is there."""
    program = """
import runpy, sys
sys.path[:0] = sys.argv[1:3]
for path in sys.argv[3:]:
    before, sys.argv = sys.argv, [path, "--help"]
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as ended:
        assert not ended.code, path
    sys.argv = before
"""
    folders = [str(ROOT / room) for room in ("benchmarks", "tests")]
    subprocess.run([sys.executable, "-c", program, *folders, *map(str, COMMANDS)], check=True, capture_output=True)


def test_curves_are_those_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture of growth is drawn from the table that stands above it."""
    monkeypatch.syspath_prepend(ROOT / "benchmarks")
    growth = importlib.import_module("growth")
    text = (ROOT / "docs" / "performance.md").read_text("utf-8").partition("<!-- begin growth -->")[2]
    rows = [line.strip("| ").split(" | ") for line in text.partition("<!-- end growth -->")[0].splitlines() if "|" in line][2:]
    assert growth.picture(rows) == growth.PICTURE.read_text("utf-8")


MODULES = [
    "gridwright",
    *(info.name for info in pkgutil.walk_packages(gridwright.__path__, "gridwright.") if ".tests" not in info.name),
]


@pytest.mark.parametrize(
    "name", [name for name in MODULES if name.startswith(("gridwright.compiler", "gridwright.runtime")) or name == "gridwright"]
)
def test_doctests(name: str) -> None:
    """The examples in docstrings come out as written."""
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0
