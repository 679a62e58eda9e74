"""How the game ends, and what is said on the way."""

from __future__ import annotations

from ludex.dsl.lower_events import said
from ludex.dsl.lowering import Lowering
from ludex.dsl.vocabulary import handles as h
from ludex.dsl.vocabulary.word import Word
from ludex.ir.graph import NO_WINNER, WINNERS, Field
from ludex.ir.types import FLAG


class Wins(Word):
    """The game is over, and this player has won it."""

    phrase = "{player} wins"
    example = "starter wins"
    ends_game = True
    names_winner = True

    @staticmethod
    def lower(at: Lowering, player: h.Player) -> None:
        at.b.store(WINNERS, None, at.b.single(player))
        at.tell("{} wins", [player])
        at.b.end(at.rule.name)


class NobodyWins(Word):
    """The game is over, and nobody has won it."""

    phrase = "nobody wins"
    example = "nobody wins"
    ends_game = True
    names_winner = True

    @staticmethod
    def lower(at: Lowering) -> None:
        at.scene.program.fields.setdefault(NO_WINNER, Field(NO_WINNER, FLAG, None, "system", "all", False, (0,)))
        at.b.store(WINNERS, None, at.b.empty("player"))
        at.b.store(NO_WINNER, None, at.b.flag(True))
        at.tell("nobody wins", [])
        at.b.end(at.rule.name)


class EndTheGame(Word):
    """The game is over; the scoring says who has won."""

    phrase = "end the game"
    example = "end the game"
    ends_game = True

    @staticmethod
    def lower(at: Lowering) -> None:
        at.tell("the game ends", [])
        at.scene.no_tie(at)
        at.b.end(at.rule.name)


class Say(Word):
    """Tell everyone something; nothing changes."""

    phrase = "say {words}"
    example = 'say "the pot is open"'
    means = "say"

    @staticmethod
    def lower(at: Lowering, words: h.Text) -> None:
        at.tell(said(words), [])


WORDS = (Wins, NobodyWins, EndTheGame, Say)
