"""Colours and short signs. What a colour says, a number, a letter or a form says too.

The colours of players are those of Okabe and Ito, which people with any colour vision can tell apart; grounds have
soft ones, on which dark text can be read. Everything is drawn on a sheet of its own, so that the page behind does not
matter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

SEATS = ("#0072B2", "#D55E00", "#009E73", "#E69F00", "#56B4E9", "#CC79A7", "#F0E442", "#5A5A5A")
SOFT = ("#DCEBD0", "#F6E3C5", "#D3E4F3", "#F3D9E4", "#FBF3C0", "#E3DCF1", "#D8EEEA", "#E8E4DE")
SHEET, PANEL, LINE, INK, FAINT = "#FFFFFF", "#F6F5F1", "#8A8A86", "#1C1C1A", "#62625E"
NEUTRAL, BACK = "#3C3C44", "#4B5D78"


def seat_colour(seat: int) -> str:
    """The colour of a player. With more players than colours they come again, and the numbers differ."""
    return SEATS[seat % len(SEATS)]


def text_on(colour: str) -> str:
    """Black or white, whichever is read better on a colour."""
    red, green, blue = (int(colour[at:at + 2], 16) for at in (1, 3, 5))
    return "#FFFFFF" if 299 * red + 587 * green + 114 * blue < 140_000 else INK


def abbreviations(names: Iterable[str]) -> dict[str, str]:
    """A short sign for every name, no two alike whatever their case: initials where they will do."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        sign = next(sign for sign in _candidates(name) if sign.lower() not in taken)
        taken.add(sign.lower())
        found[name] = sign
    return found


def _candidates(name: str) -> Iterator[str]:
    words = re.findall(r"\w+", name) or ["?"]
    initials = "".join(word if word.isdigit() else word[0].upper() for word in words)
    yield initials[:4]
    first, rest = words[0], "".join(word[0].upper() for word in words[1:])
    for length in range(2, len(first) + 1):
        yield (first[:length].capitalize() + rest)[:5]
    number = 2
    while True:
        yield f"{initials[:3]}{number}"
        number += 1
