"""The pretend table of Coaster Park: what lies hidden is what comes up, however often it is asked."""

import pytest
from msgspec.structs import replace

from companion.rehearsal import chance, pretend
from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.components import house, index
from companion.rules.coaster_park.scoring import rides
from companion.rules.coaster_park.state import Engineering, Returning, State
from companion.rules.contract import Amount, Observe, Sensed
from tests.rehearsal.bare import begin, evening, moves

WHERE = index(house())


def set_up(seats: int = 3, seed: int = 1) -> State:
    """The state once everything is laid out."""
    table, rehearsal = begin("coaster_park", seats, seed)
    for move in moves(table, rehearsal):
        if move.ask.name == "sell":
            break
    return table.state


def test_the_row_is_the_top_of_the_decks_as_they_were_shuffled():
    table, rehearsal = begin("coaster_park", 3, 1)
    world, start = rehearsal.world, table.state
    expected = (*world.deck(start, "standard")[:3], *world.deck(start, "launch")[:2])
    for move in moves(table, rehearsal):
        if move.ask.name == "sell":
            break
    assert table.state.row == expected


def test_a_deck_keeps_its_order_when_cards_are_gone_from_it():
    world, state = pretend("coaster_park", 1), set_up()
    before = world.deck(state, "standard")
    drawn = replace(state, standard=tuple(card for card in state.standard if card != before[0]))
    assert world.deck(drawn, "standard") == before[1:]
    assert sorted(before) == sorted(state.standard)


def test_another_seed_shuffles_otherwise():
    state = set_up()
    assert pretend("coaster_park", 1).deck(state, "standard") != pretend("coaster_park", 2).deck(
        state, "standard"
    )


def test_secret_cards_are_dealt_once_each_and_two_with_two_players():
    for seats, each in ((2, 2), (3, 1), (4, 1)):
        world, state = pretend("coaster_park", 1), set_up(seats)
        dealt = [card for seat in range(seats) for card in world.secrets(state, seat)]
        assert len(dealt) == len(set(dealt)) == seats * each
        assert set(dealt) <= set(WHERE.secrets)


def called(state: State, seat: int, deck: str) -> State:
    """The state in which this seat's Engineer has just drawn two cards."""
    engineer = next(card for card, expert in WHERE.expert.items() if expert == "engineer")
    players = [*state.players]
    players[seat] = replace(players[seat], used=(engineer,))
    return replace(state, players=tuple(players), stages=(*state.stages, Engineering(seat, deck)))


@pytest.mark.parametrize("kept", [0, 1])
def test_an_engineer_sees_the_two_top_cards_and_what_goes_back_is_the_other_one(kept):
    world, state = pretend("coaster_park", 1), set_up()
    drawn = world.deck(state, "standard")[:2]
    engineering = called(state, 2, "standard")
    assert world.secrets(engineering, 2)[1:] == drawn
    assert world.secrets(engineering, 1) == world.secrets(state, 1)
    rest = tuple(card for card in state.standard if card != drawn[kept])
    returning = replace(engineering, standard=rest, stages=(*state.stages, Returning(2, "standard")))
    assert world.deck(returning, "standard")[0] == drawn[1 - kept]
    shuffled = replace(returning, stages=state.stages)
    assert world.deck(shuffled, "standard") != world.deck(returning, "standard")
    assert sorted(world.deck(shuffled, "standard")) == sorted(rest)


def test_a_coaster_is_the_same_one_in_every_test_and_marbles_differ():
    """Runs of one coaster with other marbles: all beams sit at the same places, not all marbles run alike."""
    table, rehearsal = begin("coaster_park", 3, 1)
    for move in moves(table, rehearsal):
        ask = move.ask
        if isinstance(ask, Observe) and ask.sensed is Sensed.RUN and len(ask.subject) > 3:
            rides = [rehearsal.world.ride(table.state, ask, chance(1, n)) for n in range(12)]
            again = rehearsal.world.ride(table.state, ask, chance(1, 3))
            assert again == rides[3]
            assert len({ride.edges for ride in rides}) == len(rides)
            assert all(ride.result.sensed in ask.readings for ride in rides)
            return
    raise AssertionError("no long coaster was tested")


def test_who_has_a_phone_enters_secrets_there_and_the_others_leave_them_unseen():
    phones = set()
    for seed in range(1, 9):
        table, rehearsal = begin("coaster_park", 4, seed)
        for move in moves(table, rehearsal):
            if move.ask.name == "sell":
                break
            if isinstance(move.command, c.EnterSecret):
                seat = move.command.seat
                phones.add(move.by.seat is not None)
                assert move.by.seat in (None, seat)
                dealt = rehearsal.world.secrets(table.state, seat)[0]
                assert move.command.card.value == (dealt if move.by.seat == seat else None)
    assert phones == {True, False}


def test_coasters_are_measured_as_long_as_they_are_the_longest_first():
    table = evening("coaster_park", 3, 1)
    world, state = pretend("coaster_park", 1), table.state
    left = {
        seat: sum(bool(ride.hills) for ride in rides(player, player.chosen))
        for seat, player in enumerate(state.players)
    }
    seat = max(left, key=lambda each: left[each])
    assert left[seat] > 1
    lengths: tuple[int, ...] = ()
    for _ in range(left[seat]):
        measured = replace(state.players[seat], lengths=lengths)
        asked = replace(state, players=(*state.players[:seat], measured, *state.players[seat + 1 :]))
        ask = Amount("length", None, c.Measure(None, seat, 1), "length", 1, 9999)
        told = world.tell(asked, ask, chance(1))
        assert ask.low <= told.length <= ask.high
        lengths = (*lengths, told.length)
    assert lengths == tuple(sorted(lengths, reverse=True))
    assert 300 < lengths[-1] <= lengths[0] < 4000
