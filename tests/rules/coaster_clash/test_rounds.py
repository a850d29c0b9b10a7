"""A Round: who plays where and when, face down, turned up in two steps, placed or discarded."""

import pytest

from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.events import (
    Committed,
    Discarded,
    Ended,
    FlipRevealed,
    Placed,
    RedrawsRevealed,
    RoundBegan,
    RoundEnded,
)
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.state import (
    Committing,
    Flipping,
    Over,
    Redrawing,
    area_of,
    open_seats,
    unnamed,
)
from companion.rules.contract import HOST, TABLE, Viewer
from companion.rules.hidden import redact
from tests.rules.coaster_clash.arranged import Table, box, cards_of, commit, hidden

JUNGLE, PIRATE, SPACE = cards_of("jungle", 6), cards_of("pirate", 6), cards_of("space", 6)


def anew(seat):
    return c.Redraw(seat, hidden(seat, value=True))


def keep(seat):
    return c.Redraw(seat, hidden(seat, value=False))


def committing(seats=3):
    table = Table(seats)
    table.enter(c.AllKeep())
    return table


# Which area, and in which order


def test_areas_lie_between_a_seat_and_its_left_neighbour_who_is_the_next_clockwise():
    assert [area_of(3, seat, "left") for seat in range(3)] == [0, 1, 2]
    assert [area_of(3, seat, "right") for seat in range(3)] == [2, 0, 1]


@pytest.mark.parametrize(
    ("turn", "first", "areas"),
    [(1, "left", [0, 1, 2]), (2, "right", [2, 0, 1]), (5, "left", [0, 1, 2]), (6, "right", [2, 0, 1])],
)
def test_odd_rounds_play_to_the_left_first_and_even_rounds_to_the_right(turn, first, areas):
    table = Table()
    table.to_round(turn)
    table.enter(c.AllKeep())
    assert table.options(name="commit")[0].side == first
    table.flip(*JUNGLE[:3])
    told = table.enter(*[c.PlaceElement(seat, "upper") for seat in range(3)])
    assert [event.area for event in told if isinstance(event, Placed)] == areas


def test_the_second_card_goes_to_the_other_area():
    table = committing()
    table.enter(commit(table.state, 0, None))
    answer = table.refusal(c.Commit(0, "left", hidden(0)))
    assert (answer.code, answer.section) == ("clash.commit.other-side", "A Round")
    assert answer.facts == {"round": 1, "side": "right"}
    assert answer.repairs[0] == c.Commit(0, "right", hidden(0))
    table.flip(*JUNGLE[:3])
    table.discard_all()
    table.flip(*PIRATE[:3])
    told = table.enter(*[c.PlaceElement(seat, "lower") for seat in range(3)])
    assert [event.area for event in told if isinstance(event, Placed)] == [2, 0, 1]


def test_each_area_gets_one_card_in_each_flip_so_that_placements_never_meet():
    for seats in (3, 4, 5, 6):
        for side in ("left", "right"):
            assert sorted(area_of(seats, seat, side) for seat in range(seats)) == list(range(seats))


# Redraw


def test_a_hand_is_discarded_once_a_round_before_anything_is_committed():
    table = Table()
    table.enter(anew(0))
    assert table.refusal(anew(0)).code == "clash.redraw.not-awaited"
    assert table.refusal(keep(0)).section == "CC6"
    assert table.refusal(commit(table.state, 0, None)).code == "clash.entry.not-now"
    told = table.enter(keep(1), keep(2))
    assert RedrawsRevealed((0,)) in told
    assert isinstance(table.state.stage, Committing)
    assert table.refusal(anew(1)).code == "clash.entry.not-now"
    assert [player.hand for player in table.state.players] == [2, 3, 3]


def test_after_a_redraw_both_new_cards_are_committed_and_none_is_left():
    table = Table()
    table.enter(anew(0), c.AllKeep())
    table.flip(*JUNGLE[:3])
    table.discard_all()
    table.flip(*PIRATE[:3])
    told = table.discard_all()
    assert RoundEnded(1, 2) in told, "only the two who kept their hands have a third card"


