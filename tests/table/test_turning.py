"""How a tile lies is a guess until the table has shown which way the board is up."""

import pytest
from msgspec.structs import replace

from companion.journal import Journal, Source
from companion.rules.contract import TABLE, Observe, Sensed, Setup
from companion.table.cards import Phase
from companion.table.turning import Turning
from tests.table.eyes import Watched, found
from tests.table.turning_game import Lay, find


@pytest.fixture
def board(memory):
    with Journal.open(memory / "journal.db", find) as journal:
        yield Watched(journal, Setup("turning_game", ("Ann", "Bo")))


def tile(card, angle, *, certain=True, place=0):
    return replace(found(place, card, certain=certain), angle=float(angle))


def turns(board):
    return board.table.view(TABLE).state.turns


def taught(board, up):
    """Two tiles whose turns the table enters itself, on a board whose up is so many degrees clockwise."""
    for card, turn in (("bend", 1), ("cross", 4)):
        board.see(tile(card, (60 * turn + up) % 360))
        board.enter(Lay(turn))


def test_the_first_turn_is_a_guess_that_the_table_confirms(board):
    progress = board.see(tile("bend", 123))
    assert (progress.phase, progress.why, progress.entering) == (Phase.DOUBTFUL, "turn", (Lay(2),))
    board.cards.confirm()
    board.settled()
    assert board.entries() == [(Lay(2), Source.CAMERA)]


@pytest.mark.parametrize("up", [0, 120, 180, 300])
def test_two_turns_that_the_table_enters_show_which_way_is_up(board, up):
    taught(board, up)
    board.see(tile("bend-2", (60 * 5 + up + 8) % 360))
    assert turns(board) == (1, 4, 5)
    assert board.entries()[-1][1] is Source.CAMERA


def test_entries_that_do_not_agree_teach_nothing(board):
    board.see(tile("bend", 60))
    board.enter(Lay(1))
    board.see(tile("cross", 60))
    board.enter(Lay(3))
    assert board.see(tile("bend-2", 0)).phase is Phase.DOUBTFUL


@pytest.mark.parametrize(
    "odd", [tile("bend-2", 27), tile("bend-2", 60, certain=False)], ids=["lies askew", "may be another"]
)
def test_a_tile_that_is_not_clear_waits_for_the_table(board, odd):
    taught(board, 0)
    assert board.see(odd).phase is Phase.DOUBTFUL
    assert turns(board) == (1, 4)


def test_a_tile_that_still_moves_is_not_entered(board):
    taught(board, 0)
    progress = board.see(tile("bend-2", 60), steady=False)
    assert (progress.phase, turns(board)) == (Phase.WATCHING, (1, 4))


def test_two_tiles_of_one_kind_tell_nothing(board):
    progress = board.see(tile("bend", 60), tile("bend", 120, place=1))
    assert (progress.phase, progress.entering) == (Phase.WATCHING, ())


def asked(tile_, *ways, around=6):
    return Observe(
        "turn",
        None,
        Sensed.TURN,
        tuple((tile_, way) for way in ways),
        tuple(map(str, ways)),
        (tile_, str(around)),
    )


def test_of_two_tiles_of_one_kind_the_one_that_was_not_there_before_is_meant(board):
    taught(board, 0)
    old = [tile("bend-2", 60, place=2), tile("loop", 0, place=3)]
    board.see(tile("bend-2", 60, place=2))
    assert turns(board) == (1, 4, 1)
    board.see(*old)
    assert turns(board) == (1, 4, 1, 0)
    board.see(*old, tile("slope", 180, place=4))
    assert turns(board) == (1, 4, 1, 0, 3)


def test_of_a_hand_of_two_the_tile_that_is_new_in_view_is_read():
    turning, hand = Turning(), (asked("bend", 0, 1, 2), asked("cross", 1, 3))
    old = tile("bend", 0)
    turning.learn((), [old], None)
    turned = turning.read(hand, [old, tile("cross", 180, place=1)])
    assert (turned.place, turned.command) == (1, ("cross", 3))
    assert turning.read(hand, [tile("bend", 0, place=2), tile("cross", 180, place=1)]) is None


def test_a_tile_whose_legal_turns_are_few_is_still_a_hexagon():
    turning = Turning()
    few = (asked("bend", 1, 3),)
    turning.learn(few, [tile("bend", 60)], ("bend", 1))
    assert turning.read(few, [tile("bend", 60), tile("bend", 180, place=1)]).command == ("bend", 3)
    assert turning.read(few, [tile("bend", 60), tile("bend", 270, place=1)]) is None


def test_a_square_card_turns_in_quarters():
    turning = Turning()
    assert turning.read((asked("card", 0, 1, 2, 3, around=4),), [tile("card", 92)]).command == ("card", 1)
