"""`--cache`: what was decided is not solved again, and nothing is believed for being in the folder."""

from __future__ import annotations

import copy
import json
import os
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from gridwright.compiler.loader import load_text
from gridwright.runtime.cli.app import run
from gridwright.runtime.execution import cache, cache_key, search
from gridwright.runtime.execution.serialize import NotAnOutcome, as_plain, from_plain
from gridwright.runtime.exit_status import GAVE_UP, NOT_AS_CLAIMED, OK, WRONG
from gridwright.runtime.solving.solve import solve

HEAD = "gridwright: 1\ngrid: 2x3\nlayers:\n  x: {values: 1..6}\n"
UNIQUE = f"{HEAD}rules: [increasing(x)]\n"
MAXIMUM = f"{HEAD}rules: [distinct(x)]\nmaximize: x[r1c1] * 2 + x[r2c3]\nexpect: {{solutions: any}}\n"
HIDDEN = "gridwright: 1\ngrid: 1x2\nlayers:\n  x: {values: 1..2}\n  y: {values: 1..2, hidden: true}\nrules: [distinct(x)]\n"
NONE = "gridwright: 1\ngrid: 1x3\nlayers:\n  x: {values: 1..2}\nrules: [distinct(x)]\nexpect: {solutions: 0}\n"
SPECS = {"unique": UNIQUE, "maximum": MAXIMUM, "hidden": HIDDEN, "none": NONE}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with a spec."""
    monkeypatch.chdir(tmp_path)
    Path("a.yaml").write_text(UNIQUE, "utf-8")
    return tmp_path


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The specs that are solved."""
    paths: list[str] = []

    def solved(spec: Any, **options: Any) -> Any:
        paths.append(spec.path)
        return solve(spec, **options)

    monkeypatch.setattr(search, "solve", solved)
    return paths


def entries() -> list[Path]:
    """The files of the cache `kept`."""
    return sorted(path for path in Path("kept").rglob("*") if len(path.name) == 64)


def sealed(change: Callable[[Any], object]) -> None:
    """Change what the only entry of the cache `kept` holds, with the right seal: as a mistake of the program would."""
    (entry,) = entries()
    entry_content = json.loads(entry.read_bytes().partition(b"\n")[2])
    cache.open_cache("kept").keep(entry.name, load_text(UNIQUE), change(entry_content))


