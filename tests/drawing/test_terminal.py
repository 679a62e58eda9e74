"""Boards as lines of text: the right sign at the right place, for squares and both sorts of hexagons."""

from __future__ import annotations

from pathlib import Path

import pytest
from drawn_games import GAMES, GARDEN, SHED, positions

import ludex
from ludex.drawing.canvas import WIDEST
from ludex.drawing.terminal import draw


def lines(match: ludex.Match, seat: int | None = None) -> list[str]:
    return list(draw(match, seat).lines)


def game(folder: Path, board: str, variables: str, do: str, space: str = "space") -> ludex.Match:
    """A match whose set-up does something on a board, and in which nothing else happens."""
    file = folder / "game.yaml"
    file.write_text(f"""\
ludex: 1
game: drawn
title: Drawn
players: {{least: 2, most: 2}}
boards: {{board: {{{board}, space: {space}}}}}
variables: {variables}
setup:
  - do: |
{chr(10).join(' ' * 6 + line for line in do.splitlines())}
rounds: {{phases: [play]}}
phases: {{play: {{turns: {{from: P1, actions: [go on]}}}}}}
actions: {{go on: {{do: end the game}}}}
scoring: {{score: 0, ties: shared}}
""", encoding="utf-8")
    return ludex.load(file).start(seed=1)


@pytest.mark.parametrize("name", GAMES, ids=lambda name: name.rpartition("/")[2])
def test_no_line_is_too_long_or_has_signs_of_its_own(name: str) -> None:
    for match in positions(name):
        for seat in (None, 0):
            found = lines(match, seat)
            assert bool(found) == bool(match.game.typed.boards)
            assert all(len(line) <= WIDEST and line.isascii() and line.isprintable() for line in found)


def test_squares_have_their_columns_and_rows_at_the_sides() -> None:
    match = ludex.load("tic_tac_toe").start(seed=1)
    match.apply("mark b2")
    match.apply("mark a1")
    assert lines(match) == [
        "  +---+---+---+",
        "3 |   |   |   |",
        "  +---+---+---+",
        "2 |   | 1 |   |",
        "  +---+---+---+",
        "1 | 2 |   |   |",
        "  +---+---+---+",
        "    a   b   c",
        "  1 marks of P1   2 marks of P2",
    ]
    assert draw(match, None).names == {"marks"}


def test_hexagons_stand_in_staggered_rows(tmp_path: Path) -> None:
    match = game(tmp_path, "grid: hexagons, side: 2", "{claims: {type: set of spaces, each: player, seen by: all}}",
                 "for P1:\n    include middle of board in your claims\nfor P2:\n    include c1 in your claims")
    assert lines(match) == [
        "   / \\ / \\",
        "  |b1 |c1 |",
        "  |   | 2 |",
        " / \\ / \\ / \\",
        "|a2 |b2 |c2 |",
        "|   | 1 |   |",
        " \\ / \\ / \\ /",
        "  |a3 |b3 |",
        "  |   |   |",
        "   \\ / \\ /",
        "  1 claims of P1   2 claims of P2",
    ]


def test_flat_hexagons_stand_in_staggered_columns(tmp_path: Path) -> None:
    match = game(tmp_path, "grid: hexagons, lying: flat, columns: 2, rows: 2",
                 "{height: {type: 0 to 9, each: space, seen by: all}}", "set height of b1 to 7")
    assert lines(match) == [
        "  __",
        " /  \\",
        "/ a1 \\__",
        "\\    /  \\",
        " \\__/ b1 \\",
        " /  \\ 7  /",
        "/ a2 \\__/",
        "\\    /  \\",
        " \\__/ b2 \\",
        "    \\    /",
        "     \\__/",
        "  n height",
    ]


def test_lines_are_drawn_where_something_lies_on_edges(tmp_path: Path) -> None:
    match = game(tmp_path, "grid: squares, columns: 2, rows: 1, edge: stroke, corner: dot",
                 "{drawn: {type: set of strokes, seen by: all}, walls: {type: set of strokes, each: player, "
                 "seen by: all}, pegs: {type: set of dots, each: player, seen by: all}}",
                 "include (stroke in sides of a1 where count of banks of stroke is 2) in drawn\n"
                 "for P2:\n    include sides of b1 without sides of a1 in your walls\n"
                 "    include corners of a1 without corners of b1 in your pegs")
    assert lines(match)[:4] == [
        "  2   +W2#+",
        "1     #   2",
        "  2   +W2#+",
        "    a   b",
    ]
    assert "# drawn" in lines(match)[4]


def test_of_a_growing_board_only_the_part_in_use_is_drawn(tmp_path: Path) -> None:
    match = game(tmp_path, "grid: hexagons, reach: 20", "{pasture: {type: set of spaces, seen by: all}}",
                 "include neighbours of middle of board in pasture")
    found = lines(match)
    assert len(found) == 10
    assert "0,0" not in "".join(found)
    assert "-1,1" in "".join(found)
    assert max(map(len, found)) < 30


def test_spaces_get_wider_for_what_stands_on_them_and_the_rest_is_told_below() -> None:
    match = ludex.load(GARDEN).start(seed=1, players=2)
    while not any("," in line and line.startswith("  ") and ":" in line for line in lines(match)):
        decision = match.decision
        assert decision is not None
        planting = [option for option in decision.options if option.words.startswith("plant")]
        match.apply((planting or decision.options)[0])
    [told] = [line for line in lines(match) if line.startswith("  0,0: ")]
    assert {"Ga", "CT", "Cl"} < set(told.replace(",", " ").split())
    assert any("~" in line for line in lines(match))


def test_a_board_that_is_too_wide_is_cut(tmp_path: Path) -> None:
    match = game(tmp_path, "grid: hexagons, columns: 60, rows: 2", "{claims: {type: set of spaces, each: player, "
                 "seen by: all}}", "for P1:\n    include a1 in your claims")
    found = lines(match)
    assert max(map(len, found)) == WIDEST
    assert f"(the board goes on to the right of these {WIDEST} columns)" in found


def test_what_a_seat_may_not_see_is_not_drawn() -> None:
    match = ludex.load(SHED).start(seed=1, players=2)
    while match.decision is not None and len(match.history) < 3:
        match.apply(match.decision.options[0])
    assert any("secret shelf of P1" in line for line in lines(match, 0))
    assert not any("secret shelf" in line for line in (*lines(match, 1), *lines(match)))
    assert any("face down" in line for line in lines(match, 0))
    assert "secret shelf of P1" in match.to_svg(0)
    assert "secret shelf" not in match.to_svg(1) + match.to_svg()
