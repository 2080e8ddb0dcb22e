"""What `verify` says of a spec, whenever its time runs out, and what to run next.

`verify` and `watch` name `explain` where a puzzle is not as claimed and `explain` has something to say.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from counted_deadline import CountedDeadline
from gridwright.compiler.records import replace
from gridwright.runtime.cli.app import run
from gridwright.runtime.editing.watch.screen import ScreenLines, screen
from gridwright.runtime.editing.watch.stages import VERIFY, SpecStage
from gridwright.runtime.editing.watch.state import SpecStatus, State
from gridwright.runtime.execution.ci_formats.report_format import all_formats
from gridwright.runtime.execution.options import Begun, Options
from gridwright.runtime.execution.results import SpecResult, result_of
from gridwright.runtime.execution.verify_spec import verify_spec
from gridwright.runtime.exit_status import GAVE_UP, NOT_AS_CLAIMED
from gridwright.runtime.solving.progress import Progress

HEAD = "gridwright: 1\ngrid: 1x2\nlayers: {x: {values: 1..2}}\nrules: ['RULE']\nanswer: x[r1c1]\n"
OPTIONS = Options(json=False, timeout=None, seed=0, engine="clasp", quiet=True, verbose=False, command="watch")

# rule, `expect`, and whether `explain` is named
CASES = {
    "no solution": ("sum(x) == 7", "", True),
    "several": ("sum(x) == 3", "", True),
    "another answer": ("increasing(x)", "expect: {answer: 2}", True),
    "another solution": ("increasing(x)", "expect: {solution: {x: [2, 1]}}", True),
    "as claimed": ("increasing(x)", "expect: {answer: 1}", False),
    "none, as claimed": ("sum(x) == 7", "expect: {solutions: 0}", False),
    "one where none is claimed": ("increasing(x)", "expect: {solutions: 0}", False),
    "several where none is claimed": ("sum(x) == 3", "expect: {solutions: 0}", False),  # one is enough to know that
    "several where one more is claimed": ("sum(x) == 3", "expect: {solutions: 3}", True),
    "none where two are claimed": ("sum(x) == 7", "expect: {solutions: 2}", True),
}


@pytest.mark.parametrize("name", CASES)
def test_verify(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The last line is a command that can be copied, with the path as it was given."""
    rule, expect, named = CASES[name]
    monkeypatch.chdir(tmp_path)
    folder = Path("two words")
    folder.mkdir()
    (folder / "it's.yaml").write_text(HEAD.replace("RULE", rule) + expect, "utf-8")
    run(["verify", "-q", "two words/it's.yaml"])
    out = capsys.readouterr().out
    last = out.splitlines()[-1] if out.splitlines()[-1].strip() else ""
    assert last == ("""run: gridwright explain 'two words/it'"'"'s.yaml'""" if named else "")
    if named:
        run(["explain", "-q", "two words/it's.yaml"])
        assert len(capsys.readouterr().out.splitlines()) > 2
    run(["verify", "-q", "--json", "two words/it's.yaml"])
    assert "run:" not in capsys.readouterr().out


@pytest.mark.cases(quick=3)
@pytest.mark.parametrize("name", CASES)
def test_time_that_runs_out_is_never_a_verdict(name: str, tmp_path: Path) -> None:
    """Wherever the time ends, a spec is as claimed, or is not, as with more time; or all reports say that the program gave up."""
    rule, expect, _ = CASES[name]
    path = tmp_path / "puzzle.yaml"
    path.write_text(HEAD.replace("RULE", rule) + expect, "utf-8")
    whole = result_of(verify_spec, str(path), OPTIONS)
    assert whole.status != GAVE_UP
    gave_up = 0
    for looks in itertools.count():
        deadline = CountedDeadline(looks)
        options = replace(OPTIONS, begun=Begun(deadline, Progress(stage="reading")))
        result = result_of(verify_spec, str(path), options)
        reports = {format.name: format.text("verify", [result]) for format in all_formats().values()}
        if result.status == GAVE_UP:
            gave_up += 1
            assert result.verdict.startswith("gave up: out of time while ")
            assert result.solutions in ("", whole.solutions) or result.solutions.startswith("at least ")
            assert ("<error " in reports["junit"], "<failure " in reports["junit"]) == (True, False)
            assert '"level": "warning"' in reports["sarif"]
            assert '"level": "error"' not in reports["sarif"]
        else:
            assert result.status == whole.status
            assert ("<failure " in reports["junit"]) == (whole.status == NOT_AS_CLAIMED)
            assert "<error " not in reports["junit"]
            assert "gave up" not in "".join(reports.values())
        if deadline.left_over > 0:
            break
    assert gave_up > 2


def test_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of many the first ones are named."""
    for number in range(7):
        (tmp_path / f"{number}.yaml").write_text(HEAD.replace("RULE", "sum(x) == 3"), "utf-8")
    assert run(["verify", "-q", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert out.count("run: gridwright explain ") == 5
    assert out.endswith("and likewise for 2 more\n")


def _verified(tmp_path: Path) -> SpecResult:
    path = tmp_path / "puzzle.yaml"
    path.write_text(HEAD.replace("RULE", "sum(x) == 3"), "utf-8")
    return verify_spec(str(path), OPTIONS)


def test_watch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The screen and the lines end with the same."""
    result = _verified(tmp_path)
    stage = SpecStage(VERIFY, result.spec)
    ScreenLines(OPTIONS).on_finished(stage, result)
    assert capsys.readouterr().out.endswith(f"run: gridwright explain {result.spec}\n")
    state = State(set())
    state.specs[result.spec] = SpecStatus(result.spec, "", True, {VERIFY: result})
    state.shown = result.spec
    assert any(f"run: gridwright explain {result.spec}" in str(line) for line in screen(state, None, 0, 500, 50).renderables)
