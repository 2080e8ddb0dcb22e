"""Print steps: what is known, the rules with their places, and what follows from both."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby

from gridwright.compiler.geometry.plane import ends
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.records import replace
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.visible_text import printable
from gridwright.compiler.values import typed_key

from ...steps.argument import Argument, ArgumentKind, spot_of
from ...steps.bands import Bands
from ...steps.path import End, Path
from ...steps.rule_instance import RuleInstance
from ...steps.step import Kind, Step
from .argument_text import argument_text
from .fact_text import sentence
from .lists_in_words import lines_of, list_of
from .places_in_words import list_of_variables
from .print_styled import heading, solution
from .print_text import number_of

MOST_PLACES = 20  # and runs of places with the same conclusion that are named; `--json` and pictures have all
MOST_RULES = 12  # rules' instances of a step that are printed
FEW = 4  # places, such as the cells of a block, that are named to say which instance it is
SHORT = 2  # characters; a number or a label of at most this length is printed with the name of its variable


def show_path(spec: Spec, path: Path, bands: Bands | None = None) -> None:
    """Print all steps, how they end, and how difficult they are, with the band if there are some."""
    heading(spec)
    for line in wrong_entries(spec, path):
        print(printable(line))
    number = 1
    for same in _alike_in_a_row(path.steps):
        last = number + len(same) - 1
        for line in step_lines(spec, _joined_step(same), f"{_numbers(number, last)}. "):
            print(printable(line))
        number = last + 1
    print(ending(path))
    if path.end is End.SOLVED:
        grid = {key: tuple(values) for key, values in path.known.items()}
        solution(spec, grid)
    for line in difficulty_lines(path, bands):
        print(line)


def _numbers(first: int, last: int) -> str:
    """Return the numbers of steps that are printed as one."""
    return f"{first}" if first == last else f"{first} {'and' if last == first + 1 else 'to'} {last}"


def _alike_in_a_row(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """Yield steps in groups: those that follow each other, each from an instance of the same rule, and conclude alike."""
    for _, same in groupby(enumerate(steps), lambda numbered: _key_of_step(*numbered)):
        yield [step for _, step in same]


def _key_of_step(number: int, step: Step) -> Hashable:
    """Return the key by which steps are joined into one line. A step with premises or an argument has a key of its own."""
    if step.kind is not Kind.RULE or step.premises or step.arguments:
        return number
    origin = step.instances[0].origin
    return (
        origin.span,
        origin.grid,
        frozenset((fact.variable.layer, typed_key(fact.value), fact.holds) for fact in step.conclusions),
    )


def _joined_step(steps: Sequence[Step]) -> Step:
    """Return one step with the rules and conclusions of some."""
    instances = tuple(instance for step in steps for instance in step.instances)
    conclusions = tuple(dict.fromkeys(fact for step in steps for fact in step.conclusions))
    return replace(steps[0], instances=instances, conclusions=conclusions)


def difficulty_lines(path: Path, bands: Bands | None = None) -> Iterator[str]:
    """Yield how difficult the steps of a path are, in which band that is, and why it is an estimate; nothing without steps."""
    if not path.steps:
        return
    difficulty = path.difficulty
    costs = f"largest cost {difficulty.largest}, search {difficulty.search:g}, {number_of(difficulty.steps, 'step')}"
    yield f"difficulty: {costs}; rating {difficulty.rating:g}"
    if bands is not None:
        limits = f"easy up to {bands.easy:g}, hard above {bands.hard:g}"
        yield f"{bands.band(difficulty.rating).value} for {bands.genre} ({bands.puzzles} puzzles of {bands.size}: {limits})"
    if path.estimated:
        yield f"search and rating are estimates: {path.estimated}"


def show_hint(spec: Spec, path: Path, *, tells: bool) -> None:
    """Print where to look, and if it `tells`, what follows from it."""
    heading(spec)
    for line in wrong_entries(spec, path):
        print(printable(line))
    if not path.steps:
        print(ending(path))
        return
    rules = [instance for step in path.steps for instance in step.all_instances]
    rules = [*{(rule.origin.span, rule.origin.where): rule for rule in rules}.values()]
    places = dict.fromkeys(fact.variable for fact in path.steps[-1].conclusions if fact.holds)
    print(printable(f"look at {list_of_variables([*places])}:"))
    for line in _rule_lines(spec, rules):
        print(printable(f"  {line}"))
    for step in path.steps if tells else ():
        for line in step_lines(spec, step, "so "):
            print(printable(line))


def wrong_entries(spec: Spec, path: Path) -> Iterator[str]:
    """Yield sentences about the wrong entries of a grid."""
    for fact in path.wrong:
        yield f"wrong: {sentence(spec, [fact])}; no solution has this"
    if path.together:
        yield "wrong: the entries cannot all be right"


def step_lines(spec: Spec, step: Step, begin: str = "") -> Iterator[str]:
    """Yield the lines of a step: its conclusion, its premises, and its rules."""
    follows = sentence(spec, step.conclusions, MOST_PLACES) if step.conclusions else "that is impossible"
    because = f", because {sentence(spec, step.premises)}" if step.premises else ""
    margin = " " * len(begin)
    if step.kind is Kind.SINGLE and step.conclusions:
        yield f"{begin}{follows}: no other value is left."
    elif step.kind is Kind.SINGLE:
        yield f"{begin}{follows}{because}: no value is left."
    elif step.kind is Kind.TRIAL:
        assert step.supposed is not None
        yield f"{begin}{follows}{because}. Suppose that {sentence(spec, [step.supposed])}. Then:"
        for nested in step.nested:
            for line in step_lines(spec, nested, "- "):
                yield f"{margin}{line}"
    elif step.kind is Kind.EXHAUSTION:
        yield f"{begin}{follows}{because}: no argument with at most {step.short} rules was found. A search shows it from these:"
        for line in _rule_lines(spec, step.instances):
            yield f"{margin}- {line}"
    else:
        otherwise = "otherwise " if step.conclusions else ""
        wrong = [f"{otherwise}{argument_text(argument)}" for argument in step.arguments if not _is_denial(argument, step)]
        rules = " ".join(_rule_lines(spec, step.instances))
        yield f"{begin}{follows}{because}: {f'{rules[:-1]}; {list_of(wrong)}.' if wrong else rules}"


def _is_denial(argument: Argument, step: Step) -> bool:
    """Check whether an argument only denies what the step concludes: "otherwise at least 1 of them would be shaded"."""
    concluded = {spot_of(fact.variable) for fact in step.conclusions}
    is_any = argument.kind is ArgumentKind.TOO_MUCH and argument.number == 1
    is_none = argument.kind is ArgumentKind.TOO_LITTLE and argument.number == 0 and len(argument.inside) == 1
    return (is_any or is_none) and concluded.issuperset(argument.inside)


def _rule_lines(spec: Spec, instances: Sequence[RuleInstance]) -> Iterator[str]:
    """Yield each rule once: what it says, at which places, and its line in the spec or in a library."""
    by_rule: dict[Span, list[RuleInstance]] = {}
    for instance in instances:
        by_rule.setdefault(instance.origin.span, []).append(instance)
    for span, alike in by_rule.items():
        where = _in_common(alike) or list(dict.fromkeys(where_text for where_text in map(_where, alike) if where_text))
        at = [
            *([list_of(_at_most(where))] if where else []),
            lines_of(spec.document.span.source, span.source, [span]),
            *_read_with(span, alike),
        ]
        yield f"{alike[0].origin.sentence.rstrip('.')} ({', '.join(at)})."


def _in_common(instances: Sequence[RuleInstance]) -> list[str]:
    """Return which instances these are where they differ in one loop variable of several, or in a short one; empty otherwise."""
    origins = [instance.origin for instance in instances]
    bindings = list(dict.fromkeys(origin.bindings for origin in origins))
    names = {(origin.grid, *(name for name, _ in origin.bindings)) for origin in origins}
    columns = list(zip(*bindings, strict=True)) if len(names) == 1 else []
    differing = [column for column in columns if len({*column}) > 1]
    if len(differing) != 1 or (len(columns) == 1 and len(columns[0][0][1]) > SHORT):
        return []
    grid = [f"grid {origins[0].grid}"] if origins[0].grid else []
    values = {column[0][0]: list(dict.fromkeys(value for _, value in column)) for column in columns}
    return [", ".join([*grid, *(f"{name} = {list_of(_at_most(of_name))}" for name, of_name in values.items())])]


def _at_most(texts: Sequence[str]) -> list[str]:
    """Return the first texts, and how many more there are."""
    return [*texts[:MOST_RULES], *([f"{len(texts) - MOST_RULES:,} more"] if len(texts) > MOST_RULES else [])]


def _read_with(rule: Span, instances: Sequence[RuleInstance]) -> Iterator[str]:
    """Yield where the rules are that a rule is read with. Its own line would say nothing, so others on it are counted."""
    others = dict.fromkeys(other for instance in instances for other in instance.other_rules)
    elsewhere = [other for other in others if (other.source.path, other.line) != (rule.source.path, rule.line)]
    by_source: dict[str, list[Span]] = {}
    for other in elsewhere:
        by_source.setdefault(other.source.path, []).append(other)
    parts = [lines_of(rule.source, same[0].source, same) for same in by_source.values()]
    beside = len(others) - len(elsewhere)
    if beside:
        parts.append("another rule on this line" if beside == 1 else f"{beside} other rules on this line")
    if parts:
        yield f"read with {list_of(parts)}"


def _where(instance: RuleInstance) -> str:
    """Return which instance it is: the value of its only loop variable if that is enough, or names and values."""
    origin = instance.origin
    if len(origin.bindings) == 1 and len(origin.bindings[0][1]) > SHORT:
        clue = "clue " if instance.member.clues else ""
        return ", ".join([*([f"grid {origin.grid}"] if origin.grid else []), clue + origin.bindings[0][1]])
    return origin.where or _meeting(instance)


def _meeting(instance: RuleInstance) -> str:
    """Return where an instance is: at the only place that all its places share, such as an end of links, or at its few places."""
    places = [variable.layer.places[variable.position] for variable in instance.variables]
    common = set.intersection(*({*(ends(place) or ())} for place in places)) if len(places) > 1 else set()
    if len(common) == 1:
        return f"at {next(iter(common))}"
    return (
        f"at {list_of_variables(sorted(instance.variables, key=lambda variable: variable.position))}"
        if 0 < len(places) <= FEW
        else ""
    )


def ending(path: Path) -> str:
    """Return how steps end, in a line."""
    outcome = path.outcome
    if path.end is End.SOLVED:
        return f"solved in {number_of(len(path.steps), 'step')}"
    left = f"{number_of(path.left, 'place')} open"
    if path.end is End.NO_SOLUTION:
        return "no solution (proved); `gridwright explain` says why"
    if path.end is End.SEVERAL:
        number = f"{'' if outcome.complete else 'at least '}{number_of(outcome.count, 'solution')}"
        return f"from here nothing more follows: {number}, {left}"
    return f"not solved: {path.reason or 'stopped'} ({left})"
