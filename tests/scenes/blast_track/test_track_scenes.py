"""Blast Track's pictures are legible, can be touched where they lead on, and fit every screen."""

from collections.abc import Iterator

import pytest

from companion.rules.blast_track.board import ahead
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Laying, State, Taking
from companion.rules.contract import TABLE, Seat
from companion.rules.hidden import redact
from companion.scenes.blast_track.wording import TELLING
from companion.scenes.blast_track.words import cell_id, hand_id, market_id, turn_id
from companion.scenes.narrowing import Narrowing, narrow
from companion.scenes.shapes import Scene, Text
from companion.scenes.telling import Look
from companion.scenes.touching import bounds
from tests.scenes.blast_track.tables import LONG, SHORT, begin, by_seat, evening, full_board, moments
from tests.scenes.checking import ids, narrow_targets, problems, words

SIZES = {
    "800x480": (545.0, 385.0),
    "1280x720": (836.0, 560.0),
    "1280x720 dense": (456.0, 302.0),
    "720x1280": (704.0, 518.0),
}
PHONES = {"phone": (344.0, 344.0), "small phone": (320.0, 240.0)}
"""Where there are buttons for every choice, and the picture need only be legible."""

SMALLEST = SIZES["1280x720 dense"]


def ways(state: State, names: tuple[str, ...], most: int = 2) -> Iterator[tuple[Seat, Narrowing]]:
    """Each seat's way from its start to before its last step, by so many of the choices at each place."""
    for seat, asks in by_seat(RULES.asks(state, TABLE)).items():
        places = [narrow(TELLING, state, asks, names)]
        while places:
            here = places.pop()
            yield (state.active if seat is None else seat), here
            onward = [choice.step.id for choice in here.choices if not choice.last and not choice.refused]
            picked = onward[:: max(1, len(onward) // most)][:most]
            places += [here.tap(touched) for touched in picked]


def seen(
    state: State, size: tuple[float, float], names: tuple[str, ...]
) -> Iterator[tuple[Narrowing, Scene]]:
    for seat, way in ways(redact(state, TABLE), names):
        yield way, TELLING.scene(state, Look(*size, names, focus=seat, lit=way.lit, chosen=way.chosen))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 6])
def test_all_words_fit_and_a_finger_has_room_around_whatever_leads_on(size: str, seats: int):
    for name, state in moments(seats).items():
        for way, scene in seen(state, SIZES[size], LONG[:seats]):
            assert problems(scene) == [], (name, way.taps)
            tight = set(narrow_targets(scene, 53.0)) & set(way.lit)
            assert tight == set(), (name, way.taps)


@pytest.mark.parametrize("size", [*SIZES, *PHONES])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_every_page_is_legible_from_the_set_up_to_a_full_board(size: str, seats: int):
    for state in (begin(seats), evening(seats, 1)[40].before, evening(seats, 1)[-1].after):
        for page, title in TELLING.pages(state, LONG[:seats]):
            assert title
            area = (SIZES | PHONES)[size]
            scene = TELLING.scene(state, Look(*area, LONG[:seats], page=page, focus=1))
            assert problems(scene) == [], page


@pytest.mark.parametrize("size", PHONES)
def test_all_words_fit_on_a_phone_too(size: str):
    for name, state in moments(6).items():
        for way, scene in seen(state, PHONES[size], LONG):
            assert problems(scene) == [], (name, way.taps)


def test_everything_that_leads_on_can_be_tapped_in_the_picture():
    buttons = {"lay", "pass", "discard", "unseen"}
    for seats in (2, 5):
        for name, state in moments(seats).items():
            for way, scene in seen(state, SMALLEST, SHORT[:seats]):
                missing = set(way.lit) - ids(scene) - buttons
                assert missing == set() or _secret(name, missing), (name, way.taps, missing)


def _secret(name: str, missing: set[str]) -> bool:
    """First tiles are chosen from buttons while colours are tapped in the picture."""
    return name == "SettingUp" and all(id_.startswith("tile.") for id_ in missing)


@pytest.mark.parametrize("size", SIZES)
def test_a_full_board_is_shown_whole(size: str):
    state = full_board()
    assert len(state.board) > 40
    for page in ("table", "board", "ride:2"):
        scene = TELLING.scene(state, Look(*SIZES[size], SHORT, page=page))
        for shape in scene.shapes:
            left, top, right, bottom = bounds(shape)
            assert left >= 0
            assert top >= 0
            assert right <= scene.width
            assert bottom <= scene.height
    alone = TELLING.scene(state, Look(*SIZES[size], SHORT, page="board"))
    hexagons = {tuple(shape.points) for shape in alone.shapes if _is_tile(shape)}
    one_cell = sum(laid.tile != state.plan.loop for laid in state.board)
    assert len(hexagons) == one_cell


