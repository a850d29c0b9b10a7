import pytest

from companion.rules.contract import TABLE, Observe, Sensed, Viewer, Violation
from companion.rules.cosmic_coasters.commands import (
    HandPutIn,
    HandsRevealed,
    Move,
    Report,
    Roll,
    RoundEnded,
    Throw,
)
from companion.rules.cosmic_coasters.rules import RULES
from companion.rules.cosmic_coasters.state import Sign, spare
from companion.rules.hidden import Hidden, redact
from tests.rules.cosmic_coasters.moons import (
    DRAW,
    LOSE,
    WIN,
    asked,
    at,
    enter,
    happened,
    offered,
    position,
    refused,
    stands,
)

ANN, BENEDIKT = "0F0 0F1 0C2 1F0", "1C0 1F2 1F3 1C2"
ATTACK = Move(0, at("1F0"), at("1C0"))


def attacked(**options):
    return enter(position(ANN, BENEDIKT, **options), ATTACK)


def hand(seat, sign):
    return Throw(seat, Hidden((seat,), sign))


def test_a_ship_moves_into_every_connected_empty_space():
    state = position("0F0 0F1", "1F0 1F1")
    assert {(move.origin, move.to) for move in offered(state, "move")} == {
        (at(origin), at(to))
        for origin, to in (
            ("0F0", "0C0"),
            ("0F0", "0C3"),
            ("0F0", "0P"),
            ("0F1", "0C0"),
            ("0F1", "0C1"),
            ("0F1", "0P"),
        )
    }
    assert stands(enter(state, Move(0, at("0F0"), at("0P"))), 0) == {"0P", "0F1"}


def test_a_ship_moves_only_along_connections():
    state = position("0F0 0F1 0C2", "1F0 1F1")
    for origin, to in (("0F0", "0F2"), ("0C2", "0P"), ("0F0", "1F0"), ("0F0", "0F0")):
        refused(
            state,
            Move(0, at(origin), at(to)),
            "cosmic.move.not-connected",
            "Movement and Combat",
            origin=at(origin),
            to=at(to),
        )


def test_nobody_moves_what_is_not_there_or_not_theirs():
    state = position("0F0 0F1", "1F0 1F1")
    for origin in ("0F2", "1F0"):
        move = Move(0, at(origin), at(origin) + 1)
        refused(state, move, "cosmic.move.not-your-ship", "Movement and Combat", space=at(origin))


def test_nobody_moves_onto_an_own_ship():
    """CO10"""
    state = position("0F0 0C0 0F1", "1F0 1F1")
    refused(state, Move(0, at("0F0"), at("0C0")), "cosmic.move.own-ship", "CO10", space=at("0C0"))
    assert Move(0, at("0F0"), at("0C0")) not in offered(state, "move")


def test_moving_onto_another_ship_attacks_it():
    state = attacked()
    assert asked(state) == [("result", None)]
    assert stands(state, 0) == set(ANN.split())


def test_a_won_attack_destroys_the_defender_and_moves_in():
    state = enter(attacked(), Report(WIN))
    assert stands(state, 0) == {"0F0", "0F1", "0C2", "1C0"}
    assert stands(state, 1) == {"1F2", "1F3", "1C2"}
    assert state.active == 1


def test_a_lost_attack_moves_nobody():
    state = enter(attacked(), Report(LOSE))
    assert stands(state, 0) == set(ANN.split())
    assert stands(state, 1) == set(BENEDIKT.split())
    assert state.active == 1


def test_a_drawn_attack_destroys_the_defender_and_does_not_move_in():
    """CO11"""
    state = enter(attacked(), Report(DRAW))
    assert stands(state, 0) == set(ANN.split())
    assert stands(state, 1) == {"1F2", "1F3", "1C2"}


