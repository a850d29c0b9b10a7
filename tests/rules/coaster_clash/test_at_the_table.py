"""The same at the real table: repeated touches, what each viewer is told, and lessons that are kept."""

import pytest
from msgspec import json

from companion.journal import Journal, verify
from companion.rules.coaster_clash import commands as c
from companion.rules.coaster_clash.events import FlipRevealed, RoundBegan
from companion.rules.coaster_clash.rules import RULES
from companion.rules.coaster_clash.state import Flipping, Naming
from companion.rules.contract import HOST, TABLE, Setup, Viewer, Violation
from companion.table import ComponentStore, Confirmed, Table
from tests.rules.coaster_clash.arranged import NAMES, cards_of, hidden

J = cards_of("jungle", 16)


@pytest.fixture
def journal(tmp_path):
    with Journal.open(tmp_path / "journal.db") as opened:
        yield opened


def begun(journal, seats=3, store=None):
    """A table at the commit of its first round."""
    table = Table.begin(journal, Setup(RULES.name, NAMES[:seats]), store=store)
    assert isinstance(table, Table)
    enter(table, c.AllAssigned())
    while isinstance(table.view(TABLE).state.stage, Naming):
        enter(table, table.view(TABLE).asks[0].options[0])
    enter(table, c.AllKeep())
    return table


def enter(table, *commands, by=HOST):
    for command in commands:
        assert isinstance(table.submit(command, by), Confirmed), command


def commit(seat, side, card):
    return c.Commit(seat, side, hidden(seat, card))


def told(table, viewer):
    """All that a viewer gets to see: the state, what is asked, and the log, byte for byte."""
    view = table.view(viewer)
    log = [
        json.encode([each.n, each.command, [[event, after] for _, event, after in each.steps]])
        for each in table.history(viewer)
    ]
    return json.encode([view.state, view.asks]), log


def test_a_double_tap_on_the_entry_that_turns_the_cards_up_is_one_entry(journal):
    table = begun(journal)
    for seat in (0, 1):
        enter(table, commit(seat, "left", None), commit(seat, "right", None))
    enter(table, commit(2, "left", None))
    last = commit(2, "right", None)
    first = table.submit(last, key="the last card down")
    again = table.submit(last, key="the last card down")
    assert isinstance(first, Confirmed)
    assert again == first
    events = [event for entry in table.history(TABLE) for _, event, _ in entry.steps]
    assert sum(isinstance(event, FlipRevealed) for event in events) == 1
    assert table.view(TABLE).state.stage == Flipping(1)
    other = table.submit(last, key="another finger")
    assert isinstance(other, Violation)
    assert other.code == "clash.entry.not-now"


def test_a_double_tap_on_the_last_placement_steps_the_round_marker_once(journal):
    table = begun(journal)
    enter(table, c.AllCommitted())
    for flip in (1, 2):
        for seat in range(3):
            enter(table, c.TurnUp(seat, J[3 * flip + seat]))
        enter(table, *[c.DiscardElement(seat) for seat in (0, 1)])
        answers = {table.submit(c.DiscardElement(2), key=f"flip {flip}") for _ in range(2)}
        assert len(answers) == 1
    events = [event for entry in table.history(TABLE) for _, event, _ in entry.steps]
    assert [event.turn for event in events if isinstance(event, RoundBegan)] == [1, 2]
    assert table.view(TABLE).state.turn == 2


def test_a_second_chooser_gets_the_same_bytes_whatever_the_first_one_put_down(tmp_path):
    """State, asks, log and the words of a refusal; four evenings that differ in one secret card."""
    seen = []
    for number, card in enumerate((J[0], J[7], "volcano-launch", "space-helix")):
        with Journal.open(tmp_path / str(number) / "journal.db") as journal:
            table = begun(journal)
            enter(table, commit(0, "left", card), by=Viewer(0))
            by_viewer = {viewer: told(table, viewer) for viewer in (TABLE, HOST, Viewer(1), Viewer(2))}
            tried = [commit(1, "left", "nonsense"), commit(1, "right", card), c.TurnUp(1, J[0])]
            refusals = [table.submit(command, Viewer(1)) for command in tried[:1] + tried[2:]]
            assert all(isinstance(refusal, Violation) for refusal in refusals)
            assert card not in str(table.submit(tried[1], Viewer(2)))
            seen.append((by_viewer, refusals))
            enter(table, commit(1, "left", card), by=Viewer(1))
    assert all(each == seen[0] for each in seen)


def test_nobody_enters_for_somebody_else_and_phones_may_say_that_all_is_down(journal):
    table = begun(journal)
    assert isinstance(table.submit(commit(0, "left", J[0]), Viewer(1)), Violation)
    assert isinstance(table.submit(c.AllCommitted(), Viewer(1)), Confirmed)


def test_what_a_box_is_taught_is_kept_for_the_next_evening(journal, tmp_path):
    store = ComponentStore(tmp_path / "components")
    table = begun(journal, store=store)
    enter(table, c.TeachStart(table.view(TABLE).state.areas[0].upper.layout, 13))
    enter(table, c.AllCommitted(), c.TurnUp(0, J[0]), c.TeachPerfect(J[0], None), c.TeachVomit(J[0], 9, 2))
    kept = {card["id"]: card for card in store.read(RULES).values["elements"]}[J[0]]
    assert "perfect" not in kept
    assert kept["vomit"] == [{"op": "gt", "value": 9}, {"op": "lt", "value": 2}]
    assert kept["table"] == ["perfect", "vomit"]
    assert store.read(RULES).fault == ""
    assert begun(journal, store=store).view(TABLE).state.components == table.view(TABLE).state.components


def test_taking_back_and_correcting_keep_the_evening_whole(journal):
    table = begun(journal)
    enter(table, c.AllCommitted(), *[c.TurnUp(seat, J[seat]) for seat in range(3)])
    named = table.n - 2
    enter(table, c.PlaceElement(0, "upper"))
    assert isinstance(table.correct(named, c.TurnUp(0, J[9])), Confirmed)
    assert table.view(TABLE).state.areas[0].upper.row[0].card == J[9]
    assert isinstance(table.take_back(named - 1), Confirmed)
    assert table.view(TABLE).state.areas[0].upper.row == ()
    remembered = table.view(TABLE).remembered
    assert remembered[0] in (c.TurnUp(0, J[0]), c.TurnUp(0, J[9]))
    assert verify(journal, table.evening).difference is None
