"""The documentation: every YAML block is loaded and checked, Python is run, and what is generated is fresh."""

from __future__ import annotations

import doctest
import importlib
import os
import pkgutil
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import gridwright
import pytest
import yaml
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.runtime.authoring.minimize import Search
from gridwright.runtime.authoring.printed_items import items_of
from gridwright.runtime.cli.app import app, run
from gridwright.runtime.output.text.commands_page import commands_page
from gridwright.runtime.output.text.reference import diagnostics_page, limits_page, page, reports_page
from gridwright.runtime.solving.expectations import differences
from gridwright.runtime.solving.solve import solve

ROOT = Path(__file__).parents[2]
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PAGES = [
    ROOT / "README.md",
    CONTRIBUTING,
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "language").glob("*.md")),
    *sorted((ROOT / "docs" / "studio").glob("*.md")),
]
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
    others = {"grid": ("grids",), "layers": ("use",), "rules": ("use",)}
    missing = [rest for key, rest in REST.items() if not {key, *others.get(key, ())} & {*keys}]
    return text + "".join(missing)


@pytest.mark.cases(ci=39)
@pytest.mark.parametrize(("name", "text"), YAML, ids=[f"{name}-{number}" for number, (name, _) in enumerate(YAML)])
def test_yaml_block(name: str, text: str) -> None:
    """Every YAML block of the documentation is a spec, or becomes one by what it leaves out, and compiles."""
    compile_spec(load_text(whole(text), name))


@pytest.mark.parametrize(("name", "text"), PYTHON)
def test_python_block(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every Python block of the documentation runs in the folder of the repository."""
    monkeypatch.chdir(ROOT)
    exec(compile(text, name, "exec"), {})


@pytest.mark.slow
def test_python_is_typed(tmp_path: Path) -> None:
    """Programs that are written as the documentation shows pass mypy as strictly as it can be."""
    (tmp_path / "gridwright").symlink_to(ROOT)  # type checkers do not see through an editable install
    programs = [tmp_path / f"block_{number}.py" for number in range(len(PYTHON))]
    for program, (_, text) in zip(programs, PYTHON, strict=True):
        program.write_text(text, "utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", *(program.name for program in programs)]
    checked = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert checked.returncode == 0, checked.stdout


def test_tutorial_says_what_comes_out() -> None:
    """Check the numbers of solutions and the answer in the tutorial against what the solver finds."""
    specs = [load_text(text) for name, text in YAML if name == "tutorial.md"]
    counts = [solve(spec, limit=1000).count for spec in specs]
    assert counts[0] == 576
    assert counts[1] > 1
    assert counts[2:] == [1, 1]
    (answer,) = re.findall(r"`expect: \{answer: '(\d+)'\}`", (ROOT / "docs" / "tutorial.md").read_text("utf-8"))
    assert solve(specs[2]).solutions[0].answer == answer


@pytest.mark.parametrize("text", [text for name, text in YAML if name in ("families.md", "two-boards.md")])
def test_recipes_have_one_solution(text: str) -> None:
    """Each recipe has exactly one solution, or what it says otherwise."""
    spec = load_text(whole(text), "recipe.yaml")
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


def test_steps_says_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What the page on steps shows is what `steps` prints for its spec."""
    monkeypatch.chdir(tmp_path)
    ((text, expected),) = re.findall(
        r"(?s)```yaml\n(.*?)```.*?```text\n(.*?)```", (ROOT / "docs" / "steps.md").read_text("utf-8")
    )
    Path("puzzle.yaml").write_text(text, "utf-8")
    assert run(["steps", "--quiet", "puzzle.yaml"]) == 0
    assert capsys.readouterr().out == expected


def test_generate_does_what_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The first spec of the page on generating gives a unique puzzle, also with the key of the second; the clues of the third are
    filled in as it says, and the fourth is completed so.
    """
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "generate.md").read_text("utf-8")
    invented, wanted, drawn, twin = re.findall(r"(?s)```yaml\n(.*?)```", page)
    for text in (invented, invented + wanted):
        Path("puzzle.yaml").write_text(text, "utf-8")
        assert run(["generate", "puzzle.yaml", "--seed", "1", "-o", "another.yaml", "--force", "--quiet"]) == 0
        assert run(["verify", "another.yaml", "--quiet"]) == 0
    Path("puzzle.yaml").write_text(drawn, "utf-8")
    capsys.readouterr()
    assert run(["fill", "puzzle.yaml", "--quiet"]) == 0
    assert capsys.readouterr().out == drawn.replace("? . ?", "3 . 3").replace(". ? .", ". 3 .")
    Path("twin.yaml").write_text(twin, "utf-8")
    assert run(["complete", "twin.yaml", "--quiet"]) == 0
    assert f"$ gridwright complete twin.yaml\n{capsys.readouterr().out}" in page


def test_front_page_says_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The pictures of the front page are drawn from its puzzle, which is solved and explained as it shows."""
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "index.md").read_text("utf-8")
    (puzzle,) = (text for name, text in YAML if name == "index.md")
    before, after, expected = re.findall(r"(?s)```diff\n-(.*?\n)\+(.*?\n)```.*?```text\n(.*?)```", page)[0]
    assert puzzle.count(before) == 1
    wrong = puzzle.replace(before, after)
    for name, text, options in (("", puzzle, []), ("-solution", puzzle, ["--solution"]), ("-explained", wrong, ["--explain"])):
        Path("puzzle.yaml").write_text(text, "utf-8")
        stored = ROOT / "docs" / "pictures" / f"skyscrapers{name}.svg"
        run(["render", "puzzle.yaml", "-o", "drawn.svg", "--no-title", "--force", "--quiet", *options])
        drawn = Path("drawn.svg").read_text("utf-8")
        if "GRIDWRIGHT_UPDATE_PICTURES" in os.environ:
            stored.write_text(drawn, "utf-8")
        assert drawn == stored.read_text("utf-8"), f"{stored} is no longer what is drawn"
    capsys.readouterr()
    assert run(["explain", "--quiet", "puzzle.yaml"]) == 1
    assert capsys.readouterr().out == expected
    Path("puzzle.yaml").write_text(puzzle, "utf-8")
    assert run(["solve", "--quiet", "puzzle.yaml"]) == 0
    last = capsys.readouterr().out.splitlines()[-2:]
    assert "<br>".join(f"`{line}`" for line in last) in page


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
    """What the page about lines reads has no general lemma."""
    (text,) = (text for name, text in YAML if name == "lines.md" and "  line: number" in text)
    assert not compile_spec(load_text(whole(text))).fallback_instances


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


