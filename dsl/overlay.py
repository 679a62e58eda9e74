"""What one rule set says in place of another: that it is meant is written down, and what is not meant is told.

A rule set that extends others lies over them. `replaces` lists what it says anew. Two that lie beside each other, with
neither over the other, may not say the same thing differently, unless one that lies over both says which holds.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet
from typing import Final

from ludex.dsl.diagnostics import Diagnosis, Label, Sink
from ludex.dsl.names import UndefinedName, nearest
from ludex.dsl.nodes import Entry, Mapping, Node, Scalar, Sequence
from ludex.ir.record import record


class ReplacedSilently(Diagnosis):
    """Two rule sets decide the same thing, one in place of the other, and nothing says that this is meant.

    A rule set that extends others may say something anew. So that nobody breaks another's rules unawares, it lists
    what it replaces. Where two modules beside each other say different things, whoever puts them together has to say
    which holds: by saying it himself, and that he replaces it.
    """

    code = "LX113"
    name = "replaced-silently"
    severity = "warning"
    message = "`{name}` is said here in place of what an extended rule set says"
    bad = ("extends: base\nmoments:\n  dusk: {source: play, about: late}\n"
           "triggers: {night: {at: dusk, do: nobody wins}}\n"
           "--- base/game.yaml\nmoments:\n  dusk: {source: play, about: early}\n")
    good = bad.replace("extends: base\n", "extends: base\nreplaces: dusk\n")


RULES: tuple[type[Diagnosis], ...] = (ReplacedSilently,)

#: What only names a rule set, or is about it.
FREE: Final = frozenset({"ludex", "game", "title", "about", "extends", "replaces", "hooks"})


@record
class Said:
    """What one rule set says under a key, in one or several files, and what it says that it replaces."""

    root: Mapping
    entries: list[Entry]
    replaces: AbstractSet[str]


def compare(named: bool, layers: list[Said], is_over: Callable[[Mapping, Mapping], bool], sink: Sink) -> None:
    """Tell what one rule set says in place of another without saying so: of a section of names, name by name."""
    settled: set[str] = set()
    for number, above in enumerate(layers[:-1]):
        for below in layers[number + 1:]:
            pairs = _pairs(above.entries, below.entries) if named else [(above.entries[0], below.entries[0])]
            for mine, theirs in pairs:
                name = mine.key.text
                meant = name in settled or (name in above.replaces and is_over(above.root, below.root))
                if not meant and _text(mine) != _text(theirs):
                    settled.add(name)  # told once
                    sink.add(ReplacedSilently.at(
                        mine.key.span, name=name, labels=[Label(theirs.key.span, "the other")],
                        help=f"`replaces: [{name}]` says that it is meant"))
        settled |= above.replaces


def _pairs(above: list[Entry], below: list[Entry]) -> list[tuple[Entry, Entry]]:
    """The entries of two rule sets that have the same name."""
    return [(mine, theirs) for one in above for other in below
            if isinstance(one.value, Mapping) and isinstance(other.value, Mapping)
            for mine in one.value.entries if (theirs := other.value.entry(mine.key.text)) is not None]


def check_replaced(layers: list[list[Mapping]], broken: AbstractSet[Node], sink: Sink) -> None:
    """What is said to be replaced is in some rule set below."""
    for number, roots in enumerate(layers):
        known = {name for layer in layers[number + 1:] for root in layer for entry in root.entries
                 for name in (entry.key.text, *_names_in(entry.value))}
        for text in texts(roots, "replaces"):
            if text.text not in known and text not in broken:
                sink.add(UndefinedName.at(text.span, what="nothing that is extended", name=text.text,
                                          help=nearest(text.text, known)))


def replaced_by(roots: list[Mapping]) -> set[str]:
    """What the files of one rule set say that they replace."""
    return {text.text for text in texts(roots, "replaces")}


def texts(roots: list[Mapping], key: str) -> list[Scalar]:
    """The text, or the texts of a list, under a key of some files."""
    values = [value for root in roots if (value := root.get(key)) is not None]
    items = [item for value in values for item in (value.items if isinstance(value, Sequence) else (value,))]
    return [item for item in items if isinstance(item, Scalar)]


def _names_in(node: Node) -> list[str]:
    return [entry.key.text for entry in node.entries] if isinstance(node, Mapping) else []


def _text(entry: Entry) -> str:
    """What stands under a key, wherever it stands."""
    span = entry.value.span
    return " ".join(span.source.text[span.start:span.end].split())
