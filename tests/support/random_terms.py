"""Random terms of every operation, as a certificate writes them, each with its value on every grid."""

from __future__ import annotations

import itertools
import random
from typing import Any

from brute import assignments
from gridwright.compiler.ir.evaluation import evaluate, topological_order
from gridwright.compiler.ir.term import Term
from gridwright.compiler.loader import load_text
from gridwright.compiler.values import Value
from gridwright.runtime.judging.judge import Assignment
from gridwright.runtime.proofs.check.json_values import Rejected
from gridwright.runtime.proofs.check.term_facts import Base
from gridwright.runtime.proofs.check.term_reader import TermReader

SPEC = load_text("""\
gridwright: 1
title: Few cells of each kind
grid: 1x2
layers:
  number: {values: 0..2, blank: true}
  size: {values: 1..2}
  shaded: {values: bool}
rules:
  - rule: true
""")


GRIDS = list(assignments(SPEC))


LAYERS = {(layer.grid, layer.name): layer for layer in SPEC.layers}


Line = list[Any]


class World:
    """Random terms, each with its value on every grid."""

    def __init__(self, source: random.Random) -> None:
        self.source = source
        machines = [self.automaton(length) for length in (2, 2, 3)] + [self.way()]
        self.reader = TermReader(LAYERS, machines, lambda constraint, number: self.reader.terms[0])
        self.base = Base(lambda term, known: frozenset((False, True)))
        self.values: dict[Term, list[Value]] = {}
        for name in ("number", "size", "shaded"):
            for position in range(2):
                self.take(["unknown", [], ["", name, position]])
        for value in (None, 0, 1, True, False):
            self.take(["constant", [], value])
        for _ in range(60):
            self.take(self.line())

    def take(self, line: Line) -> int:
        """Take in a term, unless it is none, or has no value on some grid; the number that it then has."""
        count = len(self.reader.terms)
        try:
            term = self.reader.read(line)
            values = [] if term.op == "network" else [self.evaluated(term, grid) for grid in GRIDS]
            self.base.add(term)
        except (Rejected, TypeError, KeyError, ValueError):  # all of these reject a certificate
            del self.reader.terms[count:]
            return count
        self.values[term] = values
        return count

    def evaluated(self, term: Term, grid: Assignment) -> Value:
        """The value of a term on a grid."""
        cells = {
            each: grid["", each.detail.layer.name][each.detail.position]
            for each in topological_order([term])
            if each.op == "unknown"
        }
        return evaluate(term, cells)

    def of(self, *, truth: bool) -> int:
        """The number of some term that is a truth, or that is none; late ones more often."""
        numbers = [at for at, term in enumerate(self.reader.terms) if term.domain.is_truth == truth and term.op != "network"]
        return max(self.source.choice(numbers), self.source.choice(numbers))

    def automaton(self, length: int) -> dict[str, Any]:
        """An automaton over numbers."""
        pick = self.source.randrange
        widths = [1, *(1 + pick(3) for _ in range(length))]
        ends = itertools.pairwise(widths)
        layers = [[[pick(after) for _ in range(4)] for _ in range(before)] for before, after in ends]
        results = self.source.sample(self.source.choice(([True, False], [3, 4, 5])), min(2, widths[-1]))
        layers[-1] = [[to % len(results) for to in row] for row in layers[-1]]
        return {"alphabets": [[0, 1, 2, None]] * length, "layers": layers, "results": results}

    def way(self) -> dict[str, Any]:
        """A way through three nodes."""
        nodes = [[self.source.randrange(2), [self.source.randint(-2, 2) for _ in range(4)]] for _ in range(3)]
        return {
            "alphabets": [[0, 1, 2, None]] * 2,
            "nodes": nodes,
            "limit": self.source.choice((2, 3, 4)),
            "endless": self.source.random() < 0.5,
        }

    def line(self) -> Line:
        """A random line, most of which are terms."""
        pick, choose = self.source.randrange, self.source.choice
        truths = [self.of(truth=True) for _ in range(3)]
        numbers = [self.of(truth=False) for _ in range(3)]
        network = [at for at, term in enumerate(self.reader.terms) if term.op == "network"]
        lines: list[Line] = [
            ["not", truths[:1], None],
            [choose(("and", "or")), truths[: 2 + pick(2)], None],
            ["is", numbers[:1], choose((None, 0, 1, 2, 3))],
            ["within", numbers[:1], sorted((pick(4), pick(4)))],
            ["same", numbers[:2], None],
            ["less", numbers[:2], pick(3)],
            ["distinct", numbers, None],
            ["linear", [*numbers[:2], truths[0]], [pick(3), choose((-2, -1, 1, 2)), choose((-1, 1)), choose((1, 3))]],
            ["extreme", numbers[: 2 + pick(2)], choose(("max", "min"))],
            ["cases", [truths[0], numbers[0], truths[1], numbers[1], numbers[2]], None],
            ["cases", [truths[0], truths[1], truths[2]], None],
            ["map", [pick(2)], {"alphabets": [[0, 1, 2, None]], "results": [pick(3) for _ in range(4)]}],
            ["bit", [2 + pick(2)], [pick(2), 1]],
            ["connected", truths, [3, [[0, 1, -1], [1, 2, -1]]]],
            ["network", [*truths, truths[0]], [3, [[0, 1, -1], [1, 2, 3]], False]],
            ["network", [truths[0], 4, 5, 0, 1, 0], [3, [[0, 1, -1], [1, 2, -1]], True]],
            ["automaton", [pick(2) for _ in range(choose((2, 3)))], pick(3)],
            ["state", [pick(2) for _ in range(1 + pick(2))], [pick(3), pick(3)]],
            ["way", [0, 1], 3],
            ["passes", [0, 1], [3, pick(3)]],
        ]
        if network:
            lines += [["joined", [choose(network)], [pick(3), pick(3), choose((None, 1))]]] * 2
            lines += [["first", [choose(network), truths[0], truths[1]], [pick(3), choose(([0, 1], [0, 2], [1, 2]))]]] * 3
            lines += [["size", [choose(network)], [pick(3), choose((None, 1))]]] * 2
            lines += [["distance", [choose(network)], [pick(3), pick(3), pick(3)]]] * 2
        return choose(lines)

    def truths(self) -> list[Term]:
        """The terms that are truths."""
        return [term for term in self.values if term.domain.is_truth and term.op != "network"]
