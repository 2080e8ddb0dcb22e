"""Certificates that are made to take too much: each is refused in words, before it has taken much memory."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from certificates import SPECS, certificate
from gridwright.runtime.cli.app import run
from gridwright.runtime.exit_status import NOT_AS_CLAIMED
from gridwright.runtime.proofs.check import certificate_files
from gridwright.runtime.proofs.check.certificate_files import Folder, is_readable, open_folder
from gridwright.runtime.proofs.check.json_values import Rejected
from gridwright.runtime.proofs.write.certificate_writer import NoCertificate
from memory_peak import peak_bytes

pytestmark = pytest.mark.slow  # clasp writes a refutation in a process of its own

MOST = 200 << 20
LONG = 60_000_000
Spoil = Callable[[Path], object]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Certificates of a spec with a lemma, and of one with a bound."""
    return {name: certificate(tmp_path_factory.mktemp("made"), SPECS[name]) for name in ("evaluated", "best")}


def _written(name: str, *texts: str) -> Spoil:
    """Return what writes texts into a file, one after the other."""
    return _lines(name, lambda: texts)


def _lines(name: str, make: Callable[[], Iterable[str]]) -> Spoil:
    """Return a function that writes lines into a file. They are made when it is called, not when tests are collected."""

    def spoil(folder: Path) -> None:
        with (folder / name).open("w", encoding="utf-8") as file:
            file.writelines(make())

    return spoil


def _first(name: str, number: int) -> Spoil:
    """Return what writes the first line of a file many times."""

    def spoil(folder: Path) -> None:
        line = (folder / name).read_text("utf-8").partition("\n")[0] + "\n"
        with (folder / name).open("w", encoding="utf-8") as file:
            file.writelines(line for _ in range(number))

    return spoil


def _other(name: str, make: Callable[[Path], object]) -> Spoil:
    """Return what puts something else in the place of a file."""

    def spoil(folder: Path) -> None:
        (folder / name).unlink(missing_ok=True)
        make(folder / name)

    return spoil


