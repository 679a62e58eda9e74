"""A list of findings that were there before: they are not told again, and what is new stands out.

The file is JSON and holds for each finding its fingerprint, which survives moved lines, and for people its code,
its message and its file, relative to the folder of the list. Errors are not kept in it. An entry that is found
no more is itself a finding, at its line of the list, so that the list only ever gets shorter.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from ludex.dsl.diagnostics import Diagnosis, Finding, Sink
from ludex.dsl.document import Mapping, Sequence, read_document
from ludex.dsl.encoding import decode
from ludex.dsl.names import nearest
from ludex.dsl.source import Source, Span
from ludex.ir.record import record
from ludex.validator.registry import all_rules

FORMAT = "ludex baseline"
VERSION = 1
#: What every entry says. The first and the last together tell which finding is meant.
KEYS = ("fingerprint", "code", "message", "file")


class Stale(Diagnosis):
    """The baseline lists a finding that is found no more.

    It has been mended, or the text it pointed to has changed. Write the baseline again with `--write-baseline`,
    or delete the entry.
    """

    code = "LX905"
    name = "baseline-stale"
    severity = "warning"
    message = "`{code}` is found no more in `{file}`: {message}"
    bad = "# an entry of baseline.json whose finding has been mended\n"
    good = "# every entry of baseline.json is still found\n"


class UnknownEntry(Diagnosis):
    """The baseline lists a code that this version of Ludex does not have.

    The code is misspelt, or the list was written by another version. The entry has no effect.
    """

    code = "LX911"
    name = "config-unknown"
    severity = "error"
    message = "no diagnostic is called `{word}`"
    bad = '# in baseline.json: "code": "LX4I4"\n'
    good = '# in baseline.json: "code": "LX414"\n'


class Unreadable(Diagnosis):
    """The baseline is not one that this version of Ludex can read, so nothing was left out for it.

    It is a file that `ludex check --write-baseline FILE` writes: JSON that names its format and version and
    lists the findings. Write it again; a file that is no baseline is never overwritten.
    """

    code = "LX914"
    name = "baseline-unreadable"
    severity = "error"
    message = "this is not a baseline that can be used: {problem}"
    bad = '# in baseline.json: {"format": "ludex baseline", "version": 99}\n'
    good = '# in baseline.json: {"format": "ludex baseline", "version": 1, "findings": []}\n'


RULES: tuple[type[Diagnosis], ...] = (Stale, UnknownEntry, Unreadable)


@record
class Entry:
    """A finding that was there before, and the place in the list that says so."""

    fingerprint: str
    code: str
    message: str
    file: str
    at: Span


@record
class Baseline:
    """The entries of a list, and the folder that its paths start from."""

    folder: Path
    entries: tuple[Entry, ...]

    def split(self, findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
        """The findings that are new, and those that are listed."""
        listed = {(entry.fingerprint, entry.file) for entry in self.entries}
        new: list[Finding] = []
        known: list[Finding] = []
        for finding in findings:
            is_known = finding.severity != "error" and (finding.fingerprint, self.path_of(finding.file)) in listed
            (known if is_known else new).append(finding)
        return new, known

    def stale(self, known: Iterable[Finding], looked_at: Callable[[str, str], bool]) -> list[Finding]:
        """A finding for each entry that was looked for, by code and path, and is not among the known."""
        found = {(finding.fingerprint, self.path_of(finding.file)) for finding in known}
        return [
            Stale.at(entry.at, code=entry.code, file=entry.file, message=entry.message,
                     help="write the baseline again with `--write-baseline`, or delete the entry")
            for entry in self.entries
            if (entry.fingerprint, entry.file) not in found
            and looked_at(entry.code, os.path.normpath(self.folder / entry.file))
        ]

    def path_of(self, file: str) -> str:
        """A file as the list writes it."""
        return relative(file, self.folder)


def relative(file: str, folder: Path) -> str:
    """A path as seen from a folder, with slashes; the full path where there is no way between them."""
    full = os.path.abspath(file)  # noqa: PTH100 - links stay as they are written
    with suppress(ValueError):
        full = os.path.relpath(full, os.path.abspath(folder))  # noqa: PTH100
    return full.replace(os.sep, "/")


def read_baseline(path: Path, sink: Sink) -> Baseline | None:
    """The list in a file, or None after a finding that says where it is at fault. Raises OSError."""
    data = path.read_bytes()
    source = decode(data, path.as_posix(), sink)
    if source is None:
        return None
    try:
        content = json.loads(source.text)
    except json.JSONDecodeError as fault:
        what = re.sub(r"^Expecting", "expected", fault.msg)
        return _fail(sink, _point(source, fault.pos), f"it is not JSON ({what[:1].lower()}{what[1:]})")
    except (RecursionError, ValueError):
        return _fail(sink, _point(source, 0), "it is nested too deep, or holds a number that is too long")
    places = read_document(data, path.as_posix(), Sink())  # the same text, with the place of everything
    root = places if isinstance(places, Mapping) else None

    def place(key: str) -> Span:
        entry = None if root is None else root.entry(key)
        return _point(source, 0) if entry is None else entry.value.span

    if not isinstance(content, dict) or content.get("format") != FORMAT:
        return _fail(sink, place("format"), f'it does not say `"format": "{FORMAT}"`')
    version = content.get("version")
    if version != VERSION or isinstance(version, bool):
        return _fail(sink, place("version"), f"it has another version than {VERSION}")
    items = content.get("findings")
    if not isinstance(items, list):
        return _fail(sink, place("findings"), "`findings` is not a list")
    listed = None if root is None else root.get("findings")
    nodes = listed.items if isinstance(listed, Sequence) and len(listed.items) == len(items) else None
    entries = []
    for number, item in enumerate(items):
        at = _point(source, 0) if nodes is None else nodes[number].span
        if not isinstance(item, dict) or not all(isinstance(item.get(key), str) for key in KEYS):
            return _fail(sink, at, f"an entry has {', '.join(f'`{key}`' for key in KEYS)}, each a text")
        entry = Entry(item["fingerprint"], item["code"], item["message"], item["file"], at)
        if entry.code not in all_rules():
            sink.add(UnknownEntry.at(at, word=entry.code, help=nearest(entry.code, all_rules())))
        else:
            entries.append(entry)
    return Baseline(path.parent, tuple(entries))


def write_baseline(path: Path, findings: Iterable[Finding]) -> int:
    """Write the list of all findings that are no errors; gives their number. Raises OSError."""
    rows = sorted(
        (relative(finding.file, path.parent), finding.code, finding.message, finding.fingerprint)
        for finding in findings if finding.severity != "error"
    )
    entries = [dict(zip(KEYS, (fingerprint, code, message, file), strict=True)) for file, code, message, fingerprint
               in rows]
    text = json.dumps({"format": FORMAT, "version": VERSION, "findings": entries}, indent=2) + "\n"
    path.write_text(text, encoding="utf-8", newline="\n")
    return len(entries)


def _point(source: Source, offset: int) -> Span:
    offset = min(offset, len(source.text))
    return Span(source, offset, min(offset + 1, len(source.text)))


def _fail(sink: Sink, at: Span, problem: str) -> Baseline | None:
    """No baseline, and a finding that says why."""
    sink.add(Unreadable.at(at, problem=problem, help="write it again with `--write-baseline`"))
    return None
