"""The one bound on how long a program may become. Everything else that multiplies is bounded because this is.

It is told as a finding of the rules, since the rules are what has to become shorter: while they are checked, for the
largest number of players, and again for whatever readings somebody wants to play.
"""

from __future__ import annotations

from ludex.dsl.diagnostics import Diagnosis

#: What the examples have in common.
_DAY = ("moments:\n  dawn: {about: the sun rises}\n  noon: {about: the sun is high}\ntriggers:\n"
        "  night:\n    at: end of round\n    do: |\n%s  rising:\n    at: dawn\n    do: |\n%s"
        "  resting:\n    at: noon\n    do: |\n%s")
_DAWN, _NOON, _DRAW = (f"      {line}\n      say \"on\"\n" for line in (
    "moment dawn", "moment noon", "draw 1 from deck to discard"))


class ProgramTooLarge(Diagnosis):
    """Written out in single steps, the rules are too long to be played.

    What actions, moments and phases do is written out wherever it is reached; what touches the zones of all players
    has a step for each of them. The place is the one that gives the most steps. Put what is written out often into a
    procedure, which is written once.
    """

    code = "LX319"
    name = "program-too-large"
    severity = "error"
    message = "written out, the rules have more than {most} steps, and most of them come from here"
    bad = _DAY % (_DAWN * 30, _NOON * 30, _DRAW * 6)
    good = _DAY % (_DAWN * 3, _NOON * 2, _DRAW)



RULES: tuple[type[Diagnosis], ...] = (ProgramTooLarge,)
