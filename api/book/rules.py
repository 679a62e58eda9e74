"""The rules of a game in words, section by section: set-up, the round, actions, values, the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludex.book.anchors import Anchors
from ludex.book.model import Part, Rule, Run, Section
from ludex.book.wording import Wording, joined
from ludex.dsl import typed
from ludex.dsl.any_time import is_woven
from ludex.dsl.nodes import Scalar
from ludex.dsl.typed import Argument
from ludex.game import Game

Source = tuple[Scalar, ...]


@dataclass(frozen=True, slots=True)
class Writer:
    """What is needed to write rules down."""

    game: Game
    anchors: Anchors
    wording: Wording

    def sections(self) -> tuple[Section, ...]:
        """All rules, without sections that have none."""
        found = (
            Section("set-up", "Set-up", "Before the first round, in this order.", tuple(self._setup())),
            Section("round", "The course of play", "", tuple(self._round())),
            Section("actions", "Actions", "What a player may do when asked to act.", tuple(self._actions())),
            Section("procedures", "Procedures", "What other rules call by name.", tuple(self._procedures())),
            Section("triggers", "Moments", "Points of play, and what happens by itself when one comes.",
                    tuple(self._moments())),
            Section("values", "Values", "What things are worth, and what follows from how the game stands.",
                    tuple(self._values())),
            Section("ending", "The end, and who has won", "", tuple(self._ending())),
            Section("invariants", "What always holds", "Whenever somebody decides, and when the game is over.",
                    tuple(self._invariants())),
        )
        return tuple(section for section in found if section.rules)

    # -- sections

    def _setup(self) -> Iterator[Rule]:
        for number, (step, told) in enumerate(zip(self.game.syntax.setup, self.game.typed.setup, strict=True), 1):
            name = f"Step {number}" if step.title is None else step.title.text
            parts = self._steps(told.effect)
            yield Rule(self.anchors.make("step", name), "step", name, parts, cited(step.source), not parts)

    def _round(self) -> Iterator[Rule]:
        rules, game = self.game.syntax, self.game.typed
        title = "round" if rules.rounds.title is None else rules.rounds.title.text
        names = joined(run for number, name in enumerate(game.rounds) for run in (
            Run(", then " if number else ""), Run(game.phases[name].title, self.anchors.find("phase", name))))
        again = Part("Again", (Run("until the game is over"),))
        yield Rule(self.anchors.make("rounds", title), "round", f"A {title}", (Part("In order", names), again),
                   cited(rules.rounds.source))
        written = {name.text: phase for name, phase in rules.phases.items()}
        for name in dict.fromkeys([*game.rounds, *game.phases]):
            yield self._phase(name, game.phases[name], cited(written[name].source))

    def _phase(self, name: str, phase: typed.PhaseRule, passages: tuple[str, ...]) -> Rule:
        parts = [*self._when(phase.when), *self._steps(phase.effect, "What happens")]
        turns = phase.turns
        if turns is not None:
            parts.append(Part("First to act", self.wording.expression(turns.first)))
            for label, node in (("Who takes part", turns.among), ("Until", turns.until)):
                if node is not None and self.wording.truth(node) is None:
                    parts.append(Part(label, self.wording.expression(node)))
            following = (Run("clockwise"),) if turns.next is None else self.wording.expression(turns.next)
            parts.append(Part("Next to act", following))
            open_to = [action for action in turns.actions if self._open(action)]
            if open_to:
                parts.append(Part("A turn", joined([Run("one of the actions " if len(open_to) > 1 else "the action "),
                                                    *self._actions_named(open_to)])))
            parts += self._steps(turns.effect, "A turn")
        parts += self._steps(phase.finish, "Afterwards")
        return Rule(self.anchors.find("phase", name), "phase", phase.title, tuple(parts), passages,
                    self.wording.truth(phase.when) is False)

    def _actions(self) -> Iterator[Rule]:
        for name, action in self.game.syntax.actions.items():
            told = self.game.typed.actions[name.text]
            parts = [*self._when(told.when)]
            for chosen in told.choices:
                parts.append(Part("To choose", self.wording.expression(chosen)))
                parts += [Part("Such that", self.wording.expression(one)) for one in self.wording.also(chosen)]
            parts += self._steps(told.effect)
            sources = [*cited(action.source), *(id for norm in action.norms for id in cited(norm.source))]
            yield Rule(self.anchors.find("action", name.text), "action", told.title, tuple(parts),
                       tuple(dict.fromkeys(sources)), self.wording.truth(told.when) is False)

    def _procedures(self) -> Iterator[Rule]:
        for name, procedure in self.game.syntax.procedures.items():
            told = self.game.typed.procedures[name.text]
            yield Rule(self.anchors.find("procedure", name.text), "procedure", name.text,
                       (*self._given("With", procedure.with_), *self._steps(told.effect)), cited(procedure.source),
                       not self.wording.tells(name.text))

    def _moments(self) -> Iterator[Rule]:
        for name, moment in self.game.syntax.moments.items():
            about = [] if moment.about is None else [Part("When", (Run(moment.about.text),))]
            yield Rule(self.anchors.find("moment", name.text), "moment", name.text, tuple(about), cited(moment.source))
        for (name, trigger), told in zip(self.game.syntax.triggers.items(), self.game.typed.triggers, strict=True):
            parts = (*self._moment(told.at_moment, told.when, "Only if"), *self._steps(told.effect))
            yield Rule(self.anchors.find("trigger", name.text), "trigger", name.text, parts, cited(trigger.source),
                       self.wording.truth(told.when) is False)

    def _values(self) -> Iterator[Rule]:
        for name, value in self.game.syntax.values.items():
            told = self.game.typed.functions[name.text]
            parts = [*self._given("Of", value.of), Part("Defined as", self.wording.expression(told.body))]
            parts += [part for modifier in told.modifiers for part in self._modifier(modifier)]
            sources = [*cited(value.source), *(id for one in value.modifiers.values() for id in cited(one.source))]
            yield Rule(self.anchors.find("value", name.text), "value", name.text, tuple(parts),
                       tuple(dict.fromkeys(sources)))

    def _modifier(self, modifier: typed.ModifierRule) -> Iterator[Part]:
        known = self.wording.truth(modifier.when)
        if known is False:
            return
        says: list[Run] = []
        if modifier.set is not None:
            says += [Run("becomes "), *self.wording.expression(modifier.set)]
        if modifier.add is not None:
            says += [Run(" and then " if says else ""), Run("plus "), *self.wording.expression(modifier.add)]
        when = [] if known else [Run(", if "), *self.wording.expression(modifier.when)]
        yield Part(modifier.rule.name, joined([*says, *when]))

    def _ending(self) -> Iterator[Rule]:
        rules, game = self.game.syntax, self.game.typed
        sources = {name.text: cited(end.source) for name, end in rules.end.items()}
        for end in game.ends:
            over = Part("Then", (Run("the game is over"),))
            parts = (*self._moment(end.moment, end.when, "Provided that"), over)
            yield Rule(self.anchors.make("end", end.rule.name), "end", end.title, parts,
                       sources.get(end.rule.name, ()), self.wording.truth(end.when) is False)
        if game.scoring is not None and rules.scoring is not None:
            scoring = game.scoring
            told = [Part("Score", self.wording.expression(scoring.score)), Part("Best", (Run(f"the {scoring.best}"),))]
            told += [Part("Between equals", self.wording.expression(one))
                     for one in map(self.wording.kept, scoring.then) if not isinstance(one, typed.Literal)]
            if scoring.ties in TIES:
                told.append(Part("Still equal", (Run(TIES[scoring.ties]),)))
            yield Rule(self.anchors.make("scoring", "scoring"), "scoring", "Who has won", tuple(told),
                       cited(rules.scoring.source))

    def _invariants(self) -> Iterator[Rule]:
        for name, invariant in self.game.syntax.invariants.items():
            holds = self.game.typed.invariants[name.text]
            known = self.wording.truth(holds)
            if known is None:
                yield Rule(self.anchors.make("invariant", name.text), "invariant", name.text,
                           (Part("Holds", self.wording.expression(holds)),), cited(invariant.source))

    # -- parts

    def _open(self, action: str) -> bool:
        return self.wording.truth(self.game.typed.actions[action].when) is not False

    def _actions_named(self, actions: Iterable[str]) -> Iterator[Run]:
        names = list(actions)
        for number, name in enumerate(names):
            yield Run("" if not number else " or " if number == len(names) - 1 else ", ")
            yield Run(self.game.typed.actions[name].title, self.anchors.find("action", name))

    def _when(self, when: Argument | None, label: str = "Only if") -> tuple[Part, ...]:
        """A condition; nothing where the chosen readings say that it holds."""
        if when is None or self.wording.truth(when):
            return ()
        known = self.wording.truth(when)
        return (Part(label, self.wording.expression(when) if known is None else self.wording.written(when)),)

    def _steps(self, effect: typed.Effect | None, label: str = "") -> tuple[Part, ...]:
        steps = self.wording.effect(effect)
        return (Part(label, (), steps),) if steps else ()

    def _moment(self, name: str, when: Argument | None, label: str) -> tuple[Part, ...]:
        """When something happens, and under which condition."""
        if is_woven(name):
            return self._when(when, "As soon as")
        return (self._point(name), *self._when(when, label))

    def _point(self, name: str) -> Part:
        about = {moment.text: one.about for moment, one in self.game.syntax.moments.items()}.get(name)
        told = Run(name, self.anchors.find("moment", name))
        return Part("When", (told,) if about is None else (told, Run(f": {about.text}")))

    def _given(self, label: str, parameters: dict[Scalar, Scalar]) -> tuple[Part, ...]:
        if not parameters:
            return ()
        runs: list[Run] = []
        for number, (name, type) in enumerate(parameters.items()):
            runs += [Run("; " if number else ""), Run(f"{name.text} ("), *self.wording.type(type.text), Run(")")]
        return (Part(label, joined(runs)),)


#: What a tie that is left means.
TIES = {"shared": "they win together", "nobody wins": "nobody wins", "impossible": "cannot happen"}


def cited(source: Source) -> tuple[str, ...]:
    """The passages that a rule cites."""
    return tuple(one.text for one in source)
