"""Boards, patterns, relations and the words for them: what they mean, and what is said of mistakes in them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import ludex
from ludex.dsl.grid import Grid, between
from ludex.dsl.lower import lower
from ludex.engines import engine_for

HEAD = (
    "ludex: 1\ngame: probe\ntitle: Probe\nplayers: {least: 2, most: 2}\nrounds: {phases: [play]}\n"
    "phases:\n  play: {do: P1 wins}\n")
SQUARES = "boards:\n  field: {grid: squares, columns: 5, rows: 4, missing: [b2], edge: side, corner: knot}\n"
HEXES = "boards:\n  field: {grid: hexagons, side: 3, edge: side, corner: knot}\n"
PATTERNS = "patterns:\n  hook: {board: field, cells: [here, east, east east, east east WAY], turned: yes, mirrored: yes}\n"
#: A set of spaces, given by what is printed on them.
PICTURE = "mark"


class Probe:
    """Evaluates expressions of a game with one board, on which some spaces are marked."""

    def __init__(self, folder: Path, board: str, marked: set[int], expressions: dict[str, str], more: str = "") -> None:
        folder.mkdir()
        values = "".join(f'  {name}: {{is: "{text}"}}\n' for name, text in expressions.items())
        (folder / "game.yaml").write_text(
            f"{HEAD}{board}{more}variables:\n  marks: {{type: set of spaces}}\nvalues:\n{values}", encoding="utf-8")
        self.game = ludex.load(folder)
        typed = self.game.typed
        board_symbol = typed.boards["field"]
        assert board_symbol.grid is not None
        self.grid: Grid = board_symbol.grid
        program = lower(typed, 2, extra={name: (typed.functions[name].body, ()) for name in expressions})
        self.engine = engine_for(program)
        self.state = self.engine.start(1, fields={"marks": [sum(1 << space for space in marked)]})
        self.program = program

    def number(self, name: str) -> int:
        return self.engine.evaluate(name, self.state)

    def set(self, name: str) -> set[int]:
        return set(elements(self.number(name)))


def elements(bits: int) -> Iterator[int]:
    return (n for n in range(bits.bit_length()) if bits >> n & 1)


def flood(grid: Grid, start: set[int], ground: set[int]) -> set[int]:
    """What can be reached, found in the plainest way."""
    found, todo = set(start), list(start)
    while todo:
        here = todo.pop()
        for way in grid.straight:
            other = grid.steps[way][here]
            if other in ground and other not in found:
                found.add(other)
                todo.append(other)
    return found & ground


def groups(grid: Grid, ground: set[int]) -> list[set[int]]:
    left, found = set(ground), []
    while left:
        group = flood(grid, {min(left)}, left)
        found.append(group)
        left -= group
    return found


def ray(grid: Grid, start: int, way: int, ground: set[int], most: int = 99) -> list[int]:
    found: list[int] = []
    here = grid.steps[way][start]
    while here in ground and len(found) < most:
        found.append(here)
        here = grid.steps[way][here]
    return found


def rows(grid: Grid, length: int, ground: set[int]) -> int:
    if length == 1:
        return len(ground)
    return sum(len(ray(grid, s, d, ground, length - 1)) == length - 1 for s in ground for d in grid.axes())


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("board", [SQUARES, HEXES], ids=["squares", "hexagons"])
def test_words_of_boards_against_plain_python(tmp_path: Path, board: str, seed: int) -> None:
    pick = random.Random(seed)
    many = 19
    marked = {space for space in range(many) if pick.random() < 0.6}
    expressions = {
        "beside": "neighbours of marks", "next": "neighbour of marks towards east",
        "seen": "line from b3 towards east through marks", "seen by two": "line of at most 2 from b3 towards east through marks",
        "seen by all": "line from (spaces without marks) towards west through marks",
        "last": "end of line from b3 towards east through marks",
        "last but one": "end of line of at most 1 from b3 towards east through marks",
        "reached": "all reached from b3 through marks", "many": "number of groups in marks",
        "largest": "size of largest group in marks",
        **{f"rows of {n}": f"number of rows of {n} in marks" for n in (1, 2, 3, 4)},
        "bounding": "(line in sides where banks of line meets marks)",
        "inner": "(line in sides where banks of line lies within marks)",
        "around": "(knot in knots where spaces of knot lies within marks)",
        "edge": "rim of field towards west", "free": "(space in spaces where not marks contains space)",
        "joined": "(line in sides where neighbours of line contains only one of (sides of b3 also in sides of b4))",
    }
    probe = Probe(tmp_path / "probe", board, marked, expressions)
    grid, east = probe.grid, probe.grid.ways.index("east")
    west, b3 = grid.opposite(east), grid.names.index("b3")
    every = set(range(len(grid.names)))

    about = between(grid)
    assert probe.set("beside") == {grid.steps[d][s] for s in marked for d in grid.straight} - {-1}
    assert probe.set("next") == {grid.steps[east][s] for s in marked} - {-1}
    assert probe.set("seen") == set(ray(grid, b3, east, marked))
    assert probe.set("seen by two") == set(ray(grid, b3, east, marked, 2))
    assert probe.set("seen by all") == {s for start in every - marked for s in ray(grid, start, west, marked)}
    assert probe.number("last") == (ray(grid, b3, east, marked) or [-1])[-1]
    assert probe.number("last but one") == (ray(grid, b3, east, marked, 1) or [-1])[-1]
    assert probe.set("reached") == flood(grid, {b3}, marked)
    assert probe.number("many") == len(groups(grid, marked))
    assert probe.number("largest") == max(map(len, groups(grid, marked)), default=0)
    for length in (1, 2, 3, 4):
        assert probe.number(f"rows of {length}") == rows(grid, length, marked)
    assert probe.set("bounding") == {e for e, banks in enumerate(about.banks) if marked & set(banks)}
    assert probe.set("inner") == {e for e, banks in enumerate(about.banks) if set(banks) <= marked}
    corners: dict[int, set[int]] = {c: set() for c in range(len(about.corners))}
    for space, mine in enumerate(about.corners_of):
        for corner in mine:
            corners[corner].add(space)
    assert probe.set("around") == {c for c, spaces in corners.items() if spaces <= marked}
    assert probe.set("edge") == {s for s in every if grid.steps[west][s] < 0}
    assert probe.set("free") == every - marked
    b4 = grid.names.index("b4")
    [between_them] = set(about.edges_of[b3]) & set(about.edges_of[b4])
    ends = set(about.ends[between_them])
    assert probe.set("joined") == {e for e, (a, b) in enumerate(about.ends) if ends & {a, b} and e != between_them}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("board", [SQUARES, HEXES], ids=["squares", "hexagons"])
def test_patterns_against_plain_python(tmp_path: Path, board: str, seed: int) -> None:
    pick = random.Random(seed)
    marked = {space for space in range(19) if pick.random() < 0.7}
    more = PATTERNS.replace("WAY", "south" if board is SQUARES else "southeast")
    expressions = {
        "all": "hooks", "inside": "(place in hooks where spaces of place lies within marks)",
        "touching": "(place in hooks where spaces of place meets marks)",
        "clear": "(place in hooks where not spaces of place meets marks and spaces of place contains b3)",
        "some": "hooks of marks",
        "slowly": "(place in hooks where count of (spaces of place without marks) is 0)",
    }
    probe = Probe(tmp_path / "probe", board, marked, expressions, more)
    covered = [set(elements(bits)) for bits in probe.game.typed.relations["spaces of hook"].values]
    assert len({frozenset(spaces) for spaces in covered}) == len(covered), "each place is there once"
    assert all(len(spaces) == 4 for spaces in covered)
    assert probe.set("all") == set(range(len(covered)))
    inside = {n for n, spaces in enumerate(covered) if spaces <= marked}
    assert probe.set("inside") == probe.set("slowly") == inside
    assert probe.set("touching") == probe.set("some") == {n for n, spaces in enumerate(covered) if spaces & marked}
    b3 = probe.grid.names.index("b3")
    assert probe.set("clear") == {n for n, spaces in enumerate(covered) if not spaces & marked and b3 in spaces}


def test_directions_turn(tmp_path: Path) -> None:
    probe = Probe(tmp_path / "probe", SQUARES, set(), {
        "back": "opposite of east", "right": "right turn of east", "left": "left turn of east",
        "straight": "orthogonals of field", "slanted": "diagonals of field", "half": "axes of field",
        "none at all": "count of neighbours of (neighbour of a1 towards west)",
    })
    ways = probe.grid.ways
    assert [ways[probe.number(name)] for name in ("back", "right", "left")] == ["west", "southeast", "northeast"]
    assert {ways[d] for d in probe.set("straight")} == {"north", "east", "south", "west"}
    assert {ways[d] for d in probe.set("slanted")} == {"northeast", "southeast", "southwest", "northwest"}
    half = probe.set("half")
    assert half.isdisjoint({probe.grid.opposite(d) for d in half})
    assert len(half) == 4
    assert probe.number("none at all") == 0


def test_relations_and_pictures(tmp_path: Path) -> None:
    more = (
        "enumerations:\n  town: {values: [Ash, Birk, Cole]}\n  soil: {values: [sand, clay]}\n"
        "relations:\n  roads: {from: town, both ways: yes, pairs: {Ash: Birk, Birk: Cole}}\n"
        "  wares: {from: town, to: soil, inverse: markets, pairs: {Ash: [sand, clay], Cole: clay}}\n")
    board = ("boards:\n  field:\n    grid: squares\n    columns: 3\n    rows: 2\n    printed:\n"
             "      ground: {type: soil or none, picture: \"s..\\ncs.\", legend: {s: sand, c: clay}, default: none, "
             "inverse: fields}\n      price: {type: 0 to 9, picture: \"1 2 3\\n4 5 6\"}\n")
    probe = Probe(tmp_path / "probe", board, set(), {
        "far": "roads of roads of Ash", "sold": "wares of Ash", "sellers": "markets of clay", "sandy": "fields of sand",
        "bare": "count of (space in spaces where ground of space is none)", "dear": "total price of spaces",
        "top": "price of a2",
    }, more)
    names = probe.grid.names
    assert probe.set("far") == {0, 2}
    assert probe.set("sold") == {0, 1}
    assert probe.set("sellers") == {0, 2}
    assert {names[s] for s in probe.set("sandy")} == {"a2", "b1"}
    assert probe.number("bare") == 3
    assert probe.number("dear") == 21
    assert probe.number("top") == 1, "the picture shows the upper row first"


BOARD = "boards:\n  field: {grid: squares, columns: 3, rows: 3}\n"


@pytest.mark.parametrize(("text", "code", "line", "column", "message"), [
    ("boards:\n  field: {grid: squares, columns: 3}\n", "LX322", 2, 3, "the size of `field` is not clear"),
    ("boards:\n  field: {grid: squares, side: 3}\n", "LX322", 2, 32, "only a board of hexagons has this"),
    ("boards:\n  field: {grid: hexagons, reach: 40}\n", "LX322", 2, 3, "`field` has 4921 spaces, and 3000 are the most"),
    ("boards:\n  field: {grid: triangles, side: 3}\n", "LX104", 2, 17, "`grid` of board `field` cannot be `triangles`"),
    ("boards:\n  field: {grid: squares, columns: 0, rows: 3}\n", "LX107", 2, 35, "`columns` of board `field`"),
    ("boards:\n  field: {grid: squares, columns: 2, rows: 2, missing: [c1]}\n", "LX201", 2, 57,
     "no space of `field` is called `c1`"),
    ("boards:\n  field: {grid: squares, columns: 1, rows: 1, missing: [a1]}\n", "LX322", 2, 3, "`field` has no space left"),
    (BOARD + "patterns:\n  bar: {board: feld, cells: [here]}\n", "LX201", 4, 16, "no board is called `feld`"),
    (BOARD + "patterns:\n  bar: {board: field, cells: [here, up]}\n", "LX201", 4, 37, "no direction is called `up`"),
    (BOARD + "patterns:\n  bar: {board: field}\n", "LX322", 4, 3, "what `bar` covers is not clear"),
    (BOARD + "patterns:\n  bar: {board: field, cells: [here, north south]}\n", "LX322", 4, 37, "`bar` covers a space twice"),
    (BOARD + "patterns:\n  bar: {board: field, cells: [here, north, north north, north north north]}\n", "LX322", 4, 3,
     "`bar` does not fit on its board"),
    ("boards:\n  field:\n    grid: squares\n    columns: 2\n    rows: 2\n    printed:\n"
     "      worth: {type: 0 to 5, picture: \"12\"}\n", "LX322", 7, 38, "the picture has 1 row, and the board 2"),
    ("boards:\n  field:\n    grid: squares\n    columns: 2\n    rows: 2\n    printed:\n"
     "      worth: {type: 0 to 5, picture: \"12\\n123\"}\n", "LX322", 7, 43,
     "row 2 of the picture has 3 spaces, and the board 2 there"),
    ("boards:\n  field:\n    grid: squares\n    columns: 2\n    rows: 2\n    printed:\n"
     "      worth: {type: 0 to 5, picture: \"12\\n1.\"}\n", "LX314", 7, 44, "`.` stands for the default, and there is none"),
    ("boards:\n  field:\n    grid: squares\n    columns: 2\n    rows: 2\n    printed:\n"
     "      worth: {type: 0 to 5, picture: \"12\\n19\"}\n", "LX314", 7, 44, "9 is outside 0 to 5"),
    ("boards:\n  field:\n    grid: squares\n    columns: 2\n    rows: 2\n    printed:\n"
     "      worth: {type: 0 to 5, picture: \"12\\n11\", inverse: dear}\n", "LX322", 7, 57, "only what has names"),
    ("relations:\n  roads: {from: town, pairs: {Ash: Birk}}\n", "LX201", 2, 17, "no list of things is called `town`"),
    ("enumerations:\n  town: {values: [Ash, Birk]}\nrelations:\n  roads: {from: town, pairs: {Ash: Brik}}\n", "LX201", 4, 36,
     "no town is called `Brik`"),
    ("enumerations:\n  town: {values: [Ash, Birk]}\nrelations:\n  roads: {from: town, to: player, both ways: yes, "
     "pairs: {Ash: P1}}\n", "LX322", 4, 46, "a relation of town to player has no `both ways`"),
    (BOARD + "values:\n  far: {is: neighbour of a1}\n", "LX302", 4, 13, "`neighbour` needs a direction"),
    (BOARD + "values:\n  far: {is: neighbours of a1 towards east}\n", "LX302", 4, 38, "`neighbours` has no direction"),
    (BOARD + "values:\n  far: {is: neighbour of a1 towards b1}\n", "LX302", 4, 37, "a direction is needed here, this is a space"),
    (BOARD + "values:\n  far: {is: neighbours}\n", "LX302", 4, 13, "`neighbours` is a relation of space"),
    (BOARD + "values:\n  far: {is: field}\n", "LX206", 4, 13, "`field` is a board"),
    (BOARD + "values:\n  far: {is: centre of field}\n", "LX201", 4, 13, "no part of a board is called `centre`"),
    (BOARD + "values:\n  far: {is: line from a1 towards east through players}\n", "LX302", 4, 47,
     "a set of spaces is needed here, this is a set of players"),
    (BOARD + "values:\n  far: {is: all reached from P1 through players}\n", "LX302", 4, 30, "a player has no `neighbours`"),
    (BOARD + "values:\n  far: {is: all reached from a1 through spaces by row}\n", "LX206", 4, 51, "`row` is an attribute"),
    (BOARD + "values:\n  far: {is: number of rows of 3 in players}\n", "LX302", 4, 31, "a player lies on no board"),
    # Names that boards and what is printed on them have already.
    ("boards:\n  field: {grid: squares, columns: 3, rows: 3}\n  other: {grid: squares, columns: 5, rows: 2}\n", "LX218", 3, 3,
     "`space` is already the name of the spaces of `field`"),
    ("boards:\n  field: {grid: squares, columns: 3, rows: 3}\n  other: {grid: hexagons, side: 2, space: cell}\n", "LX218",
     3, 3, "`direction` is already the name of the directions of `field`"),
    ("boards:\n  field:\n    grid: squares\n    columns: 2\n    rows: 1\n    printed:\n"
     "      neighbours: {type: 0 to 5, picture: \"12\"}\n", "LX322", 7, 7, "a space has `neighbours` already"),
    ("boards:\n  field:\n    grid: squares\n    columns: 2\n    rows: 1\n    printed:\n"
     "      row: {type: 0 to 5, picture: \"12\"}\n", "LX322", 7, 7, "a space has `row` already"),
    (BOARD + "variables:\n  taken: {type: set of spaces}\nprocedures:\n  take: {do: include 3 in taken}\n", "LX302", 6, 22,
     "an element or a set is needed here, this is the number 3"),
    # What leans on something that has no shape stays silent.
    ("boards:\n  field: {grid: triangles, columns: 2, rows: 2, space: cell, edge: wall}\nvariables:\n"
     "  taken: {type: set of cells}\n  built: {type: set of walls}\n", "LX104", 2, 17, "`grid` of board `field`"),
    ("boards:\n  field: {grid: squares, columns: 2, edge: wall}\nvariables:\n  built: {type: set of walls}\n"
     "values:\n  far: {is: neighbours of a1}\n", "LX322", 2, 3, "the size of `field` is not clear"),
    (BOARD + "patterns:\n  bar: {board: field, cells: [here, north, north north, north north north]}\nvalues:\n"
     "  far: {is: count of bars}\n", "LX322", 4, 3, "`bar` does not fit on its board"),
    (BOARD + "patterns:\n  bar: {board: field, cells: [up]}\nvalues:\n  far: {is: count of bars}\n", "LX201", 4, 31,
     "no direction is called `up`"),
    ("boards:\n  field:\n    grid: squares\n    columns: 2\n    rows: 2\n    printed:\n"
     "      worth: {type: 0 to 5, picture: \"12\"}\nvalues:\n  far: {is: worth of a1}\n", "LX322", 7, 38,
     "the picture has 1 row, and the board 2"),
])
def test_mistakes(tmp_path: Path, text: str, code: str, line: int, column: int, message: str) -> None:
    """Line and column are counted from the text; each mistake is told once."""
    folder = tmp_path / "probe"
    folder.mkdir()
    (folder / "game.yaml").write_text(HEAD, encoding="utf-8")
    (folder / "more.yaml").write_text(text, encoding="utf-8")
    found = [f for f in ludex.check(folder) if f.severity == "error"]
    assert [(f.code, f.line, f.column) for f in found] == [(code, line, column)], [str(f) for f in found]
    assert found[0].message.startswith(message)


@pytest.mark.parametrize("change", [lambda text: text.replace("with: {to: player, n: 1 to 3}, ", ""),
                                    lambda text: text.replace("with P2 and 3", "with P2"),
                                    lambda text: text.replace("with P2 and 3", "with 3 and P2")])
def test_a_procedure_is_given_what_it_needs(tmp_path: Path, change: Callable[[str], str]) -> None:
    text = (
        "ludex: 1\ngame: probe\ntitle: Probe\nplayers: {least: 2, most: 2}\nrounds: {phases: [play]}\n"
        "variables:\n  coins: {type: 0 to 9, each: player, seen by: all}\n"
        "procedures:\n  pay: {with: {to: player, n: 1 to 3}, do: add n to coins of to}\n"
        "phases:\n  play:\n    do: |\n      let before be coins of P2\n      do pay with P2 and 3\n"
        "      if coins of P2 is before + 3:\n          P2 wins\n      otherwise:\n          P1 wins\n")
    folder = tmp_path / "probe"
    folder.mkdir()
    (folder / "game.yaml").write_text(text.replace("add n", "add n").replace("of to", "of to"), encoding="utf-8")
    match = ludex.load(folder).start(players=2)
    assert match.result is not None
    assert match.result.winners == (1,)
    (folder / "game.yaml").write_text(change(text), encoding="utf-8")
    assert {f.code for f in ludex.check(folder) if f.severity == "error"} & {"LX302", "LX201", "LX303"}


def test_spaces_of_a_growing_board_have_names(tmp_path: Path) -> None:
    probe = Probe(tmp_path / "probe", "boards:\n  field: {grid: hexagons, reach: 2}\n", {0}, {
        "left": "neighbour of 0,0 towards west", "around": "neighbours of -1,1",
        "both": "(0,-2 together with 1,1)", "less": "3 -1", "outer": "rim of field contains -2,2"})
    at = {place: n for n, place in enumerate(probe.grid.places)}
    assert probe.number("left") == at[-1, 0]
    assert probe.set("around") == {at[p] for p in [(0, 1), (0, 0), (-1, 0), (-2, 1), (-2, 2), (-1, 2)]}
    assert probe.set("both") == {at[0, -2], at[1, 1]}
    assert (probe.number("less"), probe.number("outer")) == (2, 1)


def test_only_a_growing_board_has_such_names(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(f"{HEAD}{HEXES}values:\n  left: {{is: \"neighbours of 0,0\"}}\n",
                                        encoding="utf-8")
    assert "`0,0` is not a whole number" in [f.message for f in ludex.check(tmp_path)]


def test_what_is_printed_on_a_set_of_spaces(tmp_path: Path) -> None:
    picture = ("enumerations:\n  soil: {values: [clay, moss, sand]}\nboards:\n  field:\n    grid: hexagons\n    side: 2\n"
               "    printed:\n      ground:\n        type: soil or none\n        default: none\n        picture: |\n"
               "          c m\n          c . m\n          s s\n        legend: {c: clay, m: moss, s: sand}\n")
    expressions = {"met": "ground of marks", "none met": "ground of (marks without marks)", "of one": "ground of a2",
                   "of none": "ground of b2 is none"}
    probe = Probe(tmp_path / "probe", picture, {0, 3, 5}, expressions)
    assert probe.set("met") == {0, 2}
    assert probe.set("none met") == set()
    assert (probe.number("of one"), probe.number("of none")) == (0, 1)


def test_two_boards_of_one_game(tmp_path: Path) -> None:
    """A name that both have is that of the first; the rest goes by what a space is called."""
    boards = ("boards:\n  field: {grid: squares, columns: 3, rows: 3}\n"
              "  dock: {grid: squares, columns: 4, rows: 1, space: berth}\n"
              "  sea: {grid: hexagons, side: 2, space: cell, direction: course}\n")
    probe = Probe(tmp_path / "probe", boards, set(), {
        "of field": "count of neighbours of a1", "of dock": "neighbours of d1", "courses there": "count of courses",
        "at its rim": "count of rim of dock towards west", "towards east": "neighbour of a1 towards east"})
    assert (probe.number("of field"), probe.number("courses there"), probe.number("at its rim")) == (2, 6, 1)
    assert probe.set("of dock") == {2}
    assert probe.grid.names[probe.number("towards east")] == "b1"


def test_each_thing_given_to_a_procedure_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        f"{HEAD.replace('do: P1 wins', 'do: do pay with yes and 3')}procedures:\n  pay: {{with: {{n: 0 to 9, to: player}}, "
        "do: to wins}\n", encoding="utf-8")
    assert [f.message for f in ludex.check(tmp_path) if f.severity == "error"] == [
        "a number from 0 to 9 is needed here, this is yes or no", "a player is needed here, this is the number 3"]


def test_what_belongs_to_several_may_be_one_space_each(tmp_path: Path) -> None:
    """`combined` takes a value that is one element, or none, as the set of it."""
    more = "values:\n  left: {of: {spot: space}, is: neighbour of spot towards west}\n"
    (tmp_path / "probe").mkdir()
    expressions = "  all left: {is: combined left of (a1 together with b1 together with c2)}\n"
    (tmp_path / "probe" / "game.yaml").write_text(f"{HEAD}{BOARD}{more}{expressions}", encoding="utf-8")
    typed = ludex.load(tmp_path / "probe").typed
    engine = engine_for(lower(typed, 2, extra={"all left": (typed.functions["all left"].body, ())}))
    grid = typed.boards["field"].grid
    assert grid is not None
    found = {grid.names[space] for space in elements(engine.evaluate("all left", engine.start(1)))}
    assert found == {"a1", "b2"}


def test_a_procedure_may_ask_for_an_action(tmp_path: Path) -> None:
    """Who acts goes on acting in a procedure, also where nothing in it but the decision is his."""
    (tmp_path / "game.yaml").write_text(
        "ludex: 1\ngame: probe\ntitle: Probe\nplayers: {least: 2, most: 2}\nrounds: {phases: [play]}\n"
        "phases:\n  play:\n    turns: {from: P2, do: do go on}\n"
        "procedures:\n  go on:\n    do: |\n      roll die from 1 to 2\n      take action stop or wait\n"
        "actions:\n  stop: {do: nobody wins}\n  wait: {do: say \"on\"}\n", encoding="utf-8")
    match = ludex.load(tmp_path).start(2, 1)
    assert match.decision is not None
    assert match.decision.player == 1
    match.apply("wait")
    assert match.decision.player == 0


STREETS = ("enumerations:\n  town: {values: [Anstey, Barrow]}\n  street: {values: [Mill Lane, Quayside, High Street]}\n"
           "relations:\n  streets: {from: town, to: street, inverse: home, exclusive: \"yes\", pairs: {%s}}\n"
           "values:\n  at home: {is: home of Quayside is Barrow}\n  near: {is: count of streets of home of Mill Lane}\n"
           "invariants:\n  so it is: {holds: at home and near is 2}\n")


def test_an_exclusive_relation_leads_back_to_one(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        HEAD + STREETS % "Anstey: [Mill Lane, High Street], Barrow: Quayside", encoding="utf-8")
    game = ludex.load(tmp_path)
    program = lower(game.typed, 2, extra={"so it is": (game.typed.invariants["so it is"], ())})
    engine = engine_for(program)
    assert engine.evaluate("so it is", engine.start(1)) == 1


@pytest.mark.parametrize(("pairs", "what"), [
    ("Anstey: [Mill Lane], Barrow: Quayside", "`High Street` belongs to none of these, so `streets` is not exclusive"),
    ("Anstey: [Mill Lane, Quayside, High Street], Barrow: Quayside",
     "`Quayside` belongs to several of these, so `streets` is not exclusive"),
])
def test_what_is_exclusive_is_held_against_the_pairs(tmp_path: Path, pairs: str, what: str) -> None:
    (tmp_path / "game.yaml").write_text(HEAD + STREETS % pairs, encoding="utf-8")
    assert [f.message for f in ludex.check(tmp_path) if f.severity == "error"] == [what]


def test_the_stalls_of_some_places_are_one_set(tmp_path: Path) -> None:
    """Many zones of a name are gone through in a loop, few are written out; both find every item."""
    for most in (3, 40):
        folder = tmp_path / str(most)
        folder.mkdir()
        names = ", ".join(f"s{n}" for n in range(most))
        (folder / "game.yaml").write_text(
            HEAD.replace("{do: P1 wins}", "\n    do: |\n      do lay\n      do lift\n      P1 wins")
            + f"enumerations:\n  stand: {{values: [{names}]}}\ncomponents:\n  egg: {{items: {{egg: {{copies: 5}}}}}}\n"
            "zones:\n  nest: {of: egg, starts with: all, seen by: all}\n  stall: {of: egg, each: stand, seen by: all}\n"
            "variables:\n  seen: {type: 0 to 5, seen by: all}\n  left: {type: 0 to 5, seen by: all}\n"
            "procedures:\n  lay:\n    do: |\n      for each stand in just s0 together with s2:\n"
            "          move first of nest to stall of stand\n      set seen to count of combined stall of (stands without s2)\n"
            "  lift:\n    do: |\n      move combined stall of stands to nest\n      set left to count of stalls\n", encoding="utf-8")
        match = ludex.load(folder).start(players=2, seed=1)
        state = match.view(0)["state"]
        assert (state["seen"], state["left"]) == (1, 0) and match.result is not None


def test_who_comes_next_may_be_said(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(
        "ludex: 1\ngame: probe\ntitle: Probe\nplayers: {least: 4, most: 4}\nrounds: {phases: [play]}\n"
        "variables:\n  back: {type: flag, seen by: all}\n  far: {type: 0 to 15, seen by: all}\n"
        "actions:\n  go on: {do: set far to seats from you to P1}\n  turn round: {do: set back to not back}\n"
        "phases:\n  play: {turns: {from: P2, actions: [go on, turn round], "
        "next: (if back then player before you else player after you)}}\n", encoding="utf-8")
    match = ludex.load(tmp_path).start(players=4, seed=1)
    seats = []
    for move in ("go on", "turn round", "go on", "turn round", "go on"):
        assert match.decision is not None
        seats.append((match.decision.player, match.view(0)["state"]["far"]))
        match.apply(move)
    assert seats == [(1, 0), (2, 3), (1, 3), (0, 3), (1, 3)]
