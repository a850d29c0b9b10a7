import pytest
from msgspec.structs import replace

from companion.rules.blast_track.board import START, Spot
from companion.rules.blast_track.commands import EnterFirst, Lay, Stand, Take, TurnUp
from companion.rules.blast_track.components import house, plain
from companion.rules.blast_track.rules import RULES
from companion.rules.blast_track.state import Laying, SettingUp, Taking, drawn_tiles, unseen_tiles
from companion.rules.contract import HOST, TABLE, Setup, Viewer, Violation
from companion.rules.hidden import Hidden, redact
from tests.rules.blast_track.arranged import NAMES, asked, began, enter, refused

NO_PLUS = {**plain(house()), "tiles": [{**tile, "plus": 0} for tile in plain(house())["tiles"]]}


def refusal(**changes):
    setup = replace(Setup(RULES.name, NAMES[:2]), **changes)
    answer = RULES.start(setup)
    assert isinstance(answer, Violation)
    return answer


def test_a_game_is_for_two_to_six():
    for names in (NAMES[:1], (*NAMES, "Gus")):
        assert refusal(names=names).code == "track.setup.seats"
    assert list(RULES.seats) == [2, 3, 4, 5, 6]


def test_the_first_player_sits_at_the_table():
    assert refusal(first=2).code == "track.setup.first-player"


def test_an_option_that_the_game_does_not_have_is_refused_with_its_ruling():
    assert refusal(options={"gravity": "off"}).code == "track.setup.option"
    wrong = refusal(options={"overboard": "swim"})
    assert (wrong.code, wrong.section) == ("track.setup.option", "BT18")


def test_components_that_make_no_game_are_refused_by_what_is_wrong():
    broken = {**plain(house()), "tiles": plain(house())["tiles"][1:]}
    answer = refusal(components=broken)
    assert answer.code == "track.setup.components"
    assert answer.facts["fault"] == "tiles: 36 tiles of kind rail are expected, not 30"


@pytest.mark.parametrize(
    ("seats", "heights"),
    [(2, (17, 17, 16)), (3, (17, 16, 16)), (4, (16, 16, 16)), (5, (16, 16, 15)), (6, (16, 15, 15))],
)
def test_the_piles_differ_by_one_tile_at_most(seats, heights):
    state = began(seats, components=NO_PLUS)
    assert tuple(pile.unseen for pile in state.piles) == heights
    assert sum(heights) + seats == 52


def test_tiles_with_a_plus_are_left_out_by_fewer_than_five():
    """The house's 12 purple ones and with them the fourth tunnel's exit and a Loop."""
    assert sum(drawn_tiles(house(), 4).values()) == 40
    assert sum(drawn_tiles(house(), 5).values()) == 52
    assert sorted(began(4).spare) == sorted(
        ["loop"] * 3
        + ["exit-1", "exit-2", "exit-3", "rock-entrance", "rock-exit", "ground-entrance", "ground-exit"]
    )
    assert len(began(5).spare) == 12
    assert drawn_tiles(house(), 4)["tunnel-4"] == 0
    assert drawn_tiles(house(), 4)["loop-symbol"] == began(4).spare.count("loop") == 3


def test_a_marked_site_takes_its_partner_along():
    marked = plain(house())
    for tile in marked["tiles"]:
        tile["plus"] = 1 if tile["id"] == "rock-exit" else 0
    assert not {"rock-exit", "rock-entrance"} & set(began(4, components=marked).spare)
    assert {"rock-exit", "rock-entrance"} <= set(began(5, components=marked).spare)


def test_each_cart_stands_on_its_starting_point_clockwise():
    state = began(6)
    assert [player.cart for player in state.players] == [Spot(START, end) for end in range(6)]


def test_players_may_choose_their_colours_one_after_the_other_from_the_first_on():
    state = began(3, first=2, colours="chosen")
    assert [player.cart for player in state.players] == [None] * 3
    assert {option.seat for option in asked(state, "colour")} == {2}
    refused(state, Stand(0, 4), "track.turn.not-yours")
    refused(state, Stand(2, 6), "track.colour.unknown")
    state = enter(state, Stand(2, 4))
    assert refused(state, Stand(0, 4), "track.colour.taken").facts["owner"] == 2
    state = enter(state, Stand(0, 3), Stand(1, 5))
    assert [player.cart for player in state.players] == [Spot(START, end) for end in (3, 5, 4)]
    refused(state, Stand(1, 0), "track.action.not-now")


def test_everybody_holds_one_tile_and_three_are_turned_up_before_the_first_turn():
    state = began(2, first=1)
    for slot in range(3):
        assert isinstance(state.stage, SettingUp)
        state = enter(state, TurnUp(slot, "rail-cross"))
    state = enter(state, EnterFirst(0, Hidden((0,))))
    assert isinstance(state.stage, SettingUp)
    state = enter(state, EnterFirst(1, Hidden((1,), "slope-star")))
    assert (type(state.stage), state.active, state.turn) == (Taking, 1, 1)
    assert state.market == ("rail-cross",) * 3
    assert sum(pile.unseen for pile in state.piles) == 40 - 2 - 3


