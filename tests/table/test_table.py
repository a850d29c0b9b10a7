import logging
import threading

import pytest
from msgspec import ValidationError

from companion.journal import JournalError, Source, TakeBack, encode, verify
from companion.rules.contract import HOST, TABLE, Setup, Viewer, Violation
from companion.rules.hidden import Hidden
from companion.table import Confirmed, Table
from tests.journal.counting_game import RULES, Add, Draw, Name, Spend, Teach
from tests.journal.evening import NAMES, SETUP, add, begun, draw, entered, named, opened, play

# Entering


def test_an_accepted_command_is_confirmed_with_its_number_once_it_is_in_the_file(journal):
    table = named(journal)
    assert table.submit(Add(0, 2)) == Confirmed(3)
    assert journal.entries(table.evening)[3].command == Add(0, 2)


def test_a_refused_command_changes_nothing(journal):
    table = named(journal)
    view = table.view(TABLE)
    assert table.submit(Add(1, 2)).code == "counting.turn.other"
    assert table.view(TABLE) == view
    assert len(journal.entries(table.evening)) == 3


def test_an_evening_is_played_with_the_house_values_unless_told_otherwise(journal):
    assert begun(journal).setup.components == RULES.house()
    own = {**RULES.house(), "goal": 7}
    assert begun(journal, Setup("counting_game", NAMES, components=own)).setup.components == own


def test_take_backs_and_corrections_are_not_entered_as_commands(journal):
    table = named(journal)
    for command in (TakeBack(0), SETUP):
        with pytest.raises(TypeError, match="is not a command of the game"):
            table.submit(command)


def test_what_is_not_a_command_of_the_game_is_not_judged(journal):
    with pytest.raises(ValidationError):
        named(journal).submit(Add(0, "two"))


# A repeated key


def test_a_repeated_key_gets_the_first_answer_and_enters_nothing_more(journal):
    table = named(journal)
    assert table.submit(Add(0, 2), key="tap") == Confirmed(3)
    assert table.submit(Add(0, 2), key="tap") == Confirmed(3)
    assert table.submit(Add(1, 3), key="tap") == Confirmed(3)
    assert table.view(TABLE).state.points == (2, 0)


def test_a_repeated_key_gets_the_first_answer_also_after_a_restart(memory):
    with opened(memory) as journal:
        entered(named(journal).submit(Add(0, 2), key="tap"))
    with opened(memory) as journal:
        table = Table.resume(journal, 1)
        assert table.submit(Add(0, 2), key="tap") == Confirmed(3)
        assert table.take_back(0, key="tap") == Confirmed(3)
        assert table.view(TABLE).state.points == (2, 0)


def test_a_repeated_key_gets_the_refusal_it_got_first(journal):
    table = named(journal)
    first = table.submit(Add(1, 2), key="tap")
    add(table, 1)
    assert table.submit(Add(1, 2), key="tap") == first
    assert isinstance(table.submit(Add(1, 2), key="another"), Confirmed)


def test_a_refusal_is_remembered_for_who_got_it_only(journal):
    table = named(journal)
    table.submit(Add(0, 2), Viewer(1), key="tap")
    assert isinstance(table.submit(Add(0, 2), Viewer(0), key="tap"), Confirmed)


def test_an_evening_begun_twice_with_one_key_is_begun_once(journal):
    first = begun(journal, key="start")
    assert begun(journal, key="start").evening == first.evening
    assert len(journal.evenings()) == 1


# Many threads


