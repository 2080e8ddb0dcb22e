"""Verifying: what came out against everything that `expect` claims."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gridwright.compiler.language.all_solutions import is_over_all_solutions
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import dataclass
from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.yaml_nodes import Mapping as SourceMapping
from gridwright.compiler.values import BLANK, Value

from ..judging.answer import answer_text, plain, reads_no_grid
from ..judging.judge import PlaceValue, judge, text_of, violations
from ..judging.objective import objective_value
from .endings import with_stage
from .findings import Ending
from .outcome import Outcome, Result, Solution

SHOWN = 5  # places where the solution is another one that are written out
ANY_LIMIT = 1_000  # solutions on which an answer is checked where their number is not claimed


def limit_for(spec: Spec) -> int:
    """Return how many solutions to look for, so that every claim can be decided: one more than claimed.

    Where their number is not claimed one is enough, if no answer and no solution is claimed, or all are known to have one answer.
    Where a difficulty is claimed, a second one is looked for: only a puzzle with one solution has a difficulty.
    """
    expected = spec.expected
    if expected.solutions is not None:
        return expected.solutions + 1
    if expected.difficulty is not None:
        return ANY_LIMIT if expected.answer is not None and not _has_one_answer(spec) else 2
    nothing_else = expected.answer is None and expected.solution is None
    return 1 if nothing_else or _has_one_answer(spec) else ANY_LIMIT


def limit_to_solve(spec: Spec) -> int:
    """Return how many solutions to look for to tell whether there is one, and for an answer over all of them to find them all."""
    is_over_all = any(is_over_all_solutions(node, spec.answer_scope) for node in spec.answers.values())
    return max(2, limit_for(spec)) if is_over_all else 2


def _has_one_answer(spec: Spec) -> bool:
    """Check whether the answer is known to be the same for all solutions."""
    return _answer_is_objective(spec) or all(reads_no_grid(spec, node) for node in spec.answers.values())


def _answer_is_objective(spec: Spec) -> bool:
    """Check whether the answer is written like the objective, and so is the same for all optimal solutions."""
    written = [" ".join(answer.span.text.split()) for answer in spec.answers.values()]
    return spec.objective is not None and written == [" ".join(spec.objective.expression.span.text.split())]


def differences(spec: Spec, outcome: Outcome) -> list[Diagnostic]:
    """Return the claims that the search refutes, each at its place; empty if all hold, as far as the search came."""
    differing = _differences(spec, outcome)
    return [Diagnostic(Ending.NOT_AS_EXPECTED, message, place_of_claim(spec, claim)) for claim, message in differing]


def place_of_claim(spec: Spec, claim: str = "") -> Span:
    """Return where a claim is written: a key under `expect`, or `expect` itself; without one, `title`, or the first key."""
    expect = spec.document.get("expect")
    claims = {key.text: key.span for key, _ in expect.items} if isinstance(expect, SourceMapping) else {}
    keys = {key.text: key.span for key, _ in spec.document.items}
    return claims.get(claim) or keys.get("expect") or keys.get("title") or next(iter(keys.values()))


def undecided_claims(spec: Spec, outcome: Outcome) -> str:
    """Return why some claim is neither met nor broken; empty if all are decided."""
    if outcome.reason:
        return with_stage(outcome.reason, outcome.during)
    expected = spec.expected
    if expected.solutions is not None and not outcome.complete and outcome.count <= expected.solutions:
        return "other solutions were not searched for"
    if outcome.solutions and expected.solution is not None and _is_claimed_solution_one(spec, outcome) is None:
        return "not decided whether the `solution` under `expect` is a solution"
    if expected.solutions is None and expected.answer is not None and not outcome.complete and not _has_one_answer(spec):
        return f"the answer was checked on {len(outcome.solutions):,} solutions, but there are more"
    return ""


def _differences(spec: Spec, outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Yield each broken claim: its key under `expect`, and what is different."""
    expected = spec.expected
    yield from _other_objective(spec, outcome)
    if not outcome.is_proved:
        return  # the best grid so far is no solution yet, so nothing else can be said of it
    if expected.solutions is not None:
        if outcome.complete and outcome.count != expected.solutions:
            yield (
                "solutions",
                f"expected {_number_of(expected.solutions)}, found {f'{outcome.count:,}' if outcome.count else 'none'}",
            )
        elif outcome.count > expected.solutions:
            yield "solutions", f"expected {_number_of(expected.solutions)}, found at least {outcome.count:,}"
    elif outcome.result is Result.NO_SOLUTION:
        yield "solutions", "expected a solution, found none"
    for solution in outcome.solutions:
        unknown = solution.answer is None and bool(spec.answers)  # not evaluated in time, or not all solutions were found
        if expected.answer is not None and not unknown and not same_answer(solution.answer, expected.answer):
            yield "answer", _different_answers(expected.answer, solution.answer)
            break
    if _is_claimed_solution_one(spec, outcome) is False:
        yield "solution", _other_solution(spec, outcome)


def _other_solution(spec: Spec, outcome: Outcome) -> str:
    """Return in words how the found solution differs from the claimed one, or what the claimed one breaks."""
    places = different_places(spec, outcome)
    if not places:
        broken = next(violations(spec, spec.expected.solution or {}), None)
        why = f"it breaks a rule: {broken}" if broken else "it is not among the best ones"
        return f"the `solution` under `expect` is no solution: {why}"
    which = "the solution" if len(outcome.solutions) == 1 else f"the closest of {len(outcome.solutions):,} solutions"
    at = "1 place" if len(places) == 1 else f"{len(places):,} places"
    more = f"; and {len(places) - SHOWN:,} more" if len(places) > SHOWN else ""
    return f"{which} differs from the `solution` under `expect` in {at}: {'; '.join(map(str, places[:SHOWN]))}{more}"


