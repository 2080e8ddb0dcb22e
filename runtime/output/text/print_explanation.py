"""Print explanations: conflicts, differences between two solutions, and the values that occur."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gridwright.compiler.language.spec import Grid, Layer, Spec
from gridwright.compiler.syntax.diagnostics import Diagnostic
from gridwright.compiler.syntax.span import Span
from gridwright.compiler.syntax.visible_text import printable
from gridwright.compiler.values import Value

from ...explaining.backbone import Candidates
from ...explaining.closest_solutions import Difference
from ...explaining.conflict import Conflict
from ...explaining.explain import Explanation
from ...explaining.linear_infeasibility import Parity, Totals
from ...explaining.members import ConflictMember
from ...explaining.wider_values import WiderValues
from ...judging.judge import Report
from ...solving.outcome import Result
from ..pictures.display_hints import board_lines
from ..pictures.explanation_marks import LINES_OF_TWO, of_difference
from ..pictures.terminal import MARK
from ..pictures.terminal_explanation import (
    SPOKEN_OF,
    candidates_picture,
    conflict_picture,
    difference_picture,
    together,
    value_text,
)
from ..pictures.terminal_lines import is_drawn
from .lists_in_words import lines_of
from .print_styled import console_width, heading, lines, solution
from .print_text import number_of

MOST = 12  # items listed on one line
SHORT = 2  # characters; a number or a label of at most this length is printed with the name of its variable


def show_explanation(spec: Spec, explanation: Explanation, different: Sequence[Diagnostic]) -> None:
    """Print the verdict first, then the reason."""
    heading(spec)
    if explanation.outcome.result is Result.NO_SOLUTION:
        print("no solution (proved)")
    elif explanation.outcome.unique:
        optimal = "optimal " if spec.objective else ""
        print(
            f"unique: there is exactly one {optimal}solution (proved)" + ("" if different else ", so there is nothing to explain")
        )
        if different:
            solution(spec, explanation.outcome.solutions[0].grid)
    for difference in different:
        print(printable(difference.message))
    if explanation.broken and explanation.broken.violations:
        _print_broken(explanation.broken)
    elif explanation.broken and explanation.outcome.count > 1:
        print("the solution under `expect` is one of several")
    if explanation.conflict:
        show_conflict(spec, explanation.conflict)
        _show_steps(spec, explanation)
    for text in _wider_lines(explanation.wider):
        print(text)
    if explanation.difference:
        show_difference(spec, explanation.difference)
    if explanation.candidates:
        show_candidates(spec, explanation.candidates)


def _print_broken(report: Report) -> None:
    print("the solution under `expect` breaks this:")
    for violation in report.violations[:MOST]:
        print(printable(f"  {violation.span}: {violation}"))
    if len(report.violations) > MOST:
        print(f"  and {len(report.violations) - MOST:,} more")


def show_conflict(spec: Spec, conflict: Conflict) -> None:
    """Print a conflict: a line for each given and clue, one for each other rule, and the picture."""
    print(_how_many(conflict))
    for text in dict.fromkeys(_member_lines(spec, conflict.members)):
        print(printable(f"  {text}"))
    if conflict.totals:
        print("they do not add up: one total, counted in two ways, would have to be")
        for text in _total_lines(spec, conflict.members, conflict.totals):
            print(printable(f"  {text}"))
    for text in _corrections(conflict):
        print(text)
    givens = {member.variables[0] for member in conflict.members if member.origin.kind == "given"}
    clues = [clue for member in conflict.members for clue in member.clues]
    unknowns = sum(len(layer.places) for layer in spec.layers)
    spoken_of = {variable for member in conflict.members if len(member.variables) < unknowns for variable in member.variables}
    pieces: list[str] = []
    for grid in spec.grids:
        if not _is_on(grid, conflict.members):
            continue
        if grid.name:
            print(grid.name)
        picture = conflict_picture(
            grid, givens, clues, spoken_of, width=console_width(), looks=spec.display, printed=board_lines(spec, grid)
        )
        lines(picture)
        pieces += [piece.text.strip() for line in picture for piece in line if piece.style == "conflict"]
    signs = [f"{MARK} marks the givens and clues above"] if any(piece.startswith(MARK) for piece in pieces) else []
    signs += [f"{SPOKEN_OF} {'' if signs else 'marks '}the empty places of the rules above"] if SPOKEN_OF in pieces else []
    if signs:
        print(", ".join(signs))


def _show_steps(spec: Spec, explanation: Explanation) -> None:
    """Print the steps that end in the conflict, if the explanation has any."""
    if not explanation.steps:
        return
    from ...steps.contradiction import steps_of  # noqa: PLC0415 (only for a large conflict)
    from .print_steps import step_lines  # noqa: PLC0415

    print("step by step:")
    for number, step in enumerate(steps_of(explanation), 1):
        for line in step_lines(spec, step, f"{number}. "):
            print(printable(f"  {line}"))


def _wider_lines(proposals: Sequence[WiderValues]) -> Iterator[str]:
    """Yield the layers whose values are too few, with more values that are enough."""
    for proposal in proposals:
        values, wider = proposal.shown
        yield f"no grid has all values of `{proposal.layer}` in {values}, but with {wider} there is a solution:"
        yield f"  {proposal.span}: `values: {values}`; write `values: {wider}` if the range is too small"


def _corrections(conflict: Conflict) -> Iterator[str]:
    """Yield the givens and clues that can be removed alone, as far as they are known."""
    corrections = conflict.corrections
    if corrections is None:
        return
    printed = {span for member in conflict.members for span in member.printed}
    unknown = f" ({corrections.undecided:,} others not checked)" if corrections.undecided else ""
    if not corrections.sufficient:
        if not unknown:
            yield "there is more than one mistake: whichever one of these givens and clues you remove, there is no solution"
        return
    if len(corrections.sufficient) == len(printed) > 1:
        yield "removing any one of these givens and clues gives a solution"
        return
    if len(corrections.sufficient) > 1:
        yield f"removing any one of these gives a solution{unknown}:"
    else:
        likely = "most likely mistake (only removing this one gives a solution):"
        yield likely if len(printed) > 1 and not unknown else f"removing this one gives a solution{unknown}:"
    for printed_member in corrections.sufficient:
        says = printed_member.member.says if printed_member.member.origin.kind == "given" else _where(printed_member.member)
        values = printed_member.possible_values
        value = f"; it can be {_alternatives(values)}" if values else ""
        yield f"  {printed_member.span}: {says}{value}"


def _alternatives(values: Sequence[Value]) -> str:
    """Return values with "or" between them; three or more numbers without a gap as a range."""
    numbers = [value for value in values if type(value) is int]
    if len(numbers) == len(values) > 2 and numbers == [*range(numbers[0], numbers[-1] + 1)]:
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join(map(value_text, values))


def _total_lines(spec: Spec, members: Sequence[ConflictMember], totals: Totals | Parity) -> Iterator[str]:
    """Yield the two totals, or one that is both even and odd: the amounts of each rule's instances, and the values of places."""
    if isinstance(totals, Parity):
        known, other = ("odd", "even") if totals.total % 2 else ("even", "odd")
        yield f"{known}: {totals.total:,}, {_shares(spec, members, totals.amounts)}"
        yield f"{other}: for all values"
        return
    yield f"at least {totals.needed:,}: {_shares(spec, members, totals.at_least, -totals.rest, 'less')}"
    yield f"at most {totals.allowed:,}: {_shares(spec, members, totals.at_most, totals.rest, 'more')}"


