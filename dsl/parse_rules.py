"""The diagnostics of form: texts of the language that cannot be read, and lines that stand in the wrong place."""

from __future__ import annotations

from ludex.dsl.diagnostics import Diagnosis


class EffectSyntax(Diagnosis):
    """A text of the language cannot be read.

    The message names the word that does not fit and what could stand there. Each line of an effect is read by
    itself: mend this one, and the others are not affected.
    """

    code = "LX301"
    name = "effect-syntax"
    severity = "error"
    message = "{problem}"
    bad = "draw 2 to discard from deck\n"
    good = "draw 2 from deck to discard\n"


class Indentation(Diagnosis):
    """Lines under a block must be indented, and by the same amount; other lines must not be.

    A block is a line that ends in a colon, such as `if deck is empty:`. What it governs stands under it,
    further to the right, in spaces.
    """

    code = "LX313"
    name = "indentation"
    severity = "error"
    message = "{problem}"
    bad = "if deck is empty:\nend the game\n"
    good = "if deck is empty:\n    end the game\n"


RULES: tuple[type[Diagnosis], ...] = (EffectSyntax, Indentation)
