"""The diagnostics of checks by play (LX8), each with a tiny game that shows it and one that does not."""

from __future__ import annotations

from ludex.dsl.diagnostics import Diagnosis

#: What the examples have in common.
_HEAD = "ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 2}\n"
_ROUND = _HEAD + "rounds: {phases: [play]}\n"
_CARDS = (
    "components:\n  card:\n    attributes: {rank: {type: 1 to 3}}\n"
    "    items: {Ace: {rank: 1}, Queen: {rank: 2}, King: {rank: 3}}\n"
)
_HANDS = _CARDS + (
    "zones:\n  deck: {of: card, order: shuffled, starts with: all, when short: draw fewer}\n"
    "  hand: {of: card, each: player, seen by: owner}\n"
    "setup:\n  - do: |\n      for each player from P1:\n          draw 1 from deck to your hand\n"
)
_POINTS = "variables: {points: {type: 0 to 9, each: player, seen by: all}}\n"
_SCORED = "scoring: {score: your points, ties: shared}\n"
_TURNS = _ROUND + "phases: {play: {turns: {from: P1, actions: [%s]}}}\nactions:\n"


class StuckState(Diagnosis):
    """Somebody has to choose and has nothing to choose from, or has to act and may do nothing. The game stops there.

    Say what happens then: an action that is always possible, a condition on the choice, or an end of the game.
    """

    code = "LX801"
    name = "stuck-state"
    severity = "error"
    evidence = "witnessed"
    message = "somebody must choose here and has no option, {where}"
    bad = _TURNS % "play a card" + (
        "  play a card:\n    choose: card from your hand\n    do: |\n      move card to table\n"
        "      if rank of card is 3 and deck is not empty:\n          you wins\n") + _HANDS.replace(
        "setup:", "  table: {of: card, seen by: all}\nsetup:")
    good = _TURNS % "play a card, pass" + (
        "  play a card:\n    choose: card from your hand\n    do: move card to table\n"
        "  pass: {do: nobody wins}\n") + _HANDS.replace("setup:", "  table: {of: card, seen by: all}\nsetup:")


class NoProgressCycle(Diagnosis):
    """The same position comes back by decisions alone, so the players can go round for ever.

    A limit helps (once a turn, a price, a number that only rises), or an end of the game for such a case.
    """

    code = "LX802"
    name = "no-progress-cycle"
    severity = "warning"
    evidence = "witnessed"
    message = "play can come back here to the same position by decisions alone, {where}"
    bad = _TURNS % "wait, stop" + "  wait: {do: set idle to yes}\n  stop: {do: you wins}\n" + (
        "variables: {idle: {type: flag, seen by: all}}\n")
    good = _TURNS % "wait, stop" + (
        "  wait: {when: count of waiting > 0, do: exclude you from waiting}\n  stop: {do: you wins}\n"
        "variables: {waiting: {type: set of players, starts: players, seen by: all}}\n")


class ActionNeverLegal(Diagnosis):
    """An action is offered somewhere, and in no game could anybody take it.

    Its condition may be one that never holds, or its choice may never have anything to choose from.
    """

    code = "LX803"
    name = "action-never-legal"
    severity = "warning"
    evidence = "witnessed"
    message = "`{action}` was possible {where}"
    bad = _TURNS % "rob, stop" + (
        "  rob: {when: your points > 5, do: you wins}\n  stop: {do: nobody wins}\n") + _POINTS
    good = _TURNS % "rob, stop" + (
        "  rob: {when: your points < 5, do: you wins}\n  stop: {do: nobody wins}\n") + _POINTS


class RuleNeverFired(Diagnosis):
    """A rule took part in no game: its condition never held, or nothing ever reached it.

    It may be wrong, or guard against something that cannot happen. With more games the finding may go away.
    """

    code = "LX804"
    name = "rule-never-fired"
    severity = "warning"
    evidence = "witnessed"
    message = "`{rule}` took effect {where}"
    bad = _TURNS % "stop" + (
        "  stop: {do: \"moment dusk\\nnobody wins\"}\n"
        "moments: {dusk: {about: the day is over}}\n"
        "triggers: {the ghost: {at: dusk, when: points of P1 > 5, do: add 1 to points of P2}}\n") + _POINTS
    good = _TURNS % "stop" + (
        '  stop: {do: "moment dusk\\nnobody wins"}\n'
        "moments: {dusk: {about: the day is over}}\n"
        "triggers: {the ghost: {at: dusk, when: points of P1 < 5, do: add 1 to points of P2}}\n") + _POINTS


