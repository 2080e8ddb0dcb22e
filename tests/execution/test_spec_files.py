"""Which files a folder stands for: those that are in it, and can be read to their end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from gridwright.runtime.cli.app import run
from gridwright.runtime.execution.spec_files import files, yaml_files
from gridwright.runtime.exit_status import OK, WRONG
from gridwright.runtime.watch.poll_files import FilePoller
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
