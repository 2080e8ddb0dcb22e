"""The codecs of links: each writes a list of codes, one for each place, as a text, and reads it again.

A code is a number, `?` for a clue without a number, a tuple, or None for nothing. The library of a genre says which clue it
stands for. The alphabets are those of pzpr (robx/pzprjs), byte by byte what its encoder writes. A codec that a list is too much
for raises `Unwritable`.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Sequence

from gridwright.compiler.records import dataclass

from .scanner import Scanner, digit_value, digits

Code = int | str | tuple["Code", ...] | None
Codes = Sequence[Code]

UNKNOWN = "?"
DIRECTIONS = (UNKNOWN, "up", "down", "left", "right")


class Unwritable(Exception):
    """A code that the alphabet has no sign for: its place in the list."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


@dataclass(frozen=True, slots=True)
class Codec:
    """A codec. `read` takes the text and the number of places, `write` the codes; `accepts` tells which codes it has signs for.

    `is_tuple`: its codes are tuples, whose parts belong to the names of an entry in order. `has_blank`: it can write
    that there is nothing. `says`: its codes, for the reference.
    """

    name: str
    read: Callable[[Scanner, int], list[Code]]
    write: Callable[[Codes], str]
    accepts: Callable[[Code], bool]
    is_tuple: bool = False
    has_blank: bool = True
    says: str = ""


@functools.cache
def all_codecs() -> dict[str, Codec]:
    """Return every codec by name.

    >>> sorted(all_codecs())[:4]
    ['arrow', 'arrow16', 'bars', 'bits']
    """
    return {codec.name: codec for codec in vars(sys.modules[__name__]).values() if isinstance(codec, Codec)}


def fill(scanner: Scanner, codes: list[Code], count: int) -> list[Code]:
    """Return as many codes as there are places. The scanner counts those that a link says nothing of, because it ends."""
    scanner.missing += max(0, count - len(codes))
    return (codes + [None] * count)[:count]


def is_number(code: Code, most: int) -> bool:
    """Check whether a code is a number from 0 on."""
    return isinstance(code, int) and 0 <= code <= most


def with_runs(
    read_one: Callable[[Scanner, str], Code],
    write_one: Callable[[Code], str],
    first: str,
    most: int,
    ahead: Callable[[str], int] = lambda text: 0,
) -> tuple[Callable[[Scanner, int], list[Code]], Callable[[Codes], str]]:
    """Return the reader and the writer of a list in which a letter stands for a run of blanks: `first` for one, up to `most`.

    `read_one` takes the rest of what begins with a sign; `ahead` is how many blanks the sign itself has behind it.
    """
    base = int(first, 36)

    def read(scanner: Scanner, count: int) -> list[Code]:
        codes: list[Code] = []
        while len(codes) < count and not scanner.is_done:
            sign = scanner.take("a clue")
            value = digit_value(sign)
            if base <= value < base + most:
                codes += [None] * (value - base + 1)
            else:
                codes.append(read_one(scanner, sign))
                codes += [None] * ahead(sign)
        return fill(scanner, codes, count)

    def write(codes: Codes) -> str:
        text, run = "", 0
        for at, code in enumerate(codes):
            if code is None:
                run += 1
                if run == most:
                    text, run = text + digits(base + run - 1, 36), 0
                continue
            sign = write_one(code)
            if not sign:
                raise Unwritable(at)
            text, run = text + (digits(base + run - 1, 36) if run else "") + sign, 0
        return text + (digits(base + run - 1, 36) if run else "")

    return read, write


# numbers


def read_16(scanner: Scanner, sign: str) -> Code:
    """Return a number of 16 digits and its longer forms."""
    forms = {"-": (2, 0), "+": (3, 0), "=": (3, 4096), "%": (3, 8192), "@": (3, 8192), "*": (4, 12240), "$": (5, 77776)}
    if sign == ".":
        return UNKNOWN
    if sign in forms:
        length, more = forms[sign]
        return scanner.number(length, 16, f"{length} digits of a number") + more
    if digit_value(sign) < 16:
        return digit_value(sign)
    raise _unexpected_sign(scanner, sign)


def write_16(code: Code) -> str:
    """Return a number in the shortest form; empty if it has none."""
    if code == UNKNOWN:
        return "."
    if not isinstance(code, int) or code < 0:
        return ""
    for prefix, least, length in (
        ("", 0, 1),
        ("-", 0, 2),
        ("+", 0, 3),
        ("=", 4096, 3),
        ("%", 8192, 3),
        ("*", 12240, 4),
        ("$", 77776, 5),
    ):
        if least <= code < (12240 if prefix == "%" else least + 16**length):
            return prefix + digits(code - least, 16, length)
    return ""


def _unexpected_sign(scanner: Scanner, sign: str) -> Exception:
    scanner.at -= 1
    shown = sign if sign.isprintable() else "?"
    return scanner.wrong(f"`{shown}` means nothing here")


def _read_10(scanner: Scanner, sign: str) -> Code:
    if sign == ".":
        return UNKNOWN
    if digit_value(sign) < 10:
        return digit_value(sign)
    raise _unexpected_sign(scanner, sign)


def _write_10(code: Code) -> str:
    return "." if code == UNKNOWN else digits(code, 10) if isinstance(code, int) and 0 <= code < 10 else ""


def _accepts(write_one: Callable[[Code], str]) -> Callable[[Code], bool]:
    return lambda code: bool(write_one(code))


