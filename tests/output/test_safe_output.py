"""What a stranger's file says is shown and never obeyed, and every encoding can hold what is printed."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import COMMAND, ROOT
from gridwright.compiler.syntax.visible_text import printable, visible
from gridwright.runtime.cli.app import run
from gridwright.runtime.output import safe_output
from gridwright.runtime.output.safe_console import SafeConsole
from gridwright.runtime.output.safe_output import CapturedOutput, SafeOutput, encodable
from rich.table import Table
from rich.text import Text

EVIL = "\x1b[2J \x1b]0;t\x07 \x9b1m \x85 \u202e \u2066 \u2028 \u200b \ufeff \x7f \r"
WRITTEN = json.dumps(EVIL).replace("\x7f", "\\u007f")  # which is YAML too
SPEC = f"""gridwright: 1
title: {WRITTEN}
grid: 1x2
layers:
  x: {{values: [{WRITTEN}, b]}}
  y: {{over: grid, values: [{WRITTEN}, c]}}
givens: {{x: {{r1c1: {WRITTEN}}}}}
clues:
  k: {{left: [{WRITTEN}]}}
rules:
  - rule: distinct(x)
    says: {WRITTEN}
  - y == "c"
answer: x[r1c1]
display: {{y: plain}}
expect:
  solutions: 2
  answer: {WRITTEN}
"""
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028-\u202e\u2066-\u2069\ufeff]")
OBEYED = UNSEEN.findall(EVIL)


def printed(arguments: list[str], folder: Path, encoding: str = "utf-8") -> bytes:
    """Return both outputs of a run."""
    environment = os.environ | {"PYTHONIOENCODING": encoding}
    return subprocess.run(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, cwd=folder, env=environment
    ).stdout


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a hostile spec, in a file with a hostile name, and one with a mistake."""
    monkeypatch.chdir(tmp_path)
    Path("a\x1b[31m\u202e.yaml").write_text(SPEC.replace("display: {y: plain}\n", ""), "utf-8")
    Path("b.yaml").write_text(SPEC, "utf-8")
    Path("grid.json").write_text(json.dumps({"x": [[EVIL, EVIL]], "y": EVIL}), "utf-8")
    Path("grid.txt").write_text(f"{EVIL} z", "utf-8")
    return tmp_path


CALLS = [
    *(["solve"], ["solve", "--json"], ["verify"], ["verify", "--json"], ["check"], ["check", "--json"], ["explain"]),
    *(["explain", "--json"], ["candidates"], ["candidates", "--json"], ["count", "--show"], ["minimize"], ["compile"]),
    *(["compile", "--to", "smt2"], ["compile", "--to", "dimacs"], ["compile", "--json"]),
]


