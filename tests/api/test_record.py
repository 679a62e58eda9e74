"""Records: what is written is played again to the same end, and whatever is wrong with one is told by line."""

from __future__ import annotations

import json
import os
import random
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludex
from ludex import record, record_file
from ludex.record import BadRecord

Change = Callable[[list[dict[str, Any]]], None]


def play(match: ludex.Match, seed: int = 0, most: int = 100_000) -> ludex.Match:
    """Play on by chance, to the end or for so many steps."""
    choice = random.Random(seed)
    for _ in range(most):
        if match.chance is not None:
            match.apply(choice.choice(match.chance.outcomes))
        elif match.decision is not None:
            match.apply(choice.choice(match.decision.options))
        else:
            break
    return match


def text_of(match: ludex.Match) -> str:
    return "".join(json.dumps(line) + "\n" for line in record.lines(match))


@pytest.fixture(scope="module")
def pig() -> str:
    """A whole record with a few lines."""
    return text_of(play(ludex.load("pig").start(seed=4, parameters={"target": 12})))


@pytest.fixture(scope="module")
def unfinished() -> str:
    return text_of(play(ludex.load("pig").start(seed=4), most=6))


@pytest.fixture(scope="module")
def asked() -> str:
    return text_of(play(ludex.load("pig").start(seed=4, parameters={"target": 12}, chance="ask")))


# -- there and back


@pytest.mark.parametrize("name", sorted(ludex.rules.catalogue()))
@pytest.mark.parametrize("chance", ["auto", "ask"])
def test_a_record_is_played_again(tmp_path: Path, name: str, chance: Any) -> None:
    game = ludex.load(name)
    match = play(game.start(players=game.players[-1], seed=11, chance=chance), 3)
    path = tmp_path / "game.jsonl"
    record.write(match, path)
    again = ludex.replay(path)
    assert again.hash() == match.hash()
    assert again.history == match.history
    assert again.result == match.result
    assert again.events == match.events
    assert ludex.replay(str(path)).hash() == match.hash()
    assert ludex.replay(path.read_text(encoding="utf-8")).hash() == match.hash()


def test_what_a_record_says(tmp_path: Path) -> None:
    game = ludex.load("carving_up_china")
    match = play(game.start(players=4, seed=7, rulings={"lead_must_bid": "optional"}), most=12)
    path = tmp_path / "game.jsonl"
    record.write(match, path)
    header, *moves, end = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert header["format"] == "ludex record" and header["version"] == 1
    assert header["game"] == "carving_up_china" and header["title"] == "Carving Up China"
    assert "path" not in header
    assert header["rules"] == game.content_hash and header["language"] == 1
    assert header["players"] == 4 and header["seats"] == ["P1", "P2", "P3", "P4"]
    assert header["changed"] == {"lead_must_bid": "optional"}
    assert header["rulings"] == match.rulings and header["parameters"] == {}
    assert header["seed"] == 7 and header["chance"] == "auto"
    assert [move["n"] for move in moves] == list(range(1, 13))
    assert [(move["seat"], move["id"], move["words"]) for move in moves] == [
        (match.seats[taken.player or 0], taken.id, taken.words) for taken in match.history]
    assert end == {"unfinished": True, "hash": match.hash()}


def test_chance_is_written_where_it_was_asked(asked: str) -> None:
    moves = [json.loads(line) for line in asked.splitlines()[1:-1]]
    assert any("seat" in move for move in moves)
    by_chance = [move for move in moves if "chance" in move]
    assert by_chance and all(move["chance"] is True and "seat" not in move for move in by_chance)
    assert json.loads(asked.splitlines()[-1])["result"] == record.result_data(ludex.replay(asked))


def test_a_game_can_be_gone_on_with(tmp_path: Path) -> None:
    game = ludex.load("carving_up_china")
    whole = play(game.start(players=3, seed=5), 2)
    path = tmp_path / "game.jsonl"
    begun = game.start(players=3, seed=5)
    for taken in whole.history[:20]:
        begun.apply(taken.id)
    record.write(begun, path)
    match = ludex.replay(path)
    for taken in whole.history[20:]:
        match.apply(taken.id)
    assert match.hash() == whole.hash()
    record.write(match, path)
    assert path.read_text(encoding="utf-8") == "".join(
        json.dumps(line, ensure_ascii=False) + "\n" for line in record.lines(whole))