N16 = Codec(
    "n16", *with_runs(read_16, write_16, "g", 20), accepts=_accepts(write_16), says="numbers of any size, `?`; runs of blanks"
)
N10 = Codec(
    "n10", *with_runs(_read_10, _write_10, "a", 26), accepts=_accepts(_write_10), says="numbers up to 9, `?`; runs of blanks"
)


def _read_10or16(scanner: Scanner, count: int) -> list[Code]:
    if scanner.sign != "-":
        return N10.read(scanner, count)
    scanner.take("`-`")
    return N16.read(scanner, count)


def _write_10or16(codes: Codes) -> str:
    if all(code is None or N10.accepts(code) for code in codes):
        return N10.write(codes)
    return "-" + N16.write(codes)


N10OR16 = Codec(
    "n10or16", _read_10or16, _write_10or16, N16.accepts, says="numbers as in `n10` if all are up to 9, otherwise as in `n16`"
)


# a number up to 4, and how many blanks follow it


def _read_four(scanner: Scanner, sign: str) -> Code:
    if sign == ".":
        return UNKNOWN
    if digit_value(sign) < 15:
        return digit_value(sign) % 5
    raise _unexpected_sign(scanner, sign)


def _four_ahead(sign: str) -> int:
    return 0 if sign == "." else digit_value(sign) // 5


def _write_four(codes: Codes) -> str:
    """Write the codes; a number takes up to two blanks behind it into its own sign, at the end of the list always two."""
    text, run, at = "", 0, 0
    while at < len(codes):
        code = codes[at]
        at += 1
        if code is None:
            run += 1
            if run == 20:
                text, run = text + "z", 0
            continue
        sign = "."
        if code != UNKNOWN:
            if not is_number(code, 4):
                raise Unwritable(at - 1)
            assert isinstance(code, int)
            if at < len(codes) and codes[at] is not None:
                sign = digits(code, 16)
            elif at + 1 < len(codes) and codes[at + 1] is not None:
                sign, at = digits(code + 5, 16), at + 1
            else:
                sign, at = digits(code + 10, 16), at + 2
        text, run = text + (digits(15 + run, 36) if run else "") + sign, 0
    return text + (digits(15 + run, 36) if run else "")


FOUR = Codec(
    "four",
    with_runs(_read_four, lambda code: "", "g", 20, _four_ahead)[0],
    _write_four,
    lambda code: code == UNKNOWN or is_number(code, 4),
    says="numbers up to 4, `?`; each says how many blanks follow it",
)


# marks: there is something, or nothing


def _read_one(scanner: Scanner, count: int) -> list[Code]:
    """Read marks: a digit below 18 is a mark and so many blanks, another one only blanks, one fewer for each above 17."""
    codes: list[Code] = []
    while len(codes) < count and not scanner.is_done:
        sign = scanner.take("a mark")
        value = digit_value(sign)
        if value >= 36:
            raise _unexpected_sign(scanner, sign)
        codes += [1, *[None] * value] if value < 18 else [None] * (value - 17)
    return fill(scanner, codes, count)


def _write_one(codes: Codes) -> str:
    text, at = "", 0
    while at < len(codes):
        is_mark = codes[at] is not None
        start = at + is_mark
        at = start
        while at < len(codes) and codes[at] is None and at - start < (17 if is_mark else 18):
            at += 1
        text += digits(at - start if is_mark else at - start + 17, 36)
    return text


def _is_mark(code: Code) -> bool:
    return code == 1


ONE = Codec("one", _read_one, _write_one, _is_mark, says="marks (code 1); each says how many blanks follow it")


