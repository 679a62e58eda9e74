"""What a name may look like: words that a person can read, type again, and tell from others.

Names of a rule set may have several words, in any script. A name with unseen characters, with spaces that
only look like spaces, or with letters of scripts that are easily mixed up is reported, because two such
names look alike and are not the same.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from ludex.dsl.diagnostics import Finding, quote
from ludex.dsl.encoding import describe
from ludex.dsl.source import Span
from ludex.dsl.yaml_rules import ConfusableText

_DIRECTION_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINERS = frozenset("\u200c\u200d")
_LOOKALIKE_SCRIPTS = frozenset(("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"))
_CURLY_QUOTES = frozenset("\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb")


def confusable(text: str, at: Callable[[int, int], Span]) -> Finding | None:
    """The finding for the first character of a name that may deceive; `at` gives its place in the file."""
    if text.isascii():
        return None
    found = _unseen(text) or _curly(text) or _mixed(text)
    if found is None and not unicodedata.is_normalized("NFC", text):
        found = 0, len(text), "accents written as characters of their own, which look like accented letters"
    if found is None:
        return None
    start, end, what = found
    return ConfusableText.at(
        at(start, end), name=quote(visible(text)), what=what,
        help="type the name again, with ordinary letters and spaces",
    )


def ill_formed(text: str) -> str | None:
    """What a name that is not made of words lacks, to go after "a name ...", or None."""
    if not text:
        return "has at least one word"
    if "\n" in text:
        return "stands on one line"
    if text != text.strip():
        return "has no space at its start or end"
    if "  " in text or "\t" in text:
        return "has single spaces between its words"
    if ";" in text:
        return "holds no semicolon, which stands between the steps of a move"
    if not any(character.isalnum() or unicodedata.category(character)[0] == "S" for character in text):
        return "holds at least one letter, digit or symbol"
    return None


def visible(text: str) -> str:
    """Text with its unseen characters as code points, so that a message can show them."""
    return "".join(
        f"<U+{ord(character):04X}>"
        if unicodedata.category(character) in ("Cf", "Cc", "Zl", "Zp") and character not in _JOINERS
        else character
        for character in text
    )


def _unseen(text: str) -> tuple[int, int, str] | None:
    for index, character in enumerate(text):
        category = unicodedata.category(character)
        if character in _DIRECTION_MARKS:
            return index, index + 1, f"a direction mark ({describe(character)})"
        if category == "Zs" and character != " ":
            return index, index + 1, f"a space that only looks like one ({describe(character)})"
        if character in _JOINERS:
            # Joiners are a part of emoji and of some scripts; between letters of these they are a trap.
            before = text[index - 1 : index]
            if not before or before == " " or _script(before) in _LOOKALIKE_SCRIPTS or before.isdigit():
                return index, index + 1, describe(character)
        elif category == "Cf":
            return index, index + 1, describe(character)
    return None


def _curly(text: str) -> tuple[int, int, str] | None:
    if text[0] in _CURLY_QUOTES:
        return 0, 1, f"the curly quote {text[0]} as a part of it, which is no quote to YAML"
    return None


def _mixed(text: str) -> tuple[int, int, str] | None:
    """Letters of two scripts that share shapes; the ones of the rarer script are shown."""
    scripts = [_script(character) for character in text]
    counts = {script: scripts.count(script) for script in scripts if script in _LOOKALIKE_SCRIPTS}
    if len(counts) < 2:
        return None
    rare = min(counts, key=lambda script: (counts[script], script))
    main = max(counts, key=lambda script: (counts[script], script != rare))
    index = scripts.index(rare)
    return index, index + 1, f"the {rare.title()} letter `{text[index]}` among {main.title()} letters"


def _script(character: str) -> str:
    return unicodedata.name(character, "").partition(" ")[0] if character.isalpha() else ""