class EndNeverReached(Diagnosis):
    """Games go on and on: they did not end within the decisions allowed, or positions are reached from which no end
    can be.

    Look whether something that the end waits for can be undone, or can fail to come.
    """

    code = "LX805"
    name = "end-never-reached"
    severity = "warning"
    evidence = "witnessed"
    message = "{what}, {where}"
    bad = _TURNS % "open, shut" + (
        "  open: {when: not shut for good, do: nobody wins}\n"
        "  shut: {do: \"add 1 to noise\\nset shut for good to yes\"}\n"
        "variables:\n  shut for good: {type: flag, seen by: all}\n  noise: {type: 0 to 1000000, seen by: all}\n")
    good = _TURNS % "open, shut" + (
        "  open: {when: not shut for good, do: nobody wins}\n"
        "  shut: {do: \"set shut for good to yes\\nnobody wins\"}\n"
        "variables: {shut for good: {type: flag, seen by: all}}\n")


class UndecidedResult(Diagnosis):
    """A game came to its end, and nobody has won it, though no rule says that this may be.

    `ties: impossible` was wrong, or a rule ends the game and neither names a winner nor leaves it to a scoring.
    """

    code = "LX806"
    name = "undecided-result"
    severity = "error"
    evidence = "witnessed"
    message = "{what}, {where}"
    bad = _TURNS % "take, stop" + (
        "  take: {when: your points < 1, do: add 1 to your points}\n  stop: {do: end the game}\n") + _POINTS + (
        "scoring: {score: your points, ties: impossible}\n")
    good = _TURNS % "take, stop" + (
        "  take: {when: your points < 1, do: add 1 to your points}\n  stop: {do: end the game}\n") + _POINTS + _SCORED


class ConservationBroken(Diagnosis):
    """An item lies in two places at once, or in none, though it began in one.

    No rule can say such a thing, because items are only ever moved. It is a fault of the engine that plays.
    """

    code = "LX807"
    name = "conservation-broken"
    severity = "error"
    evidence = "witnessed"
    message = "{what}, {where}"
    bad = _TURNS % "show, stop" + (
        "  show: {when: your hand is not empty, choose: card from your hand, do: move card to table}\n"
        "  stop: {do: nobody wins}\n") + _HANDS.replace("setup:", "  table: {of: card, seen by: all}\nsetup:")
    good = bad


class BoundBroken(Diagnosis):
    """A variable would leave its bounds, or a zone would hold more than fits.

    Either the bounds are too narrow, or the rule lacks a condition (pay only if you have it, draw only up to a limit).
    """

    code = "LX808"
    name = "bound-broken"
    severity = "error"
    evidence = "witnessed"
    message = "{what}, {where}"
    bad = _TURNS % "pay, stop" + (
        "  pay: {do: subtract 1 from your coins}\n  stop: {do: nobody wins}\n"
        "variables: {coins: {type: 0 to 9, each: player, starts: 1, seen by: all}}\n")
    good = _TURNS % "pay, stop" + (
        "  pay: {when: your coins > 0, do: subtract 1 from your coins}\n  stop: {do: nobody wins}\n"
        "variables: {coins: {type: 0 to 9, each: player, starts: 1, seen by: all}}\n")


class InvariantBroken(Diagnosis):
    """An invariant of the rule set does not hold at a decision, or at the end of a game.

    A rule breaks what the section `invariants` promises, or the promise says too much.
    """

    code = "LX809"
    name = "invariant-broken"
    severity = "error"
    evidence = "witnessed"
    message = "the invariant `{name}` does not hold, {where}"
    bad = _TURNS % "take, stop" + (
        "  take: {when: your points < 1, do: add 1 to your points}\n  stop: {do: nobody wins}\n") + _POINTS + (
        "invariants: {one point: {holds: points of P1 + points of P2 <= 1}}\n")
    good = _TURNS % "take, stop" + (
        "  take: {when: your points < 1, do: add 1 to your points}\n  stop: {do: nobody wins}\n") + _POINTS + (
        "invariants: {two points: {holds: points of P1 + points of P2 <= 2}}\n")