def _device(path: Path) -> None:
    """Make a device that yields zeros for ever, or where only root may do that, a link to one."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 5))
    except OSError:
        path.symlink_to("/dev/zero")


def _manifest(**changed: object) -> Spoil:
    def spoil(folder: Path) -> None:
        path = folder / "manifest.json"
        path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | changed), "utf-8")

    return spoil


PARTS = ["manifest.json", "solutions.jsonl", "lemmas.jsonl", "used.jsonl", "bound.json", "puzzle.cnf", "proof.lrat"]
REFUSED = r"is not a file of a certificate|there is no manifest.json"
NO_JSON = "this is not JSON"
BOMBS: dict[str, tuple[Spoil, str]] = {
    # lines
    **{
        f"a line of 60 MB in {name}": (_lines(name, lambda: ["1 " * (LONG // 2)]), "too large|more than 4,194,304")
        for name in PARTS[:4]
    },
    "a line of 60 MB in bound.json": (_lines("bound.json", lambda: ["1 " * (LONG // 2)]), "more than 4,194,304"),
    "a step of 60 MB": (_lines("proof.lrat", lambda: ["1 " * (LONG // 2)]), "more than 4,194,304"),
    "a comment of 60 MB": (_lines("puzzle.cnf", lambda: ["c " * (LONG // 2)]), "more than 4,194,304"),
    "the longest line": (_written("lemmas.jsonl", f"[{'{},' * 1_398_000}0]"), "does not have the expected form"),
    "the longest step": (_written("proof.lrat", "99999 " + "1 " * 2_097_000 + "0 1 0"), "does not follow"),
    # nesting
    **{f"lists in lists in {name}": (_written(name, "[" * 1_000_000), NO_JSON) for name in PARTS[:5]},
    "mappings in mappings": (_written("lemmas.jsonl", '{"a":' * 200_000), NO_JSON),
    "lists in lists in parameters": (_written("lemmas.jsonl", f"[0, {'[' * 900}{']' * 900}]"), "lemma 0 does not follow"),
    # numbers
    "a format of a million digits": (_written("manifest.json", f'{{"certificate": {"9" * 1_000_000}}}'), NO_JSON),
    "a format of 4,000 digits": (_manifest(certificate=10**4_000), "it has format 1(0){19}, which a later version"),
    "a limit of 4,000 digits": (_manifest(limits={"states": 10**4_000, "cells": -1}), "limits that do not exist"),
    "a limit of another name": (_manifest(limits={"forgeries": 1}), "limits that do not exist"),
    "a limit of nothing": (_manifest(limits={"states": 0}), "limits that do not exist"),
    "a group of a million digits": (_written("used.jsonl", f"[{'9' * 1_000_000}, [], []]"), NO_JSON),
    "a group of 4,000 digits": (_written("used.jsonl", f"[{'9' * 4_000}, [], []]"), "there is no group 9{20}\\n"),
    "a step of a million digits": (_written("proof.lrat", f"{'9' * 1_000_000} 0 1 0\n"), "this is no step"),
    "hints of 4,000 digits": (_written("proof.lrat", f"1000000 0 {'9' * 4_000} 0\n"), "this is no step"),
    "a power": (_written("used.jsonl", "[1e999999999, [], []]"), NO_JSON),
    # texts that are shown in messages
    "a version of two lines": (_manifest(gridwright="0\ncertificate: accepted"), "a line of text for `gridwright` and `claim`"),
    "a claim of two lines": (_manifest(claim="x`\u2028certificate: accepted"), "a line of text for `gridwright` and `claim`"),
    # many
    "steps": (_lines("proof.lrat", lambda: (f"{at} 1 -1 0 0\n" for at in range(10_000, 1_010_001))), "more than 20,000 lines"),
    "deletions": (_lines("proof.lrat", lambda: ("9 d 9 0\n" for _ in range(3_000_000))), "more than 20,000 lines"),
    "empty lines": (_lines("proof.lrat", lambda: ["\n" * 50_000_000]), "more than 20,000 lines"),
    "the same solution": (_first("solutions.jsonl", 10_000), "two of the solutions look the same"),
    "the same lemma": (_first("lemmas.jsonl", 10_000), "lemma 1 is that of a line before"),
    "the same group": (_first("used.jsonl", 10_000), "is not listed once, in order"),
    "the same clause": (_written("used.jsonl", f"[0, [{'0,' * 2_000_000}0], []]"), "is not listed once, in order"),
    "multipliers": (_written("bound.json", '{"scale": 1, "multipliers": [' + "1," * 500_000 + "1]}"), "bound"),
    # what is no file
    **{f"a pipe as {name}": (_other(name, os.mkfifo), REFUSED) for name in (*PARTS, "spec/puzzle.yaml")},
    **{f"a folder as {name}": (_other(name, Path.mkdir), REFUSED) for name in (*PARTS, "spec/puzzle.yaml")},
    **{f"a device as {name}": (_other(name, _device), REFUSED) for name in (*PARTS, "spec/puzzle.yaml")},
    "a link to a device": (_other("proof.lrat", lambda path: path.symlink_to("/dev/zero")), REFUSED),
    "a link to itself": (_other("spec/more.yaml", lambda path: path.symlink_to(path)), REFUSED),
    "a terabyte of nothing": (lambda folder: os.truncate(folder / "proof.lrat", 1 << 40), "larger than"),
    # bytes
    **{f"zero bytes in {name}": (_written(name, "\0" * 10_000), NO_JSON) for name in PARTS[:5]},
    "zero bytes in a proof": (_written("proof.lrat", "9 \0 0 1 0\n"), "this is no step"),
    "zero bytes in a formula": (_written("puzzle.cnf", "\0\n" * 10_000), "differs in line 1 "),
    "zero bytes in the spec": (_written("spec/puzzle.yaml", "\0" * 10_000), "the spec is not valid"),
    # what is not there
    "missing clauses": (
        _lines("proof.lrat", lambda: (f"{at} 1 0 999999999 0\n" for at in range(10_000, 90_000))),
        "does not exist",
    ),
    "an empty proof": (_written("proof.lrat"), "the last step is not the empty clause"),
    "an empty manifest": (_written("manifest.json"), NO_JSON),
    "a spec of aliases": (
        _written("spec/puzzle.yaml", "a0: &a0 [x]\n", *(f"a{n}: &a{n} [{f'*a{n - 1}, ' * 9}]\n" for n in range(1, 40))),
        "the spec is not valid",
    ),
}


@pytest.mark.parametrize("name", BOMBS)
def test_is_refused(
    name: str, made: dict[str, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is refused in words that say why, with the exit status of what is not as claimed."""
    monkeypatch.setattr(certificate_files, "MAX_LINES", 20_000)  # a million take long, where memory is counted
    spoil, reason = BOMBS[name]
    folder = tmp_path / "bomb"
    shutil.copytree(made["best" if "bound" in name or name == "multipliers" else "evaluated"], folder)
    spoil(folder)
    statuses: list[int] = []
    most = peak_bytes(lambda: statuses.append(run(["certify", "--quiet", str(folder)])))
    printed = capsys.readouterr()
    assert statuses == [NOT_AS_CLAIMED]
    assert printed.out.startswith(f"{folder}: rejected: ")
    assert len(printed.out) < 2_000
    assert not printed.err
    assert re.search(reason, printed.out), printed.out
    assert most < MOST


