"""Print results for people in plain lines. `print_styled.py` prints what has styles or columns; nothing else prints results."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence

from gridwright.compiler.compile import Contradiction
from gridwright.compiler.language.all_solutions import is_over_all_solutions
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic, render
from gridwright.compiler.syntax.visible_text import printable
from gridwright.compiler.syntax.yaml_nodes import resolve
from gridwright.compiler.values import Value

from ...engines.engine_registry import how_to_install
from ...judging.answer import Answer, answer_text
from ...solving.endings import JudgeRejects
from ...solving.outcome import EngineUse, Outcome, Result
from ..reports import report
from ..safe_output import is_unicode

MOST_RULES = 3  # that are named when a search did not end
SHORT = 0.005  # seconds; shorter stages are not printed


def one_line(report: Mapping[str, object]) -> None:
    """Print one JSON object on one line."""
    print(json.dumps(report, ensure_ascii=not is_unicode(sys.stdout)))


def number_of(number: int, what: str) -> str:
    """Return a number with a noun.

    >>> number_of(1, "error"), number_of(2, "error")
    ('1 error', '2 errors')
    """
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def diagnostics(problems: Sequence[Diagnostic]) -> None:
    """Print the diagnostics of a spec."""
    for problem in problems:
        print(render(problem), file=sys.stderr)


def print_rejection(problem: JudgeRejects) -> None:
    """Print a finished grid that the judge rejects: a bug of this program, with all that is needed to find it."""
    print(
        f"gridwright: {problem.spec.path}: an error in this program: the judge rejects a finished grid\n"
        + "".join(f"  {violation.span}: {violation}\n" for violation in problem.report.violations[:5])
        + f"  the grid: {json.dumps(report.solution_as_json(problem.spec, problem.grid))}\n"
        + "  please report it with the spec",
        file=sys.stderr,
    )


def verdict(spec: Spec, outcome: Outcome, *, proving: bool = True) -> list[str]:
    """Return the verdict on the solutions, and the answers, a line for each."""
    return [*_objective(spec, outcome), *_verdict(outcome, proving), *_answers(outcome), *_open_answers(spec, outcome)]


def contradictions(outcome: Outcome) -> None:
    """Print rules and givens that are impossible without a search, with their places in the file."""
    for contradiction in outcome.contradictions:
        print(render(contradiction.diagnostic))


def _objective(spec: Spec, outcome: Outcome) -> list[str]:
    """Return the objective's value in the best solutions."""
    if not outcome.objective or not spec.objective:
        return []
    name = "maximum" if spec.objective.maximize else "minimum"
    if outcome.objective.optimal:
        return [f"{name}: {outcome.objective.value} (proved)"]
    bound = outcome.objective.bound
    known = f" (no solution is better than {bound})" if bound is not None else ""
    return [f"best found so far, not proved to be the {name}: {outcome.objective.value}{known}"]


def _verdict(outcome: Outcome, proving: bool) -> list[str]:
    optimal = "optimal " if outcome.objective else ""
    if outcome.result is Result.NO_SOLUTION:
        return [f"no solution: {_impossible(outcome.contradictions) or 'proved by a complete search'}"]
    if outcome.unique is True:
        return [f"unique: there is no other {optimal}solution (proved)"]
    if outcome.unique is False:
        return [f"not unique: there are several {optimal}solutions"]
    if outcome.solutions and outcome.is_proved:
        return ["not known to be unique" + ("" if proving else " (--no-unique)")]
    return []


def _impossible(contradictions: Sequence[Contradiction]) -> str:
    """Return a sentence about givens or a rule that are impossible without a search; empty if there are none."""
    kinds = {contradiction.origins[0].kind for contradiction in contradictions}
    what = "the givens are" if kinds == {"given"} else "one rule is"
    return f"{what} already impossible" if kinds else ""


