"""Forged certificates: what a stranger makes of real ones so that they claim what is not so, sealed anew and refuted anew.

A forgery has the spec of somebody who looks at it, and a certificate of a stricter one: a rule with something added that only
one solution satisfies. Or its refutation starts from something that was put in. Which one is made depends on a seed alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from brute import accepted, best, visible
from certificates import certificate
from gridwright.compiler.language.budget import GaveUp
from gridwright.compiler.loader import load_text
from gridwright.compiler.syntax.diagnostics import SpecError
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.proofs.check.json_values import Rejected, Values
from gridwright.runtime.proofs.write.refutation import NoCertificate

HEAD = "gridwright: 1\ntitle: A small one\n"
RULE = "RULE"

# Each with a rule of `RULE`, which is where something is added, and with what may be.
NUMBERS = [
    "number[r1c1] == 1",
    "number[r1c2] != 1",
    "number[r1c1] != number[r2c2]",
    "number[r2c1] < number[r2c2]",
    "sum(number) > 6",
]
BASES: dict[str, tuple[str, Sequence[str]]] = {
    "distinct": (
        f"""{HEAD}grid: 2x2
layers: {{number: {{values: 1..3}}}}
givens: {{number: {{r2c2: 2}}}}
rules:
  - for: line in rows
    rule: distinct(number[line])
  - rule: ({RULE})
""",
        ["number[r1c1] <= 3", *NUMBERS],
    ),
    "sum": (
        f"""{HEAD}grid: 2x2
layers: {{number: {{values: 1..3, blank: true}}}}
rules:
  - rule: ({RULE})
  - for: line in rows
    if: line.index == 0
    rule: sum(number[line]) == 5 and count(number[line] == blank) == 0
""",
        ["count(number == 3) == 2", *NUMBERS],
    ),
    "one or the other": (
        f"""{HEAD}grid: 2x3
layers: {{number: {{values: 1..3}}}}
rules:
  - rule: ({RULE})
""",
        ["all(number == 3) or all(number == 1)", "all(number == 3)", "number[r1c2] == 3"],
    ),
    "connected": (
        f"""{HEAD}grid: 2x4
layers: {{shaded: {{values: bool}}}}
rules:
  - rule: ({RULE})
  - rule: shaded[r1c1] and shaded[r1c4] and count(shaded) == 6 and not shaded[r2c2]
""",
        ["connected(shaded)", "shaded[r2c1]", "shaded[r1c2]", "not shaded[r2c3]", "all(shaded[rows[0]])"],
    ),
    "digits": (
        f"""{HEAD}grid: 1x4
layers: {{number: {{values: 0..2, blank: true}}}}
rules:
  - rule: ({RULE})
""",
        ["sum(numbers(number)) == 21", "number[r1c1] == 2", "number[r1c1] != blank", "number[r1c3] == blank"],
    ),
    "groups": (
        f"""{HEAD}grid: 2x3
layers: {{number: {{values: 1..3}}}}
rules:
  - rule: all(len(group(c, same=number)) == number[c] for c in cells)
  - rule: ({RULE})
""",
        ["number[r1c1] != 2", *NUMBERS[:-1]],
    ),
    "evaluated": (
        f"""{HEAD}grid: 2x3
layers: {{number: {{values: 1..2}}}}
rules:
  - rule: ({RULE})
  - rule: number[r1c1] == number[r1c2] == 2
""",
        ["sorted(number) == [1, 1, 1, 2, 2, 2]", "number[r1c3] == 2", "number[r2c1] == 2", "number[r2c1] <= number[r2c2]"],
    ),
    "hidden": (
        f"""{HEAD}grid: 1x3
layers:
  number: {{values: 1..3}}
  secret: {{values: 1..3, hidden: true}}
rules:
  - for: c in cells
    rule: secret[c] == 4 - number[c]
  - rule: ({RULE})
""",
        ["distinct(secret)", "number[r1c1] == 1", "secret[r1c2] == 1", "secret[r1c1] < secret[r1c2]"],
    ),
    "most": (
        f"""{HEAD}grid: 2x2
