"""`is_prime`"""

from __future__ import annotations

import math

from ..language.function_registry import function
from ..language.parameter_types import Number
from ..language.range_predicates import RangePredicate
from ..syntax.diagnostics import Code, Fault
from ..values import describe

# A composite number below PROVED fails the strong test of Miller and Rabin for one of these bases, so that below it the test is a
# proof (J. Sorenson and J. Webster, "Strong pseudoprimes to twelve prime bases", Mathematics of Computation 86, 2017).
BASES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
PROVED = 3_317_044_064_679_887_385_961_981

# Neighbouring primes of which the smaller is below GAPS_KNOWN are at most LONGEST_GAP apart (T. Oliveira e Silva, S. Herzog and
# S. Pardi, "Empirical verification of the even Goldbach conjecture and computation of prime gaps up to 4 * 10 ** 18", Mathematics
# of Computation 83, 2014).
LONGEST_GAP = 1_476
GAPS_KNOWN = 4 * 10**18


@function("numbers", "is_prime(2) and is_prime(97) and not is_prime(1) and not is_prime(91)")
def is_prime(n: Number) -> bool:
    """Return true if `n` is a prime: 2, 3, 5, 7, 11, ...

    Blank if `n` is blank; of a field, place by place. The result is proved. From 3,317,044,064,679,887,385,961,981 on, a number
    that passes every test is an error, because the tests are no proof there.
    """
    if not isinstance(n, int):
        return False
    passes = _passes(n)
    if passes and n >= PROVED:
        raise Fault(
            Code.TOO_MUCH,
            f"{describe(n)} may be a prime, but `is_prime` can prove that only below {PROVED:,}",
            "for a larger number it can only show that it is not a prime",
        )
    return passes


def _passes(n: int) -> bool:
    """Return whether n passes the strong test of Miller and Rabin for every base."""
    if n < 2:
        return False
    for prime in BASES:
        if n % prime == 0:
            return n == prime
    halvings = ((n - 1) & (1 - n)).bit_length() - 1
    odd = n - 1 >> halvings
    return all(_passes_for(base, n, odd, halvings) for base in BASES)


def _passes_for(base: int, n: int, odd: int, halvings: int) -> bool:
    power = pow(base, odd, n)
    if power in (1, n - 1):
        return True
    for _ in range(halvings - 1):
        power = power * power % n
        if power == n - 1:
            return True
    return False


def _exists_prime(lo: int, hi: int) -> bool:
    """Return whether there is a prime from `lo` to `hi`; True if the numbers are too large for a proof."""
    if hi >= PROVED or (hi <= GAPS_KNOWN and hi - lo >= LONGEST_GAP):
        return True
    return any(_passes(n) for n in range(lo, hi + 1))


def _remainders_of_primes(by: int, lo: int, hi: int) -> frozenset[int]:
    """Return the remainders that have no divisor in common with `by`, and those of the primes that divide it."""
    dividing = {n % by for n in range(max(lo, 2), min(hi, by) + 1) if by % n == 0 and _passes(n)}
    return frozenset(dividing.union(rest for rest in range(by) if math.gcd(rest, by) == 1))


PRIME_BETWEEN = RangePredicate("is_prime", "n", _exists_prime, _remainders_of_primes)
