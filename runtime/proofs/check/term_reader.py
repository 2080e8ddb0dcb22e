"""Terms of a certificate: read from lines of JSON, every index checked, so that evaluating them cannot fail.

A term is a function of the grid, because all that a line can name is an unknown, a value, or an operation on lines before it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gridwright.compiler.ir.automaton import Automaton
from gridwright.compiler.ir.decision_graph import UNWANTED, DecisionGraph
from gridwright.compiler.ir.domain import TRUTH, Domain
from gridwright.compiler.ir.network import Graph, Joined, Network, Size
from gridwright.compiler.ir.term import Table, Term, Variable
from gridwright.compiler.language.spec import Layer
from gridwright.compiler.values import BLANK, Value

from .json_values import Rejected, Values, ints, is_int

ANY = Domain(())
MAX_STATES = 2_000_000

Left = Callable[[int, int], Term]  # what is left to evaluation: a constraint and a number in it


class TermReader:
    """Reads terms. `layers` by grid and name; `left` finds what only plain evaluation tells."""

    def __init__(self, layers: Mapping[tuple[str, str], Layer], machines: Sequence[Any], left: Left) -> None:
        self.layers = layers
        self.left = left
        self.from_json = Values(layers.values()).from_json
        self.machines = [_machine(found, self.from_json) for found in machines]
        self.terms: list[Term] = []

    def read(self, line: Any) -> Term:
        """The term of one line, which is numbered after those before."""
        where = f"term {len(self.terms)}"
        if not (isinstance(line, list) and len(line) == 3 and isinstance(line[0], str)):
            raise Rejected(f"{where} is not [operation, arguments, detail]")
        op, numbers, detail = line[0], ints(line[1], f"{where}: its arguments"), line[2]
        if any(not 0 <= number < len(self.terms) for number in numbers):
            raise Rejected(f"{where} has an argument that does not come before it, so it would not be a function of the grid")
        if op not in _READERS:
            raise Rejected(f"{where}: there is no operation `{op[:40]}`")
        args = tuple(self.terms[number] for number in numbers)
        try:
            term = _READERS[op](self, len(self.terms), args, detail)
        except (TypeError, ValueError, IndexError, KeyError, AttributeError):
            raise Rejected(f"{where}: its detail does not fit `{op}`") from None
        if term is None:
            raise Rejected(f"{where}: wrong arguments or detail for `{op}`")
        self.terms.append(term)
        return term


def _machine(found: Any, from_json: Callable[[Any], Value]) -> Automaton | DecisionGraph:
    if not isinstance(found, dict) or not isinstance(found.get("alphabets"), list):
        raise Rejected("a machine must be an automaton or a decision graph")
    alphabets = tuple(tuple(from_json(value) for value in alphabet) for alphabet in found["alphabets"])
    if "nodes" in found:
        nodes = tuple((int(arg), ints(targets, "targets")) for arg, targets in found["nodes"])
        whole = all(
            0 <= arg < len(alphabets) and len(to) == len(alphabets[arg]) and all(UNWANTED <= t < len(nodes) for t in to)
            for arg, to in nodes
        )
        if not (nodes and whole and is_int(found.get("limit")) and found["limit"] >= 0):
            raise Rejected("a decision graph has a node that leads nowhere")
        return DecisionGraph(alphabets, nodes, min(found["limit"], len(nodes) + 1), bool(found.get("endless")))
    layers = tuple(tuple(ints(row, "a row") for row in table) for table in found["layers"])
    results = tuple(from_json(result) for result in found["results"])
    widths = [*map(len, layers), len(results)]
    if sum(widths) > MAX_STATES or len(layers) != len(alphabets) or not layers or len(set(map(_typed, results))) != len(results):
        raise Rejected("an automaton has more layers than values, or fewer, or has a result twice")
    for table, alphabet, following in zip(layers, alphabets, widths[1:], strict=True):
        if not table or not all(len(row) == len(alphabet) and all(0 <= to < following for to in row) for row in table):
            raise Rejected("an automaton is not a function: a state and a value do not lead to one state")
    return Automaton(alphabets, layers, results)


def _typed(value: Value) -> tuple[type, Value]:
    return type(value), value


def _unknown(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    grid, name, position = detail
    layer = reader.layers[grid, name]
    if args or not is_int(position) or not 0 <= position < len(layer.places):
        return None
    domain = Domain(layer.values, layer.blank)
    return Term(id, "unknown", (), Variable(layer, position), TRUTH if domain == TRUTH and domain.has_truths else domain)


def _of_evaluation(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    constraint, number = ints(detail, "a place")
    found = reader.left(constraint, number)
    weaker = args if found.op == "evaluated" else args[1:]
    return Term(id, found.op, args, found.detail, TRUTH) if len(args) == len(found.args) and len(weaker) <= len(args) else None


def _truth(op: str) -> Callable[..., Term | None]:
    def read(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
        is_fine = detail is None and args and (len(args) == 1 or op != "not") and all(arg.domain.is_truth for arg in args)
        return Term(id, op, args, None, TRUTH) if is_fine else None

    return read


def _number_between(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    low, high = ints(detail, "ends")
    return Term(id, "within", args, (low, high), TRUTH) if len(args) == 1 else None


def _connected(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    graph = _graph(detail[:2], len(args))
    return Term(id, "connected", args, graph, TRUTH) if all(arg.domain.is_truth for arg in args) else None


def _graph(detail: Any, args: int) -> Graph:
    vertices, edges = detail
    found = tuple(tuple(ints(edge, "an edge")) for edge in edges)
    for first, second, condition in found:
        if not (0 <= first < vertices and 0 <= second < vertices and (condition == -1 or vertices <= condition < args)):
            raise ValueError
    if not is_int(vertices) or not 0 <= vertices <= args:
        raise ValueError
    return Graph(vertices, found)  # type: ignore[arg-type]


def _network(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    has_values = bool(detail[2])
    graph = _graph(detail[:2], len(args))
    truths = args[: len(args) - graph.vertices] if has_values else args
    if len(args) < (1 + has_values) * graph.vertices or not all(arg.domain.is_truth for arg in truths):
        return None
    if len({arg.domain.is_truth for arg in args[len(truths) :]}) > 1:  # true is not 1 there
        return None
    return Term(id, "network", args, Network(graph, has_values), ANY)


def _joined(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    source, target, steps = detail
    vertices = args[0].detail.graph.vertices
    if args[0].op != "network" or not all(is_int(at) and 0 <= at < vertices for at in (source, target)):
        return None
    return Term(id, "joined", args, Joined(source, target, None if steps is None else int(steps)), TRUTH)


def _size(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    source, steps = detail
    if args[0].op != "network" or not (is_int(source) and 0 <= source < args[0].detail.graph.vertices):
        return None
    return Term(id, "size", args, Size(source, None if steps is None else int(steps)), ANY)


def _map(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    alphabets = [{_typed(reader.from_json(value)): at for at, value in enumerate(alphabet)} for alphabet in detail["alphabets"]]
    results = [reader.from_json(result) for result in detail["results"]]
    if len(alphabets) != len(args) or len(results) != math.prod(map(len, alphabets)):
        return None

    def compute(*values: Value) -> Value:
        at = 0
        for alphabet, value in zip(alphabets, values, strict=True):
            at = at * len(alphabet) + alphabet[_typed(value)]
        return results[at]

    return None if _mixed(results) else Term(id, "map", args, Table("table", compute), TRUTH if _truths(results) else ANY)


def _truths(values: Sequence[Value]) -> bool:
    return all(isinstance(value, bool) for value in values)


def _mixed(values: Sequence[Value]) -> bool:
    """Whether there are truth values among numbers or texts. In a set true would be 1, so no term may be both."""
    kinds = {isinstance(value, bool) for value in values if value is not BLANK}
    return len(kinds) > 1


def _extreme(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    return Term(id, "extreme", args, detail, ANY) if detail in ("max", "min") and len(args) == 2 else None


def _linear(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    factors = ints(detail, "factors")
    return Term(id, "linear", args, factors, ANY) if len(factors) == len(args) + 1 else None


def _cases(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    if len(args) % 2 == 0 or not all(condition.domain.is_truth for condition in args[:-1:2]):
        return None
    is_truth = all(value.domain.is_truth for value in (*args[1::2], args[-1]))
    if not is_truth and any(value.domain.is_truth for value in (*args[1::2], args[-1])):
        return None
    return Term(id, "cases", args, None, TRUTH if is_truth else ANY)


def _bit(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    at, low = ints(detail, "a bit")
    return Term(id, "bit", args, (at, low), TRUTH) if len(args) == 1 and 0 <= at < 10_000 else None


def _automaton(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    machine = reader.machines[detail]
    if not isinstance(machine, Automaton) or len(args) != len(machine) or _mixed(machine.results):
        return None
    return Term(id, "automaton", args, machine, TRUTH if _truths(machine.results) else ANY)


def _state(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    machine, state = reader.machines[detail[0]], detail[1]
    if not isinstance(machine, Automaton) or len(args) > len(machine) or not is_int(state) or state < 0:
        return None
    return Term(id, "state", args, (machine, state), TRUTH) if state < machine.width(len(args)) else None


def _way(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    machine = reader.machines[detail]
    return (
        Term(id, "way", args, machine, TRUTH)
        if isinstance(machine, DecisionGraph) and len(args) == len(machine.alphabets)
        else None
    )


def _passes(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
    machine, node = reader.machines[detail[0]], detail[1]
    if not isinstance(machine, DecisionGraph) or len(args) != len(machine.alphabets) or not 0 <= node < len(machine.nodes):
        return None
    return Term(id, "passes", args, (machine, node), TRUTH)


def _with_value(op: str, arity: int) -> Callable[..., Term | None]:
    def read(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
        value = reader.from_json(detail)
        is_truth = op == "is" or isinstance(value, bool)
        return Term(id, op, args, value, TRUTH if is_truth else ANY) if len(args) == arity else None

    return read


def _related(op: str) -> Callable[..., Term | None]:
    def read(reader: TermReader, id: int, args: tuple[Term, ...], detail: Any) -> Term | None:
        is_fine = len(args) > 1 if op == "distinct" else len(args) == 2
        if not is_fine or (op == "less") != is_int(detail):
            return None
        return Term(id, op, args, detail, TRUTH)

    return read


_READERS: Mapping[str, Callable[..., Term | None]] = {
    "unknown": _unknown,
    "evaluated": _of_evaluation,
    "refined": _of_evaluation,
    "constant": _with_value("constant", 0),
    "is": _with_value("is", 1),
    **{op: _truth(op) for op in ("not", "and", "or")},
    **{op: _related(op) for op in ("same", "distinct", "less")},
    "within": _number_between,
    "connected": _connected,
    "network": _network,
    "joined": _joined,
    "size": _size,
    "map": _map,
    "extreme": _extreme,
    "linear": _linear,
    "cases": _cases,
    "bit": _bit,
    "automaton": _automaton,
    "state": _state,
    "way": _way,
    "passes": _passes,
}
