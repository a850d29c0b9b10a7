"""Every command can be reached by taps, no way is the start of another, and an ordinary turn is short."""

from collections import Counter
from itertools import pairwise
from typing import get_args

import pytest

from companion.rules.coaster_park import commands
from companion.rules.coaster_park.commands import (
    HOST_COMMANDS,
    Build,
    Buy,
    Command,
    Compare,
    Hire,
    NamePrice,
    Offer,
    Pass,
    Store,
    TurnUp,
)
from companion.rules.coaster_park.ending import Tie, orders
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import (
    Answering,
    Drawing,
    Measuring,
    Placing,
    Pricing,
    Proceeds,
    Running,
    Sale,
    State,
)
from companion.rules.contract import HOST, TABLE, Ask, Pick, Seat
from companion.scenes.coaster_park.wording import TELLING
from companion.scenes.narrowing import narrow
from companion.scenes.telling import Step
from tests.scenes.coaster_park.parks import (
    EXPERTS,
    FIVE_COASTERS,
    SEVEN,
    SHORT,
    USED,
    by_seat,
    commands_of,
    evening,
    laid_out,
)


def ways(state: State, asks: tuple[Ask[Command], ...]) -> dict[tuple[str, ...], Command]:
    """Each command by the ids of its way, once they are found to be sound."""
    found: dict[tuple[str, ...], Command] = {}
    steps: dict[tuple[str, ...], Step] = {}
    for command in commands_of(asks):
        way = TELLING.path(state, command, SHORT)
        assert way, command
        touched = tuple(step.id for step in way)
        assert found.setdefault(touched, command) == command, touched
        for place, step in enumerate(way):
            assert step.label
            assert steps.setdefault(touched[: place + 1], step) == step, "a shared step has one label"
    ordered = sorted(found)
    for one, following in pairwise(ordered):
        assert following[: len(one)] != one, "no way is the start of another"
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_every_command_of_an_evening_has_a_way_of_its_own(seats: int, seed: int):
    for step in evening(seats, seed):
        for asks in by_seat(step.asks).values():
            ways(step.before, asks)


def test_every_command_of_the_host_has_a_way_of_its_own():
    reached: set[type] = set()
    states = [laid_out(experts=EXPERTS, used=USED, warehouse=("jump",), coasters=FIVE_COASTERS)]
    states.append(laid_out(stage=Drawing("standard", "sale")))
    states += [step.before for number, step in enumerate(evening(3, 5)) if number % 40 == 20]
    for state in states:
        asks = by_seat(RULES.asks(state, HOST))
        reached |= {type(command) for command in ways(state, asks[None]).values()}
    assert set(HOST_COMMANDS) <= reached


def test_the_walks_reach_every_kind_of_command_that_players_enter():
    reached: set[type] = set()
    for seats in (2, 3, 4):
        for seed in range(10):
            reached |= {type(step.command) for step in evening(seats, seed)}
    missing = {kind.__name__ for kind in set(get_args(Command)) - reached - set(HOST_COMMANDS)}
    assert missing <= {"Count", "Measure", "Compare"}, "house cards need no count, and ties are rare"


@pytest.mark.parametrize("seats", [(0, 1), (0, 2, 3), (0, 1, 2, 3)])
def test_every_order_of_coasters_side_by_side_has_a_way_of_its_own(seats: tuple[int, ...]):
    possible = orders(Tie(seats, fresh=True))
    pick = Pick("order", None, tuple(Compare(None, order) for order in possible))
    found = ways(laid_out(stage=Measuring()), (pick,))
    assert len(found) == len(possible) == {2: 3, 3: 13, 4: 75}[len(seats)]


def routed(state: State, command: Command, seat: Seat | None) -> int:
    """The taps that a command takes."""
    asks = by_seat(RULES.asks(state, TABLE))[seat]
    return len(narrow(TELLING, state, asks, SHORT).route(command))


