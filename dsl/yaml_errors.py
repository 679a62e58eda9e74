"""Text that is not YAML: which place to blame, and what to do, in plain words.

The scanner's own marks and sentences mislead: for a missing colon it blames the next line, for an unclosed
quote the end of the file. No single rule mends that, so each of its complaints has a row here that says
which mark is worth showing, or a function that looks at the text around it. Complaints are matched in the
wording of both the C scanner and the Python one.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ludex.dsl.diagnostics import Finding, Label, quote
from ludex.dsl.encoding import describe
from ludex.dsl.source import Source, Span
from ludex.dsl.yaml_rules import Encoding, ForbiddenTag, TooDeepOrLarge, YamlSyntax
from ludex.ir.record import record

_QUOTES = "put quotes round the whole text, or write it on the lines below a key that ends in `|`"
_UNSEEN_INDENTATION = re.compile("[ \t]*[\u00a0\u2000-\u200b\u202f\u205f\u3000]")


@record
class Trouble:
    """What the scanner said: its complaint and place, what it was doing since where, and the last value."""

    source: Source
    problem: str
    at: int
    context: str = ""
    since: int | None = None
    last: Span | None = None
    bracket: int | None = None  # where the innermost open bracket is

    @property
    def line(self) -> int:
        """The line of the complaint."""
        return self.source.place(self.at)[0]

    @property
    def before(self) -> str:
        """The text of that line before the place of the complaint."""
        return self.source.text[self.source.line_start(self.line) : self.at]

    @property
    def character(self) -> str:
        """The character at the place of the complaint; empty at the end of the file."""
        return self.source.text[self.at : self.at + 1]

    def rest(self, start: int) -> Span:
        """From a place to the end of what is written on its line, at least one character."""
        line = self.source.place(start)[0]
        end = self.source.line_start(line) + len(self.source.line_text(line).rstrip())
        return Span(self.source, start, max(end, min(start + 1, len(self.source.text))))

    def words(self, line: int) -> Span:
        """What is written on a line."""
        text = self.source.line_text(line)
        start = self.source.line_start(line) + len(text) - len(text.lstrip())
        return self.rest(start)

    def previous(self) -> int | None:
        """The last line before that of the complaint that holds more than a comment."""
        for line in range(self.line - 1, 0, -1):
            if re.match(r"[ \t]*[^\s#]", self.source.line_text(line)):
                return line
        return None


Answer = Callable[[Trouble], Finding]


def explain(trouble: Trouble) -> Finding:
    """The finding for a complaint of the scanner."""
    if trouble.character == "\t" or "tab character" in trouble.problem:
        return _tab(trouble)
    for place in (trouble.at, trouble.since or 0):
        start = trouble.source.line_start(trouble.source.place(place)[0])
        indentation = _UNSEEN_INDENTATION.match(trouble.source.text, start)
        if indentation is not None:
            return unseen_indentation(Span(trouble.source, indentation.end() - 1, indentation.end()))
    for pattern, answer in _TABLE:
        if re.search(pattern, f"{trouble.context}: {trouble.problem}"):
            return answer(trouble)
    return YamlSyntax.at(trouble.rest(trouble.at), problem="the file is no YAML from here on", help=_QUOTES)


def unseen_indentation(span: Span) -> Finding:
    """The finding for a line indented with something that only looks like a space."""
    return Encoding.at(span, problem=f"there is {describe(span.text[0])} in the indentation",
                       help="indent with ordinary spaces")


def tab_indentation(span: Span) -> Finding:
    """The finding for a tab where spaces belong."""
    return Encoding.at(span, problem="a tab stands where the line is indented",
                       help="indent with spaces; most editors can replace tabs by spaces as you type")


def _tab(trouble: Trouble) -> Finding:
    at = trouble.source.text.find("\t", trouble.source.line_start(trouble.line))
    span = Span(trouble.source, at, at + 1)
    if not trouble.source.text[trouble.source.line_start(trouble.line) : at].strip():
        return tab_indentation(span)
    return Encoding.at(span, problem="a tab stands where only spaces can", help="write spaces instead")


def _colon(trouble: Trouble) -> Finding:
    """A colon after something that cannot be a key: a missing quote, colon, or line-up."""
    if re.search(r":\s", trouble.before) or re.match(r"\s*- .*:$", trouble.before):
        line = trouble.source.line_text(trouble.line)
        curly = re.search(":\\s+[\u201c\u201d\u201e]", line)
        return YamlSyntax.at(
            Span(trouble.source, trouble.at, trouble.at + 1),
            problem="a second colon on one line ends the text here",
            help="curly quotes are ordinary letters to YAML: use straight ones" if curly else _QUOTES,
        )
    previous = trouble.previous()
    here = trouble.words(trouble.line)
    if previous is None:
        return YamlSyntax.at(Span(trouble.source, trouble.at, trouble.at + 1),
                             problem="what stands before this colon cannot be a key",
                             help="a key is a few words on one line")
    above = trouble.words(previous)
    if not re.search(r":(\s|$)", above.text):
        return YamlSyntax.at(
            above, problem=f"a colon is missing after {quote(above.text)}",
            labels=[Label(here, "so this line is read as its continuation")],
            help="write `:` after a key, or join the lines if they are one text and put quotes round it",
        )
    return YamlSyntax.at(
        here, problem=f"this line continues the text of line {previous}, and holds a colon",
        labels=[Label(above, "this key already has its text here")],
        help="if it is a key of its own, indent it like the line above; "
             "if it is more of the text, put quotes round the whole text",
    )


def _no_colon(trouble: Trouble) -> Finding:
    start = trouble.at if trouble.since is None else trouble.since
    span = trouble.rest(start)
    close = re.search(r":(?=[^\s:/])", span.text)
    if close is not None:
        return YamlSyntax.at(
            Span(trouble.source, start + close.start(), start + close.end()),
            problem=f"a space is missing after the colon in {quote(span.text)}", help="write `key: value`",
        )
    return YamlSyntax.at(
        span, problem=f"a colon is missing after {quote(span.text)}",
        help="write `:` after a key; a line of a text above is indented deeper than the key of that text",
    )


def _unclosed_quote(trouble: Trouble) -> Finding:
    return YamlSyntax.at(
        trouble.rest(trouble.since or 0), problem="the quote that opens here is never closed",
        help="close it with the same quote; a text with an apostrophe stands best in double quotes",
    )


def _bracket(trouble: Trouble) -> Finding:
    """A list or mapping in brackets: either never closed, or two entries without a comma."""
    since = trouble.since if trouble.bracket is None else trouble.bracket
    since = since or 0
    opener = trouble.source.text[since : since + 1]
    first_line = trouble.source.place(since)[0]
    outside = _depth(trouble.source.line_text(first_line))
    left = trouble.line != first_line and _depth(trouble.source.line_text(trouble.line)) <= outside
    if left or not trouble.character:
        closer = "]" if opener == "[" else "}"
        help = f"write `{closer}` after its last entry; a text that starts with a bracket needs quotes"
        line = trouble.rest(since).text
        comment = re.match(rf".*?[ \t](#.*{re.escape(closer)})", line)
        if comment is not None:
            help = f"{quote(comment[1])} is a comment, so the `{closer}` in it does not count"
        return YamlSyntax.at(Span(trouble.source, since, since + 1), help=help,
                             problem=f"the bracket `{opener}` is never closed")
    return YamlSyntax.at(
        trouble.rest(trouble.at), problem="a comma is missing before this, or the bracket is not closed",
        labels=[Label(Span(trouble.source, since, since + 1), "the bracket opens here")],
        help="put a comma between two entries, and quotes round a text that holds `,` `:` or a bracket",
    )


def _block(trouble: Trouble) -> Finding:
    """Something that fits neither as a further key nor as a further entry."""
    last, text = trouble.last, trouble.source.text
    between = text[last.end : trouble.at] if last is not None else ""
    if last is not None and not between.strip() and "\n" not in between:
        if last.text[:1] in ("'", '"'):
            return _after_quote(trouble, last)
        if last.text.startswith("*"):
            return YamlSyntax.at(last, problem="a text that starts with `*` needs quotes",
                                 help="without quotes it is a YAML alias")
    if trouble.before.strip():
        if trouble.character and trouble.character in "]}":
            return YamlSyntax.at(Span(trouble.source, trouble.at, trouble.at + 1),
                                 problem=f"the bracket `{trouble.character}` closes nothing",
                                 help="delete it, or put quotes round the whole text")
        return YamlSyntax.at(trouble.rest(trouble.at), problem="this does not belong to the value before it",
                             help=_QUOTES)
    if last is not None and re.match(r"[ \t]+#", between) and between.count("\n") == 1:
        hash_at = text.index("#", last.end)
        return YamlSyntax.at(
            trouble.rest(hash_at), problem="a `#` after a space starts a comment and ends the text here",
            labels=[Label(trouble.words(trouble.line), "so this line has nothing to continue")], help=_QUOTES,
        )
    if trouble.character == ":":
        return YamlSyntax.at(trouble.rest(trouble.at), problem="there is no key before this colon",
                             help="write `key: value`")
    return _line_up(trouble)


def _after_quote(trouble: Trouble, last: Span) -> Finding:
    mark = last.text[0]
    if last.line != last.end_line:
        return YamlSyntax.at(
            Span(trouble.source, last.start, last.start + 1),
            problem=f"the quote that opens here ends only on line {last.end_line}, "
                    f"before {quote(trouble.rest(trouble.at).text)}",
            labels=[Label(Span(trouble.source, last.end - 1, last.end), "it ends here")],
            help="close it on its own line",
        )
    inner = "write `''` for an apostrophe inside" if mark == "'" else 'write `\\"` for a quote inside'
    return YamlSyntax.at(trouble.rest(trouble.at), problem="there is more text after the closing quote",
                         labels=[Label(last, "this is all that stands in quotes")],
                         help=f"quotes go round the whole text; {inner}")


def _line_up(trouble: Trouble) -> Finding:
    here, text = trouble.words(trouble.line), trouble.source.line_text(trouble.line)
    labels = []
    if trouble.since is not None:
        since = trouble.rest(trouble.since)
        labels = [Label(since, "it is inside what begins here")] if since.line != trouble.line else []
    opened_column = trouble.source.place(trouble.since)[1] if trouble.since is not None else 0
    if _depth(text) + 1 == opened_column:
        entry = re.match(r"\s*-(\s|$)", text) is not None
        return YamlSyntax.at(
            here, labels=labels,
            problem="a list entry stands among keys" if entry else "this is no entry of the list around it",
            help="a list goes below a key of its own, and each of its entries starts with `- `",
        )
    return YamlSyntax.at(
        here, labels=labels,
        problem=f"this line is indented by {_depth(text)} and lines up with nothing above it",
        help="indent it exactly like the line it belongs beside",
    )


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _nothing_there(trouble: Trouble) -> Finding:
    if not trouble.character:
        return _bracket(trouble)
    mark = quote(trouble.character)
    if "flow" in trouble.context:
        return YamlSyntax.at(Span(trouble.source, trouble.at, trouble.at + 1),
                             problem=f"an entry is missing before {mark}",
                             help="delete the extra comma, or put quotes round the text that holds it")
    return _starts_with(trouble)


def _starts_with(trouble: Trouble) -> Finding:
    """A text without quotes whose first character means something else to YAML."""
    start = trouble.at
    if trouble.since is not None:
        start = max(trouble.since, trouble.source.line_start(trouble.line))
    if trouble.source.text[start : start + 1] not in tuple("@`%*&!|>,]}"):
        start = trouble.at
    span = trouble.rest(start)
    mark = "a backtick" if span.text[:1] == "`" else quote(span.text[:1])
    return YamlSyntax.at(span, problem=f"a text that starts with {mark} needs quotes",
                         help=f"put quotes round it: YAML gives {mark} at the start a meaning of its own")


def _escape(trouble: Trouble) -> Finding:
    at = trouble.source.text.rfind("\\", trouble.source.line_start(trouble.line), trouble.at + 1)
    span = Span(trouble.source, at, min(at + 2, len(trouble.source.text)))
    return YamlSyntax.at(
        span, problem=f"a backslash in double quotes cannot stand before {quote(span.text[1:])}",
        help="use single quotes, where a backslash is a backslash, or write it twice",
    )


def _says(problem: str, help: str) -> Answer:
    """A row whose place is that of the complaint."""
    return lambda trouble: YamlSyntax.at(trouble.rest(trouble.at), problem=problem, help=help)


def _one_document(trouble: Trouble) -> Finding:
    marks = (line for line in range(trouble.line, 0, -1)
             if re.match(r"%|---|\.\.\.", trouble.source.line_text(line)))
    return YamlSyntax.at(
        trouble.words(next(marks, trouble.line)), problem="a rule file is one document without directives",
        help="delete lines that start with `%`, and lines that hold only `---` or `...`",
    )


def _tag(trouble: Trouble) -> Finding:
    at = trouble.at if trouble.since is None else trouble.since
    word = re.compile(r"!\S*").match(trouble.source.text, at)
    span = Span(trouble.source, at, word.end() if word else at + 1)
    return ForbiddenTag.at(span, tag=quote(span.text), help="a text that starts with `!` needs quotes")


def _deep(trouble: Trouble) -> Finding:
    return TooDeepOrLarge.at(Span(trouble.source, trouble.at, trouble.at + 1),
                             problem="the nesting here is far too deep", help="close the brackets")


#: Complaint (after "what it was doing: ") -> the answer. The first that fits counts.
_TABLE: tuple[tuple[str, Answer], ...] = (
    (r"maximum nesting depth", _deep),
    (r"mapping values are not allowed", _colon),
    (r"could not find expected ':'", _no_colon),
    (r"quoted.scalar: found unexpected (end of stream|document)", _unclosed_quote),
    (r"unknown escape character|hexa?decimal", _escape),
    (r"flow (mapping|sequence): .*expected ','", _bracket),
    (r"block scalar: .*(comment|chomping|indentation indicator)", _starts_with),
    (r"cannot start any token|scanning an (alias|anchor)", _starts_with),
    (r"sequence entries are not allowed", _says(
        "a list entry cannot begin here",
        "put the first entry on a line of its own below the key; a text that starts with `-` needs quotes")),
    (r"mapping keys are not allowed", _says(
        "a text that starts with `?` needs quotes", "put quotes round the whole text")),
    (r"node content|the node content", _nothing_there),
    (r"expected key|expected <block end>|expected '-' indicator", _block),
    (r"undefined tag handle|scanning a tag|parsing a tag", _tag),
    (r"directive|incompatible YAML|<document start>", _one_document),
)