@dataclass(frozen=True, slots=True, eq=False)
class DifferentPlace:
    """A place where a solution is another one than expected."""

    found: PlaceValue
    expected: Value

    def __str__(self) -> str:
        layer = self.found.layer
        where = "" if layer.single else f" at {self.found.place}"
        grid = f"{layer.grid}: " if layer.grid else ""
        return f"{grid}{layer.name}{where}: expected {text_of(self.expected)}, found {text_of(self.found.value)}"


def different_places(spec: Spec, outcome: Outcome) -> list[DifferentPlace]:
    """Return the places where the solution differs from the claimed one; of several solutions, those of the closest.

    Empty if the claimed solution is one, or if that is not known, or if only some of the solutions are.
    """
    if not outcome.is_proved or _is_claimed_solution_one(spec, outcome) is not False or not _knows_all(outcome):
        return []
    return min((_different(spec, solution) for solution in outcome.solutions), key=len)


def _different(spec: Spec, solution: Solution) -> list[DifferentPlace]:
    written = spec.expected.solution or {}
    return [
        DifferentPlace(PlaceValue(layer, position, value), expected)
        for layer in spec.layers
        for position, (expected, value) in enumerate(
            zip(written.get((layer.grid, layer.name), ()), solution.grid[layer.grid, layer.name], strict=False)
        )
        if not _same(expected, value)
    ]


def _knows_all(outcome: Outcome) -> bool:
    """Check whether all solutions have been found and judged; the time may be over before."""
    return outcome.complete and len(outcome.solutions) == outcome.count


def _different_answers(expected: Value, actual: Value) -> str:
    """Return how two answers differ, in the syntax of the language; a text is told from the number that looks like it."""
    if isinstance(expected, Mapping) and isinstance(actual, Mapping) and expected.keys() == actual.keys():
        differ = [name for name in expected if not same_answer(actual[name], expected[name])]
        expected, actual = ({name: answer[name] for name in differ} for answer in (expected, actual))
    message = f"expected the answer {answer_text(expected)}, found {answer_text(actual)}"
    if type(expected) is not type(actual) and str(expected) == str(actual):
        text, number = (expected, actual) if isinstance(expected, str) else (actual, expected)
        message += f": {answer_text(text)} in quotes is a text, and {answer_text(number)} is not"
    return message


def _is_claimed_solution_one(spec: Spec, outcome: Outcome) -> bool | None:
    """Check whether the claimed solution is one; None if that is not known, or nothing is claimed or found.

    Of several solutions it need not be among those that were found. Where all of it is written the judge says what it is.
    """
    written = spec.expected.solution
    if written is None or not outcome.solutions:
        return None
    if any(_agrees(solution, written) for solution in outcome.solutions):
        return True
    if _knows_all(outcome):
        return False
    if any(value is None for layer in spec.layers for value in written.get((layer.grid, layer.name), (None,))):
        return None
    if not judge(spec, written).accepted:
        return False
    value = objective_value(spec, written)
    return outcome.objective is None or value is outcome.objective.value or value == outcome.objective.value


def _other_objective(spec: Spec, outcome: Outcome) -> Iterator[tuple[str, str]]:
    """Return how the objective differs from the claim; without a proof, only if the claim cannot be reached any more."""
    claimed, actual, objective = spec.expected.objective, outcome.objective, spec.objective
    if claimed is None or actual is None or objective is None:
        return
    if actual.optimal:
        if actual.value is BLANK or actual.value != claimed:
            yield "objective", f"expected the objective {claimed}, found {actual.value}"
    elif objective.is_better(actual.value, claimed):
        yield "objective", f"expected the objective {claimed}, found {actual.value} or better"
    elif actual.bound is not None and objective.is_better(claimed, actual.bound):
        yield "objective", f"expected the objective {claimed}, but no solution is better than {actual.bound}"


def _number_of(number: int) -> str:
    return "no solution" if number == 0 else "1 solution" if number == 1 else f"{number:,} solutions"


def same_answer(actual: Value, expected: Value) -> bool:
    """Check whether an answer is the expected one; a text is never the same as a number."""
    actual, expected = plain(actual) if not isinstance(actual, Mapping) else actual, _plain(expected)
    if isinstance(actual, Mapping) and isinstance(expected, Mapping):
        return actual.keys() == expected.keys() and all(same_answer(actual[key], expected[key]) for key in actual)
    if isinstance(actual, list) and isinstance(expected, list):
        return len(actual) == len(expected) and all(map(same_answer, actual, expected))
    return type(actual) is type(expected) and actual == expected


def _plain(expected: Value) -> Value:
    if isinstance(expected, (list, tuple, range)):
        return [_plain(member) for member in expected]
    return None if expected is BLANK else expected


def _agrees(solution: Solution, expected: Mapping[tuple[str, str], tuple[Value, ...]]) -> bool:
    """Check whether a solution has every expected value; places without one may have any."""
    return all(
        _same(claimed, value)
        for key, values in expected.items()
        for claimed, value in zip(values, solution.grid[key], strict=True)
    )


def _same(expected: Value | None, value: Value) -> bool:
    """Check whether a value is as it is claimed; without a claim it may be any."""
    return expected is None or expected is value or (expected is not BLANK and value is not BLANK and expected == value)
