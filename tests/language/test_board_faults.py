"""Sections of boards that are broken: each mistake is told once, at its place, and with what helps."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludex
from ludex.dsl.diagnostics import Finding
from ludex.dsl.lower import lower
from ludex.engines import engine_for

HEAD = (
    "ludex: 1\ngame: probe\ntitle: Probe\nplayers: {least: 2, most: 2}\nrounds: {phases: [play]}\n"
    "phases:\n  play: {do: P1 wins}\n")
FIELD = "boards:\n  field: {grid: squares, columns: 3, rows: 3}\n"
#: The use of nearly everything that a board brings with it.
USE = (
    "variables:\n  taken: {type: set of spaces}\nvalues:\n  near: {is: neighbours of b2}\n"
    "  seen: {is: line from b2 towards east through spaces}\n  outer: {is: rim of field towards west}\n"
    "  turned: {is: left turn of opposite of north}\n"
    "  lines: {is: column of b2 + row of b2}\n")
TWO = "boards:\n  field: {grid: squares, columns: 3, rows: 3}\n  dock: {grid: %s}\n"
SOIL = "enumerations:\n  soil: {values: [sand, clay]}\n"
TOWN = "enumerations:\n  town: {values: [Ash, Birk]}\n"
PRINTED = "boards:\n  field:\n    grid: squares\n    columns: 2\n    rows: 2\n    printed:\n"


def errors(folder: Path, text: str) -> list[Finding]:
    """The errors of a small game with these sections."""
    (folder / "game.yaml").write_text(HEAD, encoding="utf-8")
    (folder / "more.yaml").write_text(text, encoding="utf-8")
    return [finding for finding in ludex.check(folder) if finding.severity == "error"]


@pytest.mark.parametrize(("board", "code", "column"), [
    ("boards: [field]", "LX103", 1), ("boards: field", "LX103", 9),
])
def test_what_leans_on_boards_that_are_none(tmp_path: Path, board: str, code: str, column: int) -> None:
    found = errors(tmp_path, f"{board}\n{USE}")
    assert [(f.code, f.line, f.column) for f in found] == [(code, 1, column)], [str(f) for f in found]


@pytest.mark.parametrize(("board", "code", "column"), [
    ("", "LX010", 3), ("squares", "LX103", 10), ("{columns: 3, rows: 3}", "LX102", 3),
    ("{grid: square, columns: 3, rows: 3}", "LX104", 17), ("{grid: [squares], columns: 3, rows: 3}", "LX103", 11),
    ("{grid: squares, colums: 3, rows: 3}", "LX101", 26), ("{grid: squares, columns: three, rows: 3}", "LX103", 35),
    ("{grid: squares, columns: -3, rows: 3}", "LX107", 35), ("{grid: squares, columns: 9999999999, rows: 3}", "LX107", 35),
    ("{grid: squares, columns: 60, rows: 60}", "LX322", 3), ("{grid: hexagons, side: 0}", "LX107", 33),
    ("{grid: hexagons, side: 3, reach: 2}", "LX322", 3),
])
def test_what_leans_on_a_board_without_shape(tmp_path: Path, board: str, code: str, column: int) -> None:
    """The plain names of everything that it would have brought are silent, whichever shape was meant."""
    found = errors(tmp_path, f"boards:\n  field: {board}\n{USE}")
    assert [(f.code, f.line, f.column) for f in found] == [(code, 2, column)], [str(f) for f in found]


@pytest.mark.parametrize(("board", "code", "column"), [
    ("{grid: squares, raech: 3}", "LX101", 26), ("{grid: hexagons, reach: 3, lying: flatt}", "LX104", 44),
])
def test_spaces_of_a_growing_board_without_shape(tmp_path: Path, board: str, code: str, column: int) -> None:
    use = "values:\n  near: {is: \"neighbours of 0,-1\"}\n  outer: {is: rim of field towards south}\n"
    found = errors(tmp_path, f"boards:\n  field: {board}\n{use}")
    assert [(f.code, f.line, f.column) for f in found] == [(code, 2, column)], [str(f) for f in found]


@pytest.mark.parametrize(("text", "code", "line", "column", "message", "help"), [
    # Names that are taken.
    (TWO % "squares, columns: 4, rows: 4", "LX218", 3, 3, "`space` is already the name of the spaces of `field`",
     "give `dock` a `space` of its own"),
    (TWO % "hexagons, side: 3, space: berth" + "values:\n  outer: {is: rim of dock towards northwest}\n", "LX218", 3, 3,
     "`direction` is already the name of the directions of `field`", "give `dock` a `direction` of its own"),
    ("boards:\n  field: {grid: hexagons, side: 2}\n  dock: {grid: hexagons, side: 2, space: berth, lying: flat}\n"
     "values:\n  outer: {is: rim of dock towards north}\n", "LX218", 3, 3,
     "`direction` is already the name of the directions of `field`", "give `dock` a `direction` of its own"),
    (FIELD.replace("3}", "3, edge: rib}") + "  dock: {grid: squares, columns: 4, rows: 4, space: berth, edge: rib}\n"
     "values:\n  outer: {is: sides of d4}\n", "LX218", 3, 66, "`rib` is already the name of the edges of `field`", None),
    (FIELD.replace("3}", "3, space: cell, edge: cell}") + "values:\n  all: {is: cells}\n", "LX218", 2, 66,
     "`cell` is already the name of the spaces of `field`", None),
    (FIELD.replace("3}", "3, space: direction}"), "LX218", 2, 54, "`direction` is already the name of the directions of `field`",
     None),
    (FIELD.replace("3}", "3, edge: rib, corner: ribs}"), "LX218", 2, 66, "`ribs` is already the name of the edges of `field`",
     None),
    (FIELD.replace("3}", "3, space: town}") + TOWN + "values:\n  near: {is: neighbours of a1}\n", "LX218", 2, 54,
     "`town` is already the name of an enumeration", None),
    (FIELD + "enumerations:\n  wind: {values: [north, east, south, west]}\nvariables:\n  blows: {type: wind, starts: north}\n"
     "values:\n  near: {is: neighbour of a1 towards east}\n", "LX218", 2, 3, "`north` is already the name of a wind",
     "the directions of a board are called so, and so are `east`, `south`, `west`; rename the other"),
    (FIELD + "enumerations:\n  key: {values: [a1, a2, a3, b1, b2]}\nvalues:\n  near: {is: neighbours of a1}\n", "LX218", 2, 3,
     "`a1` is already the name of a key",
     "the spaces of a board are called so, and so are `b1`, `a2`, `b2` ...; rename the other"),
    (FIELD + "patterns:\n  space: {board: field, cells: [here]}\n", "LX218", 4, 3,
     "`space` is already the name of the spaces of `field`", None),
    (PRINTED + "      worth: {type: 0 to 9, picture: \"12\\n34\"}\nvariables:\n  worth: {type: 0 to 9, each: space}\n", "LX218",
     9, 3, "`worth` is already the name of an attribute of space", None),
    (FIELD + "relations:\n  ties: {from: space, pairs: {a1: b1}}\nvalues:\n  ties: {of: {spot: space}, is: neighbours of spot}\n",
     "LX218", 6, 3, "`ties` is already the name of a relation of space", None),
    # Spaces that are not there.
    (FIELD.replace("3}", "3, missing: [a1, b1, a1, b1]}"), "LX322", 2, 65, "`a1` is named twice", None),
    (FIELD.replace("3}", "3, missing: [a1]}") + "values:\n  near: {is: neighbours of a1}\n", "LX201", 4, 28,
     "nothing is called `a1`", "it is among the `missing` spaces of `field`"),
    # What is printed.
    (SOIL + PRINTED + "      ground: {type: soil, picture: \"xx\\nxx\", legend: {s: sand}}\n", "LX201", 9, 38,
     "no soil is called `x`", None),
    (SOIL + PRINTED + "      ground: {type: soil, picture: \"ss\\nss\", legend: {s: sand, c: claay}}\n", "LX201", 9, 68,
     "no soil is called `claay`", "did you mean `clay`?"),
    (SOIL + PRINTED + "      ground: {type: soil, picture: \"ss\\nss\", legend: {s: sand}, default: mud}\n", "LX201", 9, 75,
     "no soil is called `mud`", None),
    (PRINTED + "      owners: {type: set of players, picture: \"12\\n12\"}\n", "LX322", 7, 22,
     "a space can have a number, yes or no, or a name on it, not a set of players", None),
    (PRINTED + "      worth:\n        type: 0 to 9\n        picture: >\n          1 2\n          3 4\n", "LX322", 9, 18,
     "the picture has 1 row, and the board 2", "begin it with `picture: |`, so that each row keeps its line"),
    (SOIL + PRINTED + "      ground: {type: soil, picture: \"sand sand\\nsand clay\", inverse: places}\n"
     "      below: {type: soil, picture: \"sand sand\\nsand clay\", inverse: places}\n", "LX322", 10, 69,
     "a soil has `places` already", None),
    (PRINTED + "      7: {type: 0 to 9, picture: \"12\\n34\"}\n", "LX219", 7, 7,
     "`7` cannot be a name: it is a number, which could not be told from it; put a word before it", None),
    # Patterns.
    (FIELD + "patterns:\n  bar: {board: field, cells: {here: east}}\nvalues:\n  many: {is: count of bars}\n", "LX103", 4, 23,
     "`cells` of pattern `bar` should be a name, or a list of names, but is a section of keys", None),
    (FIELD + "patterns:\n  bar: {board: field, parts: {light: [], dark: [here]}}\nvalues:\n"
     "  lit: {of: {place: bar}, is: light of place}\n", "LX322", 4, 31, "`light` of `bar` covers nothing", None),
    (FIELD + "patterns:\n  bar: {board: field, parts: {light: [here, north], dark: [north]}}\n", "LX322", 4, 60,
     "`bar` covers a space twice", None),
    (FIELD + "patterns:\n  bar: {board: field, parts: {spaces: [here], dark: [north]}}\n", "LX322", 4, 31,
     "a bar has `spaces` already", None),
    # Relations.
    (TOWN + "relations:\n  roads: {from: town, to: twn, pairs: {Ash: Birk}, inverse: back}\nvalues:\n  far: {is: back of Ash}\n",
     "LX201", 4, 27, "no list of things is called `twn`", "did you mean `town`?"),
    (TOWN + "relations:\n  roads: {from: town, both ways: yes, pairs: {Ash: Birk}, inverse: roads}\n", "LX322", 4, 68,
     "a town has `roads` already", None),
    (FIELD + "relations:\n  row: {from: space, pairs: {a1: b1}}\n", "LX322", 4, 3, "a space has `row` already", None),
    # Words about boards.
    (FIELD.replace("3}", "3, space: square, edge: rib}") + "values:\n  near: {of: {side: rib}, is: squares of side}\n", "LX302", 4,
     31, "a rib has no `squares`", "say `banks of ...`"),
    (FIELD.replace("3}", "3, space: square, edge: rib}") + "values:\n  near: {is: squares of ribs}\n", "LX302", 4, 14,
     "a set of ribs has no `squares`", "say `banks of ...`"),
    (FIELD.replace("3}", "3, space: square, edge: rib}") + "values:\n  near: {is: ribs of b2}\n", "LX302", 4, 14,
     "a square has no `ribs`", "say `sides of ...`"),
    (FIELD.replace("3}", "3, edge: rib, corner: knot}") + "values:\n  near: {of: {side: rib}, is: corners of side}\n", "LX302", 4,
     31, "a rib has no `corners`", "say `ends of ...`"),
    (FIELD.replace("squares, columns: 3, rows", "hexagons, side") + "values:\n  some: {is: diagonals of field}\n", "LX302", 4, 14,
     "a board of hexagons has no `diagonals`", None),
    (FIELD + "variables:\n  links: {type: set of spaces, each: space}\nvalues:\n"
     "  far: {is: all reached from a1 through spaces by links}\n", "LX206", 6, 51, "`links` is a variable, not a relation",
     "steps go by what is so for ever: a relation of a board, or one under `relations`"),
    (FIELD + "values:\n  hop: {of: {spot: space}, is: neighbours of spot}\n  far: {is: number of groups in spaces by hop}\n", "LX206",
     5, 43, "`hop` is a value, not a relation",
     "steps go by what is so for ever: a relation of a board, or one under `relations`"),
    (FIELD + "values:\n  far: {is: number of groups in spaces by neighbour}\n", "LX302", 4, 43,
     "`neighbour` needs a direction, and steps go by a relation without one", None),
    # Two boards with names in common.
    (TWO % "hexagons, side: 3, space: berth, direction: course" + "variables:\n  docked: {type: set of berths}\n"
     "procedures:\n  dock here: {do: include c3 in docked}\n", "LX302", 7, 27, "a set of berths cannot have a space",
     "that of `dock` is `c3 of dock`"),
    (TWO % "squares, columns: 4, rows: 1, space: berth" + "variables:\n  ship: {type: berth, starts: c1}\n", "LX302", 5, 31,
     "a berth is needed here, this is a space", "that of `dock` is `c1 of dock`"),
    (TWO % "squares, columns: 4, rows: 1, space: berth" + "values:\n  outer: {is: rim of dock towards a1}\n", "LX302",
     5, 35, "a direction is needed here, this is a space", None),
])
def test_a_mistake_and_what_helps(tmp_path: Path, text: str, code: str, line: int, column: int, message: str,
                                  help: str | None) -> None:
    found = errors(tmp_path, text)
    assert [(f.code, f.line, f.column, f.message, f.help) for f in found] == [(code, line, column, message, help)]


def test_names_that_two_boards_have(tmp_path: Path) -> None:
    """A direction is one of the board at hand; by itself a name is that of the first, else it says of which board."""
    sections = TWO % "hexagons, side: 2, space: berth, direction: course"
    expressions = {
        "east on field": "neighbour of a1 towards east", "east in dock": "neighbour of middle of dock towards east",
        "seen in dock": "line from (a2 of dock) towards east through berths", "rim in dock": "rim of dock towards east",
        "ends in dock": "end of line from middle of dock towards west through berths", "back": "opposite of (east of dock)",
        "next to it": "neighbour of a2 of dock towards east", "there": "ties of b1", "and back": "moored of (a2 of dock)", "that one": "ship is a2 of dock",
    }
    values = "".join(f"  {name}: {{is: {text}}}\n" for name, text in expressions.items())
    more = ("relations:\n  ties: {from: space, to: berth, inverse: moored, pairs: {b1: [a2, c1]}}\n"
            "variables:\n  ship: {type: berth, starts: a2 of dock}\n")
    (tmp_path / "game.yaml").write_text(f"{HEAD}{sections}{more}values:\n{values}", encoding="utf-8")
    game = ludex.load(tmp_path)
    typed = game.typed
    engine = engine_for(lower(typed, 2, extra={name: (typed.functions[name].body, ()) for name in expressions}))
    match = game.start(2)
    field, dock = (typed.boards[name].grid for name in ("field", "dock"))
    assert field is not None
    assert dock is not None
    found = {name: engine.evaluate(name, match.state) for name in expressions}

    def names(bits: int, of: tuple[str, ...]) -> set[str]:
        return {name for at, name in enumerate(of) if bits >> at & 1}

    assert field.names[found["east on field"]] == "b1"
    middle = dock.names.index("b2")
    assert found["east in dock"] == dock.steps[dock.ways.index("east")][middle]
    assert found["ends in dock"] == dock.steps[dock.ways.index("west")][middle]
    assert names(found["seen in dock"], dock.names) == {"b2", "c2"}
    assert names(found["rim in dock"], dock.names) == {
        name for at, name in enumerate(dock.names) if dock.steps[dock.ways.index("east")][at] < 0}
    assert dock.names[found["next to it"]] == "b2"
    assert dock.ways[found["back"]] == "west"
    assert names(found["there"], dock.names) == {"a2", "c1"}
    assert names(found["and back"], field.names) == {"b1"}
    assert found["that one"] == 1


def test_a_picture_may_name_spaces_of_a_second_board(tmp_path: Path) -> None:
    text = ("boards:\n  field: {grid: squares, columns: 2, rows: 1}\n  dock:\n    grid: squares\n    columns: 1\n    rows: 2\n"
            "    space: berth\n    printed:\n      opposite berth: {type: berth, picture: \"a1\\na2\"}\n"
            "      price: {type: 0 to 20, picture: \"10\\n20\"}\n"
            "values:\n  across: {is: price of opposite berth of (a1 of dock)}\n")
    assert errors(tmp_path, text) == []
    typed = ludex.load(tmp_path).typed
    engine = engine_for(lower(typed, 2, extra={"across": (typed.functions["across"].body, ())}))
    assert engine.evaluate("across", engine.start(1)) == 10
