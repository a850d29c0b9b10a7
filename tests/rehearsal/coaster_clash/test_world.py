"""The pretend table deals from shuffled cards: nobody holds what lies elsewhere, and hands stay."""

import pytest

from companion.rehearsal.coaster_clash.world import World
from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.events import FlipRevealed, Renewed, TurnedUp
from companion.rules.coaster_clash.knowing import candidates, held
from companion.rules.coaster_clash.state import Assigning, Committing
from companion.rules.contract import TABLE, Viewer
from companion.rules.hidden import redact
from tests.rehearsal.bare import begin, evening, moves

EVENINGS = [(3, 1), (4, 2), (5, 1), (6, 1), (6, 2)]


@pytest.mark.parametrize(("seats", "seed"), EVENINGS)
def test_every_hand_has_the_cards_that_its_seat_holds_and_that_it_can_hold(seats, seed):
    table, rehearsal = begin("coaster_clash", seats, seed)
    looked = 0
    for _ in moves(table, rehearsal):
        state = table.state
        if isinstance(state.stage, Assigning):
            continue
        hands = [rehearsal.world.secrets(redact(state, Viewer(seat)), seat) for seat in range(seats)]
        assert [len(hand) for hand in hands] == [held(state, seat) for seat in range(seats)]
        together = [card for hand in hands for card in hand]
        assert len(set(together)) == len(together)
        for seat, hand in enumerate(hands):
            assert set(hand) <= set(candidates(state, seat))
        looked += bool(together)
    assert looked > 50


@pytest.mark.parametrize(("seats", "seed"), EVENINGS)
def test_a_hand_only_loses_what_its_seat_shows_until_it_is_redrawn_or_dealt_anew(seats, seed):
    table, rehearsal = begin("coaster_clash", seats, seed)
    before = None
    for _ in moves(table, rehearsal):
        state = table.state
        if isinstance(state.stage, Assigning):
            continue
        hands = [{*rehearsal.world.secrets(state, seat), *state.players[seat].shown} for seat in range(seats)]
        drawn = (state.turn, len(state.draws))
        if before is not None and before[0] == drawn and any(player.down for player in state.players):
            assert hands == before[1]
        before = (drawn, hands)


def test_the_pile_is_renewed_at_six_and_the_hands_are_right_all_the_same():
    for seed in (1, 2):
        told = [event for entry in evening("coaster_clash", 6, seed).timeline.line for event in entry.events]
        assert any(isinstance(event, Renewed) for event in told)


def test_what_was_put_down_on_a_phone_is_what_is_turned_up():
    phones = named = 0
    for seats, seed in EVENINGS:
        for entry in evening("coaster_clash", seats, seed).timeline.line:
            for event in entry.events:
                if isinstance(event, FlipRevealed):
                    phones += sum(card != "" for card in event.cards)
                named += isinstance(event, TurnedUp)
            if isinstance(entry.command, c.Commit | c.Assign):
                secret = entry.command.card if isinstance(entry.command, c.Commit) else entry.command.left
                if secret.value is not None:
                    assert entry.by == Viewer(entry.command.seat)
    assert phones > 12
    assert named > 12
    assert phones + named == sum(12 * seats for seats, _ in EVENINGS)


def test_the_layouts_of_different_seats_are_different_cards():
    table, rehearsal = begin("coaster_clash", 6, 1)
    dealt = [card for seat in range(6) for card in rehearsal.world.secrets(table.state, seat)]
    assert len(set(dealt)) == 18


def test_other_seeds_shuffle_otherwise():
    table, _ = begin("coaster_clash", 3, 1)
    assert World(1).secrets(table.state, 0) != World(2).secrets(table.state, 0)


def test_who_plays_alone_is_told_cards_of_the_hand_that_flips():
    """A person puts cards down without naming them; the pretend table says what they were."""
    table, rehearsal = begin("coaster_clash", 3, 1)
    for _ in moves(table, rehearsal):
        if isinstance(table.state.stage, Committing):
            break
    table.enter(c.AllCommitted(), TABLE)
    hand = rehearsal.world.secrets(table.state, 0)
    (ask,) = [ask for ask in table.view(TABLE).asks if ask.name == "flip"]
    assert rehearsal.world.tell(table.state, ask, None).card in hand
