"""Mistakes as people make them, in whole puzzles: what they read, and that doing what it says makes a file that works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import Diagnostic, SpecError, render

TEXT = Path(__file__).with_name("setters_mistakes.md").read_text("utf-8")
SECTIONS = re.findall(r"(?m)^## (.*)\n\n```yaml\n((?:.*\n)*?)```\n\n```text\n((?:.*\n)*?)```\n\n```diff\n((?:.*\n)*?)```", TEXT)


def told(spec: str) -> tuple[Diagnostic, ...]:
    """What is said of a spec that is wrong, or that is known to have no solution."""
    try:
        return tuple(contradiction.diagnostic for contradiction in compile_spec(load_text(spec, "puzzle.yaml")).contradictions)
    except SpecError as problem:
        return problem.diagnostics


def mended(spec: str, change: str) -> str:
    """The spec after a change: each run of lines with `-` is replaced by the lines with `+` that follow."""
    for old, new in re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)*)", change, re.MULTILINE):
        before, after = (re.sub(r"(?m)^.", "", lines) for lines in (old, new))
        assert f"\n{spec}".count(f"\n{before}") == 1
        spec = f"\n{spec}".replace(f"\n{before}", f"\n{after}")[1:]
    return spec


@pytest.mark.parametrize(("name", "spec", "message", "change"), [pytest.param(*section, id=section[0]) for section in SECTIONS])
def test_message_and_mend(name: str, spec: str, message: str, change: str) -> None:
    """The text is the one on the page, and the change that it asks for leads to a file of which nothing is said."""
    assert "\n".join(render(diagnostic) for diagnostic in told(spec)) + "\n" == message
    assert told(mended(spec, change)) == ()


def test_page_is_read_whole() -> None:
    """No section is left out because it is written in another way, and the specs are of the size of puzzles."""
    assert len(SECTIONS) == len(re.findall("(?m)^## ", TEXT)) >= 60
    assert all(spec.count("\n") >= 10 for _, spec, _, _ in SECTIONS)


@pytest.mark.parametrize("inside", ["%[0-9]", "Traceback", "NoneType", "ast[.]", "flow (mapping|sequence)", "block collection"])
def test_nothing_internal(inside: str) -> None:
    """No message has a word of the program, of Python or of YAML's own parser."""
    assert not [name for name, _, message, _ in SECTIONS if re.search(inside, re.sub(r"(?m)^ +\d* \|.*", "", message))]


HEAD = "gridwright: 1\ngrid: 2x3\nlayers:\n  number: {values: 1..3}\n  colour: {values: [red, blue]}\n"
CLUES = "clues:\n  hint: {r1c1: 1, r1c2: x}\n"


@pytest.mark.parametrize(
    "rest",
    [
        "rules:\n  - for: c in cells if c in rows[0] and c in columns[0]\n    rule: number[c] == 1\n",
        "rules:\n  - for: a, b in links for c in cells if c in [a, b] and c in rows[0]\n    rule: number[c] == 1\n",
        CLUES + "rules:\n  - for: clue in hint\n    rule: number[clue.cell] == clue.value or clue.value == 'x'\n",
        CLUES + "rules:\n  - for: clue in hint\n    if: clue.value != 'x'\n    rule: number[clue.cell] == clue.value\n",
        "rules:\n  - for: c in cells\n    rule: colour[c] == 'red' or colour[c] in ['blue', red]\n",
        "text: 'R\u00e8gles\u00a0: un, deux'\nrules:\n  - number[r1c1] == 1\n",
        "text: R\u00e8gles\u00a0; un, deux\nrules:\n  - number[r1c1] == 1\n",
        "givens:\n  number: {\n    r1c1: 1,\n    r1c2: 2\n  }\nrules: ['number[r1c3] == 3']\n",
        "givens:\n  number: [1, .,\n    2, 3,\n    ., .]\nrules: ['number[r1c1] == 1']\n",
        'rules:\n  - rule: number[r1c1] == 1\n    says: "It\'s: [a {b"\n',
        "data:\n  words: ['a b', 'it''s', \"1 2\"]\nrules: ['len(words) == 3']\n",
        "rules:\n  - for: numbers in [number]\n    rule: numbers[r1c1] == 1\n",
        "rules:\n  - for: number in [colour]\n    rule: number[r1c1] == 'red'\n",
    ],
)
def test_what_is_right_is_not_refused(rest: str) -> None:
    """What only looks like one of the mistakes is read as before."""
    assert told(HEAD + rest) == ()


@pytest.mark.parametrize(
    "rest",
    [
        "rules: [\"number[r1c1] == '--5'\"]\n",
        "rules: [\"number[r1c1] == '{long}'\"]\n",
        "givens: {{number: {{r1c1: '{long}', r1c2: true, r1c3: {long}}}}}\nrules: ['true']\n",
        "rules: ['{words} => number[r1c1] == 1']\n",
        "rules: ['if {words} then number[r1c1] == 1']\n",
        "data: {{a: '{long}' b: 3}}\nrules: ['true']\n",
        "rules:\n  - for: {long}\n    rule: number[r1c1] == 1\n",
        "rules: ['number[row {long}] == 1']\n",
        "{long}:3\nrules: ['true']\n",
    ],
)
def test_long_texts_in_messages(rest: str) -> None:
    """What a message shows of a spec is cut off, and what looks like a number is not always one."""
    message = told(HEAD + rest.format(long="9" * 5_000, words="number[r1c2] + " * 300 + "1"))
    assert message
    assert all(len(render(diagnostic)) < 2_000 for diagnostic in message)