def _is_tile(shape: object) -> bool:
    return getattr(shape, "fill", "") == "tile"


def test_market_and_hand_can_be_tapped_when_they_are_asked_for():
    state = moments(4)["Taking"]
    assert isinstance(state.stage, Taking)
    lit = tuple(market_id(slot) for slot, tile in enumerate(state.market) if tile is not None)
    assert set(lit) <= ids(TELLING.scene(state, Look(*SMALLEST, SHORT[:4], lit=lit)))


def laying(seats: int) -> tuple[State, Narrowing]:
    """A state in which a rail can be laid, and the way with that tile chosen."""
    for step in evening(seats, 2)[60:]:
        state = step.before
        hand = state.players[state.active].hand
        rails = [tile for tile in hand if state.plan.kinds[tile] == "rail"]
        if isinstance(state.stage, Laying) and rails and any(ask.name == "lay" for ask in step.asks):
            asks = by_seat(step.asks)[state.active]
            way = narrow(TELLING, state, asks, SHORT[:seats]).tap(hand_id(rails[0]))
            if way.taps and len(way.lit) == 6:
                return state, way
    raise LookupError("no such moment")


def test_a_tile_is_seen_in_all_its_turns_each_with_its_points_before_any_is_entered():
    state, way = laying(4)
    scene = TELLING.scene(state, Look(*SMALLEST, SHORT[:4], lit=way.lit, chosen=way.chosen))
    assert {turn_id(turn) for turn in range(6)} <= ids(scene)
    for choice in way.choices:
        assert choice.step.detail.split(" · ")[0] in words(scene).split()


def test_another_turn_or_tile_can_be_tapped_while_one_is_previewed():
    state, way = laying(4)
    one, other = way.lit[:2]
    there = way.tap(one)
    scene = TELLING.scene(state, Look(*SMALLEST, SHORT[:4], lit=there.lit, chosen=there.chosen))
    assert set(way.lit) <= ids(scene)
    assert there.lit == ("lay",)
    assert there.tap(other).chosen == (*way.chosen, other)
    assert {hand_id(tile) for tile in state.players[state.active].hand} <= ids(scene)


def test_the_board_stays_where_it_is_from_turn_to_turn():
    state, way = laying(4)
    places = []
    for turn in way.lit:
        there = way.tap(turn)
        scene = TELLING.scene(state, Look(*SMALLEST, SHORT[:4], lit=there.lit, chosen=there.chosen))
        places.append(
            {shape.points for shape in scene.shapes if getattr(shape, "fill", "") in ("start", "tunnel_out")}
        )
    assert all(place == places[0] for place in places)


def test_the_cells_of_an_exit_are_numbered_as_its_buttons_are():
    state = moments(6)["Exiting"]
    asks = by_seat(RULES.asks(state, TABLE))[state.active]
    start = narrow(TELLING, state, asks, SHORT)
    parts = [start.tap(touched) for touched in start.lit] if start.lit[0].startswith("part.") else [start]
    numbered = [way for way in parts if way.lit[0].startswith("cell.")]
    assert numbered
    for way in numbered:
        scene = TELLING.scene(state, Look(*SMALLEST, SHORT, lit=way.lit, chosen=way.chosen))
        shown = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
        for place, choice in enumerate(way.choices, 1):
            assert choice.step.label == f"Place {place}"
            assert shown.count(str(place)) == 1


def test_the_tile_that_is_previewed_lies_in_the_cell_ahead_of_the_cart():
    state, way = laying(4)
    there = way.tap(way.lit[0])
    cart = state.players[state.active].cart
    assert cart is not None
    assert cell_id(ahead(cart)) in there.chosen
    before = TELLING.scene(state, Look(*SMALLEST, SHORT[:4], lit=way.lit, chosen=way.chosen))
    after = TELLING.scene(state, Look(*SMALLEST, SHORT[:4], lit=there.lit, chosen=there.chosen))
    assert (
        sum(_is_tile(shape) for shape in after.shapes) == sum(_is_tile(shape) for shape in before.shapes) + 1
    )
