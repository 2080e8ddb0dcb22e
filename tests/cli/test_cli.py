"""The command line: exit status, what goes where, interrupts, and output that is the same every time."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import COMMAND, ROOT
from gridwright.compiler import loader
from gridwright.compiler.syntax.span import SourceText
from gridwright.runtime.cli.app import run
from gridwright.runtime.engines.engine_registry import ENGINES
from gridwright.runtime.judging.judge import Report, Violation
from gridwright.runtime.solving import solve
from processes import cpu_seconds, ended_cpu_seconds
from small_specs import ODD, PIGEONS

SUDOKU = str(ROOT / "specs" / "classics" / "sudoku.yaml")

TWO = "gridwright: 1\ntitle: Two\ngrid: 1x2\nlayers:\n  x: {values: 1..2}\nrules:\n  - x[r1c1] != x[r1c2]\nanswer: x[r1c1]\n"
NONE = "gridwright: 1\ngrid: 1x3\nlayers:\n  x: {values: 1..2}\nrules:\n  - distinct(x)\n"
WRONG = "gridwright: 1\ngrid: 1x3\nlayers:\n  x: {values: 1..2}\nrules:\n  - distnct(x)\n"


@pytest.fixture
def write(tmp_path: Path):
    """Write a spec to a file and give its path."""

    def write(text: str, name: str = "puzzle.yaml") -> str:
        path = tmp_path / name
        path.write_text(text, "utf-8")
        return str(path)

    return write


def test_solve(capsys: pytest.CaptureFixture[str]) -> None:
    """A unique puzzle is solved and drawn: givens told from found values, boxes drawn thick, the answer below."""
    assert run(["solve", SUDOKU]) == 0
    out = capsys.readouterr().out
    assert "unique: there is no other solution (proved)" in out
    assert "answer: 725619483" in out
    assert "(2)" in out
    assert "┏━" in out


def test_layers_without_a_picture(write, capsys: pytest.CaptureFixture[str]) -> None:
    """A layer that is not drawn is printed with its places, in words that `expect` takes."""
    spec = """gridwright: 1
grid: 2x2
layers:
  west: {over: rows, values: 1..2}
  kind: {over: [a, "b, {c"], values: [red, green], blank: true}
  total: {over: grid, values: 0..9}
rules:
  - distinct(west) and west[rows[0]] == 2
  - kind[a] == red and kind["b, {c"] == blank
  - total == sum(west)