def test_whether_somebody_redraws_is_seen_when_all_have_said_so():
    one, two = Table(), Table()
    one.enter(anew(0))
    two.enter(keep(0))
    for viewer in (TABLE, HOST, Viewer(1), Viewer(2)):
        assert redact(one.state, viewer) == redact(two.state, viewer)
        assert one.asks(viewer) == two.asks(viewer)
    assert redact(one.state, Viewer(0)) != redact(two.state, Viewer(0))


def test_a_wish_is_its_owner_s_secret_and_says_yes_or_no():
    table = Table()
    assert table.refusal(c.Redraw(0, hidden(1, value=True))).code == "clash.redraw.not-secret"
    assert table.refusal(c.Redraw(0, hidden(0))).section == "CC30"


# Commit


def test_both_cards_are_face_down_before_any_is_flipped():
    table = committing()
    for seat in (0, 1, 2, 0, 1):
        told = table.enter(commit(table.state, seat, None))
        assert [type(event) for event in told] == [Committed]
        assert table.refusal(c.TurnUp(0, JUNGLE[0])).code == "clash.entry.not-now"
        assert table.refusal(c.PlaceElement(0, "upper")).section == "CC3"
    told = table.enter(commit(table.state, 2, None))
    assert told[1] == FlipRevealed(1, ("", "", ""))
    assert table.state.stage == Flipping(1)


def test_a_card_is_always_committed_to_each_area_and_no_third_one():
    table = committing()
    table.enter(commit(table.state, 0, JUNGLE[0]), commit(table.state, 1, JUNGLE[1]))
    table.enter(commit(table.state, 0, JUNGLE[2]))
    answer = table.refusal(c.Commit(0, "left", hidden(0, JUNGLE[3])))
    assert (answer.code, answer.section) == ("clash.commit.not-awaited", "CC4")
    assert open_seats(table.state) == (1, 2)


def test_a_committed_card_is_its_owner_s_secret():
    table = committing()
    table.enter(commit(table.state, 0, JUNGLE[0]))
    for viewer in (TABLE, HOST, Viewer(1), Viewer(2)):
        assert redact(table.state, viewer).players[0].down[0].value is None
    assert redact(table.state, Viewer(0)).players[0].down[0].value == JUNGLE[0]
    assert table.refusal(c.Commit(1, "left", hidden(0, JUNGLE[1]))).code == "clash.commit.not-secret"


def test_a_second_chooser_is_answered_and_asked_alike_whatever_the_first_one_put_down():
    """State, asks and refusals are the same; that the story is too, the law on secrets sees to."""
    tables = [committing() for _ in range(3)]
    for table, card in zip(tables, (JUNGLE[0], PIRATE[3], None), strict=True):
        table.enter(commit(table.state, 0, card))
    for viewer in (TABLE, HOST, Viewer(1), Viewer(2)):
        seen = [redact(table.state, viewer) for table in tables]
        assert seen[0] == seen[1] == seen[2]
        asked = [table.asks(viewer) for table in tables]
        assert asked[0] == asked[1] == asked[2]
        for card in (JUNGLE[0], PIRATE[3], "nonsense"):
            answers = [RULES.decide(state, c.Commit(1, "left", hidden(1, card))) for state in seen]
            assert answers[0] == answers[1] == answers[2]
    for table in tables:
        assert JUNGLE[0] in [option.card.value for option in table.options(Viewer(1), "commit")]
        table.enter(commit(table.state, 1, JUNGLE[0]))


def test_who_committed_a_card_is_not_offered_it_again():
    table = committing()
    table.enter(commit(table.state, 0, JUNGLE[0]))
    assert JUNGLE[0] not in [option.card.value for option in table.options(Viewer(0), "commit")]
    assert JUNGLE[0] in [option.card.value for option in table.options(TABLE, "commit")]


def test_a_card_that_lies_open_is_not_committed_and_it_is_said_where_it_lies():
    table = committing()
    table.build(1, "lower", JUNGLE[0])
    table.discard(JUNGLE[1])
    for card, lies in ((JUNGLE[0], "coaster:1:lower"), (JUNGLE[1], "discards")):
        answer = table.refusal(commit(table.state, 0, card))
        assert (answer.code, answer.facts) == ("clash.card.elsewhere", {"card": card, "lies": lies})
    assert table.refusal(commit(table.state, 0, "helix")).code == "clash.card.unknown"


