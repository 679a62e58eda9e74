"""From what a person types to one of the options of a decision.

An option is named by its number in the list or by its words, of which a beginning is enough that no other
option shares; spaces do not matter, nor capitals where no two options differ by them alone. Where the options are
numbers themselves, a number means the option that reads so, and the list shows no numbers of its own.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import ludex

#: More options than this are listed only when asked for.
LISTED = 30


def normal(text: str) -> str:
    """Text as it is compared."""
    return " ".join(text.split()).casefold()


def are_numbers(options: Sequence[ludex.Option]) -> bool:
    """Whether some option reads as a number, so that a position in the list would be ambiguous."""
    return any(option.words.strip().isdecimal() for option in options)


def find(options: Sequence[ludex.Option], text: str) -> list[ludex.Option]:
    """The options that `text` may mean: one if it is clear, several if it is not, none if nothing fits."""
    wanted = normal(text)
    if not wanted:
        return []
    exact = [option for option in options if normal(option.words) == wanted]
    if exact:
        # Names may differ in capitals alone; then these matter.
        same = [option for option in exact if option.words == " ".join(text.split())]
        return same or exact
    if wanted.isdecimal() and not are_numbers(options):
        place = int(wanted)
        return [options[place - 1]] if 1 <= place <= len(options) else []
    return [option for option in options if normal(option.words).startswith(wanted)]


def containing(options: Sequence[ludex.Option], text: str) -> list[ludex.Option]:
    """The options in whose words `text` occurs."""
    return [option for option in options if normal(text) in normal(option.words)]


def near(options: Sequence[ludex.Option], text: str) -> str | None:
    """The words of the option that `text` may be a misspelling of."""
    by_words = {normal(option.words): option.words for option in options}
    found = difflib.get_close_matches(normal(text), by_words, n=1)
    return by_words[found[0]] if found else None


def listing(options: Sequence[ludex.Option], chosen: Sequence[ludex.Option]) -> list[str]:
    """Lines that list the chosen ones of the options, with the numbers they may be named by."""
    if are_numbers(options):
        return [f"  {option.words}" for option in chosen]
    edge = len(str(len(options)))
    numbers = {id(option): number for number, option in enumerate(options, 1)}
    return [f"  {numbers[id(option)]:>{edge}}  {option.words}" for option in chosen]
