"""One name for two things, and pieces that the list of components does not know."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from ludex.dsl.diagnostics import Diagnosis, Label
from ludex.dsl.source import Span
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Section, Sentence
from ludex.validator.text.purposes import heading_kind
from ludex.validator.text.tokens import Phrase, singular
from ludex.validator.wording.base import MANY, Seen, Wording, span_of


class OverloadedWord(Wording):
    """One word for several things of the game.

    A *turn* that is a player's, and a turn that is the whole table's; a *reserve* of one's own and one that all
    share; a *Power* that is a phase and a number. Give each a name of its own.
    """

    code = "LX717"
    name = "overloaded-word"
    message = "{what} is used for more than one thing"
    bad = "The game lasts ten turns, counted on the turn track. On your turn, move one ship."
    good = "The game lasts ten rounds, counted on the round track. On your turn, move one ship."
    _OWN = r"\b(?:your|his|her|their|its|own|player's|players')\s+(?:own )?"
    _KINDS: tuple[tuple[str, frozenset[str]], ...] = (
        ("a part of the turn", w.words("phase step turn round")),
        ("a thing", w.words("card tile token counter marker piece deck")),
        ("a number", w.words("value number point total score level cost strength")),
        ("a person", w.words("player winner leader")),
        ("a place", w.words("space zone area region track")),
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        yield from cls._turns(page)
        yield from cls._owned(page)
        yield from cls._compounds(page)
        yield from cls._actions(page)

    @classmethod
    def _turns(cls, page: Page) -> Iterator[Seen]:
        whole = [
            (s, m)
            for s in page.rules
            for m in [
                re.search(
                    r"\bturns? (?:marker|track|counter)\b|\b(?:four|five|six|seven|eight|ten|\d+) turns\b"
                    r"|\beach turn\b[^.]*\ball players\b",
                    s.low,
                )
            ]
            if m
        ]
        own = [
            (s, m)
            for s in page.rules
            for m in [
                re.search(
                    r"\b(?:your|his|her|their|player's|player) (?P<at>turn)\b|\bturn order\b|\btakes? (?:a|his"
                    r"|their) turn\b",
                    s.low,
                )
            ]
            if m
        ]
        if whole and own:
            s, m = whole[0]
            o, n = own[0]
            yield cls.seen(
                s.part(m.start(), m.end()),
                MANY,
                ["turn: one player's", "turn: the whole table's, in which each player acts"],
                about="turn",
                labels=[Label(o.part(n.start(), n.end()), "here it is a player's")],
            )

    @classmethod
    def _owned(cls, page: Page) -> Iterator[Seen]:
        for noun in sorted(w.words("reserve supply stock pool bank pile deck discard area holdings")):
            own = [(s, m) for s in page.rules for m in [re.search(cls._OWN + rf"(?P<at>{noun})\b", s.low)] if m]
            common = [
                (s, m)
                for s in page.rules
                for m in [re.search(rf"\b(?:from|in|into|to) the (?P<at>{noun})\b", s.low)]
                if m
            ]
            if own and common:
                s, m = common[0]
                yield cls.seen(
                    s.part(m.start("at"), m.end("at")),
                    MANY,
                    [f"the {noun} that all share", f"the {noun} of the player who acts"],
                    about=noun,
                    labels=[Label(o.part(n.start("at"), n.end("at")), "this one has an owner") for o, n in own],
                )

    @classmethod
    def _compounds(cls, page: Page) -> Iterator[Seen]:
        """A term before nouns of different sorts: a phase, a card, a number."""
        uses: dict[str, dict[str, tuple[Sentence, Phrase]]] = defaultdict(dict)
        for sentence in page.sentences:
            if not (sentence.binding or sentence.kind == "heading"):
                continue
            for phrase in sentence.phrases:
                core = phrase.core
                if (
                    len(core) >= 2
                    and all(t.text[0].isupper() for t in phrase.tokens[-2:])
                    and singular(core[-2]) not in w.PEOPLE
                ):
                    for kind, heads in cls._KINDS:
                        if core[-1] in heads:
                            uses[core[-2]].setdefault(kind, (sentence, phrase))
        for word, kinds in uses.items():
            if "a part of the turn" in kinds and ("a number" in kinds or "a thing" in kinds):
                places = list(kinds.values())
                yield cls.seen(
                    span_of(*places[-1]),
                    MANY,
                    [f"{word}: {kind}" for kind in kinds],
                    about=word,
                    labels=[Label(span_of(s, p), "another use") for s, p in places[:-1]],
                )

    @classmethod
    def _actions(cls, page: Page) -> Iterator[Seen]:
        """A heading that is a verb names an action; the verb is used for other acts too."""
        for section in page.sections:
            word = section.title.strip(" :").lower()
            named = any("action" in title.lower() for title in section.above)
            if not named or word not in w.GAME_VERBS or word in ("pass", "end"):
                continue
            for s in page.details:
                if (
                    s.section is section
                    or not s.section
                    or section.title in s.section.above
                    or not any(t.kind == "verb" and t.base == word for t in s.tokens)
                ):
                    continue
                token = next(t for t in s.tokens if t.kind == "verb" and t.base == word)
                if s.kind == "setup" or (token.text[0].isupper() and token.start != s.start):
                    continue
                yield cls.seen(
                    Span(page.source, token.start, token.end),
                    MANY,
                    [f"the action {section.title}, with all its conditions", f"to {word} in the ordinary sense"],
                    about=f"action {word}",
                    labels=[Label(section.span, "the action")],
                )


def component_lists(page: Page) -> tuple[list[Section], list[Sentence]]:
    """The sections that list components, and what stands in them."""
    lists = [section for section in page.sections if heading_kind(section.title) == "component"]
    own = [
        s
        for s in page.sentences
        if s.kind != "heading"
        and s.section is not None
        and (s.section in lists or any(x.title in s.section.above for x in lists))
    ]
    return lists, own


class UnlistedComponent(Wording):
    """A piece is named that the list of components does not have.

    It may be a listed piece under another name, or one that was left out of the list.
    """

    code = "LX788"
    name = "unlisted-component"
    message = "{what} is not in the list of components"
    bad = (
        "Components\n\n* 20 sheep tokens\n* 10 fence markers\n* 1 board\n\nPlay\n\nPlace a sheep token on "
        "the board and put a shepherd marker beside it.\n"
    )
    good = (
        "Components\n\n* 20 sheep tokens\n* 10 fence markers\n* 1 board\n\nPlay\n\nPlace a sheep token on "
        "the board and put a fence marker beside it.\n"
    )
    _PIECES = w.words("token marker counter cube disc disk tile chip pawn meeple figure")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        lists, own = component_lists(page)
        listed = " ".join(s.low for s in own)
        if len(listed) < 25:
            return
        told: set[tuple[str, ...]] = set()
        for s in page.sentences:
            if s.kind not in ("rule", "definition", "setup", "example") or s.section in lists:
                continue
            for phrase in s.phrases:
                core = phrase.core
                if (
                    len(core) < 2
                    or core[-1] not in cls._PIECES
                    or core[-2] in w.ADJECTIVES
                    or core[-2] in w.PEOPLE
                    or core[-2] in w.PLAIN_NOUNS
                    or core in told
                ):
                    continue
                if (
                    core[-2] not in w.ORDINALS
                    and not core[-2].endswith(("'s", "ed", "ing", "s'"))
                    and not re.search(rf"\b{re.escape(core[-2][:5])}", listed)
                ):
                    told.add(core)
                    yield cls.seen(
                        span_of(s, phrase),
                        MANY,
                        ["a listed piece under another name", "a piece that the list lacks"],
                        about=" ".join(core),
                    )


class UnusedComponent(Wording):
    """A component is listed that no rule speaks of.

    It has another name in the rules, or a rule was left out, or it does nothing.
    """

    code = "LX795"
    name = "unused-component"
    message = "{what} is listed, and no rule speaks of it"
    bad = (
        "Components\n\n* 20 sheep tokens\n* 12 camels\n* 1 board\n\nPlay\n\nOn your turn, place a sheep "
        "token on the board.\n"
    )
    good = (
        "Components\n\n* 20 sheep tokens\n* 12 camels\n* 1 board\n\nPlay\n\n"
        "On your turn, place a sheep token or a camel on the board.\n"
    )
    _PLAIN = w.words(
        "map board mat chart die dice table notepad pencil paper timer rulebook rule booklet box set "
        "insert bag sheet page example aid card reference pad"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        _, own = component_lists(page)
        inside = {id(s) for s in own}
        spoken = {t.base.lower() for s in page.sentences if id(s) not in inside for t in s.tokens}
        if len(own) < 2 or len(spoken) < 12:
            return
        for s in own:
            if s.block.kind != "item" and not s.low[:1].isdigit():
                continue
            first = next((p for p in s.phrases if p.number is not None), None)
            if first is None or not first.core or {part.lower() for part in first.core} & (spoken | cls._PLAIN):
                continue
            yield cls.seen(
                span_of(s, first),
                MANY,
                ["it has another name in the rules", "its rule was left out", "it has no effect"],
                about="unused",
            )


RULES: tuple[type[Diagnosis], ...] = (
    OverloadedWord,
    UnlistedComponent,
    UnusedComponent,
)