def test_what_is_read_is_what_is_there(made: dict[str, Path], tmp_path: Path) -> None:
    """A file that another process replaces by a pipe or a link, after names and sizes were looked at, is not read."""
    for name, make in {"pipe": os.mkfifo, "link": lambda path: path.symlink_to("/dev/zero"), "folder": Path.mkdir}.items():
        folder = tmp_path / name
        shutil.copytree(made["best"], folder)
        folder_opened = open_folder(folder)
        _other("bound.json", make)(folder)
        with pytest.raises((Rejected, OSError)):
            list(folder_opened.lines("bound.json"))


@pytest.mark.parametrize(("name", "value"), [("MAX_LINE", 40), ("MAX_LINES", 3), ("MAX_BYTES", 500)])
def test_what_cannot_be_read_is_not_written(name: str, value: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate with more than `certify` reads is not written, and `verify` says so."""
    (tmp_path / "puzzle.yaml").write_text(SPECS["unique"], "utf-8")
    monkeypatch.setattr(certificate_files, name, value)
    with pytest.raises(NoCertificate, match="than `certify` reads"):
        certificate(tmp_path, SPECS["unique"])
    assert not (tmp_path / "certificate").exists()


@pytest.mark.parametrize(
    ("text", "is_written", "is_read"),
    [
        (f"{'x' * 39}\n", True, True),
        (f"{'x' * 40}\n", False, False),
        ("x\n" * 2, True, True),
        ("x\n" * 3, False, True),
        ("x\n" * 4, False, False),
    ],
)
def test_the_longest_that_is_read(
    text: str, is_written: bool, is_read: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One character or one line more is refused, and whatever is written is read."""
    monkeypatch.setattr(certificate_files, "MAX_LINE", 40)
    monkeypatch.setattr(certificate_files, "MAX_LINES", 3)
    (tmp_path / "a").write_text(text, "ascii")
    assert is_readable([text.encode()]) == is_written
    with contextlib.nullcontext() if is_read else pytest.raises(Rejected, match=r"more than 40 characters|more than 3 lines"):
        assert "".join(Folder(tmp_path, "", "", {}).text("a")) == text


def test_the_largest_that_is_read(made: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Sizes and numbers of files are meant exactly."""
    folder = made["best"]
    files = [path for path in folder.rglob("*") if path.is_file()]
    texts = [path.read_bytes() for path in files]
    exact = {
        "MAX_BYTES": sum(map(len, texts)),
        "MAX_LIBRARIES": len(files),
        "MAX_SMALL": len((folder / "manifest.json").read_text()),
    }
    for name, most in exact.items():
        with monkeypatch.context() as patched:
            patched.setattr(certificate_files, name, most)
            open_folder(folder)
            assert is_readable(texts)
            patched.setattr(certificate_files, name, most - 1)
            with pytest.raises(Rejected):
                open_folder(folder)
            assert is_readable(texts) == (name != "MAX_BYTES")