def test_a_match_that_was_taken_up_at_a_position(tmp_path: Path) -> None:
    game = ludex.load("carving_up_china")
    restored = game.restore(play(game.start(players=3, seed=5), 2, 30).to_json())
    play(restored, 8, 10)
    record.write(restored, tmp_path / "game.jsonl")
    again = ludex.replay(tmp_path / "game.jsonl")
    assert again.hash() == restored.hash()
    assert len(again.history) == 10


def test_replay_to_a_point(asked: str, pig: str) -> None:
    for text in (pig, asked):
        whole = ludex.replay(text)
        decided = [taken for taken in whole.history if taken.player is not None]
        for to in range(len(decided) + 3):
            match = ludex.replay(text, to=to)
            assert [taken for taken in match.history if taken.player is not None] == decided[:to]
            assert (match.decision is None) == (to >= len(decided))
            assert match.chance is None
    with pytest.raises(ValueError, match="before its start"):
        ludex.replay(pig, to=-1)


def test_a_game_in_a_folder_is_found_from_the_record(toy: Path, tmp_path: Path, monkeypatch: Any) -> None:
    match = play(ludex.load(toy).start(seed=1), most=4)
    path = tmp_path / "records" / "game.jsonl"
    path.parent.mkdir()
    record.write(match, path)
    assert json.loads(path.read_text(encoding="utf-8").splitlines()[0])["path"] == "../toy"
    monkeypatch.chdir(tmp_path / "records")
    assert ludex.replay("game.jsonl").hash() == match.hash()
    monkeypatch.chdir("/")
    assert ludex.replay(path).hash() == match.hash()
    shutil.move(tmp_path / "records", toy / "records")
    with pytest.raises(BadRecord, match=r"line 1: the rules of `toy` are not at `\.\./toy`"):
        ludex.replay(toy / "records" / "game.jsonl")


# -- writing


def test_a_failed_write_loses_nothing(tmp_path: Path, monkeypatch: Any) -> None:
    match = play(ludex.load("pig").start(seed=4), most=6)
    path = tmp_path / "game.jsonl"
    record.write(match, path)
    before = path.read_bytes()
    play(match, most=6)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for place in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync" if place == "fsync" else "pathlib.Path.replace", full)
            with pytest.raises(OSError, match="No space left"):
                record.write(match, path)
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]
    record.write(match, path)
    assert path.read_bytes() != before


def test_a_written_file_keeps_its_mode_and_its_links(tmp_path: Path) -> None:
    match = ludex.load("pig").start(seed=4)
    path = tmp_path / "game.jsonl"
    record.write(match, path)
    fresh = tmp_path / "fresh"
    fresh.touch()
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(fresh.stat().st_mode)
    path.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to(path)
    play(match, most=3)
    record.write(match, link)
    assert link.is_symlink() and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert ludex.replay(path).hash() == match.hash()


