"""Teaching a box's own tiles as they come up."""

from companion.rules.blast_track.commands import (
    ChoosePile,
    EnterFirst,
    Lay,
    Take,
    TeachDrawn,
    TeachOpenings,
    TeachPlus,
    TurnUp,
)
from companion.rules.blast_track.components import house, on_house_values, provenance, tiles_of
from companion.rules.blast_track.state import Extra, Taking, drawn_tiles
from companion.rules.contract import HOST
from companion.rules.hidden import Hidden
from tests.rules.blast_track.arranged import UP, asked, began, enter, park, refused


def all_seen():
    """Both Slopes with a spine are on the board, and the box turns out to have a third."""
    return park(("slope-spine", (6, 0)), ("slope-spine", (6, 2)), hand=(), stage=Taking())


def test_a_tile_that_no_copy_is_left_of_is_taught_and_turned_up_in_one():
    state = enter(all_seen(), Take(0, 0))
    refused(state, TurnUp(0, "slope-spine"), "track.tile.none-left")
    lesson = TeachDrawn("slope-spine", "slope-lanes")
    assert lesson in asked(state, "teach-drawn", HOST)
    after = enter(state, lesson)
    assert after.market[0] == "slope-spine"
    counts = {tile.id: tile.count for tile in after.components.tiles}
    assert (counts["slope-spine"], counts["slope-lanes"]) == (3, 1)
    assert provenance(tiles_of(after.components)["slope-spine"], "count") == "table"
    assert sum(drawn_tiles(after.components, 2).values()) == 40


def test_a_blind_tile_and_one_of_the_first_market_are_taught_alike():
    state = park(("slope-spine", (6, 0)), ("slope-spine", (6, 2)), hand=("slope-star",))
    state = enter(
        state, Lay(0, "slope-star", UP[0], 0), ChoosePile(0, 0), TeachDrawn("slope-spine", "slope-cross")
    )
    assert state.stage == Extra("slope-spine")
    first = enter(began(2), TurnUp(0, "slope-star"), TeachDrawn("slope-star", "slope-lanes"))
    assert first.market == ("slope-star", "slope-star", None)


def test_a_tile_is_taught_only_when_none_is_left_and_for_one_of_its_kind_not_seen_yet():
    state = enter(all_seen(), Take(0, 0))
    for lesson in (
        TeachDrawn("slope-star", "slope-lanes"),
        TeachDrawn("slope-spine", "rail-star"),
        TeachDrawn("slope-spine", "slope-spine"),
        TeachDrawn("tunnel-1", "tunnel-2"),
    ):
        refused(state, lesson, "track.teach.drawn")
    refused(all_seen(), TeachDrawn("slope-spine", "slope-lanes"), "track.teach.drawn")


def test_plus_symbols_are_taught_before_the_first_tile_is_turned_up():
    state = began(4)
    heights = sum(pile.unseen for pile in state.piles)
    after = enter(state, TeachPlus("rail-star", 3))
    assert sum(pile.unseen for pile in after.piles) == heights - 2
    none = enter(after, TeachPlus("loop-symbol", 0), TeachPlus("tunnel-4", 0))
    assert none.spare.count("loop") == 4
    assert "exit-4" in none.spare
    site = enter(none, TeachPlus("rock-entrance", 1))
    assert not {"rock-entrance", "rock-exit"} & set(site.spare)
    refused(after, TeachPlus("rail-star", 1), "track.teach.plus", "BT31")
    refused(enter(state, TurnUp(0, "rail-star")), TeachPlus("rail-star", 3), "track.teach.plus")


def test_enough_tiles_must_be_left_without_a_plus():
    state = began(4)
    assert refused(state, TeachPlus("rail-star", 5), "track.teach.plus").facts["most"] == 4
    assert refused(state, TeachPlus("rail-star", -1), "track.teach.plus").repairs[0].plus == 0
    for tile, plus in (("rail-curves", 6), ("rail-star", 4), ("rail-spine", 8), ("rail-lanes", 8)):
        state = enter(state, TeachPlus(tile, plus))
    # Left are 8 crosses, 6 Slopes, 3 symbols and 3 entrances: 20, of which 8 more may go.
    assert sum(drawn_tiles(state.components, 4).values()) == 20
    assert enter(state, TeachPlus("rail-cross", 10))
    fewer = enter(state, TeachPlus("rail-cross", 9))
    assert sum(drawn_tiles(fewer.components, 4).values()) == 13
    assert refused(fewer, TeachPlus("slope-spine", 2), "track.teach.plus").facts["most"] == 1


def test_first_tiles_entered_before_stay_as_they_are():
    state = enter(began(2), EnterFirst(0, Hidden((0,), "rail-star")), TeachPlus("rail-star", 4))
    assert state.players[0].first.tile.value == "rail-star"


def test_the_direction_of_tunnel_numbers_is_taught_until_the_tile_is_laid():
    state = park(hand=("tunnel-1", "rail-star"))
    after = enter(state, TeachOpenings("exit-1", clockwise=False))
    assert tiles_of(after.components)["exit-1"].openings == (1, 6, 5, 4, 3, 2)
    refused(after, TeachOpenings("exit-1", clockwise=True), "track.teach.openings")
    laid = enter(state, Lay(0, "tunnel-1", UP[0], 0))
    for tile in ("tunnel-1", "exit-1", "rail-star"):
        refused(laid, TeachOpenings(tile, clockwise=False), "track.teach.openings")
    kept = enter(state, TeachOpenings("tunnel-2", clockwise=True))
    assert tiles_of(kept.components)["tunnel-2"].openings == (1, 2, 3, 4, 5, 6)


def test_house_values_are_called_so_until_all_are_the_tables_own():
    assert on_house_values(house())
    assert provenance(tiles_of(house())["loop"], "count") == "rulebook"
    assert provenance(tiles_of(house())["rail-star"], "count") == "house"
