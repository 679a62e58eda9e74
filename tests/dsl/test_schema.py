"""The published schema, and how its complaints are told: for every key there is, made from the key table."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from ludex.dsl.diagnostics import Finding, Sink
from ludex.dsl.document import read_document
from ludex.dsl.fits import Fitting
from ludex.dsl.render import render_findings
from ludex.dsl.schema import SHAPE_WORDS, may_be_empty, rule_set_schema, schema_text, section_words, sections
from ludex.dsl.shape import check_shape, nearest
from ludex.dsl.syntax import Key, Moment, Phase, RuleSet, keys_of

SCHEMA = rule_set_schema()
Path_ = tuple[str | int, ...]

SAMPLES: dict[str, Any] = {
    "text": "some words", "name": "some name", "source": ["setup.1", "setup.2"], "effect": "end the game",
    "expression": "1 + 1", "type": "flag", "choice": "one card from your hand", "names": ["red", "blue"],
    "expressions": ["1", 2], "choices": ["one card from your hand"], "starts": {"red": 1, "blue": "2 + 2"},
    "attributes": {"power": 3}, "parameters": {"card": "flag"}, "lists": {"north": ["south", "east"], "south": "north"},
    "texts": ["some", "words"],
}

#: A value that no key of the shape can take.
WRONG: dict[str, Any] = {
    **{shape: ["a list"] for shape in ("text", "name", "effect", "expression", "type", "choice", "integer")},
    **{shape: {"a": "mapping"} for shape in ("source", "names", "expressions", "choices", "texts")},
    "starts": ["a list"], "attributes": "words", "parameters": "words", "lists": "words", "one": "words", "map": "words",
    "list": "words",
}


def sample(section: type) -> dict[str, Any]:
    """A section with every key it may have."""
    return {spelling: sample_value(about) for spelling, (_, about, _) in keys_of(section).items()}


def sample_value(about: Key) -> Any:
    if about.shape == "map" and about.of is None:
        return {"ace": {"power": 3, "copies": 2}, "king": None}
    if about.of is not None:
        inner = sample(about.of)
        return {"one": inner, "map": {"first name": inner}, "list": [inner]}[about.shape]
    if about.shape == "integer":
        return 1 if about.least is None else about.least
    return about.allowed[0] if about.allowed else SAMPLES[about.shape]


WHOLE = sample(RuleSet)


def all_keys(section: type = RuleSet, path: Path_ = ()) -> Iterator[tuple[str, Path_, str, Key, bool]]:
    """What the section is called, the path to it in the sample, the key, and whether it is required."""
    for spelling, (_, about, needed) in keys_of(section).items():
        yield section_words(section), path, spelling, about, needed
        if about.of is not None:
            steps: dict[str, Path_] = {"one": (), "map": ("first name",), "list": (0,)}
            step = steps[about.shape]
            yield from all_keys(about.of, (*path, spelling, *step))


CASES = list(all_keys())
IDS = [f"{'.'.join(map(str, path))}:{key}" for _, path, key, _, _ in CASES]


def section_at(data: dict[str, Any], path: Path_) -> dict[str, Any]:
    found: Any = data
    for part in path:
        found = found[part]
    return found  # type: ignore[no-any-return]


#: Words of the schema library and of its data model, which mean nothing to a person with a rule file.
LIBRARY_WORDS = frozenset(
    ("array", "object", "NoneType", "str", "int", "dict", "null", "string", "integer", "[]", "{}"))
LIBRARY_PHRASES = ("given schemas", "is not of type", "required property", "additional", "properties",
                   "does not match", "$")


def check_text(text: str) -> tuple[Finding, ...]:
    sink = Sink()
    root = read_document(text.encode(), "game.yaml", sink)
    assert root is not None
    check_shape(root, SCHEMA, sink)
    for finding in sink.findings:
        told = f"{finding.message} {finding.help}"
        assert not LIBRARY_WORDS & {word.strip("`,.:;") for word in told.split()}
        assert not [phrase for phrase in LIBRARY_PHRASES if phrase in told]
    return sink.findings


def check(data: object) -> tuple[str, tuple[Finding, ...]]:
    """Write data as YAML, with every key on a line of its own, and check it."""
    text = yaml.dump(data, sort_keys=False, allow_unicode=True, Dumper=_NoAliases)
    return text, check_text(text)


class _NoAliases(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    def ignore_aliases(self, data: object) -> bool:
        return True


_NoAliases.add_representer(
    type(None), lambda dumper, _: dumper.represent_scalar("tag:yaml.org,2002:null", ""))


def owner_words(kind: str, path: Path_) -> str:
    """How a message names the section at a path."""
    if not path:
        return "a rule set"
    if path[-1] == 0:
        return "entry 1 of"
    return f"{kind} `first name`" if path[-1] == "first name" else f"`{path[-1]}`"


# -- the schema itself


def test_published_schema_is_current() -> None:
    published = Path(__file__).resolve().parents[2] / "dsl" / "schemas" / "rules.schema.json"
    assert published.read_text(encoding="utf-8") == schema_text(), "run tools/build_schema.py"


def test_schema_is_valid_and_has_no_alternatives() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    text = schema_text()
    assert not [word for word in ("oneOf", "anyOf", "allOf", "if", "not") if f'"{word}":' in text]
    assert SCHEMA["$schema"].endswith("2020-12/schema")
    assert "required" not in SCHEMA
    assert {section["title"] for section in SCHEMA["$defs"].values()} >= {"action", "phase", "turns"}


@pytest.mark.parametrize(("kind", "path", "key", "about", "needed"), CASES, ids=IDS)
def test_every_key_is_described(kind: str, path: Path_, key: str, about: Key, needed: bool) -> None:
    section = SCHEMA
    if path:
        section = next(found for found in SCHEMA["$defs"].values() if found["title"] == kind)
        assert (key in section["required"]) == needed
    entry = section["properties"][key]
    assert entry["description"] == about.doc
    assert entry["$comment"] == about.shape
    assert about.shape == "one" or entry["title"] == SHAPE_WORDS[about.shape]
    assert section["additionalProperties"] is False
    if about.allowed:
        assert entry["enum"] == list(about.allowed)


def test_a_rule_set_with_every_key_is_clean_here_and_in_an_editor() -> None:
    text, findings = check(WHOLE)
    assert findings == ()
    # An editor's parser makes numbers and truth values; the published schema has to bear with them.
    assert list(Draft202012Validator(SCHEMA).iter_errors(yaml.safe_load(text))) == []
    norway = (
        "title: 1830\nabout: on\nenumerations:\n  n: {values: [NO, 12, 1.10, yes], source: 1.1}\n"
        "variables:\n  v: {type: flag, starts: no}\n"
    )
    assert list(Draft202012Validator(SCHEMA).iter_errors(yaml.safe_load(norway))) == []
    assert check_text(norway) == ()


def test_sections_that_say_enough_by_their_name() -> None:
    assert may_be_empty(Moment)
    assert not may_be_empty(Phase)
    assert check_text("moments:\n  dawn:\n") == ()


# -- F-18: for every key, misspelt, left out, of a wrong type


@pytest.mark.parametrize(("kind", "path", "key", "about", "needed"), CASES, ids=IDS)
def test_a_misspelt_key(kind: str, path: Path_, key: str, about: Key, needed: bool) -> None:
    data = copy.deepcopy(WHOLE)
    section = section_at(data, path)
    misspelt = f"{key}z"
    items = [(misspelt if word == key else word, value) for word, value in section.items()]
    section.clear()
    section.update(items)
    text, findings = check(data)
    assert [finding.code for finding in findings] == ["LX101"]
    finding = findings[0]
    lines = [number for number, line in enumerate(text.splitlines(), 1) if f"{misspelt}:" in line]
    assert [finding.line] == lines
    assert text.splitlines()[finding.line - 1][finding.column - 1 :].startswith(f"{misspelt}:")
    assert finding.message.startswith(f"`{misspelt}` is not a key of {owner_words(kind, path)}")
    assert finding.help == f"did you mean `{key}`?"


@pytest.mark.parametrize(("kind", "path", "key", "about", "needed"),
                         [case for case in CASES if case[4] and case[1]],
                         ids=[name for name, case in zip(IDS, CASES, strict=True) if case[4] and case[1]])
def test_a_missing_key(kind: str, path: Path_, key: str, about: Key, needed: bool) -> None:
    data = copy.deepcopy(WHOLE)
    del section_at(data, path)[key]
    _, findings = check(data)
    assert [finding.code for finding in findings] == ["LX102"]
    finding = findings[0]
    assert finding.message == f"{finding.message.partition(' needs ')[0]} needs `{key}`"
    assert finding.message.startswith(owner_words(kind, path))
    assert finding.help == f"`{key}`: {about.doc}"
    names = [part for part in path if isinstance(part, str)]
    assert finding.span.text == names[-1] or path[-1] == 0


@pytest.mark.parametrize(("kind", "path", "key", "about", "needed"), CASES, ids=IDS)
def test_a_value_of_the_wrong_type(kind: str, path: Path_, key: str, about: Key, needed: bool) -> None:
    data = copy.deepcopy(WHOLE)
    section_at(data, path)[key] = WRONG[about.shape]
    text, findings = check(data)
    assert [finding.code for finding in findings] == [
        "LX013" if (path, key) == ((), "ludex") else "LX103"]
    finding = findings[0]
    line = text.splitlines()[finding.line - 1]
    assert line.lstrip("- ").startswith(f"{key}:")
    if finding.code == "LX103":
        owner = f" of {owner_words(kind, path)}" if path else " "
        assert finding.message.startswith(f"`{key}`{owner}")
        assert " should be " in finding.message
        assert ", but is " in finding.message


# -- single values


@pytest.mark.parametrize(("text", "code", "line", "column", "message"), [
    ("players: {least: 0, most: 4}", "LX107", 1, 18, "`least` of `players` is `0`, and must be 1 to 16"),
    ("players: {least: -2, most: 4}", "LX107", 1, 18, "`least` of `players` is `-2`, and must be 1 to 16"),
    (f"players: {{least: 2, most: {'9' * 5000}}}", "LX107", 1, 27, "and must be 1 to 16"),
    ("players: {least: 2, most: 010}", "LX004", 1, 27, "`010`"),
    ("players: {least: 2, most: 1_0}", "LX004", 1, 27, "`1_0`"),
    ("players: {least: 2, most: 0x4}", "LX004", 1, 27, "`0x4`"),
    ("players: {least: 2, most: 1:30}", "LX004", 1, 27, "`1:30`"),
    ("players: {least: 2, most: 1e1}", "LX004", 1, 27, "`1e1`"),
    ("players: {least: 2, most: +4}", "LX004", 1, 27, "`+4`"),
    ("players: {least: 2, most: 2026-01-01}", "LX004", 1, 27, "`2026-01-01`"),
    ("players: {least: 2, most: 4.0}", "LX103", 1, 27, "should be a number in digits, but is the text `4.0`"),
    ("players: {least: 2, most: four}", "LX103", 1, 27, "a number in digits, but is the text `four`"),
    ("players: {least: 2, most: NO}", "LX103", 1, 27, "should be a number in digits, but is the text `NO`"),
    ("players: {least: 2, most: '4'}", "LX103", 1, 27, "a number in digits, but is a text in quotes"),
    ("ludex: 2", "LX013", 1, 8, "unknown"),
    ("ludex: one", "LX013", 1, 8, "unknown"),
    ("zones:\n  deck: {of: card, order: shufled}", "LX104", 2, 27,
     "`order` of zone `deck` cannot be `shufled`: it is `shuffled`, `stack` or `none`"),
    ("zones:\n  deck: {of: card, seen by: [all]}", "LX103", 2, 20, "`seen by` of zone `deck`"),
    ("procedures:\n  deal: {do: draw 1, source: [setup.1, Set Up]}", "LX104", 2, 40, "entry 2 of `source`"),
    ("procedures:\n  deal: {do: draw 1, source: setup.}", "LX104", 2, 30, "`source` of procedure `deal`"),
    ("procedures:\n  deal: {do: ''}", "LX104", 2, 14, "cannot be empty: it is lines of effects"),
    ("enumerations:\n  row: {values: []}", "LX104", 2, 9, "cannot be empty: it needs at least one entry"),
    ("components:\n  card: {items: {}}", "LX104", 2, 10, "cannot be empty"),
    ("components:\n  card:\n    items:\n      ace: {copies: 0}", "LX107", 4, 21, "`copies` of item `ace`"),
    ("components:\n  card:\n    items:\n      ace: many", "LX103", 4, 12, "item `ace` should be a section"),
    ("variables:\n  v: {type: flag, starts: {red: [1]}}", "LX103", 2, 28, "`red` in `starts` of variable"),
    ("setup:\n  - title: deal\n", "LX102", 2, 5, "entry 1 of `setup` needs `do`"),
    ("actions:\n  bid: draw 1\n", "LX103", 2, 8, "action `bid` should be a section of keys, but is the text"),
    ("actions:\n  - bid\n", "LX103", 1, 1, "`actions` should be names, with a section for each"),
    ("- actions\n", "LX103", 1, 1, "a rule set should be a section of keys, but is a list"),
    ("hello\n", "LX103", 1, 1, "a rule set should be a section of keys, but is the text `hello`"),
])
def test_values_that_do_not_fit(text: str, code: str, line: int, column: int, message: str) -> None:
    findings = check_text(text)
    assert [(finding.code, finding.line, finding.column) for finding in findings] == [(code, line, column)]
    assert message in findings[0].message


@pytest.mark.parametrize(("text", "help"), [
    ("actions:\n  bid:\n    do:\n      - draw 1\n", "lines of their own below a key that ends in `|`"),
    ("actions:\n  bid:\n    do:\n      if hand is empty: draw 1\n", "lines of their own below a key"),
    ("actions:\n  bid: {do: draw 1, when: {a: b}}\n", "quotes round the text"),
    ("actions:\n  bid: draw 1\n", "such as `do`"),
    ("actions:\n  - bid\n", "write each name as a key"),
    ("setup:\n  deal: {do: draw 1}\n", "start each entry with `- `"),
    ("players: {least: '2', most: 4}\n", "without quotes"),
    ("zones:\n  deck: {of: card, order: shufled}", "did you mean `shuffled`?"),
    ("actions:\n  bid: {do: draw 1, turns: x}\n", "`turns` is a key of phase"),
    ("rounds: {phases: [a], colour: red}\n", "the keys here are `phases`, `title`, `source`"),
    ("phses: {}\n", "did you mean `phases`?"),
    ("zones:\n  deck: {of: card, Seen_By: all}", "did you mean `seen by`?"),
])
def test_help_for_what_does_not_fit(text: str, help: str) -> None:
    findings = check_text(text)
    assert len(findings) == 1
    assert help in (findings[0].help or "")


@pytest.mark.parametrize(("text", "found"), [
    ("moments:\n  dawn:\n    about:\n", [("LX010", 3, 5, "warning")]),
    ("procedures:\n  deal:\n    do:\n", [("LX010", 3, 5, "error")]),
    ("procedures:\n  deal:\n", [("LX010", 2, 3, "error")]),  # its use is not told as that of an unknown name
    ("procedures:\n", [("LX010", 1, 1, "warning")]),
    ("enumerations:\n  row: {values: [a, '', b]}\n", [("LX104", 2, 21, "error")]),
    ("enumerations:\n  row:\n    values:\n      - a\n      -\n", [("LX010", 5, 8, "error")]),
])
def test_empty_values(text: str, found: list[tuple[str, int, int, str]]) -> None:
    findings = check_text(text)
    assert [(f.code, f.line, f.column, f.severity) for f in findings] == found


def test_a_value_that_has_become_a_comment_is_named() -> None:
    findings = check_text("procedures:\n  deal:\n    do: #3 cards\n")
    assert [finding.code for finding in findings] == ["LX010"]
    assert findings[0].help == "`#3 cards` is a comment; put quotes round it if it is the value"


def test_ten_mistakes_are_ten_findings_in_file_order() -> None:
    text = "".join(f"  act {n}:\n    do: draw 1\n    wen: x\n    source: Set Up\n" for n in range(5))
    findings = check_text("actions:\n" + text)
    assert [(finding.code, finding.line) for finding in findings] == [
        (code, 4 * n + line) for n in range(5) for code, line in (("LX101", 4), ("LX104", 5))]


def test_no_noise_where_the_document_has_lost_an_entry() -> None:
    findings = check_text("procedures:\n  deal: &a {do: draw 1}\n  draw: {<<: *a}\n")
    assert [finding.code for finding in findings] == ["LX006"]


def test_many_unknown_keys_are_told_quickly() -> None:
    text = "actions:\n  bid:\n    do: x\n" + "".join(f"    key {n}: x\n" for n in range(3_000))
    assert len(check_text(text)) == 3_000


def test_findings_can_be_shown() -> None:
    shown = render_findings(check_text("actions:\n  bid: {do: draw 1, wen: x}\n"))
    assert shown == (
        "error[LX101]: `wen` is not a key of action `bid`\n"
        " --> game.yaml:2:21\n"
        "  |\n"
        "2 |   bid: {do: draw 1, wen: x}\n"
        "  |                     ^^^\n"
        "  |\n"
        "  = help: did you mean `when`?")


def test_nearest_word() -> None:
    assert nearest("phses", ["phases", "players"]) == "phases"
    assert nearest("SEEN-BY", ["seen by"]) == "seen by"
    assert nearest("zebra", ["phases", "players"]) is None
    assert nearest("x", []) is None
    assert nearest("phases" * 100, ["phases"]) is None


def test_messages_stay_short_whatever_a_file_holds() -> None:
    long = "x" * 5_000
    for text in (f"? {long}\n: 1\n", f"title: [{long}]\n",
                 f"players: {{least: {'1' * 5_000}, most: 4}}",
                 f"players: {{least: 0{'1' * 5_000}, most: 4}}",
                 f"zones:\n  deck: {{of: card, order: {long}}}\n",
                 f"? {long}\n: 1\n? {long}\n: 2\n", f"title: x\n? {long}\n:\n"):
        findings = check_text(text)
        assert findings
        assert max(len(finding.message) for finding in findings) < 200


# -- the quick look at what fits


VALUES: tuple[Any, ...] = (
    None, "", "x", "a.b", "A b", 0, -1, 3, 201, 10**18, [], [""], ["x"], [0], [None], [["x"]], [{}], {}, {"x": None},
    {"x": ""}, {"x": 3}, {"x": "y"}, {"x": ["y"]}, {"x": {}}, {"x": {"copies": 0}}, {"x": {"type": "flag"}},
)


@pytest.mark.parametrize("section", sections(), ids=section_words)
def test_the_quick_look_says_what_the_schema_library_says(section: type) -> None:
    """For a section with all keys: each key with all sorts of values, each key left out, and one key too many."""
    schema = dict(SCHEMA) if section is RuleSet else {
        "$ref": f"#/$defs/{section.__name__}", "$defs": SCHEMA["$defs"]}
    library, whole = Draft202012Validator(schema), sample(section)
    variants: list[Any] = [*VALUES, whole, {**whole, "unknown": "x"}]
    for key in whole:
        variants.append({other: value for other, value in whole.items() if other != key})
        variants += [{**{k: v for k, v in whole.items() if not isinstance(v, dict | list)}, key: value}
                     for value in VALUES]
    said = [Fitting(schema).fits(data, schema) for data in variants]
    assert said == [library.is_valid(data) for data in variants]
    assert {True, False} == set(said)


def test_the_quick_look_knows_its_limits() -> None:
    with pytest.raises(NotImplementedError, match="oneOf"):
        Fitting({}).fits("x", {"oneOf": [{"type": "string"}]})