def _packed_lists(values: int, per_digit: int) -> tuple[Callable[[Scanner, int], list[Code]], Callable[[Codes], str]]:
    """Return the reader and writer of lists with `per_digit` values in a digit: numbers below `values`; 0 is an empty place."""
    base = values**per_digit

    def read(scanner: Scanner, count: int) -> list[Code]:
        codes: list[Code] = []
        while len(codes) < count and not scanner.is_done:
            value = scanner.number(1, base, "a digit")
            codes += [value // values**power % values or None for power in reversed(range(per_digit))]
        return fill(scanner, codes, count)

    def write(codes: Codes) -> str:
        text = ""
        for start in range(0, len(codes), per_digit):
            part = [code or 0 for code in codes[start : start + per_digit]]
            part += [0] * (per_digit - len(part))
            value = 0
            for at, code in enumerate(part):
                if not is_number(code, values - 1):
                    raise Unwritable(start + at)
                assert isinstance(code, int)
                value = value * values + code
            text += digits(value, base)
        return text

    return read, write


BITS = Codec("bits", *_packed_lists(2, 5), accepts=_is_mark, says="marks (code 1), five in a sign")


def _read_clear(scanner: Scanner, count: int) -> list[Code]:
    codes: list[Code] = []
    while len(codes) < count and not scanner.is_done:
        bits = scanner.number(1, 32, "a digit")
        codes += [None if bits >> power & 1 else 1 for power in reversed(range(5))]
    return fill(scanner, codes, count)


CLEAR = Codec(
    "clear",
    _read_clear,
    lambda codes: BITS.write([None if code else 1 for code in codes]),
    _is_mark,
    says="marks (code 1), five in a sign, in which the bit 1 is no mark",
)
TRI = Codec("tri", *_packed_lists(3, 3), accepts=lambda code: code in (1, 2), says="the codes 1 and 2, three in a sign")


def _mark_reader(has_end: bool) -> Callable[[Scanner, int], list[Code]]:
    """Return the reader of marks: a digit is so many blanks and a mark, `.` is 36 blanks. `has_end`: blanks at the end, too."""

    def read(scanner: Scanner, count: int) -> list[Code]:
        codes: list[Code] = []
        while len(codes) < count and not scanner.is_done:
            sign = scanner.take("a mark")
            value = digit_value(sign)
            if sign != "." and value >= 36:
                raise _unexpected_sign(scanner, sign)
            codes += [None] * 36 if sign == "." else [*[None] * value, 1]
        return fill(scanner, codes, count) if has_end else (codes + [None] * count)[:count]

    return read


def _mark_writer(has_end: bool) -> Callable[[Codes], str]:
    def write(codes: Codes) -> str:
        text, run = "", 0
        for code in codes:
            if code is not None:
                text, run = text + digits(run, 36), 0
            else:
                run += 1
                if run == 36:
                    text, run = text + ".", 0
        return text + (digits(run, 36) if has_end and (run or not text) else "")

    return write


MARK = Codec(
    "mark", _mark_reader(True), _mark_writer(True), _is_mark, says="marks (code 1); each says how many blanks stand before it"
)
BLOCK = Codec(
    "block", _mark_reader(False), _mark_writer(False), _is_mark, says="as `mark`, without the blanks after the last mark"
)


# dots, in cells and between them


def _read_dot(scanner: Scanner, sign: str) -> Code:
    if digit_value(sign) < 16:
        return digit_value(sign) % 2 + 1
    raise _unexpected_sign(scanner, sign)


def _write_dot(codes: Codes) -> str:
    """Write dots; each takes up to seven blanks behind it into its own sign, at the end of the list always seven."""
    text, run, at = "", 0, 0
    while at < len(codes):
        code = codes[at]
        at += 1
        if code is None:
            run += 1
            if run == 20:
                text, run = text + "z", 0
            continue
        if code not in (1, 2):
            raise Unwritable(at - 1)
        behind = next((k for k in range(7) if at + k < len(codes) and codes[at + k] is not None), 7)
        text += (digits(15 + run, 36) if run else "") + digits(2 * behind + int(str(code)) - 1, 16)
        at, run = at + behind, 0
    return text + (digits(15 + run, 36) if run else "")


DOT = Codec(
    "dot",
    with_runs(_read_dot, lambda code: "", "g", 20, lambda sign: digit_value(sign) // 2)[0],
    _write_dot,
    lambda code: code in (1, 2),
    says="the codes 1 and 2, in cells and between them; each says how many blanks follow it",
)


def _read_dots16(scanner: Scanner, count: int) -> list[Code]:
    numbers = N16.read(scanner, (count + 1) // 2)
    pairs: list[tuple[Code, Code]] = [divmod(code, 4) if isinstance(code, int) else (0, 0) for code in numbers]
    return [code or None for pair in pairs for code in pair][:count]


def _write_dots16(codes: Codes) -> str:
    values = [code or 0 for code in codes] + [0]
    for at, code in enumerate(values):
        if not is_number(code, 3):
            raise Unwritable(at)
    pairs = [4 * int(str(values[at])) + int(str(values[at + 1])) for at in range(0, len(codes), 2)]
    return N16.write([pair or None for pair in pairs])


DOTS16 = Codec(
    "dots16",
    _read_dots16,
    _write_dots16,
    lambda code: code in (1, 2, 3),
    says="the codes 1, 2 and 3, in cells and between them, two in a number",
)


# numbers with arrows


def _read_arrow(scanner: Scanner, sign: str) -> Code:
    value = digit_value(sign)
    if value < 5:
        number = scanner.take("a number")
        if number != "." and digit_value(number) > 15:
            raise _unexpected_sign(scanner, number)
        return (UNKNOWN if number == "." else digit_value(number), DIRECTIONS[value])
    if value < 10:
        return (scanner.number(2, 16, "a number"), DIRECTIONS[value - 5])
    if sign == "-":
        way = scanner.number(1, 5, "the direction of an arrow")
        return (scanner.number(3, 16, "a number"), DIRECTIONS[way])
    raise _unexpected_sign(scanner, sign)


def _write_arrow(code: Code) -> str:
    if not (isinstance(code, tuple) and len(code) == 2 and code[1] in DIRECTIONS):
        return ""
    number, way = code[0], DIRECTIONS.index(str(code[1]))
    if number == UNKNOWN:
        return f"{way}."
    if not is_number(number, 4095):
        return ""
    assert isinstance(number, int)
    if number < 16:
        return f"{way}{digits(number, 16)}"
    return f"{way + 5}{digits(number, 16, 2)}" if number < 256 else f"-{way}{digits(number, 16, 3)}"


ARROW = Codec(
    "arrow",
    *with_runs(_read_arrow, _write_arrow, "a", 26),
    accepts=_accepts(_write_arrow),
    says="numbers with a direction: `[2, left]`",
)


ARROW16 = Codec(
    "arrow16",
    *with_runs(_read_arrow, _write_arrow, "g", 20),
    accepts=_accepts(_write_arrow),
    says="numbers with a direction, as `arrow`, and other runs of blanks",
)


def _read_castle(scanner: Scanner, sign: str) -> Code:
    if digit_value(sign) > 2:
        raise _unexpected_sign(scanner, sign)
    arrow = _read_arrow(scanner, scanner.take("an arrow"))
    return (digit_value(sign), None if arrow == (UNKNOWN, UNKNOWN) else arrow)


def _write_castle(code: Code) -> str:
    if not (isinstance(code, tuple) and len(code) == 2 and is_number(code[0], 2)):
        return ""
    arrow = _write_arrow((UNKNOWN, UNKNOWN) if code[1] is None else code[1])
    return f"{code[0]}{arrow}" if arrow else ""


CASTLE = Codec(
    "castle",
    *with_runs(_read_castle, _write_castle, "a", 26),
    accepts=_accepts(_write_castle),
    is_tuple=True,
    says="a colour (0, 1, 2) and a number with a direction, which may be missing",
)


# numbers with one of two colours: twice the number, and one more for the second colour; 0 is no number


def _read_colour(scanner: Scanner, sign: str) -> Code:
    value = read_16(scanner, sign)
    if not isinstance(value, int):
        raise _unexpected_sign(scanner, sign)
    return (value // 2 or UNKNOWN, value % 2)


def _write_colour(code: Code) -> str:
    if not (isinstance(code, tuple) and len(code) == 2 and is_number(code[1], 1)):
        return ""
    number = 0 if code[0] in (UNKNOWN, None) else code[0]
    if not isinstance(number, int) or (code[0] == 0):
        return ""
    assert isinstance(code[1], int)
    return write_16(2 * number + code[1])


COLOUR = Codec(
    "colour",
    *with_runs(_read_colour, _write_colour, "g", 20),
    accepts=_accepts(_write_colour),
    is_tuple=True,
    says="a number, which may be missing, and a colour (0, 1)",
)


# several numbers in a cell


def _read_compass(scanner: Scanner, sign: str) -> Code:
    if sign == "_":
        return "_"
    first = read_16(scanner, sign)
    up, down, left, right = (first, *(read_16(scanner, scanner.take("four numbers")) for _ in range(3)))
    return (up, right, down, left)


def _write_compass(code: Code) -> str:
    if code == "_":
        return "_"
    if not (isinstance(code, tuple) and len(code) == 4):
        return ""
    parts = [write_16(code[at]) for at in (0, 2, 3, 1)]
    return "".join(parts) if all(parts) else ""


COMPASS = Codec(
    "compass",
    *with_runs(_read_compass, _write_compass, "g", 20),
    accepts=_accepts(_write_compass),
    says="four numbers: up, right, down, left; `_` for a hole",
)


# A fraction is two numbers, a circle a number and `.`. No link tells what other unknown numbers mean than that below 0.


def _read_fractions(scanner: Scanner, count: int) -> list[Code]:
    start, missing = scanner.at, scanner.missing
    numbers = N16.read(scanner, 2 * count)
    scanner.missing = missing + (scanner.missing - missing) // 2
    codes: list[Code] = []
    for above, below in zip(numbers[::2], numbers[1::2], strict=True):
        code = above if below == UNKNOWN else (above, UNKNOWN if below is None else below)
        if above is None and below is None:
            code = None
        elif not _is_fraction(code):
            scanner.at = start
            raise scanner.wrong("a fraction or a circle with an unknown number is not read here")
        codes.append(code)
    return codes


def _write_fractions(codes: Codes) -> str:
    numbers: list[Code] = []
    for at, code in enumerate(codes):
        if code is not None and not _is_fraction(code):
            raise Unwritable(at)
        if isinstance(code, tuple):
            numbers += [None if part == UNKNOWN else part for part in code]
        else:
            numbers += [code, None if code is None else UNKNOWN]
    return N16.write(numbers)


def _is_fraction(code: Code) -> bool:
    """Check whether a code is a number in a circle, or a fraction: two numbers, or 0 above an unknown one."""
    if code == (0, UNKNOWN):
        return True
    numbers = [*code] if isinstance(code, tuple) else [code]
    return len(numbers) == (2 if isinstance(code, tuple) else 1) and all(
        isinstance(number, int) and bool(write_16(number)) for number in numbers
    )


FRACTIONS = Codec(
    "fractions",
    _read_fractions,
    _write_fractions,
    _is_fraction,
    says="fractions of two numbers, of which the lower one is `?` if the upper one is 0; or a number in a circle",
)


def _unpack(value: int, radix: int, count: int) -> Code:
    return tuple(value // radix**power % radix or UNKNOWN for power in reversed(range(count)))


def _packed_list(code: tuple[Code, ...], radix: int) -> int | None:
    value = 0
    for part in code:
        if part != UNKNOWN and not (is_number(part, radix - 1) and part):
            return None
        value = value * radix + (0 if part == UNKNOWN else int(str(part)))
    return value


def _read_tapa(scanner: Scanner, sign: str) -> Code:
    if sign == ".":
        return (UNKNOWN,)
    value = digit_value(sign)
    if value < 9:
        return (value,)
    if value == 9:
        return (1, 1, 1, 1)
    if value < 16:
        value = 36 * value + scanner.number(1, 36, "a digit")
        for least, most, radix, count in ((360, 396, 6, 2), (396, 460, 4, 3), (460, 476, 2, 4)):
            if least <= value < most:
                return _unpack(value - least, radix, count)
    raise _unexpected_sign(scanner, sign)


def _write_tapa(code: Code) -> str:
    if not isinstance(code, tuple) or not 1 <= len(code) <= 4:
        return ""
    if len(code) == 1:
        return "." if code[0] == UNKNOWN else digits(int(str(code[0])), 10) if is_number(code[0], 8) else ""
    if code == (1, 1, 1, 1):
        return "9"
    least, radix = {2: (360, 6), 3: (396, 4), 4: (460, 2)}[len(code)]
    value = _packed_list(code, radix)
    return "" if value is None else digits(least + value, 36, 2)


TAPA = Codec(
    "tapa", *with_runs(_read_tapa, _write_tapa, "g", 20), accepts=_accepts(_write_tapa), says="lists of one to four numbers"
)


def _read_tapaloop(scanner: Scanner, sign: str) -> Code:
    if sign == ".":
        return (UNKNOWN,)
    value = digit_value(sign)
    if value < 9:
        return (value,)
    if sign in "+-":
        number = scanner.number(2, 36, "two digits")
        return _unpack(number - 36 * (sign == "+"), *((7, 3) if sign == "+" else (6, 4)))
    if 10 <= value < 16:
        return _unpack(36 * value + scanner.number(1, 36, "a digit") - 360, 8, 2)
    raise _unexpected_sign(scanner, sign)


def _write_tapaloop(code: Code) -> str:
    if not isinstance(code, tuple) or not 1 <= len(code) <= 4:
        return ""
    if len(code) == 1:
        return "." if code[0] == UNKNOWN else digits(int(str(code[0])), 10) if is_number(code[0], 8) else ""
    prefix, least, radix = {2: ("", 360, 8), 3: ("+", 36, 7), 4: ("-", 0, 6)}[len(code)]
    value = _packed_list(code, radix)
    return "" if value is None else prefix + digits(least + value, 36, 2)


TAPALOOP = Codec(
    "tapaloop",
    *with_runs(_read_tapaloop, _write_tapaloop, "g", 20),
    accepts=_accepts(_write_tapaloop),
    says="lists of one to four numbers, with larger ones",
)


# one sign for each place


def _read_hitori(scanner: Scanner, count: int) -> list[Code]:
    codes: list[Code] = []
    while len(codes) < count and not scanner.is_done:
        sign = scanner.take("a number")
        if sign == "-":
            codes.append(scanner.number(2, 36, "a number"))
        else:
            codes.append(UNKNOWN if sign in "%@" else digit_value(sign) if digit_value(sign) < 36 else None)
    return fill(scanner, codes, count)


def _write_hitori(codes: Codes) -> str:
    text = ""
    for at, code in enumerate(codes):
        if code is None:
            text += "."
        elif code == UNKNOWN:
            text += "%"
        elif isinstance(code, int) and 0 <= code < 36**2:
            text += digits(code, 36) if code < 36 else "-" + digits(code, 36, 2)
        else:
            raise Unwritable(at)
    return text


HITORI = Codec(
    "hitori",
    _read_hitori,
    _write_hitori,
    lambda code: code == UNKNOWN or is_number(code, 36**2 - 1),
    says="a number up to 1295 in each place, `?`",
)


def _read_box(scanner: Scanner, count: int) -> list[Code]:
    codes: list[Code] = []
    while len(codes) < count and not scanner.is_done:
        if scanner.sign == "-":
            scanner.take("`-`")
            codes.append(scanner.number(2, 32, "a number"))
        else:
            codes.append(scanner.number(1, 32, "a number"))
    return fill(scanner, codes, count)


def _write_box(codes: Codes) -> str:
    text = ""
    for at, code in enumerate(0 if code is None else code for code in codes):
        if not isinstance(code, int) or not 0 <= code < 32**2:
            raise Unwritable(at)
        text += digits(code, 32) if code < 32 else "-" + digits(code, 32, 2)
    return text


BOX = Codec(
    "box",
    _read_box,
    _write_box,
    lambda code: is_number(code, 32**2 - 1),
    has_blank=False,
    says="a number up to 1023 in each place",
)


# small alphabets of single genres: `signs` for codes, and runs of blanks


def _alphabet(
    name: str,
    signs: dict[str, Code],
    first: str,
    most: int,
    wide: Callable[[Scanner, str], Code] | None = None,
    *,
    says: str,
) -> Codec:
    """Return a codec with one sign for each code. `wide` reads what no sign is for."""
    codes = {code: sign for sign, code in signs.items()}

    def read_one(scanner: Scanner, sign: str) -> Code:
        if sign in signs:
            return signs[sign]
        if wide:
            return wide(scanner, sign)
        raise _unexpected_sign(scanner, sign)

    def write_one(code: Code) -> str:
        return codes.get(code) or (write_16(code) if wide and isinstance(code, int) else "")

    return Codec(name, *with_runs(read_one, write_one, first, most), accepts=_accepts(write_one), says=says)


REGION = _alphabet(
    "holes10",
    {**{str(k): k for k in range(7)}, "7": "*", ".": UNKNOWN},
    "a",
    26,
    says="numbers up to 6, `?`, and `'*'` for a hole",
)
TATAMIBARI = _alphabet("tatamibari", {"1": 1, "2": 2, "3": 3, ".": UNKNOWN}, "g", 20, says="the codes 1, 2 and 3, `?`")
TOICHIKA = _alphabet("four_signs", {"1": 1, "2": 2, "3": 3, "4": 4, ".": UNKNOWN}, "5", 31, says="the codes 1 to 4, `?`")
SASHIGANE = _alphabet(
    "sashigane",
    {"g": "up", "h": "down", "i": "left", "j": "right", ".": UNKNOWN},
    "k",
    16,
    read_16,
    says="numbers of any size, `?`, and directions",
)
MINARISM = _alphabet(
    "minarism",
    {"g": "a", "h": "b", ".": UNKNOWN},
    "i",
    18,
    read_16,
    says="numbers of any size, `?`, and the codes `a` (up or left) and `b`",
)
LOOPSP = _alphabet(
    "pieces16",
    {**dict(zip("ghijklm", "abcdefg", strict=True)), ".": UNKNOWN},
    "n",
    13,
    read_16,
    says="numbers of any size, `?`, and the pieces `a` to `g` of a loop",
)
SLALOM = _alphabet("three_signs", {"1": 1, "2": 2, "3": 3}, "4", 32, says="the codes 1, 2 and 3")
SHUGAKU = _alphabet("five_signs", {**{str(k): k for k in range(5)}, "5": UNKNOWN}, "6", 30, says="numbers up to 4, `?`")


def _read_makaro(scanner: Scanner, sign: str) -> Code:
    value = digit_value(sign)
    if value < 10:
        return value + 1
    if sign == "-":
        return scanner.number(2, 10, "a number") + 1
    if value < 15:
        return ("#", "t", "b", "l", "r")[value - 10]
    raise _unexpected_sign(scanner, sign)


def _write_makaro(code: Code) -> str:
    if isinstance(code, str) and code in "#tblr":
        return "abcde"["#tblr".index(code)]
    if not isinstance(code, int) or not 1 <= code < 100:
        return ""
    return digits(code - 1, 10) if code < 11 else f"-{code - 1}"


MAKARO = Codec(
    "makaro",
    *with_runs(_read_makaro, _write_makaro, "g", 20),
    accepts=_accepts(_write_makaro),
    says="numbers up to 99, and black cells: `'#'`, or `t`, `b`, `l`, `r` with an arrow",
)


# black cells with sums: a digit is 0 to 9, `a` to `j` 10 to 19, `A` to `Z` 20 to 45


def _sum_value(sign: str) -> int:
    return ord(sign) - ord("A") + 20 if sign.isascii() and sign.isupper() else digit_value(sign) if digit_value(sign) < 20 else -1


def sum_sign(code: Code) -> str:
    """Return the sign of a number up to 45; empty if it has none."""
    if not is_number(code, 45):
        return ""
    assert isinstance(code, int)
    return digits(code, 36) if code < 20 else chr(code - 20 + ord("A"))


def _read_kakuru(scanner: Scanner, count: int) -> list[Code]:
    codes: list[Code] = []
    while len(codes) < count and not scanner.is_done:
        sign = scanner.take("a number")
        value = digit_value(sign)
        if 20 <= value < 36:
            codes += [None] * (value - 18)
        elif sign in ".+_":
            codes.append({".": None, "+": "b", "_": UNKNOWN}[sign])
        elif _sum_value(sign) >= 0:
            codes.append(_sum_value(sign))
        else:
            raise _unexpected_sign(scanner, sign)
    return fill(scanner, codes, count)


def _write_kakuru(codes: Codes) -> str:
    text, run = "", 0

    def blanks(run: int) -> str:
        return "." if run == 1 else digits(run + 18, 36) if run else ""

    for at, code in enumerate(codes):
        if code is None:
            run += 1
            if run == 17:
                text, run = text + blanks(run), 0
            continue
        sign = {"b": "+", UNKNOWN: "_"}.get(str(code), "") or sum_sign(code)
        if not sign:
            raise Unwritable(at)
        text, run = text + blanks(run) + sign, 0
    return text + blanks(run)


KAKURU = Codec(
    "kakuru",
    _read_kakuru,
    _write_kakuru,
    lambda code: code in ("b", UNKNOWN) or bool(sum_sign(code)),
    says="numbers up to 45, `?`, and `b` for a black cell",
)


# numbers without runs, outside the board


def _read_plain16(scanner: Scanner, count: int) -> list[Code]:
    codes: list[Code] = []
    while len(codes) < count and not scanner.is_done:
        sign = scanner.take("a number")
        if sign == ".":
            codes.append(None)
        elif sign == "-" or digit_value(sign) < 16:
            codes.append(read_16(scanner, sign))
        else:
            raise _unexpected_sign(scanner, sign)
    return fill(scanner, codes, count)


def _write_plain16(codes: Codes) -> str:
    for at, code in enumerate(codes):
        if code is not None and not is_number(code, 255):
            raise Unwritable(at)
    return "".join("." if code is None else write_16(code) for code in codes)


PLAIN16 = Codec(
    "plain16", _read_plain16, _write_plain16, lambda code: is_number(code, 255), says="numbers up to 255 without runs of blanks"
)


def _read_sums(scanner: Scanner, count: int) -> list[Code]:
    codes: list[Code] = []
    while len(codes) < count and not scanner.is_done:
        codes.append(_one_sum(scanner, scanner.take("a number")))
    return fill(scanner, codes, count)


def _one_sum(scanner: Scanner, sign: str) -> Code:
    if sign == "-":
        return None
    if _sum_value(sign) < 0:
        raise _unexpected_sign(scanner, sign)
    return _sum_value(sign) or None


def _write_sums(codes: Codes) -> str:
    signs = ["0" if code is None else sum_sign(code) for code in codes]
    if "" in signs:
        raise Unwritable(signs.index(""))
    return "".join(signs)


SUMS = Codec(
    "sums",
    _read_sums,
    _write_sums,
    lambda code: bool(sum_sign(code)) and code != 0,
    says="numbers up to 45, one sign for each place",
)


def _read_kakuro(scanner: Scanner, sign: str) -> Code:
    if sign == ".":
        return (None, None)
    return (_one_sum(scanner, sign), _one_sum(scanner, scanner.take("a number")))


def _write_kakuro(code: Code) -> str:
    if not (isinstance(code, tuple) and len(code) == 2):
        return ""
    if code == (None, None):
        return "."
    signs = ["0" if part is None else sum_sign(part) if part else "" for part in code]  # 0 is no clue
    return "".join(signs) if all(signs) else ""


KAKURO = Codec(
    "kakuro",
    *with_runs(_read_kakuro, _write_kakuro, "k", 16),
    accepts=_accepts(_write_kakuro),
    is_tuple=True,
    says="black cells with a number for the cells below and one for those to the right, up to 45",
)


def _read_triplace(scanner: Scanner, sign: str) -> Code:
    """Read the numbers of a black cell: below it, and right of it."""
    if sign == "_":
        return (None, None)
    if sign in "$@%":
        value = scanner.number(1, 36, "a number")
        return (None, value) if sign == "$" else (value, None)
    if sign in "=-+":
        first = scanner.number(2 if sign in "=+" else 1, 16, "a number")
        return (first, scanner.number(2 if sign in "=-" else 1, 16, "a number"))
    if digit_value(sign) < 16:
        return (digit_value(sign), scanner.number(1, 16, "a number"))
    raise _unexpected_sign(scanner, sign)


def _write_triplace(code: Code) -> str:
    if not (isinstance(code, tuple) and len(code) == 2):
        return ""
    below, across = code
    if code == (None, None):
        return "_"
    if below is None or across is None:
        only = below if across is None else across
        return ("$" if below is None else "@") + digits(int(str(only)), 36) if is_number(only, 34) else ""
    if not (is_number(below, 255) and is_number(across, 255)):
        return ""
    assert isinstance(below, int) and isinstance(across, int)
    wide = (below > 15, across > 15)
    prefix = {(False, False): "", (True, True): "=", (False, True): "-", (True, False): "+"}[wide]
    return prefix + digits(below, 16, 1 + wide[0]) + digits(across, 16, 1 + wide[1])


TRIPLACE = Codec(
    "triplace",
    *with_runs(_read_triplace, _write_triplace, "g", 20),
    accepts=_accepts(_write_triplace),
    is_tuple=True,
    says="black cells with a number for the cells below and one for those to the right, up to 255",
)


# pieces of a loop, and circles


def _read_pipes(scanner: Scanner, count: int) -> list[Code]:
    """Read pieces: a letter up to `g` is a piece, a later one a run of blanks, and a digit one circle more than it says."""
    codes: list[Code] = []
    while len(codes) < count and not scanner.is_done:
        sign = scanner.take("a piece")
        value = digit_value(sign)
        if sign == ".":
            codes.append(UNKNOWN)
        elif value < 10:
            codes += ["o"] * (value + 1)
        elif value < 17:
            codes.append(sign)
        elif value < 36:
            codes += [None] * (value - 16)
        else:
            raise _unexpected_sign(scanner, sign)
    return fill(scanner, codes, count)


def _write_pipes(codes: Codes) -> str:
    text, at = "", 0
    while at < len(codes):
        code = codes[at]
        most = 19 if code is None else 10 if code == "o" else 1
        end = at + 1
        while end < min(len(codes), at + most) and codes[end] == code:
            end += 1
        run = end - at
        if not (code is None or _is_pipe(code)):
            raise Unwritable(at)
        text += digits(16 + run, 36) if code is None else digits(run - 1, 10) if code == "o" else str(code).replace(UNKNOWN, ".")
        at = end
    return text


def _is_pipe(code: Code) -> bool:
    return code in (*"abcdefgo", UNKNOWN)


PIPES = Codec(
    "pipes",
    _read_pipes,
    _write_pipes,
    _is_pipe,
    says="the pieces `a` to `g` of a loop, `o` for a circle, `?`; runs of blanks and of circles",
)


# triangles with numbers, and crosses


def _read_triangle(scanner: Scanner, sign: str) -> Code:
    """Read a triangle and its number, which is 0 if it has none."""
    value = digit_value(sign)
    if sign == "5":
        return (None, None, "+")
    if not 1 <= value <= 9:
        raise _unexpected_sign(scanner, sign)
    return (value % 5, scanner.number(1 if value < 5 else 2, 16, "a number") or None, None)


def _write_triangle(code: Code) -> str:
    if code == (None, None, "+"):
        return "5"
    if not (isinstance(code, tuple) and len(code) == 3 and is_number(code[0], 4) and code[2] is None):
        return ""
    corner, number = int(str(code[0])), code[1]
    if number is None or is_number(number, 15):
        return digits(corner, 10) + digits(int(str(number or 0)), 16)
    return digits(corner + 5, 10) + digits(int(str(number)), 16, 2) if is_number(number, 255) else ""


TRIANGLES = Codec(
    "triangles",
    *with_runs(_read_triangle, _write_triangle, "a", 26),
    accepts=_accepts(_write_triangle),
    is_tuple=True,
    says="the codes 1 to 4 with a number up to 255, and `'+'` for a cross",
)


# circles with numbers, and numbers without circles


def _read_yosenabe(scanner: Scanner, sign: str) -> Code:
    if sign == "h":
        return (None, UNKNOWN)
    if sign in "gi":
        return (None, scanner.number(1 if sign == "i" else 2, 16, "a number"))
    if sign in "+=%@*$":
        raise _unexpected_sign(scanner, sign)
    return (read_16(scanner, sign), None)


def _write_yosenabe(code: Code) -> str:
    if not (isinstance(code, tuple) and len(code) == 2) or None not in code:
        return ""
    piece, pot = code
    if pot is None:
        return write_16(piece) if piece == UNKNOWN or is_number(piece, 255) else ""
    if not is_number(pot, 255):
        return "h" if pot == UNKNOWN else ""
    assert isinstance(pot, int)
    return "i" + digits(pot, 16) if pot < 16 else "g" + digits(pot, 16, 2)


YOSENABE = Codec(
    "circles16",
    *with_runs(_read_yosenabe, _write_yosenabe, "j", 17),
    accepts=_accepts(_write_yosenabe),
    is_tuple=True,
    says="circles with a number up to 255 or `?`, and such numbers without a circle",
)


def _read_herugolf(scanner: Scanner, sign: str) -> Code:
    if sign == "h":
        return "H"
    if sign in ".+=%@*$":
        raise _unexpected_sign(scanner, sign)
    return read_16(scanner, sign)


def _write_herugolf(code: Code) -> str:
    return "h" if code == "H" else write_16(code) if is_number(code, 255) else ""


HERUGOLF = Codec(
    "holes16",
    *with_runs(_read_herugolf, _write_herugolf, "i", 18),
    accepts=_accepts(_write_herugolf),
    says="numbers up to 255, and `H`; runs of blanks",
)


# letters: `A` to `Z` are 1 to 26, `0` to `9` 27 to 36, and `-` stands before the digit of a larger one


def _read_kaero(scanner: Scanner, sign: str) -> Code:
    if sign == ".":
        return UNKNOWN
    if sign == "-":
        return digit_value(scanner.take("a letter").lower()) + 37
    if sign.isascii() and sign.isupper():
        return ord(sign) - ord("A") + 1
    if digit_value(sign) < 10:
        return digit_value(sign) + 27
    raise _unexpected_sign(scanner, sign)


def _write_kaero(code: Code) -> str:
    if not is_number(code, 72) or not code:
        return "." if code == UNKNOWN else ""
    assert isinstance(code, int)
    return chr(code - 1 + ord("A")) if code < 27 else digits(code - 27, 10) if code < 37 else "-" + digits(code - 37, 36).upper()


KAERO = Codec(
    "letters",
    *with_runs(_read_kaero, _write_kaero, "a", 26),
    accepts=_accepts(_write_kaero),
    says="letters as numbers up to 72, `?`; runs of blanks",
)


# lights: first the letters with runs of places without one, then the number of each


def _read_letter(scanner: Scanner, sign: str) -> Code:
    if sign.isascii() and sign.isupper():
        return sign
    raise _unexpected_sign(scanner, sign)


_read_letters, _write_letters = with_runs(_read_letter, str, "a", 26)


def _read_lights(scanner: Scanner, count: int) -> list[Code]:
    codes: list[Code] = []
    for letter in _read_letters(scanner, count):
        codes.append(None if letter is None else (letter, read_16(scanner, scanner.take("a number"))))
    return codes


def _write_lights(codes: Codes) -> str:
    for at, code in enumerate(codes):
        if code is not None and not _is_light(code):
            raise Unwritable(at)
    lights = [code for code in codes if isinstance(code, tuple)]
    letters = [code[0] if isinstance(code, tuple) else None for code in codes]
    return _write_letters(letters) + "".join(write_16(number) for _, number in lights)


def _is_light(code: Code) -> bool:
    if not (isinstance(code, tuple) and len(code) == 2 and isinstance(code[0], str)):
        return False
    return len(code[0]) == 1 and code[0].isascii() and code[0].isupper() and is_number(code[1], 255)


LIGHTS = Codec("lights", _read_lights, _write_lights, _is_light, says="letters, each with a number up to 255")


# numbers and black cells


def _read_black16(scanner: Scanner, sign: str) -> Code:
    if sign in "=%@*$":
        raise _unexpected_sign(scanner, sign)
    return "#" if sign == "+" else read_16(scanner, sign)


def _write_black16(code: Code) -> str:
    return "+" if code == "#" else write_16(code) if code == UNKNOWN or is_number(code, 255) else ""


BLACK16 = Codec(
    "black16",
    *with_runs(_read_black16, _write_black16, "g", 20),
    accepts=_accepts(_write_black16),
    says="numbers up to 255, `?`, and `'#'` for a black cell; runs of blanks",
)


# numbers, and black cells with numbers up to 4

BLACK_BARS = {"e": "o", "a": "p", "b": "q", "c": "r", "d": "s", "f": "x"}


def _read_bars(scanner: Scanner, count: int) -> list[Code]:
    codes: list[Code] = []
    while len(codes) < count and not scanner.is_done:
        sign = scanner.take("a clue")
        if sign == "n":
            codes.append(None)
        elif sign == "i":
            codes += [None] * scanner.number(1, 16, "the length of a run")
        elif sign == "-":
            codes.append(scanner.number(2, 16, "a number"))
        elif digit_value(sign) < 16:
            codes.append(digit_value(sign))
        else:
            black = next((code for code, bars in BLACK_BARS.items() if bars == sign), None)
            if black is None:
                raise _unexpected_sign(scanner, sign)
            codes.append(black)
    return fill(scanner, codes, count)


def _write_bars(codes: Codes) -> str:
    text, at = "", 0
    while at < len(codes):
        end = at
        while end < min(len(codes), at + 15) and codes[end] is None:
            end += 1
        if run := end - at:
            text += "n" if run == 1 else f"i{digits(run, 16)}"
        elif codes[at] in BLACK_BARS:
            text += BLACK_BARS[str(codes[at])]
        elif is_number(codes[at], 255):
            text += write_16(codes[at])
        else:
            raise Unwritable(at)
        at = max(end, at + 1)
    return text


BARS = Codec(
    "bars",
    _read_bars,
    _write_bars,
    lambda code: code in BLACK_BARS or is_number(code, 255),
    says="numbers up to 255, and black cells: `e` for 0, `a` to `d` for 1 to 4, `f` for one without a number",
)
