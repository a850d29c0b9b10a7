"""The moons' picture is legible, can be touched everywhere, and tells nobody's secret."""

import pytest
from msgspec.structs import replace

from companion.rules.contract import TABLE, Viewer
from companion.rules.cosmic_coasters.commands import Move, Teleport
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import Acting, Exit, State
from companion.rules.hidden import redact
from companion.scenes.cosmic_coasters.places import places
from companion.scenes.cosmic_coasters.wording import TELLING
from companion.scenes.narrowing import narrow
from companion.scenes.palette import TOUCH
from companion.scenes.shapes import Polygon, Scene, Text
from companion.scenes.telling import Look
from companion.scenes.touching import spot, touched
from tests.scenes.checking import ids, narrow_targets, problems, words
from tests.scenes.cosmic_coasters.evenings import LONG, SHORT, begin, entered, placed, states

SIZES = ((520.0, 360.0), (900.0, 560.0), (720.0, 600.0), (400.0, 560.0))


def drawn(state: State, names: tuple[str, ...] = SHORT, size: tuple[float, float] = SIZES[0]) -> Scene:
    narrowing = narrow(TELLING, state, RULES.asks(state, TABLE), names)
    return TELLING.scene(state, Look(*size, names, lit=narrowing.lit, chosen=narrowing.chosen))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("names", [SHORT, LONG])
def test_all_words_fit_and_every_target_can_be_met(
    size: tuple[float, float], seats: int, names: tuple[str, ...]
):
    for state in states(seats):
        assert problems(drawn(state, names[:seats], size)) == []


@pytest.mark.parametrize(("seats", "least"), [(2, TOUCH), (3, TOUCH), (4, 46.0)])
def test_a_finger_has_room_around_every_space_of_the_small_screen(seats: int, least: float):
    state = placed(seats, {0: 0, 2: 0, 9: 1, 11: 1, 18: 2, 20: 2} if seats > 2 else {0: 0, 2: 0, 9: 1, 11: 1})
    assert narrow_targets(drawn(state), least) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_moons_touch_neither_each_other_nor_the_edge(size: tuple[float, float], seats: int):
    arranged = places(seats, *size)
    for one, place in enumerate(arranged):
        (x, y), radius = place.centre, place.radius + 4
        assert radius <= x <= size[0] - radius
        assert radius <= y <= size[1] - radius
        for other in arranged[:one]:
            (x2, y2) = other.centre
            assert ((x - x2) ** 2 + (y - y2) ** 2) ** 0.5 >= place.radius + other.radius + 8


def test_every_step_that_lies_on_the_moons_can_be_tapped_there():
    state = placed(2, {0: 0, 2: 0, 3: 0, 8: 0, 9: 1, 11: 1, 10: 1})
    narrowing = narrow(TELLING, state, RULES.asks(state, TABLE), SHORT)
    picture = drawn(state)
    assert {"space.0", "space.2", "space.3", "space.8"} <= set(narrowing.lit)
    for space in range(18):
        point = spot(picture, f"space.{space}")
        assert point is not None
        assert touched(picture, *point) == f"space.{space}"


def test_the_way_home_can_be_tapped_on_the_home_moon_too():
    state = placed(2, {0: 0, 2: 0, 17: 0, 10: 0, 12: 0, 9: 1, 11: 1})
    start = narrow(TELLING, state, RULES.asks(state, TABLE), SHORT)
    assert start.tap("home.17").command == Teleport(0, 17, 1)
    chosen = start.tap("space.17")
    look = Look(520, 360, SHORT, lit=chosen.lit, chosen=chosen.chosen)
    assert "home.17" in ids(TELLING.scene(state, look))
    assert "space.1" not in ids(TELLING.scene(state, look))
    assert "home.17" not in ids(TELLING.scene(state, replace(look, lit=start.lit, chosen=())))


def test_a_guarded_moon_is_tapped_as_a_whole():
    state = placed(2, {9: 1, 11: 1, 8: 0, 1: 0, 3: 0, 0: 0})
    assert state.moons[0] == "Ganymede"
    state = replace(
        state, ships=tuple({10: 1, 12: 1, 17: 1, 9: 1, 0: 0, 2: 0}.get(n) for n in range(18)), active=1
    )
    chosen = narrow(TELLING, state, RULES.asks(state, TABLE), SHORT).tap("space.17")
    picture = TELLING.scene(state, Look(520, 360, SHORT, lit=chosen.lit, chosen=chosen.chosen))
    x, y = places(2, 520, 360)[0].centre
    assert touched(picture, x, y) == "moon.0"


def test_every_ship_stands_there_in_its_seats_shape_and_colour():
    state = placed(2, {0: 0, 2: 0, 12: 0, 9: 1, 11: 1, 1: 1})
    marks = [shape for shape in drawn(state).shapes if isinstance(shape, Polygon) and shape.fill == "seat1"]
    assert len(marks) == 3 + 1  # three ships, and the mark beside the owner's name


def test_a_move_of_two_spaces_by_two_ways_asks_for_the_way():
    state = placed(2, {0: 0, 2: 0, 9: 1, 11: 1}, active=1)
    assert state.moons[1] == "Callisto"
    start = narrow(TELLING, state, RULES.asks(state, TABLE), SHORT)
    assert start.route(Move(1, 9, 15, 16)) == ("space.9", "space.15", "via.16")
    assert start.route(Move(1, 9, 15, 17)) == ("space.9", "space.15", "via.17")
    assert start.route(Move(1, 9, 13, 17)) == ("space.9", "space.13")


def test_a_moon_that_has_lost_its_player_says_so():
    state = placed(3, {0: 0, 2: 0, 9: 1, 11: 1})
    state = replace(state, out=(None, None, Exit(1, 3)), powers=(*state.powers[:2], None))
    assert isinstance(state.pending, Acting)
    assert "out of the game" in words(drawn(state))


def test_nobody_sees_a_hand_that_is_put_in():
    """The other seat's and the table's picture, words and paths are the same whatever the hand."""
    state = placed(2, {0: 0, 1: 1, 2: 0, 9: 1, 11: 1})
    state = entered(state, Move(0, 0, 1))
    throws = RULES.asks(state, Viewer(0))[0].options  # type: ignore[union-attr]
    for viewer in (TABLE, Viewer(1)):
        seen = set()
        for throw in throws:
            after = redact(entered(state, throw), viewer)
            asks = RULES.asks(after, viewer)
            narrowing = narrow(TELLING, after, asks, SHORT)
            seen.add(
                repr(
                    (
                        TELLING.scene(after, Look(520, 360, SHORT, viewer, lit=narrowing.lit)),
                        TELLING.prompt(after, asks, SHORT),
                        narrowing.choices,
                        TELLING.chip(after, 0),
                        TELLING.clock(after),
                    )
                )
            )
        assert len(seen) == 1


def test_an_empty_table_shows_where_its_moons_will_lie():
    texts = [shape.text for shape in drawn(begin(4)).shapes if isinstance(shape, Text)]
    assert texts.count("?") == 4
    assert texts.count("No moon") == 4