# Flip


def test_cards_entered_face_down_are_turned_up_by_an_event_and_the_others_named():
    table = committing()
    for seat, cards in enumerate(((JUNGLE[0], JUNGLE[1]), (None, None), (PIRATE[0], PIRATE[1]))):
        for card in cards:
            told = table.enter(commit(table.state, seat, card))
    assert told[-1] == FlipRevealed(1, (JUNGLE[0], "", PIRATE[0]))
    assert unnamed(table.state) == (1,)
    assert redact(table.state, TABLE).players[0].down[0].value is None, "the second card stays secret"
    answer = table.refusal(c.TurnUp(1, PIRATE[0]))
    assert answer.facts == {"card": PIRATE[0], "lies": "seat:2"}


def test_a_card_that_two_seats_entered_is_named_when_it_is_turned_up():
    table = committing()
    for seat, card in enumerate((JUNGLE[0], JUNGLE[0], PIRATE[0])):
        table.enter(commit(table.state, seat, card))
        table.enter(commit(table.state, seat, None))
    assert unnamed(table.state) == (0, 1)
    table.enter(c.TurnUp(0, JUNGLE[0]), c.TurnUp(1, JUNGLE[1]))


def test_a_second_card_that_somebody_has_shown_meanwhile_is_named_when_it_is_turned_up():
    table = committing()
    table.enter(commit(table.state, 0, None))
    table.enter(commit(table.state, 0, JUNGLE[0]), c.AllCommitted())
    table.flip(PIRATE[0], JUNGLE[0], PIRATE[1])
    told = table.discard_all()
    assert told[-1] == FlipRevealed(2, ("", "", ""))


def test_flipped_cards_are_named_one_seat_after_the_other():
    table = committing()
    table.flip()
    answer = table.refusal(c.TurnUp(1, JUNGLE[0]))
    assert (answer.code, answer.facts) == ("clash.flip.not-awaited", {"awaited": 0})
    table.enter(*[c.TurnUp(seat, JUNGLE[seat]) for seat in range(3)])
    assert table.refusal(c.TurnUp(0, JUNGLE[5])).code == "clash.flip.not-awaited"
    assert table.refusal(c.TurnUp(9, JUNGLE[5])).code == "clash.flip.not-awaited"


def test_a_named_card_is_placed_while_others_are_still_to_be_named():
    table = committing()
    table.flip(JUNGLE[0])
    table.enter(c.PlaceElement(0, "upper"))
    assert table.refusal(c.PlaceElement(1, "upper")).code == "clash.place.not-named"
    assert table.refusal(c.PlaceElement(0, "lower")).code == "clash.place.no-card"
    assert table.refusal(c.DiscardElement(-1)).code == "clash.place.no-card"


def test_second_cards_are_flipped_once_every_first_one_is_dealt_with_and_the_results_are_seen():
    table = committing()
    table.flip(*SPACE[:3])
    table.enter(c.PlaceElement(0, "upper"), c.DiscardElement(1))
    assert table.state.stage == Flipping(1)
    told = table.enter(c.PlaceElement(2, "lower"))
    assert told[-1] == FlipRevealed(2, ("", "", ""))
    assert table.coaster(0, "upper").row[0].card == SPACE[0]


def test_the_coaster_is_chosen_at_the_flip_among_the_two_of_the_area():
    table = committing()
    table.flip(*JUNGLE[:3])
    assert table.options(Viewer(1), "place") == [
        c.PlaceElement(1, "upper"),
        c.PlaceElement(1, "lower"),
        c.DiscardElement(1),
    ]


def test_a_flipped_card_may_be_discarded_for_any_reason_and_lies_face_up():
    table = committing()
    table.flip(*JUNGLE[:3])
    told = table.enter(c.DiscardElement(0))
    assert told == (Discarded(0, JUNGLE[0]),)
    assert table.state.discards == (JUNGLE[0],)


