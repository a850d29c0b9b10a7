"""Coaster Park's pictures are legible, can be touched where they lead on, and fit every screen."""

import pytest
from msgspec.structs import replace

from companion.rules.coaster_park.commands import Offer
from companion.rules.coaster_park.components import house
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import (
    Answering,
    Attempt,
    Placing,
    Pricing,
    Running,
    Sale,
    SettingUp,
    State,
)
from companion.rules.contract import TABLE, Seat
from companion.scenes.coaster_park import ids as name_of
from companion.scenes.coaster_park.run import AWAITED, LIT, UNLIT
from companion.scenes.coaster_park.running import Progress
from companion.scenes.coaster_park.wording import TELLING
from companion.scenes.narrowing import Narrowing, narrow
from companion.scenes.shapes import Scene
from companion.scenes.svg import svg
from companion.scenes.telling import Look
from tests.scenes.checking import ids, narrow_targets, problems, words
from tests.scenes.coaster_park.parks import (
    EXPERTS,
    FIVE_COASTERS,
    LONG,
    NINE,
    POOL,
    SEVEN,
    SHORT,
    USED,
    begin,
    by_seat,
    evening,
    laid_out,
)

SIZES = ((520.0, 360.0), (900.0, 560.0), (720.0, 600.0))
MARBLE_SIZES = ((784.0, 362.0), (1264.0, 560.0), (704.0, 900.0), (456.0, 290.0), (400.0, 480.0))

LOADS: dict[str, State] = {
    "seven hills": laid_out(coasters=(SEVEN,), experts=EXPERTS, warehouse=("jump",)),
    "nine hills": laid_out(coasters=(NINE,), experts=EXPERTS, used=USED, warehouse=("jump", "loop", "bump")),
    "five coasters": laid_out(
        coasters=FIVE_COASTERS, experts=EXPERTS, used=USED, warehouse=("jump", "rolling-crest", "bump")
    ),
    "two of each": laid_out(pool=(*POOL, *POOL), coasters=(SEVEN, ("comet-drop", "bump"))),
    "a large pool": laid_out(pool=tuple(hill.id for hill in house().hills), coasters=(("comet-drop",),)),
    "no coaster": laid_out(coasters=()),
    "nothing left": laid_out(coasters=(), pool=(), row=()),
    "placing": laid_out(
        coasters=(SEVEN, ("comet-drop",)),
        stage=Placing(0, "skyline"),
        experts=EXPERTS,
        warehouse=("jump", "whaleback"),
        sale=Sale("skyline", buyer=0),
    ),
    "placing the first": laid_out(coasters=(), stage=Placing(0, "comet-drop"), warehouse=("jump",)),
    "pricing": laid_out(stage=Pricing(), sale=Sale("double-dipper"), coasters=FIVE_COASTERS),
    "answering": laid_out(
        stage=Answering(1), sale=Sale("rolling-crest", price=24), pool=(*POOL, "rolling-crest")
    ),
    "setting up": laid_out(stage=SettingUp(), row=("standard-03",), pool=("jump",), coasters=()),
}


def narrowings(state: State, names: tuple[str, ...]) -> list[tuple[Seat, Narrowing]]:
    """The start of each seat's way, and every place one tap further on."""
    found = []
    for seat, asks in by_seat(RULES.asks(state, TABLE)).items():
        start = narrow(TELLING, state, asks, names)
        found.append((seat or 0, start))
        further = [choice.step.id for choice in start.choices if not choice.last]
        found.extend((seat or 0, start.tap(touched)) for touched in further)
    return found


