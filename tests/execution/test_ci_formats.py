"""Reports that CI systems and code hosts read: valid by the schemas of others, at the right lines, whole or not there."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from gridwright.runtime.cli.app import run
from gridwright.runtime.execution import jobs, results, verify_spec
from gridwright.runtime.execution.ci_formats.report_format import all_formats
from gridwright.runtime.exit_status import GAVE_UP, INTERRUPTED, OK, OUR_MISTAKE, WRONG
from jsonschema import Draft4Validator

SCHEMAS = Path(__file__).parent / "schemas"

HEAD = "gridwright: 1\ntitle: {title}\ngrid: 1x2\nlayers:\n  x: {{values: 1..2}}\n"
SPECS = {
    "good.yaml": HEAD.format(title="Good") + "rules: [increasing(x)]\n",
    "several.yaml": HEAD.format(title="Several") + "rules: [distinct(x)]\n",
    "other answer.yaml": HEAD.format(title="Ä") + "rules: [increasing(x)]\nanswer: x\nexpect:\n  solutions: 1\n  answer: 7\n",
    "wrong.yaml": HEAD.format(title="'\U0001f9e9'") + "rules:\n  - \"'\U0001f9e9' == distnct(x)\"\n  - nmber == 1\n",
    "clash.yaml": HEAD.format(title="Clash") + "givens: {x: {r1c1: 1}}\nareas: {x: [r1c1]}\nrules: [increasing(x)]\n",
    "none.yaml": HEAD.format(title="None") + "rules: [sum(x) == 7]\n",
    "control.yaml": 'gridwright: 1\ngrid: 1x2\n"\\e]0;<&\\ud800\\0": 1\n',
}
PIGEONS = "gridwright: 1\ngrid: 1x14\nlayers: {x: {values: 1..13}}\nrules: [distinct(x)]\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with specs, some of them wrong."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "specs").mkdir()
    for name, text in SPECS.items():
        (tmp_path / "specs" / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@functools.cache
def junit_schema() -> Any:
    """The schema of Jenkins."""
    import xmlschema  # noqa: PLC0415 (it takes a second, which other tests need not spend)

    return xmlschema.XMLSchema(SCHEMAS / "junit-10.xsd")


@functools.cache
def sarif_schema() -> Draft4Validator:
    """The schema of SARIF."""
    return Draft4Validator(json.loads((SCHEMAS / "sarif-2.1.0-rtm.5.json").read_text("utf-8")))


def junit(path: Path) -> ElementTree.Element:
    """The root of a JUnit report that is valid."""
    junit_schema().validate(str(path))
    return ElementTree.parse(path).getroot()


def sarif(path: Path) -> dict:
    """The only run of a SARIF report that is valid."""
    report = json.loads(path.read_text("utf-8"))
    assert not [f"{problem.json_path}: {problem.message}" for problem in sarif_schema().iter_errors(report)]
    assert len(report["runs"]) == 1
    return report["runs"][0]


def where(result: dict) -> tuple[str, str, int, int]:
    """Rule, file, line and column of a result."""
    place = result["locations"][0]["physicalLocation"]
    region = place["region"]
    return result["ruleId"], place["artifactLocation"]["uri"], region["startLine"], region.get("startColumn", 0)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_verify(jobs: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each spec is a test case; each message is a result at its place: a mistake, or the claim that is not met."""
    assert run(["verify", "--jobs", jobs, "--junit", "j.xml", "--sarif", "s.sarif", "specs"]) == 2
    root = junit(folder / "j.xml")
    assert {key: root.get(key) for key in ("tests", "failures", "errors")} == {"tests": "7", "failures": "3", "errors": "3"}
    cases = {case.get("name"): case for case in root.iter("testcase")}
    assert list(cases) == sorted(f"specs/{name}" for name in SPECS)
    assert [inner.tag for inner in cases["specs/good.yaml"]] == []
    failure = cases["specs/several.yaml"].find("failure")
    assert failure is not None
    assert failure.get("message") == "expected 1 solution, found at least 2"
    wrong = cases["specs/wrong.yaml"].find("error")
    assert wrong is not None
    assert (wrong.get("type"), "^^^^^^^" in (wrong.text or "")) == ("unknown-function", True)
    assert all(re.fullmatch(r"\d+\.\d{3}", case.get("time", "")) for case in cases.values())

    results = sarif(folder / "s.sarif")["results"]
    assert [where(result) for result in results] == [
        ("name-clash", "specs/clash.yaml", 5, 3),
        ("mangled", "specs/control.yaml", 3, 1),
        ("not-as-expected", "specs/none.yaml", 2, 1),
        ("contradiction", "specs/none.yaml", 6, 9),
        ("not-as-expected", "specs/other%20answer.yaml", 10, 3),
        ("not-as-expected", "specs/several.yaml", 2, 1),
        ("unknown-function", "specs/wrong.yaml", 7, 13),
        ("unknown-name", "specs/wrong.yaml", 8, 5),
    ]
    assert results[0]["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 7
    assert {result["level"] for result in results} == {"error"}


def test_same_claims_as_the_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Reports change neither status nor what is printed."""
    assert run(["verify", "specs"]) == run(["verify", "specs", "--junit", "j.xml"])
    lines = re.sub(r"\d+\.\d\d", "", capsys.readouterr().out).splitlines()
    assert lines[: len(lines) // 2] == lines[len(lines) // 2 :]


def test_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`check` writes the same reports, of what it looks at."""
    assert run(["check", "--junit", "j.xml", "--sarif", "s.sarif", "specs"]) == 2
    assert junit(folder / "j.xml").get("failures") == "1"
    rules = {result["ruleId"] for result in sarif(folder / "s.sarif")["results"]}
    assert "contradiction" in rules
    assert "not-as-expected" not in rules


def test_gave_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was given up is an error of the test run, and a warning on the line of what is claimed."""
    Path("hard.yaml").write_text(PIGEONS + "expect: {solutions: 0}\n", "utf-8")
    assert run(["verify", "--timeout", "0.5", "--junit", "j.xml", "--sarif", "s.sarif", "hard.yaml"]) == GAVE_UP
    error = next(junit(folder / "j.xml").iter("error"))
    assert (error.get("type"), error.get("message")) == ("gave-up", "gave up: out of time while solving")
    (result,) = sarif(folder / "s.sarif")["results"]
    assert (result["level"], where(result)) == ("warning", ("gave-up", "hard.yaml", 5, 1))


def test_mistake_of_the_program(folder: Path) -> None:
    """A process that dies is no result about a spec: SARIF has it as a notification of the tool."""
    results_of_specs = [
        results.unfinished_result("specs/good.yaml", OUR_MISTAKE, "an error in this program: its process ended by signal 9")
    ]
    for name, format in all_formats().items():
        Path(name).write_text(format.text("verify", results_of_specs), "utf-8")
    run_ = sarif(folder / "sarif")
    assert (run_["results"], run_["invocations"][0]["executionSuccessful"]) == ([], False)
    assert "signal 9" in run_["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
    assert junit(folder / "junit").get("errors") == "1"


def test_from_a_folder_below(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Files are named from the root of the repository; outside of any repository from the folder in which we are."""
    monkeypatch.chdir(folder / "specs")
    assert run(["check", "--sarif", "../s.sarif", "wrong.yaml"]) == WRONG
    assert where(sarif(folder / "s.sarif")["results"][0])[1] == "specs/wrong.yaml"
    (folder / ".git").rmdir()
    assert run(["check", "--sarif", "../s.sarif", "wrong.yaml", "../specs/none.yaml"]) == WRONG
    uris = [where(result)[1] for result in sarif(folder / "s.sarif")["results"]]
    assert uris[0] == "wrong.yaml"
    assert uris[-1] == "none.yaml"


@pytest.mark.parametrize("name", all_formats())
def test_replaced_only_by_its_like(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A report replaces a report; any other file is left alone, and that is said before anything is done."""
    good = "specs/good.yaml"
    assert run(["check", f"--{name}", "report", good]) == OK
    assert run(["check", f"--{name}", "report", good]) == OK
    before = Path(good).read_bytes()
    capsys.readouterr()
    for path, message in ((good, "is not a "), ("specs", "is not a "), ("nowhere/x", "there is no folder nowhere")):
        assert run(["check", f"--{name}", path, good]) == WRONG
        captured = capsys.readouterr()
        assert message in captured.err
        assert not captured.out
    assert Path(good).read_bytes() == before
    other = next(name_of_format for name_of_format in all_formats() if name_of_format != name)
    assert run(["check", f"--{other}", "report", good]) == WRONG


def test_one_file_for_two(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two reports in one file would be none."""
    assert run(["check", "--junit", "x", "--sarif", "./x", "specs/good.yaml"]) == WRONG
    assert not Path("x").exists()


def interrupting(real: Callable[..., Any]) -> Callable[..., Iterator[Any]]:
    """The function `run_jobs`, interrupted after two results, the first of which has to wait for one before it."""

    def run_jobs(*given: Any) -> Iterator[Any]:
        finished = sorted(real(*given), reverse=True)
        yield from finished[:2]
        raise KeyboardInterrupt

    return run_jobs


@pytest.mark.slow
@pytest.mark.parametrize("jobs_asked", ["1", "2"])
def test_interrupted(jobs_asked: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """What was finished before Ctrl-C is in the table, in JSON and in the reports; of the others it is said how many they are."""
    for name in "abcd":
        Path(f"{name}.yaml").write_text(SPECS["good.yaml"], "utf-8")
    Path("d.yaml").write_text(SPECS["several.yaml"], "utf-8")
    specs = ["c.yaml", "d.yaml", "a.yaml", "b.yaml"] if jobs_asked == "1" else ["a.yaml", "b.yaml", "c.yaml", "d.yaml"]
    real, calls = verify_spec.search, list[str]()

    def search(path: str, *rest: Any, **options: Any) -> Any:
        calls.append(path)
        if len(calls) % 3 == 0:
            raise KeyboardInterrupt
        return real(path, *rest, **options)

    monkeypatch.setattr(verify_spec, "search", search)
    monkeypatch.setattr(jobs, "run_jobs", interrupting(jobs.run_jobs))
    call = ["verify", "--jobs", jobs_asked, "--junit", "j.xml", "--sarif", "s.sarif", *specs]
    assert run(call) == INTERRUPTED
    caught = capsys.readouterr()
    assert re.findall(r"(?m)^ ?(\w)\.yaml +(as expected|expected 1 solution, found at least 2)", caught.out) == [
        ("c", "as expected"),
        ("d", "expected 1 solution, found at least 2"),
    ]
    assert "gridwright: interrupted; 2 of 4 specs are not finished" in caught.err
    root = junit(folder / "j.xml")
    assert {case.get("name"): [element.tag for element in case] for case in root.iter("testcase")} == {
        "a.yaml": ["skipped"],
        "b.yaml": ["skipped"],
        "c.yaml": [],
        "d.yaml": ["failure"],
    }
    assert (root.get("tests"), root.get("failures"), root.get("errors"), root[0].get("skipped")) == ("4", "1", "0", "2")
    report = sarif(folder / "s.sarif")
    assert [where(result)[:2] for result in report["results"]] == [("not-as-expected", "d.yaml")]
    (invocation,) = report["invocations"]
    assert not invocation["executionSuccessful"]
    places = [notification["locations"][0]["physicalLocation"] for notification in invocation["toolExecutionNotifications"]]
    assert [place["artifactLocation"]["uri"] for place in places] == ["a.yaml", "b.yaml"]
    calls.clear()
    assert run([*call, "--json"]) == INTERRUPTED
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["spec"]: line["status"] for line in lines} == {
        "a.yaml": "interrupted",
        "b.yaml": "interrupted",
        "c.yaml": "solved",
        "d.yaml": "solved",
    }


def test_interrupted_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a single spec that is interrupted while it is read there is nothing to say but that."""

    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(verify_spec, "search", interrupt)
    assert run(["verify", "--junit", "j.xml", "specs/good.yaml"]) == INTERRUPTED
    assert capsys.readouterr().err == "gridwright: interrupted\n"
    assert junit(folder / "j.xml")[0].get("skipped") == "1"
