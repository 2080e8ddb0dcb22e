"""Mutation testing of what has to be believed: which changes of a file no test notices.

    python tests/mutants.py [FILE...] [--keep FOLDER]

For each file a few tests run that are fast and are about it. Cosmic Ray makes one change after the other, in a copy of the
repository. Changes that nobody sees are printed, apart from those of annotations, which are not evaluated. A run that was stopped
goes on where it was, with the same `--keep`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = {
    "runtime/proofs/check/lrat.py": "tests/proofs/test_lrat.py",
    "runtime/judging/judge.py": "tests/judging/test_judge.py",
    "runtime/proofs/check/checker.py": "tests/proofs/test_certificates.py tests/proofs/test_checker.py",
    "runtime/proofs/check/certificate_files.py": "tests/proofs/test_certificates.py tests/proofs/test_checker.py",
    "runtime/proofs/check/solutions.py": "tests/proofs/test_certificates.py tests/proofs/test_checker.py",
    "runtime/proofs/check/satisfiable.py": "tests/proofs/test_certificates.py",
    "runtime/proofs/objective_bound.py": "tests/proofs/test_checker.py tests/proofs/test_certificates.py -k best",
    "runtime/proofs/pb_bounds.py": "tests/proofs/test_checker.py -k sums",
    "runtime/proofs/check/constant_subexpressions.py": "tests/proofs/test_constant_subexpressions.py",
    "runtime/solving/lemmas/separator.py": "tests/solving/test_separator.py",
    "runtime/solving/lemmas/connectivity.py": "tests/solving/test_lemmas.py tests/proofs/test_checker.py -k 'lemma or cut'",
    "runtime/solving/lemmas/group_membership.py": "tests/solving/test_lemmas.py tests/proofs/test_checker.py -k 'lemma or group'",
    "runtime/solving/lemmas/nogood.py": "tests/solving -k '(test_lemmas or test_refinement) and (off or general or literals)'",
    "runtime/solving/lemmas/refinement.py": "tests/solving/test_refinement.py -k 'curves or inside'",
}
CONFIG = """[cosmic-ray]
module-path = "{file}"
timeout = 120.0
excluded-modules = []
test-command = "{python} -m pytest -q -x -m '' -p no:cacheprovider {tests}"
[cosmic-ray.distributor]
name = "local"
"""
IN_ANNOTATION = re.compile(r"\s*(?:def .*|\w+: [^=]*|\) -> .*)")  # lines that may hold one; operators in defaults do not occur


def mutate(file: str, folder: Path) -> tuple[int, int, list[str]]:
    """How many changes of a file the tests noticed, how many there were, and the others as diffs."""
    copy = folder / "gridwright"
    if not copy.exists():
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".*_cache", "__pycache__"))
    name = file.replace("/", "-").removesuffix(".py")
    config, session = folder / f"{name}.toml", folder / f"{name}.sqlite"
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    tool = [sys.executable, "-m", "cosmic_ray.cli"]
    if not session.exists():
        config.write_text(CONFIG.format(file=file, tests=TESTS[file], python=sys.executable), "utf-8")
        subprocess.run([*tool, "init", str(config), str(session)], cwd=copy, env=environment, check=True)
    subprocess.run([*tool, "exec", str(config), str(session)], cwd=copy, env=environment, check=True)
    with sqlite3.connect(session) as database:
        found = database.execute("select test_outcome, diff from work_results").fetchall()
    shown = [("KILLED" in str(outcome), diff) for outcome, diff in found if not _is_annotation(diff)]
    return sum(killed for killed, _ in shown), len(shown), [diff for killed, diff in shown if not killed]


def _is_annotation(diff: str) -> bool:
    changed = [line[1:] for line in diff.splitlines() if line.startswith("-") and not line.startswith("---")]
    return bool(changed) and " | " in changed[0] and bool(IN_ANNOTATION.fullmatch(changed[0]))


def main() -> None:
    """Change every file, and print what was not noticed."""
    parser = argparse.ArgumentParser(description="Mutation testing of what has to be believed.")
    parser.add_argument("files", nargs="*", default=list(TESTS), help=f"by default {', '.join(TESTS)}")
    parser.add_argument("--keep", type=Path, help="a folder for the copy and for what was found so far")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.keep or Path(temporary)).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        for file in options.files:
            killed, total, others = mutate(file, folder)
            for diff in others:
                print(diff)
            print(f"{file}: {killed} of {total} changes were noticed", flush=True)


if __name__ == "__main__":
    main()