def test_a_first_tile_is_entered_once_by_its_owner_and_is_one_of_the_purple_tiles():
    state = began(2)
    refused(state, EnterFirst(0, Hidden((0, 1), "rail-star")), "track.first.viewers", "BT42")
    refused(state, EnterFirst(0, Hidden((0,), "exit-1")), "track.first.unknown", "BT42")
    refused(state, EnterFirst(0, Hidden((0,), "tunnel-4")), "track.first.unknown", "BT42")
    refused(state, EnterFirst(2, Hidden((2,))), "track.first.not-awaited")
    state = enter(state, EnterFirst(0, Hidden((0,), "rail-star")))
    refused(state, EnterFirst(0, Hidden((0,), "rail-star")), "track.first.not-awaited")


def first_turn(*entered):
    """The first turn of two, first tiles entered by those who are named with one."""
    state = began(2)
    for seat in (0, 1):
        state = enter(state, EnterFirst(seat, Hidden((seat,), dict(entered).get(seat))))
    for slot in range(3):
        state = enter(state, TurnUp(slot, "rail-cross"))
    return enter(state, Take(0, 0), TurnUp(0, "rail-cross"))


def test_the_first_tile_alone_is_secret_and_mirrored_to_nobody_else():
    """Whatever seat 0 entered, table and seat 1 see the same bytes, asks and refusals; seat 0 does not."""
    one, two = first_turn((0, "rail-star")), first_turn((0, "slope-star"))
    wrong = Lay(0, "rail-star", (9, 9), 0)
    for viewer in (TABLE, HOST, Viewer(1)):
        seen = [redact(state, viewer) for state in (one, two)]
        assert seen[0] == seen[1]
        assert RULES.asks(seen[0], viewer) == RULES.asks(seen[1], viewer)
        assert RULES.decide(seen[0], wrong) == RULES.decide(seen[1], wrong)
    assert RULES.decide(one, wrong) == RULES.decide(two, wrong)
    own = [asked(redact(state, Viewer(0)), "lay-first", Viewer(0)) for state in (one, two)]
    assert {lay.tile for lay in own[0]} == {"rail-star"}
    assert {lay.tile for lay in own[1]} == {"slope-star"}
    assert {lay.tile for lay in asked(redact(one, TABLE), "lay-first")} > {
        "rail-star",
        "slope-star",
        "tunnel-1",
    }


def test_an_entered_first_tile_that_can_not_be_it_any_more_narrows_nothing():
    """Seat 0 entered the only Slope of a Star; it was turned up since, so its tile is another."""
    state = began(2)
    for seat, tile in ((0, "slope-star"), (1, None)):
        state = enter(state, EnterFirst(seat, Hidden((seat,), tile)))
    for tile in ("slope-star", "rail-cross", "rail-cross"):
        state = enter(state, TurnUp(state.market.index(None), tile))
    state = enter(state, Take(0, 1), TurnUp(1, "rail-cross"))
    own, table = redact(state, Viewer(0)), redact(state, TABLE)
    assert asked(own, "lay-first", Viewer(0)) == asked(table, "lay-first")


def test_what_is_laid_as_the_first_tile_shows_it_even_if_another_was_entered():
    state = first_turn((0, "rail-star"))
    state = enter(state, Lay(0, "slope-lanes", (0, -1), 0))
    assert state.players[0].first is None
    assert state.players[0].hand == ("rail-cross",)


def test_a_tile_comes_up_only_while_a_copy_of_it_has_not_been_seen():
    state = began(2)
    for slot in range(2):
        state = enter(state, TurnUp(slot, "slope-spine"))
    assert "slope-spine" not in unseen_tiles(state)
    answer = refused(state, TurnUp(2, "slope-spine"), "track.tile.none-left", "Components")
    assert (answer.facts["copies"], answer.facts["market"]) == (2, 2)
    refused(state, TurnUp(2, "tunnel-4"), "track.tile.unknown")
    refused(state, TurnUp(2, "loop"), "track.tile.unknown")


def test_a_tile_is_turned_up_into_the_slot_of_its_own_pile():
    state = began(2)
    assert refused(state, TurnUp(1, "rail-star"), "track.market.other-slot").facts["awaited"] == 0
    state = first_turn()
    refused(state, TurnUp(0, "rail-star"), "track.action.not-now")


def test_a_seat_takes_a_tile_of_the_market_and_its_pile_refills_the_slot_at_once():
    state = began(2)
    for seat in (0, 1):
        state = enter(state, EnterFirst(seat, Hidden((seat,))))
    for slot, tile in enumerate(("rail-cross", "rail-star", "rail-lanes")):
        state = enter(state, TurnUp(slot, tile))
    refused(state, Take(0, 3), "track.market.empty-slot", "BT1")
    refused(state, Take(1, 0), "track.turn.not-yours")
    high = state.piles[1].unseen
    state = enter(state, Take(0, 1))
    assert state.players[0].hand == ("rail-star",)
    refused(state, Lay(0, "rail-star", (0, -1), 0), "track.action.not-now", "BT1")
    state = enter(state, TurnUp(1, "slope-star"))
    assert state.market == ("rail-cross", "slope-star", "rail-lanes")
    assert state.piles[1].unseen == high - 1
    assert isinstance(state.stage, Laying)
