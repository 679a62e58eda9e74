"""Comments that silence a finding where it stands, with a reason and, if wished, a last day.

`# ludex: ignore LX414 until 2027-01-31 because the reprint will say` holds for its own line or, where it stands
alone, for the next line that says something. In `source.md` the same words stand in an HTML comment, and alone
they hold for the paragraph below. Silence must never cost more than it saves: it names its codes and its reason,
an error cannot be silenced, and a comment that silences nothing, or no longer, is itself a finding.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches

from ludex.dsl.diagnostics import Diagnosis, Finding, Sink, in_file_order
from ludex.dsl.names import nearest
from ludex.dsl.source import Source, Span
from ludex.ir.record import record
from ludex.validator.registry import all_rules, find_rule

FORM = "write `ludex: ignore LX414 until 2027-01-31 because ...`; `until` and its day may be left out"


class NoReason(Diagnosis):
    """A finding is silenced, and nothing says why.

    Whoever reads the rules later cannot tell whether the finding was weighed or only in the way. Say why after
    the word `because`.
    """

    code = "LX901"
    name = "suppression-no-reason"
    severity = "warning"
    message = "nothing says why {codes} is silenced here"
    bad = ("procedures:\n  turn one up: {do: draw 1 from pile to discard}  # ludex: ignore LX414\n"
           "zones:\n  pile: {of: card, order: shuffled}\n")
    good = ("procedures:\n  turn one up:\n    # ludex: ignore LX414 because there are more cards than rounds\n"
            "    do: draw 1 from pile to discard\nzones:\n  pile: {of: card, order: shuffled}\n")


class Unused(Diagnosis):
    """A comment silences a code that is not found at its place.

    The fault has been mended, or the comment stands on the wrong line: it holds for its own line, or alone on a
    line for the next one. Delete it, so that it does not hide something else one day. An error cannot be
    silenced: rules that have one cannot be played.
    """

    code = "LX902"
    name = "suppression-unused"
    severity = "warning"
    message = "{problem}"
    bad = ("moments:\n"
           "  dusk: {source: start, about: the day is over}  # ludex: ignore LX414 because it is on the list\n")
    good = "moments:\n  dusk: {source: start, about: the day is over}\n"


class UnknownCode(Diagnosis):
    """A comment silences a code that does not exist, so it silences nothing.

    Codes are written in full, such as LX414 or its name `depletion-undefined`: a whole group cannot be silenced
    in one place.
    """

    code = "LX903"
    name = "suppression-unknown-code"
    severity = "error"
    message = "no diagnostic is called `{word}`"
    bad = "moments:\n  dusk: {source: start, about: the day is over}  # ludex: ignore LX999 because it is late\n"
    good = "moments:\n  dusk: {source: start, about: the day is over}  # it is late\n"


class Expired(Diagnosis):
    """A comment was to silence a finding until a day that has passed, and holds no longer.

    Decide what was put off until then, and delete the comment or give it another day.
    """

    code = "LX904"
    name = "suppression-expired"
    severity = "warning"
    message = "{codes} was silenced until {day}, which has passed"
    bad = ("moments:\n  # ludex: ignore LX414 until 2020-02-29 because the reprint comes\n"
           "  dusk: {source: start, about: the day is over}\n")
    good = "moments:\n  dusk: {source: start, about: the day is over}\n"


class Unclear(Diagnosis):
    """A comment looks as if it silenced something, but cannot be read.

    It has the form `ludex: ignore CODES until YEAR-MONTH-DAY because REASON`. There may be several codes, with
    commas between them, and `until` with its day may be left out. In `source.md` it stands between `<!--` and
    `-->`.
    """

    code = "LX913"
    name = "suppression-unclear"
    severity = "warning"
    message = "this comment silences nothing: {problem}"
    bad = "moments:\n  dusk: {source: start, about: the day is over}  # ludex: ignore because it is late\n"
    good = "moments:\n  dusk: {source: start, about: the day is over}  # ignored here: it is late\n"


RULES: tuple[type[Diagnosis], ...] = (NoReason, Unused, UnknownCode, Expired, Unclear)

_IN_RULES = re.compile(r"(?:^|(?<=\s))#[ \t]*(?P<words>ludex:[ \t]*[a-z][^\r\n]*)", re.MULTILINE)
_IN_SOURCE = re.compile(r"<!--\s*(?P<words>ludex:\s*[a-z].*?)\s*-->", re.DOTALL)
_VERB = re.compile(r"ludex:\s*(?P<verb>[a-z]+)")
_CODE = re.compile(r"[^\s,]+")


@dataclass(frozen=True, slots=True)
class Silenced:
    """A finding that is not told, why, and what hides it: a comment or a baseline."""

    finding: Finding
    because: str
    by: str


@record
class Marker:
    """A comment that silences codes on some lines of its file."""

    at: Span
    codes: tuple[tuple[str, Span], ...]
    because: str
    lines: range

    def covers(self, finding: Finding, code: str) -> bool:
        """Whether it speaks of a finding by one of its codes."""
        return finding.code == code and finding.file == self.at.source.path and finding.line in self.lines


def silence(
    findings: Iterable[Finding], sources: Iterable[Source], today: date, not_run: Collection[str] = ()
) -> tuple[list[Finding], list[Silenced]]:
    """What is left of the findings, with those about the comments themselves, in order; and what is silenced.

    `not_run` are codes that nobody has looked for, so that their comments cannot be called unused.
    """
    told: list[Finding] = list(findings)
    about = Sink()
    quiet: list[Silenced] = []
    markers = [marker for source in sources for marker in read_markers(source, today, about)]
    blocked = any(finding.severity == "error" for finding in told)
    for marker in markers:
        for code, place in marker.codes:
            meant = [finding for finding in told if marker.covers(finding, code)]
            errors = [finding for finding in meant if finding.severity == "error"]
            if errors:
                about.add(Unused.at(place, problem=f"`{code}` is an error here, and an error cannot be silenced"))
            elif meant:
                told = [finding for finding in told if finding not in meant]
                quiet += [Silenced(finding, marker.because, "comment") for finding in meant]
            elif not blocked and code not in not_run and not any(
                    marker.covers(silenced.finding, code) for silenced in quiet):
                about.add(Unused.at(place, problem=f"nothing on {_where(marker)} gives rise to `{code}`"))
    return sorted((*told, *about.findings), key=in_file_order), quiet


def read_markers(source: Source, today: date, about: Sink) -> Iterator[Marker]:
    """The comments of a file that are in force; what is wrong with the others goes to `about`."""
    if "ludex:" not in source.text:
        return
    markdown = source.path.lower().endswith(".md")
    for match in (_IN_SOURCE if markdown else _IN_RULES).finditer(source.text):
        start, end = match.span("words")
        at = Span(source, start, start + len(source.text[start:end].rstrip()))
        word = _VERB.match(at.text)
        assert word is not None
        if word["verb"] != "ignore":
            if get_close_matches(word["verb"], ["ignore"]):
                about.add(Unclear.at(at, problem=f"`{word['verb']}` is not `ignore`", help=FORM))
            continue
        marker = _marker(at, word.end(), _lines(source, match.start(), match.end(), markdown), today, about)
        if marker is not None:
            yield marker


def _marker(at: Span, begin: int, lines: range, today: date, about: Sink) -> Marker | None:
    """What a comment says after `ignore`; None where it silences nothing."""
    before, _, because = _split(at.text[begin:], "because")
    named, until, day_text = _split(before, "until")
    codes = []
    for match in _CODE.finditer(named):
        place = Span(at.source, at.start + begin + match.start(), at.start + begin + match.end())
        rule = find_rule(match.group())
        if rule is None:
            about.add(UnknownCode.at(place, word=match.group(), help=nearest(match.group(), _all_codes())))
        else:
            codes.append((rule.code, place))
    if not _CODE.search(named):
        about.add(Unclear.at(at, problem="it names no code", help=FORM))
    if not codes:
        return None
    listed = " and ".join(f"`{code}`" for code, _ in codes)
    if until:
        day = _day(day_text)
        if day is None:
            about.add(Unclear.at(at, problem="after `until` stands a day, such as 2027-01-31", help=FORM))
            return None
        if day < today:
            about.add(Expired.at(at, codes=listed, day=day.isoformat()))
            return None
    if not because:
        about.add(NoReason.at(at, codes=listed, help="add `because` and the reason"))
    return Marker(at, tuple(codes), because, lines)


def _split(text: str, word: str) -> tuple[str, bool, str]:
    """What stands before a word, whether it is there, and what follows, on one line."""
    parts = re.split(rf"(?:^|\s){word}(?=\s|$)", text, maxsplit=1)
    return parts[0], len(parts) > 1, " ".join(parts[1].split()) if len(parts) > 1 else ""


def _all_codes() -> list[str]:
    return [name for rule in all_rules().values() for name in (rule.code, rule.name)]


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII) else None
    except ValueError:
        return None


def _lines(source: Source, start: int, end: int, markdown: bool) -> range:
    """The lines that a comment holds for: its own, or what comes below if nothing else stands there."""
    first, last = source.place(start)[0], source.place(end)[0]
    around = source.line_text(first)[: source.place(start)[1] - 1] + source.line_text(last)[source.place(end)[1] - 1 :]
    if around.strip():
        return range(first, last + 1)
    below = last + 1
    while below <= source.line_count and _says_nothing(source.line_text(below), markdown):
        below += 1
    stop = below + 1
    while markdown and stop <= source.line_count and source.line_text(stop).strip():
        stop += 1
    return range(below, stop)


def _says_nothing(line: str, markdown: bool) -> bool:
    line = line.strip()
    return not line or (line.startswith("<!--") and line.endswith("-->") if markdown else line.startswith("#"))


def _where(marker: Marker) -> str:
    first, last = marker.lines[0], marker.lines[-1]
    return f"line {first}" if first == last else f"lines {first} to {last}"
