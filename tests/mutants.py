"""Mutation testing of what has to be believed: which changes of a file no test notices.

    python tests/mutants.py [FILE...] [--keep FILE]

For each file a few tests run that are fast and are about it. The operators of Cosmic Ray (`pip install '.[mutation]'`) make one
change after the other. For each a process is forked that has all imported but `runtime`, so that the tests begin at once, and
that imports the changed file instead of the one that is there. Changes that nobody sees are printed, apart from those of
annotations, which are not evaluated. A run that was stopped goes on where it was, with the same `--keep`.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import difflib
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import pkgutil
import resource
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CERTIFICATES = "tests/proofs/test_certificates.py -k 'not everywhere'"  # that one runs processes that import what is there
FORGERIES = f"tests/proofs/test_checker.py {CERTIFICATES}"
LEMMAS = "tests/solving/test_lemmas.py"
TESTS = {
    "runtime/proofs/check/lrat.py": "tests/proofs/test_lrat.py",
    "runtime/judging/judge.py": "tests/judging/test_judge.py",
    "runtime/proofs/check/checker.py": FORGERIES,
    "runtime/proofs/check/certificate_files.py": f"tests/proofs/test_certificate_files.py {FORGERIES}",
    "runtime/proofs/check/json_values.py": "tests/proofs/test_json_values.py",
    "runtime/proofs/check/solutions.py": "tests/proofs/test_solutions.py",
    "runtime/proofs/check/audit.py": f"tests/proofs/test_audit.py {CERTIFICATES}",
    "runtime/proofs/check/audit_grids.py": "tests/proofs/test_term_values.py",
    "runtime/proofs/check/term_values.py": "tests/proofs/test_term_values.py",
    "runtime/proofs/check/constraints.py": "tests/proofs/test_constraints.py",
    "runtime/proofs/formula.py": FORGERIES,
    "runtime/proofs/puzzle_cnf.py": "tests/proofs/test_puzzle_cnf.py",
    "runtime/proofs/objective_bound.py": "tests/proofs/test_objective_bound.py",
    "runtime/proofs/pb_bounds.py": "tests/proofs/test_pb_bounds.py",
    "runtime/solving/lemmas/separator.py": "tests/solving/test_separator.py",
    "runtime/solving/lemmas/connectivity.py": LEMMAS,
    "runtime/solving/lemmas/group_membership.py": LEMMAS,
    "runtime/solving/lemmas/multicut.py": f"{LEMMAS} tests/passes/test_multicut.py",
    "runtime/solving/lemmas/nogood.py": f"{LEMMAS} tests/solving/test_refinement.py -k 'off or general or literals or follows'",
    "runtime/solving/lemmas/refinement.py": f"{LEMMAS} tests/solving/test_refinement.py -k 'curves or inside or follows'",
}
SLOWER = 3  # times the processor time of the tests without a change; then they are ended, and the change is noticed


def mutants(text: str) -> Iterator[tuple[str, str]]:
    """Yield every change of a file, with a name; a change of annotations is none."""
    from cosmic_ray.mutating import mutate_code  # noqa: PLC0415 (in the extra `mutation`)
    from cosmic_ray.plugins import get_operator, operator_names  # noqa: PLC0415

    before = _meaning(text)
    for name in operator_names():
        operator = get_operator(name)
        occurrence = 0
        while not operator.arguments() and (changed := mutate_code(text, operator(), occurrence)) is not None:
            if _meaning(changed) not in (before, ""):
                yield f"{name} {occurrence}", changed
            occurrence += 1


def _meaning(text: str) -> str:
    """Return the syntax tree of a file without annotations, as text; empty if it is no Python (`{**a}` is taken for a power)."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    """Imports one module from another text."""

    def __init__(self, name: str, path: str, text: str) -> None:
        self._name = name
        self._path = path
        self._text = text

    def find_spec(self, fullname: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """Find the module."""
        return importlib.machinery.ModuleSpec(fullname, self, origin=self._path) if fullname == self._name else None

    def get_data(self, path: str | bytes) -> bytes:
        """Return the text."""
        return self._text.encode()

    def get_filename(self, fullname: str) -> str:
        """Return where the file is that is changed."""
        return self._path


def is_noticed(file: str, text: str, seconds: int = resource.RLIM_INFINITY) -> bool:
    """Tell whether the tests of a file fail with this text in its place, or take more seconds of the processor."""
    process = os.fork()
    if not process:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        os._exit(_tested(file, text))
    _, status = os.waitpid(process, 0)
    with contextlib.suppress(ProcessLookupError):  # what the tests have started
        os.killpg(process, signal.SIGKILL)
    return status != 0


def _tested(file: str, text: str) -> int:
    import shlex  # noqa: PLC0415

    import pytest  # noqa: PLC0415

    sys.dont_write_bytecode = True
    name = "gridwright." + file.removesuffix(".py").replace("/", ".")
    sys.meta_path.insert(0, _Changed(name, str(ROOT / file), text))
    return int(pytest.main(["-q", "-x", "-m", "", "-p", "no:cacheprovider", *shlex.split(TESTS[file])]))


def _import_most() -> None:
    """Import what tests need, apart from what may be changed and what imports that."""
    import gridwright.compiler  # noqa: PLC0415

    for module in pkgutil.walk_packages(gridwright.compiler.__path__, "gridwright.compiler."):
        importlib.import_module(module.name)
    for name in ("pytest", "hypothesis", "hypothesis.strategies", "clingo", "pysat.solvers", "z3", "numpy", "ruamel.yaml"):
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


def main() -> None:
    """Change every file, and print what was not noticed."""
    parser = argparse.ArgumentParser(description="Mutation testing of what has to be believed.")
    parser.add_argument("files", nargs="*", default=list(TESTS), help=f"by default {', '.join(TESTS)}")
    parser.add_argument("--keep", type=Path, help="a file for what was found so far")
    options = parser.parse_args()
    os.chdir(ROOT)
    kept = options.keep.read_text("utf-8").splitlines() if options.keep and options.keep.exists() else []
    known = {(file, change): noticed for file, change, noticed in map(json.loads, kept)}
    _import_most()
    for file in options.files:
        text = (ROOT / file).read_text("utf-8")
        before = os.times()
        if is_noticed(file, text):
            sys.exit(f"the tests of {file} fail without any change: {TESTS[file]}")
        after = os.times()
        seconds = 1 + int(SLOWER * (after.children_user + after.children_system - before.children_user - before.children_system))
        counts = [0, 0]
        for change, changed in mutants(text):
            if (file, change) not in known:
                known[file, change] = is_noticed(file, changed, seconds)
                if options.keep:
                    with options.keep.open("a", encoding="utf-8") as out:
                        out.write(json.dumps([file, change, known[file, change]]) + "\n")
            counts[known[file, change]] += 1
            if not known[file, change]:
                print(
                    f"{change}\n" + "".join(difflib.unified_diff(*(t.splitlines(True) for t in (text, changed)), n=1)), flush=True
                )
        print(f"{file}: {counts[1]} of {sum(counts)} changes were noticed", flush=True)


if __name__ == "__main__":
    main()
