"""A seat played by a person in the terminal.

The person sees only what the seat may see: the log goes through `match.log(seat)` and the position
through `match.view(seat)`. Where several people share the terminal, the screen is cleared before it
passes from one to the next.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from ludex.cli import choices
from ludex.cli.views import show_lines, view_lines
from ludex.drawing.terminal import Drawn, draw

if TYPE_CHECKING:
    from rich.console import Console

    import ludex

HELP = """\
Answer with the number of an option, or with the beginning of its words. You can also type:
  options [WORDS]  all options, or those that hold the words
  view             what you can see of the game
  board            its boards, where it has some
  log              all that has happened, as far as you may know it
  ?                why your last answer was not accepted
  ? WORDS          why an action is not possible now, and the passage that says so
  save FILE        write the game to a file; `ludex play --resume FILE` takes it up again
  quit             stop here
Put a colon before such a word (:view) where an option has the same name."""


class Leave(Exception):
    """The person has stopped, or the input has ended."""


class Terminal:
    """The one terminal that all persons of a game share."""

    def __init__(self, out: Console, save: Callable[[ludex.Match, str, bool], None], shared: bool, board: bool = False
                 ) -> None:
        self.out = out
        self.save = save
        self.shared = shared
        self.board = board
        self._holder: int | None = None

    def ask(self, prompt: str) -> str:
        """A line of input; Leave at its end."""
        self.out.file.flush()
        typed = sys.stdin.isatty()
        while True:
            try:
                text = input(prompt).strip()
            except EOFError:
                self.out.print()
                raise Leave("the input has ended") from None
            if typed:
                return text
            if not text.startswith("#"):
                self.out.print(text)  # what comes from a file is shown as if it had been typed
                return text
            prompt = ""  # a comment in the file

    def hand_over(self, seat: int, name: str) -> None:
        """Give the terminal to a seat, hiding what the one before has seen."""
        if not self.shared or self._holder == seat:
            return
        first = self._holder is None
        self._holder = seat
        if not (sys.stdin.isatty() and self.out.is_terminal):
            self.out.print(f"--- {name} ---")
            return
        if not first:
            self.wipe()
        self.ask(f"It is {name}'s turn to decide. Press Enter when only {name} looks at the screen. ")
        self.wipe()

    def wipe(self) -> None:
        """Clear the screen and the lines that have scrolled off it."""
        self.out.clear()
        self.out.file.write("\x1b[3J")


class Person:
    """An agent that asks."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._heard = 0
        self._stale = True
        self._refused = ""
        self._drawn: tuple[str, ...] = ()
        #: Steps of a move written in one line that have still to be taken.
        self.planned: list[str] = []
        #: Files that this person has written; others are not written over.
        self.written: set[str] = set()

    def listen(self, match: ludex.Match, seat: int) -> None:
        """Show what has happened since this seat last looked."""
        for event in match.events_since(self._heard):
            self._heard += 1
            if text := event.told_to(seat):
                passage = f"  [{event.passage}]" if event.passage else ""
                self.terminal.out.print(f"{text}{passage}", markup=False)
                self._stale = True

    def choose(self, match: ludex.Match, seat: int) -> ludex.Option:
        decision = match.decision
        assert decision is not None
        if self.planned:
            step = self.planned.pop(0)
            found = [o for o in decision.options if step in (o.words, o.id)]
            if len(found) == 1:
                return found[0]
            self.planned.clear()
        self.terminal.hand_over(seat, match.seats[seat])
        self.listen(match, seat)
        fresh = self._stale
        self._stale = False
        drawn = self.drawing(match, seat)
        if fresh:
            self.show_view(match, seat, drawn.names)
        if fresh or drawn.lines != self._drawn:
            show_lines(self.terminal.out, drawn.lines)
        self._drawn = drawn.lines
        self._refused = ""
        self.show_options(match, seat)
        while True:
            text = self.terminal.ask(f"{match.seats[seat]}> ")
            found = choices.find(decision.options, text)
            if len(found) == 1:
                return found[0]
            if ";" in text and (first := self.plan(match, text)) is not None:
                return first
            if not self.obey(match, seat, text):
                self.refuse(match, text, found)

    def plan(self, match: ludex.Match, text: str) -> ludex.Option | None:
        """The first option of a move written in one line; the others answer what is asked next."""
        from ludex import moves

        if match.why_not(text) is not None or match.decision is None:
            return None
        first, *self.planned = moves.steps(match, text)
        return next((o for o in match.decision.options if first in (o.words, o.id)), None)

    def show_options(self, match: ludex.Match, seat: int) -> None:
        decision = match.decision
        assert decision is not None
        out, options = self.terminal.out, decision.options
        out.print()
        out.print(f"{match.seats[seat]}: {decision.prompt}", style="bold")
        for line in choices.listing(options, options[: choices.LISTED]):
            out.print(line)
        if len(options) > choices.LISTED:
            more = len(options) - choices.LISTED
            out.print(f"  and {more} more: `options` lists all, `options WORDS` those that hold the words")

    def drawing(self, match: ludex.Match, seat: int) -> Drawn:
        """The boards, and what need not be said beside them; nothing where they are not wanted."""
        return draw(match, seat) if self.terminal.board else Drawn((), frozenset())

    def show_view(self, match: ludex.Match, seat: int, drawn: frozenset[str] = frozenset()) -> None:
        """What the seat may see, without what is drawn."""
        out = self.terminal.out
        shown = {name: value for name, value in match.view(seat)["state"].items() if name not in drawn}
        if shown:
            out.print()
        for line in view_lines(shown):
            out.print(line, style="cyan")

    def obey(self, match: ludex.Match, seat: int, text: str) -> bool:
        """Carry out a word such as `view`; False if the text is none."""
        out = self.terminal.out
        word, _, rest = text.removeprefix(":").partition(" ")
        if word.startswith("?") and word != "?":
            word, rest = "?", text.removeprefix(":")[1:]
        word, rest = word.casefold(), rest.strip()
        decision = match.decision
        assert decision is not None
        match word:
            case "":
                out.print("an answer is needed; `help` lists what you can type")
            case "help":
                out.print(HELP)
            case "options":
                chosen = choices.containing(decision.options, rest) if rest else decision.options
                for line in choices.listing(decision.options, chosen):
                    out.print(line)
                if not chosen:
                    out.print(f"no option holds '{rest}'")
            case "view":
                self.show_view(match, seat)
            case "board":
                show_lines(out, draw(match, seat).lines or ("this game has no board",))
            case "log":
                for line in match.log(seat):
                    out.print(line)
            case "?":
                self.explain(match, rest or self._refused)
            case "save":
                self.save(match, seat, rest)
            case "quit":
                raise Leave("you have stopped")
            case _:
                return False
        return True

    def explain(self, match: ludex.Match, text: str) -> None:
        """Say why `text` is not possible now, and where the rules say so."""
        out = self.terminal.out
        if not text:
            out.print("why not what? Type `? ` and the action, such as `? " + self.example(match) + "`")
            return
        decision = match.decision
        assert decision is not None
        if len(choices.find(decision.options, text)) == 1:
            out.print(f"'{text}' is possible: it is among the options")
            return
        refusal = match.why_not(text)
        out.print(f"'{text}' is possible" if refusal is None else reason(refusal))

    def example(self, match: ludex.Match) -> str:
        decision = match.decision
        assert decision is not None
        return decision.options[0].words

    def refuse(self, match: ludex.Match, text: str, found: list[ludex.Option]) -> None:
        """Say why an answer is not accepted, as shortly as may be."""
        out = self.terminal.out
        self._refused = text
        decision = match.decision
        assert decision is not None
        if found:
            out.print(f"'{text}' may mean any of these:")
            for line in choices.listing(decision.options, found[: choices.LISTED]):
                out.print(line)
            return
        refusal = match.why_not(text)
        likely = choices.near(decision.options, text)
        if refusal is not None and refusal.rule:
            out.print(f"not possible: {reason(refusal)}")
        elif likely is not None:
            out.print(f"'{text}' is not an option; did you mean '{likely}'?")
        elif text.isdecimal() and not choices.are_numbers(decision.options):
            out.print(f"there is no option {text}; there are {len(decision.options)}")
        else:
            out.print(f"'{text}' is not an option; `options` lists them, `help` says what else you can type")

    def save(self, match: ludex.Match, seat: int, path: str) -> None:
        out = self.terminal.out
        if not path:
            out.print("save where? Type `save FILE`")
            return
        try:
            self.terminal.save(match, path, path not in self.written)
            self.written.add(path)
        except FileExistsError:
            out.print(f"'{path}' is there already and stays as it is; choose another name")
        except OSError as fault:
            out.print(f"'{path}' cannot be written: {fault.strerror or fault}")
        else:
            out.print(f"saved; `ludex play --resume {shlex.quote(path)} --seat {seat + 1}=human` takes it up again")


def reason(refusal: ludex.Refusal) -> str:
    """Why something is refused, and the passage that says so."""
    return f"{refusal.reason}  [{refusal.passage}]" if refusal.passage else refusal.reason
