"""Coaster Clash's pictures are legible, can be touched where they lead on, and fit every screen."""

from functools import cache
from typing import Literal

import pytest
from msgspec.structs import replace

from companion.rules.coaster_clash.commands import (
    AllAssigned,
    AllCommitted,
    AllKeep,
    Commit,
    NameLayout,
    PlaceElement,
    TurnUp,
)
from companion.rules.coaster_clash.components import Bound, index, sick
from companion.rules.coaster_clash.events import ElementTaught
from companion.rules.coaster_clash.placing import prospect
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.state import PLACES, Flipping, State
from companion.rules.contract import TABLE, Seat, Viewer
from companion.rules.hidden import Hidden, redact
from companion.scenes.coaster_clash.ring import ring
from companion.scenes.coaster_clash.view import preview
from companion.scenes.coaster_clash.wording import TELLING
from companion.scenes.narrowing import Narrowing, narrow
from companion.scenes.palette import TOUCH
from companion.scenes.shapes import Scene
from companion.scenes.svg import svg
from companion.scenes.telling import Look
from companion.scenes.touching import spot, touched
from tests.scenes.checking import ids, narrow_targets, problems, words
from tests.scenes.coaster_clash.evenings import LONG, SHORT, begin, entered, states, walk

SMALLEST, SMALL, LARGE, UPRIGHT = (456.0, 302.0), (547.0, 386.0), (836.0, 572.0), (704.0, 519.0)
SIZES = (SMALLEST, SMALL, LARGE, UPRIGHT, (400.0, 560.0))


def start_of(state: State, seat: Seat | None, names: tuple[str, ...] = SHORT) -> Narrowing:
    asks = tuple(ask for ask in RULES.asks(state, TABLE) if ask.seat == seat)
    return narrow(TELLING, state, asks, names)


def drawn(state: State, at: Narrowing, size: tuple[float, float] = SMALLEST, page: str = "now") -> Scene:
    look = Look(*size, LONG[: len(state.players)], page=page, lit=at.lit, chosen=at.chosen)
    return TELLING.scene(state, look)


@cache
def on_the_way(state: State) -> tuple[Narrowing, ...]:
    """The beginning for the first who is asked, and one step on."""
    asks = RULES.asks(state, TABLE)
    here = start_of(state, asks[0].seat) if asks else narrow(TELLING, state, (), SHORT)
    return (here, here.tap(here.choices[0].step.id)) if here.choices else (here,)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_all_words_fit_and_every_target_can_be_met(size: tuple[float, float], seats: int):
    for state in states(seats)[::2]:
        pages = [page for page, _ in TELLING.pages(state, LONG[:seats])]
        for at in on_the_way(state):
            assert problems(drawn(state, at, size)) == []
        for page in (pages[1], pages[-1]):
            assert problems(drawn(state, on_the_way(state)[0], size, page)) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_areas_lie_around_the_table_and_touch_neither_each_other_nor_the_middle(
    size: tuple[float, float], seats: int
):
    found = ring(seats, *size)
    assert len(found.areas) == len(found.seats) == seats
    boxes = [*found.areas, found.middle, *found.corners]
    for place, one in enumerate(boxes):
        assert one.left >= 0
        assert one.top >= 0
        assert one.right <= size[0]
        assert one.bottom <= size[1]
        for other in boxes[:place]:
            across = min(one.right, other.right) - max(one.left, other.left)
            down = min(one.bottom, other.bottom) - max(one.top, other.top)
            assert across < 0.01 or down < 0.01
    for place, (x, y) in enumerate(found.seats):
        assert not any(area.left < x < area.right and area.top < y < area.bottom for area in found.areas), (
            place
        )


def up(seats: int, seed: int = 3, *, forced: bool = False) -> tuple[State, Seat]:
    """A late state in which somebody has turned a card up, that fits somewhere or nowhere."""
    for state, _, _ in walk(seats, seed):
        for seat, player in enumerate(state.players):
            found = prospect(state, seat) if player.up else None
            if found and found.forced == forced and state.turn > 2:
                return state, seat
    raise LookupError


@pytest.mark.parametrize("size", SIZES[:4])
def test_what_a_card_does_to_both_coasters_is_shown_and_both_can_be_tapped(size: tuple[float, float]):
    state, seat = up(6)
    at = start_of(state, seat)
    found = prospect(state, seat)
    assert found is not None
    picture = drawn(state, at, size)
    said = words(picture)
    for place in ("upper", "lower"):
        laid = found.at(place)
        assert laid is not None
        point = spot(picture, f"coaster.{found.area}.{place}")
        assert point is not None
        assert touched(picture, *point) == f"coaster.{found.area}.{place}"
        if found.fits(place):
            assert at.tap(f"coaster.{found.area}.{place}").command == PlaceElement(seat, place)
            assert f"{laid.before} {laid.after} " in said
        else:
            assert "too slow" in said
    assert narrow_targets(picture, TOUCH) == []
    element = index(state.components).element[state.players[seat].up or ""]
    assert element.name in said


