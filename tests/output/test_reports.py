"""Reports for machines: whatever `--json` prints is as it is described, and everything that is described is printed."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from gridwright.runtime.cli.app import run
from gridwright.runtime.output.reports.report_schema import Described, report_schema
from jsonschema import Draft202012Validator

ROOT = Path(__file__).parents[2]
TEXT = yaml.safe_load(Path(__file__).with_name("report_calls.yaml").read_text("utf-8"))
CALLS: dict[str, list[str]] = TEXT["calls"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the calls speak of."""
    for name, text in TEXT["files"].items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "specs").symlink_to(ROOT / "specs", target_is_directory=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(command: str, call: str, capsys: pytest.CaptureFixture[str]) -> list[Described]:
    """The objects that a call prints; each is valid."""
    capsys.readouterr()
    status = run([command, "--json", *shlex.split(call)])
    captured = capsys.readouterr()
    assert status != 70, captured.err
    objects = [json.loads(line) for line in captured.out.splitlines()]
    for record in objects:
        assert record["command"] == command
        failed = record.get("status") in ("invalid", "interrupted", "mistake") or ("stats" not in record and "reason" in record)
        name = "failed" if failed else command
        validator = Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": report_schema()["$defs"]})
        assert not [f"{problem.json_path}: {problem.message}" for problem in validator.iter_errors(record)], record
        assert Draft202012Validator(report_schema()).is_valid(record)
    return objects


def keys(content: object, described: Described, path: str = "") -> Iterator[str]:
    """The paths of all keys of an object that its description names."""
    defs = report_schema()["$defs"]
    described = defs[described["$ref"].rpartition("/")[2]] if "$ref" in described else described
    if isinstance(content, list):
        for member in content:
            yield from keys(member, described.get("items", {}), f"{path}[]")
    elif isinstance(content, dict):
        for key, value in content.items():
            if key in described.get("properties", {}):
                yield f"{path}.{key}"
                yield from keys(value, described["properties"][key], f"{path}.{key}")


def described_keys(described: Described, path: str = "", above: tuple[str, ...] = ()) -> Iterator[str]:
    """The paths of all keys that a description names, those of diagnostics apart, which are everywhere the same.

    `above`: the descriptions that this one is part of; none is looked at inside itself.
    """
    defs = report_schema()["$defs"]
    if "$ref" in described:
        name = described["$ref"].rpartition("/")[2]
        described = {} if name in ("diagnostics", "diagnostic", *above) else defs[name]
        above = (*above, name)
    if "items" in described:
        yield from described_keys(described["items"], f"{path}[]", above)
    for key, value in described.get("properties", {}).items():
        yield f"{path}.{key}"
        yield from described_keys(value, f"{path}.{key}", above)


def test_schema_is_a_schema() -> None:
    """The descriptions make a valid JSON Schema, in which every key says what it is."""
    schema = report_schema()
    Draft202012Validator.check_schema(schema)

    def undescribed(part: object, path: str) -> Iterator[str]:
        if isinstance(part, dict):
            for name, value in part.get("properties", {}).items():
                if "description" not in value and "description" not in schema["$defs"][value["$ref"].rpartition("/")[2]]:
                    yield f"{path}.{name}"
            for name, value in part.items():
                if value is None:
                    yield f"{path}.{name}"
                yield from undescribed(value, f"{path}.{name}")

    assert not list(undescribed(schema["$defs"], ""))


STEP = ".conflict.steps[]."  # what a step has is printed by `steps`
ELSEWHERE = {  # keys that no call prints
    ".unrated",  # only where steps take long: test_steps_that_are_not_found
    ".agrees",  # only if a second engine ends in time, which no test can make sure of
    ".stats.engines[].missing",  # only where an engine is not installed: test_a_better_engine_that_is_missing_is_named
}


@pytest.mark.slow
@pytest.mark.cases(ci=6)
@pytest.mark.parametrize("command", [command for command, calls in CALLS.items() if calls])
def test_reports(command: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the calls of a command print is valid, and everything that its description names is printed by one of them."""
    described = report_schema()["$defs"][command]
    seen: set[str] = set()
    if command in TEXT["before"]:
        assert run(shlex.split(TEXT["before"][command])) == 0
    for call in CALLS[command]:
        objects = printed(command, call, capsys)
        assert objects, call
        for record in objects:
            assert "invalid" not in record.values(), record
            seen |= set(keys(record, described))
    described_here = {key for key in described_keys(described) if not key.startswith(STEP)}
    missing = sorted(described_here - seen - ELSEWHERE)
    assert not missing, ", ".join(missing)


@pytest.mark.slow
def test_failures(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file with which nothing can be done has a report too, in which everything is printed that its description names."""
    described = report_schema()["$defs"]["failed"]
    objects = [record for command, call in TEXT["failed"].items() for record in printed(command, call, capsys)]
    assert {record["status"] for record in objects} == {"invalid", "gave-up"}
    assert set(described_keys(described)) == {key for record in objects for key in keys(record, described) if "[]" not in key}
    notes = [note for record in objects for diagnostic in record["diagnostics"] for note in diagnostic.get("notes", ())]
    assert any("line" in note for note in notes)


def test_a_further_key_is_noticed() -> None:
    """The descriptions are closed: a key that nobody described is an error, at any depth."""
    good = {"report": 1, "command": "check", "spec": "a", "title": "", "status": "valid", "diagnostics": []}
    good |= {"stats": {"unknowns": 1, "constraints": 1}}
    validator = Draft202012Validator(report_schema())
    assert validator.is_valid(good)
    assert not validator.is_valid(good | {"more": 1})
    assert not validator.is_valid(good | {"report": 2})
    assert not validator.is_valid(good | {"stats": good["stats"] | {"more": 1}})
    assert not validator.is_valid(good | {"diagnostics": [{"code": "tab", "message": "x", "line": 3}]})


def test_expected(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was not looked at is not called met, and a difference stands at the claim that it contradicts."""
    assert [record["expected"] for record in printed("solve", "named.yaml --no-unique", capsys)] == ["undecided"]
    record = printed("verify", "two.yaml", capsys)[0]
    assert record["expected"] == "not-met"
    several, answer = record["differences"]
    assert (several["message"], several["line"], several["column"]) == ("expected 1 solution, found at least 2", 10, 10)
    assert re.fullmatch("expected the answer 3, found [12]", answer["message"])  # whichever solution was found first
    assert (answer["line"], answer["column"]) == (10, 24)
