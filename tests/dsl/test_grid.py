"""The geometry of boards, held against what is known of squares and hexagons."""

from __future__ import annotations

import pytest

from ludex.dsl.grid import Grid, Shape, between, bits, grid, letters, reached, size, transposed, variants

SHAPES = [
    Shape("squares", columns=5, rows=3), Shape("squares", reach=3), Shape("hexagons", side=4),
    Shape("hexagons", reach=5), Shape("hexagons", columns=4, rows=6), Shape("hexagons", flat=True, reach=3),
    Shape("hexagons", side=3, missing=frozenset({"c3"})),
]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_step_can_be_taken_back(shape: Shape) -> None:
    made = grid(shape)
    assert len(made.names) == len(set(made.names)) == size(shape) - len(shape.missing)
    for way, step in enumerate(made.steps):
        back = made.steps[made.opposite(way)]
        for space, other in enumerate(step):
            assert other < 0 or back[other] == space


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_neighbours_are_one_apart_and_lie_where_the_direction_says(shape: Shape) -> None:
    made = grid(shape)
    for way in made.straight:
        for space, other in enumerate(made.steps[way]):
            if other < 0:
                continue
            (x, y), (u, v) = made.point(made.places[space]), made.point(made.places[other])
            assert (u - x) ** 2 + (v - y) ** 2 == pytest.approx(1)
            name = made.ways[way]
            assert ("north" in name) == (v < y - 1e-9)
            assert ("south" in name) == (v > y + 1e-9)
            assert ("east" in name) == (u > x + 1e-9)
            assert ("west" in name) == (u < x - 1e-9)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_edges_and_corners_fit_together(shape: Shape) -> None:
    made = grid(shape)
    about = between(made)
    sides = 4 if shape.kind == "squares" else 6
    assert all(len(set(edges)) == len(set(corners)) == sides
               for edges, corners in zip(about.edges_of, about.corners_of, strict=True))
    for edge, banks in enumerate(about.banks):
        assert 1 <= len(banks) <= 2
        if len(banks) == 2:
            assert banks[1] in [made.steps[way][banks[0]] for way in made.straight]
        for bank in banks:
            assert edge in about.edges_of[bank]
            assert set(about.ends[edge]) <= set(about.corners_of[bank])
        first, second = (about.points[end] for end in about.ends[edge])
        long = 1 if shape.kind == "squares" else 1 / 3
        assert (first[0] - second[0]) ** 2 + (first[1] - second[1]) ** 2 == pytest.approx(long)
    # Euler's formula: in one piece, and without holes, a board has one face more than it has spaces.
    if not shape.missing:
        assert len(about.corners) - len(about.edges) + len(made.names) == 1


def test_known_sizes() -> None:
    assert [size(Shape("hexagons", side=n)) for n in (1, 2, 3, 5, 6)] == [1, 7, 19, 61, 91]
    assert [size(Shape("hexagons", reach=n)) for n in (1, 14)] == [7, 631]
    assert size(Shape("squares", reach=2)) == 25
    assert [letters(n) for n in (0, 25, 26, 51, 52)] == ["a", "z", "aa", "az", "ba"]


def _middle(shape: Shape) -> Grid:
    made = grid(shape)
    assert made.middle is not None
    return made


@pytest.mark.parametrize(("shape", "middle"), [
    (Shape("squares", columns=3, rows=5), "b3"), (Shape("hexagons", side=6), "f6"), (Shape("hexagons", reach=4), "0,0"),
])
def test_the_middle_is_as_far_from_one_side_as_from_the_other(shape: Shape, middle: str) -> None:
    made = _middle(shape)
    assert made.names[made.middle or 0] == middle


def test_a_board_with_an_even_side_has_no_middle() -> None:
    assert grid(Shape("squares", columns=4, rows=5)).middle is None
    assert grid(Shape("squares", columns=3, rows=3, missing=frozenset({"b2"}))).middle is None


@pytest.mark.parametrize(("cells", "mirrored", "count"), [
    # Polyominoes and polyhexes up to translation: their symmetry decides how many positions they have.
    ([(0, 0), (1, 0)], False, 2), ([(0, 0), (1, 0), (2, 0)], False, 2), ([(0, 0), (1, 0), (0, 1)], False, 4),
    ([(0, 0), (1, 0), (0, 1), (1, 1)], False, 1), ([(0, 0), (1, 0), (1, 1), (2, 1)], False, 2),
    ([(0, 0), (1, 0), (1, 1), (2, 1)], True, 4),
    ([(0, 0), (0, 1), (0, 2), (1, 2)], True, 8),
])
def test_positions_of_squares(cells: list[tuple[int, int]], mirrored: bool, count: int) -> None:
    assert len(variants("squares", [cells], True, mirrored)) == count


@pytest.mark.parametrize(("parts", "mirrored", "count"), [
    ([[(0, 0), (1, 0)]], False, 3), ([[(0, 0), (1, 0), (0, 1)]], False, 2), ([[(0, 0), (1, 0), (2, 0)]], False, 3),
    ([[(0, 0), (0, -1), (1, 0)]], False, 6), ([[(0, 0), (1, 0), (0, 1), (1, 1)]], False, 3),
    ([[(0, 0), (1, 0)], [(1, -1), (2, -1)]], False, 6), ([[(0, 0), (1, 0)], [(1, -1), (2, -1)]], True, 12),
])
def test_positions_of_hexagons(parts: list[list[tuple[int, int]]], mirrored: bool, count: int) -> None:
    assert len(variants("hexagons", parts, True, mirrored)) == count


def test_a_set_of_bits_leaves_out_what_is_not_there() -> None:
    assert bits([0, 3, -1, 3]) == 0b1001


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_ways_lead_where_steps_do_and_back_again(shape: Shape) -> None:
    made = grid(shape)
    led = reached(made, (*made.offsets, (0, 0), (40, 40)))
    for offset, step in zip(made.offsets, made.steps, strict=True):
        assert led[offset] == [bits((other,)) for other in step]
    assert led[0, 0] == [1 << at for at in range(len(made.names))]
    assert set(led[40, 40]) == {0}
    for way, offset in enumerate(made.offsets):
        assert transposed(led[offset], len(made.names)) == led[made.offsets[made.opposite(way)]]
