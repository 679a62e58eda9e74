"""Reading a whole rule set: which files, how they are joined, what is filled, and what is left out."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludex.dsl import files
from ludex.dsl.diagnostics import Finding, Sink
from ludex.dsl.document import Scalar
from ludex.dsl.gather import gather
from ludex.dsl.read import read_rule_set
from ludex.dsl.syntax import Moment, RuleSet, Section, keys_of

ReadSet = Callable[..., tuple[Any, tuple[Finding, ...]]]

GAME = """\
ludex: 1
game: tiny
title: "Tiny: a game"
players: {least: 2, most: 4}
"""
PHASES = """\
rounds: {phases: [play, count up]}
phases:
  play:
    title: Play
    source: [turn.1, turn.2]
    when: deck is not empty
    turns: {from: lead, actions: pass}
    finish: |
      set lead to player after lead
      draw 1
  count up: {do: nobody wins, source: end}
"""


def told(findings: tuple[Finding, ...]) -> list[tuple[str, str, int, int]]:
    return [(f.code, f.file.rsplit("/", 1)[-1], f.line, f.column) for f in findings]


def text(value: object) -> object:
    """Sections as plain data, to compare with."""
    if isinstance(value, Scalar):
        return value.text
    if isinstance(value, tuple):
        return [text(item) for item in value]
    if isinstance(value, dict):
        return {key.text: text(item) for key, item in value.items()}
    if isinstance(value, Section):
        found = {name: getattr(value, field) for name, (field, _, _) in keys_of(type(value)).items()}
        return {name: text(item) for name, item in found.items() if item not in (None, (), {})}
    return value


# -- filling


def test_files_are_joined_and_filled(read_set: ReadSet) -> None:
    rules, findings = read_set(game=GAME, phases=PHASES)
    assert findings == ()
    assert isinstance(rules, RuleSet)
    assert text(rules) == {
        "ludex": "1", "game": "tiny", "title": "Tiny: a game", "players": {"least": "2", "most": "4"},
        "rounds": {"phases": ["play", "count up"]},
        "phases": {
            "play": {"title": "Play", "source": ["turn.1", "turn.2"], "when": "deck is not empty",
                     "turns": {"from": "lead", "actions": ["pass"]},
                     "finish": "set lead to player after lead\ndraw 1\n"},
            "count up": {"do": "nobody wins", "source": ["end"]},
        },
    }


def test_sections_know_their_names_and_places(read_set: ReadSet) -> None:
    rules, _ = read_set(game=GAME, phases=PHASES)
    (name, play), (_, count) = rules.phases.items()
    assert play.name is name
    assert name.text == "play"
    assert (play.at.line, play.at.column, play.at.end_line) == (4, 5, 10)
    assert play.at.source.path.endswith("tiny/phases.yaml")
    assert play.turns.name is None
    assert play.turns.at.text == "{from: lead, actions: pass}"
    assert count.at.text == "{do: nobody wins, source: end}"
    draw = play.finish.text.index("draw 1")
    span = play.finish.at(draw, draw + 6)
    assert (span.line, span.column, span.text) == (10, 7, "draw 1")


def test_every_shape_is_filled(read_set: ReadSet) -> None:
    rules, findings = read_set(game=GAME + PHASES + """
enumerations:
  row: {values: [top, NO, 12:30, 1.10, 0123, 2026-01-01, null, 1e3, on], plural: rows}
  one: {values: only}
components:
  card:
    attributes:
      power: {type: 0 to 20, default: 1}
    items:
      ace: {power: 14, copies: 4}
      king:
      queen: {}
  disc: {items: [white, black]}
variables:
  score: {type: 0 to 9, each: player, starts: 3}
  mark: {type: flag, each: row, starts: {top: yes, "NO": no}}
values:
  strength: {of: {card: card, owner: player}, is: power of card}
moments:
  dawn:
setup:
  - do: draw 1
    source: setup.1
  - {do: draw 2}
actions:
  bid: {choose: one card from your hand, do: draw 1}
  raise: {choose: [one card from your hand, a number], do: draw 1}
