"""Words of a sentence, each with its place, its kind and its base form.

A light reader of English: kinds come from closed lists, endings and neighbours, never from a model. It is
wrong now and then, so whoever uses kinds must ask for several signs before saying anything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from ludex.ir.record import record
from ludex.validator.text import words as w

WORD = re.compile(
    r"[^\W\d_]+(?:['’][^\W\d_]+|-[^\W\d_]+)*['’]?(?<![-])|\d+(?:st|nd|rd|th)\b|\d+(?:[.,/]\d+)*[%+*]?|[^\w\s]|_+"
)
_DOUBLED = re.compile(r"([bdgklmnprt])\1$")


@record
class Token:
    """A word, number or sign; `start` and `end` are offsets in the source."""

    text: str
    start: int
    end: int
    kind: str
    base: str

    @property
    def low(self) -> str:
        """The word in lower case, with straight apostrophes."""
        return self.text.lower().replace("’", "'")

    @property
    def is_noun(self) -> bool:
        """Whether it names something."""
        return self.kind in ("noun", "name")

    @property
    def plural(self) -> bool:
        """Whether it is a noun of more than one."""
        return self.is_noun and singular(self.low) != self.low


@record
class Phrase:
    """A noun with what belongs to it, from the article to the noun itself."""

    tokens: tuple[Token, ...]

    @property
    def head(self) -> Token:
        """The noun that the phrase is about."""
        return self.tokens[-1]

    @property
    def article(self) -> str:
        """The determiner it begins with, or nothing."""
        first = self.tokens[0]
        return first.low if first.kind == "determiner" else ""

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.tokens[-1].end

    @property
    def number(self) -> int | None:
        """The number in it, if there is one."""
        return next((value for token in self.tokens if (value := value_of(token)) is not None), None)

    @property
    def core(self) -> tuple[str, ...]:
        """Its words in their base forms, without determiners and numbers."""
        return tuple(t.base for t in self.tokens if t.kind not in ("determiner", "number", "ordinal", "sign"))

    @property
    def words(self) -> str:
        """What it says, on one line."""
        return " ".join(token.text for token in self.tokens)


def value_of(token: Token) -> int | None:
    """The number that a word or figure stands for."""
    if token.kind != "number":
        return None
    figures = token.low.strip("+*%").replace(",", "")
    return w.number_of(figures) if len(figures) < 10 else None


@lru_cache(maxsize=20_000)
def singular(word: str) -> str:
    """A noun in its singular, as far as endings tell."""
    word = re.sub(r"'s?$", "", word)
    if word in w.IRREGULAR_PLURALS:
        return w.IRREGULAR_PLURALS[word]
    if word in w.SINGULAR_S or len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zes")):
        return word[:-2]
    return word[:-1]


@lru_cache(maxsize=20_000)
def verb_base(word: str) -> str | None:
    """The base form of a verb that is known, or None."""
    if word in w.VERBS:
        return word
    if word in w.IRREGULAR:
        return w.IRREGULAR[word]
    for ending, put in (
        ("ies", "y"),
        ("ied", "y"),
        ("es", ""),
        ("s", ""),
        ("ing", ""),
        ("ing", "e"),
        ("ed", ""),
        ("ed", "e"),
        ("d", ""),
    ):
        if word.endswith(ending) and len(word) > len(ending) + 2:
            stem = word[: -len(ending)] + put
            if stem in w.VERBS:
                return stem
            if not put and ending in ("ing", "ed") and _DOUBLED.search(stem) and stem[:-1] in w.VERBS:
                return stem[:-1]
    return None


def split(text: str, *, offset: int = 0) -> tuple[Token, ...]:
    """The words of a text, with kinds; it stands at `offset` in its source."""
    raw = [(m.group(), m.start() + offset, m.end() + offset) for m in WORD.finditer(text)]
    kinds: list[str] = []
    for index, (word, _, _) in enumerate(raw):
        after = raw[index + 1][0] if index + 1 < len(raw) else ""
        kinds.append(_kind(word, kinds[-1] if kinds else "", raw[index - 1][0].lower() if index else "", after))
    return tuple(
        Token(word, first, last, kind, _base(word, kind)) for (word, first, last), kind in zip(raw, kinds, strict=True)
    )


def _base(word: str, kind: str) -> str:
    low = word.lower().replace("’", "'")
    if kind == "verb":
        return verb_base(low) or low
    return singular(low) if kind in ("noun", "name") else low


@lru_cache(maxsize=20_000)
def _plain_kind(low: str) -> str:
    """The kind of a word by lists alone; `open` where its neighbours decide."""
    if low in w.NUMBERS or low[0].isdigit():
        return "ordinal" if low in w.ORDINALS else "number"
    if low in w.ORDINALS:
        return "ordinal"
    for kind, listed in (
        ("determiner", w.DETERMINERS),
        ("pronoun", w.PRONOUNS),
        ("modal", w.MODALS),
        ("auxiliary", w.AUXILIARIES),
        ("conjunction", w.CONJUNCTIONS),
        ("preposition", w.PREPOSITIONS),
        ("adverb", w.ADVERBS),
    ):
        if low in listed:
            return kind
    return "open"


def _kind(word: str, before: str, word_before: str, after: str) -> str:
    if not word[0].isalnum():
        return "sign"
    low = word.lower().replace("’", "'")
    kind = _plain_kind(low)
    if kind != "open":
        return kind
    follows_noun_place = before in ("determiner", "number", "ordinal", "adjective") or word_before in ("of", "per")
    if low in w.ADJECTIVES:
        return (
            "adjective"
            if after[:1].isalpha() and after.lower() not in w.PREPOSITIONS or not follows_noun_place
            else "noun"
        )
    base = verb_base(low)
    if base is not None:
        if low.endswith(("ed", "en")) or low in w.IRREGULAR:
            if follows_noun_place and after[:1].isalpha() and _plain_kind(after.lower()) == "open":
                return "adjective"
            return "verb"
        if low.endswith("ing"):
            return "noun" if before == "determiner" else "verb"
        if follows_noun_place or (before == "preposition" and word_before != "to"):
            return "noun"
        if before in ("modal", "pronoun", "adverb", "") or word_before in ("to", "then", "and", "or", ",", ":", ";"):
            return "verb" if not word[0].isupper() or before in ("", "sign") else "noun"
        if before == "noun" and low == base and not word_before.endswith("s"):
            return "noun"
        if before in ("noun", "name") and singular(low) in w.COMPONENTS and low != singular(low):
            return "noun"
        if before in ("noun", "name"):
            return "noun" if word[0].isupper() else "verb"
        return "verb"
    if low.endswith("ly") and len(low) > 4:
        return "adverb"
    if word[0].isupper() and before not in ("", "sign"):
        return "name"
    if (
        re.search(r"(?:able|ible|ous|ful|less|ive|ical|ary|est|[a-z]{3,}ed)$", low)
        and after[:1].isalpha()
        and _plain_kind(after.lower()) == "open"
    ):
        return "adjective"
    return "noun"


def phrases(tokens: Sequence[Token]) -> tuple[Phrase, ...]:
    """The noun phrases of a sentence, from left to right."""
    found: list[Phrase] = []
    run: list[Token] = []

    def close() -> None:
        while run and not run[-1].is_noun:
            run.pop()
        if run:
            found.append(Phrase(tuple(run)))
        run.clear()

    for token in tokens:
        if token.kind in ("determiner", "number", "ordinal"):
            if run and any(t.is_noun for t in run):
                close()
            run.append(token)
        elif token.kind in ("noun", "name", "adjective"):
            run.append(token)
            if token.text.endswith(("'s", "’s", "'", "’")) and token.is_noun:
                run.append(token)
                run.pop()
        else:
            close()
    close()
    return tuple(found)