def test_a_sale_that_all_decline_takes_six_touches_beside_its_price():
    touches = routed(laid_out(), Offer(0, "jump"), 0)
    pricing = laid_out(stage=Pricing(), sale=Sale("jump"))
    touches += routed(pricing, NamePrice(0, 0), 0)
    for seat in (1, 2, 3):
        answering = laid_out(stage=Answering(seat), sale=Sale("jump", price=0))
        touches += routed(answering, Pass(seat), seat)
    placing = laid_out(stage=Placing(0, "jump", sold=True), sale=Sale("jump", price=0, buyer=0))
    touches += routed(placing, Build(0, "jump", 0), 0)
    assert touches <= 6


def test_hiring_takes_two_touches_and_the_new_card_two():
    assert routed(laid_out(), Hire(0, "standard-03", "launch"), 0) == 2
    drawing = laid_out(stage=Drawing("launch", "hire"))
    card = drawing.launch[0]
    assert routed(drawing, TurnUp(0, card), 0) <= 2


@pytest.mark.parametrize("coasters", [(SEVEN,), FIVE_COASTERS])
def test_an_answer_takes_at_most_two_touches(coasters: tuple[tuple[str, ...], ...]):
    state = laid_out(coasters=coasters, stage=Answering(0), sale=Sale("jump", price=6))
    assert routed(state, Buy(0), 0) == 1
    assert routed(state, Pass(0), 0) == 1
    for number in range(len(coasters)):
        assert routed(state, commands.Test(0, number), 0) <= 2


def test_a_full_warehouse_says_what_must_go_before_the_new_hill_is_stored():
    state = laid_out(stage=Placing(0, "skyline"), warehouse=("jump",))
    first, last = TELLING.path(state, Store(0, "jump"), SHORT)
    assert first.detail == "a stored hill must go"
    assert last.label == "Discard Jump"
    roomy = laid_out(stage=Placing(0, "skyline"))
    assert [step.label for step in TELLING.path(roomy, Store(0), SHORT)] == ["Store it"]


def test_buying_says_the_price_after_discounts_and_the_coins_to_hand_over():
    state = laid_out(stage=Answering(0), sale=Sale("jump", price=8), experts=("launch-01",))
    (step,) = TELLING.path(state, Buy(0), SHORT)
    assert step.label == "Buy for $7"
    assert step.detail == "1 gold, 2 silver"


def test_the_seller_chooses_between_the_money_and_any_card_of_the_row():
    state = laid_out(stage=Proceeds(), sale=Sale("jump", price=9, buyer=1, paid=9))
    asks = by_seat(RULES.asks(state, TABLE))[0]
    last = {way[-1] for way in ways(state, asks)}
    assert last == {"money", *(f"row:{card}" for card in state.row)}


def alike(state: State, asks: tuple[Ask[Command], ...]) -> set[tuple[str, str]]:
    """What two different choices say that are offered at once."""
    offered: dict[tuple[str, ...], dict[str, Step]] = {}
    for command in commands_of(asks):
        way = TELLING.path(state, command, SHORT)
        for place, step in enumerate(way):
            offered.setdefault(tuple(before.id for before in way[:place]), {})[step.id] = step
    said = (Counter((step.label, step.detail) for step in steps.values()) for steps in offered.values())
    return {words for counted in said for words, times in counted.items() if times > 1}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_no_two_choices_offered_at_once_read_the_same(seats: int, seed: int):
    for number, step in enumerate(evening(seats, seed)):
        asks = step.asks if number % 40 else (*step.asks, *RULES.asks(step.before, HOST))
        for of_seat in by_seat(asks).values():
            assert alike(step.before, of_seat) == set()


def test_where_a_run_stopped_is_clear_on_a_coaster_with_two_hills_of_one_name():
    coaster = ("thunder-drop", "plateau", "jump", "plateau")
    running = laid_out(coasters=(coaster,), stage=Running(0, 0))
    said = [TELLING.path(running, commands.Run(0, passed), SHORT)[0].label for passed in range(5)]
    assert said == [
        "Stopped at the Thunder Drop",
        "Stopped at the first Plateau",
        "Stopped at the Jump",
        "Stopped at the second Plateau",
        "All the way",
    ]
