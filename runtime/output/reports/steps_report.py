"""Convert steps to plain objects for tools; `commands/steps.yaml` describes them."""

from __future__ import annotations

from collections.abc import Iterable

from gridwright.compiler.language.spec import Spec
from gridwright.compiler.syntax.diagnostics import as_json, place_as_json

from ...judging.answer import as_json as value_as_json
from ...steps.argument import Argument, Spot
from ...steps.bands import Bands
from ...steps.claimed_difficulty import DifficultyClaim
from ...steps.difficulty import Difficulty
from ...steps.fact import Fact
from ...steps.path import Path
from ...steps.rule_instance import RuleInstance
from ...steps.step import Step
from ..text.argument_text import argument_text
from ..text.places_in_words import list_of_spots
from . import report
from .report import Json


def of_path(spec: Spec, path: Path, bands: Bands | None = None) -> Json:
    """Return the object of a path, with its band if there are some."""
    path_json: Json = {"spec": spec.path, "title": spec.title, "status": path.end.value}
    path_json |= {"why": path.reason} if path.reason else {}
    path_json |= {"solutions": path.outcome.count, "complete": path.outcome.complete, "open": path.left}
    path_json |= {"wrong": _facts(path.wrong), "wrong_together": path.together}
    path_json |= {"difficulty": _difficulty(path.difficulty), "estimated": bool(path.estimated)}
    if bands is not None:
        path_json["band"] = {"name": bands.band(path.difficulty.rating).value, "genre": bands.genre, **bands.as_json}
    path_json["steps"] = [of_step(step) for step in path.steps]
    return path_json


def of_claim(claim: DifficultyClaim) -> Json:
    """Return the difficulty if it is known, and whether a claim about it is met, for the report of `verify`."""
    difficulty: Json = {} if claim.difficulty is None else {"difficulty": _difficulty(claim.difficulty)}
    met = "not-met" if claim.different else "undecided" if claim.undecided else "met"
    return difficulty | {"expected": met, "differences": [as_json(difference) for difference in claim.different]}


def _difficulty(difficulty: Difficulty) -> Json:
    return {
        "largest": difficulty.largest,
        "search": difficulty.search,
        "steps": difficulty.steps,
        "rating": difficulty.rating,
    }


def of_step(step: Step) -> Json:
    """Return the object of a step."""
    step_json: Json = {"kind": step.kind.value, "cost": step.cost, "open_steps": step.open_steps, "minimal": step.minimal}
    step_json |= {"premises": _facts(step.premises), "rules": [_rule(instance) for instance in step.instances]}
    step_json["conclusions"] = _facts(step.conclusions)
    step_json |= {"arguments": [_argument(argument) for argument in step.arguments]} if step.arguments else {}
    if step.supposed is not None:
        step_json |= {"supposed": _fact(step.supposed), "nested": [of_step(nested) for nested in step.nested]}
    return step_json


def _argument(argument: Argument) -> Json:
    argument_json: Json = {"kind": argument.kind.value, "says": argument_text(argument)}
    argument_json |= {"inside": _spots(argument.inside), "around": _spots(argument.around), "sure": _spots(argument.sure)}
    return argument_json | ({} if argument.number is None else {"number": argument.number})


def _spots(spots: Iterable[Spot]) -> list[str]:
    return [list_of_spots([spot]) for spot in spots]


def _rule(instance: RuleInstance) -> Json:
    member = instance.member
    rule = {} if member.span == member.origin.span else {"rule": place_as_json(member.origin.span)}
    where = report.where(member.origin.grid, member.origin.bindings)
    read_with = [place_as_json(span) for span in instance.other_rules]
    return {"says": member.says} | place_as_json(member.span) | rule | where | ({"read_with": read_with} if read_with else {})


def _facts(facts: Iterable[Fact]) -> list[Json]:
    return [_fact(fact) for fact in facts]


def _fact(fact: Fact) -> Json:
    layer = fact.variable.layer
    grid = {"grid": layer.grid} if layer.grid else {}
    place = {"layer": layer.name, "place": layer.place_name(fact.variable.position)}
    return grid | place | {"value": value_as_json(fact.value), "holds": fact.holds}
