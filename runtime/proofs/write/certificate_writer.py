"""A certificate as files, all of them or none."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from gridwright import __version__
from gridwright.compiler.encode.problem import Group
from gridwright.compiler.ir.module import Origin
from gridwright.compiler.ir.term import Term
from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import NAMES, USUAL
from gridwright.compiler.values import Value

from ...engines.engine import Engine
from ...output.atomic_write import exists, write_folder
from ...solving.outcome import Outcome
from ..check.certificate_files import CLAIMS, FORMAT, LIBRARY, MANIFEST, SPEC
from ..check.json_values import Values
from ..check.lowered_constraints import constraint_keys
from .lrat_hints import NotImplied, ProofStep, Refutation, with_hints
from .pb_bounds import Side
from .refutation import NoCertificate, Refuted, asserted, refuted
from .term_writer import TermWriter, left_to_evaluation
from .trim import trimmed


def claim_of(outcome: Outcome) -> str:
    """Return what an outcome claims of a whole search; raise `NoCertificate` if it claims nothing.

    `unique`, `no solution` and `no other solution`, beside several, are of all grids; `optimal` says that none is better.
    """
    if outcome.objective is not None and outcome.objective.optimal:
        return "optimal"
    if not outcome.complete:
        raise NoCertificate("there is nothing to certify: the search did not find all solutions")
    return CLAIMS[min(len(outcome.solutions), 2)]


def write(
    spec: Spec,
    outcome: Outcome,
    folder: Path,
    engine: Engine,
    deadline: Deadline,
    enter: Callable[[str], None] = lambda stage: None,
    *,
    force: bool = False,
) -> None:
    """Write a certificate for what an outcome claims. `NoCertificate` says why there is none.

    `NotWritten` where there is a folder of that name and not `force`, or it cannot be written.
    """
    claim = claim_of(outcome)
    for layer in spec.layers:
        if layer.is_unbounded:
            raise NoCertificate(f"a certificate cannot cover the layer `{layer.name}`, whose values are all {layer.values}")
    if folder.exists() and not force:
        raise exists(folder)
    try:
        enter("collecting lemmas")
        found = refuted(spec, outcome, engine, deadline)
        enter("refuting")
        found, proof = trimmed(found, _proof(found, deadline))
        texts = dict(_files(spec, found, proof))
    except NotImplied as problem:
        raise NoCertificate(f"{problem}: please report this") from None
    except TypeError as problem:
        raise NoCertificate(str(problem)) from None
    manifest: dict[str, Any] = {"certificate": FORMAT, "gridwright": __version__, "claim": claim}
    manifest["engines"] = [use.engine for use in outcome.statistics.engines]  # that found it; nothing rests on them
    if outcome.objective is not None:
        manifest["objective"] = Values().to_json(outcome.objective.value)
    limits = {name: getattr(spec.limits, name) for name in NAMES.values() if getattr(spec.limits, name) != getattr(USUAL, name)}
    if limits:
        manifest["limits"] = limits
    manifest["files"] = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(texts.items())}
    texts[MANIFEST] = (json.dumps(manifest, indent=1) + "\n").encode()
    enter("writing")
    folder.parent.mkdir(parents=True, exist_ok=True)
    write_folder(folder, texts, force=force)


def _proof(found: Refuted, deadline: Deadline) -> Refutation:
    from ...engines.learned_clauses import refutation  # noqa: PLC0415 (needs a solver, and only now)

    clauses = list(found.clauses())
    bounds = [side.bound() for sides in found.sums for side in sides]
    learned = [] if () in clauses else refutation(clauses, bounds, deadline)
    if learned is None:
        raise NoCertificate("the clauses are not refuted: please report this")
    return with_hints(len(found.encoder.meanings), clauses, learned, bounds, deadline)


def _lines(found: Iterable[Any]) -> bytes:
    return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in found).encode()


def _files(spec: Spec, found: Refuted, proof: list[ProofStep]) -> Iterator[tuple[str, bytes]]:
    yield f"{SPEC}/puzzle.yaml", spec.document.span.source.text.encode()
    for name, text in spec.files.items():
        file = name if name.endswith(".yaml") else f"{name}.yaml"
        if file == "puzzle.yaml" or not LIBRARY.fullmatch(f"{SPEC}/{file}"):
            raise NoCertificate(f"a library is called {name}, a name that a certificate cannot contain")
        yield f"{SPEC}/{file}", text.encode()
    left = left_to_evaluation(found.original, found.module)
    writer = TermWriter(left, Values(spec.layers))
    if found.solutions:
        lines = ([*key, [*map(writer.to_json, grid[key])]] for grid in found.solutions for key in grid)
        yield "solution.jsonl", _lines(lines)
    said = asserted(found)
    constraints = list(_constraints(spec, found, said, writer))
    groups = list(_groups(found, writer))
    named = {abs(literal) for clause in found.clauses() for literal in clause}
    named |= {abs(literal) for sides in found.sums for side in sides for _, literal in side.pairs}
    named |= {abs(literal) for sides in found.sums for side in sides for literal in side.unless}
    named |= {abs(literal) for core in found.added.cores for literal in (*core.members, *core.counters)} if found.added else set()
    meanings = [meaning if number in named else None for number, meaning in enumerate(found.encoder.meanings, 1)]
    variables = [None if meaning is None else writer.number(meaning) for meaning in meanings]
    lemmas = [{"kind": each.kind, "of": _of(found, each.of, writer), "clause": each.clause} for each in found.lemmas]
    yield "constraints.jsonl", _lines(constraints)
    yield "groups.jsonl", _lines(groups)
    yield "variables.jsonl", _lines(variables)
    yield "legend.jsonl", _lines(_legend(meanings, writer.to_json))
    yield "lemmas.jsonl", _lines(lemmas)
    yield "terms.jsonl", _lines(writer.terms)
    yield "machines.jsonl", _lines(writer.machines)
    if found.answered:
        places = {term.detail: named for term, named in left.items()}
        yield (
            "refinements.jsonl",
            _lines([*places[each.refinement], [*map(writer.to_json, each.values)]] for each in found.answered),
        )
    if found.blocking:
        yield "blocking.jsonl", _lines(found.blocking)
    yield "proof.lrat", "".join(f"{step}\n" for step in proof).encode()


def _constraints(spec: Spec, found: Refuted, said: list[Term | bool], writer: TermWriter) -> Iterator[Any]:
    for key, assertion, term in zip(constraint_keys(spec, found.module), found.module.assertions, said, strict=True):
        origin = assertion.origin
        yield {
            "key": key,
            "line": origin.span.line,
            "column": origin.span.column,
            "says": origin.says,
            "term": writer.number(term if isinstance(term, Term) else found.module.terms.constant(term)),
        }


def _groups(found: Refuted, writer: TermWriter) -> Iterator[Any]:
    places = {assertion.origin: at for at, assertion in enumerate(found.module.assertions)}
    named: set[Origin] = set()
    objective = len(found.groups) - found.further if found.further else -1
    number = 0
    for at, (group, sums) in enumerate(zip(found.groups, found.sums, strict=True)):
        is_used = bool(group.clauses or sums)
        if at == objective:
            of = {"objective": writer.number(_term(group))}
        elif isinstance(group.source, Origin):
            of = {"constraint": places[group.source]}
            named.add(group.source)
        elif is_used:
            of = {"term": writer.number(group.source)}
        else:
            continue
        yield {"group": number} | of | {"clauses": group.clauses, "sums": [_sum(each) for each in sums]}
        number += 1
    if found.added and found.better is not None:
        rows = [[multiplier, writer.number(term), at] for multiplier, term, at in found.added.rows]
        cores = [[core.weight, core.literal, core.members, core.counters] for core in found.added.cores]
        added = {"added": rows, "cores": cores}
        yield {"group": number, "objective": writer.number(found.better), **added, "clauses": [], "sums": []}
        number += 1
    without = [at for origin, at in places.items() if origin not in named]  # nothing had to be stated
    for at in without:
        yield {"group": number, "constraint": at, "clauses": [], "sums": []}
        number += 1


def _term(group: Group) -> Term:
    assert isinstance(group.source, Term)
    return group.source


def _sum(side: Side) -> Any:
    return {"pairs": side.pairs, "high": side.high, "unless": side.unless, "clauses": side.clauses}


def _legend(meanings: Sequence[Term | None], to_json: Callable[[Value], Any]) -> Iterator[Any]:
    """Yield the variables that say what a cell is: grid, layer, position, its name, value."""
    for number, meaning in enumerate(meanings, 1):
        cell = meaning if meaning is None or meaning.op == "unknown" else meaning.args[0] if meaning.op == "is" else None
        if meaning is not None and cell is not None and cell.op == "unknown":
            variable = cell.detail
            value = True if meaning is cell else to_json(meaning.detail)
            place = variable.layer.place_name(variable.position)
            yield [number, variable.layer.grid, variable.layer.name, variable.position, place, value]


def _of(found: Refuted, lazy: Any, writer: TermWriter) -> Any:
    """Return what a lemma follows from: a constraint, or the meaning of a term."""
    source = getattr(lazy, "origin", None)
    if isinstance(source, Origin):
        places = {id(assertion.origin): at for at, assertion in enumerate(found.module.assertions)}
        return {"constraint": places[id(source)]}
    return {"term": writer.number(source if isinstance(source, Term) else lazy.term)}


__all__ = ["NoCertificate", "claim_of", "write"]
