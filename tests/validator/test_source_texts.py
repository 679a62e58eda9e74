"""The restated rulebook as it is read, reviewed and revised, and what broken files do to a check."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import ludex
from ludex import rules
from ludex.cli.main import run
from ludex.dsl.source import Source
from ludex.validator.source.book import Book, read_book
from ludex.validator.source.lock import lock_file, written


def book(text: str) -> Book:
    """The book of a text."""
    return read_book(Source("nowhere/source.md", text))


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """A copy of a bundled game that nobody has reviewed."""
    folder = Path(shutil.copytree(rules.catalogue()["pig"], tmp_path / "pig"))
    (folder / "source.lock").unlink()
    return folder


def told(folder: Path) -> list[tuple[str, str]]:
    """Code and file of the findings about the source."""
    return [(f.code, Path(f.file).name) for f in ludex.check(folder) if f.code.startswith("LX6")]


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


# -- sentences


@pytest.mark.parametrize(("text", "sentences"), [
    ("Roll. Then hold!", ["Roll.", "Then hold!"]),
    ("Roll the die, e.g. twice. No. 5 is best.", ["Roll the die, e.g. twice.", "No. 5 is best."]),
    ("It costs 1.5 chips. 3 are left.", ["It costs 1.5 chips.", "3 are left."]),
    ('He says "stop." Then it ends.', ['He says "stop."', "Then it ends."]),
    ("Roll.\n(Some do not.)", ["Roll.", "(Some do not.)"]),
    ("Roll\nagain. <!-- Not this. Nor 7. -->Hold.", ["Roll again.", "Hold."]),
    ("", []),
])
def test_sentences(text: str, sentences: list[str]) -> None:
    [entry] = book(f"**a** {text}\n").entries.values()
    assert [sentence.text for sentence in entry.sentences] == sentences
    assert [sentence.text for sentence in entry.rules] == [s for s in sentences if not s.startswith("(")]
    for sentence in entry.sentences:
        assert " ".join(sentence.at.text.split()) == sentence.text


def test_line_ends_and_breaks_make_no_other_text() -> None:
    one = book("# A\n\n**a.1** Roll the die. Then hold.\n\n**a.2** End.\n")
    other = book("# A\r\n\r\n**a.1** Roll\r\nthe die.\r\nThen hold.\r\n\r\n**a.2** End.\r\n")
    assert [s.fingerprint for e in one.entries.values() for s in e.sentences] == [
        s.fingerprint for e in other.entries.values() for s in e.sentences]
    assert len(one.entries) == 2


def test_marks() -> None:
    found = book(
        "**a** (flavour) Once upon a time.\n\n**b** (open: who begins?) Somebody begins.\n\n**c** (amends: a) Now.\n\n"
        "**d** (for two players) Go.\n")
    assert [(e.id, e.mark, e.about, e.idle) for e in found.entries.values()] == [
        ("a", "flavour", "", True), ("b", "open", "who begins?", False), ("c", "amends", "a", False),
        ("d", "", "", False)]
    assert found.entries["d"].sentences[0].text == "(for two players) Go."


def test_what_belongs_to_no_passage() -> None:
    found = book("# Title\n\nEach player must cheer.\nLoudly. <!-- no -->\n\n## More\n**a** Roll.\n\nThat is all.\n")
    assert [s.text for s in found.loose] == ["Each player must cheer.", "Loudly.", "That is all."]
    assert found.headings == ["Title", "More"]


# -- what was reviewed


def test_a_changed_passage_is_told_at_each_rule_and_ruling_that_cites_it(pig: Path) -> None:
    assert run(["accept", str(pig)]) == 0
    assert told(pig) == []
    edit(pig / "source.md", "The players take turns, clockwise.", "The players take turns, from left to right.")
    found = [f for f in ludex.check(pig) if f.code == "LX604"]
    cites = (pig / "game.yaml").read_text(encoding="utf-8").count("source: turn.1")
    assert len(found) == cites == 4
    assert {f.span.text for f in found} == {"turn.1"}
    assert {f.labels[0].span.text for f in found} == {"The players take turns, from left to right."}
    assert run(["accept", str(pig)]) == 0
    assert told(pig) == []


def test_other_line_breaks_are_no_change(pig: Path) -> None:
    assert run(["accept", str(pig)]) == 0
    edit(pig / "source.md", "The players take turns, clockwise.", "The players\ntake turns,\nclockwise.")
    assert told(pig) == []


def test_a_new_passage_is_told_where_it_is_cited(pig: Path) -> None:
    assert run(["accept", str(pig)]) == 0
    edit(pig / "source.md", "**turn.3**", "**turn.35**")
    edit(pig / "game.yaml", "source: turn.3\n", "source: turn.35\n")
    edit(pig / "game.yaml", "source: [turn.3,", "source: [turn.35,")
    assert [f.message for f in ludex.check(pig) if f.code == "LX604"] == [
        "the passage `turn.35` is new since the last review"] * 2


def test_accept_says_how_much_was_new(pig: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["accept", str(pig)])
    edit(pig / "source.md", "clockwise", "clockwise round the table")
    run(["accept", str(pig)])
    first, second = capsys.readouterr().out.replace("\n", " ").split("passages accepted anew")[:2]
    assert first.strip() == "6 of 6"
    assert second.strip().endswith("1 of 6")


@pytest.mark.parametrize("game", sorted(name for name, folder in rules.catalogue().items()
                                        if (folder / "source.md").exists()))
def test_what_is_bundled_is_reviewed(game: str) -> None:
    """Whoever changes a text of a bundled game looks at the rules that cite it, and runs `ludex accept`."""
    file = rules.catalogue()[game] / "source.md"
    found = read_book(Source(str(file), file.read_text(encoding="utf-8")))
    assert lock_file(found).read_text(encoding="utf-8") == written(found)


def test_accept_needs_a_text(pig: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (pig / "source.md").unlink()
    assert run(["accept", str(pig)]) == 2
    assert "has no `source.md` with passages" in capsys.readouterr().err


# -- revisions


@pytest.mark.parametrize(("old", "new", "severity", "what"), [
    ("A 1 takes away", "A 2 takes away", "warning", "`2` there, `1` here"),
    ("the player may hold", "the player must hold", "warning", "`must` there, `may` here"),
    ("The player rolls the die.", "The player casts the die.", "info", "its words are others"),
    ("**turn.2** The player rolls the die. ", "**turn.2** ", "info", "its words are others"),
    ("The player rolls the die.", "The player with most points rolls the die.", "warning", "it has `most points`"),
])
def test_revisions_that_do_not_say_the_same(pig: Path, old: str, new: str, severity: str, what: str) -> None:
    shutil.copy(pig / "source.md", pig / "source.first.md")
    assert told(pig) == []
    edit(pig / "source.first.md", old, new)
    [finding] = [f for f in ludex.check(pig) if f.code == "LX635"]
    assert (finding.severity, finding.message.partition(": ")[2]) == (severity, what)


def test_flavour_may_differ_between_revisions(pig: Path) -> None:
    shutil.copy(pig / "source.md", pig / "source.first.md")
    edit(pig / "source.first.md", "Holding at 20", "Holding at 25")
    edit(pig / "source.first.md", "The players take turns", "The  players\ntake turns")
    assert told(pig) == []


def test_a_ruling_settles_what_revisions_say(pig: Path) -> None:
    shutil.copy(pig / "source.md", pig / "source.first.md")
    edit(pig / "source.first.md", "to 100 points", "to 50 points")
    assert told(pig) == [("LX635", "source.md")]
    (pig / "rulings.yaml").write_text(
        "rulings:\n  goal:\n    question: How many points?\n    source: [goal, first/goal]\n    readings:\n"
        "      hundred: {means: A hundred.}\n      fifty: {means: Fifty, as the first text has it.}\n"
        "    choice: hundred\n    because: The later text holds.\n", encoding="utf-8")
    assert told(pig) == []
    edit(pig / "rulings.yaml", "first/goal", "second/goal")
    assert told(pig) == [("LX602", "rulings.yaml")]


# -- broken files


@pytest.mark.parametrize(("name", "data", "code"), [
    ("source.md", b"\xff\xfe\x00", "LX012"), ("source.md", "**goal** Grüße".encode("latin-1"), "LX012"),
    ("source.md", b"**goal** \x00\x01", "LX012"), ("source.md", b"x" * 3_000_000, "LX011"),
    ("source.lock", b"\x00\xff\xfe\x80", "LX632"), ("source.lock", b"goal 12345678 zz\n", "LX632"),
])
def test_broken_files_are_findings(pig: Path, name: str, data: bytes, code: str) -> None:
    (pig / name).write_bytes(data)
    assert code in {f.code for f in ludex.check(pig)}


@pytest.mark.parametrize("data", [b"", b"\n\n", b"**", b"**goal**", b"(((", b"# \n**a** (open: \n", b"<!-- **a** x"])
def test_odd_texts_break_nothing(pig: Path, data: bytes) -> None:
    (pig / "source.md").write_bytes(data)
    assert "LX908" not in {f.code for f in ludex.check(pig)}


def test_a_long_text_is_read_quickly() -> None:
    import time

    text = "".join(f"**a.{n}** Each player may take {n} cards, unless there are none left, until 3 are out.\n\n"
                   for n in range(4000))
    start = time.process_time()
    assert len(book(text).entries) == 4000
    assert time.process_time() - start < 20
