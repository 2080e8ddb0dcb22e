"""Kinds of numbers, against slow definitions; and whether a range holds one, against looking at every number."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator

import pytest
from gridwright.compiler.functions import is_prime as primes
from gridwright.compiler.language.function_registry import all_functions
from gridwright.compiler.language.range_predicates import all_range_predicates
from gridwright.compiler.syntax.diagnostics import Code, Fault

LISTED = 3_000
FAR = 10**12
# Of each kind, one number near FAR: 10 ** 12, 10 ** 4 cubed, the 59th Fibonacci number, the prime after 10 ** 12, ...
NEAR = {
    "is_square": 999_999**2,
    "is_cube": 10_001**3,
    "is_power": 2**40,
    "is_prime": FAR + 39,
    "is_fibonacci": 956_722_026_041,
    "is_palindrome": 1_000_000_000_001,
}
ONE_NUMBER = sorted(NEAR)


def told(name: str, *arguments: int) -> bool:
    """What the function of that name says."""
    value = all_functions()[name].evaluate(*arguments)
    assert isinstance(value, bool)
    return value


def fibonacci(most: int) -> Iterator[int]:
    """The Fibonacci numbers up to a number."""
    a, b = 0, 1
    while a <= most:
        yield a
        a, b = b, a + b


def test_prime_factors() -> None:
    """Small numbers by dividing, large ones by what they are made of; beyond the limit they are refused."""
    factors = all_functions()["prime_factors"].evaluate
    for n in range(1, LISTED):
        left, slowly = n, []
        for divisor in range(2, n + 1):
            while left % divisor == 0:
                left //= divisor
                slowly.append(divisor)
        assert factors(n) == factors(-n) == slowly
    for made_of in ([999_983, 1_000_003], [1_000_003, 1_000_003], [101, 10_007, 10_007, 99_991], [2**31 - 1], [2] * 59):
        assert factors(math.prod(made_of)) == made_of
    assert factors(0) == []
    with pytest.raises(Fault) as caught:
        factors(10**18)
    assert caught.value.code is Code.TOO_MUCH


def slow(name: str, most: int) -> set[int]:
    """All numbers of a kind from 0 to a number, by writing them down."""
    whole = range(most + 1)
    return {
        "is_square": lambda: {a * a for a in whole},
        "is_cube": lambda: {a * a * a for a in whole},
        "is_power": lambda: {a**k for a in whole for k in range(2, 13) if a < 2 or k * (a.bit_length() - 1) < 13},
        "is_prime": lambda: {n for n in whole if n > 1 and all(n % d for d in range(2, n))},
        "is_fibonacci": lambda: set(fibonacci(most)),
        "is_palindrome": lambda: {n for n in whole if str(n) == "".join(reversed(str(n)))},
    }[name]() & set(whole)


@pytest.mark.parametrize("name", ONE_NUMBER)
def test_small_numbers(name: str) -> None:
    """Up to 3,000 a kind of numbers is what its slow definition says."""
    assert {n for n in range(LISTED) if told(name, n)} == slow(name, LISTED - 1)


@pytest.mark.parametrize("name", ONE_NUMBER)
def test_far_numbers(name: str) -> None:
    """A number far away is of its kind, and those 4 away from it are not."""
    assert [n for n in range(NEAR[name] - 4, NEAR[name] + 5, 4) if told(name, n)] == [NEAR[name]]


def test_negative_numbers() -> None:
    """Cubes and odd powers may be negative, palindromes pass over the sign; of the others none is."""
    negative = {name: [n for n in range(-40, 0) if told(name, n)] for name in ONE_NUMBER}
    assert negative == {
        "is_square": [],
        "is_cube": [-27, -8, -1],
        "is_power": [-32, -27, -8, -1],
        "is_prime": [],
        "is_fibonacci": [],
        "is_palindrome": [-33, -22, -11, *range(-9, 0)],
    }


@pytest.mark.parametrize("exponent", [2, 3, 5, 7, 20])
def test_powers_of_large_numbers(exponent: int) -> None:
    """Roots are exact: a power of a large number is told from its neighbours."""
    draw = random.Random(exponent)
    for _ in range(50):
        power = draw.randrange(2, 10**20) ** exponent
        assert told("is_power", power)
        assert not told("is_power", power + 1) or exponent == 2
        assert told("is_square", power) == (exponent % 2 == 0) or exponent % 2
        assert told("is_cube", power) or exponent != 3
        assert not told("is_cube", power + 1)
        assert not told("is_square", power - 1)


def test_powers_of_a_base() -> None:
    """`is_power(n, base)` is true of base ** 0, base ** 1, ..., and of nothing else; bases may be 0, 1 and negative."""
    for base in range(-5, 6):
        powers = {base**k for k in range(12)}
        assert [n for n in range(-LISTED, LISTED) if told("is_power", n, base)] == sorted(
            n for n in powers if -LISTED <= n < LISTED
        )
    assert told("is_power", 7**300, 7)
    assert not told("is_power", 7**300 + 7, 7)


def test_divides() -> None:
    """b is a multiple of a if some whole number times a is b."""
    for a in range(-7, 8):
        multiples = {a * k for k in range(-60, 61)}
        assert all(told("divides", a, b) == (b in multiples) for b in range(-50, 51))


def test_pseudoprimes() -> None:
    """Numbers that fool the test for the first bases are no primes; the smallest for all of them is where the proof ends."""
    # psi(n), the smallest composite numbers that pass for the first n primes (Jaeschke 1993; Sorenson and Webster 2017).
    fooling = [2_047, 1_373_653, 25_326_001, 3_215_031_751, 2_152_302_898_747, 3_474_749_660_383, 341_550_071_728_321]
    fooling += [3_825_123_056_546_413_051, 318_665_857_834_031_151_167_461]
    assert not any(told("is_prime", n) for n in fooling)
    assert all(primes._passes_for(base, primes.PROVED, *odd_part(primes.PROVED)) for base in primes.BASES)
    assert primes.PROVED == 1_287_836_182_261 * 2_575_672_364_521


def odd_part(n: int) -> tuple[int, int]:
    """The odd part of n - 1, and how often it was halved."""
    odd, halvings = n - 1, 0
    while odd % 2 == 0:
        odd, halvings = odd // 2, halvings + 1
    return odd, halvings


def test_primes_without_a_proof() -> None:
    """A number above the proof is no prime if a base shows it, and a mistake otherwise; a range of such may hold one."""
    assert not told("is_prime", (2**61 - 1) * (2**89 - 1))
    for unproved in (2**89 - 1, primes.PROVED):
        with pytest.raises(Fault) as caught:
            told("is_prime", unproved)
        assert caught.value.code is Code.TOO_MUCH
    assert all_range_predicates()["is_prime"].exists(primes.PROVED + 1, primes.PROVED + 1)


@pytest.mark.slow
def test_primes_far_away() -> None:
    """Around 10 ** 12, primes are the numbers without a small divisor."""
    small = sorted(slow("is_prime", 1_000))
    small += [n for n in range(1_001, 1_000_100, 2) if all(n % d for d in small if d * d <= n)]
    window = range(FAR - 200, FAR + 200)
    assert [n for n in window if told("is_prime", n)] == [n for n in window if all(n % d for d in small)]


def test_digits() -> None:
    """Digits are what is left of dividing by 10 again and again."""
    for n in [*range(LISTED), FAR, FAR + 407, 10**1_000 - 1]:
        left, digits = n, []
        while left or not digits:
            digits.insert(0, left % 10)
            left //= 10
        product = 1
        for digit in digits:
            product *= digit
        for signed in (n, -n):
            assert all_functions()["digits"].evaluate(signed) == digits
            assert all_functions()["digit_sum"].evaluate(signed) == sum(digits)
            assert all_functions()["digit_product"].evaluate(signed) == product


def test_every_range_is_of_a_function() -> None:
    """What tells whether a range holds a number names a truth-valued function and one of its parameters."""
    for name, predicate in all_range_predicates().items():
        assert predicate.parameter in [parameter.name for parameter in all_functions()[name].parameters]
        others = {p.name: 2 for p in all_functions()[name].parameters if p.name != predicate.parameter and not p.optional}
        assert predicate.exists(0, 10, **others) is True
    assert all_range_predicates().keys() == {*ONE_NUMBER, "divides"}


def assert_ranges(exists: Callable[[int, int], bool], holds: Callable[[int], bool], start: int, stop: int) -> None:
    """Compare with looking at every number: all short ranges, and some long ones, from start to below stop."""
    held = [n for n in range(start, stop) if holds(n)]
    following = {}
    for n in reversed(range(start, stop)):
        following[n] = held.pop() if held and held[-1] > n else following.get(n + 1)
        following[n] = n if holds(n) else following[n]
    draw = random.Random(start)
    ranges = [(lo, min(lo + width, stop - 1)) for lo in range(start, stop) for width in (0, 1, 2, 5, 9, 40)]
    ranges += [(lo, draw.randrange(lo, stop)) for lo in range(start, stop)]
    for lo, hi in ranges:
        first = following[lo]
        assert exists(lo, hi) == (first is not None and first <= hi), (lo, hi)


@pytest.mark.parametrize("name", ONE_NUMBER)
def test_ranges_of_small_numbers(name: str) -> None:
    """Up to 3,000, a range holds a number of a kind if one of its numbers is of it."""
    assert_ranges(all_range_predicates()[name].exists, lambda n: told(name, n), 0, LISTED)


@pytest.mark.parametrize("name", ONE_NUMBER)
def test_ranges_of_far_numbers(name: str) -> None:
    """The same around a number of the kind near 10 ** 12, and around 10 ** 12 itself."""
    for middle in (NEAR[name], FAR):
        assert_ranges(all_range_predicates()[name].exists, lambda n: told(name, n), middle - 150, middle + 150)


@pytest.mark.parametrize("number", range(8))
def test_ranges_of_multiples_and_powers(number: int) -> None:
    """The same for multiples of a number, and for powers of a base."""
    multiples, powers = all_range_predicates()["divides"].exists, all_range_predicates()["is_power"].exists
    for start in (0, FAR):
        assert_ranges(lambda lo, hi: multiples(lo, hi, a=number), lambda n: told("divides", number, n), start, start + 300)
        assert_ranges(lambda lo, hi: powers(lo, hi, base=number), lambda n: told("is_power", n, number), start, start + 300)
    assert multiples(number * 10**9, number * 10**9, a=number)
    assert multiples(number * 10**9, number * 10**9, a=-number)
    assert powers(number**12, number**12, base=number)
    assert powers(number**12, number**12, base=-number)


def test_long_ranges() -> None:
    """Ranges far away and wide, whose ends decide: known gaps between primes, and the next palindrome after all nines."""
    exists = {name: predicate.exists for name, predicate in all_range_predicates().items()}
    # Neighbouring primes with a longest gap of their size (T. R. Nicely's list): 1,327 and 1,361, ..., with 1,476 the last.
    for prime, gap in ((1_327, 34), (31_397, 72), (492_113, 114), (1_425_172_824_437_699_411, 1_476)):
        assert told("is_prime", prime)
        assert told("is_prime", prime + gap)
        assert not exists["is_prime"](prime + 1, prime + gap - 1)
        assert exists["is_prime"](prime + 1, prime + gap)
    assert not exists["is_palindrome"](10**20, 10**20)
    assert exists["is_palindrome"](10**20 - 1, 10**20)
    assert not exists["is_palindrome"](10**20 + 2, 10**20 + 10**10)
    assert exists["is_palindrome"](10**20 + 2, 10**20 + 10**10 + 1)
    assert exists["is_square"](10**40, 10**40)
    assert not exists["is_square"](10**40 + 1, 10**40 + 2 * 10**20)
    assert exists["is_square"](10**40 + 1, 10**40 + 2 * 10**20 + 1)
    assert not exists["is_cube"](10**30 + 1, 10**30 + 3 * 10**20)
    assert not exists["is_fibonacci"](956_722_026_042, 1_548_008_755_919)
    assert exists["is_fibonacci"](956_722_026_042, 1_548_008_755_920)
