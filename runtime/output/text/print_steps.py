"""Print steps: what is known, the rules with their places, and what follows from both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gridwright.compiler.ir.term import Variable
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.visible_text import printable
from gridwright.compiler.values import BLANK, Value

from ...steps.fact import Fact
from ...steps.rule_instance import RuleInstance
from ...steps.step import End, Kind, Path, Step
from .print_styled import heading, solution
from .print_text import counted

MOST_RULES = 12  # rules' instances of a step that are printed


def path(spec: Spec, found: Path) -> None:
    """Print all steps, how they end, and how difficult they are."""
    heading(spec)
    for line in wrong_entries(spec, found):
        print(printable(line))
    for number, step in enumerate(found.steps, 1):
        for line in step_lines(spec, step, f"{number}. "):
            print(printable(line))
    print(_end(found))
    if found.end is End.SOLVED:
        grid = {key: tuple(values) for key, values in found.known.items()}
        solution(spec, grid)
    if found.steps:
        rating = found.difficulty
        steps = counted(rating.steps, "step")
        print(f"difficulty: largest cost {rating.largest}, weighted sum {rating.weighted:g}, {steps}; rating {rating.rating:g}")


def hint(spec: Spec, found: Path, *, tells: bool) -> None:
    """Print where to look, and if it `tells`, what follows from it."""
    heading(spec)
    for line in wrong_entries(spec, found):
        print(printable(line))
    if not found.steps:
        print(_end(found))
        return
    rules = [each for step in found.steps for each in _all_instances(step)]
    rules = [*{(each.origin.span, each.origin.where): each for each in rules}.values()]
    places = dict.fromkeys(_at(fact.variable) for fact in found.steps[-1].conclusions if fact.holds)
    print(printable(f"look at {_listed([*places])}:"))
    for line in _rule_lines(rules):
        print(printable(f"  {line}"))
    for step in found.steps if tells else ():
        for line in step_lines(spec, step, "so: "):
            print(printable(line))


def wrong_entries(spec: Spec, found: Path) -> Iterator[str]:
    """Yield what is wrong with the entries of a grid."""
    for fact in found.wrong:
        yield f"wrong: {sentence(spec, [fact])} in no solution"
    if found.together:
        yield "wrong: the entries cannot all be right, although each of them alone can be"


def step_lines(spec: Spec, step: Step, begin: str = "") -> Iterator[str]:
    """Yield the lines of a step."""
    known = sentence(spec, step.premises)
    follows = sentence(spec, step.conclusions) if step.conclusions else "that is impossible"
    margin = " " * len(begin)
    if step.kind is Kind.SINGLE:
        yield f"{begin}{_capital(known)}, so {follows}" + (", the only value left." if step.conclusions else ".")
    elif step.kind is Kind.TRIAL:
        assert step.supposed is not None
        yield f"{begin}Suppose that {sentence(spec, [step.supposed])}. Then:"
        for nested in step.nested:
            for line in step_lines(spec, nested, "- "):
                yield f"{margin}{line}"
        yield f"{margin}So {follows}."
    elif step.kind is Kind.EXHAUSTION:
        yield f"{begin}No argument with at most {step.short} rules was found. All ways of {len(step.instances)} rules were tried:"
        for line in _rule_lines(step.instances):
            yield f"{margin}- {line}"
        yield f"{margin}{_capital(known)}{', so ' if known else 'So '}{follows}."
    else:
        rules = [*_rule_lines(step.instances)]
        so = f"{_capital(known)}, so {follows}." if known else f"So {follows}."
        yield f"{begin}{' '.join(rules)} {so}"


def sentence(spec: Spec, facts: Sequence[Fact]) -> str:
    """Return facts in words: `r1c1 and r1c2 are not 4, r2c1 is 3`."""
    several = len([layer for layer in spec.layers if not layer.hidden]) > 1 or any(fact.variable.layer.hidden for fact in facts)
    by_place: dict[tuple[Variable, bool], list[Value]] = {}
    for fact in sorted(facts, key=lambda each: not each.holds):
        value, holds = fact.value, fact.holds
        if isinstance(value, bool) and not value and len(_truths(fact.variable)) == 2:
            value, holds = True, not holds
        by_place.setdefault((fact.variable, holds), []).append(value)
    by_text: dict[tuple[str, str], list[str]] = {}
    for (variable, holds), values in by_place.items():
        layer = f"{variable.layer.name} at " if several and not isinstance(values[0], bool) and not variable.layer.single else ""
        words = " or ".join(_value(variable, value) for value in values)
        by_text.setdefault((layer, words if holds else f"not {words}"), []).append(_at(variable))
    return ", ".join(
        f"{layer}{_listed(places)} {'is' if len(places) == 1 else 'are'} {words}" for (layer, words), places in by_text.items()
    )


def _truths(variable: Variable) -> list[Value]:
    values = variable.layer.values
    return [each for each in values if isinstance(each, bool)] if isinstance(values, (list, tuple)) else []


def _value(variable: Variable, value: Value) -> str:
    if value is BLANK:
        return "blank"
    if isinstance(value, bool):
        return variable.layer.name if value else f"false ({variable.layer.name})"
    return str(value)


def _at(variable: Variable) -> str:
    grid = f"{variable.layer.grid} " if variable.layer.grid else ""
    return f"{grid}{variable.layer.name if variable.layer.single else variable.layer.place_name(variable.position)}"


def _listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence.

    >>> _listed(["a"]), _listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *others, last = words or ["nothing"]
    return f"{', '.join(others)} and {last}" if others else last


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _rule_lines(instances: Sequence[RuleInstance]) -> Iterator[str]:
    """Yield each rule once: what it says, at which places, and its line in the file."""
    by_rule: dict[object, list[RuleInstance]] = {}
    for each in instances:
        by_rule.setdefault(each.origin.span, []).append(each)
    for alike in by_rule.values():
        member = alike[0].member
        where = list(dict.fromkeys(each.origin.where for each in alike if each.origin.where))
        more = f"; and {len(where) - MOST_RULES:,} more" if len(where) > MOST_RULES else ""
        at = [*([f"{'; '.join(where[:MOST_RULES])}{more}"] if where else []), f"line {member.origin.span.line}"]
        says = member.says.rstrip(".")
        yield f"{says} ({'; '.join(at)})."


def _all_instances(step: Step) -> Iterator[RuleInstance]:
    yield from step.instances
    for nested in step.nested:
        yield from _all_instances(nested)


def _end(found: Path) -> str:
    outcome = found.outcome
    if found.end is End.SOLVED:
        return f"solved in {counted(len(found.steps), 'step')}"
    left = f"{counted(found.left, 'place')} open"
    if found.end is End.NO_SOLUTION:
        return "no solution (proved); `gridwright explain` says why"
    if found.end is End.SEVERAL:
        number = f"{'' if outcome.complete else 'at least '}{counted(outcome.count, 'solution')}"
        return f"from here nothing more follows: {number}, {left}"
    return f"not solved: {found.reason or 'stopped'} ({left})"