class OrderSensitive(Diagnosis):
    """Effects that happen at one moment lead to something else if they happen in another order, and the order is only
    the one in which they were written: of two triggers of a moment, or of the seats in `for each player:`.

    Say the order where it matters (`for each player from ...`, one trigger that does both), or make it a ruling. Only
    effects without choices and chance are tried in another order.
    """

    code = "LX810"
    name = "order-sensitive"
    severity = "warning"
    evidence = "witnessed"
    message = "in another order {what} leads to something else: {differs}, {where}"
    bad = _TURNS % "stop" + (
        '  stop: {do: "moment dusk\\nend the game"}\n'
        "moments: {dusk: {about: the day is over}}\n"
        "triggers:\n  the wages: {at: dusk, do: add 2 to points of P1}\n"
        "  the tax: {at: dusk, when: points of P1 > 1, do: subtract 2 from points of P1}\n") + _POINTS + _SCORED
    good = _TURNS % "stop" + (
        '  stop: {do: "moment dusk\\nend the game"}\n'
        "moments: {dusk: {about: the day is over}}\n"
        "triggers:\n  the wages: {at: dusk, do: add 2 to points of P1}\n"
        "  the gift: {at: dusk, when: points of P2 < 1, do: add 2 to points of P2}\n") + _POINTS + _SCORED


class DepletionHit(Diagnosis):
    """Something is drawn, or picked at random, where nothing is left, and the rules do not say what that means.

    `when short:` of the zone says it for a draw; a condition keeps `pick` and `roll` from a set that is empty.
    """

    code = "LX811"
    name = "depletion-hit"
    severity = "error"
    evidence = "witnessed"
    message = "there is nothing left to draw or pick from here, {where}"
    bad = _TURNS % "draw lots, stop" + (
        "  draw lots:\n    do: |\n      pick lucky at random from waiting\n      exclude lucky from waiting\n"
        "  stop: {do: nobody wins}\n"
        "variables: {waiting: {type: set of players, starts: players, seen by: all}}\n")
    good = _TURNS % "draw lots, stop" + (
        "  draw lots:\n    when: waiting is not empty\n    do: |\n      pick lucky at random from waiting\n"
        "      exclude lucky from waiting\n  stop: {do: nobody wins}\n"
        "variables: {waiting: {type: set of players, starts: players, seen by: all}}\n")


class ReadingsDiverge(Diagnosis):
    """A ruling that matters: two readings of it lead to different options, positions or results, in the shortest game
    that was found. `ludex diverge GAME RULING` tells it as a story.

    This is no fault. It says that the decision was needed.
    """

    code = "LX812"
    name = "readings-diverge"
    severity = "info"
    evidence = "witnessed"
    message = "the readings `{left}` and `{right}` of `{ruling}` differ after {length}, with {players} players"
    _rest = (
        "rulings:\n  last_word:\n    question: Who has won?\n    readings:\n      first: {means: Who acts.}\n"
        "      second: {means: The other player.}\n    choice: first\n    because: It is simple.\n    source: end\n")
    bad = _TURNS % "stop" + (
        "  stop:\n    do: |\n      if ruling last_word is first:\n          you wins\n      otherwise:\n"
        "          player after you wins\n") + _rest
    good = _TURNS % "stop" + "  stop: {do: you wins}\n" + _rest


class InformationLeak(Diagnosis):
    """What a player is offered tells something that the player may not know: an option names an item that lies where
    the player may not look, or an action is possible only if hidden items are so and so.

    Let the condition depend on what the player can see, or show the items to the player.
    """

    code = "LX813"
    name = "information-leak"
    severity = "error"
    evidence = "witnessed"
    message = "{what}, {where}"
    bad = _TURNS % "boast, stop" + (
        "  boast: {when: total rank of (hand of (player after you)) < 3, do: you wins}\n"
        "  stop: {do: nobody wins}\n") + _HANDS
    good = _TURNS % "boast, stop" + (
        "  boast: {when: total rank of your hand < 3, do: you wins}\n  stop: {do: nobody wins}\n") + _HANDS


