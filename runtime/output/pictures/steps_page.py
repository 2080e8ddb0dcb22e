"""Draw steps on a page, each with a picture of the board: dashes frame what it rests on, a full line what follows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.values import Value

from ...steps.fact import Fact
from ...steps.path import Path
from ...steps.step import Step
from ..text.print_steps import ending, step_lines
from .html_page import Entry, page
from .marks import Marks
from .page_entry import entry_of
from .picture import picture
from .svg import svg


def steps_page(spec: Spec, path: Path) -> str:
    """Return the page: the puzzle, a picture for each step, and how the steps end."""
    title = " ".join(spec.title.split()) or "Steps"
    first = entry_of(spec, "puzzle", svg(picture(spec, titled=False)))
    return page(title, [first, *_entries(spec, path)])


def _entries(spec: Spec, path: Path) -> Iterator[Entry]:
    known: dict[tuple[str, str], list[Value]] = {
        (layer.grid, layer.name): [None] * len(layer.places) for layer in spec.layers if not layer.hidden
    }
    concluded = {fact.key for step in path.steps for fact in step.conclusions}
    _add(known, (fact for step in path.steps for fact in step.premises if fact.key not in concluded))  # printed, or entered
    for number, step in enumerate(path.steps, 1):
        _add(known, step.conclusions)
        values = {key: tuple(listed) for key, listed in known.items()}
        drawn = svg(picture(spec, values, _marks(step), titled=False))
        yield Entry(f"step{number}", f"Step {number}", drawn, rules="\n".join(step_lines(spec, step)))
    yield Entry("end", "The end", "", rules=ending(path))


def _add(known: Mapping[tuple[str, str], list[Value]], facts: Iterable[Fact]) -> None:
    for fact in facts:
        layer = fact.variable.layer
        if fact.holds and not layer.hidden:
            known[layer.grid, layer.name][fact.variable.position] = fact.value


def _marks(step: Step) -> Marks:
    """Return the marks of a step: the places of premises, of what an argument speaks of, and of conclusions."""
    concluded = {fact.variable.layer.places[fact.variable.position]: None for fact in step.conclusions}
    premises = [fact.variable.layer.places[fact.variable.position] for fact in step.premises]
    premises += [place for argument in step.arguments for _, place in argument.sure]
    return Marks(premises=[place for place in dict.fromkeys(premises) if place not in concluded], differing=list(concluded))