def test_a_destroyed_ship_becomes_a_spare_part():
    assert spare(attacked(), 1) == 3
    assert spare(enter(attacked(), Report(WIN)), 1) == 4


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        (Sign.ROCK, Sign.ROCK, DRAW),
        (Sign.ROCK, Sign.PAPER, LOSE),
        (Sign.ROCK, Sign.SCISSORS, WIN),
        (Sign.PAPER, Sign.ROCK, WIN),
        (Sign.PAPER, Sign.PAPER, DRAW),
        (Sign.PAPER, Sign.SCISSORS, LOSE),
        (Sign.SCISSORS, Sign.ROCK, LOSE),
        (Sign.SCISSORS, Sign.PAPER, WIN),
        (Sign.SCISSORS, Sign.SCISSORS, DRAW),
    ],
)
def test_hands_are_put_in_in_any_order_and_turned_up_together(first, second, verdict):
    """CO12"""
    state = attacked(combat="hands")
    assert asked(state) == [("hand", 0), ("hand", 1)]
    one, two = hand(0, first), hand(1, second)
    assert happened(state, one) == (HandPutIn(0, one.hand),)
    for order in ((one, two), (two, one)):
        events = happened(enter(state, order[0]), order[1])
        assert events[1:3] == (HandsRevealed((first, second)), RoundEnded(0, 1, verdict))
        assert enter(state, *order).ships == enter(attacked(), Report(verdict)).ships


def test_a_hand_is_seen_by_nobody_else_until_both_are_in():
    """CO12"""
    state = enter(attacked(combat="hands"), hand(0, Sign.PAPER))
    assert asked(state) == [("hand", 1)]
    for viewer, seen in ((Viewer(0), Sign.PAPER), (Viewer(1), None), (TABLE, None)):
        assert redact(state, viewer).pending.hands == (Hidden((0,), seen), None)


def test_the_second_hand_is_accepted_by_those_who_do_not_see_the_first():
    """CO12"""
    state = enter(attacked(combat="hands"), hand(0, Sign.PAPER))
    answer = RULES.decide(redact(state, Viewer(1)), hand(1, Sign.ROCK))
    assert not isinstance(answer, Violation)


def test_a_hand_is_put_in_once_by_the_two_who_play():
    state = enter(position(ANN, BENEDIKT, "2F0 2F1", combat="hands"), ATTACK, hand(0, Sign.ROCK))
    section = "Movement and Combat"
    refused(state, hand(0, Sign.PAPER), "cosmic.round.hand-is-in", section, seat=0)
    refused(state, hand(2, Sign.PAPER), "cosmic.round.not-in-it", section, seat=2)


def test_a_hand_must_show_something_and_be_secret():
    """CO12"""
    state = attacked(combat="hands")
    refused(state, Throw(0, Hidden((0,))), "cosmic.round.no-hand", "CO12")
    refused(state, Throw(0, Hidden((0, 1), Sign.ROCK)), "cosmic.round.hand-not-secret", "CO12")


@pytest.mark.parametrize(
    ("pips", "verdict"), [(1, LOSE), (2, LOSE), (3, DRAW), (4, DRAW), (5, WIN), (6, WIN)]
)
def test_the_attackers_die_decides_where_the_table_prefers_dice(pips, verdict):
    """CO12"""
    state = attacked(combat="dice")
    (die,) = RULES.asks(state, TABLE)
    assert isinstance(die, Observe)
    assert (die.seat, die.sensed, die.readings) == (0, Sensed.DIE, ("1", "2", "3", "4", "5", "6"))
    assert enter(state, Roll(0, pips)).ships == enter(attacked(), Report(verdict)).ships


def test_a_die_has_six_sides_and_is_the_attackers():
    state = attacked(combat="dice")
    for pips in (0, 7):
        refused(state, Roll(0, pips), "cosmic.round.no-such-die", "Movement and Combat", pips=pips)
    refused(state, Roll(1, 3), "cosmic.turn.not-yours", "Movement and Combat", awaited=0)


@pytest.mark.parametrize("combat", ["hands", "result", "dice"])
def test_rounds_are_played_only_as_the_table_chose_before_the_game(combat):
    """CO12"""
    state = attacked(combat=combat)
    entries = {"hands": hand(0, Sign.ROCK), "result": Report(WIN), "dice": Roll(0, 6)}
    for way, entry in entries.items():
        if way == combat:
            happened(state, entry)
        else:
            refused(state, entry, "cosmic.round.played-otherwise", "CO12", chosen=combat, entered=way)
