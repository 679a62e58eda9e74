"""Reading YAML without guessing: every trap has its finding, at the place where a person must type."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludex.dsl import document
from ludex.dsl.diagnostics import Finding, Sink
from ludex.dsl.document import (
    DEPTH_LIMIT,
    NODE_LIMIT,
    Mapping,
    Node,
    Scalar,
    Sequence,
    check_comment_cut,
    read_document,
)
from ludex.dsl.read import read_rule_set
from ludex.dsl.render import render_findings

Read = Callable[[str | bytes], tuple[Node | None, tuple[Finding, ...]]]
Edits = list[tuple[int, int, str]]

LOADERS = [loader for loader in (getattr(yaml, "CSafeLoader", None), yaml.SafeLoader) if loader is not None]


@pytest.fixture(params=LOADERS, ids=lambda loader: loader.__name__)
def read_either(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, read: Read) -> Read:
    """Read with the scanner in C and with the one in Python."""
    monkeypatch.setattr(document, "_LOADER", request.param)
    return read


def plain(node: Node | None) -> object:
    """Nodes as plain data, to compare with."""
    if isinstance(node, Scalar):
        return node.text
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    if isinstance(node, Mapping):
        return {entry.key.text: plain(entry.value) for entry in node.entries}
    return None


def told(findings: tuple[Finding, ...]) -> list[tuple[str, int, int]]:
    return [(finding.code, finding.line, finding.column) for finding in findings]


# -- every scalar is text


@pytest.mark.parametrize("word", [
    "NO", "no", "on", "off", "y", "n", "yes", "true", "null", "~", "12:30", "1:30", "12:30:45", "010", "0123",
    "1e3", "1.10", "1_000", "0x1F", "2026-01-01", "2d6", "5-2", ".inf", ".nan", "+3", "=", "-1",
])
def test_words_that_others_take_for_something_else_are_text(read_either: Read, word: str) -> None:
    root, findings = read_either(f"a: {word}\nb: [{word}, x]\n")
    assert plain(root) == {"a": word, "b": [word, "x"]}
    assert findings == ()


def test_keys_are_text_and_never_meet(read: Read) -> None:
    root, findings = read("no: a\nNO: b\non: c\n1: d\n01: e\ntrue: f\n'~': g\n")
    assert plain(root) == {"no": "a", "NO": "b", "on": "c", "1": "d", "01": "e", "true": "f", "~": "g"}
    assert told(findings) == [("LX003", line, 1) for line in (1, 2, 3, 6)]
    assert {finding.severity for finding in findings} == {"hint"}


def test_nodes_know_their_places(read_either: Read) -> None:
    text = "a:\n  b: [x, 'y']  # c\n\n\nd:\n  - |\n    e\n\n  - {f: g}\n\n# end\n"
    root, findings = read_either(text)
    assert findings == ()
    assert isinstance(root, Mapping)
    a, d = root.get("a"), root.get("d")
    assert isinstance(a, Mapping)
    assert isinstance(d, Sequence)
    spans = [a.span, d.span, d.items[0].span, d.items[1].span, a.entries[0].value.span]
    assert [span.text for span in spans] == [
        "b: [x, 'y']", "- |\n    e\n\n  - {f: g}", "|\n    e", "{f: g}", "[x, 'y']"]
    assert (a.span.line, a.span.column, a.span.end_line, a.span.end_column) == (2, 3, 2, 14)
    assert root.get("nothing") is None
    assert root.entry("d") is root.entries[1]


# -- F-15: duplicate keys


def test_duplicate_keys_show_both_places(read_either: Read) -> None:
    filler = "".join(f"  other {n}: {{do: x}}\n" for n in range(39))
    root, findings = read_either(
        f"actions:\n  bid: {{do: x}}\n{filler}  bid: {{do: y}}\n  pass:\n    do: a\n    do: b\n")
    assert told(findings) == [("LX002", 42, 3), ("LX002", 45, 5)]
    assert [finding.labels[0].span.line for finding in findings] == [2, 44]
    assert [finding.message for finding in findings] == [
        "`bid` is written twice here, first on line 2", "`do` is written twice here, first on line 44"]
    assert isinstance(root, Mapping)
    assert plain(root)["actions"]["bid"] == {"do": "x"}  # type: ignore[index]


def test_three_of_a_key_are_two_findings(read: Read) -> None:
    _, findings = read("a: 1\n'a': 2\n\"\\x61\": 3\n")
    assert told(findings) == [("LX002", 2, 1), ("LX002", 3, 1)]


def test_a_duplicate_through_a_merge_key_is_a_merge_key(read_either: Read) -> None:
    root, findings = read_either("a: &x {do: 1}\nb:\n  <<: *x\n  do: 2\n")
    assert told(findings) == [("LX006", 3, 3)]
    assert plain(root) == {"a": {"do": "1"}, "b": {"do": "2"}}
    assert isinstance(root, Mapping)
    assert [isinstance(node, Mapping) and node.complete for node in (root, root.get("a"), root.get("b"))] == [
        True, True, False]


def test_on_beside_one_are_two_keys(read: Read) -> None:
    root, findings = read("on: yes\n1: int key\n")
    assert plain(root) == {"on": "yes", "1": "int key"}
    assert told(findings) == [("LX003", 1, 1)]


# -- F-17: broken files. Text, where in it a person must type, and a word of the message.

BROKEN = {
    "missing colon above": ("draw:\n  take 1\n  put: 2\n", "LX001", 2, 3, "colon is missing after `take 1`"),
    "missing colon, text above": ("a: 1\ntake 1\nb: 2\n", "LX001", 2, 1, "colon is missing after `take 1`"),
    "missing colon of a section": ("a: 1\ntake\n  b: 2\n", "LX001", 2, 1, "colon is missing after `take`"),
    "missing space after colon": ("a: 1\nb:2\nc: 3\n", "LX001", 2, 2, "space is missing after the colon"),
    "unclosed double quote": ('a: "go to\nb: 1\n', "LX001", 1, 4, "never closed"),
    "unclosed single quote": ("a: 'go to\nb: 1\n", "LX001", 1, 4, "never closed"),
    "unclosed quote, more quotes": ('a: "go to\nb: "x"\nc: 3\n', "LX001", 1, 4, "ends only on line 2"),
    "unclosed brace": ("a: {b: 1\nc: 2\n", "LX001", 1, 4, "bracket `{` is never closed"),
    "unclosed bracket": ("a: [b, 1\nc: 2\n", "LX001", 1, 4, "bracket `[` is never closed"),
    "unclosed bracket at the end": ("a: [b, 1\n", "LX001", 1, 4, "bracket `[` is never closed"),
    "bracket inside a comment": ("a: {b: card #3}\n", "LX001", 1, 4, "bracket `{` is never closed"),
    "dedented half-way": ("a:\n    b: 1\n  c: 2\n", "LX001", 3, 3, "lines up with nothing"),
    "indented too far": ("a:\n  b: 1\n    c: 2\n", "LX001", 3, 5, "continues the text of line 2"),
    "tab": ("a:\n\tb: 1\n", "LX012", 2, 1, "tab"),
    "tab after spaces": ("a:\n  b: 1\n \tc: 2\n", "LX012", 3, 2, "tab"),
    "tab in a block": ("a: |\n  b\n\tc\n", "LX012", 3, 1, "tab"),
    "tab after a dash": ("a:\n  -\tb: 1\n", "LX012", 2, 4, "tab"),
    "no-break space": ("a:\n  b: 1\n\u00a0\u00a0c: 1\n", "LX012", 3, 1, "no-break space"),
    "no-break space, no YAML": ("a:\n  b: 1\n\u00a0\u00a0c\nd: 1\n", "LX012", 3, 1, "no-break space"),
    "colon in a sentence": ("effect: if hand: empty\n", "LX001", 1, 16, "second colon"),
    "curly quotes": ("a: \u201cgo: there\u201d\n", "LX001", 1, 7, "second colon"),
    "comment inside a text": ("a: take card #3\n  to hand\n", "LX001", 1, 14, "starts a comment"),
    "text after a quote": ("a: 'go' there\n", "LX001", 1, 9, "more text after the closing quote"),
    "apostrophe": ("a: 'it's mine'\n", "LX001", 1, 8, "more text after the closing quote"),
    "at": ("a: @b\n", "LX001", 1, 4, "starts with `@`"),
    "percent": ("a: %b\n", "LX001", 1, 4, "starts with `%`"),
    "backtick": ("a: `b`\n", "LX001", 1, 4, "starts with a backtick"),
    "star": ("a: *b c\n", "LX001", 1, 4, "starts with `*`"),
    "star and space": ("a: * b\n", "LX001", 1, 4, "starts with `*`"),
    "ampersand and space": ("a: & b\n", "LX001", 1, 4, "starts with `&`"),
    "greater": ("a: > 3 cards\n", "LX001", 1, 4, "starts with `>`"),
    "bar": ("a: |b\n", "LX001", 1, 4, "starts with `|`"),
    "comma": ("a: ,b\n", "LX001", 1, 4, "starts with `,`"),
    "question mark": ("a: ? b\n", "LX001", 1, 4, "starts with `?`"),
    "dash": ("a: - b\n", "LX001", 1, 4, "list entry cannot begin here"),
    "two commas": ("a: [b, , c]\n", "LX001", 1, 8, "entry is missing before `,`"),
    "no comma": ("a: {b: 1 c: 2}\n", "LX001", 1, 11, "comma is missing"),
    "bracket too many": ("a: [b]]\n", "LX001", 1, 7, "`]` closes nothing"),
    "entry among keys": ("a: 1\n- b\n", "LX001", 2, 1, "list entry stands among keys"),
    "key among entries": ("a:\n  - b\n  c: 1\n", "LX001", 3, 3, "no entry of the list"),
    "no key": ("a: 1\n: b\n", "LX001", 2, 1, "no key before this colon"),
    "backslash": ('a: "c:\\games"\n', "LX001", 1, 7, "backslash"),
    "backslash x": ('a: "\\xZZ"\n', "LX001", 1, 5, "backslash"),
    "documents end": ("a: 1\n...\nb: 2\n", "LX001", 2, 1, "one document"),
    "directive": ("%YAML 2.0\n---\na: 1\n", "LX001", 1, 1, "one document"),
    "two documents": ("a: 1\n---\nb: 2\n", "LX015", 2, 1, "second document"),
    "tag": ("a: !b c\n", "LX007", 1, 4, "`!b`"),
    "python tag": ("a: !!python/object:os.system x\n", "LX007", 1, 4, "tag"),
    "plain tag": ("a: ! b\n", "LX007", 1, 4, "`!`"),
    "undefined tag handle": ("a: !b!c d\n", "LX007", 1, 4, "tag"),
    "alias to nothing": ("a: *b\n", "LX008", 1, 4, "marked `&b`"),
    "alias to itself": ("a: &b [*b]\n", "LX008", 1, 8, "hold itself"),
    "unused anchor": ("a: &b c\n", "LX008", 1, 4, "uses the anchor `&b`"),
    "merge key": ("a: &b {c: 1}\nd: {<<: *b}\n", "LX006", 2, 5, "`<<`"),
    "mapping as key": ("a: {{b}}\n", "LX016", 1, 5, "mapping in brackets"),
    "list as key": ("? [a]\n: b\n", "LX016", 1, 3, "a list"),
    "NUL": ("a: b\x00c\n", "LX012", 1, 5, "U+0000 (nul)"),
    "escape character": ("a: \x1b[1m\n", "LX012", 1, 4, "U+001B (escape)"),
    "escaped NUL": ('a: "b\\0c"\n', "LX012", 1, 6, "U+0000 (nul)"),
    "line separator": ("a: b\u2028c\n", "LX012", 1, 5, "U+2028 (line separator)"),
    "mixed scripts": ("h\u0430nd: 1\n", "LX009", 1, 2, "the Cyrillic letter `\u0430` among Latin letters"),
    "direction mark": ("ha\u202end: 1\n", "LX009", 1, 3, "`ha<U+202E>nd` holds a direction mark"),
    "zero width": ("ha\u200bnd: 1\n", "LX009", 1, 3, "unseen character U+200B (zero width space)"),
    "zero width joiner": ("ha\u200dnd: 1\n", "LX009", 1, 3, "U+200D"),
    "no-break space in a name": ("my\u00a0hand: 1\n", "LX009", 1, 3, "no-break space"),
    "curly quotes round a name": ("\u201chand\u201d: 1\n", "LX009", 1, 1, "curly quote"),
    "loose accent": ("cafe\u0301: 1\n", "LX009", 1, 1, "accents"),
}

#: The six rows that were measured for other tools, F-17.
MEASURED = ("missing colon above", "unclosed double quote", "unclosed brace", "dedented half-way", "tab",
            "colon in a sentence")


@pytest.mark.parametrize("name", BROKEN)
def test_broken_files(read_either: Read, name: str) -> None:
    text, code, line, column, words = BROKEN[name]
    _, findings = read_either(text)
    assert told(findings) == [(code, line, column)]
    assert words in findings[0].message
    assert code == "LX015" or findings[0].help


@pytest.mark.parametrize("where", ["start", "middle", "end"])
@pytest.mark.parametrize("name", MEASURED)
def test_broken_inputs_anywhere_in_a_long_file(read_either: Read, name: str, where: str) -> None:
    text, code, line, column, words = BROKEN[name]
    before = {"start": 0, "middle": 150, "end": 300}[where]
    filler = [f"key {n}:\n  text: some words\n  list: [a, 'b', \"c\"]\n" for n in range(100)]
    lines = "".join(filler).splitlines(keepends=True)
    _, findings = read_either("".join(lines[:before]) + text + "".join(lines[before:]))
    assert told(findings) == [(code, line + before, column)]
    if "ends only" not in findings[0].message and name != "unclosed double quote":
        assert words in findings[0].message
    assert findings[0].help


@pytest.mark.parametrize("name", BROKEN)
def test_no_word_of_the_yaml_library_is_shown(read_either: Read, name: str) -> None:
    _, findings = read_either(BROKEN[name][0])
    shown = render_findings(findings).lower()
    for word in ("token", "scalar", "simple key", "block end", "flow", "stream", "indicator", "expected key",
                 "parsing", "<block"):
        assert word not in shown


def test_findings_before_a_syntax_error_are_kept(read: Read) -> None:
    _, findings = read("a: 1\na: 2\nb: [\n")
    assert told(findings) == [("LX002", 2, 1), ("LX001", 3, 4)]


def test_help_tells_what_to_do(read: Read) -> None:
    helps = {name: read(BROKEN[name][0])[1][0].help or "" for name in BROKEN}
    assert "quotes round" in helps["colon in a sentence"]
    assert "straight" in helps["curly quotes"]
    assert "spaces" in helps["tab"]
    assert "`''`" in helps["apostrophe"]
    assert "indent it deeper" not in helps["missing colon above"]
    assert "write `}`" in helps["unclosed brace"]
    assert "`#3}` is a comment" in helps["bracket inside a comment"]


# -- bytes


@pytest.mark.parametrize(("data", "line", "column", "words"), [
    ("title: x\nabout: “Größe”\n".encode("cp1252"), 2, 8, "byte 93 is not UTF-8 text; in an old Windows"),
    (b"\xef\xbb\xbf\xe6\x89\x8b\xff: 1\n", 1, 2, "byte FF"),
    (b"a: \xed\xa0\x80\n", 1, 4, "byte ED"),
    ("a: b\n".encode("utf-16"), 1, 1, "UTF-16"),
])
def test_bytes_that_are_not_utf_8(read: Read, data: bytes, line: int, column: int, words: str) -> None:
    root, findings = read(data)
    assert root is None
    assert told(findings) == [("LX012", line, column)]
    assert words in findings[0].message


def test_a_byte_order_mark_is_skipped_and_named(read_either: Read) -> None:
    root, findings = read_either("\ufeffa: x\n".encode())
    assert plain(root) == {"a": "x"}
    assert told(findings) == [("LX012", 1, 1)]
    assert findings[0].severity == "hint"
    assert isinstance(root, Mapping)
    assert root.entries[0].value.span.column == 4


def test_each_kind_of_control_character_is_told_once(read: Read) -> None:
    root, findings = read("a: \x00\x00\x00\nb: \x07\x00\x9f\n")
    assert root is None
    assert told(findings) == [("LX012", 1, 4), ("LX012", 2, 4), ("LX012", 2, 6)]


@pytest.mark.parametrize("name", [
    "手札", "Größe", "карта игрока", "owner's hand", "owner\u2019s hand", "👩\u200d👧 family", "❤\ufe0f",
    "می\u200cخواهم", "A\u5361", "日本 card", "x²",
])
def test_honest_names_in_any_script(read: Read, name: str) -> None:
    root, findings = read(f"{name}: 1\n")
    assert plain(root) == {name: "1"}
    assert findings == ()


# -- limits


def timed(data: bytes, seconds: float = 2) -> tuple[Node | None, tuple[Finding, ...]]:
    sink = Sink()
    before = time.process_time()
    root = read_document(data, "f.yaml", sink)
    render_findings(sink.findings)
    assert time.process_time() - before < seconds
    return root, sink.findings


@pytest.mark.parametrize("loader", LOADERS, ids=lambda loader: loader.__name__)
@pytest.mark.parametrize("deep", [70, 1_000, 100_000])
@pytest.mark.parametrize("shape", ["[", "{a: ", "- ", "? ", "lines"])
def test_deep_nesting_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, loader: type, shape: str, deep: int
) -> None:
    monkeypatch.setattr(document, "_LOADER", loader)
    if shape == "lines":
        deep = min(deep, 1_000)  # the file grows with the square of it
        data = "".join(" " * level + "a:\n" for level in range(deep)).encode()
    else:
        data = ("a: " * (shape in ("[", "{a: ")) + shape * deep).encode()
    root, findings = timed(data)
    assert root is None
    assert [finding.code for finding in findings] == ["LX011"]


def test_nesting_within_the_limit_is_read(read_either: Read) -> None:
    inner = DEPTH_LIMIT - 1
    root, findings = read_either("a: " + "[" * inner + "]" * inner)
    assert root is not None
    assert findings == ()
    _, findings = read_either("a: " + "[" * (inner + 1) + "]" * (inner + 1))
    assert told(findings) == [("LX011", 1, 4 + inner)]


def test_large_files_are_refused_at_once() -> None:
    root, findings = timed(b"a: b\n" * 2_000_000)
    assert root is None
    assert told(findings) == [("LX011", 1, 1)]
    assert "10,000,000 bytes" in findings[0].message


def test_too_many_nodes_are_refused() -> None:
    root, findings = timed(b"a: [" + b"x," * (NODE_LIMIT + 10) + b"]\n", seconds=10)
    assert root is None
    assert [finding.code for finding in findings] == ["LX011"]


def test_a_large_file_within_limits_is_read() -> None:
    move = "  move {0}:\n    source: turn.{0}\n    do: |\n      move it to {0}\n"
    text = "".join(move.format(number) for number in range(4_000))
    root, findings = timed(("moves:\n" + text).encode(), seconds=10)
    assert root is not None
    assert findings == ()


def test_alias_bombs_are_refused_at_once() -> None:
    lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    root, findings = timed("\n".join(lines).encode())
    assert root is None
    assert told(findings) == [("LX005", 5, 22)]
    assert findings[0].labels[0].span.text == "&a3"


def test_aliases_cannot_nest_deeper_than_the_file_may() -> None:
    lines = ["a0: &a0 [x]", *(f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 200))]
    root, findings = timed("\n".join(lines).encode())
    assert root is None
    assert told(findings) == [("LX011", 64, 12)]


def test_an_alias_stands_for_what_its_anchor_holds(read_either: Read) -> None:
    root, findings = read_either("a: &x {b: 1}\nc: *x\n? &k d\n: e\nf: {*k : g}\n")
    assert plain(root) == {"a": {"b": "1"}, "c": {"b": "1"}, "d": "e", "f": {"d": "g"}}
    assert findings == ()


def test_an_undefined_alias_leaves_its_entry_out(read: Read) -> None:
    root, findings = read("a: [b, *x]\nc: *y\nd: 1\n")
    assert plain(root) == {"a": ["b"], "d": "1"}
    assert told(findings) == [("LX008", 1, 8), ("LX008", 2, 4)]
    assert {finding.severity for finding in findings} == {"error"}
    assert isinstance(root, Mapping)
    assert not root.complete


def test_nothing_at_all(read_either: Read) -> None:
    assert read_either("") == (None, ())
    assert read_either("# only words\n\n") == (None, ())
    root, findings = read_either("hello\n")
    assert plain(root) == "hello"
    assert findings == ()


# -- comments that cut a text


@pytest.mark.parametrize(("text", "column"), [
    ("do: move card #3 to hand\n", 15),
    ("do: move card # the first\n", 15),
    ("do: draw 1 #\n", 12),
    ("{do: draw 1 #x\n }\n", 13),
    ("do: draw 1  # a comment\n", None),
    ("do: draw 1\t# a comment\n", None),
    ("do: draw#1\n", None),
    ("do: 'draw #1'\n", None),
    ("do: 'draw' #1\n", None),
    ("do: |\n  draw #1\n", None),
    ("do: draw 1\n# a comment\n", None),
    ("do: draw\n  1 #2\n", 5),
])
def test_comments_that_cut_a_text(read: Read, text: str, column: int | None) -> None:
    root, findings = read(text)
    assert findings == ()
    assert isinstance(root, Mapping)
    scalar = root.get("do")
    assert isinstance(scalar, Scalar)
    sink = Sink()
    check_comment_cut(scalar, sink)
    line = text.count("\n  1 ") + 1
    assert told(sink.findings) == ([] if column is None else [("LX014", line, column)])


# -- mangled files

WHOLE = """\
ludex: 1
title: "Tiny: a \\u0041 game"   # with words
players: {least: 2, most: 4}
phases:
  play:
    source: [turn.1, 'turn.2']
    when: deck is not empty
    do: |
      set lead to player after lead
      draw 1

    title: >-
      a long
      title
  rest: &r {do: draw 1}
  more: *r