layers: {{number: {{values: 1..3}}}}
rules:
  - for: line in rows
    rule: distinct(number[line])
  - rule: ({RULE})
maximize: number[r1c1] * 3 + number[r1c2] * 2 - number[r2c1]
""",
        ["sum(number) <= 9", *NUMBERS[:-1]],
    ),
    "most by evaluation": (
        f"""{HEAD}grid: 1x3
layers: {{number: {{values: 1..3}}}}
rules:
  - rule: ({RULE})
minimize: sorted(number)[1] * 5 + read(number[rows[0]]) % 7
""",
        ["sum(number) == 6", "number[r1c1] == 1", "number[r1c2] == 2", "number[r1c3] != 3"],
    ),
    "gcd": (
        f"""{HEAD}grid: 1x4
layers: {{number: {{values: [2, 4, 6], blank: true}}}}
rules:
  - rule: gcd(numbers(number)) == 2
  - rule: ({RULE})
""",
        ["number[r1c1] == 4", "number[r1c3] == 4", "number[r1c2] == blank", "number[r1c4] == blank", "number[r1c4] == 2"],
    ),
    "a wide number": (
        f"""{HEAD}grid: 1x1
layers: {{number: {{values: 0..700}}}}
rules:
  - rule: ({RULE})
""",
        ["number[r1c1] % 300 == 7", "number[r1c1] >= 300", "number[r1c1] <= 400"],
    ),
}


@dataclass
class Sealed:
    """The files of a certificate, as lines. `names`: those that are there."""

    folder: Path
    manifest: dict[str, Any]
    parts: dict[str, list[Any]] = field(default_factory=dict)
    raw: dict[str, Callable[[str], str]] = field(default_factory=dict)  # what is done to the text of a part at last

    @classmethod
    def opened(cls, folder: Path) -> Sealed:
        """Return what is in a folder."""
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
        found = cls(folder, manifest)
        for name in manifest["files"]:
            lines = (folder / name).read_text("utf-8").splitlines()
            found.parts[name] = [json.loads(line) for line in lines] if name.endswith(".jsonl") else lines
        return found

    def seal(self) -> Path:
        """Write everything, with a manifest that fits."""
        hashes = {}
        for name, lines in self.parts.items():
            dumped = (json.dumps(line) if name.endswith(".jsonl") else line for line in lines)
            text = self.raw.get(name, str)("".join(f"{line}\n" for line in dumped))
            (self.folder / name).write_text(text, "utf-8")
            hashes[name] = hashlib.sha256(text.encode()).hexdigest()
        text = json.dumps(self.manifest | {"files": hashes})
        (self.folder / "manifest.json").write_text(self.raw.get("manifest.json", str)(text), "utf-8")
        return self.folder

    def __getitem__(self, name: str) -> list[Any]:
        return self.parts.setdefault(f"{name}.jsonl", [])

    def clauses(self) -> list[list[int]]:
        """All clauses in the order in which they are numbered."""
        found = []
        for group in self["groups"]:
            found += group["clauses"] + [clause for side in group["sums"] for clause in side["clauses"]]
            if "added" in group:
                found.append([*dict.fromkeys(core[1] for core in group["cores"])])
        return found + [lemma["clause"] for lemma in self["lemmas"]] + self["blocking"]

    def refute(self) -> None:
        """Make a refutation of one step if unit propagation finds one; otherwise leave the one that is there."""
        clauses = self.clauses()
        false: set[int] = set()
        hints: list[int] = []
        while True:
            left = ((number, [each for each in clause if each not in false]) for number, clause in enumerate(clauses, 1))
            found = next(((number, rest) for number, rest in left if len(rest) < 2 and not (rest and -rest[0] in false)), None)
            if found is None:
                return
            hints.append(found[0])
            if not found[1]:
                break
            false.add(-found[1][0])
        self.parts["proof.lrat"] = [" ".join(map(str, [len(clauses) + 1, 0, *hints, 0]))]

    def put(self, of: dict[str, Any], clauses: list[Any], sums: Sequence[Any] = ()) -> None:
        """Add a group."""
        self["groups"].append({"group": len(self["groups"]), **of, "clauses": clauses, "sums": list(sums)})

    def term(self, *line: Any) -> int:
        """Add a term and return its number."""
        self["terms"].append([*line])
        return len(self["terms"]) - 1


@dataclass(frozen=True)
class Pair:
    """A spec, its own certificate (none if it has too many solutions), and those of stricter ones."""

    name: str
    text: str
    own: Path | None
    stricter: tuple[Path, ...]


def pairs(folder: Path, source: random.Random, number: int) -> list[Pair]:
    """Certificates of all bases, and of so many stricter ones of each."""
    found = []
    for name, (base, (rule, *more)) in BASES.items():
        text = base.replace("RULE", rule)
        made = [_made(folder / name / "own", text)]
        for at in range(number):
            added = " and ".join([f"({rule})", *source.sample(more, source.randint(1, min(3, len(more))))])
            made.append(_made(folder / name / str(at), base.replace("RULE", added)))
        found.append(Pair(name, text, made[0], tuple(each for each in made[1:] if each)))
    return found


def _made(folder: Path, text: str) -> Path | None:
    folder.mkdir(parents=True)
    try:
        return certificate(folder, text)
    except (NoCertificate, GaveUp):
        return None


def copied(made: Path, folder: Path) -> Sealed:
    """A copy of a certificate to be changed."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(made, folder)
    return Sealed.opened(folder)