@pytest.mark.parametrize(("vomit", "sides"), [("printed-direction", 1), ("other-than-shown", 2)])
def test_the_track_hatches_the_speeds_at_which_this_table_is_sick(
    vomit: Literal["printed-direction", "other-than-shown"], sides: int
):
    """By the other reading all but the shown speed make sick, so that both its sides are hatched."""
    state, seat = up(6)
    card = replace(index(state.components).element[state.players[seat].up or ""], vomit=(Bound("gt", 7),))
    state = replace(state, toggles=replace(state.toggles, vomit=vomit))
    state = RULES.evolve(state, ElementTaught(card, "vomit"))
    found = prospect(state, seat)
    assert found is not None
    for place in PLACES:
        seen, laid = preview(state, seat, found.area, place), found.at(place)
        assert seen is not None
        assert laid is not None
        assert len(seen.vomit) == sides
        assert seen.sick == sick(seen.vomit, laid.before)


def test_a_card_that_fits_neither_coaster_says_so_and_leaves_only_the_discard():
    state, seat = up(4, forced=True)
    at = start_of(state, seat)
    assert at.lit == ("discard",)
    assert words(drawn(state, at)).count("too slow") == 2
    asks = tuple(ask for ask in RULES.asks(state, TABLE) if ask.seat == seat)
    assert TELLING.prompt(state, asks, SHORT).title.endswith("too slow")


def flipping(seats: int = 3) -> State:
    state = begin(seats)
    state = entered(state, AllAssigned())
    while type(state.stage).__name__ == "Naming":
        command = RULES.asks(state, TABLE)[0].options[0]  # type: ignore[union-attr]
        assert isinstance(command, NameLayout)
        state = entered(state, command)
    state = entered(state, AllKeep())
    return entered(state, AllCommitted())


def test_a_card_is_turned_up_by_two_touches_in_the_picture_and_placed_by_one():
    state = flipping()
    seat = 0
    at = start_of(state, seat)
    route = at.route(TurnUp(seat, "volcano-helix"))
    assert route == ("theme.volcano", "element.volcano-helix")
    for touch in route:
        picture = drawn(state, at)
        assert touch in ids(picture)
        assert spot(picture, touch) is not None
        assert narrow_targets(picture, TOUCH) == []
        at = at.tap(touch)
    state = entered(state, at.command)
    at = start_of(state, seat)
    assert len(at.route(PlaceElement(seat, "upper"))) == 1


def test_the_picture_shows_the_area_of_whoever_is_asked():
    state = flipping()
    assert isinstance(state.stage, Flipping)
    assert {"coaster.0.upper", "coaster.0.lower"} <= ids(drawn(state, start_of(state, 0)))
    assert "coaster.1.upper" not in ids(drawn(state, start_of(state, 0)))
    assert "coaster.1.upper" in ids(drawn(state, start_of(state, 0), page="ring"))
    assert "coaster.1.upper" in ids(drawn(state, start_of(state, 0), page="area:1"))


def committed(card: str) -> State:
    state = begin(3)
    state = entered(state, AllAssigned())
    while type(state.stage).__name__ == "Naming":
        state = entered(state, RULES.asks(state, TABLE)[0].options[0])  # type: ignore[union-attr]
    state = entered(state, AllKeep())
    return entered(state, Commit(1, "left", Hidden((1,), card)))


def test_nobody_sees_a_card_face_down_but_its_owner():
    """The table's and the neighbours' pictures, words and ways are the same, whatever the card."""
    for viewer in (TABLE, Viewer(0), Viewer(2)):
        seen = set()
        for card in ("jungle-helix", "volcano-launch", "space-cobra-roll"):
            state = redact(committed(card), viewer)
            asks = RULES.asks(state, viewer)
            at = narrow(TELLING, state, tuple(ask for ask in asks if ask.seat == viewer.seat), SHORT)
            look = Look(*SMALLEST, SHORT[:3], viewer, lit=at.lit, chosen=at.chosen)
            seen.add(
                repr((TELLING.scene(state, look), at.choices, TELLING.chip(state, 1), TELLING.clock(state)))
            )
        assert len(seen) == 1


@pytest.mark.parametrize("page", ["now", "ring", "area:1"])
def test_its_owner_sees_a_card_face_down_on_every_page(page: str):
    own = redact(committed("jungle-helix"), Viewer(1))
    picture = TELLING.scene(own, Look(*SMALLEST, LONG[:3], Viewer(1), page))
    assert "Helix" in words(picture)
    assert problems(picture) == []


def test_whoever_has_both_cards_down_has_a_tick_and_two_cards_on_the_table():
    state = committed("jungle-helix")
    before = len(drawn(state, start_of(state, None)).shapes)
    after = entered(state, Commit(1, "right", Hidden((1,))))
    assert len(drawn(after, start_of(after, None)).shapes) > before
    assert "#3ED6B5" in svg(drawn(after, start_of(after, None)))


def test_a_seat_that_left_leaves_its_coasters_to_its_neighbours():
    state = flipping(4)
    players = tuple(
        replace(player, left=seat == 2, up=None if seat == 2 else player.up)
        for seat, player in enumerate(state.players)
    )
    state = replace(state, players=players)
    assert TELLING.chip(state, 2).small == "has left"
    assert problems(drawn(state, start_of(state, 0), page="ring")) == []
