"""Every genre that comes with the language: the certificate of its first example is written and accepted."""

from __future__ import annotations

from pathlib import Path

import pytest
from certificates import certificate
from gridwright.compiler.library import libraries
from gridwright.compiler.loader.examples import examples_of
from gridwright.runtime.proofs.check.checker import check

EXAMPLES = {name: next(examples_of(name, each.document)) for name, each in libraries().items() if each.family}


@pytest.mark.fast_every(60)
@pytest.mark.parametrize("name", EXAMPLES)
def test_certificate(name: str, tmp_path: Path) -> None:
    """The first example of a genre has one solution, and its certificate is accepted."""
    assert check(certificate(tmp_path, EXAMPLES[name].text)).claim == "unique"
