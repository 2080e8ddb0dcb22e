"""Draw what a notebook shows: a spec as it is printed; an outcome and an explanation with a sentence below the picture."""

from __future__ import annotations

from gridwright.compiler.language.spec import Spec

from ...explaining.explain import Explanation
from ...solving.endings import with_stage
from ...solving.outcome import Outcome
from ..text import print_text
from .explanation_marks import of_conflict, of_difference
from .picture import picture, with_caption
from .scene import Scene
from .svg import svg


def svg_of(shown: object) -> str | None:
    """Return the SVG of a spec, an outcome or an explanation; None if it does not know its spec.

    >>> from gridwright.compiler.loader import load_text
    >>> from gridwright.runtime.solving.solve import solve
    >>> spec = load_text("gridwright: 1\\ngrid: 1x2\\nlayers: {x: {values: 1..2}}\\nrules: [distinct(x), 'x[r1c1] == 2']\\n")
    >>> svg_of(spec).count("<text"), "unique:" in svg_of(solve(spec)), svg_of("a text")
    (0, True, None)
    """
    if isinstance(shown, Spec):
        return svg(picture(shown))
    if isinstance(shown, Explanation):
        scene = _explanation(shown)
    elif isinstance(shown, Outcome):
        scene = _outcome(shown)
    else:
        return None
    return svg(scene) if scene else None


def _outcome(outcome: Outcome) -> Scene | None:
    if outcome.spec is None:
        return None
    drawn = picture(outcome.spec, outcome.solutions[0].grid) if outcome.solutions else picture(outcome.spec)
    sentences = list(print_text.verdict(outcome.spec, outcome))
    if outcome.reason:
        sentences.append(f"gave up: {with_stage(outcome.reason, outcome.during)}")
    if len(outcome.solutions) > 1:
        sentences.append("this is one of them")
    return with_caption(drawn, sentences)


def _explanation(explanation: Explanation) -> Scene | None:
    spec = explanation.outcome.spec
    if spec is None:
        return None
    if explanation.conflict:
        marks = of_conflict(spec, explanation.conflict)
        return with_caption(picture(spec, marks=marks), ["no solution: what is marked contradicts each other"])
    if explanation.difference:
        marks = of_difference(explanation.difference, explanation.candidates)
        return with_caption(picture(spec, marks=marks), ["not unique: two solutions differ where there are rings"])
    return _outcome(explanation.outcome)