@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_shown_and_not_obeyed(call: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No command prints a control character, in text, JSON or messages, from titles, values, answers, rules, clues or names."""
    for path in sorted(str(path) for path in Path().glob("*.yaml")):
        run([*call, path])
        caught = capsys.readouterr()
        assert not UNSEEN.findall(caught.out + caught.err)
        if "--json" in call and path != "b.yaml":
            reports = [json.loads(line) for line in caught.out.splitlines()]
            assert [report["spec"] for report in reports] == [path]
            assert "solve" not in call or reports[0]["solution"] == {"x": [[EVIL, "b"]], "y": "c"}
        assert caught.out or caught.err


def test_of_grids_and_calls(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same for what is wrong with a grid, a name or a call."""
    (good,) = (str(path) for path in Path().glob("a*.yaml"))
    for call in (
        ["judge", good, "grid.json"],
        ["judge", good, "grid.txt"],
        ["judge", "--json", good, "grid.json"],
        ["check", EVIL],
        [f"{EVIL}"],
        ["solve", f"--{EVIL}", good],
        ["functions", EVIL],
        ["new", EVIL],
    ):
        assert run(call)
        caught = capsys.readouterr()
        assert not UNSEEN.findall(caught.out + caught.err), call
        assert re.search("u001b|x1b", caught.out + caught.err), call


def test_in_pictures(folder: Path) -> None:
    """A picture shows them too: nothing in it turns the direction of writing."""
    (good,) = (str(path) for path in Path().glob("a*.yaml"))
    for name in ("out.svg", "out.html"):
        assert run(["render", good, "--solution", "-o", name]) == 0
        assert not UNSEEN.findall(Path(name).read_text("utf-8"))
    assert run(["verify", good, "--junit", "j.xml", "--sarif", "s.sarif"]) == 1
    assert not UNSEEN.findall(Path("j.xml").read_text("utf-8") + Path("s.sarif").read_text("utf-8"))


def test_no_line_of_its_own(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A title, value or answer with line breaks takes one line: it prints no verdict, and no command of a CI system."""
    two = json.dumps("a\n::error::b\nno solution: proved")
    Path("lines.yaml").write_text(SPEC.replace(WRITTEN, two).replace("display: {y: plain}\n", ""), "utf-8")
    for command in ("solve", "verify", "explain", "candidates", "minimize", "check"):
        run([command, "lines.yaml"])
        caught = capsys.readouterr()
        assert not [line for line in (caught.out + caught.err).splitlines() if line.strip().startswith(("::", "no solution"))]


def test_own_colours_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A console in a terminal keeps its own styles, and shows those of a text."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stdout", SafeOutput(terminal))  # type: ignore[arg-type]
    monkeypatch.setenv("TERM", "xterm")
    console = SafeConsole(width=100)
    table = Table("\x1b[5mhead")
    table.add_row(Text("\x9bc", style="bold"))
    console.print("\x1b[31mtitle", style="bold")
    console.print(table)
    output = terminal.getvalue()
    assert "\x1b[1m\\u001b[31mtitle\x1b[0m" in output
    assert "\x1b[1m\\u009bc\x1b[0m" in output
    assert "\x1b[5m" not in output


@pytest.mark.slow
@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "latin-1"])
def test_other_encodings(encoding: str, tmp_path: Path) -> None:
    """Every command prints in every encoding, on either output, also what other processes have found out."""
    arrows = tmp_path / "ä→.yaml"
    text = "gridwright: 1\ntitle: ä→日\ngrid: 1x2\nlayers:\n  x: {values: [ä, 日]}\nrules: [distinct(x), 'x[r1c1] == ö']\n"
    arrows.write_text(text, "utf-8")
    specs = [str(arrows), *(str(ROOT / "specs" / "classics" / f"{name}.yaml") for name in ("sudoku", "slitherlink"))]
    for call in (["solve", "-q", *specs], ["functions"], ["verify", "--jobs", "2", *specs[:2]]):
        output = printed(call, tmp_path, encoding)
        assert b"UnicodeEncodeError" not in output
        assert b"an error in this program" not in output
        if call[0] == "solve":
            row = "┃ (6) │ (9) │" if encoding == "cp437" else "| (6) : (9) :"
            assert encodable(row, encoding) in output.decode(encoding)


@pytest.mark.slow
@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_json_in_other_encodings(jobs: str, tmp_path: Path) -> None:
    """JSON means the same in every encoding: nothing in it is drawn another way."""
    text = (
        "gridwright: 1\ntitle: ä→■日\ngrid: 1x2\nlayers:\n  x: {values: [■, 日]}\ngivens: {x: {r1c1: ■}}\nrules: [distinct(x)]\n"
    )
    for name in "ab":
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    for encoding in ("ascii", "cp1252"):
        output = printed(["solve", "-q", "--json", "--jobs", jobs, "a.yaml", "b.yaml"], tmp_path, encoding).decode(encoding)
        for line in output.splitlines():
            assert json.loads(line)["title"] == "ä→■日"
            assert json.loads(line)["solution"] == {"x": [["■", "日"]]}


def test_one_character_for_each() -> None:
    """Drawings keep their widths; what is no drawing is spelt out."""
    drawings = "".join(map(chr, range(0x2500, 0x2580))) + "·■□↑→↓←"
    assert len(encodable(drawings, "ascii")) == len(drawings)
    assert encodable(drawings, "ascii").isascii()
    assert encodable("日", "cp1252") == r"\u65e5"
    assert encodable(drawings, "utf-8") == drawings
    assert CapturedOutput("cp1252").encoding == "cp1252"
    assert not safe_output.is_unicode(CapturedOutput("cp1252"))


def test_what_is_visible() -> None:
    """Letters of all scripts and emoji stay as they are, joiners between them too; one that hides in a name is shown."""
    for text in ("Ünïcödé", "क्\u200dष", "👩\u200d🚀", "a b\n\tc", "日\u3000"):
        assert visible(text) == text
    assert visible("num\u200cber") == r"num\u200cber"
    assert visible(EVIL).isascii()
    assert printable("a\n\u00a0b") == r"a\n\u00a0b"