# Kinds of forgeries. Each gets a copy of a stricter certificate that has the spec of the wider one, or of a whole one.

Forge = Callable[[Sealed, Sealed, random.Random], None]


def as_it_is(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Put the wider spec beside the certificate of a stricter one."""


def swapped_terms(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Let constraints have each other's terms."""
    lines = forged["constraints"]
    terms = [line["term"] for line in lines]
    source.shuffle(terms)
    for line, term in zip(lines, terms, strict=True):
        line["term"] = term


def moved_groups(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Let the clauses of one constraint belong to another."""
    for group in forged["groups"]:
        if "constraint" in group and source.random() < 0.5:
            group["constraint"] = source.randrange(len(forged["constraints"]))


def twice_listed(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """List a constraint twice, with another term."""
    line = {**source.choice(forged["constraints"])}
    line["term"] = source.randrange(len(forged["terms"]))
    forged["constraints"].append(line)
    forged.put({"constraint": len(forged["constraints"]) - 1}, [[_some_literal(forged, source)]])


def left_out(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Leave out a constraint."""
    forged["constraints"].pop(source.randrange(len(forged["constraints"])))


def mixed_files(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Take some files from the certificate of another spec."""
    for name in [each for each in forged.parts if each in other.parts and not each.startswith("spec/")]:
        if source.random() < 0.4:
            forged.parts[name] = other.parts[name]


def first_solution_only(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Claim fewer solutions."""
    layers = len({tuple(line[:2]) for line in forged["solution"]})
    forged.parts["solution.jsonl"] = forged["solution"][:layers]
    forged.parts["blocking.jsonl"] = forged["blocking"][:1]
    forged.manifest["claim"] = "unique"
    forged.put({"constraint": 0}, [[-each] for each in source.choice(forged["blocking"] or [[1]])])


def other_claim(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Claim something else."""
    forged.manifest["claim"] = source.choice(["no solution", "unique", "no other solution", "optimal"])
    forged.manifest["objective"] = source.choice([0, 1, 99, True, None, "", forged.manifest.get("objective")])
    if source.random() < 0.7:
        forged.parts["solution.jsonl"] = []
        forged.parts["blocking.jsonl"] = []


def empty_clause(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Put in an empty clause, of a constraint, a term, the objective or a lemma."""
    of = source.choice([{"constraint": 0}, {"term": 0}, {"objective": 0}, {"constraint": True}, {"term": -1}, {"constraint": -1}])
    if source.random() < 0.5:
        forged["lemmas"].append({"kind": source.choice(["cut", "nogood", "", []]), "of": of, "clause": []})
    else:
        forged.put(of, [[]])


def unit_lemmas(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Put in lemmas that say what the solution is."""
    of = source.choice([{"constraint": source.randrange(len(forged["constraints"]))}, {"term": len(forged["terms"]) - 1}])
    for literal in source.choice(forged["blocking"] or [[1]]):
        forged["lemmas"].append({"kind": "nogood", "of": of, "clause": [-literal]})


def false_sum(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Put in a sum that cannot be, or is not so."""
    literals = source.choice(forged["blocking"] or [[1]])
    side = source.choice(
        [
            {"pairs": [], "high": -1, "unless": [], "clauses": [[]]},
            {"pairs": [[1, each] for each in literals], "high": 0, "unless": [], "clauses": [[-each] for each in literals]},
            {"pairs": [[1, -each] for each in literals], "high": 0, "unless": [], "clauses": [[each] for each in literals]},
            {"pairs": [[0, each] for each in literals], "high": -1, "unless": [], "clauses": [[]]},
            {"pairs": [[-1, each] for each in literals], "high": -9, "unless": [], "clauses": [[]]},
            {"pairs": [[10**40, each] for each in literals], "high": 10**39, "unless": [], "clauses": [[-literals[0]]]},
        ]
    )
    forged.put({"constraint": source.randrange(len(forged["constraints"]))}, [], [side])


def false_addition(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Put in inequalities that are said to add up to something impossible."""
    term, at = source.randrange(len(forged["terms"])), source.choice([0, None, -1, True])
    rows = source.choice([[], [[1, term, at]], [[-(10**30), term, at]], [[0, term, at]], [[True, term, at]]])
    cores = source.choice([[], [[1, _some_literal(forged, source), [], []]], [[-5, 1, [1], []]]])
    number = len(forged["groups"])
    forged["groups"].append(
        {"group": number, **({"objective": term} if at is None else {"constraint": 0}), "clauses": [], "sums": []}
    )
    forged["groups"][-1] |= {"added": rows, "cores": cores}


def only_the_solution(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Let a constraint mean that the grid is the solution."""
    blocking = source.choice(forged["blocking"] or [[1]])
    truths = [_negated(forged, -each) for each in blocking]
    at = source.randrange(len(forged["constraints"]))
    old = forged["constraints"][at]["term"]
    forged["constraints"][at]["term"] = forged.term("and", [old, *truths] if source.random() < 0.5 else truths, None)
    forged.put({"constraint": at}, [[-each] for each in blocking])


def _negated(forged: Sealed, literal: int) -> int:
    term = forged["variables"][abs(literal) - 1]
    return term if literal > 0 else forged.term("not", [term], None)


def other_unknown(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Let a term be another cell, or the same cell twice."""
    unknowns = [at for at, line in enumerate(forged["terms"]) if line[0] == "unknown"]
    first, second = source.choice(unknowns), source.choice(unknowns)
    if source.random() < 0.5:
        forged["terms"][first][2] = forged["terms"][second][2]
    else:
        forged["terms"].insert(0, forged["terms"][second])
        for line in forged["terms"][1:]:
            line[1] = [at + 1 if source.random() < 0.9 else at for at in line[1]]
        forged.parts["variables.jsonl"] = [None if at is None else at + 1 for at in forged["variables"]]
        for line in forged["constraints"]:
            line["term"] += 1


def other_variables(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Let variables mean something else, and the legend say so."""
    lines = forged["variables"]
    first, second = source.randrange(len(lines)), source.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]
    forged["legend"].clear()


def other_legend(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Let the legend call variables by other names."""
    numbers = [line[0] for line in forged["legend"]]
    source.shuffle(numbers)
    for line, number in zip(forged["legend"], numbers, strict=True):
        line[0] = number


def other_detail(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Change an operation or its detail, as a sum's bound, a table or an automaton."""
    lines = forged["terms"] + forged["machines"]
    for _ in range(source.randint(1, 3)):
        line = source.choice(lines)
        if isinstance(line, list) and source.random() < 0.3:
            line[0] = {"and": "or", "or": "and", "within": "is", "same": "distinct"}.get(line[0], line[0])
        else:
            _change_number(line, source)


def other_blocking(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Exclude more than the solution."""
    for clause in forged["blocking"]:
        if clause:
            clause.pop(source.randrange(len(clause)))
            clause.extend(source.choice([[], [_some_literal(forged, source)], [0]]))


def more_solutions(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """List a solution twice, or with a value of another kind: 1 for true."""
    lines = forged["solution"]
    copies = json.loads(json.dumps(lines[: len({tuple(line[:2]) for line in lines})]))
    for line in copies:
        at = source.randrange(len(line[2]))
        line[2][at] = source.choice([line[2][at], True, 1, None, 2, "1", {"tuple": [1]}])
    lines += copies
    forged["blocking"].extend([*forged["blocking"][:1]])
    forged.manifest["claim"] = source.choice([forged.manifest["claim"], "no other solution"])


def other_objective(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Let something else be what is best."""
    forged.manifest["objective"] = source.choice([99, -99, True, None])
    for group in forged["groups"]:
        if "objective" in group:
            group["objective"] = source.randrange(len(forged["terms"]))


def other_kinds(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Write numbers in other ways: as truth values, with a point, as texts."""
    name = source.choice([each for each in forged.parts if each.endswith(".jsonl") and forged.parts[each]])
    for line in source.sample(forged.parts[name], min(3, len(forged.parts[name]))):
        _change_number(line, source, kinds=True)


def key_twice(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Say a key twice, so that readers may differ."""
    name, old, new = source.choice(
        [
            ("groups.jsonl", '"clauses": ', '"clauses": [[]], "clauses": '),
            ("groups.jsonl", '"sums": ', '"constraint": 0, "sums": '),
            ("constraints.jsonl", '"term": ', '"term": 0, "term": '),
            ("manifest.json", '"claim": ', '"claim": "no solution", "claim": '),
            ("terms.jsonl", "]\n", ", NaN]\n"),
            ("lemmas.jsonl", "\n", '\n{"kind": "cut", "of": {"term": 0}, "clause": [Infinity]}\n'),
        ]
    )
    forged.raw[name] = lambda text: text.replace(old, new)


def _contradiction(forged: Sealed, term: int) -> None:
    """State that a truth holds, and that it does not."""
    forged["variables"].append(term)
    truth = len(forged["variables"])
    forged.put({"term": term}, [[truth], [-truth]])
    forged.parts["solution.jsonl"], forged.parts["blocking.jsonl"] = [], []
    forged.manifest["claim"] = "no solution"


def network_as_value(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Compare a network, which is no value, with what stands for it."""
    network = forged.term("network", [forged.term("constant", [], True)], [1, [], False])
    name = forged.term("constant", [], "network")
    lines = [("is", [network], "network"), ("same", [network, name], None), ("same", [network, network], None)]
    further = [("map", [network], {"alphabets": [["network"]], "results": [True]}), ("distinct", [network, name], None)]
    _contradiction(forged, forged.term(*source.choice(lines + further)))


def true_for_1(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Take true for 1 where only one of evaluation and facts does."""
    values: list[list[Any]] = [[1, True], [{"tuple": [1]}, {"tuple": [True]}], [0, False]]
    one, same = (forged.term("constant", [], value) for value in source.choice(values))
    truths = [forged.term("constant", [], True) for _ in range(2)]
    of = forged.term("extreme", [one, same], "max") if source.random() < 0.2 else one
    network = forged.term("network", [*truths, of, same], [2, [[0, 1, -1]], True])
    terms = [
        lambda: forged.term("joined", [network], [0, 1, None]),
        lambda: forged.term("same", [one, same], None),
        lambda: forged.term("distinct", [one, same], None),
        lambda: forged.term("is", [forged.term("cases", [truths[0], one, same], None)], 1),
        lambda: forged.term("map", [one], {"alphabets": [[True, 1]], "results": [True, False]}),
        lambda: forged.term("within", [forged.term("size", [network], [0, None])], [2, 2]),
    ]
    _contradiction(forged, source.choice(terms)())


def true_of_an_automaton(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Say of the result of an automaton, which is 0 or 1, that it is true or false."""
    cells = [(at, line[2]) for at, line in enumerate(forged["terms"]) if line[0] == "unknown"]
    cell, (grid, layer, _) = source.choice(cells)
    alphabet = list({json.dumps(line[5]): line[5] for line in forged["legend"] if line[1:3] == [grid, layer]}.values())
    alphabet += [None, False] if source.random() < 0.5 else []
    table = [[[source.randrange(2) for _ in alphabet]]]
    forged["machines"].append({"alphabets": [alphabet], "layers": table, "results": [0, 1]})
    machine = len(forged["machines"]) - 1
    whole = forged.term("automaton", [cell], machine)
    terms = [forged.term("is", [whole], value) for value in (True, False, 0, 1)]
    terms.append(forged.term("state", [cell], [machine, 0]))
    first = len(forged["variables"]) + 1
    forged["variables"].extend(terms)
    is_true, is_false, is_0, is_1, in_0 = range(first, first + 5)
    clauses = [[-is_true, -in_0], [-is_true, in_0], [-is_false, -in_0], [-is_false, in_0]]
    forged.put({"term": whole}, [*clauses, [is_true, -is_1], [is_false, -is_0], [is_0, is_1]])
    forged.parts["solution.jsonl"], forged.parts["blocking.jsonl"] = [], []
    forged.manifest["claim"] = "no solution"
    number = len(forged.clauses())
    steps = [f"{number + 1} {-is_true} 0 {number - 6} {number - 5} 0", f"{number + 2} {-is_false} 0 {number - 4} {number - 3} 0"]
    forged.parts["proof.lrat"] = [*steps, f"{number + 3} 0 {number + 1} {number + 2} {number - 2} {number - 1} {number} 0"]


def own_refinement(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Let a refined truth imply what it does not."""
    for at in range(len(forged["constraints"])):
        cells = [number for number, line in enumerate(forged["terms"]) if line[0] == "unknown"]
        if len(cells) >= 4 and forged["constraints"][at]["key"][0] == "rule":
            never = forged.term("constant", [], False)
            _contradiction(forged, forged.term("refined", [never, *cells[:4]], [at, 0]))
            values = source.choice([[2, 4, 2, 4], [4, 4, 4, 4], [6, 6, 6, 6], [9], [True] * 4])
            if source.random() < 0.5:
                forged["refinements"].append([at, 0, values])
            return


def other_limits(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Have the rules lowered within other limits."""
    limits = [
        {"states": 1},
        {"transitions": 1},
        {"steps": 10**12},
        {"states": 10**30},
        {"steps": 1},
        {"states": -1},
        {"all": 1},
        [],
        3,
    ]
    forged.manifest["limits"] = source.choice(limits)


def other_spec(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Change the spec: layers, givens, hidden ones, what is expected, a library of that name."""
    old, new = source.choice(
        [
            ("1..3", "1..4"),
            ("1..2", "1..3"),
            ("bool", "[true, false]"),
            ("r2c2: 2", "r2c2: 3"),
            ("givens: {number: {r2c2: 2}}", ""),
            (", blank: true", ""),
            (", hidden: true", ""),
            ("values: 1..3", "values: 1..3, blank: true"),
            ("  number: {values: 1..3}", "  number: {values: 1..3, hidden: true}"),
            ("==", "<="),
            ("sorted", "reversed"),
            ("title: A small one", "use: spec"),
            ("title: A small one", "expect: {solutions: 1}"),
            ("maximize", "minimize"),
            ("minimize", "maximize"),
            ("distinct(number[line])", "all(number[line] > 0)"),
            ("for: line in rows", "for: line in columns"),
        ]
    )
    forged.parts["spec/puzzle.yaml"] = [line.replace(old, new) for line in forged.parts["spec/puzzle.yaml"]]


def other_proof(forged: Sealed, other: Sealed, source: random.Random) -> None:
    """Refute otherwise."""
    number = len(forged.clauses()) + 1
    proofs = [
        [],
        [f"{number} 0 0"],
        [f"{number} 0 {number} 0"],
        [f"{number} 1 0 1 0", f"{number + 1} 0 {number} 0"],
        [f"1 0 {number} 0"],
        [f"{number} 0 1 -2 0"],
        [f"{number} d 1 0"],
        [f"{number} 0 1.0 0"],
        [f"{'9' * 5000} 0 1 0"],
        other.parts["proof.lrat"],
    ]
    forged.parts["proof.lrat"] = source.choice(proofs)


def _some_literal(forged: Sealed, source: random.Random) -> int:
    return source.choice((1, -1)) * source.randint(1, max(1, len(forged["variables"])))


def _change_number(found: Any, source: random.Random, *, kinds: bool = False) -> None:
    """Change a number somewhere inside a value of JSON."""
    while True:
        keys = [*found] if isinstance(found, dict) else range(len(found)) if isinstance(found, list) else []
        if not keys:
            return
        at = source.choice(keys)
        if not isinstance(found[at], (list, dict)):
            break
        found = found[at]
    old = found[at]
    others = (
        [old, True, False, 1.0, float("nan"), str(old), 10**30, -1, None, [old]] if kinds else [0, 1, 2, 3, -1, True, False, None]
    )
    found[at] = source.choice(others)


KINDS: dict[str, Forge] = {
    kind.__name__.replace("_", " "): kind
    for kind in (
        as_it_is,
        swapped_terms,
        moved_groups,
        twice_listed,
        left_out,
        mixed_files,
        first_solution_only,
        other_claim,
        empty_clause,
        unit_lemmas,
        false_sum,
        false_addition,
        only_the_solution,
        other_unknown,
        other_variables,
        other_legend,
        other_detail,
        other_blocking,
        more_solutions,
        other_objective,
        other_kinds,
        key_twice,
        network_as_value,
        true_for_1,
        true_of_an_automaton,
        own_refinement,
        other_limits,
        other_spec,
        other_proof,
    )
}


def forge(kind: str, all_pairs: Sequence[Pair], folder: Path, source: random.Random) -> Path:
    """A forgery of a kind: half of them are of a stricter certificate beside the wider spec, the others of a whole one."""
    pair = source.choice(all_pairs)
    beside_another = KINDS[kind] is as_it_is or source.random() < 0.5 or pair.own is None
    made = source.choice(pair.stricter) if beside_another else pair.own
    assert made is not None
    forged = copied(made, folder)
    other = Sealed.opened(
        source.choice([each for other in all_pairs for each in other.stricter if other is pair or source.random() < 0.1])
    )
    if beside_another:
        forged.parts["spec/puzzle.yaml"] = pair.text.splitlines()
    KINDS[kind](forged, other, source)
    if KINDS[kind] not in (other_proof, true_of_an_automaton):
        with contextlib.suppress(TypeError, KeyError, AttributeError):  # what is no clause refutes nothing
            forged.refute()
    return forged.seal()


class Truth:
    """Tells by brute force whether a certificate claims what is so. The grids that a spec accepts are found once."""

    def __init__(self) -> None:
        self._accepted: dict[str, list[Assignment]] = {}

    def is_so(self, folder: Path) -> bool:
        """Whether what a certificate claims is so; what cannot be read is not."""
        text = (folder / "spec" / "puzzle.yaml").read_text("utf-8")
        try:
            spec = load_text(text)
            claim = json.loads((folder / "manifest.json").read_text("utf-8"))["claim"]
            lines = (
                [json.loads(line) for line in (folder / "solution.jsonl").read_text("utf-8").splitlines()]
                if claim != "no solution"
                else []
            )
            read = Values(spec.layers).from_json
            first = {(grid, layer): tuple(map(read, values)) for grid, layer, values in lines[: len(spec.layers)]}
        except (SpecError, Rejected, OSError, ValueError, KeyError, TypeError):
            return False
        if text not in self._accepted:
            self._accepted[text] = list(accepted(spec))
        grids = self._accepted[text]
        if claim != "optimal":
            return len({visible(spec, grid) for grid in grids}) == len(lines) // len(spec.layers)
        return first in grids and best(spec, [first])[0] == best(spec, grids)[0] if spec.objective else False
