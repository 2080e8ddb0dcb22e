"""What clasp learns on the way to a contradiction: clauses, each implied by those before it and by what was given (RUP).

Sums stay sums, so what is learned speaks of the variables of the problem and of no others. clasp tells what it learns only as a
program of its own (`--lemma-out`), so it runs as one. Nothing is eliminated first, and no clause made shorter later
(`--sat-prepro`, `--otfs`), because clasp does not tell of these. Of its configurations `jumpy` learns least (Choco Banana: 27,334
clauses, against 28,333 to 133,675; Hooks 9: 11,966 against 14,534 to 27,606).
"""

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from gridwright.compiler.encode.problem import Clause
from gridwright.compiler.language.budget import Deadline, GaveUp, OutOfTime

from .engine import EngineMissing

try:
    import clingo  # noqa: F401 (its program is run)
except ImportError as problem:
    raise EngineMissing("a certificate needs clingo: pip install clingo") from problem

MAX_TOTAL = 2**31 - 1  # of the factors of a bound, which are C integers in clasp

Bound = tuple[tuple[tuple[int, int], ...], int]  # factors and literals, and the most that they may add up to

# clasp's own program, which ends when this one does: its standard input is then closed.
CODE = """
import os, sys, threading
from clingo.application import clingo_main
from clingo.__main__ import PyClingoApplication
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
sys.exit(clingo_main(PyClingoApplication(), sys.argv[1:]))
"""
OPTIONS = ("--mode=clasp", "--configuration=jumpy", "--sat-prepro=no", "--otfs=0", "--outf=3", "--quiet=2,2,2", "--lemma-out=-")
LEARNED = "1 0 0 0 "  # a line that says of literals, after their number, that they are not all true
SATISFIABLE, UNSATISFIABLE = (10, 30), 20  # exit statuses


def refutation(clauses: Iterable[Clause], bounds: Iterable[Bound], deadline: Deadline) -> list[Clause] | None:
    """The clauses that are learned until there is a contradiction; none where there is a model.

    `OutOfTime` at the deadline; `GaveUp` where clasp does, or cannot add up the factors of a bound.
    """
    with tempfile.TemporaryDirectory() as folder, _open_pipe() as nothing:
        path = Path(folder) / "problem.opb"
        path.write_text("\n".join(_lines(list(clauses), list(bounds))), "ascii")
        deadline.check()
        command = [sys.executable, "-c", CODE, *OPTIONS, str(path)]
        with subprocess.Popen(command, stdin=nothing, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                said, errors = process.communicate(timeout=deadline.left())
            except subprocess.TimeoutExpired:
                raise OutOfTime from None
            finally:
                process.kill()
    if process.returncode in SATISFIABLE:
        return None
    if process.returncode != UNSATISFIABLE:
        raise GaveUp(f"clasp ended with status {process.returncode}: {errors.strip()[:200]}")
    return [tuple(-int(word) for word in line.split()[5:]) for line in said.splitlines() if line.startswith(LEARNED)]


@contextlib.contextmanager
def _open_pipe() -> Iterator[int]:
    """What can be read from, and ends with this process, or here."""
    reading, writing = os.pipe()
    try:
        yield reading
    finally:
        os.close(reading)
        os.close(writing)


def _lines(clauses: list[Clause], bounds: list[Bound]) -> Iterator[str]:
    """The problem as OPB (Roussel and Manquinho), in which sums are at least something."""
    variables = max(map(abs, itertools.chain(*clauses, (literal for pairs, _ in bounds for _, literal in pairs))), default=0)
    yield f"* #variable= {variables} #constraint= {len(clauses) + len(bounds)}"
    for clause in clauses:
        yield f"{_sum((1, literal) for literal in clause)} >= 1 ;"
    for pairs, high in bounds:
        total = sum(factor for factor, _ in pairs)
        if total > MAX_TOTAL:
            raise GaveUp(f"the factors of a sum add up to {total:,}, which is too large for clasp")
        yield f"{_sum((factor, -literal) for factor, literal in pairs)} >= {total - high} ;"


def _sum(pairs: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"+{factor} {'' if literal > 0 else '~'}x{abs(literal)}" for factor, literal in pairs)
