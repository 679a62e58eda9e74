"""Records do what dataclasses do, whichever of their fields have defaults."""

from __future__ import annotations

import copy
import pickle
from dataclasses import field, fields, replace

import pytest

from ludex.ir.record import changeable, entity, record


@record
class Place:
    """A place."""

    name: str
    row: int = 3


@record
class Marked(Place):
    """A place with marks."""

    marks: list[str] = field(default_factory=list)
    colour: str = field(default="red", kw_only=True)
    seen: int = field(default=7, init=False, compare=False)
    size: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.name))


@record
class Nothing:
    """No fields."""


@record
class Awkward:
    """Fields that are called as something is that makes them."""

    make: int
    missing: int = 1
    MISSING: int = 2
    made: list[int] = field(default_factory=list)


@entity
class Thing:
    """Something of its own."""

    name: str


@changeable
class Count:
    """How many there are so far."""

    number: int = 0


def test_fields_are_given_by_place_or_by_name_and_have_their_defaults() -> None:
    assert (Place("a").name, Place("a").row, Place(name="a", row=4).row) == ("a", 3, 4)
    one, other = Marked("ab", 1), Marked("ab", 1)
    assert (one.marks, one.colour, one.seen, one.size) == ([], "red", 7, 2)
    assert one.marks is not other.marks
    assert Marked("a", 1, ["x"], colour="blue").colour == "blue"
    with pytest.raises(TypeError, match="column"):
        Place("a", row=1, column=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="missing 1 required"):
        Place()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="positional"):
        Marked("a", 1, [], "blue")  # type: ignore[misc]


def test_a_field_may_have_any_name() -> None:
    assert repr(Awkward(0)) == "Awkward(make=0, missing=1, MISSING=2, made=[])"
    assert Awkward(0, 7).made == []


def test_records_are_equal_if_their_fields_and_classes_are() -> None:
    assert Place("a") == Place("a", 3)
    assert Place("a") != Place("a", 4)
    assert Place("a", 2) != Marked("a", 2)
    assert len({Place("a"), Place("a"), Place("b"), Nothing(), Nothing()}) == 3
    changed = replace(Marked("a", 1), row=2)
    assert changed == Marked("a", 2)
    assert Thing("a") != Thing("a")
    assert len({Thing("a"), Thing("a")}) == 2


def test_what_may_change_is_told_apart_however_often_it_has() -> None:
    one, other = Count(), Count(3)
    known = {one, other}
    one.number += 3
    assert one.number == other.number
    assert one != other
    assert known == {one, other}
    assert repr(one) == "Count(number=3)"


def test_records_look_and_match_as_dataclasses_do() -> None:
    assert repr(Marked("a", 1)) == "Marked(name='a', row=1, marks=[], colour='red', seen=7)"
    assert [each.name for each in fields(Marked)] == ["name", "row", "marks", "colour", "seen", "size"]
    match Marked("a", 1, ["x"]):
        case Place(name, row):
            assert (name, row) == ("a", 1)
    assert not hasattr(Place("a"), "__dict__")
    for again in (copy.copy(Place("a", 5)), copy.deepcopy(Place("a", 5)), pickle.loads(pickle.dumps(Place("a", 5)))):
        assert again == Place("a", 5)
