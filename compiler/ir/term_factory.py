"""The factory of terms: a constructor for each operation that lowering and passes use. Known values are folded.

Nothing here rewrites `not (a < b)` into `a >= b`: if one of the two can be blank they differ. Each constructor is the function of
its operation's file, with the factory as its first argument; there is no call between.
"""

from __future__ import annotations

from .operations.and_or import make_and, make_or
from .operations.automaton import make_automaton, make_state
from .operations.bit import make_bit
from .operations.cases import make_cases
from .operations.connected import make_connected
from .operations.decision_graph import make_passes, make_way
from .operations.distance import make_distance
from .operations.distinct import make_distinct
from .operations.equality import make_filled, make_is, make_same
from .operations.evaluated import make_evaluated
from .operations.first import make_first
from .operations.fits import make_fits
from .operations.linear import make_count, make_count_unknown, make_linear
from .operations.map import make_binary_relation, make_map
from .operations.min_max import make_min_max
from .operations.multicut import make_multicut
from .operations.multiplied import make_multiplied
from .operations.negation import make_not
from .operations.network import make_network
from .operations.order import make_less, make_within
from .operations.quantifier import make_member, make_members
from .operations.refined import make_refined
from .operations.same_component import make_same_component
from .operations.same_shape import make_same_shape
from .operations.separated import make_separated
from .operations.size import make_size
from .term_store import TermStore


class TermFactory(TermStore):
    """Makes terms of every operation, each once. An operation that is not here has its function in its file all the same."""

    evaluated = make_evaluated

    negation = make_not
    conjunction = make_and
    disjunction = make_or
    equals = make_is
    filled = make_filled
    same = make_same
    within = make_within
    less = make_less
    distinct = make_distinct
    refined = make_refined
    fits = make_fits

    connected = make_connected
    network = make_network
    same_component = make_same_component
    first = make_first
    multicut = make_multicut
    separated = make_separated
    same_shape = make_same_shape
    size = make_size
    distance = make_distance
    member = make_member
    members = make_members

    cases = make_cases
    map = make_map
    binary_relation = make_binary_relation
    min_max = make_min_max
    multiplied = make_multiplied
    linear = make_linear
    count = make_count
    count_unknown = make_count_unknown
    bit = make_bit

    automaton = make_automaton
    state = make_state
    open_way = make_way
    passes = make_passes
