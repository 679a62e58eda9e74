"""What the source gets wrong or lacks, where a rule set says how it is taken: contradictions, and unknown components.

Neither is a mistake of the rules, and neither goes away by mending them. They are told to whoever asks for them, with
the reading that holds or what is assumed, so that a publisher, or somebody with the printed game, can decide them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl import syntax
from ludex.dsl.diagnostics import Diagnosis
from ludex.dsl.document import Scalar
from ludex.validator.suppress import Silenced

#: The kind of a ruling about passages that cannot both hold.
CONTRADICTION = "contradiction"

_RULING = (
    "--- source.md\n**home** A player goes home at noon.\n\n**late** A player goes home at midnight.\n"
    "--- rulings.yaml\nrulings:\n  leaving:\n    question: When does a player go home?\n    source: [home, late]\n"
    "    kind: contradiction\n    readings:\n      noon: {means: At noon.}\n      midnight: {means: At midnight.}\n"
    "    choice: noon\n    because: It stands first.\n"
)


class SourceContradiction(Diagnosis):
    """The source contradicts itself, and a ruling says which side holds.

    Its passages cannot all be followed. The ruling of kind `contradiction` names the readings, and the one that is
    played. Whoever writes the next edition should mend the text. `ludex check --settled` tells of all of them.
    """

    code = "LX637"
    name = "source-contradiction"
    severity = "info"
    message = "the source contradicts itself: {question}"
    bad = _RULING
    good = _RULING.replace("kind: contradiction", "kind: scope")


class ComponentUnknown(Diagnosis):
    """Something is assumed that a component of the printed game, or another text, would decide.

    The source does not show it. `decided by` of an assumption says what would. Whoever has that can put what it shows
    in place of what is assumed. `ludex check --settled` tells of all of them.
    """

    code = "LX638"
    name = "component-unknown"
    severity = "info"
    message = "`{name}` is assumed; {what} would decide it"
    bad = ("assumptions:\n  faces:\n    says: A die has six faces.\n    because: Most have.\n"
           "    decided by: the printed die\n")
    good = bad.replace("    decided by: the printed die\n", "")


RULES: tuple[type[Diagnosis], ...] = (SourceContradiction, ComponentUnknown)


def settled(rules: syntax.RuleSet) -> Iterator[Silenced]:
    """What is settled, and by what."""
    for name, ruling in rules.rulings.items():
        if ruling.kind is not None and ruling.kind.text == CONTRADICTION:
            question = _plain(ruling.question)
            finding = SourceContradiction.at(
                name.span, question=question[:1].lower() + question[1:].rstrip("?."), passage=ruling.source[0].text,
                readings=tuple(reading.text for reading in ruling.readings),
                help=f"it is read as `{ruling.choice.text}`: {_plain(ruling.because)}")
            yield Silenced(finding, _plain(ruling.because), "ruling")
    for name, assumption in rules.assumptions.items():
        if assumption.decided_by is not None:
            finding = ComponentUnknown.at(name.span, name=name.text, what=assumption.decided_by.text,
                                          help=f"assumed: {_plain(assumption.says)}")
            yield Silenced(finding, _plain(assumption.because), "assumption")


def _plain(text: Scalar) -> str:
    return " ".join(text.text.split())
