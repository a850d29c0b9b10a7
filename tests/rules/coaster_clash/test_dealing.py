"""The draw pile: three cards each, renewed when it is empty and a card must be drawn (CC7, CC31, CC32)."""

import pytest
from msgspec.structs import replace

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.events import Dealt, RedrawsRevealed, Renewed, RoundBegan
from companion.rules.coaster_clash.flow import round_begins
from companion.rules.coaster_clash.knowing import candidates, older
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.state import Draw
from companion.rules.contract import TABLE
from tests.rules.coaster_clash.arranged import ELEMENTS, Table, box, cards_of, hidden


def anew(seat):
    return c.Redraw(seat, hidden(seat, value=True))


def keep(seat):
    return c.Redraw(seat, hidden(seat, value=False))


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everybody_is_dealt_three_cards_from_the_first_seat_clockwise(seats):
    table = Table(seats, first=2)
    order = [(2 + step) % seats for step in range(seats)]
    assert table.state.draws == tuple(Draw(seat, 3) for seat in order)
    assert [player.hand for player in table.state.players] == [3] * seats
    assert table.state.pile == 80 - 3 * seats


def test_a_pile_that_holds_just_enough_is_not_renewed():
    table = Table(3)
    table.bury(table.state.pile - 9)
    told = table.to_round(2)
    assert not any(isinstance(event, Renewed) for event in told)
    assert table.state.pile == 0
    assert table.state.face_down > 0


def test_the_pile_runs_out_in_mid_deal_and_the_deal_goes_on_with_the_discards():
    """Four cards are left: Ann gets three, Benedikt one and then, all discards shuffled, two more."""
    table = Table(3)
    table.discard(*cards_of("jungle", 10))
    table.bury(table.state.pile - 4)
    buried = table.state.face_down
    told = table.to_round(2)
    assert told == (
        RoundBegan(2), Dealt(0, 3), Dealt(1, 1), Renewed(10 + buried + 9), Dealt(1, 2), Dealt(2, 3)
    )  # fmt: skip
    assert (table.state.face_down, table.state.discards) == (0, ())
    assert table.state.pile == 10 + buried + 9 - 5
    assert [player.hand for player in table.state.players] == [3, 3, 3]


def test_the_pile_runs_out_in_mid_redraw_and_the_cards_just_thrown_go_in():
    table = Table(3)
    table.bury(table.state.pile - 1)
    buried = table.state.face_down
    told = table.enter(anew(0), keep(1), anew(2))
    assert told[-5:] == (RedrawsRevealed((0, 2)), Dealt(0, 1), Renewed(buried + 6), Dealt(0, 1), Dealt(2, 2))
    assert [player.hand for player in table.state.players] == [2, 3, 2]
    assert table.state.face_down == 0


def test_all_who_redraw_discard_before_anybody_draws_and_draw_in_the_order_of_the_deal():
    table = Table(4, first=2)
    told = table.enter(anew(0), anew(3), keep(1), anew(2))
    assert told[-4:] == (RedrawsRevealed((0, 2, 3)), Dealt(2, 2), Dealt(3, 2), Dealt(0, 2))
    assert table.state.face_down == 9


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_pile_never_runs_dry_when_everything_is_placed_and_everybody_redraws(seats):
    """The tightest game: each card played stays in a coaster, and each round all hands are thrown."""
    flat = {card: {"speed": 0, "vomit": []} for card in ELEMENTS}
    table = Table(seats, components=box(flat))
    for _ in range(6):
        table.enter(*[anew(seat) for seat in range(seats)], c.AllCommitted())
        for _ in range(2):
            for _ in range(seats):
                table.enter(table.options(name="flip")[0])
            table.enter(*[c.PlaceElement(seat, "upper") for seat in range(seats)])
    assert RULES.outcome(table.state) is not None
    placed = sum(len(area.upper.row) for area in table.state.areas)
    assert placed == 12 * seats


def test_what_came_back_is_a_candidate_again():
    table = Table(3)
    back = cards_of("jungle", 10)
    table.discard(*back)
    assert not set(back) & set(candidates(table.state, 0))
    table.bury(table.state.pile)
    table.to_round(2)
    assert table.state.returned == tuple(sorted(back))
    for seat in range(3):
        assert set(back) <= set(candidates(table.state, seat))


def in_mid_deal():
    """Ann's three cards are older than the renewal, one of Benedikt's is, none of Chiara's."""
    table = Table(3)
    back = cards_of("jungle", 10)
    table.discard(*back)
    table.bury(table.state.pile - 4)
    table.to_round(2)
    return table, back


def test_a_hand_dealt_before_the_renewal_holds_none_of_the_cards_that_came_back():
    table, back = in_mid_deal()
    assert [older(table.state, seat) for seat in range(3)] == [3, 1, 0]
    assert not set(back) & set(candidates(table.state, 0))
    assert set(back) < set(candidates(table.state, 1))
    assert set(back) < set(candidates(table.state, 2))
    table.flip()
    answer = table.refusal(c.TurnUp(0, back[0]))
    assert (answer.code, answer.section, answer.facts) == ("clash.card.not-held", "CC33", {"card": back[0]})


def test_a_hand_holds_no_more_returned_cards_than_it_drew_since():
    table, back = in_mid_deal()
    ann = [card for card in table.state.unseen if card not in back][:2]
    table.flip(ann[0], back[0], back[1])
    table.discard_all()
    assert set(back) - set(back[:2]) <= set(candidates(table.state, 1))
    table.flip(ann[1], back[2], back[3])
    assert older(table.state, 1) == 1
    assert not set(back) & set(candidates(table.state, 1))


def test_a_shown_card_that_did_not_come_back_is_taken_for_an_older_one():
    table, back = in_mid_deal()
    others = [card for card in table.state.unseen if card not in back]
    table.flip(others[0], others[1], back[0])
    assert older(table.state, 1) == 0
    assert set(back) - {back[0]} < set(candidates(table.state, 1))


def test_the_cards_that_did_not_come_back_are_kept_for_those_who_must_hold_them():
    """With nothing face down among the discards, Ann's older hand is all that did not come back."""
    table = Table(3)
    state = replace(
        table.state,
        players=tuple(replace(player, hand=0) for player in table.state.players),
        pile=3,
        face_down=0,
        unseen=table.state.unseen[:3],
        discards=tuple(sorted((*table.state.discards, *table.state.unseen[3:]))),
        draws=(),
    )
    table.become(state)
    back = set(state.discards)
    table.become(_round_two(state))
    assert [older(table.state, seat) for seat in range(3)] == [3, 0, 0]
    assert set(candidates(table.state, 0)) == set(state.unseen)
    assert set(candidates(table.state, 1)) == back
    assert set(candidates(table.state, 2)) == back


def _round_two(state):
    for event in round_begins(state, 2):
        state = RULES.evolve(state, event)
    return state


def test_a_redrawn_hand_is_judged_by_its_new_cards():
    table, back = in_mid_deal()
    table.enter(anew(0), keep(1), keep(2))
    assert older(table.state, 0) == 0
    assert set(back) < set(candidates(table.state, 0))


def test_the_asks_of_a_flip_offer_the_candidates_and_nothing_else():
    table, _ = in_mid_deal()
    table.flip()
    (ask,) = [ask for ask in table.asks(TABLE) if ask.name == "flip"]
    assert ask.readings == candidates(table.state, 0)
    assert ask.options == tuple(c.TurnUp(0, card) for card in ask.readings)