def _shares(spec: Spec, members: Sequence[ConflictMember], amounts: Mapping[int, int], rest: int = 0, no: str = "more") -> str:
    """Return the summands of a total in words: the numbers of each rule, and the bound `rest` of all other places."""
    rules: dict[Span, list[int]] = {}
    for member, amount in sorted(amounts.items()):
        rules.setdefault(members[member].origin.span, []).append(amount)
    here = spec.document.span.source
    shares = [f"{_sum_text(summands)} ({lines_of(here, span.source, [span])})" for span, summands in rules.items()]
    shares += [f"{rest:,} (the {'other ' * bool(shares)}places cannot add {no})"] if rest > 0 else []
    return ", and ".join(shares) or "nothing"


def _sum_text(amounts: Sequence[int]) -> str:
    """Return a sum as it is written; of very many amounts, how often each occurs.

    >>> _sum_text([3, 4, 3]), _sum_text([1] * 20)
    ('3 + 4 + 3', '20 * 1')
    """
    if len(amounts) > MOST:
        return " + ".join(f"{number} * {amount}" for amount, number in Counter(amounts).items())
    return " + ".join(map(str, amounts))


def _is_on(grid: Grid, members: Iterable[ConflictMember]) -> bool:
    return any(variable.layer in grid.layers for member in members for variable in member.variables)


def _how_many(conflict: Conflict) -> str:
    number = len(conflict.members)
    if number == 1:
        return "this alone is impossible:"
    if conflict.smallest:
        return f"these {number} contradict each other (proved: no smaller set does):"
    if conflict.irreducible:
        least = f"; it has at least {conflict.lower_bound}" if conflict.lower_bound > 1 else ""
        return (
            f"these {number} contradict each other, and without any one of them the others do not "
            f"(a smaller set may exist{least}: {conflict.reason}):"
        )
    if conflict.needed:
        needed = f"{conflict.needed} of them {'is' if conflict.needed == 1 else 'are'} needed"
        if conflict.printed_needed and any(member.is_printed for member in conflict.members):
            needed += ", including all givens and clues"
        return f"some of these {number} contradict each other; {needed} (the others are not decided: {conflict.reason}):"
    return f"some of these {number} contradict each other (not decided which: {conflict.reason}):"


