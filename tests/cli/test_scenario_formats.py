"""`ludex test` for build servers: JUnit XML with a case for each scenario, and what fails a run."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
from junit_cases import cases

import ludex

IDLE = """\
- scenario: nothing is shown
  source: goal
  players: 2
  given: {at: turns, points: {P1: 3, P2: 4}}
  expect: [points of P1 >= 0]
"""
WRONG = """\
- scenario: a wrong sum <& ä
  players: 2
  expect: [points of P1 is 7, decides: P2]
- scenario: no sense
  players: 2
  expect: [decides: P9]
"""


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """The rules of Pig, with their own scenarios."""
    folder = tmp_path / "pig"
    shutil.copytree(ludex.rules.catalogue()["pig"], folder)
    return folder


def test_each_scenario_is_a_case(run, pig: Path) -> None:
    done = run("test", pig, "nim", "--format", "junit")
    assert (done.code, done.err) == (0, "")
    names = [each.name for game in (pig, "nim") for each in ludex.scenario.read(game)]
    found = cases(done.out)
    assert [name.partition(" (last_match")[0] for name in found] == names
    assert set(map(tuple, found.values())) == {()}
    assert "the last match loses (last_match is loses)" in found
    assert [suite.get("name") for suite in Xml.fromstring(done.out)] == ["pig", "nim"]


def test_what_fails_and_what_means_nothing(run, pig: Path) -> None:
    (pig / "scenarios" / "more.yaml").write_text(WRONG, encoding="utf-8")
    done = run("test", pig, "--format", "junit")
    assert done.code == 1
    assert done.out.isascii()
    found = cases(done.out)
    assert found["a wrong sum <& ä"] == ["failure"]
    assert found["no sense"] == ["error"]
    [failure] = Xml.fromstring(done.out).iter("failure")
    assert failure.get("message") == "it does not hold that points of P1 is 7"
    lines = (failure.text or "").strip().splitlines()
    assert [line.partition("more.yaml:")[2][:2] for line in lines] == ["3:", "3:"]
    [fault] = Xml.fromstring(done.out).iter("error")
    assert (fault.get("message") or "").startswith("LX")


def test_a_scenario_that_proves_nothing_fails_a_strict_run_alone(run, pig: Path) -> None:
    file = pig / "scenarios" / "idle.yaml"
    file.write_text(IDLE, encoding="utf-8")
    for form in ("text", "json", "junit"):
        lax, strict = run("test", pig, "--format", form), run("test", pig, "--format", form, "--strict")
        assert (lax.code, strict.code) == (0, 1), lax.out
        assert "LX907" in lax.out
        assert "LX907" in strict.out
    assert cases(run("test", pig, "--format", "junit").out)[file.as_posix()] == ["system-out"]
    assert cases(run("test", pig, "--format", "junit", "--strict").out)[file.as_posix()] == ["failure"]


def test_rules_with_errors_and_nothing_to_run_are_documents_too(run, pig: Path) -> None:
    none = run("test", pig, "-k", "no such words", "--format", "junit")
    assert (none.code, cases(none.out)) == (1, {})
    assert "nothing was tested" in none.err
    (pig / "game.yaml").write_text("ludex: 1\ngame: pig\n", encoding="utf-8")
    broken = run("test", pig, "--format", "junit")
    assert broken.code == 1
    assert set(map(tuple, cases(broken.out).values())) == {("failure",)}
