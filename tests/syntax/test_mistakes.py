"""Every kind of mistake in a spec: the whole text that a user reads, and that nothing ever ends in a traceback."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load, load_text
from gridwright.compiler.syntax.diagnostics import Code, Diagnostic, SpecError, as_json, render
from mistakes import SECTIONS, TEXT

GOOD = "gridwright: 1\ngrid: 2x3\nlayers:\n  number: {values: 1..4}\nrules:\n  - distinct(number)\n"


def told(spec: str) -> tuple[Diagnostic, ...]:
    """What is said of a spec that is wrong, or that is known to have no solution."""
    try:
        return tuple(contradiction.diagnostic for contradiction in compile_spec(load_text(spec, "puzzle.yaml")).contradictions)
    except SpecError as problem:
        return problem.diagnostics


# Those that reach a limit by working up to it.
LONG = {"Too many placements": pytest.mark.slow}


@pytest.mark.parametrize(
    ("name", "spec", "message"), [pytest.param(*section, id=section[0], marks=LONG.get(section[0], ())) for section in SECTIONS]
)
def test_message(name: str, spec: str, message: str) -> None:
    """The rendered text is the one in `mistakes.md`."""
    mistake = told(spec)
    assert "\n".join(render(diagnostic) for diagnostic in mistake) + "\n" == message
    for diagnostic in mistake:
        assert as_json(diagnostic)["code"] == diagnostic.code.label


def test_every_code_is_shown() -> None:
    """No diagnostic exists whose text nobody has read."""
    pages = TEXT + (Path(__file__).parents[1] / "authoring" / "import_mistakes.md").read_text("utf-8")
    shown = set(re.findall(r"error\[([a-z0-9-]+)\]", pages)) | BYTES.keys()
    assert shown == {code.label for code in Code}


# What cannot be written in a Markdown file: bytes, sizes, depths. Code -> files that have it.
BYTES = {
    "not-utf8": [b"title: caf\xe9\n", b"\xff\xfe\x00"],
    "too-large": [b"a: " + b"x" * 10_000_000],
    "too-deep": [
        b"a: " + b"[" * 100_000,
        b"a: " + b"{a: " * 100_000,
        b"? " * 100_000,
        b"- " * 100_000,
        GOOD.replace("distinct(number)", "(" * 250 + "1" + ")" * 250).encode(),
        GOOD.replace("distinct(number)", "not " * 500 + "true").encode(),
        GOOD.replace("distinct(number)", "-" * 3_000 + "1 == 1").encode(),
    ],
    "too-much": [GOOD.replace("distinct(number)", "1 + " * 5_000 + "1 == 1").encode()],
    "bad-expression": [GOOD.replace("distinct(number)", "1" * 5_000 + " == 1").encode()],
    "syntax": [b"a: \x00\n", b"a: 'b\n", b"a: [1, 2\n", b"\xef\xbf\xbf", b"a: b\nc\n"],
    "empty": [b"", b"\n\n", b"# only a comment\n", b"---\n", b"\xef\xbb\xbf"],
    "unreadable": [],
}


@pytest.mark.parametrize(("code", "data"), [(code, data) for code, files in BYTES.items() for data in files])
def test_bytes(code: str, data: bytes, tmp_path: Path) -> None:
    """Hostile bytes are refused with a code, quickly and without a crash."""
    path = tmp_path / "puzzle.yaml"
    path.write_bytes(data)
    with pytest.raises(SpecError) as caught:
        compile_spec(load(path))
    codes = {diagnostic.code.label for diagnostic in caught.value.diagnostics}
    assert codes == {code} or (code == "syntax" and codes <= {"syntax", "mangled"})
    assert all(len(render(diagnostic)) < 2_000 for diagnostic in caught.value.diagnostics)


def test_unreadable(tmp_path: Path) -> None:
    """A missing file and a folder are said to be so."""
    for path in (tmp_path, tmp_path / "missing.yaml", Path("a\0b")):
        with pytest.raises(SpecError, match="unreadable"):
            load(path)


def test_many_at_once() -> None:
    """Mistakes in different parts of a spec are reported together, in the order of the file."""
    text = GOOD.replace("2x3", "2x3\nareas: {a: [r9c9]}") + "  - distnct(number)\n"
    with pytest.raises(SpecError) as caught:
        load_text(text)
    assert [diagnostic.code.label for diagnostic in caught.value.diagnostics] == ["off-board", "unknown-function"]
    text = GOOD.replace("1..4", "[1, 1]") + "  - distnct(number)\n"
    with pytest.raises(SpecError) as caught:
        load_text(text)
    assert len(caught.value.diagnostics) == 1  # without the layer, its name is missing wherever it is used
    text = GOOD + "  - distnct(number)\n  - nmber[r1c1] == colour\n  - sum() == nth(number)\n"
    with pytest.raises(SpecError) as caught:
        load_text(text)
    assert [diagnostic.code.label for diagnostic in caught.value.diagnostics] == [
        "unknown-function",
        "unknown-name",
        "unknown-name",
        "wrong-arguments",
        "wrong-arguments",
    ]


def test_control_characters_are_not_printed() -> None:
    """A spec cannot move the cursor of whoever reads its message."""
    with pytest.raises(SpecError) as caught:
        load_text('gridwright: 1\ngrid: 2x3\n"\\e[2J": 1\nrules: [true]\n')
    assert "\x1b" not in "".join(render(diagnostic) for diagnostic in caught.value.diagnostics)
