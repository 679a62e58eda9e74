"""Whether rules and passages find each other: rules that cite nothing, passages that nobody cites, ids that are given
twice, and places in the text that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ludex.dsl import syntax
from ludex.dsl.diagnostics import Diagnosis, Finding, Label
from ludex.dsl.names import nearest
from ludex.dsl.source import Span
from ludex.validator.source.book import AMENDS, Book, Entry
from ludex.validator.source.cited import Cited
from ludex.validator.source.parts import Parts
from ludex.validator.structure import UnknownPassage

_GO_HOME = "actions:\n  go home: {source: home, do: end the game}\n"
_HOME = "--- source.md\n**home** A player goes home.\n"


class RuleWithoutSource(Diagnosis):
    """A rule cites no passage of the rulebook.

    Components, steps of the set-up, phases, actions, triggers, ends and the scoring say under `source:` which passage
    they come from, so that a rule of the house cannot creep in unseen. Values, procedures, zones and variables are
    tools of the rules that use them, and may go without. What a module overrides or forbids cites a passage where the
    module has a text of its own. If the rulebook is silent, restate in `source.md` what the
    table plays.
    """

    code = "LX601"
    name = "rule-without-source"
    severity = "warning"
    message = "the {kind}{name} cites no passage"
    bad = "actions:\n  go home: {do: end the game}\n--- source.md\n**home** (flavour) Home is far away.\n"
    good = _GO_HOME + _HOME


class UncoveredSentence(Diagnosis):
    """The rulebook says something, and no rule cites it.

    Either a rule is missing, or the rule that follows it does not say so, or the passage is none: then mark it with
    `(flavour)`, `(strategy)`, `(example)`, `(interface)` or `(credit)` after its id. A sentence in parentheses counts
    as a remark. A ruling alone does not follow a passage: it tells how to read it.
    """

    code = "LX606"
    name = "uncovered-sentence"
    severity = "warning"
    message = "no rule {what}"
    bad = _GO_HOME + _HOME + "\n**shout** Whoever goes home must shout.\n"
    good = _GO_HOME + _HOME + "\n**shout** (flavour) Whoever goes home is missed.\n"


class PassageTwice(Diagnosis):
    """Two passages have one id.

    A rule that cites it could mean either. Give one of them another id.
    """

    code = "LX626"
    name = "passage-twice"
    severity = "error"
    message = "there is another passage `{id}` on line {line}"
    bad = _GO_HOME + _HOME + "\n**home** Home is where the hearth is.\n"
    good = _GO_HOME + _HOME + "\n**hearth** (flavour) Home is where the hearth is.\n"


class DeadReference(Diagnosis):
    """The text points to a place that is not there.

    It names a passage, a section or a heading that `source.md` does not have: a misspelt id, or a part of the
    original that was left out.
    """

    code = "LX624"
    name = "dead-cross-reference"
    severity = "info"
    evidence = "candidate"
    message = "the text points to {place}, and there is no such {what}"
    bad = _GO_HOME + "--- source.md\n**home** A player goes home, as told in home.2.\n"
    good = _GO_HOME + "--- source.md\n**home** A player goes home, as told in start.\n"


class Superseded(Diagnosis):
    """A rule cites a passage that another one amends, and does not cite that one.

    A passage that begins with `(amends: ID)` changes what passage ID says. A rule that follows the old words has to
    follow the new ones as well; cite both.
    """

    code = "LX605"
    name = "superseded"
    severity = "warning"
    message = "`{id}` is amended by `{by}`, which is not cited"
    bad = _GO_HOME + _HOME + "\n**errata** (amends: home) A player goes home early.\n"
    good = bad.replace("source: home", "source: [home, errata]")


RULES: tuple[type[Diagnosis], ...] = (RuleWithoutSource, Superseded, UncoveredSentence, DeadReference, PassageTwice)

#: What a sentence outside of passages must hold to be taken for a rule.
_BINDING = re.compile(
    r"\b(must|may not|cannot|can not|shall|is allowed to|are allowed to|each player|every player|you may)\b")
_ID = re.compile(r"(?<![\w.@/`-])([a-z][a-z_0-9]*(?:\.[a-z_0-9]+)*\.\d+)(?![\w-])")
_SECTION = re.compile(
    r"\b[Ss]ee (?:also )?(?:the )?(?:section|chapter|heading) (?:called |on )?[\"“`*]?([A-Z][^\"”`*.,;:)(]*)")
_LINK = re.compile(r"\[[^\]]*\]\(#([^)\s]*)\)")


def check(book: Book, parts: list[Cited]) -> Iterator[Finding]:
    """Citations in both directions."""
    yield from _ids(book)
    followed = set()
    for part in parts:
        # A house rule without a text of its own has none to cite.
        own = Path(part.at.source.path).parent == Path(book.source.path).parent
        if part.kind and not part.sources and (own or not isinstance(part.section, syntax.Norm | syntax.Override)):
            yield RuleWithoutSource.at(part.at, kind=part.kind, name=f" `{part.name}`" if part.name else "")
        if not isinstance(part.section, syntax.Ruling):
            followed |= {citation.text for citation in part.sources}
        for citation in part.sources:
            if "/" in citation.text and book.find(citation.text) is None:
                yield UnknownPassage.at(citation.span, id=citation.text, help=nearest(citation.text, book.ids))
    yield from _amended(book, parts)
    for entry in book.entries.values():
        amending = entry.mark == AMENDS and entry.about in followed  # the rules that follow the old words are told
        if entry.id not in followed and not amending and not entry.idle and entry.rules:
            yield UncoveredSentence.at(entry.rules[0].at, what=f"cites the passage `{entry.id}`", passage=entry.id,
                                       labels=[Label(entry.name_span, "this is its id")])
    for sentence in book.loose:
        if not sentence.remark and _BINDING.search(sentence.text):
            yield UncoveredSentence.at(sentence.at, what="can cite this sentence, which belongs to no passage",
                                       help="give it an id, such as `**turn.1**`", severity="info",
                                       evidence="candidate")
    yield from _references(book)


def idle(book: Book, parts: Parts, used: set[str]) -> Iterator[Finding]:
    """Passages that only rules cite which play never comes to, though something names them: in another reading, say.

    `used` are the names that something uses. What nothing uses at all is told by its own name, and not here.
    """
    live = parts.live()
    for entry in book.entries.values():
        rules = [part for part in parts.serving(entry.id) if part.kind != "tool"]
        named = all(part.name.partition("/")[0] in used for part in rules if part.kind in ("helper", "action"))
        if rules and named and not entry.idle and not any(part.key in live for part in rules):
            yield UncoveredSentence.at(
                entry.rules[0].at if entry.rules else entry.name_span, passage=entry.id,
                what=f"that is ever played cites the passage `{entry.id}`",
                help="look at the conditions on the way to it",
                labels=[Label(rules[0].at, "nothing in play leads to this rule")])


def _ids(book: Book) -> Iterator[Finding]:
    for passage in book.repeated:
        first = book.entries[passage.id]
        span = Span(book.source, passage.at.start, passage.at.start + len(passage.id) + 4)
        yield PassageTwice.at(span, id=passage.id, line=first.passage.at.line,
                              labels=[Label(first.name_span, "first given here")])


def _amended(book: Book, parts: list[Cited]) -> Iterator[Finding]:
    for entry in book.entries.values():
        if entry.mark != AMENDS:
            continue
        if entry.about not in book.entries:
            yield DeadReference.at(entry.name_span, place=f"`{entry.about}`", what="passage",
                                   help=nearest(entry.about, book.entries))
        for part in parts:
            ids = [citation.text for citation in part.sources]
            if part.kind and entry.about in ids and entry.id not in ids:
                at = part.sources[ids.index(entry.about)].span
                yield Superseded.at(at, id=entry.about, by=entry.id, passage=entry.id,
                                    labels=[Label(entry.name_span, "it is amended here")])


def _references(book: Book) -> Iterator[Finding]:
    text = book.source.text
    anchors = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in book.headings}
    headings = {heading.lower() for heading in book.headings}
    families = {id.split(".")[0] for id in book.entries}
    for entry in book.entries.values():
        for sentence in _words(entry):
            for match in _ID.finditer(text, sentence.start, sentence.end):
                if match.group(1).split(".")[0] in families and match.group(1) not in book.entries:
                    yield DeadReference.at(Span(book.source, match.start(1), match.end(1)), what="passage",
                                           place=f"`{match.group(1)}`", help=nearest(match.group(1), book.entries),
                                           passage=entry.id)
            for match in _SECTION.finditer(text, sentence.start, sentence.end):
                if " ".join(match.group(1).lower().split()) not in headings:
                    yield DeadReference.at(Span(book.source, match.start(1), match.end(1)), what="heading",
                                           place=f"`{match.group(1)}`", passage=entry.id)
            for match in _LINK.finditer(text, sentence.start, sentence.end):
                if match.group(1) not in anchors:
                    yield DeadReference.at(Span(book.source, match.start(1), match.end(1)), what="heading",
                                           place=f"`#{match.group(1)}`", passage=entry.id)


def _words(entry: Entry) -> Iterator[Span]:
    return (sentence.at for sentence in entry.sentences)
