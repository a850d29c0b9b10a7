import pytest

from companion.rules.coaster_park import commands as c
from companion.rules.coaster_park.rules import RULES
from companion.rules.coaster_park.state import Acting, SettingUp
from companion.rules.contract import TABLE, Setup, Viewer, Violation
from companion.rules.hidden import Hidden, redact
from tests.rules.coaster_park.arranged import NAMES, POOL, ROW, SECRETS, Table, empty


def begun(*commands, seats=3):
    state = empty(seats)
    for command in commands:
        answer = RULES.decide(state, command)
        assert not isinstance(answer, Violation), answer
        for event in answer:
            state = RULES.evolve(state, event)
    return state


def refusal(state, command):
    answer = RULES.decide(state, command)
    assert isinstance(answer, Violation), answer
    assert all(not isinstance(RULES.decide(state, repair), Violation) for repair in answer.repairs)
    return answer


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_player_starts_with_24_dollars_and_the_bank_with_the_rest(seats):
    state = empty(seats)
    assert [player.money for player in state.players] == [24] * seats
    assert state.bank == 321 - 24 * seats


def test_the_bank_holds_225_dollars_after_a_set_up_for_four():
    assert empty(4).bank == 225


def test_three_standard_and_two_launch_cards_make_the_row_and_their_hills_the_pool():
    state = Table().state
    assert state.row == ROW
    assert state.pool == POOL
    assert (len(state.standard), len(state.launch)) == (21, 10)
    assert len(state.supply) == 31


def test_the_row_is_entered_card_by_card_standard_ones_first():
    state = begun(*[c.TurnUp(None, card) for card in ROW[:2]])
    ask = RULES.asks(state, TABLE)[0]
    assert (ask.name, ask.sensed, ask.subject) == ("card", "card", ("standard",))
    assert len(ask.options) == 22
    assert ask.readings == tuple(option.card for option in ask.options)
    assert refusal(state, c.TurnUp(None, "launch-01")).code == "park.card.wrong-deck"
    state = begun(*[c.TurnUp(None, card) for card in ROW[:3]])
    assert refusal(state, c.TurnUp(None, "standard-09")).code == "park.card.wrong-deck"


def test_a_card_that_already_lies_somewhere_is_refused_with_its_place():
    violation = refusal(begun(c.TurnUp(None, "standard-01")), c.TurnUp(None, "standard-01"))
    assert (violation.code, violation.facts["lies"]) == ("park.card.elsewhere", "row")


def test_a_card_that_is_in_no_box_is_refused():
    assert refusal(empty(), c.TurnUp(None, "joker")).code == "park.card.unknown"


def test_row_side_and_secret_cards_may_be_entered_in_any_order():
    entries = [
        c.EnterSecret(2, Hidden((2,), "grand-park")),
        c.ShowSide(None, "special-rides"),
        *[c.TurnUp(None, card) for card in ROW],
        c.EnterSecret(1, Hidden((1,))),
    ]
    assert isinstance(begun(*entries).stages[-1], SettingUp)
    state = begun(*entries, c.EnterSecret(0, Hidden((0,), "long-ride")))
    assert state.stages == (Acting(),)
    assert state.turn == 1


def test_two_players_get_two_secret_cards_each_and_others_one():
    """CP37"""
    assert [len(player.secrets) for player in Table(2).state.players] == [2, 2]
    assert [len(player.secrets) for player in Table(4).state.players] == [1, 1, 1, 1]


def test_no_seat_gets_more_secret_cards_than_the_set_up_deals():
    state = begun(c.EnterSecret(0, Hidden((0,))))
    assert refusal(state, c.EnterSecret(0, Hidden((0,)))).code == "park.secret.dealt"


def test_a_secret_card_may_stay_unseen_and_nobody_sees_whether_which_was_entered():
    told = begun(c.EnterSecret(0, Hidden((0,), "long-ride")), c.EnterSecret(1, Hidden((1,))))
    assert [player.secrets[0].known for player in told.players[:2]] == [True, False]
    other = begun(c.EnterSecret(0, Hidden((0,), "grand-park")), c.EnterSecret(1, Hidden((1,))))
    assert redact(told, Viewer(1)) == redact(other, Viewer(1))
    assert redact(told, Viewer(0)).players[0].secrets[0].card.value == "long-ride"


