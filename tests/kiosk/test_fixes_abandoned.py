"""A game that is given up: nobody wins it, on the scores and among past evenings."""

import pytest

from companion.rules.contract import HOST
from tests.kiosk.opening import Opened

NAMES = ("Ann", "Benedikt")


def abandon(opened: Opened) -> None:
    ask = next(ask for ask in opened.table.view(HOST).asks if ask.name == "abandon")
    opened.table.submit(ask.options[0], by=HOST)
    opened.still()


def past(opened: Opened) -> list:
    opened.kiosk.stand_up()
    opened.kiosk.go("history")
    opened.still()
    return [row for row in opened.kiosk.frames.screen._rows if row.touch_id]


@pytest.mark.parametrize("game", ["coaster_park", "cosmic_coasters"])
def test_an_abandoned_game_has_no_winner(open_kiosk, game):
    opened = open_kiosk()
    opened.play(game, NAMES, moves=6)
    abandon(opened)
    scores = opened.kiosk.frames.screen
    assert scores._title.text == "The game was abandoned – nobody wins"
    assert not [id_ for id_ in opened.fingers.visible() if id_.startswith("bar.")]
    assert {"Ann", "Benedikt"} <= {row.label for row in scores._rows}
    (row,) = past(opened)
    assert row.symbol != "trophy"
    assert row.detail.endswith("abandoned")


def test_a_game_that_was_won_has_its_trophy(open_kiosk):
    opened = open_kiosk()
    opened.play("coaster_park", NAMES)
    opened.go_on(600)
    outcome = opened.table.view(HOST).outcome
    assert outcome.reason == "scored"
    (row,) = past(opened)
    assert row.symbol == "trophy"
    best = next(each for each in outcome.ranking if each.rank == 1)
    assert f"{NAMES[best.seat]} won" in row.detail
    assert all(f"{NAMES[each.seat]} {each.total}" in row.detail for each in outcome.ranking)
