"""What a person is told where a text of the language cannot be read: what could stand there, and what was meant.

Tokens have names that nobody should see; everything here is said with words that a person wrote or could write.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedToken

from ludex.dsl.grammar import grammar
from ludex.dsl.lexer import Lexicon, Piece

#: What a text is called, where it is not what the grammar calls it.
THINGS = {"statement": "line", "block": "line"}
_SORTS = {"NAME": "a name", "NUMBER": "a number", "STRING": "words in quotes", "LPAR": "`(`", "RPAR": "`)`",
          "POSSESSIVE": "`'s`"}
_MOST_EXPECTED = 6
_INSTEAD = {
    '"': "close the quotes", "=": "say `is`", "!": "say `not`, or `is not`", "&": "say `and`", "|": "say `or`",
    "/": "say `divided by ... rounded down` or `rounded up`", "÷": "say `divided by ... rounded down`",
    "×": "say `*`", "·": "say `*`", "≤": "say `<=`", "≥": "say `>=`", "≠": "say `is not`", "–": "say `-`",
    "—": "say `-`", "−": "say `-`", "%": "say `* ... divided by 100 rounded down`",
    ",": "one thing a line; join conditions with `and` or `or`", ";": "write one thing a line",
    "'": 'words stand in double quotes, as in "redraw"', "“": 'use plain quotes, as in "redraw"',
    "”": 'use plain quotes, as in "redraw"', ":": "a colon stands only at the end of a line that begins a block",
    ".": "a line ends without a full stop", "[": "use `(` and `)`", "]": "use `(` and `)`", "{": "use `(` and `)`",
    "}": "use `(` and `)`", "#": "a comment has a space before its `#`",
}


#: What begins a line in other languages, and what is said here.
_HABITS = {
    "else": "say `otherwise:`", "else if": "say `otherwise if ...:`", "elif": "say `otherwise if ...:`",
    "elseif": "say `otherwise if ...:`", "end if": "a block ends where its indentation ends",
    "end for": "a block ends where its indentation ends", "end while": "a block ends where its indentation ends",
    "endif": "a block ends where its indentation ends", "fi": "a block ends where its indentation ends",
    "done": "a block ends where its indentation ends",
    "begin": "what belongs to a block is indented under it", "then": "what belongs to a block is indented under it",
    "foreach": "say `for each ... in ...:`", "for all": "say `for each ... in ...:`",
    "while": "say `repeat until ...:`, with the condition on which to stop",
    "until": "say `repeat until ...:`", "loop": "say `repeat until ...:` or `repeat ... times:`",
    "return": "an effect ends with its last line; put the rest under `if ...:`",
    "break": "a loop ends by its condition; say `repeat until ...:`",
    "continue": "put the rest of the loop under `if ...:`", "pass": "leave the block out",
    "print": 'say `say "..."`', "var": "declare it in the section `variables`",
    "call": "say `do ...`", "goto": "say `do ...`", "switch": "say `if ...:` and `otherwise if ...:`",
    "case": "say `otherwise if ...:`", "unless": "say `if not (...):`",
}
#: Words inside a line, likewise.
_WORDS = {
    "True": "say `yes`", "true": "say `yes`", "False": "say `no`", "false": "say `no`", "None": "say `none`",
    "null": "say `none`", "nil": "say `none`", "AND": "say `and`", "OR": "say `or`", "NOT": "say `not`",
    "xor": "say `is not` between the two conditions", "equals": "say `is`", "then": "a block ends in a colon",
}
#: What types are called in other languages.
_TYPES = {
    **dict.fromkeys(("bool", "boolean", "truth", "yesno"), "say `flag`"),
    **dict.fromkeys(("int", "integer", "number", "num", "natural", "float", "decimal"),
                    "say which numbers, as in `0 to 20`"),
    **dict.fromkeys(("string", "text", "str"), "there are no texts; name what it can be in the section `enumerations`"),
    **dict.fromkeys(("list", "array", "set"), "say `set of ...`"),
}
#: Signs, the longest first.
_SIGNS = {
    "+=": "say `add ... to ...`", "-=": "say `subtract ... from ...`", "++": "say `add 1 to ...`",
    "--": "say `subtract 1 from ...`", "*=": "say `set ... to ... * ...`", "==": "say `is`", "!=": "say `is not`",
    "<>": "say `is not`", "=>": "say `>=`", "=<": "say `<=`", ":=": "say `set ... to ...`", "&&": "say `and`",
    "||": "say `or`", "//": "say `divided by ... rounded down`; a comment begins with `#`", "->": "say `to`",
    "**": "there are no powers; say it with `*`",
}


def habit(text: str) -> tuple[int, str] | None:
    """For a line that begins as in another language: how far that goes, and what to say here."""
    for pattern in (r"\w+\s+\w+", r"\w+"):
        begin = re.match(pattern, text)
        if begin is not None and (help := _HABITS.get(" ".join(begin.group().lower().split()))) is not None:
            return begin.end(), help
    return None


def sign(text: str, at: int, line: bool) -> tuple[int, int, str] | None:
    """For a sign of another language at (or just before) a place: where it begins and ends, and what to say here."""
    for start in (at - 1, at):
        for sign, help in _SIGNS.items():
            if start >= 0 and text.startswith(sign, start):
                return start, start + len(sign), help
    if line and text[at:at + 1] == "=":
        before = text[:at].split()
        if before[:1] == ["set"]:
            return at, at + 1, "say `is`" if "to" in before else "say `to`"
        if before and (before[0] == "your" or before[0] not in _beginnings()):
            return at, at + 1, f"say `set {' '.join(before)} to ...`"
    if line and text[at:at + 1] in ("{", "}"):
        return at, at + 1, "a block ends in a colon, and what belongs to it is indented under it"
    return None


@cache
def _beginnings() -> frozenset[str]:
    """The first words of the phrases of the language."""
    return frozenset(literal.split()[0] for literal in grammar().literals)


def word(text: str) -> str | None:
    """What to say in place of a word of another language."""
    return _WORDS.get(text)


def type_word(text: str) -> str | None:
    """What to say in place of a type of another language."""
    return _TYPES.get(text.lower())


def instead(text: str) -> str | None:
    """What to write in place of something that begins no token."""
    if text[0].isdigit():
        return "a number is written in the digits 0 to 9 only"
    return _INSTEAD.get(text[0])


@cache
def first_tokens(what: str) -> frozenset[str]:
    """The tokens that a text may begin with."""
    parser: Any = grammar().parser.parse_interactive("", start=what)
    return frozenset(parser.accepts())


def expected(accepts: Collection[str]) -> str | None:
    """What could stand here, in words; nothing where that would be a long list."""
    value = {"NAME", "NUMBER", "LPAR"} <= set(accepts)
    if value:
        return "expected a value"
    spoken = {token: literal for literal, token in grammar().literals.items()}
    words = sorted(f"`{spoken[t]}`" for t in accepts if t in spoken)
    found = sorted(_SORTS[t] for t in accepts if t in _SORTS) + words
    if "$END" in accepts:
        found.append("the end of the line")
    return f"expected {' or '.join(found)}" if 0 < len(found) <= _MOST_EXPECTED else None


def nearest_start(word: str, what: str) -> str | None:
    """The beginning of a line that was probably meant by a word; also one that was written together with the next."""
    first = first_tokens(what)
    literals = sorted(literal for literal, token in grammar().literals.items() if token in first)
    starts = sorted({literal.split()[0] for literal in literals})
    whole = next((literal for literal in literals if literal.split()[0] == word), None)
    close = get_close_matches(word.lower(), starts, 1, 0.7)
    glued = [start for start in starts if len(start) > 1 and word.startswith(start)]
    if whole is not None or close:
        return f"did you mean `{whole or close[0]}`?"
    longest = max(glued, key=len, default="")
    return f"did you mean `{longest} {word[len(longest):]}`?" if longest else None


def nearest_run(pieces: Sequence[Piece], index: int, text: str, lexicon: Lexicon) -> tuple[Piece, str] | None:
    """Words side by side that look like a declared name of several words: all of them as one, and that name."""
    first = last = index
    while first > 0 and pieces[first - 1].type == "NAME":
        first -= 1
    while last + 1 < len(pieces) and pieces[last + 1].type == "NAME":
        last += 1
    if first == last or all(piece.text in lexicon.names for piece in pieces[first:last + 1]):
        return None
    whole = " ".join(text[pieces[first].start:pieces[last].end].split())
    close = get_close_matches(whole, sorted(name for name in lexicon.names if " " in name), 1, 0.75)
    return (Piece("NAME", whole, pieces[first].start, pieces[last].end), close[0]) if close else None


def parentheses(pieces: Sequence[Piece], index: int) -> str | None:
    """For `worth of card for winner for you`: the second `for` needs parentheses."""
    before = pieces[index - 1] if index else None
    if pieces[index].type in ("OF", "FOR") and before is not None and before.type in ("NAME", "RPAR", "YOU"):
        after = pieces[index + 1].text if index + 1 < len(pieces) else "..."
        inside = f"{before.text} {pieces[index].text} {after}" if before.type == "NAME" else "..."
        return f"put the inner part in parentheses, as in `({inside})`"
    return None


def only_a_name(accepts: Collection[str], piece: Piece) -> str | None:
    """For a word of the language where a name could stand, and no value."""
    if "NAME" in accepts and "NUMBER" not in accepts and piece.text in grammar().literals and piece.text[0].isalpha():
        return f"`{piece.text}` is a word of the language; a name has to be another word"
    return None


def stands_alone(word: str, what: str) -> bool:
    """Whether a word of the language is a whole text of some sort by itself, such as `none`."""
    token = grammar().literals.get(word)
    if token is None:
        return False
    parser: Any = grammar().parser.parse_interactive("", start=what)
    try:
        parser.feed_token(Token(token, word))
        parser.feed_eof()
    except UnexpectedToken:
        return False
    return True