def test_not_solved_again(folder: Path, searches: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """The second time the verdict is the same and says that it is cached, also of a spec that was moved."""
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    assert "cached" not in capsys.readouterr().out
    Path("a.yaml").rename("b.yaml")
    assert run(["verify", "--cache", "kept", "b.yaml"]) == OK
    assert "as expected, cached" in capsys.readouterr().out
    assert searches == ["a.yaml"]
    assert run(["verify", "b.yaml"]) == OK
    assert searches == ["a.yaml", "b.yaml"]


@pytest.mark.parametrize("change", ["text", "--seed 1", "--engine cadical", "program", "expected"])
def test_what_changed_is_solved(change: str, folder: Path, searches: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Another text, seed, engine or program, or another number of solutions to look for, is another question."""
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    if change == "text":
        Path("a.yaml").write_text(UNIQUE + "# more\n", "utf-8")
    if change == "expected":
        Path("a.yaml").write_text(UNIQUE + "expect: {solutions: 2}\n", "utf-8")
    if change == "program":
        monkeypatch.setattr(cache, "fingerprint", lambda: "another")
    run(["verify", "--cache", "kept", "a.yaml", *(change.split() if change.startswith("--") else [])])
    assert len(searches) == 2


def test_a_library_that_changed(folder: Path, searches: list[str]) -> None:
    """The files of its folder that a spec uses, also through others, are a part of it."""
    Path("a.yaml").write_text(HEAD + "use: [one.yaml]\n", "utf-8")
    Path("one.yaml").write_text("use: [two.yaml]\nrules: [increasing(x)]\n", "utf-8")
    Path("two.yaml").write_text("define: {least: 1}\n", "utf-8")
    for _ in range(2):
        assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    assert len(searches) == 1
    Path("two.yaml").write_text("define: {least: 2}\nrules: ['x[r1c1] == least']\n", "utf-8")
    assert run(["verify", "--cache", "kept", "a.yaml"]) == NOT_AS_CLAIMED
    assert len(searches) == 2


@pytest.mark.slow
def test_undecided_is_not_kept(folder: Path) -> None:
    """What gave up, or is wrong, leaves nothing behind; what is not as claimed is decided."""
    assert run(["verify", "--cache", "kept", "--timeout", "0", "a.yaml"]) == GAVE_UP
    Path("wrong.yaml").write_text(UNIQUE.replace("increasing", "incresing"), "utf-8")
    assert run(["verify", "--cache", "kept", "wrong.yaml"]) == WRONG
    assert not entries()
    Path("several.yaml").write_text(UNIQUE.replace("increasing", "distinct"), "utf-8")
    for _ in range(2):
        assert run(["verify", "--cache", "kept", "several.yaml"]) == NOT_AS_CLAIMED
    assert len(entries()) == 1


def _wrong(outcome: dict[str, Any]) -> Iterator[tuple[object, str]]:
    """Results instead of one, each with a part of what is said of it."""
    yield None, "None"
    yield [[[]]], "not of type"
    grid = outcome["solutions"][0][0]
    for wrong, message in (([*grid[:-1], 0], "judge rejects"), ([*grid[:-1], 6], "wrong values"), (grid[:-1], "wrong places")):
        yield outcome | {"solutions": [[wrong]]}, message
    yield outcome | {"count": 2}, "the number of solutions is wrong"
    yield outcome | {"complete": False}, "gives no reason"
    yield outcome | {"complete": False, "reason": "out of time"}, "not decided"
    yield outcome | {"further": 1}, "further"


def test_what_is_wrong(folder: Path, searches: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """An entry that lies is spoken of and not used, whoever sealed it; the spec is solved, and the entry replaced."""
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    (entry,) = entries()
    whole = json.loads(entry.read_bytes().partition(b"\n")[2])
    for number, (wrong, message) in enumerate(_wrong(whole), 2):
        sealed(lambda _, wrong=wrong: wrong)
        capsys.readouterr()
        assert run(["verify", "--cache", "kept", "--quiet", "a.yaml"]) == OK
        caught = capsys.readouterr()
        assert message in caught.err
        assert caught.err.count("ignored the cache entry") == 1
        assert "cached" not in caught.out
        assert len(searches) == number
        assert json.loads(entry.read_bytes().partition(b"\n")[2])["solutions"] == whole["solutions"]


def test_what_is_forged(folder: Path, searches: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """An entry that somebody without the key has written, changed, cut short or renamed is not looked at."""
    Path("b.yaml").write_text(UNIQUE.replace("increasing", "distinct"), "utf-8")
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    (entry,) = entries()
    whole = entry.read_bytes()
    seal, _, body = whole.partition(b"\n")
    assert run(["verify", "--cache", "kept", "b.yaml"]) == NOT_AS_CLAIMED
    other = next(path for path in entries() if path != entry)
    several = json.loads(other.read_bytes().partition(b"\n")[2])
    one = json.dumps(several | {"solutions": several["solutions"][:1], "count": 1, "complete": True}).encode()
    forged = [
        (other, other.read_bytes().partition(b"\n")[0] + b"\n" + one),  # of two solutions one was left out
        (other, b"0" * 64 + b"\n" + one),
        (other, b"\n" + one),
        (other, one),
        (other, whole),
        *((entry, whole[:end]) for end in (0, 1, 64, 65, len(whole) - 1)),
        (entry, whole + b" "),
        (entry, seal + b"\n" + b"[" * 100_000),
        (entry, seal.upper() + b"\n" + body),
    ]
    for number, (path, data) in enumerate(forged, 3):
        path.write_bytes(data)
        capsys.readouterr()
        spec, status = ("b.yaml", NOT_AS_CLAIMED) if path == other else ("a.yaml", OK)
        assert run(["verify", "--cache", "kept", spec]) == status
        caught = capsys.readouterr()
        assert "its seal is not that of your key" in caught.err
        assert "cached" not in caught.out
        assert len(searches) == number
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    assert "as expected, cached" in capsys.readouterr().out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe", "folder", "socket", "large"])
def test_what_is_no_plain_file(
    kind: str, folder: Path, searches: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is put in the place of an entry is neither followed nor read nor written over, and nothing waits for it."""
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    (entry,) = entries()
    Path("precious").write_bytes(entry.read_bytes())
    entry.unlink()
    monkeypatch.chdir(entry.parent)  # the name of a socket is short
    if kind == "pipe":
        os.mkfifo(entry.name)
    elif kind == "folder":
        Path(entry.name).mkdir()
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as listening:
            try:
                listening.bind(entry.name)
            except OSError:
                pytest.skip("the file system has no sockets")
    elif kind == "large":
        monkeypatch.setattr(cache, "MAX_BYTES", 50)
        Path(entry.name).write_bytes(b"x" * 51)
    else:
        Path(entry.name).symlink_to(folder / ("precious" if kind == "link" else "nothing"))
    monkeypatch.chdir(folder)
    before = entry.lstat(), Path("precious").read_bytes()
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    caught = capsys.readouterr()
    assert ("too large" if kind == "large" else "it is not a plain file") in caught.err
    assert "cached" not in caught.out
    assert len(searches) == 2
    assert (entry.lstat(), Path("precious").read_bytes()) == before
    assert not Path("nothing").exists()


@pytest.mark.parametrize("at", ["the cache", "a folder in it"])
def test_a_folder_that_is_a_link(at: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is written where a link leads to."""
    Path("elsewhere").mkdir()
    if at == "the cache":
        Path("kept").symlink_to("elsewhere")
        assert run(["verify", "--cache", "kept", "a.yaml"]) == WRONG
        assert "it is a link" in capsys.readouterr().err
    else:
        assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
        (own,) = (path for path in Path("kept").iterdir() if path.is_dir())
        shutil.rmtree(own)
        own.symlink_to(folder / "elsewhere")
        assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
        assert "could not write to the cache kept: it is not a folder" in capsys.readouterr().err
    assert not list(Path("elsewhere").iterdir())


def test_another_key(
    folder: Path, searches: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What another key has sealed is not used, which one line says; each key finds its own again."""
    for key, cached in (("1" * 16, False), ("2" * 16, False), ("1" * 16, True), ("2" * 16, True)):
        monkeypatch.setenv("GRIDWRIGHT_CACHE_KEY", key)
        notices = 1 if len(searches) == 1 and not cached else 0
        assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
        caught = capsys.readouterr()
        assert ("cached" in caught.out) == cached
        assert caught.err.count("were kept with another key, and are not used") == notices
    monkeypatch.setenv("GRIDWRIGHT_CACHE_KEY", "short")
    assert run(["verify", "--cache", "kept", "a.yaml"]) == WRONG
    assert "must have at least 16 characters" in capsys.readouterr().err


def test_the_file_of_the_key(
    folder: Path, searches: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without the variable, as without a secret in CI, the key is made once, outside of the cache, for this user alone."""
    key = folder / "home" / "gridwright" / "cache.key"
    monkeypatch.setattr(cache_key, "key_file", lambda: key)
    monkeypatch.setattr(cache, "key_file", lambda: key)
    monkeypatch.setenv("GRIDWRIGHT_CACHE_KEY", "")
    for _ in range(2):
        assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    assert "cached" in capsys.readouterr().out
    assert len(searches) == 1
    text = key.read_text("ascii")
    assert len(bytes.fromhex(text)) == 32
    assert key.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in key.parent.iterdir()] == ["cache.key"]
    assert all(text.encode() not in path.read_bytes() for path in Path("kept").rglob("*") if path.is_file())
    assert run(["verify", "--cache", "home", "a.yaml"]) == WRONG
    assert "your key is in it" in capsys.readouterr().err
    for damage, message in ((lambda: key.write_text("short"), "it is damaged"), (lambda: key.chmod(0o644), "others may read it")):
        damage()
        assert run(["verify", "--cache", "kept", "a.yaml"]) == WRONG
        assert message in capsys.readouterr().err
    key.rename(key.with_name("other"))
    key.symlink_to("other")
    assert run(["verify", "--cache", "kept", "a.yaml"]) == WRONG
    key.unlink()
    if hasattr(os, "mkfifo"):
        os.mkfifo(key, 0o600)
        assert run(["verify", "--cache", "kept", "a.yaml"]) == WRONG
        assert "it is not a plain file" in capsys.readouterr().err


def test_the_oldest_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cache that has become too large loses its oldest entries when a run begins, and no other file."""
    for number in range(4):
        Path("a.yaml").write_text(f"{UNIQUE}# {number}\n", "utf-8")
        before = set(entries())
        assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
        (new,) = set(entries()) - before
        os.utime(new, (number + 1, number + 1))
    size = max(path.stat().st_size for path in entries())
    mine = entries()[0].parent / "mine.txt"
    mine.write_text("x" * 10 * size, "utf-8")
    os.utime(mine, (0, 0))
    monkeypatch.setattr(cache, "MAX_TOTAL", 2 * size)
    cache.open_cache("kept")
    assert sorted(path.stat().st_mtime for path in entries()) == [3, 4]
    assert mine.exists()


def test_check(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`check` does not compile again what has not changed; sizes that are none are not used."""
    assert run(["check", "--cache", "kept", "a.yaml"]) == OK
    first = capsys.readouterr().out
    assert run(["check", "--cache", "kept", "a.yaml"]) == OK
    assert capsys.readouterr().out == first.replace(")", ", cached)")
    for wrong in ({"unknowns": 1}, {"unknowns": 1.0, "constraints": 1}, [], None):
        sealed(lambda _, wrong=wrong: wrong)
        assert run(["check", "--cache", "kept", "a.yaml"]) == OK
        caught = capsys.readouterr()
        assert caught.out == first
        assert "it has no sizes" in caught.err
    assert run(["check", "--cache", "kept", "--clauses", "a.yaml"]) == OK  # which is another question
    assert "clauses)" in capsys.readouterr().out
    assert len(entries()) == 2


@pytest.mark.slow
def test_several_processes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Processes that write the same entry at once do not disturb each other, and leave no other file behind."""
    for number in range(6):
        Path(f"copy{number}.yaml").write_text(UNIQUE, "utf-8")
    for cached in (0, 7):
        assert run(["verify", "--jobs", "3", "--cache", "kept", "."]) == OK
        out = capsys.readouterr().out
        assert out.count("as expected") == 7
        assert out.count("cached") >= cached
    (entry,) = entries()
    assert {path for path in Path("kept").rglob("*") if path.is_file()} == {entry, Path("kept/.gitignore")}


def test_a_folder_that_cannot_be(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file in its place is a mistake in the call; a folder that cannot be written to is said, and the result is the same."""
    assert run(["verify", "--cache", "a.yaml", "a.yaml"]) == WRONG
    assert "--cache: a.yaml: it is not a folder" in capsys.readouterr().err
    cache_opened = cache.open_cache("kept")
    Path("kept", cache_opened.own).write_text("", "utf-8")  # where the folder of the entries should be
    assert run(["verify", "--cache", "kept", "a.yaml"]) == OK
    assert "could not write to the cache" in capsys.readouterr().err


@pytest.mark.parametrize("name", SPECS)
def test_there_and_back(name: str) -> None:
    """An outcome is the same after it was plain data and JSON; however its data are changed, it is another outcome or none."""
    spec = load_text(SPECS[name])
    outcome = solve(spec, limit=3)
    plain = json.loads(json.dumps(as_plain(spec, outcome)))
    outcome_again = from_plain(spec, plain, 3)
    assert as_plain(spec, outcome_again) == plain
    assert (outcome_again.result, outcome_again.unique, outcome_again.count) == (outcome.result, outcome.unique, outcome.count)
    assert [solution.grid for solution in outcome_again.solutions] == [solution.grid for solution in outcome.solutions]
    assert [solution.answer for solution in outcome_again.solutions] == [solution.answer for solution in outcome.solutions]
    assert (outcome_again.objective and outcome_again.objective.value) == (outcome.objective and outcome.objective.value)
    for changed in _changed(plain):
        try:
            from_plain(spec, changed, 3)
        except NotAnOutcome as problem:
            assert str(problem)


def _changed(plain: Any) -> Iterator[Any]:
    """The data with one member replaced, left out or doubled."""
    yield from (None, True, -1, 1.0, 10**30, "x", [], {}, [[]], [[None]])
    if isinstance(plain, dict | list):
        for key in plain if isinstance(plain, dict) else range(len(plain)):
            less = copy.copy(plain)
            del less[key]
            yield less
            for member in _changed(plain[key]):
                more = copy.copy(plain)
                more[key] = member
                yield more
        if isinstance(plain, list):
            yield plain * 2
