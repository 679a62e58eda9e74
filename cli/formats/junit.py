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
    root = Xml.Element("testsuites", {"name": "ludex"})
    left = list(results.findings)
    for name, files in results.files:
        own = [finding for finding in left if finding.file in files]
        left = [finding for finding in left if finding.file not in files]
        suite = _suite(root, name)
        for file in files:
            _case(suite, name, file, [finding for finding in own if finding.file == file], results)
        for skipped in results.skipped:
            if skipped.check and skipped.path == name:
                _skip(suite, name, f"check of {skipped.check}", skipped)
    strays = [skipped for skipped in results.skipped if not skipped.check]
    if left or strays:
        suite = _suite(root, "other places")
        for file in dict.fromkeys(finding.file for finding in left):
            _case(suite, "other places", file, [finding for finding in left if finding.file == file], results)
        for skipped in strays:
            _skip(suite, "other places", skipped.path, skipped)
    for element in (*root, root):
        for what, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            element.set(what, str(len(element.findall(f".//{tag}"))))
    Xml.indent(root)
    written: bytes = Xml.tostring(root, encoding="us-ascii", xml_declaration=True)
    return written.decode("ascii").rstrip("\n")


def _suite(root: Xml.Element, name: str) -> Xml.Element:
    return Xml.SubElement(root, "testsuite", {"name": _clean(name)})


def _case(suite: Xml.Element, group: str, file: str, findings: list[Finding], results: Results) -> None:
    case = Xml.SubElement(suite, "testcase", {"classname": _clean(group), "name": _clean(file), "file": _clean(file)})
    failing = [finding for finding in findings if results.fails(finding)]
    if failing:
        broken = any(finding.code == _INTERNAL for finding in failing)
        first, more = failing[0], len(failing) - 1
        about = f"line {first.line}: {first.message}" + (f", and {number(more, 'finding')} more" if more else "")
        fault = Xml.SubElement(case, "error" if broken else "failure",
                               {"message": _clean(about), "type": f"{first.code} {first.name}"})
        fault.text = _text(failing)
    passing = [finding for finding in findings if not results.fails(finding)]
    if passing:
        Xml.SubElement(case, "system-out").text = _text(passing)


def _skip(suite: Xml.Element, group: str, name: str, skipped: Skipped) -> None:
    case = Xml.SubElement(suite, "testcase", {"classname": _clean(group), "name": _clean(name)})
    Xml.SubElement(case, "skipped", {"message": _clean(skipped.reason)})


def _text(findings: Iterable[Finding]) -> str:
    return _clean(f"\n{render_findings(findings)}\n")


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
