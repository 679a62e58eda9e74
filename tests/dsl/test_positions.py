"""Every character of a scalar's text leads back to the characters of the file that wrote it.

Each test writes a scalar piece by piece: what goes into the file, and what it means as text. So the right
answer is known from the writing, not worked out again from the file. Both scanners, the one in C and the one
in Python, have to agree with it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from ludex.dsl import document
from ludex.dsl.diagnostics import Sink
from ludex.dsl.document import Mapping, Node, Scalar, Sequence, read_document

LOADERS = [loader for loader in (getattr(yaml, "CSafeLoader", None), yaml.SafeLoader) if loader is not None]

#: What is written, and the character it stands for ("" for quotes, indentation and the like).
Piece = tuple[str, str]

BREAKS = st.sampled_from(["\n", "\r\n", "\r"])
LETTERS = st.sampled_from(
    [*"abzé手札😀e\u0301.9-/~*!%&@`{}[],|>?=<()$^_+;", "👩\u200d👧", "\u00a0", "#:"])
WORDS = st.builds(lambda first, rest: first + "".join(rest), st.sampled_from("awé手😀"),
                  st.lists(LETTERS, max_size=6))
# The two scanners do not agree on a question mark inside brackets, so there is none.
SAFE_WORDS = WORDS.map(lambda word: "".join(c for c in word if c not in "{}[],#:?"))
QUOTED_WORDS = st.builds("".join, st.lists(LETTERS | st.sampled_from(["'", '"', "\\", "#", ":"]), min_size=1,
                                           max_size=6))


def scalars(node: Node) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item)
    else:
        for entry in node.entries:
            yield entry.key
            yield from scalars(entry.value)


def check(before: str, pieces: list[Piece], after: str, line_break: str = "\n") -> None:
    """The scalar after `before` has the text and places that the pieces say."""
    before, after = before.replace("\n", line_break), after.replace("\n", line_break)
    at, ranges = len(before), []
    for written, meant in pieces:
        assert len(meant) <= 1
        if meant:
            ranges.append((at, at + len(written)))
        at += len(written)
    text = "".join(meant for _, meant in pieces)
    file = before + "".join(written for written, _ in pieces) + after
    for loader in LOADERS:
        sink = Sink()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(document, "_LOADER", loader)
            root = read_document(file.encode("utf-8"), "f.yaml", sink)
        assert not sink.errors, (file, sink.findings)
        assert isinstance(root, Node)
        found = [scalar for scalar in scalars(root) if scalar.span.start == len(before)]
        assert len(found) == 1, file
        scalar = found[0]
        assert scalar.text == text, file
        for index, (start, end) in enumerate(ranges):
            span = scalar.at(index, index + 1)
            assert (span.start, span.end) == (start, end), (file, index)
            assert span.source.text is scalar.span.source.text
            here = scalar.at(index, index)
            assert (here.start, here.end) == (start, start)
            whole = scalar.at(0, index + 1)
            assert (whole.start, whole.end) == (ranges[0][0], end)
        past = scalar.at(len(text), len(text))
        assert past.start == past.end
        if ranges:
            assert past.start == ranges[-1][1]


def each(text: str) -> list[Piece]:
    return [(character, character) for character in text]


@st.composite
def gaps(draw: st.DrawFn, line_break: str, escapes: bool = False) -> list[Piece]:
    """What may stand between two words: blanks, or line breaks that fold."""
    if draw(st.booleans()):
        return each(" " * draw(st.integers(1, 3)))
    indent = " " * draw(st.integers(5, 9))
    if escapes and draw(st.booleans()):
        kept = each(" " * draw(st.integers(0, 2)))
        more = draw(st.integers(0, 2))
        return [*kept, ("\\" + line_break, ""), *[(line_break, "\n")] * more, (indent, "")]
    blanks = " " * draw(st.integers(0, 2))
    empty = draw(st.integers(0, 2))
    if empty == 0:
        return [(blanks, ""), (line_break, " "), (indent, "")]
    return [(blanks, ""), (line_break, ""), *[(line_break, "\n")] * empty, (indent, "")]


@st.composite
def contexts(draw: st.DrawFn) -> tuple[str, str]:
    """Places in a file where a scalar of one or several lines may stand."""
    return draw(st.sampled_from([
        ("a: ", "\n"),
        ("a:   ", "  # more\nb: 1\n"),
        ("手札:\n  b: ", "\n  c: 1\n"),
        ("a:\n  - b\n  - ", "\n  - c\n"),
        ("a: [b, ", ", c]\n"),
        ("a: {b: ", "}\n"),
        ("a: [{b: x, c: ", "\n   }]\n"),
    ]))


@st.composite
def plain(draw: st.DrawFn) -> tuple[list[Piece], str]:
    line_break = draw(BREAKS)
    pieces = each(draw(SAFE_WORDS.filter(bool)))
    for word in draw(st.lists(SAFE_WORDS.filter(bool), max_size=4)):
        pieces += draw(gaps(line_break)) + each(word)
    return pieces, line_break


@settings(max_examples=150, deadline=None)
@given(plain(), contexts())
def test_plain(scalar: tuple[list[Piece], str], context: tuple[str, str]) -> None:
    pieces, line_break = scalar
    check(context[0], pieces, context[1], line_break)


@st.composite
def single(draw: st.DrawFn) -> tuple[list[Piece], str]:
    line_break = draw(BREAKS)
    pieces: list[Piece] = [("'", "")]
    words = draw(st.lists(QUOTED_WORDS, max_size=4))
    for index, word in enumerate(words):
        if index:
            pieces += draw(gaps(line_break))
        pieces += [("''", "'") if character == "'" else (character, character) for character in word]
    return [*pieces, ("'", "")], line_break


@settings(max_examples=150, deadline=None)
@given(single(), contexts())
def test_single_quoted(scalar: tuple[list[Piece], str], context: tuple[str, str]) -> None:
    pieces, line_break = scalar
    check(context[0], pieces, context[1], line_break)


SHORT_ESCAPES = {"\t": "\\t", "\n": "\\n", '"': '\\"', "\\": "\\\\", "/": "\\/", "\u00a0": "\\_"}


@st.composite
def double(draw: st.DrawFn) -> tuple[list[Piece], str]:
    line_break = draw(BREAKS)
    pieces: list[Piece] = [('"', "")]
    for index, word in enumerate(draw(st.lists(QUOTED_WORDS, max_size=4))):
        if index:
            pieces += draw(gaps(line_break, escapes=True))
        for character in word + draw(st.sampled_from(["", "", "\t", "\n"])):
            ways = []
            if character not in '"\\\t\n':
                ways.append(character)
            if character in SHORT_ESCAPES:
                ways.append(SHORT_ESCAPES[character])
            if ord(character) < 0x100:
                ways.append(f"\\x{ord(character):02X}")
            if ord(character) < 0x10000:
                ways.append(f"\\u{ord(character):04x}")
            ways.append(f"\\U{ord(character):08x}")
            pieces.append((draw(st.sampled_from(ways)), character))
    return [*pieces, ('"', "")], line_break


@settings(max_examples=150, deadline=None)
@given(double(), contexts())
def test_double_quoted(scalar: tuple[list[Piece], str], context: tuple[str, str]) -> None:
    pieces, line_break = scalar
    check(context[0], pieces, context[1], line_break)


@st.composite
def block(draw: st.DrawFn, folded: bool) -> tuple[str, list[Piece], str, str]:
    """A block scalar under `a:` or deeper: header, content lines with blank lines between, what follows."""
    line_break = draw(BREAKS)
    before, depth, after = draw(st.sampled_from([
        ("a: ", 0, "b: 1\n"), ("a:\n  b: ", 2, "  c: 1\n"), ("a:\n  - ", 2, "  - c\n"), ("a: ", 0, ""),
        ("a: ", 0, "# more\nb: 1\n"), ("x: 1\na:\n    b:\n        c: ", 8, "z: 1\n"),
    ]))
    more = draw(st.integers(1, 6))
    indent = depth + more
    explicit = draw(st.booleans())
    chomp = draw(st.sampled_from(["", "-", "+"]))
    marks = [str(more) if explicit else "", chomp]
    header = (">" if folded else "|") + "".join(marks if draw(st.booleans()) else marks[::-1])
    header += draw(st.sampled_from(["", "", "  # why"]))
    starts = st.sampled_from(["", "", "", "  ", " \t"])
    lines = []
    for index in range(draw(st.integers(1, 4))):
        start = draw(starts) if index or explicit else ""
        lines.append((start, draw(QUOTED_WORDS | st.just("a b  c ") | st.just("- x: 'y' # z"))))
    pieces: list[Piece] = [(header, ""), (line_break, "")]
    blanks = st.lists(st.integers(0, indent), max_size=2)
    for size in draw(blanks):
        pieces += [(" " * size, ""), (line_break, "\n")]
    for index, (start, line) in enumerate(lines):
        pieces += [(" " * indent, ""), *each(start + line)]
        last = index == len(lines) - 1
        if last:
            break
        between = draw(blanks)
        fold = folded and not start and not lines[index + 1][0]
        pieces.append((line_break, ("" if between else " ") if fold else "\n"))
        for size in between:
            pieces += [(" " * size, ""), (line_break, "\n")]
    if not after and draw(st.booleans()):
        return before, pieces, after, line_break  # the file ends without a line break
    pieces.append((line_break, "" if chomp == "-" else "\n"))
    for size in draw(blanks):
        pieces += [(" " * size, ""), (line_break, "\n" if chomp == "+" else "")]
    return before, pieces, after, line_break


@settings(max_examples=200, deadline=None)
@given(block(folded=False))
def test_literal(scalar: tuple[str, list[Piece], str, str]) -> None:
    before, pieces, after, line_break = scalar
    check(before, pieces, after, line_break)


@settings(max_examples=200, deadline=None)
@given(block(folded=True))
def test_folded(scalar: tuple[str, list[Piece], str, str]) -> None:
    before, pieces, after, line_break = scalar
    check(before, pieces, after, line_break)


@pytest.mark.parametrize(("raw", "word", "place"), [
    ("do: go to the deck", "go", "1:5-1:7"),
    ("do: 'the owner''s deck'", "'", "1:15-1:17"),
    ("do: 'the owner''s deck'", "deck", "1:19-1:23"),
    ('do: "\\u0041 \\x41 deck"', "deck", "1:18-1:22"),
    ("do: go to\n    the deck", "deck", "2:9-2:13"),
    ("do: 'go to\n\n    the deck'", "deck", "3:9-3:13"),
    ("do: |\n    go to\n    the deck\n", "deck", "3:9-3:13"),
    ("do: |+2\n    go to\n  the deck\n\n", "deck", "3:7-3:11"),
    ("do: >-\n    go to\n    the deck\n", "deck", "3:9-3:13"),
    ("do: >\n    go to\n    the deck\n", " the", "2:10-3:8"),
    ("do: |\n    手札 to\n    😀 deck\n", "deck", "3:7-3:11"),
])
def test_places_worked_out_by_hand(raw: str, word: str, place: str) -> None:
    root = read_document(raw.encode(), "f.yaml", Sink())
    assert isinstance(root, Mapping)
    scalar = root.get("do")
    assert isinstance(scalar, Scalar)
    at = scalar.text.index(word)
    span = scalar.at(at, at + len(word))
    assert f"{span.line}:{span.column}-{span.end_line}:{span.end_column}" == place


def test_tagged_and_anchored_scalars_keep_their_places() -> None:
    sink = Sink()
    root = read_document(b"a: &x 'it''s'\nb: !t \"\\x41b\"\nc: *x\n", "f.yaml", sink)
    assert isinstance(root, Mapping)
    a, b, c = (root.get(key) for key in "abc")
    assert isinstance(a, Scalar)
    assert isinstance(b, Scalar)
    assert c is a
    assert (a.span.text, a.at(3, 4).text) == ("'it''s'", "s")
    assert a.at(2, 3).text == "''"
    assert (b.span.text, b.at(0, 1).text, b.at(1, 2).text) == ('"\\x41b"', "\\x41", "b")


@pytest.mark.parametrize(("raw", "column"), [("", 3), ('""', 5), ("''", 5), ("|", 5)])
def test_empty_texts_have_a_place(raw: str, column: int) -> None:
    root = read_document(f"a: {raw}".rstrip(" ").encode(), "f.yaml", Sink())
    assert isinstance(root, Mapping)
    scalar = root.get("a")
    assert isinstance(scalar, Scalar)
    assert scalar.text == ""
    assert scalar.empty == (raw == "")
    span = scalar.at(0, 0)
    assert (span.line, span.column, span.start) == (1, column, span.end)
