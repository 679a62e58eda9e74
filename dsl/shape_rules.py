"""The diagnostics of shape: keys and values that do not fit their section (LX013, LX101 to LX107)."""

from __future__ import annotations

from ludex.dsl.diagnostics import Diagnosis


class SchemaVersion(Diagnosis):
    """The rule set does not say which version of the language it is written in, or names an unknown one.

    The version tells this and every later Ludex how to read the files. There is one version so far: write
    `ludex: 1` at the top of `game.yaml`.
    """

    code = "LX013"
    name = "schema-version"
    severity = "error"
    message = "{problem}"
    bad = "ludex: 9\n"
    good = "ludex: 1\n"


class UnknownKey(Diagnosis):
    """A key that its section does not have.

    Unknown keys are never skipped: a misspelt condition would not weaken a rule but remove it. The help
    names the nearest key, or the section that has such a key, or the keys there are.
    """

    code = "LX101"
    name = "unknown-key"
    severity = "error"
    message = "{key} is not a key of {owner}"
    bad = "procedures:\n  deal:\n    do: end the game\n    sourc: setup.1\n"
    good = "procedures:\n  deal:\n    do: end the game\n    source: setup.1\n"


class MissingKey(Diagnosis):
    """A section lacks a key that it cannot do without.

    Add the key. For a rule set as a whole, the key may stand in any of its files.
    """

    code = "LX102"
    name = "missing-key"
    severity = "error"
    message = "{owner} needs `{key}`"
    bad = "procedures:\n  deal:\n    source: setup.1\n"
    good = "procedures:\n  deal:\n    do: end the game\n"


class WrongType(Diagnosis):
    """A value is of another kind than its key asks for, such as a list where a text belongs.

    Often the lines of an effect were written as a list: they go as they are below `do: |`. A number is
    written in digits, without quotes.
    """

    code = "LX103"
    name = "wrong-type"
    severity = "error"
    message = "{what} should be {expected}, but is {found}"
    bad = "procedures:\n  deal:\n    do:\n      - end the game\n"
    good = "procedures:\n  deal:\n    do: |\n      end the game\n"


class BadValue(Diagnosis):
    """A value that the key does not allow.

    Some keys take one of a few words, a name has to be words in ordinary letters, and the id of a passage is
    made of lower-case words and numbers joined by dots.
    """

    code = "LX104"
    name = "bad-value"
    severity = "error"
    message = "{what} cannot be {value}: {why}"
    bad = (
        "components:\n  card: {items: [ace, king]}\n"
        "zones:\n  deck: {of: card, order: shufled, starts with: all}\n"
    )
    good = (
        "components:\n  card: {items: [ace, king]}\n"
        "zones:\n  deck: {of: card, order: shuffled, starts with: all}\n"
    )


class OutOfRange(Diagnosis):
    """A number is smaller or larger than its key allows."""

    code = "LX107"
    name = "out-of-range"
    severity = "error"
    message = "{what} is {value}, and must be {least} to {most}"
    bad = "players: {least: 0, most: 4}\n"
    good = "players: {least: 2, most: 4}\n"


RULES: tuple[type[Diagnosis], ...] = (SchemaVersion, UnknownKey, MissingKey, WrongType, BadValue, OutOfRange)
