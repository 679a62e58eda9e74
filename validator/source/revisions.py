"""What two revisions of a text say otherwise, passage by passage.

Passages are compared by their ids and without their marks and remarks. A change may be of words only, or of words
that make a rule: numbers, may and must, all and only, and what a superlative is of (the largest herd is not the
largest number). Whether it is a change of the rule, a ruling has to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from ludex.ir.record import record
from ludex.validator.source.book import Book, Entry

#: Words that make another rule of a sentence; superlatives with what they are of.
_TELLING = re.compile(
    r"\b(?:(?:largest|smallest|highest|lowest|most|least|fewest)\b(?: \w+)?|(?:may|can|cannot|must|not|never|no|only|"
    r"all|any|each|every|once|twice|both|if|unless|until|instead|before|after|more|less|fewer|exactly|up to|first|last|"
    r"\d+|one|two|three|four|five|six|seven|eight|nine|ten)\b)"
)


@record
class Change:
    """A passage that two revisions do not have alike. `gone` and `come` are the telling words of only the older, or
    only the newer one; a passage that is no rule (`idle`) has none."""

    id: str
    kind: Literal["added", "left out", "changed"]
    idle: bool
    gone: tuple[str, ...] = ()
    come: tuple[str, ...] = ()

    @property
    def tells(self) -> bool:
        """Whether it may be another rule, and not only other words."""
        return not self.idle and (self.kind != "changed" or bool(self.gone or self.come))


def changes(old: Book, new: Book) -> Iterator[Change]:
    """What changed from one revision to the next: in the order of the older, and then what was added."""
    for id, entry in old.entries.items():
        other = new.entries.get(id)
        if other is None:
            yield Change(id, "left out", entry.idle)
        elif _words(entry) != _words(other):
            yield _changed(entry, other)
    for id, entry in new.entries.items():
        if id not in old.entries:
            yield Change(id, "added", entry.idle)


def _changed(old: Entry, new: Entry) -> Change:
    if old.idle or new.idle:
        return Change(new.id, "changed", True)
    there, here = (_TELLING.findall(_words(entry)) for entry in (old, new))
    gone = tuple(word for word in dict.fromkeys(there) if there.count(word) > here.count(word))
    come = tuple(word for word in dict.fromkeys(here) if here.count(word) > there.count(word))
    return Change(new.id, "changed", False, gone, come)


def _words(entry: Entry) -> str:
    """The words of a passage; of one that is a rule, those of its rules."""
    texts = entry.sentences if entry.idle else entry.rules
    return " ".join(re.findall(r"\w+", " ".join(sentence.text for sentence in texts).lower()))