def test_trying_secret_cards_tells_nobody_what_another_has():
    state = begun(c.EnterSecret(0, Hidden((0,), "long-ride")))
    assert not isinstance(RULES.decide(state, c.EnterSecret(1, Hidden((1,), "long-ride"))), Violation)


def test_a_player_of_two_is_not_offered_the_same_secret_card_again_and_the_table_tells_no_difference():
    """CP37"""
    table = begun(c.EnterSecret(0, Hidden((0,), "long-ride")), seats=2)
    own, others = (
        next(
            ask for ask in RULES.asks(redact(table, viewer), viewer) if ask.name == "secret" and ask.seat == 0
        )
        for viewer in (Viewer(0), TABLE)
    )
    assert c.EnterSecret(0, Hidden((0,), "long-ride")) not in own.options
    assert "long-ride" not in own.readings
    assert c.EnterSecret(0, Hidden((0,), "grand-park")) in own.options
    assert c.EnterSecret(0, Hidden((0,), "long-ride")) in others.options
    assert not isinstance(RULES.decide(table, c.EnterSecret(0, Hidden((0,), "long-ride"))), Violation)


def test_a_secret_card_is_entered_for_its_own_seat_alone():
    assert refusal(empty(), c.EnterSecret(0, Hidden((0, 1), "long-ride"))).code == "park.secret.viewers"
    assert refusal(empty(), c.EnterSecret(0, Hidden((0,), "full-till"))).code == "park.secret.unknown"
    assert refusal(empty(), c.EnterSecret(None, Hidden(()))).code == "park.secret.no-seat"
    assert refusal(empty(), c.EnterSecret(7, Hidden((7,)))).code == "park.secret.no-seat"


def test_the_table_says_which_side_of_the_global_card_lies_up():
    """CP42"""
    state = begun(c.ShowSide(None, "special-rides"))
    assert state.side == "special-rides"
    assert refusal(state, c.ShowSide(None, "full-till")).code == "park.side.known"
    assert refusal(empty(), c.ShowSide(None, "long-ride")).code == "park.side.unknown"


def test_the_first_player_is_the_one_the_table_names():
    """CP40"""
    assert Table(4, first=2).state.active == 2
    answer = RULES.start(Setup("coaster_park", NAMES[:3], first=3))
    assert isinstance(answer, Violation)
    assert answer.code == "park.seats.first"


def test_one_player_or_five_are_refused():
    for names in (NAMES[:1], (*NAMES, "Eun-ji")):
        answer = RULES.start(Setup("coaster_park", names))
        assert isinstance(answer, Violation)
        assert (answer.code, answer.facts["have"]) == ("park.seats.count", len(names))


def test_unknown_options_choices_and_components_are_refused():
    for setup, code in (
        (Setup("coaster_park", NAMES, options={"loop": "x4"}), "park.option.unknown"),
        (Setup("coaster_park", NAMES, options={"loops": "x5"}), "park.option.choice"),
        (Setup("coaster_park", NAMES, components={"hills": []}), "park.components.faulty"),
    ):
        answer = RULES.start(setup)
        assert isinstance(answer, Violation)
        assert answer.code == code


def test_the_first_event_carries_the_components_of_the_table():
    components = RULES.house()
    components["hills"][0]["flags"] = 7
    (started,) = RULES.start(Setup("coaster_park", NAMES, components=components))
    assert started.components.hills[0].flags == 7
    assert RULES.evolve(None, started).components.hills[0].flags == 7


def test_secrets_before_the_seats_are_hidden_from_the_table():
    table = redact(Table().state, TABLE)
    assert [player.secrets[0].card.value for player in table.players] == [None, None, None]
    assert Table().player(0).secrets[0].card.value == SECRETS[0]