scoring: {score: 5, then: [score of you, 2], ties: shared}
""")
    assert findings == ()
    assert isinstance(rules, RuleSet)
    got = text(rules)
    assert isinstance(got, dict)
    assert got["enumerations"]["row"]["values"] == [
        "top", "NO", "12:30", "1.10", "0123", "2026-01-01", "null", "1e3", "on"]
    assert got["enumerations"]["one"]["values"] == ["only"]
    assert got["components"]["card"]["items"] == {
        "ace": {"power": "14", "copies": "4"}, "king": {}, "queen": {}}
    assert got["components"]["card"]["attributes"] == {"power": {"type": "0 to 20", "default": "1"}}
    assert got["components"]["disc"]["items"] == {"white": {}, "black": {}}
    assert got["variables"]["score"]["starts"] == "3"
    assert got["variables"]["mark"]["starts"] == {"top": "yes", "NO": "no"}
    assert got["values"]["strength"] == {"of": {"card": "card", "owner": "player"}, "is": "power of card"}
    (name, dawn), = rules.moments.items()
    assert dawn == Moment(name=name, at=dawn.at)
    assert got["setup"] == [{"do": "draw 1", "source": ["setup.1"]}, {"do": "draw 2"}]
    assert got["actions"]["bid"]["choose"] == ["one card from your hand"]
    assert got["actions"]["raise"]["choose"] == ["one card from your hand", "a number"]
    assert got["scoring"] == {"score": "5", "then": ["score of you", "2"], "ties": "shared"}


def test_a_single_file_is_a_rule_set(tmp_path: Path) -> None:
    path = tmp_path / "tiny.yaml"
    path.write_text(GAME + PHASES, encoding="utf-8")
    sink = Sink()
    rules = read_rule_set(path, sink)
    assert sink.findings == ()
    assert isinstance(rules, RuleSet)
    assert rules.at.source.path == path.as_posix()


# -- which files


def test_files_are_read_in_a_known_order(tmp_path: Path) -> None:
    for name in ("rulings.yaml", "zebra.yaml", "phases.yaml", "components.yaml", "alpha.yml", "effects.yaml",
                 "game.yaml", ".hidden.yaml", "source.md", "notes.txt"):
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "one.yaml").write_text("- scenario: x", encoding="utf-8")
    (tmp_path / "folder.yaml").mkdir()
    files = gather(tmp_path)
    assert [file.path.name for file in files.files] == [
        "game.yaml", "components.yaml", "phases.yaml", "effects.yaml", "rulings.yaml", "alpha.yml",
        "folder.yaml", "zebra.yaml"]
    assert files.problems == ()


def nothing(path: Path) -> Finding:
    sink = Sink()
    assert read_rule_set(path, sink) is None
    assert [finding.code for finding in sink.findings] == ["LX910"]
    assert sink.errors
    return sink.findings[0]


def test_nothing_to_check_is_an_error(tmp_path: Path) -> None:
    assert "no such file or folder" in nothing(tmp_path / "missing").message
    assert "holds no `.yaml` file" in nothing(tmp_path).message
    (tmp_path / "game.yaml").write_text("# nothing yet\n", encoding="utf-8")
    finding = nothing(tmp_path)
    assert "there is no rule in it" in finding.message
    assert (finding.file, finding.line, finding.column) == (tmp_path.as_posix(), 1, 1)
    assert "there is no rule in it" in nothing(tmp_path / "game.yaml").message
    assert "no such file or folder" in nothing(tmp_path / "game.yaml" / "inside").message
    assert nothing(tmp_path / ("long" * 500)).help


def test_what_cannot_be_read_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.yaml").write_text(GAME + PHASES, encoding="utf-8")

    def refuse(*_: object) -> None:
        raise PermissionError(13, os.strerror(13))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "iterdir", refuse)
        assert "cannot be read (permission denied)" in nothing(tmp_path).message
    with monkeypatch.context() as patch:
        patch.setattr(files.os, "open", refuse)
        assert nothing(tmp_path).file.endswith("game.yaml")


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "game.yaml").open("wb") as file:
        file.truncate(8_000_000_000)  # it takes no room on the disk, and would take as much memory
    sink = Sink()
    before = time.process_time()
    assert read_rule_set(tmp_path, sink) is None
    assert time.process_time() - before < 1
    assert told(sink.findings) == [("LX011", "game.yaml", 1, 1)]


# -- joining


def test_a_section_may_be_spread_over_files(read_set: ReadSet) -> None:
    rules, findings = read_set(game=GAME + PHASES + "moments:\n  dawn:\n",
                               effects="moments:\n  dusk: {about: late}\n")
    assert findings == ()
    assert text(rules.moments) == {"dawn": {}, "dusk": {"about": "late"}}


def test_a_name_in_two_files_shows_both_places(read_set: ReadSet) -> None:
    rules, findings = read_set(game=GAME + PHASES,
                               more="phases:\n  play: {do: draw 1}\n  rest: {do: draw 2}\n")
    assert told(findings) == [("LX202", "more.yaml", 2, 3)]
    assert findings[0].message.startswith("`play` is defined twice, first on line 7 of ")
    assert findings[0].labels[0].span.text == "play"
    assert list(text(rules.phases)) == ["play", "count up", "rest"]  # type: ignore[call-overload]
    assert text(rules.phases)["play"]["title"] == "Play"  # type: ignore[index]


def test_single_values_stand_in_one_file(read_set: ReadSet) -> None:
    rules, findings = read_set(game=GAME + PHASES + "setup: [{do: draw 1}]\n",
                               more="title: Other\nrounds: {phases: [play]}\nsetup: [{do: draw 2}]\n")
    assert told(findings) == [("LX202", "more.yaml", line, 1) for line in (1, 2, 3)]
    assert rules.title.text == "Tiny: a game"
    assert text(rules.setup) == [{"do": "draw 1"}]


def test_required_sections_are_asked_of_all_files_together(read_set: ReadSet) -> None:
    rules, findings = read_set(game="# a game\ngame: tiny\ntitle: Tiny\n", phases=PHASES)
    assert rules is None
    assert [(f.code, f.message) for f in findings] == [
        ("LX013", "the rule set does not say the version of its language"),
        ("LX102", "the rule set needs `players`"),
    ]
    assert {(f.file.rsplit("/", 1)[-1], f.line, f.column) for f in findings} == {("game.yaml", 2, 1)}


def test_nothing_is_missing_while_a_file_cannot_be_read(read_set: ReadSet) -> None:
    rules, findings = read_set(game=GAME + "about: [\n", phases=PHASES)
    assert rules is None
    assert told(findings) == [("LX001", "game.yaml", 5, 8)]
    rules, findings = read_set(game=GAME, phases="- " + PHASES.replace("\n", "\n  "))
    assert rules is None
    assert told(findings) == [("LX103", "phases.yaml", 1, 1)]


def test_an_empty_file_beside_others_is_no_fault(read_set: ReadSet) -> None:
    rules, findings = read_set(game=GAME + PHASES, effects="# nothing yet\n")
    assert rules is not None
    assert findings == ()


# -- what is left out


def read_with(read_set: ReadSet, extra: str) -> tuple[RuleSet, tuple[Finding, ...]]:
    rules, findings = read_set(game=GAME + PHASES, extra=extra)
    assert rules is not None
    return rules, findings


def test_an_unknown_key_leaves_its_section_in(read_set: ReadSet) -> None:
    rules, findings = read_with(read_set, "actions:\n  bid: {do: draw 1, wen: x}\n")
    assert told(findings) == [("LX101", "extra.yaml", 2, 21)]
    assert text(rules.actions) == {"bid": {"do": "draw 1"}}


def test_an_unusable_optional_value_is_left_out(read_set: ReadSet) -> None:
    rules, findings = read_with(read_set, "actions:\n  bid: {do: draw 1, when: [x], title: }\n"
                                          "setup:\n  - {do: draw 1, source: [a.1, B]}\n")
    assert [finding.code for finding in findings] == ["LX103", "LX010", "LX104"]
    assert text(rules.actions) == {"bid": {"do": "draw 1"}}
    assert text(rules.setup) == [{"do": "draw 1", "source": ["a.1"]}]


def test_a_section_without_what_it_needs_is_left_out_by_name(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME + PHASES + (
        "actions:\n  bid: {when: x}\n  raise: {do: [x]}\n  fold: {do: draw 1}\n  draw: words\n"
        "setup:\n  - {title: x}\n  - {do: draw 1}\n"
        "values:\n  v:\n    is: 1\n    modifiers:\n      m: {add: 1}\n"
    ), encoding="utf-8")
    sink = Sink()
    rules = read_rule_set(tmp_path, sink)
    assert isinstance(rules, RuleSet)
    assert [finding.code for finding in sink.findings] == ["LX102", "LX103", "LX103", "LX102", "LX102"]
    assert list(text(rules.actions)) == ["fold"]  # type: ignore[call-overload]
    assert text(rules.setup) == [{"do": "draw 1"}]
    assert text(rules.values) == {"v": {"is": "1"}}
    assert {"bid", "raise", "draw", "m"} <= sink.left_out
    assert not {"fold", "v"} & sink.left_out


def test_a_broken_required_section_ends_reading_without_noise(read_set: ReadSet) -> None:
    for change in ("players: {least: 2}", "players: [2, 4]", "players: {least: 2, most: x}", "players:"):
        rules, findings = read_set(game=GAME.replace("players: {least: 2, most: 4}", change) + PHASES)
        assert rules is None
        assert len(findings) == 1, change


# -- names and texts


@pytest.mark.parametrize(("extra", "found"), [
    ("moments:\n  ' dawn': {about: x}\n", ("LX104", 2, 3)),
    ("moments:\n  'first  light': {about: x}\n", ("LX104", 2, 3)),
    ('moments:\n  "first\\tlight": {about: x}\n', ("LX104", 2, 3)),
    ("moments:\n  '': {about: x}\n", ("LX104", 2, 3)),
    ('moments:\n  "first\\nlight": {about: x}\n', ("LX104", 2, 3)),
    ("moments:\n  '---': {about: x}\n", ("LX104", 2, 3)),
    ("zones:\n  deck: {of: 'the  card'}\n", ("LX104", 2, 14)),
    ("enumerations:\n  row: {values: [top, 'bot tom ']}\n", ("LX104", 2, 23)),
    ("enumerations:\n  row: {values: [top, b\u043ettom]}\n", ("LX009", 2, 24)),
    ("components:\n  card: {items: [ace, ace]}\n", ("LX202", 2, 23)),
    ("components:\n  card: {items: [ace, ki\u200bng]}\n", ("LX009", 2, 25)),
])
def test_names_are_words(read_set: ReadSet, extra: str, found: tuple[str, int, int]) -> None:
    _, findings = read_with(read_set, extra)
    assert [(f.code, f.line, f.column) for f in findings] == [found]


@pytest.mark.parametrize("name", [
    "Land Leases", "owner's hand", "手札", "👩\u200d👧 family", "12:30", "NO", "☃", "A+",
])
def test_names_may_be_many_things(read_set: ReadSet, name: str) -> None:
    rules, findings = read_with(read_set, f'moments:\n  "{name}": {{about: x}}\n')
    assert findings == ()
    assert [moment.text for moment in rules.moments] == [name]


@pytest.mark.parametrize(("extra", "line", "column"), [
    ("actions:\n  bid:\n    do: move card #3 to hand\n", 3, 19),
    ("actions:\n  bid: {do: x, when: hand is empty #1\n  }\n", 2, 36),
    ("values:\n  v:\n    is: power of card #3\n", 3, 23),
    ("variables:\n  v:\n    type: 0 to 9 #3\n", 3, 18),
    ("variables:\n  v: {type: flag,\n    starts: yes #3\n  }\n", 3, 17),
    ("actions:\n  bid: {do: x,\n    choose: [one card #3\n    ]}\n", 3, 23),
    ("components:\n  card:\n    items: {ace: {power: 3 #3\n    }}\n", 3, 28),
])
def test_comments_that_cut_texts_of_the_language(
    read_set: ReadSet, extra: str, line: int, column: int
) -> None:
    rules, findings = read_with(read_set, extra)
    assert told(findings) == [("LX014", "extra.yaml", line, column)]
    assert findings[0].severity == "warning"
    assert rules is not None


def test_comments_after_other_texts_are_comments(read_set: ReadSet) -> None:
    _, findings = read_with(
        read_set, "about: a game # for two\nmoments:\n  dawn: # early\n    about: x # y\n")
    assert findings == ()


def test_reading_does_not_depend_on_where_the_folder_is(read_set: ReadSet, tmp_path: Path) -> None:
    _, first = read_set(game=GAME + PHASES + "actions:\n  bid: {when: x}\n")
    other = tmp_path / "elsewhere" / "deep"
    other.mkdir(parents=True)
    text = "\n\n" + GAME + PHASES + "actions:\n  bid: {when: x}\n"
    (other / "game.yaml").write_text(text, encoding="utf-8")
    sink = Sink()
    read_rule_set(other, sink)
    assert [finding.fingerprint for finding in sink.findings] == [finding.fingerprint for finding in first]


def test_a_large_rule_set_is_read_quickly(tmp_path: Path) -> None:
    step = "  move {0}:\n    source: turn.{0}\n    when: cost > {0}\n    do: |\n      draw {0}\n"
    steps = "".join(step.format(number) for number in range(1_600))
    (tmp_path / "game.yaml").write_text(GAME + PHASES + "actions:\n" + steps, encoding="utf-8")
    sink = Sink()
    before = time.process_time()
    rules = read_rule_set(tmp_path, sink)
    assert time.process_time() - before < 5
    assert isinstance(rules, RuleSet)
    assert len(rules.actions) == 1_600
    assert sink.findings == ()


# -- a rule set that extends another


def family(folder: Path, **own: str) -> dict[str, Path]:
    """Folders with a rule file each, by name."""
    for name, rules in own.items():
        (folder / name).mkdir()
        (folder / name / "game.yaml").write_text(rules, encoding="utf-8")
    return {name: folder / name for name in own}


BASE = GAME + PHASES + "about: the old one\nvariables:\n  score: {type: 0 to 9}\n  mark: {type: flag}\n"


def test_what_is_not_said_is_as_in_what_is_extended(tmp_path: Path) -> None:
    folders = family(tmp_path, old=BASE, new="extends: ../old\nreplaces: score\ntitle: New\nvariables:\n  score: {type: 0 to 5}\n"
                                             "  extra: {type: flag}\n",
                     newest="extends: [../new]\nreplaces: [mark]\nvariables:\n  mark: {type: player}\n")
    sink = Sink()
    rules = read_rule_set(folders["newest"], sink)
    assert sink.findings == ()
    assert isinstance(rules, RuleSet)
    assert (rules.title.text, rules.about and rules.about.text) == ("New", "the old one")
    assert {name.text: variable.type.text for name, variable in rules.variables.items()} == {
        "score": "0 to 5", "mark": "player", "extra": "flag"}
    files = [file.path.parent.name for file in gather(folders["newest"]).files]
    assert files == ["newest", "new", "old"]


@pytest.mark.parametrize(("named", "problem"), [
    ("../nowhere", "there is no rule set at `../nowhere` that this one could extend"),
    ("../empty", "there is no rule set at `../empty` that this one could extend"),
    ("/", "there is no rule set at `/` that this one could extend"),
    ("x" * 400, f"there is no rule set at `{'x' * 400}` that this one could extend"),
    (".", "`.` is this rule set itself"),
    ("../other", "`../mine` extends this rule set in turn"),
    ("../other/game.yaml", "`../other/game.yaml` is no folder"),
])
@pytest.mark.parametrize("rest", [BASE, ""])
def test_what_cannot_be_extended(tmp_path: Path, named: str, problem: str, rest: str) -> None:
    """Nor is anything asked for that might stand there."""
    (tmp_path / "empty").mkdir()
    folders = family(tmp_path, mine=f'{rest}extends: "{named}"\n', other="extends: ../mine\n")
    sink = Sink()
    read_rule_set(folders["mine"], sink)
    assert [(finding.code, finding.message) for finding in sink.findings] == [("LX112", problem)]


def test_one_file_extends_a_folder_beside_it(tmp_path: Path) -> None:
    family(tmp_path, old=BASE)
    (tmp_path / "tiny.yaml").write_text("extends: old\ntitle: Tiny\n", encoding="utf-8")
    sink = Sink()
    rules = read_rule_set(tmp_path / "tiny.yaml", sink)
    assert sink.findings == ()
    assert isinstance(rules, RuleSet)
    assert rules.title.text == "Tiny"
