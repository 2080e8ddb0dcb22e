"""`parity`: a clause against each combination of the few arguments in which the wrong number is true."""

from __future__ import annotations

import itertools

from ...ir.term import Term
from ..encoder import Encoder
from ..encoding_registry import Encoding


def _require(encoder: Encoder, term: Term, positive: bool, unless: tuple[int, ...]) -> None:
    literals = [encoder.literal(arg) for arg in term.args]
    for signs in itertools.product((1, -1), repeat=len(literals)):
        if (signs.count(-1) % 2 == 1) != positive:  # the arguments with the sign -1 are true in the combination
            encoder.clause((*(sign * literal for sign, literal in zip(signs, literals, strict=True)), *unless))


PARITY = Encoding(("parity",), _require)
