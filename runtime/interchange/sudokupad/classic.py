"""Unpack the shortest links of SudokuPad: 81 cells, with runs of blanks as single signs."""

from __future__ import annotations

CELLS = 81
WITH_BLANKS = (
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"  # digit + 10 * blanks after it; digit 0 is a blank too
)
BLANKS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"  # 0, 1, 2, ... blanks
MORE = {"w": "windoku", "x": "diagonal"}  # letters behind the cells, with the libraries that they stand for


def digits_with_blanks(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return 81 digits, 0 for blanks, and the libraries behind them; None if the text is nothing of that kind.

    >>> digits_with_blanks("o" * 13 + "Kx") == ("0" * 81, ("diagonal",))
    True
    """
    cells = ""
    for at, sign in enumerate(text):
        if len(cells) >= CELLS:
            letters = text[at:]
            more = tuple(MORE[letter] for letter in letters if letter in MORE)
            return (cells, more) if len(cells) == CELLS and len(more) == len(letters) == len({*letters}) else None
        code = WITH_BLANKS.find(sign)
        if code < 0:
            return None
        cells += str(code % 10) + "0" * (code // 10)
    return (cells, ()) if len(cells) == CELLS else None


def digits_and_letters(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Return 81 digits, 0 for blanks; None if the text is nothing of that kind.

    >>> digits_and_letters("5zd") == ("5" + "0" * 80, ()), digits_and_letters("555")
    (True, None)
    """
    cells = ""
    for sign in text:
        if sign not in "0123456789" and sign not in BLANKS:
            return None
        cells += sign if sign.isdigit() else "0" * BLANKS.index(sign)
        if len(cells) > CELLS:
            return None
    return (cells, ()) if len(cells) == CELLS else None
