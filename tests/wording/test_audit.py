"""The audit as a whole: texts of any kind, what is told once, what is left out, the command, and how long it takes."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludex.cli.main import root
from ludex.validator import audit

PLAIN = "Give each player a few coins. Then move a ship to a port, if possible.\n"


# -- texts that are none, or are broken


@pytest.mark.parametrize(
    ("data", "code", "words"),
    [
        (b"", "LX780", "empty"),
        (b" \n\t\n", "LX780", "empty"),
        (bytes(range(256)) * 40, "LX780", "other than text"),
        (b"\x00" * 5000, "LX780", "other than text"),
        (b"a" * 5_000_001, "LX780", "5,000,001 bytes"),
        ("Der König zieht ein Feld weiter.\n".encode("latin-1"), "LX781", "not UTF-8"),
        ("The â€œKingâ€\x9d moves one field.\n".encode(), "LX781", "another character"),
        (b"Move one ship.\r\nThen rest.\nThen stop.\r\n", "LX781", "more than one way"),
    ],
)
def test_bad_files_are_findings(tmp_path: Path, data: bytes, code: str, words: str) -> None:
    file = tmp_path / "rules.txt"
    file.write_bytes(data)
    found = [finding for finding in audit(file) if finding.code in ("LX780", "LX781")]
    assert [finding.code for finding in found] == [code]
    assert words in found[0].message


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_same_is_found_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "rules.txt"
    file.write_bytes(("Die Fähre: " + PLAIN).encode(encoding))
    found = [(f.code, f.line, f.column, f.span.text) for f in audit(file) if f.code not in ("LX780", "LX781")]
    assert ("LX709", 1, 29, "a few coins") in found
    assert ("LX712", 1, 70, "if possible") in found


def test_anything_at_all_can_be_audited() -> None:
    """Soups of the signs that structure is made of, and of the words that detectors look for."""
    signs = ["\n", "\n\n", "* ", "# ", "1. ", "1.1 ", "'''", "**", "|", "{|\n", "|}\n", "! ", "\t", "=", "(", ")", "2020-01-02\n", "“", "…"]
    words = "each player may any only if card not all draws 3 or unless then most wins tie it turn X 1* half of"
    for seed in range(150):
        rng = random.Random(seed)
        text = " ".join(rng.choice(signs + words.split() * 2) for _ in range(rng.randint(1, 80))) + "\n"
        for finding in audit(text, everything=True):
            assert finding.readings == () or len(finding.readings) >= 2
            assert 0 <= finding.span.start <= finding.span.end <= len(text)
            json.dumps(finding.to_json())


def test_long_lines_and_deep_lists_take_no_time() -> None:
    start = time.process_time()
    audit("a and b or c, " * 4000 + "\n")
    audit("if the player may or may not " * 2000 + ".\n")
    audit("(" * 20_000 + "\n")
    audit("* " * 5_000 + "\n" + "=" * 20_000 + "\n")
    assert time.process_time() - start < 12


# -- what is told


def test_the_same_again_is_told_once_with_the_other_places() -> None:
    found = [f for f in audit("Put a card next to a house.\n\nPut a card next to a tree.\n") if f.name == "adjacency-unclear"]
    assert len(found) == 1
    assert [(label.span.line, label.text) for label in found[0].labels] == [(3, "the same again")]


def test_unsure_reports_are_left_out_unless_wanted() -> None:
    text = "If the ship is full, the player sells one good.\n"
    assert [f.name for f in audit(text)] == []
    assert [f.name for f in audit(text, everything=True)] == ["no-else"]


def test_only_the_newest_revision_is_audited_and_the_others_are_compared() -> None:
    same = "Move one ship.\n\nSell one good.\n\n"
    text = (
        f"Help\n\n2020-01-02\n\n{same}Give each player a few coins at the end.\n\n"
        f"Help\n\n2019-01-02\n\n{same}Give each player some coins at the end.\n"
    )
    found = [(f.name, f.line) for f in audit(text)]
    assert sorted(found) == [("revision-drift", 9), ("vague-quantity", 9)]
    assert audit(text)[0].labels[0].span.line == 19


def test_revisions_are_recognised_across_files(tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    first.write_text("Move one ship to a port.\n\nSell one good there.\n\nEach ship holds four crates.\n", encoding="utf-8")
    second.write_text("Move one ship to a port.\n\nSell one good there.\n\nEach ship holds five crates.\n", encoding="utf-8")
    (finding,) = audit([first, second])
    assert (finding.name, finding.file, finding.line) == ("revision-drift", str(second), 5)
    assert finding.labels[0].span.source.path == str(first)


def test_what_does_not_bind_is_not_asked_for_more() -> None:
    assert audit("HISTORY\nThe king gave a few coins to several players, if possible.\n") == []


def test_a_word_defined_somewhere_is_not_reported() -> None:
    assert audit("Put a card on a field adjacent to a house.\n\nFields are adjacent if they share a side.\n") == []


# -- the command


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(root, ["audit", *arguments])
    return result.exit_code, result.output


def test_the_command_shows_places_and_readings(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(PLAIN, encoding="utf-8")
    code, output = run(str(file))
    assert code == 0
    assert f"{file}:1:18" in output
    assert "info[LX709]: `a few coins` does not say how many" in output
    assert "= reading: coins: as many as whoever acts chooses" in output
    assert output.rstrip().endswith("2 notes in 1 text")


def test_the_command_as_json(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(PLAIN, encoding="utf-8")
    code, output = run(str(file), "--format", "json")
    document = json.loads(output)
    assert code == 0
    assert document["version"] == 1
    assert document["checked"] == [str(file)]
    assert document["summary"]["info"] == 2
    assert all(len(f["readings"]) >= 2 and f["evidence"] == "candidate" and f["fingerprint"] for f in document["findings"])


@pytest.mark.parametrize("form", ["sarif", "junit", "github"])
def test_the_command_in_other_formats(tmp_path: Path, form: str) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(PLAIN, encoding="utf-8")
    code, output = run(str(file), "--format", form)
    assert code == 0
    assert "LX709" in output
    assert "a few coins" in output


def test_the_command_for_some_codes_only(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(PLAIN, encoding="utf-8")
    assert [("LX709" in out, "LX712" in out) for _, out in (run(str(file), "--select", "LX709"), run(str(file), "--ignore", "vague-quantity"))] == [
        (True, False), (False, True)]


def test_the_command_with_all(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("If the ship is full, the player sells one good.\n", encoding="utf-8")
    assert "no findings" in run(str(file))[1]
    assert "LX718" in run(str(file), "--all")[1]


def test_the_command_fails_where_there_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "empty.txt"
    file.write_bytes(b"")
    code, output = run(str(file))
    assert code == 1
    assert "LX780" in output


def test_a_large_rulebook_takes_less_than_three_seconds() -> None:
    """Forty thousand characters, put together from the clean and faulty fragments."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((Path(__file__).parent / "fragments").glob("*.txt"))]
    text = "\n\n".join(texts * 5)[:42_000]
    assert len(text) > 40_000
    start = time.process_time()
    assert audit(text)
    assert time.process_time() - start < 3