class ReplayDiffers(Diagnosis):
    """The same seed and the same decisions led to another position.

    No rule can say such a thing: all chance goes by the seed. It is a fault of the engine that plays.
    """

    code = "LX814"
    name = "replay-differs"
    severity = "error"
    evidence = "witnessed"
    message = "the same game from the same seed comes out differently, {where}"
    bad = _TURNS % "roll, stop" + (
        "  roll:\n    do: |\n      roll die from 1 to 6\n      set your points to die\n"
        "  stop: {do: nobody wins}\n") + _POINTS
    good = bad


class ForcedChoice(Diagnosis):
    """A player is asked to choose and never has more than one option.

    The question can be left out, or the choice is narrower than it was meant to be.
    """

    code = "LX815"
    name = "forced-choice"
    severity = "hint"
    evidence = "witnessed"
    message = "this choice never had more than one option: {visits} times, {where}"
    bad = _TURNS % "show" + "  show: {choose: card from your hand, do: you wins}\n" + _HANDS
    good = _TURNS % "show, stop" + (
        "  show: {choose: card from your hand, do: you wins}\n  stop: {do: nobody wins}\n") + _HANDS


class DeadOption(Diagnosis):
    """Two options always come to the same: wherever one is offered, another leads to the same position.

    It was shown by looking at all positions of the game. One of the two says nothing.
    """

    code = "LX816"
    name = "dead-option"
    severity = "hint"
    message = "`{option}` always leads where `{other}` leads, {where}"
    bad = _TURNS % "pass, pray, stop" + (
        "  pass: {when: your points < 2, do: add 1 to your points}\n"
        "  pray: {when: your points < 2, do: add 1 to your points}\n  stop: {do: nobody wins}\n") + _POINTS
    good = _TURNS % "pass, pray, stop" + (
        "  pass: {when: your points < 2, do: add 1 to your points}\n"
        "  pray: {when: your points < 2, do: add 2 to your points}\n  stop: {do: nobody wins}\n") + _POINTS


class SeatBias(Diagnosis):
    """Players who act at random win far more often in one seat than in the others; the interval holds in 999 of 1,000
    cases. Skill may change that, and the rules may want it so.
    """

    code = "LX817"
    name = "seat-bias"
    severity = "hint"
    evidence = "witnessed"
    message = "{seat} won {rate} of the games between players at random ({low} to {high}), {where}"
    bad = _TURNS % "win, stop" + "  win: {do: you wins}\n  stop: {do: you wins}\n"
    good = _TURNS % "win, lose" + "  win: {do: you wins}\n  lose: {do: player after you wins}\n"


class ExplorationIncomplete(Diagnosis):
    """There are more positions than were looked at in order.

    What is said about the rest, and all that is said never to happen, rests on games at random.
    """

    code = "LX818"
    name = "exploration-incomplete"
    severity = "info"
    message = "not all positions were looked at: {how}"
    bad = _TURNS % "count, stop" + (
        "  count: {when: beads < 1000000, do: add 1 to beads}\n  stop: {do: nobody wins}\n"
        "variables: {beads: {type: 0 to 1000000, seen by: all}}\n")
    good = _TURNS % "count, stop" + (
        "  count: {when: beads < 9, do: add 1 to beads}\n  stop: {do: nobody wins}\n"
        "variables: {beads: {type: 0 to 9, seen by: all}}\n")


class ForcedLoop(Diagnosis):
    """The rules go round for ever and nobody can stop them: no decision comes, or only decisions with one option.

    Two effects may answer each other, or a `repeat until` may wait for what never comes.
    """

    code = "LX819"
    name = "forced-loop"
    severity = "error"
    evidence = "witnessed"
    message = "the rules go round here for ever: {what}, {where}"
    bad = _TURNS % "seek, stop" + (
        "  seek:\n    do: |\n      repeat until your points > 3:\n          set your points to 3\n"
        "  stop: {do: nobody wins}\n") + _POINTS
    good = _TURNS % "seek, stop" + (
        "  seek:\n    when: your points < 4\n    do: |\n      repeat until your points > 3:\n"
        "          add 1 to your points\n"
        "  stop: {do: nobody wins}\n") + _POINTS


