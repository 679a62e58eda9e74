"""Is the game whole: does it end, is there a winner, is everything said that play will need (LX4 and citations)."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.dsl import syntax, typed
from ludex.dsl.diagnostics import Diagnosis, Finding
from ludex.dsl.document import Scalar
from ludex.dsl.names import nearest
from ludex.dsl.passages import held_against
from ludex.dsl.pieces import all_lines
from ludex.validator.checks import Check, Context

#: What the examples have in common.
_TINY = "ludex: 1\ngame: tiny\ntitle: Tiny\nplayers: {least: 2, most: 2}\nrounds: {phases: [play]}\nphases:\n"
_PILE = "procedures:\n  turn one up: {do: draw 1 from pile to discard}\n"


class NoEndCondition(Diagnosis):
    """Nothing ends the game.

    A game ends by a condition in the section `end`, or by a line such as `end the game` or `you wins`.
    """

    code = "LX403"
    name = "no-end-condition"
    severity = "error"
    message = "nothing ends the game"
    bad = _TINY + '  play: {do: say "on we go"}\n'
    good = _TINY + "  play: {do: nobody wins}\n"


class NoWinnerRule(Diagnosis):
    """The game can end by a condition, and nothing says who has won then.

    Add a section `scoring:`, or end the game by naming a winner.
    """

    code = "LX405"
    name = "no-winner-rule"
    severity = "error"
    message = "the game can end here, and no `scoring` says who has won"
    bad = _TINY + "  play: {do: end the game}\n"
    good = _TINY + "  play: {do: end the game}\nscoring: {score: 0, ties: shared}\n"


class TieUnresolved(Diagnosis):
    """The best score may be reached by several players, and the rules do not say what that means.

    `ties: shared` lets them share the win, `nobody wins` gives it to none, `impossible` states that it cannot
    happen; `then:` lists tie-breaks that are looked at first.
    """

    code = "LX406"
    name = "tie-unresolved"
    severity = "warning"
    message = "several players may have the best score, and `ties` does not say what that means"
    bad = "scoring: {score: your points}\n"
    good = "scoring: {score: your points, ties: shared}\n"


class DepletionUndefined(Diagnosis):
    """Items are drawn from a zone, and nothing says what happens when it runs out.

    `when empty:` says what is done to refill it, `when short:` what a draw does when there is still nothing:
    `draw fewer`, or `draw nothing` unless all can be drawn.
    """

    code = "LX414"
    name = "depletion-undefined"
    severity = "warning"
    message = "`{zone}` may run out here, and its `when short` does not say what a draw does then"
    bad = _PILE + "zones:\n  pile: {of: card, order: shuffled}\n"
    good = _PILE + "zones:\n  pile: {of: card, order: shuffled, when short: draw fewer}\n"


class UnknownPassage(Diagnosis):
    """A rule cites a passage that the restated rulebook does not have.

    Passages are the paragraphs of `source.md` that begin with an id in bold. A citation that leads nowhere
    cannot be checked by anybody.
    """

    code = "LX602"
    name = "passage-unknown"
    severity = "error"
    message = "`source.md` has no passage `{id}`"
    bad = "moments:\n  dusk: {source: strat, about: the day is over}\n"
    good = "moments:\n  dusk: {source: start, about: the day is over}\n"


RULES: tuple[type[Diagnosis], ...] = (NoEndCondition, NoWinnerRule, TieUnresolved, DepletionUndefined, UnknownPassage)


def _citations(context: Context) -> Iterator[Finding]:
    """Passages that are cited and do not exist."""
    assert context.source is not None
    for source in sources(context.rules):
        if source.text not in context.passages and "/" not in source.text and held_against(source.span, context.source):
            yield UnknownPassage.at(source.span, id=source.text, help=nearest(source.text, context.passages))


def _ends(context: Context) -> Iterator[Finding]:
    """Whether the game ends, and somebody wins then."""
    rules, game = context.rules, context.game
    ends = [line for line in all_lines(game) if line.word.ends_game]
    if not ends and not game.ends:
        yield NoEndCondition.at(rules.game.span)
    if game.scoring is None:
        places = [end.rule.at for end in game.ends] + [line.at for line in ends if not line.word.names_winner]
        for at in places[:1]:
            yield NoWinnerRule.at(at)
    elif rules.scoring is not None and rules.scoring.ties is None:
        yield TieUnresolved.at(rules.scoring.score.span)


def _depletion(context: Context) -> Iterator[Finding]:
    """Draws from zones that do not say what happens when they run out."""
    for line in all_lines(context.game):
        drawn = line.arguments.get(line.word.draws_from)
        if isinstance(drawn, typed.Place) and drawn.zone.when_short is None:
            yield DepletionUndefined.at(line.at, zone=drawn.zone.name)


CHECKS: tuple[Check, ...] = (
    Check("citations", ("source",), (UnknownPassage,), _citations),
    Check("the end of the game", ("typed",), (NoEndCondition, NoWinnerRule, TieUnresolved), _ends),
    Check("zones that run out", ("typed",), (DepletionUndefined,), _depletion),
)


def sources(node: object) -> Iterator[Scalar]:
    """All citations of a rule set."""
    if isinstance(node, syntax.Section):
        for name, _, _ in syntax.keys_of(type(node)).values():
            value = getattr(node, name)
            if name == "source":
                yield from value
            else:
                yield from sources(value)
    elif isinstance(node, dict):
        for value in node.values():
            yield from sources(value)
    elif isinstance(node, tuple):
        for value in node:
            yield from sources(value)
