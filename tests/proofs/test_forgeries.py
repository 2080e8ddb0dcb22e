"""Forged certificates: none is accepted whose claim is not so, as brute force tells."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from pathlib import Path

import pytest
from certificates import certificate, rehash
from forgeries import HEAD, KINDS, Pair, Truth, forge, pairs
from gridwright.compiler.language.budget import GaveUp
from gridwright.runtime.cli.app import run
from gridwright.runtime.proofs.check.checker import check
from gridwright.runtime.proofs.check.json_values import Rejected

pytestmark = pytest.mark.slow  # clasp writes refutations in a process of its own

EACH = max(22, int(os.environ.get("GRIDWRIGHT_FORGERIES", "0")))  # of each kind, in the slow tier; a campaign makes more

LARGE = f"""{HEAD}grid: 9x9
layers: {{n: {{values: 1..9}}}}
rules:
  - rule: all(n == 9)
"""
ONE_OR_THE_OTHER = f"""{HEAD}grid: 1x2
layers: {{n: {{values: 1..3}}}}
rules:
  - rule: (n[r1c1] == 3)
  - rule: n[r1c1] == 3 or n[r1c2] == 1
  - rule: n[r1c1] == n[r1c2]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Pair]:
    """The certificates of all bases, and of stricter ones."""
    return pairs(tmp_path_factory.mktemp("made"), random.Random(0), 2)


def is_accepted(folder: Path, limit: int) -> bool:
    """Whether a certificate is accepted."""
    try:
        return not check(folder, limit=limit, seed=0).gaps
    except (Rejected, GaveUp):
        return False


@pytest.mark.parametrize("first", [0, pytest.param(1, marks=pytest.mark.thorough)])
def test_nothing_that_is_forged_is_believed_wrongly(first: int, made: list[Pair], tmp_path: Path) -> None:
    """Forgeries of every kind are refused, or what they claim is so. Most claim what is not."""
    truth = Truth()
    found: Counter[tuple[bool, bool]] = Counter()
    for kind in KINDS:
        for number in range(first, EACH if first else 1):
            source = random.Random(f"{kind} {number}")
            forged = forge(kind, made, tmp_path / "forged", source)
            accepted, so = is_accepted(forged, source.choice((0, 8, 64, 4096))), truth.is_so(forged)
            assert so or not accepted, (kind, number)
            found[accepted, so] += 1
    assert found[False, False] > (300 if first else 15)
    assert found[True, True] or not first


BELIEVED_ONCE = [
    ("as it is", 0),
    ("swapped terms", 3),
    ("moved groups", 1),
    ("first solution only", 6),
    ("other claim", 18),
    ("other objective", 13),
    ("network as value", 7),
    ("true for 1", 12),
    ("true of an automaton", 21),
    ("own refinement", 20),
    ("other limits", 1),
    ("other spec", 19),
]


@pytest.mark.parametrize(("kind", "number"), BELIEVED_ONCE)
def test_what_was_believed_once(kind: str, number: int, made: list[Pair], tmp_path: Path) -> None:
    """Forgeries that were accepted are not, whether few grids are gone through or many."""
    source = random.Random(f"{kind} {number}")
    forged = forge(kind, made, tmp_path / "forged", source)
    assert not Truth().is_so(forged)
    assert not is_accepted(forged, source.choice((0, 8, 64, 4096)))
    assert not is_accepted(forged, 0)


def resealed(made: Path, old: str, new: str) -> Path:
    """A certificate with something else in its spec."""
    spec = made / "spec" / "puzzle.yaml"
    text = spec.read_text("utf-8")
    assert old in text
    spec.write_text(text.replace(old, new), "utf-8")
    rehash(made)
    return made


def test_the_term_of_a_stricter_rule_is_not_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A rule that is read from more grids than are gone through: its term is compared with the one that it is lowered to."""
    made = certificate(tmp_path, LARGE)
    assert run(["certify", str(made)]) == 0
    resealed(made, "all(n == 9)", "all(n == 9) or all(n == 1)")
    capsys.readouterr()
    assert run(["certify", str(made)]) == 3
    said = capsys.readouterr().out
    assert "accepted" not in said
    assert "not decided: the claim depends on 1 constraint" in said
    assert "neither: the rule at line 6: the program lowers it to another term, and not all of its grids were compared" in said
    assert run(["certify", "--json", str(made)]) == 3
    (grounds,) = json.loads(capsys.readouterr().out)["coverage"]["grounds"]
    assert (grounds["basis"], grounds["line"]) == ("neither", 6)


def test_a_rule_that_reads_more_elsewhere_excuses_nothing(tmp_path: Path) -> None:
    """A term may be false where another rule of the same cells breaks; one that reads further cells there is not of them."""
    made = resealed(certificate(tmp_path, ONE_OR_THE_OTHER), "(n[r1c1] == 3)", "(n[r1c1] != 2)")
    with pytest.raises(Rejected, match="holds on a grid on which its term is false"):
        check(made)
