"""Convert queries and their answers to plain data, and answer queries: texts and numbers go there, numbers come back.

`answer_query` is all that another process does. It reads a spec from its text, with the texts of its own libraries, and
compiles it; the same program makes the same parts of it.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from gridwright.compiler.compile import Puzzle, compile_spec
from gridwright.compiler.encode.problem import Problem
from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.budget import Deadline, OutOfTime
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import NAMES, USUAL, Limits
from gridwright.compiler.loader import read_spec
from gridwright.compiler.loader.libraries import LibraryPlaces
from gridwright.compiler.records import dataclass, field
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.compiler.syntax.yaml_nodes import read_text
from gridwright.compiler.values import BLANK, Value

from ..engines.engine import EngineMissing
from ..engines.engine_choice import chooser, engine_for
from ..engines.engine_registry import ENGINES, is_installed
from ..exit_status import OK
from ..solving.endings import ENDINGS, reason_of
from ..solving.outcome import Outcome
from ..solving.part import Part
from ..solving.progress import Progress
from ..solving.session import PartSolution, Session
from ..solving.solve import solve
from .cubes.split import Cube, literals_of
from .plain_shape import wrong_shape
from .serialize import NotAnOutcome, Plain, as_plain, from_plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from .process_limits import SharedStatus


class ToldWhile(Protocol):
    """What a job reports its progress to: the part of `Options` that is needed here."""

    @property
    def status(self) -> SharedStatus | None:
        """Return where progress is noted, so that it is known if the process is ended."""

    @property
    def on_progress(self) -> Callable[[str], None] | None:
        """Return the function that gets each progress message."""


MISTAKE = "an error in this program: "  # what a failed answer begins with if it should not have failed

_WHOLE: Plain = {"type": "integer", "minimum": 0}
_NUMBERS: Plain = {"type": "array", "items": {"type": ["integer", "null"]}}
_SHAPE: Plain = {
    "solutions": {"type": "array", "items": _NUMBERS},  # of the unknowns of the part, in their order
    "exhausted": {"type": "boolean"},
    "reason": {"type": "string"},
    "rounds": _WHOLE,
    "lemmas": {"type": "object", "additionalProperties": _WHOLE},
}


def pack_cube(spec: Spec, part: int, cube: Cube, *, limit: int, engine: str, seed: int, deadline: Deadline) -> Plain:
    """Pack the query for up to `limit` solutions of a part of a spec in one cube. Which parts there are depends on the engine."""
    values = [[_pack_variable(variable), number_of(variable, value)] for variable, value in cube.values]
    return _pack(spec, limit, engine, seed, deadline) | {"part": part, "values": values}


def pack_search(spec: Spec, *, limit: int, engine: str, seed: int, deadline: Deadline, patience: float | None = None) -> Plain:
    """Pack the query for up to `limit` solutions of a spec. `patience` is that of `solve`."""
    return _pack(spec, limit, engine, seed, deadline) | {"patience": patience}


def _pack(spec: Spec, limit: int, engine: str, seed: int, deadline: Deadline) -> Plain:
    """Pack what all queries have. `until` is a time of the clock, which is the same in all processes of a machine."""
    left = deadline.seconds_left()
    return {
        "path": spec.path,
        "text": spec.source,
        "files": dict(spec.files),
        "limits": {name: getattr(spec.limits, name) for name in NAMES.values()},
        "limit": limit,
        "engine": engine,
        "offered": [name for name in ENGINES if is_installed(name)],  # so that `auto` chooses there as it does here
        "seed": seed,
        "until": None if left is None else time.time() + left,
    }


def _pack_variable(variable: Variable) -> list[Any]:
    return [variable.layer.grid, variable.layer.name, variable.position]


def number_of(variable: Variable, value: Value) -> int | None:
    """Return the index of a value among those that an unknown can have; None for blank."""
    return None if value is BLANK else variable.layer.values.index(value)


def answer_task(question: Plain, options: ToldWhile) -> tuple[int, Plain]:
    """Answer a query in a job, which says meanwhile what it is doing, so that this is known if it has to be ended."""

    def note(progress: Progress) -> None:
        if options.status is not None:
            options.status.note(progress)
        if options.on_progress is not None and progress.doing:
            options.on_progress(progress.doing)

    return OK, reply(question, Progress(stage="reading", on_enter=note))


def reply(question: Plain, progress: Progress) -> Plain:
    """Return the answer to a query, or `failed` with the reason if there is none; raise `MemoryError` and `OutOfTime` only.

    These get a note that says what was being done.
    """
    try:
        return answer_query(question, progress)
    except (MemoryError, OutOfTime) as problem:
        if progress.doing and not hasattr(problem, "__notes__"):
            problem.add_note(progress.doing)
        raise
    except Exception as problem:  # which the sender reports
        mistake = "" if isinstance(problem, EngineMissing) else MISTAKE
        return {"failed": f"{mistake}{problem or type(problem).__name__}"}


def seconds_left(question: Plain) -> float | None:
    """Return how many seconds a packed query has left, at least 0; None if it has no deadline."""
    until = question["until"]
    return None if until is None else max(0.0, until - time.time())


def answer_query(question: Plain, progress: Progress) -> Plain:
    """Return the answer to a query; `progress` says meanwhile what is being done."""
    deadline = Deadline(seconds_left(question))
    return _answer_cube(question, deadline, progress) if "part" in question else _answer_search(question, deadline, progress)


def _answer_search(question: Plain, deadline: Deadline, progress: Progress) -> Plain:
    """Return an outcome. If the spec has errors, return only that: the sender finds them again."""
    try:
        limits = _limits_of(question)
        spec = unpacked_spec(question["path"], question["text"], question["files"], limits)
        outcome = solve(
            spec,
            limit=question["limit"],
            engine=question["engine"],
            offered=question["offered"],
            seed=question["seed"],
            deadline=deadline,
            patience=question["patience"],
            progress=progress,
        )
        return as_plain(spec, outcome)
    except SpecError:
        return {"wrong": True}


def _answer_cube(question: Plain, deadline: Deadline, progress: Progress) -> Plain:
    """Return the solutions of a part in one cube, whether these are all, and if not, why."""
    files = tuple(sorted(question["files"].items()))
    puzzle = _compile(
        question["path"], question["text"], files, _limits_of(question), question["engine"], tuple(question["offered"])
    )
    progress.enter("solving")
    part = Part(puzzle.parts[question["part"]], functools.partial(_start, question, deadline, progress))
    reason = ""
    try:
        while len(part.found) < question["limit"] and part.more():
            pass
    except ENDINGS as problem:
        reason = reason_of(problem)
    return {
        "solutions": [[number_of(place, solution[place]) for place in part.problem.places] for solution in part.found],
        "exhausted": part.exhausted,
        "reason": reason,
        "rounds": progress.rounds,
        "lemmas": progress.lemmas,
    }


def _limits_of(question: Plain) -> Limits:
    """Return the limits of the sender, which a spec cannot change any more."""
    return Limits(**question["limits"], fixed=tuple(NAMES.values()))


def _start(question: Plain, deadline: Deadline, progress: Progress, problem: Problem) -> Session:
    """Return a session to which the literals of the cube are added."""
    session = Session(problem, engine_for(problem, question["engine"], question["seed"]), deadline, progress)
    named = {tuple(_pack_variable(variable)): variable for variable in problem.places}
    values = [(named[tuple(name)], number) for name, number in question["values"]]
    stated = [(variable, BLANK if number is None else variable.layer.values[number]) for variable, number in values]
    session.engine.add([(literal,) for literal in literals_of(problem, stated)])
    return session


@functools.lru_cache(maxsize=1)  # a process gets many cubes of one spec, one after another
def _compile(
    path: str, text: str, files: tuple[tuple[str, str], ...], limits: Limits, engine: str, offered: tuple[str, ...]
) -> Puzzle:
    return compile_spec(unpacked_spec(path, text, dict(files), limits), choose=chooser(engine, offered))


def unpacked_spec(path: str, text: str, files: Mapping[str, str], limits: Limits = USUAL) -> Spec:
    """Load a spec from its text and the texts of the libraries that it takes from files."""
    return read_spec(read_text(text, path, limits), path, LibraryPlaces(texts=files), limits)


def unpack_search(spec: Spec, answer: Plain, limit: int, deadline: Deadline) -> Outcome:
    """Return the outcome that an answer stands for, judged; raise `NotAnOutcome`, or `SpecError` if the spec has errors."""
    if answer == {"wrong": True}:
        compile_spec(spec, deadline=deadline)
        if spec.answers:
            return solve(spec, limit=limit, deadline=deadline)  # a mistake in an answer may show only then
    return from_plain(spec, answer, limit, deadline)


@dataclass(frozen=True, slots=True)
class CubeResult:
    """The result of a cube: solutions, why they may not be all, and statistics."""

    solutions: Sequence[PartSolution] = ()
    reason: str = ""
    rounds: int = 0
    lemmas: Mapping[str, int] = field(default_factory=dict)


def unpack_cube(problem: Problem, answer: object) -> CubeResult:
    """Return the result of a cube that an answer stands for; raise `NotAnOutcome` if it is malformed."""
    wrong = wrong_shape(answer, _SHAPE)
    if wrong or not isinstance(answer, dict):
        raise NotAnOutcome(wrong or "not a mapping")
    solutions = [_solution(problem, numbers) for numbers in answer["solutions"]]
    reason = "" if answer["exhausted"] else answer["reason"] or "stopped at the limit"
    return CubeResult(solutions, reason, answer["rounds"], answer["lemmas"])


def _solution(problem: Problem, numbers: Sequence[int | None]) -> PartSolution:
    if len(numbers) != len(problem.places):
        raise NotAnOutcome("a solution belongs to another part")
    solution: PartSolution = {}
    for variable, number in zip(problem.places, numbers, strict=True):
        layer = variable.layer
        if number is not None and not (number >= 0 and (layer.is_unbounded or number < len(layer.values))):
            raise NotAnOutcome(f"a solution has a wrong value at {variable.name}")
        solution[variable] = BLANK if number is None else layer.values[number]
    return solution
