"""Which part of the rules cites which passages: every section that may have a `source:`, with its name and kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ludex.dsl import syntax
from ludex.dsl.document import Scalar
from ludex.dsl.source import Span
from ludex.ir.record import record

#: Sections that tell what happens in play, as a reader would call one of them. The others are tools: what they are
#: follows from the rules that use them.
RULES = {
    syntax.Component: "component", syntax.Step: "step of the set-up", syntax.Phase: "phase", syntax.Action: "action",
    syntax.Trigger: "trigger", syntax.End: "end", syntax.Scoring: "scoring", syntax.Override: "override",
    syntax.Norm: "rule of what may be done",
}


@record
class Cited:
    """A section of the rules, the passages it cites, and where its name stands."""

    section: syntax.Section
    name: str
    at: Span
    sources: tuple[Scalar, ...]

    @property
    def kind(self) -> str:
        """What a reader would call it; empty for a tool."""
        return RULES.get(type(self.section), "")


def cited(rules: syntax.RuleSet) -> Iterator[Cited]:
    """All sections that may cite passages."""
    yield from _inside(rules)


def rulings_about(parts: Iterable[Cited]) -> dict[str, str]:
    """Passage -> the words of all rulings that cite it."""
    words: dict[str, str] = {}
    for part in parts:
        if isinstance(part.section, syntax.Ruling):
            ruling = part.section
            texts = [ruling.question.text, ruling.because.text, *(r.means.text for r in ruling.readings.values())]
            for citation in part.sources:
                words[citation.text] = " ".join((words.get(citation.text, ""), *texts))
    return words


def _inside(node: object) -> Iterator[Cited]:
    if isinstance(node, syntax.Section):
        names = {name for name, _, _ in syntax.keys_of(type(node)).values()}
        if "source" in names:
            at = node.at if node.name is None else node.name.span
            yield Cited(node, "" if node.name is None else node.name.text, at, getattr(node, "source"))  # noqa: B009
        for name in names - {"source"}:
            yield from _inside(getattr(node, name))
    elif isinstance(node, dict):
        for value in node.values():
            yield from _inside(value)
    elif isinstance(node, tuple):
        for value in node:
            yield from _inside(value)