@pytest.mark.slow
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
    assert Path("loop.yaml").read_text("utf-8") == next(text for name, text in YAML if name == "setters.md")


def test_contributing_says_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The way of a rule through the house is as CONTRIBUTING.md shows it: what commands print, and what is typed into Python."""
    monkeypatch.chdir(tmp_path)
    page = CONTRIBUTING.read_text("utf-8")
    for file, text in re.findall(r"(?s)Save this as `([a-z]+\.yaml)`.*?```yaml\n(.*?)```", page):
        Path(file).write_text(text, "utf-8")
    shown = re.findall(r"(?s)```text\n\$ gridwright (.*?)\n(.*?)```", page)
    assert len(shown) == page.count("$ gridwright")
    for call, expected in shown:
        assert run(shlex.split(call)) == 0
        assert capsys.readouterr().out == expected
    typed = "\n".join(re.findall(r"(?s)```pycon\n(.*?)```", page))
    test = doctest.DocTestParser().get_doctest(typed, {}, CONTRIBUTING.name, str(CONTRIBUTING), 0)
    printed: list[str] = []
    assert doctest.DocTestRunner().run(test, out=printed.append).failed == 0, "".join(printed)


def test_files_that_pages_name_exist() -> None:
    """Every file, folder and test of the repository that a page names is there, and `file.py::name` is defined in that file."""
    rooms = [ROOT / name for name in ("compiler", "runtime", "api", "benchmarks", "specs", "docs", "tests")]
    there = [*ROOT.iterdir(), ROOT / ".ci" / "run", *(path for room in rooms for path in room.rglob("*"))]
    files = {f"/{path.relative_to(ROOT).as_posix()}": path for path in there}
    pattern = r"(compiler|runtime|api|benchmarks|specs|docs|tests|\.ci)(/[\w.-]+)+(::\w+)?|\w+\.(py|md)"
    for source in PAGES:
        text = re.sub(r"(?s)```.*?```", "", source.read_text("utf-8"))
        words = {word for quoted in re.findall(r"`([^`]+)`", text) for word in quoted.split() if re.fullmatch(pattern, word)}
        assert len(words) > 60 or source != CONTRIBUTING
        for word in sorted(words):
            path, _, name = word.partition("::")
            where = path.partition("/NAME")[0]  # of a file to add, its folder
            matching = [
                file for known, file in files.items() if known.endswith((f"/{where}", f"/{where}.py"))
            ]  # a room may be a module
            assert matching, f"{source.name}: {word}"
            defined = not name or any(re.search(rf"(?m)^(def|class) {name}\b", file.read_text("utf-8")) for file in matching)
            assert defined, f"{source.name}: {word}"


@pytest.mark.parametrize(
    ("name", "generated"),
    [
        ("functions", page),
        pytest.param("diagnostics", diagnostics_page, marks=pytest.mark.slow),  # the example of a heavy rule takes 3 s
        ("limits", limits_page),
        ("reports", reports_page),
        ("commands", lambda: commands_page(app)),
    ],
)
@pytest.mark.cases(quick=4)
def test_generated_pages_are_fresh(name: str, generated: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What `gridwright functions` and `gridwright schema report` print as pages is what is in docs/."""
    monkeypatch.setattr("gridwright.runtime.warnings.heavy_rule.SECONDS", 300)  # on a busy machine, more than six
    assert (ROOT / "docs" / f"{name}.md").read_text("utf-8") == generated()


def pages_of(navigation: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the pages of a navigation, those of its parts included."""
    for entry in navigation:
        for inside in entry.values():
            yield from [inside] if isinstance(inside, str) else pages_of(inside)


def test_every_page_is_in_the_navigation() -> None:
    """The site leads to every page once, and to no other; to the genres of a family, the page of all genres leads."""
    navigation = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]
    docs = ROOT / "docs"
    pages = [str(path.relative_to(docs)) for path in (*docs.glob("*.md"), *(docs / "language").glob("*.md"))]
    assert sorted(pages_of(navigation)) == sorted([*pages, "genres/index.md"])


def test_glossary_is_sorted() -> None:
    """Each term stands in the glossary once, in the order of the alphabet."""
    terms = re.findall(r"(?m)^## (.*)$", (ROOT / "docs" / "glossary.md").read_text("utf-8"))
    assert terms == sorted(set(terms), key=str.casefold)


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


ROOMS = ("gridwright.api", "gridwright.compiler", "gridwright.runtime")


@pytest.mark.parametrize("name", [name for name in MODULES if name.startswith(ROOMS) or name == "gridwright"])
def test_doctests(name: str) -> None:
    """The examples in docstrings come out as written."""
    result = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert result.failed == 0