def test_entries_of_many_threads_are_one_after_the_other(journal):
    table = begun(journal, Setup("counting_game", NAMES, components={**RULES.house(), "goal": 100_000}))
    for seat in (0, 1):
        entered(table.submit(Name(seat, Hidden((seat,)))))
    told = []
    table.subscribe(told.append)

    def enter():
        for _ in range(40):
            table.submit(Add(table.view(TABLE).state.on_turn, 1))

    threads = [threading.Thread(target=enter) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    entries = journal.entries(table.evening)
    assert [entry.n for entry in entries] == list(range(len(entries)))
    assert sum(table.view(TABLE).state.points) == len(entries) - 3
    assert told == list(range(3, len(entries)))
    assert verify(journal, table.evening).difference is None


def test_two_tables_of_one_evening_cannot_tell_two_stories(journal):
    table = named(journal)
    other = Table.resume(journal, table.evening)
    add(table, 1)
    view = other.view(TABLE)
    with pytest.raises(JournalError, match="was gone on with elsewhere"):
        other.submit(Add(0, 3))
    assert other.view(TABLE) == view
    assert len(journal.entries(table.evening)) == 4
    assert verify(journal, table.evening).difference is None


# Listeners


def test_listeners_are_told_each_entry_after_it_is_durable(journal):
    table = named(journal)
    told = []
    table.subscribe(lambda n: told.append((n, len(journal.entries(table.evening)), table.view(TABLE).n)))
    add(table, 1, 2)
    table.submit(Add(1, 1))
    assert told == [(3, 4, 3), (4, 5, 4)]


def test_a_listener_that_has_unsubscribed_is_told_no_more(journal):
    table = named(journal)
    told = []
    unsubscribe = table.subscribe(told.append)
    add(table, 1)
    unsubscribe()
    unsubscribe()
    add(table, 1)
    assert told == [3]


def test_a_failing_listener_is_reported_and_stops_nobody(journal, caplog):
    table = named(journal)

    def fail(_):
        raise RuntimeError("the screen is gone")

    told = []
    table.subscribe(fail)
    table.subscribe(told.append)
    with caplog.at_level(logging.ERROR):
        assert table.submit(Add(0, 2)) == Confirmed(3)
    assert told == [3]
    assert "a listener failed at entry 3" in caplog.text
    assert "the screen is gone" in caplog.text


def test_a_listener_may_enter_itself_and_all_are_told_in_order(journal):
    table = named(journal)
    told = []
    table.subscribe(lambda n: n < 6 and table.submit(Add(table.view(TABLE).state.on_turn, 1)))
    table.subscribe(told.append)
    add(table, 1)
    assert told == [3, 4, 5, 6]


# What is seen


def test_a_view_holds_state_and_asks_as_the_viewer_may_see_them(journal):
    table = named(journal, first=4, second=7)
    assert table.view(Viewer(0)).state.secrets == (Hidden((0,), 4), Hidden((1,)))
    assert table.view(HOST).state.secrets == (Hidden((0,)), Hidden((1,)))
    assert {ask.name for ask in table.view(TABLE).asks} == {"add", "spend", "draw"}
    assert {ask.name for ask in table.view(Viewer(1)).asks} == {"draw"}
    assert {ask.name for ask in table.view(HOST).asks} == {"add", "spend", "draw", "teach"}


def test_a_finished_game_has_its_outcome_in_view(journal):
    table = named(journal)
    assert table.view(TABLE).outcome is None
    add(table, *[3] * 14)
    assert [standing.total for standing in table.view(TABLE).outcome.ranking] == [21, 21]


def test_a_card_once_seen_is_remembered_after_it_was_taken_back(journal):
    table = named(journal)
    draw(table, "card-3")
    assert table.view(TABLE).remembered == ()
    table.take_back(2)
    assert table.view(TABLE).remembered == (Draw("card-3"),)
    draw(table, "card-3")
    assert table.view(TABLE).remembered == ()


def test_cards_are_remembered_in_the_order_they_were_seen(journal):
    table = named(journal)
    for card in ("card-3", "card-1"):
        draw(table, card)
        add(table, 1)
    table.take_back(2)
    assert table.view(TABLE).remembered == (Draw("card-3"), Draw("card-1"))
    draw(table, "card-3")
    add(table, 1)
    assert table.view(TABLE).remembered == (Draw("card-1"),)


def test_an_observation_that_is_not_awaited_is_not_remembered_now(journal):
    table = named(journal)
    draw(table, "card-3")
    table.take_back(0)
    assert table.view(TABLE).remembered == ()
    entered(table.submit(Name(0, Hidden((0,)))))
    entered(table.submit(Name(1, Hidden((1,)))))
    assert table.view(TABLE).remembered == (Draw("card-3"),)


def test_a_card_dropped_by_a_correction_is_remembered(journal):
    table = named(journal)
    draw(table, "card-1")
    add(table, 3)
    draw(table, "card-2")
    entered(table.correct(3, Draw("card-2"), keep=True))
    assert table.view(TABLE).remembered == ()
    table.take_back(2)
    assert table.view(TABLE).remembered == (Draw("card-2"),)


def test_what_is_remembered_survives_a_restart(memory):
    with opened(memory) as journal:
        table = named(journal)
        draw(table, "card-3")
        table.take_back(2)
    with opened(memory) as journal:
        assert Table.resume(journal, 1).view(TABLE).remembered == (Draw("card-3"),)


def test_history_tells_each_entry_that_counts_with_the_states_around_its_events(journal):
    table = named(journal)
    add(table, 3, 2)
    table.correct(3, Add(0, 1))
    table.take_back(3)
    told = table.history(TABLE)
    assert [(each.n, each.by) for each in told] == [(0, HOST), (1, Viewer(0)), (2, Viewer(1)), (3, TABLE)]
    assert told[3].command == Add(0, 1)
    assert [(b.points, b.on_turn, a.points, a.on_turn) for b, _, a in told[3].steps] == [
        ((0, 0), 0, (1, 0), 0),
        ((1, 0), 0, (1, 0), 1),
    ]


def test_history_told_bit_by_bit_is_history_told_at_once(journal):
    table = begun(journal)
    table.subscribe(lambda _: table.history(TABLE))
    play(table, 60)
    assert table.history(TABLE) == Table.resume(journal, table.evening).history(TABLE)


# Who may enter what


def test_a_seat_enters_only_for_itself_or_for_the_table(journal):
    table = named(journal)
    refused = table.submit(Add(0, 1), Viewer(1))
    assert refused == Violation("table.seats.not-yours", "table", {"seat": 0, "by": 1})
    draw_by_seat = table.submit(Draw("card-1"), Viewer(1))
    assert isinstance(draw_by_seat, Confirmed)
    assert isinstance(table.submit(Add(0, 1), Viewer(0)), Confirmed)
    assert isinstance(table.submit(Add(1, 1), TABLE), Confirmed)


@pytest.mark.parametrize("by", [TABLE, Viewer(0)])
def test_what_is_the_hosts_is_entered_by_the_host_alone(journal, by):
    table = named(journal)
    assert table.submit(Teach("card-1", 9), by) == Violation("table.seats.host-only", "table")
    assert table.correct(1, Teach("card-1", 9), TABLE) == Violation("table.seats.host-only", "table")
    assert isinstance(table.submit(Teach("card-1", 9), HOST), Confirmed)
    assert table.correct(3, Draw("card-1"), TABLE) == Violation("table.seats.host-only", "table")


def test_taking_back_and_correcting_is_not_for_a_seats_phone(journal):
    table = named(journal)
    for answer in (table.take_back(1, Viewer(0)), table.correct(1, Name(0, Hidden((0,), 2)), Viewer(0))):
        assert answer == Violation("table.seats.shared-only", "table")
    assert isinstance(table.take_back(1, Viewer(0, host=True)), Confirmed)


# Nothing hidden leaves


def told_to(table, viewer):
    """Every byte that a viewer gets: view, history, refusals."""
    answers = [
        table.submit(Add(1, 2), viewer, key="early"),
        table.submit(Spend(0, 99), viewer, key="much"),
        table.correct(1, Add(0, 1), viewer, key="other"),
        table.take_back(99, viewer, key="nowhere"),
    ]
    return encode([table.view(viewer), table.history(viewer), answers])


@pytest.mark.parametrize("viewer", [TABLE, HOST, Viewer(1), Viewer(1, host=True)])
def test_what_a_viewer_may_not_see_changes_no_byte_that_it_gets(journal, viewer):
    bytes_got = []
    for secret in (2, 9, None):
        table = named(journal, first=secret)
        draw(table, "card-1")
        add(table, 3, 2)
        entered(table.correct(4, Add(0, 1)))
        entered(table.take_back(4))
        bytes_got.append(told_to(table, viewer))
    assert bytes_got[0] == bytes_got[1] == bytes_got[2]


def test_a_leak_would_be_noticed(journal):
    bytes_got = {told_to(named(journal, first=secret), Viewer(0)) for secret in (2, 9)}
    assert len(bytes_got) == 2


def test_no_hash_reaches_a_viewer(journal):
    table = named(journal)
    for viewer in (TABLE, HOST, Viewer(0)):
        got = told_to(table, viewer) + encode(table.submit(Draw("card-1"), viewer, Source.PHONE, key="draw"))
        for n in range(table.n + 1):
            assert table.entry(n).hash.encode() not in got
            assert table.entry(n).state_hash.encode() not in got