def _answers(outcome: Outcome) -> list[str]:
    answers = [solution.answer for solution in outcome.solutions if solution.answer is not None]
    distinct = [answer for at, answer in enumerate(answers) if answer not in answers[:at]]
    named = [answer if isinstance(answer, dict) else {"answer": answer} for answer in distinct]
    return [printable(f"{name}: {_answer_text(value)}") for answer in named for name, value in answer.items()]


def _open_answers(spec: Spec, outcome: Outcome) -> list[str]:
    """Return the answers that are not known because there may be further solutions."""
    if not outcome.solutions or (outcome.complete and len(outcome.solutions) == outcome.count):
        return []
    names = [name for name, node in spec.answers.items() if is_over_all_solutions(node, spec.answer_scope)]
    return [f"{name or 'answer'}: not known, because not all solutions were found" for name in names]


def answer(values: Answer) -> str:
    """Return an answer in one line."""
    if isinstance(values, Mapping):
        return ", ".join(f"{name}: {_answer_text(value)}" for name, value in values.items())
    return _answer_text(values)


def _answer_text(value: Value) -> str:
    """Return an answer for people: a text without quotes, unless it looks like a number or is a part of a list."""
    return value if isinstance(value, str) and resolve(value) == value else answer_text(value)


def times(seconds: Mapping[str, float]) -> str:
    """Return seconds by stage."""
    stages = ", ".join(f"{stage} {value:.2f}" for stage, value in seconds.items() if value >= SHORT)
    return f"time: {sum(seconds.values()):.2f} s ({stages})"


def size(outcome: Outcome) -> str:
    """Return the size of the problem, and how much was refined."""
    numbers = outcome.statistics
    lemmas = ", ".join(f"{number} {kind}" for kind, number in numbers.lemmas.items()) or "none"
    parts = [number_of(numbers.parts, "part"), number_of(numbers.variables, "variable"), number_of(numbers.clauses, "clause")]
    return f"size: {', '.join([*parts, number_of(numbers.sums, 'sum'), number_of(numbers.rounds, 'round')])}; lemmas: {lemmas}"


def engines(uses: Iterable[EngineUse]) -> str:
    """Return which engines searched, and why these, a line for each choice."""
    return "\n".join(f"engine: {use.engine} for {number_of(use.parts, 'part')}: {use.why}" for use in uses)


def progress_line(outcome: Outcome) -> str:
    """Return how far a search came that did not end."""
    lemmas = sum(outcome.statistics.lemmas.values())
    solutions = (
        "the best grid so far is not proved to be optimal"
        if not outcome.is_proved
        else f"{number_of(outcome.count, 'solution')} found"
    )
    done = [solutions, number_of(outcome.statistics.rounds, "round"), f"{number_of(lemmas, 'constraint')} added"]
    return f"{', '.join(done)}; {'there are no other solutions' if outcome.complete else 'nothing else is proved'}"


def what_would_help(outcome: Outcome) -> str:
    """Return advice on a search that did not end: an engine to install, and rules that took many lemmas."""
    missing = sorted({use.missing for use in outcome.statistics.engines if use.missing})
    help = [f"this search is slow without a better engine: {command}" for command in map(how_to_install, missing) if command]
    return "\n".join([*help, *filter(None, [refined_rules(outcome)])])


def refined_rules(outcome: Outcome) -> str:
    """Return which rules the lemmas of a search came from that did not end; empty if there were none."""
    rules = outcome.statistics.rules
    total = sum(work.lemmas for work in rules)
    if not total:
        return ""
    lines = ["most of the added constraints came from these rules:"]
    for work in [work for work in rules if work.lemmas][:MOST_RULES]:
        share = f"{number_of(work.lemmas, 'constraint')}, {100 * work.lemmas // total}% of all, made in {work.seconds:.1f} s"
        lines.append(printable(f"  {work.rule.span}: {work.rule.sentence} ({share})"))
    return "\n".join(lines)
