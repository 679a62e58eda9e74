"""JUnit XML read back: its test cases, and whether it has counted them."""

from __future__ import annotations

from xml.etree import ElementTree as Xml


def cases(text: str) -> dict[str, list[str]]:
    """Name of a test case -> what it holds."""
    root = Xml.fromstring(text)
    found = {case.get("name") or "": [part.tag for part in case] for case in root.iter("testcase")}
    for element in (root, *root.findall("testsuite")):
        inside = list(element.iter())
        for tag, what in (("testcase", "tests"), ("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
            assert element.get(what) == str(sum(part.tag == tag for part in inside))
    return found