"""
EDITS = st.lists(st.tuples(
    st.integers(0, len(WHOLE)), st.integers(0, 12),
    st.sampled_from([
        "", "", "'", '"', ":", ": ", "\t", "\n", "\n  ", "#", " #", "{", "}", "[", "]", ",", "*", "&x ",
        "!x ", "|", ">", "- ", "? ", "%", "@", "\\", "\x00", "\u00a0", "\u2028", "手", "---\n", "<<: *r\n"]),
), min_size=1, max_size=4)


@pytest.mark.parametrize("loader", LOADERS, ids=lambda loader: loader.__name__)
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(edits=EDITS)
def test_mangled_files_are_read_or_refused_with_a_finding(
    tmp_path_factory: pytest.TempPathFactory, loader: type, edits: Edits
) -> None:
    text = WHOLE
    for at, length, new in edits:
        text = text[:at] + new + text[at + length :]
    sink, whole = Sink(), Sink()
    path = tmp_path_factory.getbasetemp() / "mangled.yaml"
    path.write_bytes(text.encode())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(document, "_LOADER", loader)
        root = read_document(text.encode(), "f.yaml", sink)
        rules = read_rule_set(path, whole)
    assert root is not None or sink.errors or not text.strip()
    assert rules is not None or whole.errors
    for finding in (*sink.findings, *whole.findings):
        assert 0 <= finding.span.start <= finding.span.end <= len(finding.span.source.text)
        assert finding.message == finding.message.strip()
        assert render_findings([finding])
