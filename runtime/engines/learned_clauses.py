"""Log the clauses that clasp learns during a refutation; each follows by unit propagation from the input and earlier ones (RUP).

Sums stay sums, so learned clauses contain variables of the problem only. clasp logs its lemmas only as a program of its own
(`--lemma-out`), so it runs in a process. Variable elimination and on-the-fly subsumption are off (`--sat-prepro`, `--otfs`),
because clasp does not log them. Of its configurations `jumpy` learns the fewest clauses mostly (Choco Banana: 27,334, against
28,333 to 133,675; Hooks 9: 11,966 against 14,534 to 27,606). Where it learns very many, `tweety` begins anew (Nurikabe with few
clues: 172,353 instead of more than 750,000). Clauses are read while clasp learns them, and kept as arrays: as text, those of
Almost Magic take 4 GB long before an end is in sight.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
import sys
import tempfile
import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from gridwright.compiler.encode.problem import Bound, Clause
from gridwright.compiler.language.budget import Deadline, GaveUp

from .engine import EngineMissing

try:
    import clingo  # noqa: F401 (its program is run)
except ImportError as problem:
    raise EngineMissing("a certificate needs clingo: pip install clingo") from problem

MAX_TOTAL = 2**31 - 1  # of the factors of a bound, which are C integers in clasp
MAX_LEARNED = 2_000_000  # clauses; a refutation needs most of them, and a certificate has a million steps at most

# clasp's program, with a thread that ends it when its standard input closes, which happens when this process ends.
PROGRAM = """
import os, sys, threading
from clingo.application import clingo_main
from clingo.__main__ import PyClingoApplication
threading.Thread(target=lambda: (os.read(0, 1), os._exit(1)), daemon=True).start()
sys.exit(clingo_main(PyClingoApplication(), sys.argv[1:]))
"""
OPTIONS = ("--mode=clasp", "--sat-prepro=no", "--otfs=0", "--outf=3", "--quiet=2,2,2", "--lemma-out=-")
CONFIGURATIONS = (("jumpy", 100_000), ("tweety", 0))  # each with the conflicts after which the next one begins; 0 for no limit
LEARNED = "1 0 0 0 "  # the start of a line with a learned clause: the number of its literals, then the literals, negated
SATISFIABLE, UNSATISFIABLE, OPEN = (10, 30), 20, 0  # exit statuses


def refutation(clauses: Iterable[Clause], bounds: Iterable[Bound], deadline: Deadline) -> list[Sequence[int]] | None:
    """Return the clauses that clasp learns on its way to a contradiction, or None if there is a model.

    Raise `OutOfTime` at the deadline; `GaveUp` if clasp gives up or learns too much, or if the factors of a bound add up to too
    much for it.
    """
    with tempfile.TemporaryDirectory() as folder, _open_pipe() as stdin:
        path = Path(folder) / "problem.opb"
        path.write_text("\n".join(_lines(list(clauses), list(bounds))), "ascii")
        for configuration, conflicts in CONFIGURATIONS:
            limit = [f"--solve-limit={conflicts}"] if conflicts else []
            status, learned, errors = _run([*OPTIONS, f"--configuration={configuration}", *limit, str(path)], stdin, deadline)
            if not (conflicts and status == OPEN):
                break
    if status in SATISFIABLE:
        return None
    if status != UNSATISFIABLE:
        raise GaveUp(f"clasp ended with status {status}: {errors.strip()[:200]}")
    return learned


def _run(options: Sequence[str], stdin: int, deadline: Deadline) -> tuple[int, list[Sequence[int]], str]:
    """Run clasp; return its exit status, the clauses that it learned, and its errors."""
    deadline.check()
    command = [sys.executable, "-c", PROGRAM, *options]
    learned: list[Sequence[int]] = []
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=errors, text=True) as process,
        _killed_at(deadline, process),
    ):
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith(LEARNED) and line.endswith("\n"):  # the last line of a process that is killed may be a part of one
                learned.append(array("i", [-int(word) for word in line.split()[5:]]))
                if len(learned) > MAX_LEARNED:
                    raise GaveUp(f"clasp has learned {MAX_LEARNED:,} clauses, too many for a certificate, and no contradiction")
        status = process.wait()
        deadline.check()
        errors.seek(0)
        return status, learned, errors.read()


@contextlib.contextmanager
def _killed_at(deadline: Deadline, process: subprocess.Popen[str]) -> Iterator[None]:
    """Kill a process at the deadline, and at the end in any case."""
    seconds = deadline.seconds_left()
    timer = threading.Timer(0 if seconds is None else seconds, process.kill)
    try:
        if seconds is not None:
            timer.start()
        yield
    finally:
        timer.cancel()
        process.kill()


@contextlib.contextmanager
def _open_pipe() -> Iterator[int]:
    """Open a pipe whose end is closed when this process ends, or here."""
    reading, writing = os.pipe()
    try:
        yield reading
    finally:
        os.close(reading)
        os.close(writing)


def _lines(clauses: list[Clause], bounds: list[Bound]) -> Iterator[str]:
    """Yield the problem as OPB (Roussel and Manquinho), in which every sum has a lower bound."""
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