def test_a_folder_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=r"directory|folder"):
        record.write(ludex.load("pig").start(seed=4), tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


# -- records that are none


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def bad(text: str | Path) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        ludex.replay(text)
    return caught.value


def put(number: int, **values: Any) -> Change:
    return lambda rows: rows[number].update(values)


def drop(number: int, key: str) -> Change:
    return lambda rows: rows[number].pop(key)


CHANGES: list[tuple[Change, int, str]] = [
    (put(0, format="something"), 1, "this is not a record of Ludex"),
    (drop(0, "format"), 1, "this is not a record of Ludex"),
    (put(0, version=2), 1, "this is a record of version 2"),
    (put(0, version=True), 1, "this is a record of version True"),
    (drop(0, "seed"), 1, "the first line lacks `seed`"),
    (put(0, sead=3), 1, "the first line has no `sead`"),
    (put(0, game="chess"), 1, "there is no bundled game `chess`"),
    (put(0, game="../pig"), 1, "there is no bundled game `../pig`"),
    (put(0, game=3), 1, "`game` should be a text"),
    (put(0, path="nowhere"), 1, "the rules of `pig` are not at `nowhere`"),
    (put(0, path="a\0b"), 1, "the rules of `pig` "),
    (put(0, path=ludex.rules.catalogue()["nim"].as_posix()), 1, "are of `nim`, not of `pig`"),
    (put(0, players=3), 1, "`seats` and `players` do not fit together"),
    (put(0, players=10**30), 1, "`players` should be a number"),
    (put(0, players=2.0), 1, "`players` should be a number"),
    (put(0, players=9, seats=[f"P{n + 1}" for n in range(9)]), 1, "Pig is for 2 to 8 players, not 9"),
    (put(0, seats=["P1", "P1"]), 1, "`seats` and `players` do not fit together"),
    (put(0, seed="4"), 1, "`seed` should be a whole number"),
    (put(0, seed=True), 1, "`seed` should be a whole number"),
    (put(0, chance="never"), 1, "`chance` should be `auto` or `ask`"),
    (put(0, chance="ask"), 3, "chance has to decide here"),
    (put(0, rulings={"kindness": "great"}), 1, "there is no ruling `kindness`"),
    (put(0, rulings={"kindness": 3}), 1, "`rulings` should be texts by name"),
    (put(0, changed={"kindness": "great"}), 1, "different readings of `kindness`"),
    (put(0, parameters={"aim": 12}), 1, "there is no parameter `aim`"),
    (put(0, parameters={"target": 1}), 1, "`target` is a number from 2 to 1000, not 1"),
    (put(0, parameters={"target": None}), 1, "`parameters` should be numbers by name"),
    (put(0, position={}), 1, "the position in it cannot be taken up"),
    (put(0, position=[]), 1, "`position` should be a section of keys"),
    (put(1, n=2), 2, "this should be move 1, not 2"),
    (put(1, n=True), 2, "`n` should be a number"),
    (put(1, seat="P2"), 2, "move 1 (P2: roll) does not fit: P1 has to decide here"),
    (put(1, seat="P3"), 2, "there is no seat `P3`"),
    (put(1, chance=True), 2, "a move has no `seat`"),
    (put(1, id="hold", words="hold"), 2, "move 1 (P1: hold) does not fit: it does not hold that turn total > 0"),
    (put(1, id="fly", words="fly"), 2, "move 1 (P1: fly) does not fit: `fly` is nothing that can be done here"),
    (put(1, words="fly"), 2, "move 1 (P1: fly) does not fit: its identity is that of `roll`"),
    (put(1, id=["roll"]), 2, "`id` should be a text"),
    (drop(1, "words"), 2, "a move lacks `words`"),
    (put(-1, hash="0" * 32), -1, "the position at the end is not the recorded one"),
    (put(-1, hash=0), -1, "`hash` should be a text"),
    (drop(-1, "hash"), -1, "a line that is no move lacks `hash`"),
    (put(-1, result=None), -1, "`result` should be an object"),
    (lambda rows: rows[-1]["result"].update(winners=["P1", "P2"]), -1, "the game comes out differently: `winners` is "),
    (lambda rows: rows[-1]["result"].pop("scores"), -1, "`result` lacks `scores`"),
    (lambda rows: rows[-1]["result"].update(ranking=[1]), -1, "`ranking` should be a list of lists of texts"),
    (lambda rows: rows.append(rows[-1]), 0, "something follows the last line of the record"),
    (lambda rows: rows.insert(-1, {**rows[-2], "n": len(rows) - 1}), -1, "does not fit: the game is over before it"),
]


@pytest.mark.parametrize(("change", "line", "message"), CHANGES)
def test_a_changed_record(pig: str, change: Change, line: int, message: str) -> None:
    rows = lines_of(pig)
    count = len(rows)
    change(rows)
    if line < 1:
        line = count + 1 + line
    fault = bad("".join(json.dumps(row) + "\n" for row in rows))
    assert message in str(fault)
    assert str(fault).startswith(f"line {line}: ")
    assert fault.line == line


def test_an_end_that_does_not_fit(pig: str, unfinished: str) -> None:
    rows, short = lines_of(pig), lines_of(unfinished)
    cases = [
        ([*rows[:-1], short[-1]], "the game is over after the last move, though the record says it is unfinished"),
        ([*short[:-1], rows[-1]], "the game is not over after the last move, though the record has a result"),
        ([*rows[:3], rows[-1]], "the game is not over after the last move"),
        (rows[:3], "the record stops here, without a last line that says how it came out"),
    ]
    for changed, message in cases:
        fault = bad("".join(json.dumps(row) + "\n" for row in changed))
        assert message in str(fault)
        assert fault.line == (len(changed) if "after" in message else len(changed) + 1)


@pytest.mark.parametrize("data", [
    b"", b"\n", b"not json\n", b"{}\n", b"[1]\n", b"null\n", b'{"format": "ludex record"}\n',
    b"\xff\xfe\x00", b"\x00" * 50, b'{"format": "ludex record", "format": "ludex record"}\n',
    b'{"a": NaN}\n', b'{"a": 1e999999}\n',
    b'{"a": ' + b"9" * 10_000 + b"}\n", b"[" * 100_000, b'{"a":' * 100_000, b"{" + b" " * 5_000_000 + b"}",
])
def test_a_file_that_is_no_record(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    fault = bad(path)
    assert fault.line == (1 if data else None)
    assert "Traceback" not in str(fault) and len(str(fault)) < 200


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert str(bad(tmp_path / "missing")) == "there is no such file"
    assert str(bad(tmp_path)) == "the file cannot be read: it is a folder"
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert str(bad(pipe)) == "the file cannot be read: it is a pipe"
    assert str(bad("a\0b")) == "there is no such file"


def test_limits(tmp_path: Path, pig: str, monkeypatch: Any) -> None:
    path = tmp_path / "game.jsonl"
    with path.open("wb") as file:
        file.truncate(record_file.BYTES + 1)
    assert "bytes are more than a record may have" in str(bad(path))
    monkeypatch.setattr(record_file, "LINES", 3)
    assert str(bad(pig)).startswith("line 4: a record may have 3 lines")
    assert record_file.LINES < record_file.BYTES


def test_every_truncation(pig: str) -> None:
    """No beginning of a record passes for a record."""
    assert len(pig) < 4000
    for end in range(len(pig) - 1):
        with pytest.raises(BadRecord):
            ludex.replay(pig[:end] if end else "\n")
    assert ludex.replay(pig[:-1]).result is not None


def test_every_line_matters(pig: str, asked: str) -> None:
    """A record without one of its lines, or with one twice, or with two in the wrong order, is none."""
    for text in (pig, asked):
        lines = text.splitlines(keepends=True)
        for at in range(len(lines)):
            bad("".join([*lines[:at], *lines[at + 1:]]) or "\n")
            bad("".join([*lines[:at], lines[at], *lines[at:]]))
            if at:
                bad("".join([*lines[:at - 1], lines[at], lines[at - 1], *lines[at + 1:]]))


def test_random_damage_never_gets_through(pig: str) -> None:
    """Whatever byte is changed: the record is refused, or it still tells the same game."""
    choice = random.Random(9)
    whole = ludex.replay(pig)
    data = pig.encode("utf-8")
    for _ in range(600):
        at = choice.randrange(len(data))
        changed = data[:at] + bytes([choice.randrange(256)]) + data[at + 1:]
        try:
            match = ludex.replay(changed.decode("utf-8", "surrogateescape"))
        except BadRecord:
            continue
        assert match.history == whole.history
        assert match.result == whole.result


def test_a_position_that_was_tampered_with() -> None:
    """Nothing that stands in a position makes play go wrong inside: it is refused, or is a position."""
    game = ludex.load("carving_up_china")
    state = json.loads(play(game.start(players=3, seed=5), 2, 31).to_json())
    choice = random.Random(1)
    refused = 0
    for at in range(len(state["frames"])):
        for value in (-5, 1 << 80, choice.randrange(1 << 40), choice.randrange(4)):
            frames = [*state["frames"][:at], value, *state["frames"][at + 1:]]
            try:
                play(game.restore(json.dumps({**state, "frames": frames})), 8, 40)
            except (ludex.BadState, ludex.RuleFault):
                refused += 1
    assert refused > len(state["frames"])
    for key, value in (("point", 10**6), ("generator", -1), ("generator", 1 << 64), ("reason", 99)):
        with pytest.raises(ludex.BadState):
            game.restore(json.dumps({**state, key: value}))
    rows = lines_of(text_of(game.restore(json.dumps(state))))
    rows[0]["position"]["point"] = 10**6
    assert "the position in it cannot be taken up" in str(bad("".join(json.dumps(row) + "\n" for row in rows)))


# -- other rules


def changed_rules(toy: Path, old: str, new: str) -> None:
    file = toy / "game.yaml"
    before = file.read_text(encoding="utf-8")
    assert before.count(old) == 1
    file.write_text(before.replace(old, new), encoding="utf-8")


@pytest.fixture
def toy_record(toy: Path) -> Path:
    match = ludex.load(toy).start(seed=1, parameters={"goal": 1})
    for words in ("red", "blue", "show Duke", "pass"):
        match.apply(words)
    assert match.result is not None
    path = toy / "game.jsonl"
    record.write(match, path)
    return path


def test_rules_that_changed_without_an_effect(toy: Path, toy_record: Path) -> None:
    assert record.play_again(toy_record).notes == ()
    changed_rules(toy, "title: Toy", "title: The Toy")
    played = record.play_again(toy_record)
    assert played.notes[0].startswith("the rules have changed since this was recorded (")
    assert len(played.notes) == 1
    assert ludex.replay(toy_record).result == played.match.result
    assert played.record.title == "Toy"


def test_rules_that_lost_a_ruling(toy: Path, toy_record: Path) -> None:
    text = (toy / "game.yaml").read_text(encoding="utf-8")
    text = text[:text.index("rulings:")].replace("ruling passing is free or your points > 0", "yes")
    (toy / "game.yaml").write_text(text, encoding="utf-8")
    notes = record.play_again(toy_record).notes
    assert "there is no ruling `passing` any more" in notes


def test_rules_that_forbid_a_move(toy: Path, toy_record: Path) -> None:
    changed_rules(toy, "for you >= 3", "for you >= 30")
    shown = next(taken for taken in record.read(toy_record).taken if taken.id.startswith("show"))
    fault = bad(toy_record)
    assert str(fault) == (
        f"line {shown.line}: move {shown.number} ({shown.seat}: {shown.words}) does not fit: "
        "it does not hold that total weight of cards for you >= 30 (show.1); the rules have changed since it was recorded")


def test_rules_that_change_the_result(toy: Path, toy_record: Path) -> None:
    changed_rules(toy, "  score: your points\n", "  score: your points + 1\n")
    fault = bad(toy_record)
    assert "the game comes out differently: `scores` is " in str(fault)
    assert fault.line == len(toy_record.read_text(encoding="utf-8").splitlines())


def test_rules_with_errors_are_told_as_findings(toy: Path, toy_record: Path) -> None:
    changed_rules(toy, "  score: your points\n", "  score: your poinst\n")
    with pytest.raises(ludex.RuleErrors):
        ludex.replay(toy_record)


def test_rules_where_somebody_has_nothing_to_choose(toy: Path, toy_record: Path) -> None:
    changed_rules(toy, "from colours", "from colours where luck is 9")
    assert "no option" in str(bad(toy_record)) or "the rules have no answer" in str(bad(toy_record))


@pytest.mark.parametrize(("key", "value"), [
    ("title", "Hog"), ("language", 2), ("rulings", {}), ("changed", {"lead_must_bid": "mandatory"}), ("parameters", {}),
])
def test_every_stated_field_is_verified(key: str, value: Any) -> None:
    game = ludex.load("carving_up_china")
    header, *others = record.lines(play(game.start(seed=4), most=3))
    if key == "parameters":
        header, *others = record.lines(play(ludex.load("pig").start(seed=4), most=3))
    if key == "changed":
        value = {"lead_must_bid": header["rulings"]["lead_must_bid"]}
    assert header[key] != value
    told = bad("".join(json.dumps(line) + "\n" for line in ({**header, key: value}, *others)))
    assert told.line == 1
    assert key in str(told)


def test_only_a_record_is_written_over(tmp_path: Path) -> None:
    match = play(ludex.load("pig").start(seed=4), most=3)
    path = tmp_path / "game.jsonl"
    record.write(match, path, new=True)
    begun = path.read_bytes()
    with pytest.raises(FileExistsError, match=str(path)):
        record.write(match, path, new=True)
    record.write(play(match, most=3), path)
    assert path.read_bytes() != begun
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError, match=str(path)):
        record.write(match, path)
    assert path.read_text(encoding="utf-8") == "mine"
    assert list(tmp_path.iterdir()) == [path]
