"""YAML without guessing: bytes become nodes in which every scalar is text and knows its place.

Plain loading loses duplicate keys, turns `no` into a truth value and forgets positions. So this module
takes the scanner's events and builds its own nodes; what a text means is decided later by the key it stands
under. It is also the only module that knows the YAML library. Files come from anywhere, so it works without
recursion and within limits on nesting, nodes and aliases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from typing import Any

import yaml

from ludex.dsl.diagnostics import Finding, Label, Sink, quote
from ludex.dsl.encoding import FORBIDDEN, decode, forbidden_character
from ludex.dsl.name_text import confusable
from ludex.dsl.nodes import Entry, Mapping, Node, Scalar, Sequence
from ludex.dsl.scalar_map import Style
from ludex.dsl.source import Source, Span
from ludex.dsl.yaml_errors import Trouble, explain, unseen_indentation
from ludex.dsl.yaml_rules import (
    AliasBudget,
    AnchorUndefinedOrUnused,
    BooleanKey,
    CommentCutsText,
    DuplicateKey,
    ForbiddenTag,
    KeyNotText,
    MergeKey,
    SeveralDocuments,
    TooDeepOrLarge,
)
from ludex.ir.record import changeable

__all__ = ["Entry", "Mapping", "Node", "Scalar", "Sequence", "check_comment_cut", "read_document"]

#: The most levels of lists and mappings inside one another, aliases expanded.
DEPTH_LIMIT = 64
#: The most nodes of a file, and the most nodes that its aliases may stand for.
NODE_LIMIT = 100_000
ALIAS_LIMIT = 50_000


def read_document(source_bytes: bytes, shown_path: str, sink: Sink) -> Node | None:
    """The nodes of a file; None if there are none, or after a finding that says why it cannot be read."""
    source = decode(source_bytes, shown_path, sink)
    return None if source is None else _Reader(source, sink).read()


def check_comment_cut(scalar: Scalar, sink: Sink) -> None:
    """Report a comment that may have been meant as a part of a text of the language.

    A text without quotes is cut by a `#` after a blank. One blank is how a sentence such as `card #3` looks;
    a comment on purpose is set off by two blanks or a tab, as is the custom.
    """
    if scalar.style != "plain" or not scalar.text:
        return
    source = scalar.span.source
    if re.match(r" #", source.text[scalar.span.end : scalar.span.end + 2]):
        start = scalar.span.end + 1
        line = scalar.span.end_line
        end = source.line_start(line) + len(source.line_text(line).rstrip())
        span = Span(source, start, end)
        sink.add(CommentCutsText.at(
            span, rest=quote(span.text), labels=[Label(scalar.span, "this is all of the text")],
            help="put quotes round the text if this belongs to it, or two spaces before a comment",
        ))


#: The scanner and parser, in C where there is one. Only its events are used, nothing is constructed.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_Marked = yaml.ScalarEvent | yaml.CollectionStartEvent
_STYLES: dict[str | None, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}
_PROPERTIES = re.compile(r"(?:[&!]\S*(?:[ \t\r\n]|#[^\r\n]*)*)*")
_ANCHOR = re.compile(r"&[\w-]+")
_TAG = re.compile(r"!\S*")
_BOOLEAN_WORDS = {
    **dict.fromkeys(("true", "yes", "on"), "true"),
    **dict.fromkeys(("false", "no", "off"), "false"),
    **dict.fromkeys(("null", "~"), "nothing"),
}


class _Stop(Exception):
    """Nothing more can be read; the finding has been made."""


@changeable
class _Anchor:
    span: Span
    node: Node | None = None  # None while it is being read
    size: int = 0
    height: int = 0
    used: bool = False


@changeable
class _Frame:
    """A list or mapping that is being read."""

    mapping: bool
    start: int
    anchor: _Anchor | None
    items: list[Node] = field(default_factory=list)
    entries: dict[str, Entry] = field(default_factory=dict)
    key: Scalar | None = None
    at_value: bool = False
    complete: bool = True
    end: int = 0
    size: int = 1
    height: int = 0


class _Reader:
    """Builds nodes from events with a stack of its own."""

    def __init__(self, source: Source, sink: Sink) -> None:
        self.source = source
        self.sink = sink
        self.frames: list[_Frame] = []
        self.anchors: dict[str, _Anchor] = {}
        self.root: Node | None = None
        self.last: Span | None = None
        self.doubtful: Finding | None = None
        self.nodes = 0
        self.expanded = 0

    def read(self) -> Node | None:
        try:
            for event in self._events():
                self._take(event)
        except _Stop:
            return None
        for anchor in self.anchors.values():
            self._unused(anchor)
        return self.root

    def _events(self) -> Iterator[yaml.Event]:
        try:
            yield from iter(_LOADER(self.source.text).get_event, None)
        except yaml.MarkedYAMLError as fault:
            problem_at = fault.problem_mark.index if fault.problem_mark else len(self.source.text)
            since = fault.context_mark.index if fault.context_mark else None
            text = self.source.text
            brackets = [frame.start for frame in self.frames if text.startswith(("[", "{"), frame.start)]
            trouble = Trouble(self.source, fault.problem or "", problem_at, fault.context or "", since,
                              self.last, brackets[-1] if brackets else None)
            finding = explain(trouble)
            if self.doubtful is not None and self.doubtful.span != finding.span:
                self.sink.add(self.doubtful)
            self.sink.add(finding)
            raise _Stop from None

    def _take(self, event: yaml.Event) -> None:
        first, last = event.start_mark, event.end_mark
        assert first is not None and last is not None  # as events of a parser always have
        start, end = first.index, last.index
        if self.doubtful is not None:
            self.sink.add(self.doubtful)
            self.doubtful = None
        if isinstance(event, yaml.ScalarEvent):
            anchor = None
            if event.anchor is not None or event.tag is not None:
                anchor, start = self._properties(event, start, end)
            self._count(start)
            scalar = self._scalar(event, start, end if end > start else start)
            self.last = scalar.span
            self._place(scalar, anchor, 1, 0)
        elif isinstance(event, yaml.AliasEvent):
            self.last = Span(self.source, start, end)
            self._alias(event.anchor or "", self.last)
        elif isinstance(event, yaml.CollectionStartEvent):
            anchor = None
            if event.anchor is not None or event.tag is not None:
                anchor, start = self._properties(event, start, end)
            self._count(start)
            if len(self.frames) >= DEPTH_LIMIT:
                self._too_deep(Span(self.source, start, start + 1))
            self.frames.append(_Frame(isinstance(event, yaml.MappingStartEvent), start, anchor, end=end))
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(end if end > start else 0)
        elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
            self.sink.add(SeveralDocuments.at(Span(self.source, start, end)))
            raise _Stop

    def _properties(self, event: _Marked, start: int, end: int) -> tuple[_Anchor | None, int]:
        """Skip anchor and tag; the scanner lets a node start with them."""
        match = _PROPERTIES.match(self.source.text, start)
        # What follows an anchor may be empty, and the next line is none of it.
        after = min(match.end() if match else start, max(start, end))
        written = self.source.text[start:after]
        anchor = None
        if event.tag is not None:
            tag_match = _TAG.search(written)
            if tag_match is not None:
                span = Span(self.source, start + tag_match.start(), start + tag_match.end())
                self.sink.add(ForbiddenTag.at(span, tag=quote(span.text),
                                              help="delete it; a text that starts with `!` needs quotes"))
        if event.anchor is not None:
            anchor_match = _ANCHOR.search(written)
            place = anchor_match.span() if anchor_match else (0, 1)
            anchor = _Anchor(Span(self.source, start + place[0], start + place[1]))
            if event.anchor in self.anchors:
                self._unused(self.anchors[event.anchor])
            self.anchors[event.anchor] = anchor
        return anchor, after

    def _scalar(self, event: yaml.ScalarEvent, start: int, end: int) -> Scalar:
        style = _STYLES.get(event.style, "plain")
        if style in ("literal", "folded"):
            # The scanner counts blank lines after a block to it; nobody would call them a part of it.
            written = start + len(self.source.text[start:end].rstrip(" \t\r\n"))
            scalar = Scalar(event.value, Span(self.source, start, written), style)
            object.__setattr__(scalar, "_blank_after", end - written)
            return scalar
        scalar = Scalar(event.value, Span(self.source, start, end), style)
        if style == "double" and FORBIDDEN.search(event.value):
            for match in FORBIDDEN.finditer(event.value):
                self.sink.add(forbidden_character(scalar.at(match.start(), match.end()), match.group()))
        return scalar

    def _alias(self, name: str, span: Span) -> None:
        anchor = self.anchors.get(name)
        if anchor is None or anchor.node is None:
            problem = f"no part of the file above is marked `&{name}`"
            if anchor is not None:
                anchor.used = True
                problem = f"the part marked `&{name}` would hold itself"
            # Not told yet: if the scanner stumbles over the next word, this was a text all along.
            self.doubtful = AnchorUndefinedOrUnused.at(
                span, problem=problem, severity="error", help="a text that starts with `*` needs quotes")
            self._leave_out()
            return
        anchor.used = True
        self.expanded += anchor.size
        if self.expanded > ALIAS_LIMIT:
            self.sink.add(AliasBudget.at(span, limit=f"{ALIAS_LIMIT:,}",
                                         labels=[Label(anchor.span, "the repeated part")]))
            raise _Stop
        if len(self.frames) + anchor.height > DEPTH_LIMIT:
            self._too_deep(span)
        self._place(anchor.node, None, anchor.size, anchor.height, span)

    def _close(self, end: int) -> None:
        frame = self.frames.pop()
        # A block has no end of its own: it ends with what it holds, not at the next thing's start.
        span = Span(self.source, frame.start, max(end or frame.end, frame.start))
        node: Node
        if frame.mapping:
            node = Mapping(tuple(frame.entries.values()), span, frame.complete)
        else:
            node = Sequence(tuple(frame.items), span, frame.complete)
        self._place(node, frame.anchor, frame.size, frame.height + 1)

    def _place(
        self, node: Node, anchor: _Anchor | None, size: int, height: int, written: Span | None = None
    ) -> None:
        """Put a finished node where it belongs; `written` is the alias where the node stands elsewhere."""
        if anchor is not None:
            anchor.node, anchor.size, anchor.height = node, size, height
        if not self.frames:
            self.root = node
            return
        frame = self.frames[-1]
        end = node.span.end if written is None else written.end
        if end > frame.end:
            frame.end = end
        frame.size += size
        if height > frame.height:
            frame.height = height
        if not frame.mapping:
            frame.items.append(node)
        elif frame.at_value:
            if frame.key is not None:
                frame.entries[frame.key.text] = Entry(frame.key, node)
            frame.at_value = False
        else:
            frame.key = self._key(frame, node, written or node.span)
            frame.at_value = True

    def _leave_out(self) -> None:
        """Go on as if a node had been read that is not there."""
        if not self.frames:
            return
        frame = self.frames[-1]
        frame.complete = False
        if frame.mapping:
            frame.key = None
            frame.at_value = not frame.at_value

    def _key(self, frame: _Frame, node: Node, span: Span) -> Scalar | None:
        """The key, or None after a finding that makes its entry unusable."""
        if not isinstance(node, Scalar):
            what = "a mapping in brackets" if isinstance(node, Mapping) else "a list"
            place = Span(self.source, span.start, max(span.end, span.start + 1))
            self.sink.add(KeyNotText.at(place, what=what,
                                        help="a text that starts with a bracket needs quotes"))
            frame.complete = False
            return None
        key = Scalar(node.text, span, node.style) if span is not node.span else node
        if key.text == "<<" and key.style == "plain":
            self.sink.add(MergeKey.at(span, help="write the keys out"))
            frame.complete = False
            return None
        first = frame.entries.get(key.text)
        if first is not None:
            self.sink.add(DuplicateKey.at(
                span, key=quote(key.text), line=first.key.span.line,
                labels=[Label(first.key.span, "first written here")],
                help="give one of them another name, or join the two",
            ))
            return None
        self._check_key(key)
        return key

    def _check_key(self, key: Scalar) -> None:
        text = key.text
        if text[:1].isspace() and key.style == "plain":
            self.sink.add(unseen_indentation(key.at(0, 1)))
        elif (finding := confusable(text, key.at)) is not None:
            self.sink.add(finding)
        elif key.style == "plain" and text.lower() in _BOOLEAN_WORDS:
            meaning = _BOOLEAN_WORDS[text.lower()]
            self.sink.add(BooleanKey.at(key.span, key=text, meaning=meaning, help="put quotes round it"))

    def _unused(self, anchor: _Anchor) -> None:
        if not anchor.used:
            self.sink.add(AnchorUndefinedOrUnused.at(
                anchor.span, problem=f"nothing in the file uses the anchor {quote(anchor.span.text)}",
                help="delete it; a text that starts with `&` needs quotes"))

    def _count(self, offset: int) -> None:
        self.nodes += 1
        if self.nodes > NODE_LIMIT:
            self.sink.add(TooDeepOrLarge.at(
                Span(self.source, offset, min(offset + 1, len(self.source.text))),
                problem=f"the file has more than {NODE_LIMIT:,} keys and values", help="split it"))
            raise _Stop

    def _too_deep(self, span: Span) -> None:
        self.sink.add(TooDeepOrLarge.at(
            span, problem=f"lists and mappings are nested more than {DEPTH_LIMIT} deep here",
            help="close the brackets, or write less inside one another"))
        raise _Stop
