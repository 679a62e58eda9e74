"""A seat played by a person: what it is shown, what it may type, and what stays hidden from the next one."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from ludex.cli.person import Leave, Person, Terminal


class Position:
    """As much of a match as a person sees of one: a choice of three, a secret a seat."""

    seats = ("P1", "P2")

    def __init__(self) -> None:
        words = ("bid Canton", "bid Korea", "drop out")
        options = [SimpleNamespace(words=text, id=text, index=place) for place, text in enumerate(words)]
        self.decision = SimpleNamespace(player=0, prompt="bid or drop out", options=options)
        self.lines = ["the game begins"]

    def events_since(self, count: int) -> Any:
        events = [SimpleNamespace(told_to=lambda _seat, line=line: line, passage="") for line in self.lines]
        events.append(SimpleNamespace(told_to=lambda seat: f"secret of P{seat + 1}", passage="power.1"))
        events.append(SimpleNamespace(told_to=lambda _seat: "", passage="power.1"))
        return events[count:]

    def log(self, seat: int) -> list[str]:
        return [text for event in self.events_since(0) if (text := event.told_to(seat))]

    def view(self, seat: int) -> Any:
        return {"game": "position", "state": {"hand": f"card of P{seat + 1}"}}

    def why_not(self, text: str) -> Any:
        if text == "pass":
            return SimpleNamespace(reason="the lead must open", rule="pass", passage="conflict.2")
        return SimpleNamespace(reason=f"`{text}` is nothing that can be done here", rule="", passage="")


class Sitting:
    """A terminal with its input written beforehand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, typed: str, *, seats: int = 1) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        self.saved: list[str] = []
        self.paper = io.StringIO()
        out = Console(file=self.paper, markup=False, emoji=False, highlight=False, soft_wrap=True)
        monkeypatch.setattr(sys, "stdout", self.paper)
        self.terminal = Terminal(out, self.save, shared=seats > 1)

    def save(self, _match: object, path: str, _new: bool) -> None:
        if "/" in path:
            raise FileNotFoundError(2, "No such file or directory", path)
        self.saved.append(path)

    @property
    def text(self) -> str:
        return self.paper.getvalue()


def ask(sitting: Sitting, seat: int = 0) -> str:
    position: Any = Position()
    position.decision.player = seat
    return Person(sitting.terminal).choose(position, seat).words


def test_a_number_or_a_beginning_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask(Sitting(monkeypatch, "2\n")) == "bid Korea"
    assert ask(Sitting(monkeypatch, "Drop\n")) == "drop out"


def test_a_comment_in_a_file_of_answers_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(monkeypatch, "# answers.txt\n  # the first is wrong\nsing\n#2\n2\n")
    assert ask(sitting) == "bid Korea"
    assert "#" not in sitting.text
    assert sitting.text.count("P1> ") == 2
    with pytest.raises(Leave):
        ask(Sitting(monkeypatch, "# nothing else\n"))


def test_what_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(monkeypatch, "1\n")
    ask(sitting)
    lines = ("the game begins", "secret of P1  [power.1]", "hand: card of P1", "P1: bid or drop out", "  3  drop out")
    for line in lines:
        assert f"{line}\n" in sitting.text


def test_answers_that_do_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(monkeypatch, "bid\nbid Kanton\n7\npass\nsing\n?\n\n1\n")
    assert ask(sitting) == "bid Canton"
    assert "'bid' may mean any of these:\n  1  bid Canton\n  2  bid Korea\n" in sitting.text
    assert "did you mean 'bid Canton'?" in sitting.text
    assert "there is no option 7; there are 3" in sitting.text
    assert "not possible: the lead must open  [conflict.2]" in sitting.text
    assert "'sing' is not an option; `options` lists them" in sitting.text
    assert "P1> ?\n`sing` is nothing that can be done here\nP1> " in sitting.text
    assert "an answer is needed" in sitting.text


def test_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(monkeypatch, "?\n? pass\n?pass\n? drop\n1\n")
    ask(sitting)
    assert "why not what?" in sitting.text
    assert sitting.text.count("P1> ? pass\nthe lead must open  [conflict.2]\n") == 1
    assert "P1> ?pass\nthe lead must open  [conflict.2]\n" in sitting.text
    assert "'drop' is possible" in sitting.text


def test_a_saved_game_is_named_as_a_shell_reads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(monkeypatch, "save my game\n1\n")
    ask(sitting)
    assert sitting.saved == ["my game"]
    assert "`ludex play --resume 'my game' --seat 1=human`" in sitting.text


def test_other_words(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = ["help", "options korea", "options tea", "view", ":log", "save", "save a/b", "save game", "1", ""]
    sitting = Sitting(monkeypatch, "\n".join(typed))
    ask(sitting)
    assert "`ludex play --resume FILE`" in sitting.text
    assert "P1> options korea\n  2  bid Korea\nP1> " in sitting.text
    assert "no option holds 'tea'" in sitting.text
    assert sitting.text.count("hand: card of P1") == 2
    assert "P1> :log\nthe game begins\nsecret of P1\nP1> " in sitting.text
    assert "save where?" in sitting.text
    assert "'a/b' cannot be written: No such file or directory" in sitting.text
    assert sitting.saved == ["game"]


@pytest.mark.parametrize("typed", ["", "quit\n", ":quit\n", "view\n"])
def test_leaving(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    with pytest.raises(Leave):
        ask(Sitting(monkeypatch, typed))


def test_an_option_goes_before_a_word_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(monkeypatch, ":view\nview\n")
    position: Any = Position()
    position.decision.options.append(SimpleNamespace(words="view", id="view", index=3))
    assert Person(sitting.terminal).choose(position, 0).words == "view"
    assert sitting.text.count("hand: card of P1") == 2


def test_many_options_are_listed_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    position: Any = Position()
    cards = [SimpleNamespace(words=f"card {n} of 99", id=str(n), index=n) for n in range(99)]
    position.decision.options = cards
    sitting = Sitting(monkeypatch, "options card 77\n78\n")
    assert Person(sitting.terminal).choose(position, 0).words == "card 77 of 99"
    assert "card 40 of 99" not in sitting.text
    assert "and 69 more" in sitting.text
    assert "  78  card 77 of 99" in sitting.text


def test_two_persons_see_their_own_side_only(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = Sitting(monkeypatch, "1\nview\nlog\n3\n", seats=2)
    ask(sitting, 0)
    ask(sitting, 1)
    first, second = sitting.text.split("--- P2 ---")
    assert "P1" in first
    assert "of P2" not in first
    assert "of P1" not in second
    assert second.count("card of P2") == 2


def test_the_screen_is_cleared_between_two_persons(monkeypatch: pytest.MonkeyPatch) -> None:
    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    sitting = Sitting(monkeypatch, "", seats=2)
    monkeypatch.setattr(sys, "stdin", Keyboard("\n1\n\n1\n"))
    sitting.terminal.out = Console(file=sitting.paper, force_terminal=True, markup=False, highlight=False)
    ask(sitting, 0)
    begin = len(sitting.text)
    ask(sitting, 1)
    second = sitting.text[begin:]
    cleared = second.index("\x1b[3J")
    assert cleared < second.index("Press Enter when only P2 looks") < second.index("secret of P2")
    assert "\x1b[3J" in second[second.index("Press Enter") :]