class CountSpecificFailure(Diagnosis):
    """Something goes wrong with some numbers of players only, and often there. The other findings say what.

    The set-up may take more than there is for so many, or a rule may have been written for fewer.
    """

    code = "LX820"
    name = "count-specific-failure"
    severity = "warning"
    evidence = "witnessed"
    message = "with {players} players this goes wrong ({code}), and with {others} it never did, {where}"
    bad = (_TURNS % "draw lots, stop").replace("most: 2", "most: 3") + (
        "  draw lots:\n    do: |\n      set spare to spare - count of players\n      you wins\n"
        "  stop: {do: nobody wins}\nvariables: {spare: {type: 0 to 2, starts: 2, seen by: all}}\n")
    good = (_TURNS % "draw lots, stop").replace("most: 2", "most: 3") + (
        "  draw lots:\n    do: |\n      set spare to spare - count of players\n      you wins\n"
        "  stop: {do: nobody wins}\nvariables: {spare: {type: 0 to 3, starts: 3, seen by: all}}\n")


class StarvedPlayer(Diagnosis):
    """A seat never had anything to decide, in any game.

    Turns may begin anew before they come round, or skip that seat.
    """

    code = "LX821"
    name = "starved-player"
    severity = "warning"
    evidence = "witnessed"
    message = "{seat} never had anything to decide, {where}"
    bad = _TURNS.replace(
        "turns: {from: P1, actions: [%s]}", "do: set done to no, turns: {from: P1, until: done, actions: [%s]}"
    ) % "rest, rise" + (
        "  rest: {when: your points < 9, do: \"set done to yes\\nadd 1 to your points\"}\n"
        "  rise: {when: your points > 8, do: you wins}\n") + (
        "variables:\n  done: {type: flag, seen by: all}\n  points: {type: 0 to 9, each: player, seen by: all}\n")
    good = _TURNS % "rest, rise" + (
        "  rest: {when: your points < 9, do: add 1 to your points}\n"
        "  rise: {when: your points > 8, do: you wins}\n") + _POINTS


class NoAnswer(Diagnosis):
    """The rules ask for something that is not there: a player where there is none, the only one of several, a division
    by zero. The game stops there.

    A condition before it, or another wording, says what happens in that case.
    """

    code = "LX822"
    name = "no-answer"
    severity = "error"
    evidence = "witnessed"
    message = "the rules have no answer here: {what}, {where}"
    bad = _TURNS % "praise, stop" + (
        "  praise: {do: add 1 to points of hero}\n  stop: {do: nobody wins}\n"
        "variables:\n  hero: {type: player or none, starts: none, seen by: all}\n"
        "  points: {type: 0 to 9, each: player, seen by: all}\n")
    good = _TURNS % "praise, stop" + (
        "  praise: {when: hero is not none and points of P1 < 9, do: add 1 to points of hero}\n"
        "  stop: {do: nobody wins}\n"
        "variables:\n  hero: {type: player or none, starts: P1, seen by: all}\n"
        "  points: {type: 0 to 9, each: player, seen by: all}\n")


class RulingIdle(Diagnosis):
    """The readings of a ruling lead to the same game, with every number of players. That is proved: either the programs
    are the same, or all positions were looked at, and chance was asked for in the same way in all of them. The proof
    holds for the other rulings as they are decided, and for the usual values of parameters.

    A rule asks for the ruling, so somebody thought that it matters. The rule may be wrong, or the ruling is not needed.
    """

    code = "LX823"
    name = "ruling-idle"
    severity = "warning"
    message = "the readings of `{ruling}` never lead to anything different"
    _rest = ReadingsDiverge._rest
    bad = _TURNS % "stop" + (
        "  stop:\n    do: |\n      if ruling last_word is first:\n          you wins\n      otherwise:\n"
        "          you wins\n") + _rest
    good = _TURNS % "stop" + (
        "  stop:\n    do: |\n      if ruling last_word is first:\n          you wins\n      otherwise:\n"
        "          player after you wins\n") + _rest


RULES: tuple[type[Diagnosis], ...] = (
    StuckState, NoProgressCycle, ActionNeverLegal, RuleNeverFired, EndNeverReached, UndecidedResult,
    ConservationBroken, BoundBroken, InvariantBroken, OrderSensitive, DepletionHit, ReadingsDiverge, InformationLeak,
    ReplayDiffers, ForcedChoice, DeadOption, SeatBias, ExplorationIncomplete, ForcedLoop, CountSpecificFailure,
    StarvedPlayer, NoAnswer, RulingIdle,
)
