"""Who does what: acts without an agent, an object, a chooser, or a meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ludex.dsl.diagnostics import Diagnosis
from ludex.validator.text import words as w
from ludex.validator.text.document import Page
from ludex.validator.text.tokens import Token
from ludex.validator.wording.base import MANY, NUMBER, SOME, Cued, Seen, Wording, cue


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
    #: Who acts, said anywhere in the paragraph before; what is done to all or to one that is named needs no choice.
    _ACTOR = re.compile(
        r"\b(?:you|your|he|she|they|who|whoever|(?:each|every|any|a|the|that|one|active|other|no"
        r"|[a-z]+ing|first|last|next) "
        r"(?:player|opponent)s?|players|player's|dealer|banker|winner|loser|owner|attacker|defender|opponent)\b"
    )
    _CHOICE = re.compile(
        rf"\b(?:(?:a|an|one|any|some|another|several|few|{NUMBER}) (?:[a-z-]+ ){{0,2}}[a-z]+"
        rf"(?: (?:from|of|in|on) [^,.;]{{2,40}})?|(?:^|[,;:] ?|\b(?:and|then) )(?:the )?(?:cards"
        rf"|tiles|tokens|dice|pieces|units|counters|markers|cubes)) $"
    )
    _CHOSEN = w.words(
        "chosen selected removed discarded returned moved replaced taken eliminated destroyed swapped lost"
    )
    #: Where the sentence ends with one of these, it lacks whereto as well.
    _SENT = w.words("returned moved given added placed")
    _DONE = w.words("refilled dealt rolled checked distributed revealed")
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
                    or re.search(r"\b(?:your|his|her|their|game)\b[^,;.]*$", before[-40:].lower())
                    or re.match(r"[^,;.]{0,40}\bby (?:the|a|an|any|each|one|all|you)\b", after)
                    or re.search(r"\b(?:may|can|cannot|not|that|which|who)\b\W*$", before[-12:].lower())
                ):
                    continue
                around = (
                    " ".join(s.low for s in page.sentences[: sentence.order] if s.block == sentence.block)
                    + before.lower()
                )
                nobody = not cls._ACTOR.search(around + after.lower())
                chosen = m["verb"] in cls._CHOSEN and cls._CHOICE.search(before.lower()) is not None
                whereto = m["verb"] in cls._SENT and re.match(r"\W*$", after) is not None
                sure = MANY if whereto or (nobody and (chosen or m["verb"] in cls._DONE)) else SOME
                yield cls.seen(
                    sentence.part(m.start("at"), m.end("at")),
                    sure,
                    [
                        f"{m['verb']} by the player whose turn it is",
                        f"{m['verb']} by the owner",
                        f"{m['verb']} in whatever order, by whoever likes",
                    ],
                    about=m["verb"],
                )
                break


def _passive(tokens: tuple[Token, ...], token: Token) -> bool:
    before = [t.low for t in tokens if t.end <= token.start][-3:]
    return bool({"is", "are", "be", "been", "to", "what", "which", "that"} & set(before)) or (
        bool(before) and before[-1] in ("of", "the", "a", "this")
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
    _NEEDS = w.words("discard place remove reveal take choose return exchange trade collect store transfer flip")

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


class RandomHow(Cued):
    """Chance, and no way to let it decide.

    *Randomly* may be a die, a shuffled deck or a coin, with different chances. Say what is thrown or drawn.
    """

    code = "LX758"
    name = "random-how"
    message = "{what}: how chance decides is not said"
    bad = "Randomly select a starting player."
    good = "Each player rolls a die; the highest roll starts."
    cues = (
        cue(
            r"\b(?P<at>randomly|at random|(?:a|the|to a) random [a-z]+)\b",
            MANY,
            "every one with the same chance",
            "in some way that the players agree on",
            unless=r"\b(?:place|placing|lay|draw)\b|upside|\broll|\bdie\b|\bdice\b|shuffle|draw(?:n|s|ing)? "
            r"(?:a card|lots)|flip",
        ),
        cue(
            r"\b(?P<at>toss(?:es)? (?:a|the) coin[^,.;]{0,25}|flip(?:s)? (?:a|the) coin[^,.;]{0,25})",
            MANY,
            "a throw: heads or tails decides",
            "a coin is put there",
            unless=r"\bheads\b|\btails\b",
        ),
        cue(
            r"\b(?P<at>determine (?:the )?[a-z]+)(?= \(|$|\.)",
            MANY,
            "by a die or a deck",
            "by a choice",
            unless=r"\bby\b|\broll",
        ),
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
        r"(?<!no )(?<!next )\b(?P<at>(?:a |an |the |every |any |each |all )?(?P<word>valid|legal(?! "
        r"(?:moves?|plays?|actions?)\b)|eligible|suitable"
        r"|appropriate|proper|acceptable|reasonable|relevant|necessary|free(?! (?:position|space"
        r"|square|cell|hex|field|move|action|of)s?\b)"
        r"|major|(?<=the )normal|unplayable) (?P<noun>[a-z]+))\b"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.rules:
            for m in cls._JUDGES.finditer(sentence.low):
                word = m["word"]
                noun = sentence.start + m.start("noun")
                if not any(t.start == noun and t.is_noun for t in sentence.tokens):
                    continue
                if m["noun"] in ("number", "amount", "quantity", "of", "to", "for", "if") or re.search(
                    rf"\b(?:is|are) (?:considered )?{word} (?:if|when|unless|as long)\b|\b(?:if"
                    rf"|unless)\b[^.]*, [^.]*\b(?:is|are) "
                    rf"(?:not )?(?:an? )?{word}\b|\b{word} {m['noun']}s?\W* ?(?:is|are|means?|:|=)",
                    page.low,
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
        r"influence|counter|protected|blocked|cancelled|canceled|affected|supported|controlling)\b(?! "
        r"(?:of|over)\b)(?: [a-z]+){0,2})"
    )

    @classmethod
    def find(cls, page: Page) -> Iterator[Seen]:
        for sentence in page.details:
            m = cls._VERBS.search(sentence.low)
            if m is None:
                continue
            verb = m["verb"]
            stem = re.sub(r"(?:led|ed|ling|ing|s)$", "", verb)[:7]
            if re.search(
                rf"\b{stem}\w*(?: [a-z]+){{0,3}} (?:if|when|means?)\b|\bto {stem}\w*\b[^.]*\bmeans?\b|\b(?:is|are) "
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


RULES: tuple[type[Diagnosis], ...] = (
    Agentless,
    Ellipsis,
    RandomHow,
    UnstatedCriterion,
    VagueVerb,
)
