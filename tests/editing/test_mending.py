"""What a message means by "did you mean" can be put there at once, for every message that says so."""

from __future__ import annotations

import pytest
from gridwright.compiler.compile import compile_spec
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import Diagnostic, SpecError
from gridwright.runtime.editing.mending import mendings
from mistakes import SECTIONS

ASKING = [section[:2] for section in SECTIONS if "did you mean" in section[2]]


def told(spec: str) -> tuple[Diagnostic, ...]:
    """What is said of a spec that is wrong."""
    try:
        compile_spec(load_text(spec, "puzzle.yaml"))
    except SpecError as problem:
        return problem.diagnostics
    return ()


def test_there_are_many() -> None:
    """The page of mistakes has messages that ask."""
    assert len(ASKING) > 10


@pytest.mark.parametrize(("name", "spec"), [pytest.param(*each, id=each[0]) for each in ASKING])
def test_mended(name: str, spec: str) -> None:
    """With the edit made, the message is no longer given at that place."""
    for diagnostic in told(spec):
        if "did you mean" not in diagnostic.help:
            continue
        assert diagnostic.span is not None
        if diagnostic.span.source.text != spec:
            continue  # in a library: the place is in another file
        edits = mendings(spec, diagnostic.span.start, diagnostic.span.end, diagnostic.message, diagnostic.help)
        assert edits, diagnostic
        for edit in edits:
            after = spec[: edit.start] + edit.text + spec[edit.end :]
            assert diagnostic.message not in {diagnostic.message for diagnostic in told(after)}, (diagnostic, edit)