"""
    assert run(["solve", write(spec)]) == 0
    lines = capsys.readouterr().out.splitlines()[:3]
    assert lines == ["west: {row 1: 2, row 2: 1}", "kind: {a: red, 'b, {c': .}", "total: 3"]
    assert run(["verify", write(spec + f"expect: {{solution: {{{', '.join(lines)}}}}}\n")]) == 0
    assert run(["verify", write(spec + "expect: {solution: {west: {row 1: 1}}}\n")]) == 1


def test_several_solutions(write, capsys: pytest.CaptureFixture[str]) -> None:
    """Several solutions: both are drawn, and the status is 1."""
    assert run(["solve", write(TWO)]) == 1
    out = capsys.readouterr().out
    assert "solution 1" in out
    assert "solution 2" in out
    assert "not unique" in out
    assert "answer: 1" in out
    assert "answer: 2" in out


def test_several_solutions_as_claimed(write) -> None:
    """Where several solutions are claimed, finding them is as claimed."""
    assert run(["solve", write(TWO + "expect: {solutions: 2}\n")]) == 0
    assert run(["verify", write(TWO + "expect: {solutions: 2}\n")]) == 0
    assert run(["verify", write(TWO + "expect: {solutions: any}\n")]) == 0
    assert run(["verify", write(TWO + "expect: {solutions: any, answer: 1}\n")]) == 1
    assert run(["verify", write(TWO + "expect: {solutions: 3}\n")]) == 1


@pytest.mark.parametrize(
    ("picture", "status", "said"),
    [
        ("6 5 4 3 2 1", 0, "as expected"),
        ("6 6 4 3 2 1", 1, "the `solution` under `expect` is no solution: it breaks a rule"),
        ("6 . 4 3 2 1", 3, "not decided whether the `solution` under `expect` is a solution"),
    ],
)
def test_a_claimed_solution_of_very_many(picture: str, status: int, said: str, write, capsys: pytest.CaptureFixture[str]) -> None:
    """It is one of 38,880, most of which are not looked at: the judge says what it is, where all of it is written."""
    many = "gridwright: 1\ngrid: 1x6\nlayers: {x: {values: 1..6}}\nrules: ['x[r1c1] != x[r1c2]']\n"
    expect = f"expect:\n  solutions: any\n  solution:\n    x: |\n      {picture}\n"
    assert run(["verify", write(many + expect)]) == status
    assert said in " ".join(capsys.readouterr().out.split())


def test_no_solution(write, capsys: pytest.CaptureFixture[str]) -> None:
    """No solution is said to be proved, and the status is 1, unless it is claimed."""
    assert run(["solve", write(NONE)]) == 1
    assert "no solution: proved" in capsys.readouterr().out
    assert run(["verify", write(NONE)]) == 1
    assert run(["verify", write(NONE + "expect: {solutions: 0}\n")]) == 0


def test_wrong_spec(write, capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong spec: the message on standard error, nothing on standard output, status 2; others are still run."""
    assert run(["check", write(WRONG)]) == 2
    captured = capsys.readouterr()
    assert not captured.out
    assert "there is no function `distnct`" in captured.err
    assert "^^^^^^^" in captured.err
    assert run(["verify", write(WRONG, "a.yaml"), SUDOKU]) == 2
    assert "as expected" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [["solv"], ["solve"], ["solve", "--timeout", "soon", SUDOKU], ["solve", "--engine", "x", SUDOKU], ["functions", "x"]],
)
def test_wrong_call(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A wrong call has status 2 and says how it is meant."""
    assert run(arguments) == 2
    assert "Error" in capsys.readouterr().err


def test_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    """A file that does not exist is a wrong call."""
    assert run(["check", "nowhere.yaml"]) == 2
    assert "there is no file nowhere.yaml" in capsys.readouterr().err


@pytest.mark.slow
def test_timeout(write, capsys: pytest.CaptureFixture[str]) -> None:
    """Out of time is status 3, and nothing is claimed."""
    for command in ("solve", "verify", "count"):
        assert run([command, "--timeout", "0.5", write(PIGEONS)]) == 3
        captured = capsys.readouterr()
        assert "gave up: out of time" in captured.err + captured.out
        assert "no solution:" not in captured.out
        assert "unique" not in captured.out


def test_json(write, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json one object for each spec, and nothing else on standard output."""
    assert run(["solve", "--json", SUDOKU, write(TWO), write(NONE, "none.yaml"), write(WRONG, "wrong.yaml")]) == 2
    unique, two, none, wrong = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert (unique["status"], unique["solutions"], unique["unique"], unique["expected"]) == ("solved", 1, True, "met")
    assert unique["answer"] == 725619483
    assert unique["solution"]["digit"][0] == [5, 7, 2, 9, 3, 1, 6, 4, 8]
    assert unique["stats"]["clauses"] > 1000
    assert (two["unique"], two["second_solution"] != two["solution"]) == (False, True)
    assert (none["status"], none["unique"], none["solutions"]) == ("no-solution", False, 0)
    assert (wrong["status"], wrong["diagnostics"][0]["code"], wrong["diagnostics"][0]["line"]) == (
        "invalid",
        "unknown-function",
        6,
    )


def test_json_of_several_grids(write, capsys: pytest.CaptureFixture[str]) -> None:
    """With several grids the solution is by grid, then by layer; blank is null."""
    spec = """gridwright: 1
grids: {left: {size: 1x2, givens: {number: {r1c1: 2}}}, right: 2x1}
layers: {number: {values: 1..2, blank: true}}
rules:
  - true
together:
  - left.number[r1c2] == 1
  - right.number[r2c1] == left.number[r1c2] + 1
  - right.number[r1c1] == blank
"""
    assert run(["solve", "--json", write(spec)]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["solution"] == {"left": {"number": [[2, 1]]}, "right": {"number": [[None], [2]]}}


def test_json_when_giving_up(write, capsys: pytest.CaptureFixture[str]) -> None:
    """Giving up is a status of its own, and `unique` is null."""
    assert run(["solve", "--json", "--timeout", "0.5", write(PIGEONS)]) == 3
    report = json.loads(capsys.readouterr().out)
    assert (report["status"], report["unique"], report["reason"]) == ("gave-up", None, "out of time")


def test_judge(write, capsys: pytest.CaptureFixture[str]) -> None:
    """A grid is judged from JSON, YAML or a picture; broken rules are named with their bindings."""
    assert run(["solve", "--json", SUDOKU]) == 0
    solved = capsys.readouterr().out
    assert run(["judge", SUDOKU, write(solved, "grid.json")]) == 0
    rows = json.loads(solved)["solution"]["digit"]
    picture = "\n".join(" ".join(map(str, row)) for row in rows)
    assert run(["judge", SUDOKU, write(picture, "grid.txt")]) == 0
    assert run(["judge", SUDOKU, write("digit: |\n" + re.sub("(?m)^", "  ", picture), "grid.yaml")]) == 0
    capsys.readouterr()
    rows[8][8], rows[8][7] = rows[8][7], rows[8][8]
    assert run(["judge", SUDOKU, write(json.dumps({"digit": rows}), "grid.json")]) == 1
    out = capsys.readouterr().out
    assert "No digit occurs twice in a row or column. (line = column 8)" in out
    assert "rejected: 2 violations (plain evaluation of every rule)" in out


@pytest.mark.parametrize(
    "grid", ["{", "1 2 3", "digit: |\n  1 2 3\n", '{"digit": [[1]]}', "other: 3\n", "", "\x00", '{"digit": 3}']
)
def test_judge_wrong_grid(grid: str, write, capsys: pytest.CaptureFixture[str]) -> None:
    """A grid that is none is a wrong call, with a message, and it is the file of the grid that is said to be wrong."""
    path = write(grid, "grid")
    assert run(["judge", SUDOKU, path]) == 2
    message = capsys.readouterr().err
    assert "error[" in message
    assert message.endswith(f"{path}: 1 error\n")


@pytest.mark.parametrize(
    ("grid", "place"), [("12\n3\n", "2:1"), ("1 2\n3 4 5\n", "2:1"), ("1 2\n3 x\n", "2:3"), ("1 x\n3 4", "1:3")]
)
def test_judge_points_into_a_picture(grid: str, place: str, write, capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong in a file that is one picture is said of its own line and column."""
    spec = write("gridwright: 1\ngrid: 2x2\nlayers: {x: {values: 1..4}}\nrules: [true]\n", "spec.yaml")
    path = write(grid, "grid.txt")
    assert run(["judge", spec, path]) == 2
    assert f"{path}:{place}: error[" in capsys.readouterr().err


DIGITS_AND_SHADING = """\
gridwright: 1
grid: 2x2
layers: {digit: {values: 1..4}, shaded: {values: bool}}
rules:
  - distinct(digit)
  - for: c in cells
    rule: shaded[c] == (digit[c] > 2)
"""


@pytest.mark.parametrize(("grid", "status"), [("1 2\n3 4\n", 0), ("1 2\n3 3\n", 1), ("--\n##\n", 0), ("-#\n##\n", 1)])
def test_judge_of_one_layer_alone(write, grid: str, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    """A picture belongs to the only layer that may have its values; `judge` searches for those of the others."""
    assert run(["judge", write(DIGITS_AND_SHADING, "spec.yaml"), write(grid, "grid.txt")]) == status
    assert ("accepted" in capsys.readouterr().out) == (status == 0)


@pytest.mark.parametrize(
    ("shaded", "grid", "message"),
    [
        ("bool", "1 2\n3 9\n", "it is not `digit`: the given 9 is not among the values of `digit`, which are 1..4"),
        ("0..4", "1 2\n3 4\n", "it may be `digit` or `shaded`"),
    ],
)
def test_judge_of_a_picture_that_is_not_clear(
    write, shaded: str, grid: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A picture that fits no layer, or several, is refused, and the message says why."""
    spec = f"gridwright: 1\ngrid: 2x2\nlayers: {{digit: {{values: 1..4}}, shaded: {{values: {shaded}}}}}\nrules: [true]\n"
    assert run(["judge", write(spec, "spec.yaml"), write(grid, "grid.txt")]) == 2
    assert message in capsys.readouterr().err


def test_count(write, capsys: pytest.CaptureFixture[str]) -> None:
    """Solutions are counted, shown if asked for, and a limit is not taken for the end."""
    assert run(["count", write(TWO)]) == 0
    assert capsys.readouterr().out == "2 solutions\n"
    assert run(["count", "--show", write(TWO)]) == 0
    assert capsys.readouterr().out.count("┏") == 2
    assert run(["count", "--limit", "1", write(TWO)]) == 0  # that many were asked for
    captured = capsys.readouterr()
    assert captured.out == "at least 1 solution (stopped at the limit of 1; --limit changes it)\n"
    assert "gave up" not in captured.err


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("solve --timeout abc", "--timeout needs a number of seconds of at least 0, such as `--timeout 60`, but got `abc`"),
        ("solve --timeout -3", "--timeout needs a number of seconds of at least 0, such as `--timeout 60`, but got `-3.0`"),
        ("count --limit 0", "--limit needs a whole number from 1 to 1,000,000, such as `--limit 4`, but got `0`"),
        ("count --limit many", "--limit needs a whole number from 1 to 1,000,000, such as `--limit 4`, but got `many`"),
        ("verify --jobs all", "--jobs needs a whole number from 1 to 256, such as `--jobs 4`, but got `all`"),
        ("solve --memory 2GB", "--memory needs a number of megabytes of at least 1, such as `--memory 2000`, but got `2GB`"),
        ("solv", "there is no command `solv`; did you mean 'solve'?"),
        ("xyz", "there is no command `xyz`; `gridwright --help` lists all commands"),
    ],
)
def test_wrong_calls_in_words(write, call: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A call that is wrong is told in words, without the names of types, and with a call that is right."""
    assert run([*call.split(), write(TWO)]) == 2
    error = capsys.readouterr().err
    assert f"Error: {said}\n" in error
    assert "range" not in error


def test_compile(write, capsys: pytest.CaptureFixture[str]) -> None:
    """The IR, SMT-LIB and DIMACS are printed; rules that have only the general lemma are named."""
    path = write(TWO.replace("x[r1c1] != x[r1c2]", "sorted(x) == [1, 2]"))
    assert run(["compile", path]) == 0
    captured = capsys.readouterr()
    assert "= evaluated `sorted(x) == [1, 2]`" in captured.out
    assert "assert %" in captured.out
    assert "general lemma only: rule" in captured.err
    assert run(["compile", "--to", "dimacs", SUDOKU]) == 0
    dimacs = capsys.readouterr().out
    header = re.search(r"(?m)^p cnf (\d+) (\d+)$", dimacs)
    assert header is not None
    assert len(re.findall(r"(?m) 0$", dimacs)) == int(header[2])
    assert "c digit[r1c1]: 1 = " in dimacs
    assert run(["compile", "--to", "smt2", SUDOKU]) == 0
    assert "(check-sat)" in capsys.readouterr().out


def test_functions(capsys: pytest.CaptureFixture[str]) -> None:
    """The reference is printed, whole or for one function."""
    assert run(["functions"]) == 0
    assert "nth(values, k)" in capsys.readouterr().out
    assert run(["functions", "nth"]) == 0
    assert "counted from 1" in capsys.readouterr().out


@pytest.mark.slow
def test_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A folder stands for the specs below it; an empty one is a wrong call."""
    assert run(["check", str(ROOT / "specs" / "classics")]) == 0
    assert capsys.readouterr().out.count(": ok (") == len(list((ROOT / "specs" / "classics").glob("*.yaml")))
    assert run(["check", str(tmp_path)]) == 2


def test_folder_with_other_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What is hidden is no spec; a library, also one that a library uses, stands for the specs that use it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".github").mkdir()
    texts = {
        ".github/x.yaml": "on: push\n",
        ".x.yaml": "a: b\n",
        "a.yaml": TWO + "use: [m.yaml]\n",
        "b.yaml": TWO,
        "m.yaml": "use: [n.yaml]\n",
        "n.yaml": "rules: [true]\n",
        "unused.yaml": "rules: [true]\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    for call, specs in (["n.yaml"], "a"), (["m.yaml", "a.yaml"], "a"), (["m.yaml", "b.yaml"], "ab"), (["b.yaml"], "b"):
        assert run(["check", *call]) == 0
        assert re.findall(r"(?m)^(\w+)\.yaml: ok", capsys.readouterr().out) == list(specs)
    assert run(["check", "unused.yaml"]) == 0
    assert capsys.readouterr().out == "unused.yaml: ok (a library; no puzzle in it)\n"
    (tmp_path / "unused.yaml").unlink()
    assert run(["check", "."]) == 0
    assert re.findall(r"(?m)^(\w+)\.yaml: ok", capsys.readouterr().out) == ["a", "b"]


def test_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    """With --quiet nothing but results and errors is said."""
    assert run(["solve", "--quiet", SUDOKU]) == 0
    assert not capsys.readouterr().err
    assert run(["solve", "--verbose", SUDOKU]) == 0
    assert "clauses" in capsys.readouterr().err


def test_our_mistake(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake of the program is said to be one, without a traceback."""
    monkeypatch.setattr(loader, "load", lambda *arguments, **named: 1 // 0)
    assert run(["check", SUDOKU]) == 70
    error = capsys.readouterr().err
    assert "an error in this program" in error
    assert "Traceback" not in error


def test_judge_rejects(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A finished grid that the judge rejects is reported as a mistake of the program, never printed as a solution."""
    wrong = Report((Violation("a rule", SourceText("x", "x").span(0, 1)),))
    monkeypatch.setattr(solve, "judge", lambda *arguments: wrong)
    assert run(["solve", SUDOKU]) == 70
    captured = capsys.readouterr()
    assert "the judge rejects a finished grid" in captured.err
    assert "unique" not in captured.out


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for CPU times in /proc")
@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("engine", ENGINES)
def test_interrupt(engine: str, write, ended_at_last: list[int]) -> None:
    """Ctrl-C stops within a second of work, says how far the search came, and gives status 130.

    The second is counted in CPU time, so that it is none on a busy machine; the clock has only to show that it ends.
    """
    process = subprocess.Popen(
        [*COMMAND, "solve", "--engine", engine, write(ODD)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    ended_at_last.append(process.pid)
    assert process.stderr
    while "solving" not in process.stderr.readline():  # progress, from the first second on
        assert process.poll() is None
    before = cpu_seconds(process.pid) + ended_cpu_seconds()
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=120)
    assert ended_cpu_seconds() - before < 1, "seconds of work after the signal"
    assert process.returncode == 130
    assert "interrupted (0 solutions found" in error
    assert "Traceback" not in error
    assert "no solution" not in out


@pytest.mark.slow
def test_interrupt_while_compiling(write, ended_at_last: list[int]) -> None:
    """Ctrl-C while compiling is no different."""
    slow = TWO.replace("rules:\n", "rules:\n" + "  - all(a + b != 999 for a in 1..200 for b in 1..200)\n" * 40)
    process = subprocess.Popen([*COMMAND, "check", write(slow)], stderr=subprocess.PIPE, text=True)
    ended_at_last.append(process.pid)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=120)
    assert process.returncode == 130
    assert "Traceback" not in error


# Ctrl-C at a place where no exception may leave the command: while it is imported, when it begins, and after it has ended.
AT_THE_EDGES = {
    "import": "class Finder:\n    def find_spec(self, name, *_):\n        if name == 'gridwright.runtime.cli.app': interrupt()\n"
    "sys.meta_path.insert(0, Finder())\n",
    "begin": "import gridwright.runtime.cli.app as app\napp.main = interrupt\n",
    "end": "import gc\ngc.freeze = interrupt\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("edge", AT_THE_EDGES)
def test_interrupt_at_the_edges(edge: str) -> None:
    """Ctrl-C before the command has begun, or when it has ended, gives status 130 and no traceback too."""
    code = (
        "import os, signal, sys, time\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "def interrupt():\n    os.kill(os.getpid(), signal.SIGINT)\n    time.sleep(10)\n"
        f"{AT_THE_EDGES[edge]}from gridwright.runtime.cli import main\nsys.argv[1:] = ['--version']\nmain()\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 130
    assert ended.stderr == "gridwright: interrupted\n"


@pytest.mark.slow
def test_little_is_imported_before_ctrl_c_is_taken() -> None:
    """Until then Ctrl-C reaches Python, whose traceback and status nobody can change: what is imported has to be little."""
    code = (
        "import sys\nfor name in 'typing', 'enum', 'contextlib', 'collections', 're', 'signal':\n"
        "    sys.modules.pop(name, None)\n"
        "before = {*sys.modules}\nimport gridwright.runtime.cli\nprint(*sorted({*sys.modules} - before))\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    others = {name for name in ended.stdout.split() if not name.startswith("gridwright")}
    assert others <= {"__future__", "gc", "importlib", "warnings"}
    assert len(ended.stdout.split()) < 15


@pytest.mark.slow
def test_closed_pipe() -> None:
    """Whoever stops reading our output gets no traceback."""
    process = subprocess.Popen([*COMMAND, "compile", "--to", "smt2", SUDOKU], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert b"Traceback" not in process.stderr.read()
    process.wait(10)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_same_in_same_out(engine: str, write) -> None:
    """The same spec and seed give the same bytes, in another process, with other hashes, after other specs."""

    def output(hashes: str, *specs: str) -> str:
        environment = {**os.environ, "PYTHONHASHSEED": hashes}
        command = [*COMMAND, "solve", "--quiet", "--json", "--engine", engine, "--seed", "7", *specs]
        ended = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=60)
        return re.sub(r'"seconds": \{[^}]*\}', "", ended.stdout)

    many = write("gridwright: 1\ngrid: 3x4\nlayers:\n  x: {values: 1..4, blank: true}\nrules:\n  - connected(x != blank)\n")
    alone = output("1", many)
    assert alone.count("\n") == 1
    assert output("2", many) == alone
    assert output("3", SUDOKU, write(TWO, "two.yaml"), many).splitlines()[-1] + "\n" == alone


def test_check_of_what_has_no_solution(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A rule that no grid satisfies is shown by `check`, and is not as claimed, unless that is what the spec expects."""
    path = tmp_path / "puzzle.yaml"
    text = "gridwright: 1\ngrid: 1x2\nlayers:\n  number: {values: 1..2}\nrules:\n  - sum(number) == 7\n"
    path.write_text(text, "utf-8")
    assert run(["check", str(path)]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert ":6:5: error[contradiction]: no grid satisfies this rule" in printed.err
    assert run(["check", "--json", str(path)]) == 1
    report = json.loads(capsys.readouterr().out)
    assert (report["status"], report["diagnostics"][0]["code"]) == ("no-solution", "contradiction")
    assert run(["solve", "--json", str(path)]) == 1
    assert json.loads(capsys.readouterr().out)["diagnostics"] == report["diagnostics"]
    path.write_text(f"{text}expect: {{solutions: 0}}\n", "utf-8")
    assert run(["check", str(path)]) == 0
    assert capsys.readouterr().out.endswith(": ok (no solution, as expected)\n")
