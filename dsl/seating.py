"""How many may play: the game says it, and a reading of a ruling may say otherwise.

Some rulebooks leave open who can play at all. Then a reading is not about a line of play but about the table: it allows
other numbers of players, or nobody can play before something is supplied. The chosen reading is what the game itself
says, so that whoever reads `players:` knows it.
"""

from __future__ import annotations

from ludex.dsl.diagnostics import Diagnosis, Sink
from ludex.dsl.syntax import Players, Reading, RuleSet


class PlayerRange(Diagnosis):
    """The smallest number of players is above the largest.

    `players:` says how many may play, from `least` to `most`.
    """

    code = "LX111"
    name = "player-range"
    severity = "error"
    message = "{least} to {most} players: the smallest number is above the largest"
    bad = (
        "ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 4, most: 2}\nrounds: {phases: [play]}\n"
        "phases:\n  play: {do: nobody wins}\n"
    )
    good = (
        "ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 4}\nrounds: {phases: [play]}\n"
        "phases:\n  play: {do: nobody wins}\n"
    )


class ReadingPlayers(Diagnosis):
    """The chosen reading of a ruling says how many may play.

    How many play the game as it is decided, its `players:` says. `players` and `unplayable` belong to the readings that
    are not chosen, and each of these has one of them at most.
    """

    code = "LX119"
    name = "reading-players"
    severity = "error"
    message = "{problem}"
    bad = (
        "rulings:\n  how_many:\n    question: Can three play?\n    source: play.1\n    readings:\n"
        "      two: {means: Only two can.}\n      three: {means: Three can., players: {least: 2, most: 3}}\n"
        "    choice: three\n    because: It is said of three once.\n"
    )
    good = (
        "rulings:\n  how_many:\n    question: Can three play?\n    source: play.1\n    readings:\n"
        "      two: {means: Only two can.}\n      three: {means: Three can., players: {least: 2, most: 3}}\n"
        "    choice: two\n    because: It is said of three once.\n"
    )


RULES: tuple[type[Diagnosis], ...] = (PlayerRange, ReadingPlayers)


def numbers(players: Players, sink: Sink) -> range:
    """The numbers of players that a section allows."""
    least, most = int(players.least.text), int(players.most.text)
    if least > most:
        sink.add(PlayerRange.at(players.least.span, least=least, most=most))
    return range(least, most + 1)


def seated(reading: Reading, sink: Sink) -> range | None:
    """The numbers of players that a reading allows, if it says anything about them."""
    if reading.unplayable is None or reading.unplayable.text == "no":
        return None if reading.players is None else numbers(reading.players, sink)
    if reading.players is not None:
        sink.add(ReadingPlayers.at(reading.unplayable.span, problem="nobody can play, so nobody has to be counted"))
    return range(0)


def at_most(rules: RuleSet) -> int:
    """How many seats there are under any reading."""
    said = [reading.players for ruling in rules.rulings.values() for reading in ruling.readings.values()]
    return max(int(players.most.text) for players in (rules.players, *said) if players is not None)


__all__ = ["RULES", "PlayerRange", "ReadingPlayers", "at_most", "numbers", "seated"]
