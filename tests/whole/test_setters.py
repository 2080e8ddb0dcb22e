"""Where setters keep files: hooks, action and the pages about them are valid, and what they run does what they say."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from gridwright.runtime.authoring.spec_heading import schema_for
from gridwright.runtime.cli.app import run
from gridwright.runtime.exit_status import OK, WRONG

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
PAGES = {name: (ROOT / "docs" / name).read_text("utf-8") for name in ("ci.md", "editors.md")}
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
BLOCKS = [
    (name, language, text) for name, page in PAGES.items() for language, text in re.findall(r"(?ms)^```(\w+)\n(.*?)^```", page)
]
GOOD = "gridwright: 1\ngrid: 1x2\nlayers:\n  x: {values: 1..2}\nrules: [increasing(x)]\n"


def blocks(language: str) -> list[str]:
    """The blocks in a language."""
    return [text for _, language_of_block, text in BLOCKS if language_of_block == language]


def assert_valid(schema: str, path: Path) -> None:
    """Hold a file against a schema of the services that read it, without network."""
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a puzzle, and the command `gridwright`."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "puzzles").mkdir()
    (tmp_path / "puzzles" / "a.yaml").write_text(GOOD, "utf-8")
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "gridwright"
    main = shlex.quote("from gridwright.runtime.cli.app import main; main()")
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {main} "$@"\n', "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_action_is_valid() -> None:
    """The action is what GitHub takes for one, and the page lists its inputs."""
    assert_valid("github-actions", ROOT / "action.yml")
    listed = re.findall(r"(?m)^\| `([\w-]+)` \| ", PAGES["ci.md"])
    assert listed == list(ACTION["inputs"])


def act(folder: Path, **inputs: str) -> tuple[int, str, str]:
    """Run the script of the action that runs Gridwright; its status, what it says, and its outputs."""
    step = next(step for step in ACTION["runs"]["steps"] if step.get("id") == "run")
    given = {name: str(described.get("default", "")) for name, described in ACTION["inputs"].items()} | inputs
    variables = {name: given[text.split("inputs.")[1].split(" ")[0]] for name, text in step["env"].items()}
    output = folder / "output"
    output.write_text("", "utf-8")
    environment = {**os.environ, **variables, "GRIDWRIGHT": "gridwright", "GITHUB_OUTPUT": str(output)}
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120, cwd=folder)
    return ended.returncode, ended.stdout + ended.stderr, output.read_text("utf-8")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_action_runs(folder: Path) -> None:
    """It verifies what it is given, writes the reports, and hands the status on; what stands in an input is never run."""
    assert act(folder, specs="puzzles\n", junit="j.xml")[::2] == (0, "status=0\n")
    assert (folder / "j.xml").exists()
    (folder / "puzzles" / "b c.yaml").write_text(GOOD.replace("increasing", "distinct"), "utf-8")
    status, message, output = act(folder, specs="puzzles/a.yaml\n\npuzzles/b c.yaml")
    assert (status, output) == (0, "status=1\n")
    assert "found at least 2" in message
    token = re.findall(
        r"(?m)^::stop-commands::([0-9a-f]{32})$", message
    )  # the runner obeys nothing until it reads the token again
    assert re.findall(r"(?m)^::([0-9a-f]{32})::$", message) == token != []
    assert json.loads((folder / "gridwright.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert act(folder, specs="puzzles", command="check")[2] == "status=0\n"
    (folder / "gridwright.sarif").unlink()
    assert act(folder, specs="nowhere\n$(touch run)`touch run`;touch run")[2] == "status=2\n"
    assert act(folder, specs="--force")[2] == "status=2\n"
    status, message, output = act(folder, specs="puzzles", command="solve; touch run")
    assert (status, output) == (2, "")
    assert "must be check or verify" in message
    (folder / "gridwright.sarif").unlink()
    assert act(folder, specs="puzzles", jobs="many")[0] == WRONG
    assert not (folder / "run").exists()


def test_hooks_are_valid() -> None:
    """The hooks are what pre-commit takes for hooks, and the configuration on the page uses them."""
    clientlib = pytest.importorskip("pre_commit.clientlib")
    hooks = clientlib.load_manifest(str(ROOT / ".pre-commit-hooks.yaml"))
    assert [hook["id"] for hook in hooks] == ["gridwright-check", "gridwright-verify"]
    clientlib.load_config(str(ROOT / ".pre-commit-config.yaml"))


@pytest.mark.slow
@pytest.mark.cases(ci=2)
@pytest.mark.parametrize("hook", HOOKS, ids=[hook["id"] for hook in HOOKS])
def test_hooks_run(hook: dict, folder: Path) -> None:
    """What a hook calls takes files, is silent about good ones on standard error, and fails where one is wrong."""
    command = [*shlex.split(hook["entry"]), "puzzles/a.yaml"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (OK, "")
    (folder / "puzzles" / "a.yaml").write_text(GOOD.replace("increasing", "incresing"), "utf-8")
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == WRONG
    assert "did you mean" in ended.stderr


@pytest.mark.slow
@pytest.mark.parametrize("text", blocks("yml"))
def test_configurations(text: str, folder: Path) -> None:
    """The configurations on the pages are valid for the service that reads them, and use inputs and hooks that there are."""
    name = text.split("\n", maxsplit=1)[0].removeprefix("# ")
    path = folder / Path(name).name
    path.write_text(text, "utf-8")
    read = yaml.safe_load(text)
    if name.startswith(".github"):
        assert_valid("github-workflows", path)
        step = next(action_step for action_step in read["jobs"]["verify"]["steps"] if "gridwright" in action_step["uses"])
        assert set(step["with"]) <= set(ACTION["inputs"])
    elif name == ".gitlab-ci.yml":
        assert_valid("gitlab-ci", path)
    else:
        assert name == ".pre-commit-config.yaml"
        pytest.importorskip("pre_commit.clientlib").load_config(str(path))
        assert {hook["id"] for hook in read["repos"][0]["hooks"]} <= {hook["id"] for hook in HOOKS}


@pytest.mark.slow
@pytest.mark.cases(ci=2)
@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize("text", blocks("sh"))
def test_commands(text: str, folder: Path) -> None:
    """The commands on the pages run, and write the files that they speak of."""
    ended = subprocess.run(["sh", "-ec", text], capture_output=True, text=True, check=False, timeout=120)
    assert ended.returncode == 0, ended.stderr
    for name in re.findall(r"[\w]+\.(?:xml|sarif|jsonl|json)\b", text):
        assert (folder / name).stat().st_size > 0


def test_settings() -> None:
    """Settings in JSON and TOML can be read."""
    for text in blocks("json"):
        assert json.loads(text)
    for text in blocks("toml"):
        assert tomllib.loads(text)


def test_schema_in_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The schema is written once, found by the first line of new specs, overwritten only if asked to; its place is printed."""
    assert run(["schema", "-o", "schema.json"]) == OK
    assert (folder / "schema.json").read_bytes() == (ROOT / "schema.json").read_bytes()
    assert schema_for(folder / "puzzles" / "b.yaml") == "../schema.json"
    assert run(["schema", "report", "-o", "schema.json"]) == WRONG
    assert (folder / "schema.json").read_bytes() == (ROOT / "schema.json").read_bytes()
    assert run(["schema", "report", "-o", "schema.json", "--force"]) == OK
    capsys.readouterr()
    assert run(["schema", "--path"]) == OK
    assert Path(capsys.readouterr().out.strip()).read_bytes() == (ROOT / "schema.json").read_bytes()
    assert run(["schema"]) == OK
    assert capsys.readouterr().out == (ROOT / "schema.json").read_text("utf-8")