def drawn(state: State, page: str, size: tuple[float, float], names: tuple[str, ...]) -> list[Scene]:
    looks = [Look(*size, names, page=page, focus=0)]
    for seat, way in narrowings(state, names):
        looks.append(Look(*size, names, page=page, focus=seat, lit=way.lit, chosen=way.chosen))
    return [TELLING.scene(state, look) for look in dict.fromkeys(looks)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("load", LOADS)
@pytest.mark.parametrize("names", [SHORT, LONG], ids=["short", "long"])
def test_all_words_fit_and_every_target_can_be_met(
    size: tuple[float, float], load: str, names: tuple[str, ...]
):
    state = LOADS[load]
    for page, _ in (*TELLING.pages(state, names), ("secrets", "")):
        for scene in drawn(state, page, size, names):
            assert problems(scene) == [], page


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_evening_stays_legible(seats: int):
    for number, step in enumerate(evening(seats, seats)):
        if number % 9:
            continue
        for page, _ in TELLING.pages(step.before, LONG):
            for seat, asks in by_seat(step.asks).items():
                way = narrow(TELLING, step.before, asks, LONG)
                look = Look(*SIZES[number % 3], LONG, page=page, focus=seat or 0, lit=way.lit)
                assert problems(TELLING.scene(step.before, look)) == [], (number, page)


@pytest.mark.parametrize("load", ["seven hills", "placing", "answering", "pricing"])
def test_a_finger_has_room_around_whatever_leads_on_on_the_small_screen(load: str):
    state = LOADS[load]
    for seat, way in narrowings(state, LONG):
        scene = TELLING.scene(state, Look(*SIZES[0], LONG, focus=seat, lit=way.lit, chosen=way.chosen))
        tight = set(narrow_targets(scene, 52.0)) & set(way.lit)
        assert tight == set(), way.taps


def test_a_six_hill_pool_is_whole_on_the_small_screen_while_one_is_chosen():
    state = LOADS["seven hills"]
    (_, way), *_ = narrowings(state, SHORT)
    scene = TELLING.scene(state, Look(*SIZES[0], SHORT, lit=way.lit))
    assert {name_of.pool(hill) for hill in POOL} <= ids(scene)
    assert {"deck:launch", "deck:standard"} <= ids(scene)


def test_every_end_and_joint_of_a_nine_hill_coaster_can_be_tapped():
    state = laid_out(coasters=(NINE,), stage=Placing(0, "skyline"), experts=("standard-02",))
    asks = by_seat(RULES.asks(state, TABLE))[0]
    way = narrow(TELLING, state, asks, SHORT)
    inserting = way.tap(name_of.expert(0, "foreman"))
    wanted = {name_of.joint(0, 0, place) for place in range(8)}
    assert wanted == set(inserting.lit)
    scene = TELLING.scene(state, Look(*SIZES[0], SHORT, lit=inserting.lit, chosen=inserting.chosen))
    assert wanted <= ids(scene)
    assert problems(scene) == []
    assert name_of.end(0, 0) in ids(TELLING.scene(state, Look(*SIZES[0], SHORT, lit=way.lit)))


def test_what_leads_on_glows_and_what_was_touched_is_ringed():
    state = LOADS["seven hills"]
    dark = TELLING.scene(state, Look(*SIZES[0], SHORT))
    lit = TELLING.scene(state, Look(*SIZES[0], SHORT, lit=(name_of.row("standard-03"),)))
    chosen = TELLING.scene(state, Look(*SIZES[0], SHORT, chosen=(name_of.row("standard-03"),)))
    assert len(lit.shapes) == len(dark.shapes) + 2
    assert len(chosen.shapes) == len(dark.shapes) + 1


def test_a_hill_on_sale_shows_its_price_once_it_is_named():
    assert "for sale" in words(TELLING.scene(LOADS["pricing"], Look(*SIZES[0], SHORT)))
    assert "$24" in words(TELLING.scene(LOADS["answering"], Look(*SIZES[0], SHORT)))


def test_house_values_are_said_to_be_so_until_the_box_has_taught_its_own():
    state = LOADS["seven hills"]
    look = Look(*SIZES[0], SHORT)
    assert "house values" in words(TELLING.scene(state, look))
    fields = ("flags", "size", "colour", "material", "expert", "hill", "terms")
    components = state.components
    taught = replace(
        components,
        hills=tuple(replace(hill, table=fields[:4]) for hill in components.hills),
        cards=tuple(replace(card, table=fields[4:6]) for card in components.cards),
        bonuses=tuple(replace(bonus, table=fields[6:]) for bonus in components.bonuses),
    )
    assert "house values" not in words(TELLING.scene(replace(state, components=taught), look))


def test_each_seat_has_a_page_and_each_page_shows_its_own_coasters():
    state = laid_out(coasters=FIVE_COASTERS)
    pages = dict(TELLING.pages(state, SHORT))
    assert list(pages) == ["table", "park:0", "park:1", "park:2", "park:3", "pool"]
    assert pages["park:1"] == "Benedikt’s park"
    assert "Meadow Drop" in words(TELLING.scene(state, Look(*SIZES[1], SHORT, page="park:0")))
    other = words(TELLING.scene(state, Look(*SIZES[1], SHORT, page="park:1")))
    assert "Comet Drop" in other
    assert "Meadow Drop" not in other


def test_the_first_card_of_a_set_up_is_found_by_its_hill_and_then_by_its_expert():
    state = begin(4)
    way = narrow(TELLING, state, by_seat(RULES.asks(state, TABLE))[None], SHORT)
    scene = TELLING.scene(state, Look(*SIZES[0], SHORT, lit=way.lit))
    standard = {name_of.hill(hill.id) for hill in state.components.hills if hill.deck == "standard"}
    assert standard <= ids(scene)
    further = way.tap(name_of.hill("jump"))
    assert set(further.lit) == {name_of.card("standard-03"), name_of.card("standard-15")}
    assert set(further.lit) <= ids(TELLING.scene(state, Look(*SIZES[0], SHORT, lit=further.lit)))


def test_scenes_are_drawn_as_svg_in_both_themes():
    scene = TELLING.scene(LOADS["five coasters"], Look(*SIZES[0], SHORT))
    assert svg(scene, dark=True, ground="panel") != svg(scene, dark=False, ground="panel")


@pytest.mark.parametrize("size", MARBLE_SIZES)
@pytest.mark.parametrize("coaster", [("comet-drop",), SEVEN, NINE], ids=["one", "seven", "nine"])
@pytest.mark.parametrize("passed", [0, 1, 3])
def test_a_marble_test_is_legible(size: tuple[float, float], coaster: tuple[str, ...], passed: int):
    test = Running(0, 0, (Attempt(1), Attempt(0)), final=True)
    state = laid_out(coasters=(coaster,), stage=test)
    progress = Progress(
        min(passed, len(coaster)),
        marble=(min(passed, len(coaster) - 1), 0.4),
        beams=(LIT, LIT, AWAITED, UNLIT, UNLIT),
        speeds=("0.9 m/s", "0.7 m/s", "0.4 m/s", *[""] * 6)[: len(coaster)],
    )
    scene = TELLING.run(state, Look(*size, LONG), progress)
    assert scene is not None
    assert problems(scene) == []


def test_a_marble_test_says_what_the_coaster_is_worth_now_and_over_the_next_hill():
    state = laid_out(
        coasters=(("comet-drop", "jump", "plateau", "loop"),), stage=Running(0, 0, (Attempt(2),))
    )
    told = words(TELLING.run(state, Look(*MARBLE_SIZES[0], SHORT), Progress(passed=3)) or Scene(1, 1, ()))
    # flags 3 + 2 + 1, Jump 1 hill before it; with the Loop 3 flags and 1 hill after the Plateau, doubled
    assert "Passed 3 of 4 so far" in told
    assert "7 points if it stops now," in told
    assert "22 over the Loop" in told
    assert "Ann’s Comet Drop" in told
    assert "1 · passed 2" in told


@pytest.mark.parametrize(
    ("marble", "said"), [(None, "1 · waiting"), ((0, 0.0), "1 · waiting"), ((0, 0.4), "1 · running")]
)
def test_a_run_is_waited_for_until_the_marble_has_left_the_top(marble, said):
    state = laid_out(coasters=(("comet-drop", "jump"),), stage=Running(0, 0, ()))
    told = words(
        TELLING.run(state, Look(*MARBLE_SIZES[0], SHORT), Progress(marble=marble)) or Scene(1, 1, ())
    )
    assert said in told


def test_there_is_no_marble_test_to_draw_when_none_is_going_on():
    assert TELLING.run(laid_out(), Look(*MARBLE_SIZES[0], SHORT), Progress()) is None


def test_offering_a_hill_moves_it_from_the_pool_to_the_stage():
    state = laid_out(stage=Pricing(), sale=Sale("jump"))
    found = ids(TELLING.scene(state, Look(*SIZES[1], SHORT)))
    assert name_of.sale("jump") in found
    assert name_of.pool("jump") not in found
    assert Offer(0, "jump") in next(iter(RULES.asks(laid_out(), TABLE))).options  # type: ignore[union-attr]  # a Pick
