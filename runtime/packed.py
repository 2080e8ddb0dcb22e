"""Questions as plain data, answered wherever they arrive: texts and numbers go there, numbers come back.

`answered` is all that another process does. A spec is read there from its text, with the texts of its own libraries, and
compiled; the same program makes the same parts of it.
"""

from __future__ import annotations

import functools
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from gridwright.compiler.budget import Deadline
from gridwright.compiler.compile import Puzzle, compile_spec
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.limits import USUAL, Limits
from gridwright.compiler.reading import load_text, read_spec
from gridwright.compiler.reading.libraries import FILE_NAME
from gridwright.compiler.source import read_text
from gridwright.compiler.spec import Spec
from gridwright.compiler.values import BLANK, Value
from jsonschema import Draft4Validator

from .cubes import Cube, literals_of
from .part import Part
from .portable import NotAnOutcome, Plain
from .progress import Progress
from .session import ENDINGS, PartSolution, Session, reason_of
from .solve import make_engine

_WHOLE: Plain = {"type": "integer", "minimum": 0}
_NUMBERS: Plain = {"type": "array", "items": {"type": ["integer", "null"]}}
_SHAPE: Plain = {
    "solutions": {"type": "array", "items": _NUMBERS},  # of the unknowns of the part, in their order
    "exhausted": {"type": "boolean"},
    "reason": {"type": "string"},
    "rounds": _WHOLE,
    "lemmas": {"type": "object", "additionalProperties": _WHOLE},
}
# Draft 4, in which 1.0 is no integer.
_VALIDATOR = Draft4Validator({"type": "object", "properties": _SHAPE, "required": list(_SHAPE), "additionalProperties": False})


def pack(spec: Spec, part: int, cube: Cube, *, limit: int, engine: str, seed: int, deadline: Deadline) -> Plain:
    """The question for up to `limit` solutions of a part of a spec in one case. `until` is a time of the clock that all have."""
    left = deadline.left()
    return {
        "path": spec.path,
        "text": spec.source,
        "files": dict(spec.files),
        "limits": asdict(spec.limits),
        "part": part,
        "values": [[_named(variable), number_of(variable, value)] for variable, value in cube.values],
        "limit": limit,
        "engine": engine,
        "seed": seed,
        "until": None if left is None else time.time() + left,
    }


def _named(variable: Variable) -> list[Any]:
    return [variable.layer.grid, variable.layer.name, variable.position]


def number_of(variable: Variable, value: Value) -> int | None:
    """Where a value stands among those that an unknown can have; none for blank."""
    return None if value is BLANK else variable.layer.values.index(value)


def answered(question: Plain) -> Plain:
    """The answer to a question: solutions of the part in this case, whether these are all, and if not, why."""
    until = question["until"]
    deadline = Deadline(None if until is None else max(0.0, until - time.time()))
    progress = Progress()
    puzzle = _compiled(question["path"], question["text"], tuple(sorted(question["files"].items())), Limits(**question["limits"]))
    part = Part(puzzle.parts[question["part"]], functools.partial(_start, question, deadline, progress))
    reason = ""
    try:
        while len(part.found) < question["limit"] and part.more():
            pass
    except ENDINGS as problem:
        reason = reason_of(problem)
    return {
        "solutions": [[number_of(each, found[each]) for each in part.problem.places] for found in part.found],
        "exhausted": part.exhausted,
        "reason": reason,
        "rounds": progress.rounds,
        "lemmas": progress.lemmas,
    }


def _start(question: Plain, deadline: Deadline, progress: Progress, problem: Problem) -> Session:
    """A session in which the case is stated."""
    session = Session(problem, make_engine(question["engine"], question["seed"]), deadline, progress)
    named = {tuple(_named(variable)): variable for variable in problem.places}
    values = [(named[tuple(name)], number) for name, number in question["values"]]
    stated = [(variable, BLANK if number is None else variable.layer.values[number]) for variable, number in values]
    session.engine.add([(literal,) for literal in literals_of(problem, stated)])
    return session


@functools.lru_cache(maxsize=1)  # a process gets many cases of one spec, one after the other
def _compiled(path: str, text: str, files: tuple[tuple[str, str], ...], limits: Limits) -> Puzzle:
    return compile_spec(unpacked_spec(path, text, dict(files), limits))


def unpacked_spec(path: str, text: str, files: Mapping[str, str], limits: Limits = USUAL) -> Spec:
    """A spec from its text and the texts of the libraries that it takes from its own folder."""
    if not files:
        return load_text(text, path, limits)
    with tempfile.TemporaryDirectory() as folder:
        for name, written in files.items():
            if FILE_NAME.fullmatch(name) and ".." not in name:
                Path(folder, name).write_text(written, "utf-8", newline="")
        return read_spec(read_text(text, path, limits), path, Path(folder), limits)


def unpack(problem: Problem, answer: object) -> tuple[list[PartSolution], bool, str]:
    """The solutions of an answer, whether they are all, and why not; `NotAnOutcome` where it is no answer."""
    wrong = next(_VALIDATOR.iter_errors(answer), None)
    if wrong is not None or not isinstance(answer, dict):
        raise NotAnOutcome(f"{wrong.json_path}: {wrong.message[:100]}" if wrong else "no mapping")
    solutions = [_solution(problem, numbers) for numbers in answer["solutions"]]
    return solutions, answer["exhausted"], answer["reason"]


def _solution(problem: Problem, numbers: Sequence[int | None]) -> PartSolution:
    if len(numbers) != len(problem.places):
        raise NotAnOutcome("a solution is of another part")
    found: PartSolution = {}
    for variable, number in zip(problem.places, numbers, strict=True):
        if number is not None and not 0 <= number < len(variable.layer.values):
            raise NotAnOutcome(f"a solution has another value at {variable.name}")
        found[variable] = BLANK if number is None else variable.layer.values[number]
    return found