def _member_lines(spec: Spec, members: Sequence[ConflictMember]) -> Iterable[str]:
    """Yield givens, clues, and the instances of each rule without a clue together; a rule over clues in a row is printed once."""
    for before, member in zip([None, *members], members, strict=False):
        alike = [other for other in members if other.origin.span == member.origin.span and not other.clues]
        if member.origin.kind == "given":
            grid = f" of grid {member.origin.grid}" if member.origin.grid else ""
            yield f"{member.span}: {member.says}{grid}"
        elif member.clues:
            is_same = before is not None and before.clues and before.origin.span == member.origin.span
            rule = member.origin.span
            line = lines_of(spec.document.span.source, rule.source, [rule])
            says = "likewise" if is_same else f"{member.says} (the rule is on {line})"
            yield f"{member.span}: {_where(member)}: {says}"
        else:
            shown = [where for other in alike if (where := _where(other))]
            more = f"; and {len(shown) - MOST:,} more" if len(shown) > MOST else ""
            yield f"{member.span}: {member.says}" + (f" ({'; '.join(shown[:MOST])}{more})" if shown else "")


def _where(member: ConflictMember) -> str:
    """Return which instance it is: the value of its only loop variable if that is enough, or names and values."""
    grid = [f"grid {member.origin.grid}"] if member.origin.grid else []
    if len(member.origin.bindings) == 1 and len(member.origin.bindings[0][1]) > SHORT:
        ((_, value),) = member.origin.bindings
        return ", ".join([*grid, f"clue {value}" if member.clues else value])
    return ", ".join([*grid, *(f"{name} = {value}" for name, value in member.origin.bindings)])


def show_difference(spec: Spec, difference: Difference) -> None:
    """Print two solutions in one picture."""
    number = len(difference.places)
    places = "one place" if number == 1 else f"{number} places"
    if difference.closest:
        known = "proved: no two differ at fewer"
    else:
        known = f"closer ones may exist, but differ at {difference.lower_bound} or more: {difference.reason}"
    print(f"several solutions; these two differ at {places} ({known}):")
    letters = of_difference(difference).letters
    if any(is_drawn(variable.layer) for variable in difference.places) and letters:
        print(LINES_OF_TWO)
    for grid, layer in _layers(spec):
        first, second = difference.first[layer.grid, layer.name], difference.second[layer.grid, layer.name]
        if not any(variable.layer is layer for variable in difference.places):
            continue
        drawn = difference_picture(
            grid, layer, first, second, width=console_width(), looks=spec.display, printed=board_lines(spec, grid)
        )
        _print_heading(spec, layer, has_picture=drawn is not None)
        lines(drawn or [])
    several = len(_layers(spec)) > 1
    for variable in difference.places[:MOST]:
        key = (variable.layer.grid, variable.layer.name)
        values = " or ".join(value_text(grid[key][variable.position]) for grid in (difference.first, difference.second))
        place = variable.name if several else variable.layer.place_name(variable.position)
        letter = letters.get(variable.layer.places[variable.position]) if is_drawn(variable.layer) else None
        print(f"  {place}: a line of {letter} only" if letter else f"  {place} is {values}")
    if number > MOST:
        print(f"  and {number - MOST:,} more")


def show_candidates(spec: Spec, candidates: Candidates) -> None:
    """Print the values of each place."""
    verb = "is" if candidates.fixed == 1 else "are"
    same = f"{candidates.fixed:,} of {number_of(candidates.places, 'place')} {verb} the same in all solutions"
    unknown = "" if candidates.complete else f"; `?` means that there may be other values ({candidates.reason})"
    print(f"{same}{unknown}; all values that occur:")
    for grid, layer in _layers(spec):
        values, complete = candidates.values[layer.grid, layer.name], candidates.complete_places[layer.grid, layer.name]
        drawn = candidates_picture(
            grid, layer, values, complete, width=console_width(), looks=spec.display, printed=board_lines(spec, grid)
        )
        _print_heading(spec, layer, has_picture=drawn is not None)
        lines(drawn or [])
        if drawn is None:
            for position, cell_values in enumerate(values):
                place = "" if layer.single else f" at {layer.place_name(position)}"
                print(f"  {layer.name}{place}: {together(cell_values)}{'' if complete[position] else '?'}")


def _layers(spec: Spec) -> list[tuple[Grid, Layer]]:
    return [(grid, layer) for grid in spec.grids for layer in grid.layers if not layer.hidden]


def _print_heading(spec: Spec, layer: Layer, *, has_picture: bool) -> None:
    """Print the name of a layer if there are several, and of its grid."""
    if layer.grid or (has_picture and len(_layers(spec)) > 1):
        print(f"{layer.grid} {layer.name}".strip() + ":")
