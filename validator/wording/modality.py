"""May, must, can, should: what is a duty, what is a choice, and who has to act."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ludex.dsl.diagnostics import Rule, quote
from ludex.validator.text import words as w
from ludex.validator.text.document import Page, Sentence
from ludex.validator.text.tokens import Token, verb_base
from ludex.validator.wording.base import MANY, MOST, SOME, Cued, Seen, Wording, cue

_NUMBER = r"(?:\d+|" + "|".join(w.NUMBERS) + r")"


_PERSON = re.compile(r"\b(?:player|winner|loser|opponent|owner|leader|dealer|attacker|defender)s?\b")


class ModalMix(Wording):
    """One text says *should*, *can*, *may* and *must*, and it is not clear which of them bind.

    *Should* may be a duty or advice; *can* may give a permission, state an ability, or describe what happens. Use
    *must* for duties and *may* for choices, and nothing else.
    """

    code = "LX713"
    name = "modal-mix"
    message = "{what} may be a duty, a choice, or a mere statement"
    bad = "The loser should pay two coins. The winner must take them. All players may look."
    good = "The loser must pay two coins. The winner must take them. All players may look."
    _CAN = re.compile(r"\b(?P<subject>[a-z' ]{0,60}?)\b(?P<at>can (?P<be>be )?(?P<verb>[a-z]+))\b")
    _SHOULD = re.compile(r"\b(?P<at>should (?:not |now )?(?P<verb>(?:be )?[a-z]+))\b")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        binds = re.search(r"\b(?:must|may)\b", page.low)
        for sentence in page.rules:
            if (m := cls._SHOULD.search(sentence.low)) and binds:
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MOST,
                    [f"a duty: must {m['verb']}", f"advice: it is better to {m['verb']}"],
                    about="should",
                )
            for m in cls._CAN.finditer(sentence.low):
                if m["verb"] in ("only", "not", "no", "never", "still") or sentence.low[
                    : m.start("at")
                ].rstrip().endswith(("where", "that", "who", "as far as it", "so", "as they", "everybody")):
                    continue
                act = f"{'be ' if m['be'] else ''}{m['verb']}"
                if m["be"]:
                    yield cls.seen(
                        sentence.part(m.start("at"), m.end("at")),
                        MANY,
                        [
                            f"it may {act}, if whoever acts wants it",
                            f"it will {act} in any case",
                            f"it may {act} here, and nowhere else",
                        ],
                    )
                elif verb_base(m["verb"]) in w.GAME_VERBS and "you" not in m["subject"].split():
                    yield cls.seen(
                        sentence.part(m.start("at"), m.end("at")),
                        MANY if _PERSON.search(m["subject"]) else SOME,
                        [f"may {act}, or decline", f"has to {act} where it is possible"],
                    )


class ChoiceOrDuty(Wording):
    """An act of which it is not said whether it may be declined.

    A plain "the opponent then takes the card", an order to do two things, or "must ... or ..." can be read as a
    duty or as an offer. Say *must* or *may*.
    """

    code = "LX771"
    name = "choice-or-duty"
    message = "{what}: whether this may be declined is not said"
    bad = "The fence may be moved to another field."
    good = "The owner may move the fence to another field."
    _MUST_OR = re.compile(
        r"\bmust (?P<one>[^.;]{5,100}?),? or (?:else )?(?P<two>(?:they|he|she|you|it|the player|that "
        r"player|is|are|lose|pass)\b[^.;]{0,50})"
    )
    _MAY_BE = re.compile(r"\b(?P<at>(?:may|could) be (?P<verb>[a-z]+))\b")
    _CHOOSE_BETWEEN = re.compile(r"\b(?P<at>may choose (?:between|either) [^,.;]{3,50})")
    _ORDER = re.compile(
        rf"^\W*(?P<at>(?:perform|take|play|choose|move|do|carry out|execute|use) (?P<number>{_NUMBER}) "
        rf"(?:different |other )?(?P<noun>[a-z]+s))\b"
    )
    _MAY = re.compile(r"\bmay\b")
    _THEN = re.compile(
        r"\b(?P<at>(?:opponent|player|winner|loser|owner|leader|unit|territory|players|territories) "
        r"(?:then )(?P<verb>clears?|takes?|claims?|receives?|draws?|removes?|places?|gains?|moves?))\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        choices = len(cls._MAY.findall(page.low))
        for sentence in page.rules:
            low = sentence.low
            if m := cls._MUST_OR.search(low):
                yield cls.seen(
                    sentence.part(m.start(), m.start("two")),
                    MOST,
                    [f"whoever can {quote(m['one'])} has to do so", f"a free choice: that, or {quote(m['two'])}"],
                )
            elif (m := cls._MAY_BE.search(low)) and verb_base(m["verb"]) in w.GAME_VERBS and not re.match(
                r"[^,.;]*\bby (?:the|its|their|a|any|you|each)\b", low[m.end() :]
            ):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    [
                        f"it is optional to {verb_base(m['verb'])}",
                        f"one has to {verb_base(m['verb'])}, and what follows says where or how",
                    ],
                    about="may be",
                )
            elif m := cls._CHOOSE_BETWEEN.search(low):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    ["one of them has to be chosen", "none of them need be chosen"],
                )
            elif (m := cls._ORDER.search(low)) or (
                choices >= 3
                and (m := cls._THEN.search(low))
                and not re.search(r"\b(?:may|must|can|cannot|if you)\b", low)
            ):
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    ["a duty, as far as it is possible", "an offer that may be declined, in whole or in part"],
                )


class Agentless(Wording):
    """An act without anybody who does it.

    "The cards are dealt": who deals, in which order, and who chooses? Name the player.
    """

    code = "LX714"
    name = "agentless"
    message = "who does this, and in which order, is not said: {what}"
    bad = "Three cards are removed from the display."
    good = "The active player removes three cards from the display."
    _PASSIVE = re.compile(
        r"\b(?P<at>(?:is|are|be|being) (?:then |immediately |now |always |also )?(?P<verb>dealt|drawn"
        r"|removed|discarded|chosen|selected|rolled|replaced|revealed|shuffled|distributed|returned|moved"
        r"|placed|added|taken|turned|resolved|awarded|assigned|paid|lost|swapped|exchanged|eliminated"
        r"|flipped|refilled|destroyed|checked|converted|collected|spent|used|split|claimed|given))\b"
    )
    _AGENT = re.compile(
        r"\bby (?:the|a|an|any|each|every|one|all|you|his|its|their|[A-Z])|\b(?:if|when|whenever|once"
        r"|after|until|unless|before|as soon as)\b[^,;.]*$",
        re.IGNORECASE,
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            for m in cls._PASSIVE.finditer(sentence.low):
                before, after = sentence.text[: m.start()], sentence.text[m.end() :]
                if (
                    cls._AGENT.search(before)
                    or re.match(r"[^,;.]{0,40}\bby (?:the|a|an|any|each|one|all|you)\b", after)
                    or re.search(r"\b(?:may|can|cannot|must not|that|which|who)\b\W*$", before[-12:].lower())
                ):
                    continue
                chosen = m["verb"] in (
                    "chosen",
                    "selected",
                    "removed",
                    "discarded",
                    "returned",
                    "used",
                    "moved",
                    "replaced",
                    "taken",
                )
                sure = MANY if chosen or m["verb"] in ("dealt", "drawn", "placed", "checked", "refilled", "revealed") else SOME
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    sure,
                    ["by the player whose turn it is", "by the owner", "by itself, in whatever order"],
                    about=m["verb"],
                )
                break


class WhoChooses(Cued):
    """Something is chosen out of several, and who chooses which is not said.

    "Remove one die from the pool": any die, or a certain one? Name who chooses, or the rule that decides.
    """

    code = "LX769"
    name = "who-chooses"
    message = "which one, and who chooses it, is not said: {what}"
    bad = "Remove one die from the pool."
    good = "Remove the lowest die from the pool."
    cues = (
        cue(
            r"\b(?P<verb>removes?|discards?|returns?|eliminates?|destroys?) (?P<at>(?:a single|one|1|any "
            r"one|another) (?P<noun>[a-z]+(?: [a-z]+)?) (?:from|of|in|on) (?P<place>[^,.;]{3,40}))",
            MANY,
            "any {noun}, chosen by whoever acts",
            "a {noun} drawn at random",
            "a certain {noun}: the first, the last, the best",
            unless=r"\b(?:player|you|they|he|she|owner|winner|loser|opponent)s? (?:may |must |can |then "
            r")?[a-z]+ (?:a|one|1|any)\b|\brandom|\b(?:top|bottom|highest|lowest|face[- ]down|draw "
            r"pile|deck|bag)\b|\bof (?:your|their|his) choice|\bchooses?\b",
        ),
        cue(
            r"\b(?P<at>(?:on|in|at|to|from) any (?P<noun>[a-z]+(?: [a-z]+)? (?:zone|space|region|field"
            r"|hex|area|territory|city|location|spot|cell|pasture|slot)s?))\b",
            SOME,
            "any {noun}, chosen by whoever acts",
            "any {noun} that is still empty",
        ),
        cue(
            r"\b(?P<at>(?:take|takes|choose|chooses|add|return|returns|gain|gains) (?:the necessary|the "
            r"required|the remaining|an? [a-z]+ (?:chip|token|tile|card)|another [a-z]+ (?:chip|token"
            r"|tile|card)|another [a-z]+)) ",
            MANY,
            "chosen by whoever takes it",
            "the next one, or one at random",
            unless=r"\brandom|of (?:your|their|his) choice",
        ),
    )


class OptionalVariant(Cued):
    """The game may be played in several ways, and none is the normal one.

    Before play starts somebody has to decide. Say which way holds unless the players agree on another.
    """

    code = "LX774"
    name = "variant-without-default"
    message = "{what} leaves open which way the game is played if nobody says anything"
    bad = "The game may be played with open or hidden hands."
    good = "The game is played with hidden hands. If all agree, play with open hands."
    cues = (
        cue(
            r"\b(?P<at>(?:the )?game (?:may|can) be played (?P<how>[^.;]{3,80} or [^.;]{3,80}))",
            MOST,
            "the first way unless all agree",
            "the players decide before they start",
        ),
        cue(
            r"\b(?P<at>(?:players|you|they) may (?:find it helpful to|wish to|want to|agree to|decide to) "
            r"[^.;]{3,60})",
            MANY,
            "part of the game",
            "a variant that needs the consent of all",
        ),
    )


class NoElse(Wording):
    """A condition, and nothing for the case that it does not hold.

    "If the totals differ, the higher one wins": and if not? Add *otherwise*.
    """

    code = "LX718"
    name = "no-else"
    message = "what happens where this condition does not hold is not said: {what}"
    bad = "If the attacker has more units than the defender, the defender retreats."
    good = "If the attacker has more units than the defender, the defender retreats. Otherwise the attacker retreats."
    _IF = re.compile(r"(?:^|[,.;:(] ?)\W*(?P<at>if (?P<condition>[^,;.]{5,90}?))(?:,| then\b)")

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            m = cls._IF.search(sentence.low)
            if m is None or re.search(r"\botherwise\b|\bor else\b|\binstead\b|\beven if\b|\bif possible", sentence.low):
                continue
            after = next((s.low for s in page.sentences if s.order == sentence.order + 1), "")
            if re.match(
                r"\W*(?:otherwise|if not|else|however|in (?:all|any) other|if (?:it|they|he|you|there|no"
                r"|the \w+ (?:is|are|does|do)) ?(?:not|is not|isn't)?)\b",
                after,
            ):
                continue
            yield cls.seen(
                sentence.part(m.start("at"), m.end("at")),
                cls._sure(m["condition"]),
                [f"if not ({quote(m['condition'])}), nothing happens", "if not, something that another rule says"],
            )

    @staticmethod
    def _sure(condition: str) -> float:
        """Comparisons are the surest: what if both are equal?
    """
        compared = re.search(r"\b(?:more|less|fewer|higher|lower|greater|larger|smaller|stronger|bigger)\b", condition)
        return (
            MANY
            if compared and not re.search(r"\bor (?:equal|more|less|higher|lower|fewer)\b|equal to", condition)
            else SOME
        )


class Ellipsis(Wording):
    """A verb that needs an object stands without one.

    "Discard and draw two cards": discard what? Repeat the object.
    """

    code = "LX722"
    name = "ellipsis"
    message = "{what} has no object: what it is done to is not said"
    bad = "Discard and draw two cards."
    good = "Discard one card and draw two cards."
    _NEEDS = w.words(
        "discard place remove reveal shuffle draw take choose return exchange trade collect store transfer flip"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            tokens = sentence.tokens
            for token, after in pairwise(tokens):
                if (
                    token.kind == "verb"
                    and token.low == token.base
                    and token.base in cls._NEEDS
                    and cls._stops(after)
                    and not _passive(tokens, token)
                ):
                    other = next((t.text for t in tokens if t.start > after.start and t.is_noun), "what comes next")
                    yield cls.seen(
                        sentence.part(token.start - sentence.start, token.end - sentence.start),
                        MANY,
                        [f"{token.low} {other}", f"{token.low} something else, named before"],
                    )
                    break

    @staticmethod
    def _stops(after: Token) -> bool:
        return after.low in ("and", "or", ".", ";", "for")


def _passive(tokens: tuple[Token, ...], token: Token) -> bool:
    before = [t.low for t in tokens if t.end <= token.start][-3:]
    return bool({"is", "are", "be", "been", "to", "what", "which", "that"} & set(before)) or (
        bool(before) and before[-1] in ("of", "the", "a", "this")
    )


class Loophole(Cued):
    """A word that lets exceptions in without naming them.

    *Normally*, *if possible*, *as usual*: who judges what is possible or usual? Name the exceptions, or leave the
    word out.
    """

    code = "LX712"
    name = "loophole"
    message = "{what} allows exceptions that are not named"
    bad = "Refill the market to five cards if possible."
    good = "Refill the market to five cards. If the deck is empty, leave the gaps open."
    cues = (
        cue(
            r"\b(?P<at>as normal|as usual|in the usual way|in the normal way|as always|as before)\b",
            MOST,
            "as another rule in this text says",
            "with all conditions of that rule, or without them",
        ),
        cue(
            r"\b(?P<at>(?:always )?optional)\b(?! (?:rule|variant))",
            MANY,
            "the whole of it may be left out",
            "each part of it may be left out",
        ),
        cue(
            r"\b(?P<at>normally|usually|generally|ordinarily|typically|in general)\b",
            MANY,
            "always, but for the exceptions named in this text",
            "there are other exceptions too",
        ),
        cue(
            r"\b(?P<at>if possible|where possible|when possible|if able|if necessary|if needed|as needed"
            r"|as necessary|if applicable|where appropriate|when appropriate|if desired|if practical)\b",
            MANY,
            "it has to be done whenever any way exists",
            "whoever acts decides whether it makes sense",
        ),
    )

    @classmethod
    def sentences(cls, page: Page) -> tuple[Sentence, ...]:
        return tuple(
            s
            for s in page.sentences
            if (s.binding and s.block.kind != "row") or (s.kind == "heading" and "(" in s.text)
        )


class UnstatedCriterion(Wording):
    """A word that judges, and no rule by which to judge.

    A *valid* move, a *legal* zone, the *correct* side, a *free* marker: the word stands for conditions that have to
    be collected from elsewhere, if they are anywhere. Say them, or where they stand.
    """

    code = "LX772"
    name = "unstated-criterion"
    message = "what makes it so is not said: {what}"
    bad = "Place the bridge on a suitable space."
    good = "Place the bridge on a space that borders the river."
    _JUDGES = re.compile(
        r"\b(?P<at>(?:a |an |the |every |any |each |no |all )?(?P<word>valid|legal|eligible|suitable"
        r"|appropriate|proper|correct|acceptable|reasonable|relevant|applicable|necessary|free|major"
        r"|normal|unplayable|desired) (?P<noun>[a-z]+))\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            for m in cls._JUDGES.finditer(sentence.low):
                word = m["word"]
                if m["noun"] in ("number", "amount", "quantity", "of", "to", "for", "if") or re.search(
                    rf"\b(?:is|are) {word} (?:if|when)\b", page.low
                ):
                    continue
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    MANY,
                    [f"{word}: whatever other rules do not forbid", f"{word}: by a condition that is not given here"],
                    about=word,
                )
                break


class VagueVerb(Wording):
    """A verb that names no act of the game.

    To *support*, *protect*, *block* or *cancel* may mean many things: what exactly happens to which pieces? Say the
    act, or define the verb.
    """

    code = "LX786"
    name = "vague-verb"
    message = "what is done when one does this is not said: {what}"
    bad = "Archers may support an attack on a neighbouring field."
    good = "Archers may support an attack on a neighbouring field. To support an attack means to add one die to it."
    _VERBS = re.compile(
        r"\b(?P<at>(?:may|can|must|cannot|may not|to|will|would|could|and|or|player|players|succeeds "
        r"in) (?:be |also |not |essentially )?"
        r"(?P<verb>support|protect|block|cancel|operate|assist|affect|interfere|participate|disrupt"
        r"|interact|manipulate|secure|threaten|changed|"
        r"influence|counter|protected|blocked|cancelled|canceled|affected|supported|controlling"
        r"|controls?)\b(?! (?:of|over)\b)(?: [a-z]+){0,2})"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            m = cls._VERBS.search(sentence.low)
            if m is None:
                continue
            verb = m["verb"]
            stem = re.sub(r"(?:led|ed|ling|ing|s)$", "", verb)[:7]
            if re.search(
                rf"\b{stem}\w* (?:if|when|means?)\b|\bto {stem}\w*\b[^.]*\bmeans?\b|\b(?:is|are) "
                rf"{stem}\w* (?:if|when|as long)",
                page.low,
            ):
                continue
            yield cls.seen(
                sentence.part(m.start("verb"), m.end("at")),
                MANY,
                [
                    f"{verb}: in the sense of the word, as the players see it",
                    f"{verb}: by an act or effect that another rule gives",
                ],
                about=stem,
            )


class RemovedWhere(Wording):
    """Something is taken away, and where it goes is not said.

    Out of the game, to a discard pile, back to its owner or to the supply: it makes a difference when something
    runs out, or comes back.
    """

    code = "LX787"
    name = "removed-where"
    message = "where it goes is not said: {what}"
    bad = "Remove the cards in one row of the market. Then fill the row from the deck."
    good = "Put the cards in one row of the market on the discard pile. Then fill the row from the deck."
    _REMOVE = re.compile(
        r"\b(?P<at>(?:removes?|(?:is|are|be) (?:then |immediately |now )?(?:removed|cleared|taken away"
        r"|eliminated|destroyed|captured|lost)) ?(?P<rest>[^.;]*))"
    )
    _WHERE = re.compile(
        r"\bfrom (?:the )?(?:game|play)\b|\bout of (?:the )?(?:game|play)\b|\bto (?:the|its|his|their"
        r"|your|a)\b|\binto\b|\bbox\b|\bsupply\b|\bdiscard\b|\breserve\b|\bstock\b|\bhands?\b|\bset "
        r"aside\b|\breturn"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            m = cls._REMOVE.search(sentence.low)
            if (
                m is None
                or cls._WHERE.search(sentence.low)
                or re.search(r"\b(?:if|when|whenever|unless|until|once)\b[^,]*$", sentence.low[: m.start()])
            ):
                continue
            after = next((s.low for s in page.sentences if s.order == sentence.order + 1), "")
            if re.search(r"\b(?:removed|these|they|it) [^.]*\b(?:out of|from) (?:the )?(?:game|play)", after):
                continue
            end = m.start("at") + min(len(m["at"]), 40)
            yield cls.seen(
                sentence.part(m.start("at"), end),
                MANY,
                ["out of the game", "back to the supply, or to its owner", "to a discard pile"],
                about="removed",
            )


RULES: tuple[type[Rule], ...] = (
    VagueVerb,
    RemovedWhere,
    Loophole,
    ModalMix,
    Agentless,
    NoElse,
    Ellipsis,
    WhoChooses,
    ChoiceOrDuty,
    UnstatedCriterion,
    OptionalVariant,
)
