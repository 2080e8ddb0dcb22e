"""Certificates before cake_lpr, a formally verified checker of LRAT, whose source CI has beside the repository.

It accepts the formulas and refutations of certificates of all kinds, and refuses those that were cut short. The folder of its
source is `shared/tools/cake_lpr` beside the repository, or is named in GRIDWRIGHT_CAKE_LPR; it is built in a copy.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from certificates import SPECS, certificate
from gridwright.compiler.limits import USUAL
from test_checker import TWO

pytestmark = pytest.mark.slow  # it starts the checker

ROOT = Path(__file__).resolve().parents[2]
SOURCE = Path(os.environ.get("GRIDWRIGHT_CAKE_LPR") or ROOT.parent / "shared" / "tools" / "cake_lpr")
CLASSICS = ("futoshiki", "hashiwokakero", "slant", "star-battle", "sudoku", "torus", "yajilin")
CASES = {name: (text, USUAL) for name, text in SPECS.items()}
CASES |= {name: ((ROOT / "specs" / "classics" / f"{name}.yaml").read_text("utf-8"), USUAL) for name in CLASSICS}
CASES |= {f"two solutions, {name}": (text, limits) for name, (text, limits, _) in TWO.items()}  # each kind of lemma


@pytest.fixture(scope="session")
def cake_lpr(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, built from its source."""
    if not (SOURCE / "Makefile").exists():
        pytest.skip(f"the source of cake_lpr is not in {SOURCE}; name its folder in GRIDWRIGHT_CAKE_LPR")
    if shutil.which("make") is None or shutil.which("gcc") is None:
        pytest.skip("make and gcc build cake_lpr, and are not there")
    folder = tmp_path_factory.mktemp("cake_lpr")
    for path in SOURCE.iterdir():
        shutil.copyfile(path, folder / path.name)
    subprocess.run(["make", "-C", str(folder)], check=True, capture_output=True)
    return folder / "cake_lpr"


def judged(program: Path, folder: Path) -> str:
    """What the checker says of a certificate."""
    files = [str(folder / "puzzle.cnf"), str(folder / "proof.lrat")]
    return subprocess.run([str(program), *files], check=False, capture_output=True, text=True, timeout=60).stdout.strip()


@pytest.mark.parametrize("name", CASES)
def test_a_verified_checker_accepts_it(name: str, cake_lpr: Path, tmp_path: Path) -> None:
    """It verifies the refutation, and not without its last step, unless a clause is empty because addition shows the claim."""
    folder = certificate(tmp_path, *CASES[name])
    assert judged(cake_lpr, folder) == "s VERIFIED UNSAT"
    proof = folder / "proof.lrat"
    proof.write_text("".join(proof.read_text("ascii").splitlines(keepends=True)[:-1]), "ascii")
    assert (judged(cake_lpr, folder) == "s VERIFIED UNSAT") == ("\n0\n" in (folder / "puzzle.cnf").read_text("ascii"))
