"""Results as JUnit XML: a suite for each rule set, in it a test case for each file and each check that was skipped.

A file fails if it has a finding that fails the run; other findings stand in its output. A finding at a place that
is no file of a rule set, such as an empty folder, has a test case too, and so has a path that was skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from xml.etree import ElementTree as Xml

from ludex.cli.formats import Results, Skipped, number
from ludex.dsl.render import render_findings

if TYPE_CHECKING:
    from ludex.dsl.diagnostics import Finding

#: What no XML document may hold.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_INTERNAL = "LX908"


def render(results: Results) -> str:
    """The document, in ASCII, so that it is the same in every encoding."""
    root = document()
    left = list(results.findings)
    for name, files in results.files:
        own = [finding for finding in left if finding.file in files]
        left = [finding for finding in left if finding.file not in files]
        suite = add_suite(root, name)
        for file in files:
            add_file(suite, name, file, [finding for finding in own if finding.file == file], results)
        for skipped in results.skipped:
            if skipped.check and skipped.path == name:
                _skip(suite, name, f"check of {skipped.check}", skipped)
    strays = [skipped for skipped in results.skipped if not skipped.check]
    if left or strays:
        suite = add_suite(root, "other places")
        for file in dict.fromkeys(finding.file for finding in left):
            add_file(suite, "other places", file, [finding for finding in left if finding.file == file], results)
        for skipped in strays:
            _skip(suite, "other places", skipped.path, skipped)
    return written(root)


def document() -> Xml.Element:
    """A document with nothing in it."""
    return Xml.Element("testsuites", {"name": "ludex"})


def written(root: Xml.Element) -> str:
    """A document as text, with the counts of what is in it."""
    for element in (*root, root):
        for what, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            element.set(what, str(len(element.findall(f".//{tag}"))))
    Xml.indent(root)
    text: bytes = Xml.tostring(root, encoding="us-ascii", xml_declaration=True)
    return text.decode("ascii").rstrip("\n")


def add_suite(root: Xml.Element, name: str) -> Xml.Element:
    """A new suite of a document."""
    return Xml.SubElement(root, "testsuite", {"name": clean(name)})


def add_file(suite: Xml.Element, group: str, file: str, findings: list[Finding], results: Results) -> None:
    """A test case for a file with what was found in it."""
    case = Xml.SubElement(suite, "testcase", {"classname": clean(group), "name": clean(file), "file": clean(file)})
    failing = [finding for finding in findings if results.fails(finding)]
    if failing:
        broken = any(finding.code == _INTERNAL for finding in failing)
        first, more = failing[0], len(failing) - 1
        about = f"line {first.line}: {first.message}" + (f", and {number(more, 'finding')} more" if more else "")
        fault = Xml.SubElement(case, "error" if broken else "failure",
                               {"message": clean(about), "type": f"{first.code} {first.name}"})
        fault.text = _text(failing)
    passing = [finding for finding in findings if not results.fails(finding)]
    if passing:
        Xml.SubElement(case, "system-out").text = _text(passing)


def _skip(suite: Xml.Element, group: str, name: str, skipped: Skipped) -> None:
    case = Xml.SubElement(suite, "testcase", {"classname": clean(group), "name": clean(name)})
    Xml.SubElement(case, "skipped", {"message": clean(skipped.reason)})


def _text(findings: Iterable[Finding]) -> str:
    return clean(f"\n{render_findings(findings)}\n")


def clean(text: str) -> str:
    """A text without what XML cannot hold."""
    return _FORBIDDEN.sub("\ufffd", text)
