"""A certificate as files, all of them or none."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from gridwright.compiler.language.budget import Deadline
from gridwright.compiler.language.spec import Spec
from gridwright.compiler.limits import NAMES, USUAL

from ...engines.engine import Engine
from ...output.atomic_write import exists, write_folder
from ...solving.outcome import Outcome
from ..check.certificate_files import (
    BOUND,
    CNF,
    FORMAT,
    LEMMAS,
    LIBRARY,
    MANIFEST,
    PROOF,
    SOLUTIONS,
    SPEC,
    USED,
    claim_of,
    is_readable,
    version,
)
from ..check.json_values import to_json
from ..puzzle_cnf import UsedGroup, clauses_of, dimacs
from .lrat_hints import NotImplied, ProofStep, Refutation, with_hints
from .refutation import NoCertificate, Refuted, refute
from .trim import trim


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
    is_optimal = outcome.objective is not None and outcome.objective.optimal
    if not is_optimal and not outcome.complete:
        raise NoCertificate("there is nothing to certify: the search did not find all solutions")
    for layer in spec.layers:
        if layer.is_unbounded:
            raise NoCertificate(f"a certificate cannot cover the layer `{layer.name}`, whose values are all {layer.values}")
    if folder.exists() and not force:
        raise exists(folder)
    try:
        enter("collecting lemmas")
        refuted_claim = refute(spec, outcome, engine, deadline)
        enter("refuting")
        used, steps = trim(refuted_claim.formula.groups, _proof(refuted_claim, deadline))
        texts = dict(_files(spec, refuted_claim, used, steps))
    except NotImplied as problem:
        raise NoCertificate(f"{problem}: please report this") from None
    manifest: dict[str, Any] = {
        "certificate": FORMAT,
        "gridwright": version(),
        "claim": claim_of(spec, len(refuted_claim.solutions)),
    }
    limits = {name: getattr(spec.limits, name) for name in NAMES.values() if getattr(spec.limits, name) != getattr(USUAL, name)}
    if limits:
        manifest["limits"] = limits
    texts[MANIFEST] = (json.dumps(manifest, indent=1) + "\n").encode()
    if not is_readable(texts.values()):
        raise NoCertificate("the files would be longer, or have longer lines or more of them, than `certify` reads")
    enter("writing")
    folder.parent.mkdir(parents=True, exist_ok=True)
    write_folder(folder, texts, force=force)


def _proof(refuted_claim: Refuted, deadline: Deadline) -> Refutation:
    from ...engines.learned_clauses import refutation  # noqa: PLC0415 (needs a solver, and only now)

    clauses = [clause for group in refuted_claim.formula.groups for clause in group.clauses]
    bounds = [bound for group in refuted_claim.formula.groups for bound in group.bounds]
    learned = [] if () in clauses else refutation(clauses, bounds, deadline)
    if learned is None:
        raise NoCertificate("the clauses are not refuted: please report this")
    return with_hints(refuted_claim.formula.variables, clauses, learned, bounds, deadline)


def _lines(records: Iterable[Any]) -> bytes:
    return "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n" for line in records).encode()


def _files(
    spec: Spec, refuted_claim: Refuted, used: Sequence[UsedGroup], steps: Sequence[ProofStep]
) -> Iterator[tuple[str, bytes]]:
    yield f"{SPEC}/puzzle.yaml", spec.source.encode()
    for name, text in spec.files.items():
        file = name if name.endswith(".yaml") else f"{name}.yaml"
        if file == "puzzle.yaml" or not LIBRARY.fullmatch(file):
            raise NoCertificate(f"a library is called {name}, a name that a certificate cannot contain")
        yield f"{SPEC}/{file}", text.encode()
    if refuted_claim.solutions:
        layers = [(grid, layer) for grid in refuted_claim.solutions for layer in spec.layers]
        values = ([to_json(value, layer) for value in grid[layer.grid, layer.name]] for grid, layer in layers)
        yield SOLUTIONS, _lines([layer.grid, layer.name, value] for (_, layer), value in zip(layers, values, strict=True))
    if refuted_claim.multipliers:
        scale = math.lcm(*(multiplier.denominator for multiplier in refuted_claim.multipliers))
        yield (
            BOUND,
            _lines([{"scale": scale, "multipliers": [int(multiplier * scale) for multiplier in refuted_claim.multipliers]}]),
        )
    used, lemmas = _without_unused_lemmas(refuted_claim, used)
    if lemmas:
        yield LEMMAS, _lines(lemmas)
    yield USED, _lines([group.number, group.clauses, group.sums] for group in used)
    yield CNF, "".join(dimacs(refuted_claim.formula, list(clauses_of(refuted_claim.formula, used)))).encode()
    yield PROOF, "".join(f"{step}\n" for step in steps).encode()


def _without_unused_lemmas(refuted_claim: Refuted, used: Sequence[UsedGroup]) -> tuple[list[UsedGroup], list[Any]]:
    """Leave lemmas out of the formula that are not used; return what is used, with groups numbered anew, and the lemmas."""
    in_use = {group.number for group in used}
    kept = [lemma for lemma in refuted_claim.lemmas if lemma.is_kept or not in_use.isdisjoint(lemma.groups)]
    first = refuted_claim.lemmas[0].groups.start if refuted_claim.lemmas else len(refuted_claim.formula.groups)
    order = [*range(first), *(number for lemma in kept for number in lemma.groups)]
    refuted_claim.formula.groups[:] = [refuted_claim.formula.groups[number] for number in order]
    numbers = {old: new for new, old in enumerate(order)}
    return [UsedGroup(numbers[group.number], group.clauses, group.sums) for group in used], [
        [lemma.of, lemma.parameters] for lemma in kept
    ]


__all__ = ["NoCertificate", "write"]
