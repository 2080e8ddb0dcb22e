"""Values of a large sum: one sum ties the literals of its values to the summands, instead of tables that add up in halves.

The sum is its smallest value and all steps up to its value, and each step is the literal "more than this" of the order encoding.
So "what is added up, less the steps, is the smallest value" is one equation, however many values there are. Tables would take
about as many clauses as the square of that. The equation is stated as two sums, as any bounds are (`sum_bounds`): otherwise
what is known of the total would not reach the summands.

It alone does not see what a sum that is partly known leaves of its values, because it does not know that steps come
one after the other. So at a few of the values it is also said directly that the sum is at most this, or more.
"""

from __future__ import annotations

import itertools

from ..ir.term import Term
from ..values import Value
from .encoder import Encoder
from .order_encoding import ladder_of
from .sum_bounds import require_between, require_climbed

BOUNDS = 8  # values at which bounds are stated directly


def counted_values(encoder: Encoder, term: Term) -> dict[Value, int]:
    """Return for each value of a sum the literal that is true exactly if the sum has it."""
    with encoder.group(term):
        chosen = encoder.fresh_choice(term)
        ladder = ladder_of(encoder, term, chosen)
        steps = list(itertools.pairwise(ladder))
        climbed = [(above - below, -at_most) for (below, at_most), (above, _) in steps]
        require_climbed(encoder, term, ladder[0][0], climbed)
        for (below, at_most), (above, _) in steps[:: -(-len(steps) // BOUNDS)]:
            require_between(encoder, term, term.domain.low, below, (-at_most,))
            require_between(encoder, term, above, term.domain.high, (at_most,))
    return chosen
