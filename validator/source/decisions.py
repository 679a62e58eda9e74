"""Whether what the text leaves open is decided: open passages, incomplete rulings, revisions that differ."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludex.dsl import syntax
from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.validator.source.book import OPEN, Book, Entry
from ludex.validator.source.cited import Cited
from ludex.validator.source.revisions import Change, changes

_TEXT = "--- source.md\n**home** (open: at any time?) A player goes home.\n"
_GO_HOME = "actions:\n  go home: {source: home, do: end the game}\n"
_RULING = (
    "rulings:\n  leaving:\n    question: May a player go home at any time?\n    source: home\n    readings:\n"
    "      always: {means: He may go home whenever he acts.}\n      late: {means: Only in the last round.}\n"
    "    choice: always\n    because: No moment is named.\n"
)


class OpenAmbiguity(Diagnosis):
    """A passage is marked as open, and no ruling decides how to read it.

    `(open: question)` after the id of a passage says that it can be read in more than one way. Write a ruling that
    cites the passage, names the readings and chooses one.
    """

    code = "LX620"
    name = "open-ambiguity"
    severity = "warning"
    message = "`{id}` is marked as open, and no ruling is about it"
    bad = _GO_HOME + _TEXT
    good = _GO_HOME + _RULING + _TEXT


class RulingIncomplete(Diagnosis):
    """A ruling lacks what makes it one: another reading, or a reason.

    Whoever meets the question again wants to know what else the text could mean, and why it was not taken so. Two
    readings that say the same are one.
    """

    code = "LX622"
    name = "ruling-incomplete"
    severity = "info"
    message = "{problem}"
    bad = _GO_HOME + _RULING.replace("No moment is named.", "tbd") + _TEXT
    good = OpenAmbiguity.good


class EditionMix(Diagnosis):
    """A rule follows another revision of the text than the rest.

    `source.md` is the text in force. A rule that cites `REVISION/ID`, a passage of `source.REVISION.md`, takes a part
    of another game, unless a ruling that cites the same passage says why.
    """

    code = "LX623"
    name = "edition-mix"
    severity = "warning"
    message = "this rule follows `{id}`, a passage of another revision, and no ruling says why"
    bad = (
        _GO_HOME.replace("source: home", "source: [home, old/home]") + "--- source.md\n**home** A player goes home.\n"
        "--- source.old.md\n**home** A player goes home.\n"
    )
    good = bad.replace(", old/home", "")


class RevisionsDiffer(Diagnosis):
    """Two revisions of the text do not say the same, and no ruling says which of them holds.

    What is compared are sentences of rules: their numbers, words such as may, must, not, all, once, and what is said
    to be the largest or the most. Where only other words are used, the finding is a note. A ruling that cites the
    passage settles it.
    """

    code = "LX635"
    name = "revisions-differ"
    severity = "warning"
    message = "`{id}` says something else in the revision `{revision}`: {what}"
    bad = (
        _GO_HOME + "--- source.md\n**home** A player goes home.\n"
        "--- source.old.md\n**home** No player goes home.\n"
    )
    good = bad.replace("No player", "A player")


RULES: tuple[type[Diagnosis], ...] = (OpenAmbiguity, RulingIncomplete, EditionMix, RevisionsDiffer)

_NO_REASON = re.compile(r"\W*(?:tbd|todo|to do|none|no reason|unknown|because|see above|\?*)\W*", re.IGNORECASE)


def check(book: Book, parts: list[Cited]) -> Iterator[Finding]:
    """Open passages, rulings, and revisions."""
    rulings = [(part, part.section) for part in parts if isinstance(part.section, syntax.Ruling)]
    decided = {citation.text for part, _ in rulings for citation in part.sources}
    for entry in book.entries.values():
        if entry.mark == OPEN and entry.id not in decided:
            yield OpenAmbiguity.at(entry.name_span, id=entry.id, passage=entry.id, help=entry.about or None)
    for part, ruling in rulings:
        yield from _complete(part, ruling)
    for part in parts:
        for citation in part.sources:
            ruled = {citation.text, citation.text.partition("/")[2]} & decided
            if "/" in citation.text and not ruled and book.find(citation.text) is not None:
                yield EditionMix.at(citation.span, id=citation.text, passage=citation.text)
    for name, other in book.revisions.items():
        yield from _compare(book, name, other, decided)


def _complete(part: Cited, ruling: syntax.Ruling) -> Iterator[Finding]:
    if _NO_REASON.fullmatch(ruling.because.text):
        yield RulingIncomplete.at(ruling.because.span, problem="a reason is needed here")
    if len(ruling.readings) < 2:
        yield RulingIncomplete.at(part.at, problem=f"`{part.name}` has one reading, so there is nothing to decide")
    seen: dict[str, str] = {}
    for name, reading in ruling.readings.items():
        words = " ".join(re.findall(r"\w+", reading.means.text.lower()))
        if words in seen:
            yield RulingIncomplete.at(reading.means.span, problem=f"`{name.text}` says the same as `{seen[words]}`")
        seen.setdefault(words, name.text)


def _compare(book: Book, name: str, other: Book, decided: set[str]) -> Iterator[Finding]:
    for change in changes(other, book):
        if change.idle or {change.id, f"{name}/{change.id}"} & decided:
            continue
        old, new = other.entries.get(change.id), book.entries.get(change.id)
        if old is not None and new is not None:
            yield _differ(change, new, old, name)
        elif old is not None:
            yield RevisionsDiffer.at(old.name_span, id=change.id, revision=name,
                                     what="`source.md` has no such passage")
        elif new is not None:
            yield RevisionsDiffer.at(new.name_span, id=change.id, revision=name, what="it has no such passage")


def _differ(change: Change, new: Entry, old: Entry, name: str) -> Finding:
    known = {s.text.lower() for s in old.rules}
    at = next((s.at for s in new.rules if s.text.lower() not in known), new.name_span)
    labels = [Label(old.name_span, f"`{name}` has it here")]
    if not change.tells:
        return RevisionsDiffer.at(at, id=new.id, revision=name, what="its words are others", severity="info",
                                  evidence="candidate", labels=labels)
    there, here = (", ".join(f"`{word}`" for word in words[:4]) for words in (change.gone, change.come))
    what = f"{there} there, {here} here" if there and here else f"it has {there}" if there else f"it lacks {here}"
    return RevisionsDiffer.at(at, id=new.id, revision=name, what=what, labels=labels)
