"""Which files a folder stands for: those that are in it, and can be read to their end."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from gridwright.runtime.cli.app import run
from gridwright.runtime.editing.watch.poll_files import FilePoller
from gridwright.runtime.execution.spec_files import files, yaml_files
from gridwright.runtime.exit_status import OK, WRONG
from gridwright.runtime.output.reports.report_schema import report_schema
from jsonschema import Draft202012Validator
from small_specs import GOOD

COMMANDS = ["check", "verify", "solve", "explain", "candidates", "watch", "render"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a spec, beside a file that is nobody's business."""
    monkeypatch.chdir(tmp_path)
    Path("secret").write_text("the: password\n", "utf-8")
    Path("in").mkdir()
    Path("in/good.yaml").write_text(GOOD, "utf-8")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_a_link_that_leads_out(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is refused, by every command that takes folders, and no line of its file is printed."""
    Path("in/deep").mkdir()
    Path("in/deep/link.yaml").symlink_to(folder / "secret")
    assert run([command, "in", *(["-o", "out.html"] if command == "render" else [])]) == WRONG
    caught = capsys.readouterr()
    assert "in/deep/link.yaml is a link that leads out of in" in caught.err
    assert "password" not in caught.out + caught.err


def test_links_that_stay(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A link to a spec of the folder is a spec, and so is one that is named itself; one that leads nowhere is a mistake."""
    Path("in/same.yaml").symlink_to("good.yaml")
    Path("out.yaml").symlink_to("in/good.yaml")
    assert files(["in", "out.yaml"]) == ["in/good.yaml", "in/same.yaml", "out.yaml"]
    Path("in/nowhere.yaml").symlink_to("nothing")
    assert run(["check", "in"]) == WRONG
    assert "there is no file in/nowhere.yaml" in capsys.readouterr().err


def test_watch_does_not_follow(folder: Path) -> None:
    """A link that leads out and appears while a folder is watched is no spec of it."""
    poller = FilePoller(["in"])
    assert [event.path for event in poller.poll()] == ["in/good.yaml"]
    Path("in/link.yaml").symlink_to(folder / "secret")
    Path("in/two\nlines.yaml").write_text(GOOD, "utf-8")
    assert yaml_files("in") == ["in/good.yaml"]
    assert not poller.poll()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_pipes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pipe that nobody writes to holds up nothing: not in a folder, not as a library, not beside one."""
    os.mkfifo("in/pipe.yaml")
    assert files(["in"]) == ["in/good.yaml"]
    Path("in/good.yaml").write_text(f"{GOOD}use: [pipe.yaml]\n", "utf-8")
    for call in (["check", "in"], ["check", "in/good.yaml"]):
        assert run(call) == WRONG
        assert "there is no file `pipe.yaml` in the folder of the spec" in capsys.readouterr().err
    Path("in/good.yaml").write_text(GOOD, "utf-8")
    Path("in/library.yaml").write_text("rules: [true]\n", "utf-8")
    assert files(["in/library.yaml"]) == ["in/library.yaml"]
    assert run(["check", "in/good.yaml"]) == OK


def test_a_library_that_leads_out(folder: Path) -> None:
    """To find out which specs a file belongs to, links that lead out are not read either."""
    Path("other.yaml").write_text(f"{GOOD}use: [library.yaml]\n", "utf-8")
    Path("in/library.yaml").write_text("rules: [true]\n", "utf-8")
    Path("in/other.yaml").symlink_to(folder / "other.yaml")
    assert files(["in/library.yaml"]) == ["in/library.yaml"]


def test_a_name_of_two_lines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file cannot print a line of its own by its name."""
    Path("in/a\nin/good.yaml: as expected\n.yaml").parent.mkdir(parents=True, exist_ok=True)
    Path("in/a\nin/good.yaml: as expected\n.yaml").write_text("x: y\n", "utf-8")
    assert run(["check", "in"]) == WRONG
    caught = capsys.readouterr()
    assert r"in/a\nin/good.yaml: as expected\n.yaml has a line break in its name" in caught.err
    assert not [line for line in caught.err.splitlines() if line.startswith("in/good.yaml")]


LIBRARY = "title: Mine\nneeds: {layer: a layer}\ndefine: {twice(x): x + x}\nrules: [distinct(layer)]\n"


@pytest.mark.parametrize("options", [[], ["--jobs", "2"], ["--second-opinion"], ["--cache", "kept"]], ids=" ".join)
def test_a_library_that_nothing_uses(options: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a folder it is counted as a library, and is no failure; `check` and `--json` know it too."""
    Path("in/mine.yaml").write_text(LIBRARY, "utf-8")
    Path("in/other.yaml").write_text("use: [latin]\n" if not options else LIBRARY, "utf-8")
    assert run(["verify", "in", *options]) == OK
    out = capsys.readouterr().out
    assert "in/good.yaml" in out
    assert out.count("a library; no puzzle in it") == 2
    if not options:
        assert run(["check", "in"]) == OK
        assert "in/mine.yaml: ok (a library; no puzzle in it)\n" in capsys.readouterr().out
        assert run(["solve", "in"]) == OK
        assert "in/mine.yaml: ok (a library; no puzzle in it)\n" in capsys.readouterr().out
        assert run(["render", "in", "-o", "out"]) == OK
        caught = capsys.readouterr()
        assert "in/mine.yaml: a library; no puzzle in it\n" in caught.out + caught.err
        assert [path.name for path in sorted(Path("out").iterdir())] == ["good.svg", "index.html"]
        for command in ("check", "verify", "solve"):
            assert run([command, "--json", "in/mine.yaml"]) == OK
            report = json.loads(capsys.readouterr().out)
            assert report == {"report": 1, "command": command, "spec": "in/mine.yaml", "status": "library"} | {
                "reason": "a library; no puzzle in it",
                "diagnostics": [],
            }
            assert not list(Draft202012Validator(report_schema()).iter_errors(report))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{LIBRARY}rulse: [true]\n", "unknown key `rulse`"),
        ("rules: ['distinct(layer']\n", "error["),
        ("define: {x: '1 +'}\n", "error["),
        ("use: [nothing]\nrules: [true]\n", "there is no library `nothing`"),
        ("gridwright: 1\nlayers: {x: {values: 1..2}}\nrules: [distinct(x)]\n", "grid"),
        ("layers: {x: {values: 1..2}}\nexpect: {solutions: 1}\n", "the key `gridwright` is missing"),
        ("title: x\n", "the key `gridwright` is missing"),
        ("services: [a]\n", "unknown key `services`"),
    ],
)
def test_what_is_wrong_with_a_library(text: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It is read as far as that is possible without a board; a puzzle whose board was forgotten is no library."""
    Path("in/mine.yaml").write_text(text, "utf-8")
    for command in ("check", "verify"):
        assert run([command, "in/mine.yaml"]) == WRONG
        assert said in capsys.readouterr().err