def test_cards_left_in_hands_are_discarded_face_down_and_nobody_learns_them():
    table = committing()
    table.flip(*JUNGLE[:3])
    table.discard_all()
    table.flip(*PIRATE[:3])
    told = table.discard_all()
    assert RoundEnded(1, 3) in told
    assert table.state.face_down == 3
    assert len(table.state.unseen) == 80 - 6


# End of the Round


def test_the_round_marker_steps_once_a_round_and_the_sixth_round_ends_the_game():
    table, steps = Table(4), [1]
    while RULES.outcome(table.state) is None:
        told = table.finish_round()
        began = [event.turn for event in told if isinstance(event, RoundBegan)]
        assert len(began) <= 1
        steps += began
    assert steps == [1, 2, 3, 4, 5, 6]
    assert table.state.turn == 6
    assert table.state.stage == Over("scored")
    assert told[-1] == Ended("scored")


def test_a_second_tap_on_the_last_placement_does_not_turn_anything_more():
    """The reveal comes with the last entry of a step; the same entry again finds nothing to do."""
    table = committing()
    table.flip(*JUNGLE[:3])
    table.enter(c.DiscardElement(0), c.DiscardElement(1))
    last = c.DiscardElement(2)
    assert isinstance(table.enter(last)[-1], FlipRevealed)
    assert table.refusal(last).code == "clash.place.not-named"
    assert table.state.stage == Flipping(2)


@pytest.mark.parametrize("command", [c.AllKeep(), c.AllCommitted()])
def test_a_second_tap_for_all_is_refused(command):
    table = Table()
    if isinstance(command, c.AllCommitted):
        table.enter(c.AllKeep())
    table.enter(command)
    assert table.refusal(command).code == "clash.entry.not-now"


def test_for_all_leaves_what_was_entered_as_it_is():
    table = Table()
    table.enter(anew(1))
    assert RedrawsRevealed((1,)) in table.enter(c.AllKeep())
    table.enter(commit(table.state, 2, JUNGLE[0]))
    told = table.enter(c.AllCommitted())
    assert told[-1] == FlipRevealed(1, ("", "", JUNGLE[0]))


def test_nothing_is_entered_after_the_end():
    table = Table()
    while RULES.outcome(table.state) is None:
        table.finish_round()
    for command in (c.AllKeep(), c.PlaceElement(0, "upper"), c.Leave(0), c.Abandon()):
        answer = table.refusal(command)
        assert (answer.code, answer.section) == ("clash.game.over", "End of the Game")
    assert table.asks(HOST) == ()


def test_what_a_later_step_asks_is_refused_in_an_earlier_one():
    table = Table()
    for command in (c.AllCommitted(), c.DiscardElement(0), c.Count(0, "upper", 0, 1)):
        answer = table.refusal(command)
        assert answer.facts["awaited"] == "Redrawing"
    assert isinstance(table.state.stage, Redrawing)


def test_what_the_table_counts_itself_is_entered_before_the_game_ends():
    counted = {"conditions": [{"kind": "counted"}, {"kind": "at-least-cards", "count": 3, "points": 4}]}
    table = Table(components=box({}, thunder_ridge=counted))
    table.build(0, "upper", *[card for card in cards_of("jungle", 16) if "launch" in card], SPACE[1])
    table.to_round(6)
    told = table.finish_round()
    assert RULES.outcome(table.state) is None
    (ask,) = table.asks()
    assert (ask.name, ask.seat, ask.command) == ("count", None, c.Count(0, "upper", 0, 0))
    assert table.refusal(c.Count(0, "upper", 1, 2)).code == "clash.count.not-awaited"
    answer = table.refusal(c.Count(0, "upper", 0, 100))
    assert (answer.code, answer.repairs) == ("clash.count.out-of-bounds", (c.Count(0, "upper", 0, 99),))
    told = table.enter(c.Count(0, "upper", 0, 7))
    assert told[-1] == Ended("scored")
    lines = [line for line in RULES.outcome(table.state).ranking[0].lines if line.label == "condition"]
    assert [line.points for line in lines if line.facts["layout"] == "thunder-ridge"] == [7, 4]
