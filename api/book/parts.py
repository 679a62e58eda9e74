"""What lies in the box: components as tables, boards as pictures."""

from __future__ import annotations

from collections.abc import Iterator

from ludex.book.anchors import Anchors
from ludex.book.model import Board, Component, Item
from ludex.drawing import svg
from ludex.drawing.board_picture import BoardPicture
from ludex.drawing.boards import Board as Drawn
from ludex.drawing.reading import boards as read_boards
from ludex.drawing.scene import boards_of
from ludex.drawing.terminal import board_lines
from ludex.dsl import syntax
from ludex.game import Game
from ludex.match import RuleFault

#: The game that is shown where a set-up leaves something to chance.
SEED = 0


def components(game: Game, known: Anchors) -> tuple[Component, ...]:
    """The tables of all classes of items."""
    return tuple(_tables(game, known))


def _tables(game: Game, known: Anchors) -> Iterator[Component]:
    for name, component in game.syntax.components.items():
        usual = "1" if component.copies is None else component.copies.text
        items = []
        for item, says in component.items.items():
            given = {key.text: value.text for key, value in says.items()}
            printed = tuple(given.get(key.text, "" if one.default is None else one.default.text)
                            for key, one in component.attributes.items())
            items.append(Item(known.find("item", item.text), item.text, printed, int(given.get("copies", usual))))
        yield Component(known.find("items", name.text), name.text, game.analysis.symbols.several(name.text),
                        tuple(key.text for key in component.attributes), tuple(items),
                        tuple(one.text for one in component.source))


def boards(game: Game, known: Anchors) -> tuple[Board, ...]:
    """The boards as a game begins."""
    if not game.syntax.boards:
        return ()
    written = {name.text: board for name, board in game.syntax.boards.items()}
    return tuple(
        Board(known.find("board", drawn.name), drawn.name, _about(written[drawn.name]), _picture(game, drawn),
              tuple(line.rstrip() for line in board_lines(drawn)),
              tuple(dict.fromkeys(one.text for source in (
                  written[drawn.name].source, *(printed.source for printed in written[drawn.name].printed.values()))
                  for one in source)))
        for drawn in _drawn(game))


def _drawn(game: Game) -> list[Drawn]:
    """The boards at the first decision of a game; as they are by themselves, where the rules do not get there."""
    try:
        match = game.start(seed=SEED)
        return boards_of(match, None)[0]
    except RuleFault:
        return read_boards(game.typed, [f"P{seat + 1}" for seat in range(game.players[0])], {})[0]


def _picture(game: Game, drawn: Drawn) -> str:
    picture = BoardPicture(drawn)
    wide, high = picture.wide + 32, picture.high + 32
    title = f"{game.title}: {drawn.name} at the start"
    return svg.document(wide, high, title, " ".join(line.strip() for line in board_lines(drawn)), picture.draw(16, 16))


def _about(board: syntax.Board) -> str:
    """What the spaces are, in words."""
    grid = board.grid.text
    if board.side is not None:
        return f"A hexagon of {grid}, with {board.side.text} on a side."
    if board.reach is not None:
        return f"A board of {grid} that grows, to {board.reach.text} steps from the middle at most."
    if board.columns is not None and board.rows is not None:
        return f"{board.columns.text} columns and {board.rows.text} rows of {grid}."
    return f"A board of {grid}."
