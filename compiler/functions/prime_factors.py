"""`prime_factors`"""

from __future__ import annotations

import functools
import math

from ..language.function_registry import function
from ..language.parameter_types import Whole
from ..syntax.diagnostics import Code, Fault
from ..values import FoundList, Value, describe
from .is_prime import is_prime

SMALL = 1_000  # what is left after dividing by smaller numbers is taken apart by Pollard's method
LARGEST = 10**18


@function("numbers", "prime_factors(12) == [2, 2, 3] and prime_factors(1) == [] and len(prime_factors(343)) == 3")
def prime_factors(n: Whole) -> list[Value]:
    """Return the prime factors of `n` in rising order, each as often as it divides `n`.

    The sign is ignored. Blank if `n` is blank. 1 and 0 have no prime factors. Numbers from 10 ** 18 on are an error.
    """
    if abs(n) >= LARGEST:
        raise Fault(Code.TOO_MUCH, f"{describe(n)} is too large for `prime_factors`, which takes numbers below 10 ** 18")
    return FoundList(_factors(abs(n)))


@functools.lru_cache(maxsize=10_000)
def _factors(n: int) -> tuple[int, ...]:
    """Return the prime factors of a number that is not negative."""
    factors = []
    for divisor in range(2, SMALL):
        if divisor * divisor > n:
            break
        while n % divisor == 0:
            factors.append(divisor)
            n //= divisor
    waiting = [n] if n > 1 else []
    for number in waiting:
        if number < SMALL * SMALL or is_prime.evaluate(number):
            factors.append(number)
        else:
            divisor = _divisor(number)
            waiting += [divisor, number // divisor]
    return tuple(sorted(factors))


def _divisor(n: int) -> int:
    """Return a divisor, other than 1 and n, of an odd n that is not prime (Pollard's rho with Floyd's cycle finding)."""
    root = math.isqrt(n)
    if root * root == n:
        return root
    for constant in range(1, n):
        slow = fast = 2
        divisor = 1
        while divisor == 1:
            slow = (slow * slow + constant) % n
            fast = (fast * fast + constant) % n
            fast = (fast * fast + constant) % n
            divisor = math.gcd(slow - fast, n)
        if divisor != n:
            return divisor
    raise AssertionError(f"{n} is a prime")
