"""Gives every text of a rule set its meaning: names become symbols, expressions get types, effects become lines.

The checker knows the forms of parameters, never a word. A line that could not be read or has a mistake is left out,
and what it may have given or done is not held against the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ludex.dsl import typed
from ludex.dsl.check_names import Scope
from ludex.dsl.check_rules import RULES, MisplacedBlock, TypeMismatch
from ludex.dsl.check_words import WordChecker
from ludex.dsl.diagnostics import Sink
from ludex.dsl.names import PLAYER, Symbols
from ludex.dsl.nodes import Scalar
from ludex.dsl.parse import Parser
from ludex.dsl.tree import Broken, ChoiceNode, NameNode, Statement
from ludex.dsl.tree import Line as Written
from ludex.dsl.typed import Chosen, Line, Local, Typed, TypedExpr
from ludex.dsl.types import Element, Flag, Type, fits
from ludex.dsl.vocabulary import RELATION, SINGLETON
from ludex.dsl.vocabulary.word import Word

#: How many cases may follow one another: an `if`, and blocks with `otherwise`.
MOST_CASES = 60


class Checker(WordChecker):
    """Checks texts against the symbols of a rule set."""

    def __init__(self, symbols: Symbols, sink: Sink) -> None:
        super().__init__(symbols, sink)
        self.parser = Parser(symbols.lexicon, sink)
        self.used_rulings = set()
        self.singleton, self.related = SINGLETON, RELATION

    # -- texts

    def expression(self, text: Scalar, scope: Scope, wanted: Type | None = None) -> TypedExpr | None:
        """A text as an expression, of a wanted type if one is given."""
        node = self.parser.expression(text)
        found = None if node is None else self.expr(node, scope)
        if found is not None and wanted is not None and not fits(found.type, wanted):
            self.mismatch(found.at, wanted, found)
            return None
        return found

    def condition(self, text: Scalar | None, scope: Scope) -> TypedExpr | None:
        """A text as a condition; None for no text."""
        return None if text is None else self.expression(text, scope, Flag())

    def choice_text(self, text: Scalar, scope: Scope) -> Chosen | None:
        """A text as a choice, whose name is known from here on."""
        node = self.parser.choice(text)
        if node is None:
            self._lose(self.parser.lexicon.names_in(text.text), scope)
            return None
        chosen = self.choice(node, scope)
        if chosen is None:
            scope.unknown.add(node.name)
        else:
            scope.names[node.name] = chosen.local
        return chosen

    def effect_text(self, text: Scalar, scope: Scope) -> typed.Effect:
        """A text as an effect."""
        return self.effect(self.parser.effect(text), scope)

    # -- effects

    def effect(self, written: Iterable[Written], scope: Scope) -> typed.Effect:
        """Check lines in order; names given by one are known to the next."""
        lines: list[Line] = []
        #: The block that was left out just before this line: which word it was, or that nobody knows.
        lost: type[Word] | Broken | None = None
        for statement in written:
            if isinstance(statement, Broken):
                self._broken(statement, scope)
                lost = statement
                continue
            line = self._line(statement, scope)
            word = statement.word
            if word.follows:
                if isinstance(lost, Broken) or lost is not None and word.follows in lost.followed_by:
                    continue
                if not self._attach(statement, line, lines):
                    lost = word
                continue
            lost = word if line is None else None
            if line is not None:
                lines.append(line)
        return tuple(lines)

    def _broken(self, broken: Broken, scope: Scope) -> None:
        """A line that could not be read may have given names, and an actor to what is under it."""
        self._lose(broken.names, scope)
        if broken.body is not None:
            inner = scope.inner()
            inner.you = inner.you or Local("you", broken.at, "", Element(PLAYER))
            self.effect(broken.body, inner)

    def _lose(self, names: Iterable[str], scope: Scope) -> None:
        """Say nothing about names that a line may have given."""
        scope.unknown.update(name for name in names if name not in self.symbols.values)

    def _attach(self, statement: Statement, line: Line | None, lines: list[Line]) -> bool:
        """Hang a block such as `otherwise` under the block it follows; False after a finding."""
        word, cases = statement.word, 1
        tail = lines[-1] if lines else None
        while tail is not None and tail.otherwise is not None and tail.otherwise[0].word.follows:
            tail = tail.otherwise[0]
            cases += 1
        problem = None
        if tail is None or word.follows not in tail.word.followed_by:
            problem = f"`{word.variants()[0][0].literal}` does not follow a block it belongs to"
        elif cases >= MOST_CASES:
            problem = f"more than {MOST_CASES} cases follow one another"
        if problem is not None:
            self.sink.add(MisplacedBlock.at(statement.at, problem=problem))
        elif line is not None:
            lines[-1] = _with_otherwise(lines[-1], line)
        return problem is None

    def _line(self, statement: Statement, scope: Scope) -> Line | None:
        """A line with its body; None if the line itself has a mistake (the body has been checked)."""
        word = statement.word
        read = self.apply(statement.at, word, statement.arguments, scope)
        given = {} if read is None else read[0]
        inner = scope.inner()
        target = scope if word.scope == ("after",) else inner
        for argument in given.values():
            local = argument.local if isinstance(argument, Chosen) else argument
            if isinstance(local, Local):
                target.names[local.name] = local
                target.own |= {local.name} if target is scope else set()
        if read is None:
            for name, node in statement.arguments.items():
                if isinstance(node, ChoiceNode) or word.parameters[name].sort == "new" and isinstance(node, NameNode):
                    target.unknown.add(node.name)
        you: Local | None = None
        if word.acts:
            actor = given.get(word.acts)
            type = actor.type if isinstance(actor, Local | Typed) else None
            if read is None or type == Element(PLAYER) or type == Element(PLAYER, True):
                you = Local("you", statement.at, "", Element(PLAYER))
                inner.you = you
        body = None if statement.body is None else self.effect(statement.body, inner)
        return None if read is None else Line(statement.at, word, given, you, body)


def _with_otherwise(line: Line, block: Line) -> Line:
    inner = block if line.otherwise is None else _with_otherwise(line.otherwise[0], block)
    return replace(line, otherwise=(inner,))


__all__ = ["RULES", "Checker", "Scope", "TypeMismatch"]
